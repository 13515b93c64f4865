/*
 * gpu_use.c - what GPUs did in the hours that were billed: work, nothing, or who knows.
 *
 * Sums are kept in card-milliseconds, which are exact, and divided into hours once. Lines of equal
 * facets are of one resource, which is looked up once for them.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/gpu_time.h"
#include "audit/idle.h"
#include "audit/review_sort.h"

static const char *const words[GPU_STATES] = {
    [GPU_USED] = N_("used"),
    [GPU_IDLE] = N_("idle"),
    [GPU_UNKNOWN] = N_("unknown"),
};

const char *
gpu_state_word(enum gpu_state s)
{
    return words[s];
}

/* ${part} / ${whole} of ${all}. */
static struct money
share_of(struct money all, money_int part, money_int whole)
{
    struct money share = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    /* A part of what is in range. */
    (void)money_share(&share, all, part, whole, MONEY_DECIMALS, &ignored);
    return share;
}

bool
gpu_use_of_line(const struct audit *a, uint32_t line, struct money out[GPU_STATES])
{
    const struct ledger_line *at = audit_line(a, line);
    const struct timeline_instance *i;
    money_int spoken = 0, idle = 0, whole;
    struct money all;
    struct span p;
    uint32_t cards;

    if (at->fate != FATE_COUNTED || ledger_word(at, WORD_CATEGORY) != CATEGORY_GPU ||
        !ledger_is_spend(at) || !gpu_time(at, timeline_cards(&a->timeline, line), &all))
        return false;
    out[GPU_USED] = out[GPU_IDLE] = MONEY_ZERO;
    out[GPU_UNKNOWN] = all;
    if (!idle_is_known(a, line, &i, &cards))
        return true;
    (void)line_period(at, &p);
    whole = (money_int)(p.to - p.from) * cards;
    for (size_t k = 0; k < i->series_count; k++) {
        spoken += strip_covered(&i->series[k].speaking, p);
        idle += strip_covered(&i->series[k].idle, p);
    }
    /* Where less time is billed than the period is long, it is in the parts that the period has. */
    out[GPU_IDLE] = share_of(all, idle, whole);
    out[GPU_USED] = share_of(all, spoken - idle, whole);
    out[GPU_UNKNOWN].units -= out[GPU_IDLE].units + out[GPU_USED].units;
    return true;
}

/* The index of the review's resource that ${line} is of. */
static size_t
resource_of(const struct review *r, const struct ledger_line *line)
{
    const char *resource = ledger_text(line, TEXT_RESOURCE_ID);
    struct review_resource key = {
        .platform = ledger_text(line, TEXT_PLATFORM),
        .resource = resource[0] ? resource : ledger_text(line, TEXT_INSTANCE_ID),
        .name = ledger_text(line, TEXT_RESOURCE_NAME),
        .sku = ledger_text(line, TEXT_SKU_ID),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
    };
    const struct review_resource *found = bsearch(&key, r->resources.at, r->resources.n,
        sizeof(key), review_compare_resources);

    return found ? (size_t)(found - r->resources.at) : r->resources.n;
}

/* Add the time of line ${i} to the resource that it is of, whose index + 1 ${found} may have by the
 * number of the facets. */
static int
add_line(struct audit *a, struct gpu_use *uses, size_t *found, uint32_t i, struct err *e)
{
    const struct ledger_line *line = audit_line(a, i);
    struct money time[GPU_STATES];
    struct gpu_use *use;
    size_t *index;

    if (!gpu_use_of_line(a, i, time))
        return 0;
    index = &found[line->facets->number];
    if (*index == 0)
        *index = resource_of(a->in.review, line) + 1;
    if (*index > a->in.review->resources.n)
        return err_set(e, ERR_BUG, "a charge for GPUs is of no resource of the review");
    use = &uses[*index - 1];
    use->is_there = true;
    for (size_t s = 0; s < GPU_STATES; s++) {
        struct err inner = ERR_INIT;

        if (money_add(&use->state[s], time[s], &inner) ||
            money_add(&a->gpu_total.hours, time[s], &inner))
            return err_set(e, ERR_RANGE, "the sum of GPU hours is larger than 4.7 x 10^13");
    }
    return 0;
}

/*
 * From card-milliseconds to hours. What rounding leaves over goes to used time, or to unknown time
 * where none was used.
 */
static int
finish(struct gpu_use *use, struct gpu_use *total, struct err *e)
{
    struct money *rest = &use->state[money_is_zero(use->state[GPU_USED]) ? GPU_UNKNOWN : GPU_USED];
    struct money all = MONEY_ZERO, left;

    for (size_t s = 0; s < GPU_STATES; s++) {
        if (money_add(&all, use->state[s], e))
            return -1;
        use->state[s] = gpu_time_hours(use->state[s]);
    }
    left = use->hours = gpu_time_hours(all);
    for (size_t s = 0; s < GPU_STATES; s++)
        if (money_sub(&left, use->state[s], e))
            return -1;
    if (money_add(rest, left, e) || money_add(&total->hours, use->hours, e))
        return -1;
    for (size_t s = 0; s < GPU_STATES; s++)
        if (money_add(&total->state[s], use->state[s], e))
            return -1;
    return 0;
}

int
gpu_use_find(struct audit *a, struct err *e)
{
    size_t n = a->in.review->resources.n;
    struct gpu_use *uses = arena_array(&a->arena, n + 1, sizeof(*uses));
    size_t *found = calloc(a->in.ledger->facets.n + 1, sizeof(*found));
    int result = uses && found ? 0 : err_nomem(e);

    for (size_t i = 0; i < a->of_gpus.n && result == 0; i++) {
        audit_ahead(a, &a->of_gpus, i);
        result = add_line(a, uses, found, a->of_gpus.at[i], e);
    }
    free(found);
    a->gpu_total = (struct gpu_use){ .is_there = false };
    for (size_t i = 0; i < n && result == 0; i++) {
        if (!uses[i].is_there)
            continue;
        a->gpu_total.is_there = true;
        result = finish(&uses[i], &a->gpu_total, e);
    }
    a->gpu_use = uses;
    return result;
}

int
gpu_use_check(const struct audit *a, struct err *e)
{
    struct money parts = MONEY_ZERO, states = MONEY_ZERO;

    for (size_t i = 0; i < a->in.review->resources.n; i++) {
        const struct gpu_use *use = &a->gpu_use[i];
        struct money sum = MONEY_ZERO;

        for (size_t s = 0; s < GPU_STATES; s++)
            if (money_is_negative(use->state[s]) || money_add(&sum, use->state[s], e))
                return err_set(e, ERR_BUG, "the GPU hours of a resource are out of range");
        if (money_compare(sum, use->hours) != 0)
            return err_set(e, ERR_BUG, "the GPU hours of %s are not those of its states",
                a->in.review->resources.at[i].resource);
        if (money_add(&parts, sum, e))
            return -1;
    }
    for (size_t s = 0; s < GPU_STATES; s++)
        if (money_add(&states, a->gpu_total.state[s], e))
            return -1;
    if (money_compare(a->gpu_total.hours, parts) != 0 ||
        money_compare(a->gpu_total.hours, states) != 0)
        return err_set(e, ERR_BUG, "the GPU hours are not the sum of those of the resources");
    return 0;
}
