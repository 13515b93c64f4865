/*
 * settle_delivery_slices.c - the rows of an older delivery that newer ones do not have.
 *
 * A newer export of a month has all that an older one had: the same charges, or, where the platform
 * restated them, charges of the same things at times that overlap. Rows that it has in neither form
 * were never in it: both files are slices, cut by hand out of one whole.
 */
#include <stdlib.h>

#include "ledger/settle_delivery.h"
#include "ledger/settle_sums.h"

/* A row of a newer delivery that the older one does not have. */
struct restated {
    uint64_t hash;      /* of what was charged, whenever that was */
    int64_t start, end;
    int64_t latest_end; /* of those of its hash that start no later */
};

/* The rows of one older delivery that are looked for. */
struct slices {
    struct deliveries *d;
    struct delivery *older;
    struct restated *restated;
    size_t n;
};

static uint64_t
hash_thing(const struct ledger_line *line)
{
    const struct {
        const void *text[5];
        uint64_t entry;
    } key = {
        { ledger_text(line, TEXT_RESOURCE_ID), ledger_text(line, TEXT_INSTANCE_ID),
            ledger_text(line, TEXT_SKU_ID), ledger_text(line, TEXT_SKU_METER),
            ledger_text(line, TEXT_RESOURCE_NAME) },
        ledger_word(line, WORD_ENTRY),
    };

    return map_hash((struct sv){ (const char *)&key, sizeof(key) });
}

/* A row without a start overlaps with all others. */
static struct restated
thing_of(const struct ledger_line *line)
{
    struct restated r = { hash_thing(line), line->start, line->end, 0 };

    if (r.start == TIME_NONE) {
        r.start = INT64_MIN;
        r.end = INT64_MAX;
    } else if (r.end == TIME_NONE || r.end <= r.start) {
        r.end = r.start + 1;
    }
    return r;
}

static int
compare_things(const void *left, const void *right)
{
    const struct restated *a = left, *b = right;

    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

/* Whether a newer delivery has ${line} for another time or price. */
static bool
is_restated(const struct slices *s, const struct ledger_line *line)
{
    struct restated wanted = thing_of(line);
    size_t low = 0, high = s->n;

    /* The first one that is of another thing, or starts when the line has ended. */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct restated *r = &s->restated[middle];

        if (r->hash < wanted.hash || (r->hash == wanted.hash && r->start < wanted.end))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->restated[low - 1].hash == wanted.hash &&
        s->restated[low - 1].latest_end > wanted.start;
}

static const struct delivery *
delivery_of(const struct deliveries *d, size_t row)
{
    return &d->list.at[d->parts.at[d->rows[row].part].delivery];
}

/* What the run [from, to) holds. */
struct run {
    bool has_older, has_newer;
};

static struct run
look_at_run(const struct slices *s, size_t from, size_t to)
{
    struct run run = { false, false };

    for (size_t i = from; i < to; i++) {
        run.has_older |= delivery_of(s->d, i) == s->older;
        run.has_newer |= delivery_of(s->d, i)->rank < s->older->rank;
    }
    return run;
}

/* List what newer deliveries have and the older one has not. */
static void
list_restated(struct slices *s)
{
    const struct deliveries *d = s->d;

    for (size_t from = 0, to; from < d->row_count; from = to) {
        struct run run;

        to = delivery_run_end(d, from);
        /* A run is of one group. */
        if (delivery_of(d, from)->group != s->older->group)
            continue;
        run = look_at_run(s, from, to);
        for (size_t i = from; i < to && run.has_newer && !run.has_older; i++)
            if (delivery_of(d, i)->rank < s->older->rank)
                s->restated[s->n++] = thing_of(&d->ledger->lines.at[d->rows[i].line]);
    }
    if (s->n > 0)
        qsort(s->restated, s->n, sizeof(*s->restated), compare_things);
    for (size_t i = 0; i < s->n; i++) {
        struct restated *r = &s->restated[i];

        r->latest_end = r->end;
        if (i > 0 && r[-1].hash == r->hash && r[-1].latest_end > r->end)
            r->latest_end = r[-1].latest_end;
    }
}

/* Whether a newer delivery of run [from, to) has the row at ${row} for the same amount. */
static bool
has_amount(const struct slices *s, size_t from, size_t to, size_t row)
{
    const struct ledger_line *lines = s->d->ledger->lines.at;

    for (size_t i = from; i < to; i++)
        if (delivery_of(s->d, i)->rank < s->older->rank &&
            money_compare(ledger_billed(&lines[s->d->rows[i].line]),
                ledger_billed(&lines[s->d->rows[row].line])) == 0)
            return true;
    return false;
}

/* Keep the rows of the older delivery in run [from, to) where no newer one has them. */
static int
keep_run(struct slices *s, size_t from, size_t to, struct err *e)
{
    const struct ledger *l = s->d->ledger;
    bool is_covered = look_at_run(s, from, to).has_newer;

    for (size_t i = from; i < to; i++) {
        const struct ledger_line *line = &l->lines.at[s->d->rows[i].line];

        if (delivery_of(s->d, i) != s->older)
            continue;
        if (is_covered || is_restated(s, line)) {
            s->older->changed += !is_covered || !has_amount(s, from, to, i);
            continue;
        }
        s->d->is_kept[s->d->rows[i].line] = true;
        s->older->kept++;
        if (settle_sums_add(&s->older->kept_sums, l, line, e))
            return -1;
    }
    return 0;
}

static int
keep_slice(struct deliveries *d, struct delivery *older, struct err *e)
{
    struct slices s = { .d = d, .older = older,
        .restated = malloc((d->row_count + 1) * sizeof(*s.restated)) };
    int result = 0;

    if (!s.restated)
        return err_nomem(e);
    list_restated(&s);
    for (size_t from = 0, to; result == 0 && from < d->row_count; from = to) {
        to = delivery_run_end(d, from);
        if (delivery_of(d, from)->group == older->group)
            result = keep_run(&s, from, to, e);
    }
    free(s.restated);
    return result;
}

/* Bills that are final, as their invoice shows, are whole; so is what all of an older one is in. */
static bool
may_be_slice(const struct deliveries *d, const struct delivery *older)
{
    return older->is_replaced && older->covered < older->rows &&
        (older->has_invoice || !d->list.at[older->by].has_invoice);
}

int
delivery_keep_slices(struct deliveries *d, struct err *e)
{
    for (size_t i = 0; i < d->list.n; i++) {
        if (!may_be_slice(d, &d->list.at[i]))
            continue;
        if (!d->is_kept)
            d->is_kept = arena_array(&d->arena, d->ledger->lines.n + 1, sizeof(*d->is_kept));
        if (!d->is_kept)
            return err_nomem(e);
        if (keep_slice(d, &d->list.at[i], e))
            return -1;
    }
    return 0;
}
