/*
 * settle_period.c - which lines lie in the review's period.
 *
 * A line belongs whole to the moment at which it starts; one without a start to the beginning of
 * its billing period; one without either to every period.
 */
#include "ledger/settle.h"

/* Where in time ${line} stands, TIME_NONE if nothing says so. */
static int64_t
moment(const struct ledger_line *line)
{
    return line->start != TIME_NONE ? line->start : line->facets->billing_start;
}

void
settle_find_period(const struct ledger *l, struct period *p)
{
    int64_t first = TIME_NONE, last = TIME_NONE;

    for (size_t i = 0; i < l->lines.n; i++) {
        int64_t at = moment(&l->lines.at[i]);

        if (l->lines.at[i].fate != FATE_COUNTED || at == TIME_NONE)
            continue;
        if (first == TIME_NONE || at < first)
            first = at;
        if (last == TIME_NONE || at > last)
            last = at;
    }
    p->from = p->to = 0;
    if (first != TIME_NONE) {
        p->from = time_month_start(first, p->zone_minutes);
        p->to = time_next_month(last, p->zone_minutes);
    }
}

void
settle_period(struct ledger *l, const struct period *p)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        struct ledger_line *line = &l->lines.at[i];
        int64_t at = moment(line);

        if (line->fate == FATE_COUNTED && at != TIME_NONE && (at < p->from || at >= p->to))
            line->fate = FATE_OUT_OF_PERIOD;
    }
}
