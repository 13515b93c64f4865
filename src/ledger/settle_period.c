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

/* The months of lines, of which those that do not count, and those that are kept, may be left out.
 * False where there are none. */
static bool
find_period(const struct ledger *l, struct period *p, bool only_counted, bool only_of_run)
{
    int64_t first = TIME_NONE, last = TIME_NONE;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        int64_t at = moment(line);

        if (at == TIME_NONE || (only_counted && line->fate != FATE_COUNTED) ||
            (only_of_run && ledger_input(l, line)->is_kept))
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
    return first != TIME_NONE;
}

void
settle_find_period(const struct ledger *l, struct period *p)
{
    (void)find_period(l, p, true, false);
}

void
settle_find_period_of_run(const struct ledger *l, struct period *p)
{
    if (!find_period(l, p, true, true) && !find_period(l, p, false, true))
        settle_find_period(l, p);
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

void
settle_reopen(struct ledger *l)
{
    for (size_t i = 0; i < l->lines.n; i++)
        if (l->lines.at[i].fate == FATE_OUT_OF_PERIOD)
            l->lines.at[i].fate = FATE_COUNTED;
}
