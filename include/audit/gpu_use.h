/*
 * gpu_use.h - what GPUs did in the hours that were billed: work, nothing, or who knows.
 *
 * The one definition of GPU hours: cards x time. Cards are x_GpuCount; where the bill does not say
 * it, the GPUs of which the instance's logs speak, else 1. The time is that of gpu_time.h. Hours
 * are idle where samples show a stretch without work (see the rule idle-gpu), used where samples
 * show no such stretch, unknown where no sample speaks.
 */
#ifndef AUDIT_GPU_USE_H
#define AUDIT_GPU_USE_H

#include "ledger/timeline.h"

struct audit;

enum gpu_state {
    GPU_USED,
    GPU_IDLE,
    GPU_UNKNOWN,
};
#define GPU_STATES 3

/* GPU hours to 9 decimals; hours = the sum of all states. */
struct gpu_use {
    bool is_there; /* false: no charge for GPUs with a period */
    struct money hours, state[GPU_STATES];
};

/* The name of ${s}: "used", "idle", "unknown"; a literal and a key for lang_text(). */
const char *gpu_state_word(enum gpu_state s);

/*
 * The card-milliseconds of ${line}, by state, into ${out}. False where it is no counted charge for
 * GPUs with a period.
 */
bool gpu_use_of_line(const struct audit *a, uint32_t line, struct money out[GPU_STATES]);

/* Fill ${a}->gpu_use and ${a}->gpu_total from all lines. -1: ERR_NOMEM, ERR_RANGE. */
int gpu_use_find(struct audit *a, struct err *e);

/* The law of GPU hours, anew: hours are the sum of their states, the total that of the resources.
 * -1: ERR_BUG. */
int gpu_use_check(const struct audit *a, struct err *e);

#endif
