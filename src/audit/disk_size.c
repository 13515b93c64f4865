/*
 * disk_size.c - how large the disks of an instance are: the most that rows state for one moment.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/disk_size.h"
#include "base/vec.h"

/* Two per row. */
#define CHANGES_MAX ((size_t)UINT32_MAX)

static const struct {
    const char *name;
    int64_t time; /* 0: the quantity is the size itself */
} units[] = {
    { "GB", 0 }, { "GiB", 0 }, { "GB-Hours", TIME_HOUR }, { "GiB-Hours", TIME_HOUR },
    { "GB-Days", TIME_DAY }, { "GiB-Days", TIME_DAY },
};

static bool
size_of(const struct ledger_line *line, struct money *out)
{
    const char *unit = ledger_text(line, TEXT_PRICING_UNIT);
    struct err ignored = ERR_INIT;

    if (line->start == TIME_NONE || line->end == TIME_NONE || line->end <= line->start ||
        !ledger_money(line, MONEY_PRICING_QUANTITY, out) ||
        money_compare(*out, MONEY_ZERO) <= 0)
        return false;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (strcmp(units[i].name, unit) == 0)
            return units[i].time == 0 || money_share(out, *out, units[i].time,
                line->end - line->start, 2, &ignored) == 0;
    return false;
}

int
disk_size_add(struct disk_size *d, const struct ledger_line *line, struct err *e)
{
    struct money size;

    if (!size_of(line, &size)) {
        d->lacks_any = true;
        return 0;
    }
    if (vec_grow(&d->changes, 2, CHANGES_MAX, e))
        return -1;
    d->changes.at[d->changes.n++] = (struct disk_change){ line->start, size };
    d->changes.at[d->changes.n++] = (struct disk_change){ line->end, money_negate(size) };
    return 0;
}

/* What ends at a moment ends before anything begins. */
static int
compare(const void *x, const void *y)
{
    const struct disk_change *a = x, *b = y;
    int order = (a->at > b->at) - (a->at < b->at);

    return order != 0 ? order : money_compare(a->gigabytes, b->gigabytes);
}

bool
disk_size_most(struct disk_size *d, struct money *out)
{
    struct money now = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    *out = MONEY_ZERO;
    if (d->lacks_any || d->changes.n == 0)
        return false;
    qsort(d->changes.at, d->changes.n, sizeof(*d->changes.at), compare);
    for (size_t i = 0; i < d->changes.n; i++) {
        if (money_add(&now, d->changes.at[i].gigabytes, &ignored))
            return false;
        if (money_compare(now, *out) > 0)
            *out = now;
    }
    return true;
}

void
disk_size_reset(struct disk_size *d)
{
    d->changes.n = 0;
    d->lacks_any = false;
}

void
disk_size_release(struct disk_size *d)
{
    vec_release(&d->changes);
}
