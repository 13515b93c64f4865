/*
 * settle_delivery_compare.c - which files are one delivery, and what deliveries have in common.
 *
 * Files of one folder that hardly share a row are the parts of one delivery, as large exports are
 * cut; a file more than half of whose rows stand in others of its folder too is a delivery of its
 * own, as exports of each day are kept side by side. Of two deliveries the newer one has an invoice
 * number, else more rows, else rows that end later (those of a month that goes on grow), else the
 * later path.
 *
 * Rows are sorted by hash, so that equal ones of all parts stand together, as a run.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/settle_delivery.h"

/* How many rows of a run stand in one part, folder or delivery. */
struct share {
    uint32_t of;
    uint32_t rank; /* of the delivery; else 0 */
    uint64_t rows;
};

static uint64_t
least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

size_t
delivery_run_end(const struct deliveries *d, size_t from)
{
    size_t to = from + 1;

    while (to < d->row_count && d->rows[to].hash == d->rows[from].hash)
        to++;
    return to;
}

/* Count for each part the rows of run [from, to) that other parts of its folder have too. */
static void
count_shared(struct deliveries *d, size_t from, size_t to, uint64_t *in_folder)
{
    for (size_t i = from; i < to; i++)
        in_folder[d->parts.at[d->rows[i].part].folder]++;
    for (size_t i = from, next; i < to; i = next) {
        struct delivery_part *part = &d->parts.at[d->rows[i].part];

        for (next = i; next < to && d->rows[next].part == d->rows[i].part; next++)
            ;
        part->shared += least(next - i, in_folder[part->folder] - (next - i));
    }
    for (size_t i = from; i < to; i++)
        in_folder[d->parts.at[d->rows[i].part].folder] = 0;
}

static int
add_to_delivery(struct deliveries *d, uint32_t index, uint32_t part_index, struct err *e)
{
    struct delivery *delivery = &d->list.at[index];
    struct delivery_part *part = &d->parts.at[part_index];

    part->delivery = index;
    delivery->last_part = part_index;
    delivery->rows += part->rows;
    delivery->ends += part->ends;
    delivery->has_invoice |= part->has_invoice;
    for (size_t i = 0; i < part->sums.n; i++)
        if (currency_sums_add(&delivery->sums, part->sums.at[i].currency, part->sums.at[i].sum, e))
            return -1;
    return 0;
}

/* What tells a delivery of several parts: their group and folder. */
struct home {
    uint32_t group, folder;
};

int
delivery_join_parts(struct deliveries *d, struct err *e)
{
    uint64_t *in_folder = arena_array(&d->arena, d->ledger->inputs.n + 1, sizeof(*in_folder));
    struct home *homes = arena_array(&d->arena, d->parts.n + 1, sizeof(*homes));
    struct map seen = MAP_INIT;
    int result = -1;

    if (!in_folder || !homes)
        return err_nomem(e);
    for (size_t from = 0, to; from < d->row_count; from = to) {
        to = delivery_run_end(d, from);
        count_shared(d, from, to, in_folder);
    }
    for (uint32_t i = 0; i < d->parts.n; i++) {
        const struct delivery_part *part = &d->parts.at[i];
        bool is_alone = 2 * part->shared > part->rows, is_new = true;
        uint32_t index = (uint32_t)d->list.n;

        homes[i] = (struct home){ part->group, part->folder };
        if (!is_alone) {
            struct map_entry *entry =
                map_put(&seen, (struct sv){ (const char *)&homes[i], sizeof(homes[i]) }, &is_new);

            if (!entry) {
                err_nomem(e);
                goto out;
            }
            if (is_new)
                entry->value.number = index;
            index = (uint32_t)entry->value.number;
        }
        if (is_new) {
            if (vec_grow(&d->list, 1, LEDGER_LINES_MAX, e))
                goto out;
            d->list.at[d->list.n++] = (struct delivery){
                .group = part->group,
                .first_part = i,
                .by = DELIVERY_NONE,
            };
        }
        if (add_to_delivery(d, index, i, e))
            goto out;
    }
    result = 0;
out:
    map_release(&seen);
    return result;
}

/* The newer one first. */
static int
compare_deliveries(const void *left, const void *right)
{
    const struct delivery *a = *(struct delivery *const *)left;
    const struct delivery *b = *(struct delivery *const *)right;

    if (a->has_invoice != b->has_invoice)
        return a->has_invoice ? -1 : 1;
    if (a->rows != b->rows)
        return a->rows > b->rows ? -1 : 1;
    if (a->ends != b->ends)
        return a->ends > b->ends ? -1 : 1;
    return (a->last_part < b->last_part) - (a->last_part > b->last_part);
}

static int
compare_shares(const void *left, const void *right)
{
    const struct share *a = left, *b = right;

    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* The shares of deliveries in the run [from, to), the newest first. Returns how many. */
static size_t
share_run(const struct deliveries *d, size_t from, size_t to, struct share *shares)
{
    size_t n = 0, all = to - from;

    for (size_t i = 0; i < all; i++) {
        uint32_t delivery = d->parts.at[d->rows[from + i].part].delivery;

        shares[i] = (struct share){ delivery, d->list.at[delivery].rank, 1 };
    }
    qsort(shares, all, sizeof(*shares), compare_shares);
    for (size_t i = 1; i < all; i++) {
        if (shares[i].of == shares[n].of)
            shares[n].rows++;
        else
            shares[++n] = shares[i];
    }
    return n + 1;
}

/* Credit each delivery of a run with the rows that a newer one has too. */
static void
cover(struct deliveries *d, const struct share *shares, size_t n)
{
    uint64_t newer = shares[0].rows;

    for (size_t i = 1; i < n; i++) {
        struct delivery *delivery = &d->list.at[shares[i].of];

        delivery->covered += least(shares[i].rows, newer);
        if (delivery->by == DELIVERY_NONE ||
            shares[0].rank < d->list.at[delivery->by].rank)
            delivery->by = shares[0].of;
        if (shares[i].rows > newer)
            newer = shares[i].rows;
    }
}

int
delivery_compare(struct deliveries *d, struct err *e)
{
    struct delivery **order = arena_array(&d->arena, d->list.n + 1, sizeof(struct delivery *));
    struct share *shares;
    size_t longest = 0;

    if (!order)
        return err_nomem(e);
    for (size_t i = 0; i < d->list.n; i++)
        order[i] = &d->list.at[i];
    if (d->list.n > 0)
        qsort(order, d->list.n, sizeof(*order), compare_deliveries);
    for (size_t i = 0; i < d->list.n; i++)
        order[i]->rank = (uint32_t)i;

    for (size_t from = 0, to; from < d->row_count; from = to) {
        to = delivery_run_end(d, from);
        longest = to - from > longest ? to - from : longest;
    }
    shares = arena_array(&d->arena, longest + 1, sizeof(*shares));
    if (!shares)
        return err_nomem(e);
    for (size_t from = 0, to; from < d->row_count; from = to) {
        to = delivery_run_end(d, from);
        if (to - from > 1)
            cover(d, shares, share_run(d, from, to, shares));
    }
    for (size_t i = 0; i < d->list.n; i++)
        d->list.at[i].is_replaced = 2 * d->list.at[i].covered > d->list.at[i].rows;
    return 0;
}
