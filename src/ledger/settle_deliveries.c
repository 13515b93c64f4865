/*
 * settle_deliveries.c - of a month that was exported more than once, the newest export counts.
 *
 * An older export is known by its rows: more than half of its charges stand in a newer one too,
 * whatever they cost there. Those of its charges that the newer one has in no form show that both
 * are slices of one whole, which overlap: they are kept. Exports of one account and month that have
 * less in common are taken for parts of the whole and all count; since nothing proves that, it is
 * said.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/settle.h"
#include "ledger/settle_delivery.h"
#include "ledger/settle_sums.h"

static const char *
path_of(const struct deliveries *d, const struct delivery *delivery)
{
    return d->ledger->inputs.at[d->parts.at[delivery->first_part].input]->path;
}

/* Say at each file of ${old} what it gave way to. */
static void
say_replaced(const struct deliveries *d, uint32_t index)
{
    const struct delivery *old = &d->list.at[index], *newer = &d->list.at[old->by];
    char month[SETTLE_MONTH_MAX], sum[SETTLE_SUMS_MAX], newer_sum[SETTLE_SUMS_MAX];

    for (size_t i = old->first_part; i <= old->last_part; i++) {
        const struct delivery_part *part = &d->parts.at[i];

        if (part->delivery != index)
            continue;
        input_warn_whole(d->ledger->inputs.at[part->input], "replaced-delivery", 0,
            "an older export of %s (%ju rows, %s in all) is replaced by the newer one "
            "(%ju rows, %s) in %s", settle_month_text(month, part->month), (uintmax_t)old->rows,
            settle_sums_text(sum, &old->sums), (uintmax_t)newer->rows,
            settle_sums_text(newer_sum, &newer->sums), path_of(d, newer));
    }
}

/* Say at each file of ${slice} what it has in common with the newer one. */
static void
say_slice(const struct deliveries *d, uint32_t index)
{
    const struct delivery *slice = &d->list.at[index];
    const char *newer = path_of(d, &d->list.at[slice->by]);
    char month[SETTLE_MONTH_MAX], sum[SETTLE_SUMS_MAX];

    for (size_t i = slice->first_part; i <= slice->last_part; i++) {
        const struct delivery_part *part = &d->parts.at[i];
        struct input *in = d->ledger->inputs.at[part->input];

        if (part->delivery != index)
            continue;
        input_warn_whole(in, "overlapping-slices", 0, "this export of %s overlaps with %s as "
            "slices of one whole do: %ju of its %ju rows are there too and count once, the other "
            "%ju (%s in all) count beside them", settle_month_text(month, part->month), newer,
            (uintmax_t)(slice->rows - slice->kept), (uintmax_t)slice->rows,
            (uintmax_t)slice->kept, settle_sums_text(sum, &slice->kept_sums));
        if (slice->changed > 0)
            input_warn_whole(in, "slices-differ", 0, "%ju of the rows that stand in %s too have "
                "other amounts there, which count", (uintmax_t)slice->changed, newer);
    }
}

/* ${delivery} counts beside ${other}, a delivery of the same account and month. */
static void
say_both(const struct deliveries *d, const struct delivery *delivery,
    const struct delivery *other)
{
    const struct delivery_part *part = &d->parts.at[delivery->first_part];
    const struct delivery *older = delivery->rank > other->rank ? delivery : other;
    char month[SETTLE_MONTH_MAX];

    input_warn_whole(d->ledger->inputs.at[part->input], "several-deliveries", 0,
        "this is another export of %s for the same account; only %ju of %ju rows are in both, so "
        "all count as parts of one whole, beside %s", settle_month_text(month, part->month),
        (uintmax_t)older->covered, (uintmax_t)older->rows, path_of(d, other));
}

static int
settle_all(struct deliveries *d, struct err *e)
{
    struct ledger *l = d->ledger;
    /* Per group: the first delivery that counts, plus 1. */
    uint32_t *first = arena_array(&d->arena, d->groups + 1, sizeof(*first));

    if (!first)
        return err_nomem(e);
    for (uint32_t i = 0; i < d->list.n; i++) {
        const struct delivery *delivery = &d->list.at[i];

        if (delivery->is_replaced && delivery->kept > 0)
            say_slice(d, i);
        else if (delivery->is_replaced)
            say_replaced(d, i);
        else if (first[delivery->group] != 0)
            say_both(d, delivery, &d->list.at[first[delivery->group] - 1]);
        else
            first[delivery->group] = i + 1;
    }
    for (size_t i = 0; i < l->lines.n; i++)
        if (d->part_of[i] != DELIVERY_NONE && !(d->is_kept && d->is_kept[i]) &&
            d->list.at[d->parts.at[d->part_of[i]].delivery].is_replaced)
            l->lines.at[i].fate = FATE_ALREADY_SEEN;
    return 0;
}

/* Most ledgers have no two inputs of whole months. */
static bool
has_two(const struct ledger *l)
{
    size_t n = 0;

    for (size_t i = 0; n < 2 && i < l->inputs.n; i++)
        n += l->inputs.at[i]->is_whole_month;
    return n == 2;
}

int
settle_deliveries(struct ledger *l, struct err *e)
{
    struct deliveries d = { .ledger = l };
    int result = -1;

    if (!has_two(l))
        return 0;
    if (delivery_find_parts(&d, e) == 0 &&
        (d.row_count == 0 || (delivery_join_parts(&d, e) == 0 && delivery_compare(&d, e) == 0 &&
            delivery_keep_slices(&d, e) == 0 && settle_all(&d, e) == 0)))
        result = 0;
    for (size_t i = 0; i < d.parts.n; i++)
        vec_release(&d.parts.at[i].sums);
    for (size_t i = 0; i < d.list.n; i++) {
        vec_release(&d.list.at[i].sums);
        vec_release(&d.list.at[i].kept_sums);
    }
    vec_release(&d.parts);
    vec_release(&d.list);
    free(d.rows);
    arena_release(&d.arena);
    return result;
}
