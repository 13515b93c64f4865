/*
 * gpu_time.h - how long the cards of a charge were at work, as far as the bill says.
 */
#ifndef AUDIT_GPU_TIME_H
#define AUDIT_GPU_TIME_H

#include "ledger/ledger.h"

/*
 * The card-milliseconds of ${line} into ${out}: x_GpuCount (${cards} where the bill does not say
 * it) times the length of the charge period, or times ConsumedQuantity (PricingQuantity where that
 * is no time) where that is a shorter time. False where the line is no charge for GPUs or has no
 * period, or the product is out of range.
 */
bool gpu_time(const struct ledger_line *line, uint32_t cards, struct money *out);

/* ${time} card-milliseconds as hours, rounded half away from zero to 9 decimals. */
struct money gpu_time_hours(struct money time);

#endif
