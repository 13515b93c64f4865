/*
 * hook_bucket.c - where a bill gives only the start of each time bucket, the bucket's length.
 *
 * The length is that of the query which made the file: an hour, a day, a week or a month. It is the
 * longest of these for which all starts fit its grid; a file with a single start at midnight is of
 * days, which platforms make where nothing else is asked for. Weeks need three starts, months two.
 */
#include "parsers/format.h"
#include "parsers/hook.h"

enum bucket { BUCKET_HOUR, BUCKET_DAY, BUCKET_WEEK, BUCKET_MONTH };

struct starts {
    int64_t first, last;
    int64_t step;  /* greatest common divisor of the distances from the first */
    bool are_months;
    bool has_any;
};

static int64_t
common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static void
look_at(struct starts *s, int64_t start)
{
    if (!s->has_any)
        *s = (struct starts){ .first = start, .last = start, .are_months = true, .has_any = true };
    if (start > s->last)
        s->last = start;
    s->step = common_divisor(s->step, start > s->first ? start - s->first : s->first - start);
    s->are_months = s->are_months && time_month_start(start, 0) == start;
}

static enum bucket
bucket_of(const struct starts *s)
{
    if (s->step > 0 && s->are_months)
        return BUCKET_MONTH;
    if (s->step > 0 && s->step % (7 * TIME_DAY) == 0 && s->last - s->first >= 2 * s->step)
        return BUCKET_WEEK;
    if (s->step % TIME_DAY == 0 && time_day_start(s->first, 0) == s->first)
        return BUCKET_DAY;
    return BUCKET_HOUR;
}

static int64_t
end_of(int64_t start, enum bucket bucket)
{
    switch (bucket) {
    case BUCKET_HOUR:
        return start + TIME_HOUR;
    case BUCKET_DAY:
        return start + TIME_DAY;
    case BUCKET_WEEK:
        return start + 7 * TIME_DAY;
    case BUCKET_MONTH:
        break;
    }
    return time_next_month(start, 0);
}

static int
bucket_input(const struct format *f, struct ledger *l, struct err *e)
{
    struct starts starts = { 0 };
    enum bucket bucket;

    (void)f;
    for (size_t i = 0; i < l->lines.n; i++)
        if (l->lines.at[i].start != TIME_NONE)
            look_at(&starts, l->lines.at[i].start);
    bucket = bucket_of(&starts);
    for (size_t i = 0; i < l->lines.n; i++) {
        struct ledger_line *line = &l->lines.at[i];
        struct charge c;

        if (line->start == TIME_NONE)
            continue;
        ledger_unpack(line, &c);
        c.time[TIME_CHARGE_PERIOD_END] = end_of(line->start, bucket);
        c.changes |= CHANGE_PERIOD_REBUILT;
        if (ledger_change(l, line, &c, e))
            return -1;
    }
    return 0;
}

const struct hook hook_bucket = {
    .name = "bucket",
    .input = bucket_input,
};
