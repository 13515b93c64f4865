/*
 * gpu_work.h - how hard GPUs worked, by their samples.
 */
#ifndef AUDIT_GPU_WORK_H
#define AUDIT_GPU_WORK_H

#include "ledger/timeline.h"

/* Sums over samples; times in milliseconds. */
struct gpu_work {
    money_int speaking; /* time about which samples speak */
    money_int busy;     /* that without idle stretches */
    money_int done;     /* utilisation (hundredths of a percent) x time, over all speaking time */
    money_int busy_done; /* the same over the busy time */
};

#define GPU_WORK_NONE ((struct gpu_work){ 0, 0, 0, 0 })

/* Add the samples of ${s} within ${window} to ${w}. */
void gpu_work_add(const struct gpu_series *s, struct span window, struct gpu_work *w);

/* ${done} / ${time} as percent, to 9 decimals; 0 where there is no time. */
struct money gpu_work_mean(money_int done, money_int time);

#endif
