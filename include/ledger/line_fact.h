/*
 * line_fact.h - what rules ask of a line, each in one word of the rules' language.
 */
#ifndef LEDGER_LINE_FACT_H
#define LEDGER_LINE_FACT_H

#include "ledger/ledger.h"
#include "ledger/span.h"

/* The period [start, end) of ${line} into ${out}; false where it has none (no end, end = start). */
static inline bool
line_period(const struct ledger_line *line, struct span *out)
{
    if (line->start == TIME_NONE || line->end == TIME_NONE || line->end <= line->start)
        return false;
    *out = (struct span){ line->start, line->end };
    return true;
}

/* A charge for gpu or cpu; bought for a period. */
static inline bool
line_is_compute(const struct ledger_line *line)
{
    return ledger_word(line, WORD_ENTRY) == ENTRY_CHARGE &&
        category_is_compute((enum category)ledger_word(line, WORD_CATEGORY));
}

static inline bool
line_is_prepaid(const struct ledger_line *line)
{
    return ledger_word(line, WORD_PRICING_CATEGORY) == PRICING_COMMITTED;
}

/* A charge for GPUs at the going price, neither prepaid nor spot. */
bool line_is_on_demand_gpu(const struct ledger_line *line);

/* True where the line informs timelines: it counts, or would but for the review's period. */
static inline bool
line_is_known(const struct ledger_line *line)
{
    return line->fate == FATE_COUNTED || line->fate == FATE_OUT_OF_PERIOD;
}

/* Milliseconds of one ${unit} in FOCUS words ("Hours"), 0 where it is no unit of a fixed time. */
int64_t line_unit_length(const char *unit);

/*
 * A quantity of the line that is a time, in exact milliseconds into ${out} (a count of 10^-18, as
 * all money): ${quantity} is MONEY_PRICING_QUANTITY or MONEY_CONSUMED_QUANTITY with its unit. False
 * where it is not given, negative, too large or no time.
 */
bool line_time(const struct ledger_line *line, enum money_column quantity, struct money *out);

/*
 * The share u / |P| of a line that says how long it was used, but not when: false where it covers
 * all of its period (also where it says nothing else, or is prepaid) or has none.
 */
bool line_share_used(const struct ledger_line *line, struct fraction *share);

/* The same of a compute line; false of any other. */
bool line_unlocated(const struct ledger_line *line, struct fraction *share);

/*
 * Cards of a gpu line as a whole number, 0 where the bill gives no whole number above 0.
 * ${*is_given}, if given, tells whether the bill gives one at all.
 */
uint32_t line_cards(const struct ledger_line *line, bool *is_given);

/* What was charged: SkuMeter, else SkuId, else ChargeDescription. */
const char *line_item(const struct ledger_line *line);

/* Of whom a finding speaks: x_InstanceId, else ResourceId, else ResourceName. */
const char *line_resource(const struct ledger_line *line);

#endif
