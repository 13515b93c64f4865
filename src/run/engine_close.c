/*
 * engine_close.c - whether the sums of an engine close among each other.
 *
 * Texts are interned: equal ones are one.
 */
#include <string.h>

#include "run/engine_parts.h"

#define TOTALS_FILE "totals.csv"
#define SPEND_FILE "spend.csv"
#define DAYS_FILE "spend_by_day.csv"
#define RESOURCES_FILE "spend_by_resource.csv"

/* A row of any list of sums. */
struct sum_row {
    const char *currency;
    uint64_t lines;
    struct money billed;
};

static struct sum_row
spend_row(const struct engine_reading *x, size_t i)
{
    const struct review_spend *s = &x->review->spend.at[i];

    return (struct sum_row){ s->currency, s->lines, s->billed };
}

static struct sum_row
day_row(const struct engine_reading *x, size_t i)
{
    return (struct sum_row){ x->review->days.at[i].currency, 0, x->review->days.at[i].billed };
}

static struct sum_row
resource_row(const struct engine_reading *x, size_t i)
{
    const struct review_resource *s = &x->review->resources.at[i];

    return (struct sum_row){ s->currency, 0, s->billed };
}

static struct sum_row
project_row(const struct engine_reading *x, size_t i)
{
    const struct review_project *p = &x->review->projects.at[i];

    return (struct sum_row){ p->currency, 0, p->billed };
}

static struct sum_row
input_row(const struct engine_reading *x, size_t i)
{
    return (struct sum_row){ x->sums.at[i].currency, x->sums.at[i].lines, x->sums.at[i].billed };
}

struct sum_list {
    const char *file;
    size_t n;
    struct sum_row (*row)(const struct engine_reading *x, size_t i);
    bool has_lines;
};

/* That the rows of ${list} in the currency of ${total} come to it; ${*seen} counts them. */
static int
check_total(const struct engine_reading *x, const struct sum_list *list,
    const struct review_total *total, size_t *seen, struct err *e)
{
    char expected[MONEY_TEXT_MAX], found[MONEY_TEXT_MAX];
    struct money billed = MONEY_ZERO;
    uint64_t lines = 0;

    for (size_t i = 0; i < list->n; i++) {
        struct sum_row row = list->row(x, i);

        if (strcmp(row.currency, total->currency) != 0)
            continue;
        ++*seen;
        lines += row.lines;
        if (money_add(&billed, row.billed, e))
            return -1;
    }
    if (money_compare(billed, total->billed) != 0)
        return err_set(e, ERR_BUG, N_("the sums do not close in %s: %s bills %s, %s bills %s"),
            total->currency, TOTALS_FILE, money_format(expected, total->billed), list->file,
            money_format(found, billed));
    if (list->has_lines && lines != total->lines)
        return err_set(e, ERR_BUG, N_("the sums do not close in %s: %s has %llu lines, %s has "
            "%llu"), total->currency, TOTALS_FILE, (unsigned long long)total->lines, list->file,
            (unsigned long long)lines);
    return 0;
}

/* That ${found} of ${file} is what spend.csv bills of a platform. */
static int
check_platform(const struct review_spend *s, struct money billed, const char *file,
    struct money found, struct err *e)
{
    char text[2][MONEY_TEXT_MAX];

    if (money_compare(billed, found) == 0)
        return 0;
    return err_set(e, ERR_BUG, N_("the sums of %s do not close in %s: %s bills %s, %s bills %s"),
        s->platform, s->currency, SPEND_FILE, money_format(text[0], billed), file,
        money_format(text[1], found));
}

/* The days of a platform and category; ${*seen} counts their rows. */
static int
check_days(const struct engine_reading *x, const struct review_spend *s, size_t *seen,
    struct err *e)
{
    struct money found = MONEY_ZERO;

    for (size_t i = 0; i < x->review->days.n; i++) {
        const struct review_day *d = &x->review->days.at[i];

        if (d->platform != s->platform || d->category != s->category || d->currency != s->currency)
            continue;
        ++*seen;
        if (money_add(&found, d->billed, e))
            return -1;
    }
    return check_platform(s, s->billed, DAYS_FILE, found, e);
}

/* The resources of a platform, once for all its categories. */
static int
check_resources(const struct engine_reading *x, size_t at, size_t *seen, struct err *e)
{
    const struct review *v = x->review;
    const struct review_spend *s = &v->spend.at[at];
    struct money billed = MONEY_ZERO, found = MONEY_ZERO;

    for (size_t i = 0; i < v->spend.n; i++) {
        const struct review_spend *other = &v->spend.at[i];

        if (other->platform != s->platform || other->currency != s->currency)
            continue;
        if (i < at)
            return 0;
        if (money_add(&billed, other->billed, e))
            return -1;
    }
    for (size_t i = 0; i < v->resources.n; i++) {
        const struct review_resource *r = &v->resources.at[i];

        if (r->platform != s->platform || r->currency != s->currency)
            continue;
        ++*seen;
        if (money_add(&found, r->billed, e))
            return -1;
    }
    return check_platform(s, billed, RESOURCES_FILE, found, e);
}

/* What spend.csv says of platforms, by day and by resource. */
static int
check_platforms(const struct engine_reading *x, struct err *e)
{
    const struct review *v = x->review;
    size_t days = 0, resources = 0;

    for (size_t i = 0; i < v->spend.n; i++)
        if (check_days(x, &v->spend.at[i], &days, e) || check_resources(x, i, &resources, e))
            return -1;
    if (days < v->days.n || resources < v->resources.n)
        return err_set(e, ERR_BUG, N_("the sums do not close: %s has a platform or category that "
            "%s does not have"), days < v->days.n ? DAYS_FILE : RESOURCES_FILE, SPEND_FILE);
    return 0;
}

int
engine_check_sums(const struct engine_reading *x, struct err *e)
{
    const struct review *v = x->review;
    const struct sum_list lists[] = {
        { SPEND_FILE, v->spend.n, spend_row, true },
        { DAYS_FILE, v->days.n, day_row, false },
        { RESOURCES_FILE, v->resources.n, resource_row, false },
        { "spend_by_project.csv", v->projects.n, project_row, false },
        { "spend_by_input.csv", x->sums.n, input_row, true },
    };

    for (size_t k = 0; k < sizeof(lists) / sizeof(lists[0]); k++) {
        size_t seen = 0;

        for (size_t i = 0; i < v->totals.n; i++)
            if (check_total(x, &lists[k], &v->totals.at[i], &seen, e))
                return -1;
        if (seen < lists[k].n)
            return err_set(e, ERR_BUG, N_("the sums do not close: %s has a currency that %s does "
                "not have"), lists[k].file, TOTALS_FILE);
    }
    return check_platforms(x, e);
}
