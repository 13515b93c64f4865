/*
 * settle_row_contents.c - rows without an id that two files of one format both deliver.
 *
 * Equal rows inside one file are different charges. The k-th of them in one file is the k-th in
 * every other file of the format, so that the file with most of them decides how many count. Lines
 * that count and are equal form a list; each file walks along it, and what is beyond its end counts
 * and makes it longer.
 */
#include <stdlib.h>

#include "ledger/settle_rows.h"

/* All rows of one content. */
struct content {
    uint32_t first, last; /* of the list of those that count */
    uint32_t cursor;      /* the next to be matched by a row of `input`; END: none is left */
    uint32_t input;       /* which is walking */
};

#define END UINT32_MAX

struct contents {
    const struct ledger *ledger;
    const uint32_t *formats;
    struct content *at;
    size_t n;
    uint32_t *next; /* per line: the next of the same list */
    struct row_set set;
};

struct wanted {
    const struct contents *all;
    const struct ledger_line *line;
};

/* Equal in every column of the ledger but where the row stands and what normalising repaired. */
static bool
is_same_content(const struct ledger_line *a, const struct ledger_line *b)
{
    return a->facets == b->facets && a->order_id == b->order_id && a->start == b->start &&
        a->end == b->end && row_is_same_amounts(a, b);
}

static bool
is_wanted(const void *context, uint32_t number)
{
    const struct wanted *w = context;
    const struct ledger_line *other = &w->all->ledger->lines.at[w->all->at[number].first];

    return w->all->formats[w->line->input] == w->all->formats[other->input] &&
        is_same_content(w->line, other);
}

static uint64_t
hash_line(const struct contents *all, const struct ledger_line *line)
{
    const struct {
        const void *facets, *order_id;
        int64_t start, end;
        money_int billed;
        uint64_t format;
        uint64_t padding;
    } key = { line->facets, line->order_id, line->start, line->end, ledger_billed(line).units,
        all->formats[line->input], 0 };

    return map_hash((struct sv){ (const char *)&key, sizeof(key) });
}

static int
settle_line(struct contents *all, struct ledger *l, uint32_t index, struct row_events *events,
    struct err *e)
{
    struct ledger_line *line = &l->lines.at[index];
    struct wanted wanted = { all, line };
    uint64_t hash = hash_line(all, line);
    struct row_slot *slot = row_set_find(&all->set, hash, is_wanted, &wanted);
    struct content *content;

    all->next[index] = END;
    if (slot->number == 0) {
        row_slot_take(slot, hash, (uint32_t)all->n);
        all->at[all->n++] = (struct content){ index, index, END, line->input };
        return 0;
    }
    content = &all->at[slot->number - 1];
    if (content->input != line->input) {
        content->input = line->input;
        content->cursor = content->first;
    }
    if (content->cursor == END) {
        all->next[content->last] = index;
        content->last = index;
        return 0;
    }
    line->fate = FATE_ALREADY_SEEN;
    if (row_event_add(events, ROW_SEEN, index, content->cursor, e))
        return -1;
    content->cursor = all->next[content->cursor];
    return 0;
}

/* Most ledgers have one input of each format that they have. */
static bool
has_two_of_one(const struct ledger *l, const uint32_t *formats)
{
    uint32_t most = 0;

    /* Formats are numbered as they come. */
    for (size_t i = 0; i < l->inputs.n; i++)
        most = formats[i] > most ? formats[i] : most;
    return l->inputs.n > (size_t)most + 1;
}

/* Mark in ${shared} the inputs whose format has another one with lines that count. */
static void
find_shared(const struct ledger *l, const uint32_t *formats, uint32_t *holder, bool *shared)
{
    /* holder[f]: an input of format f, plus 1; 0: none yet. */
    for (size_t i = 0; i < l->lines.n; i++) {
        uint32_t input = l->lines.at[i].input, *of_format = &holder[formats[input]];

        if (l->lines.at[i].fate != FATE_COUNTED || *of_format == input + 1)
            continue;
        if (*of_format != 0)
            shared[formats[input]] = true;
        *of_format = input + 1;
    }
}

static bool
is_candidate(const struct ledger_line *line, const uint32_t *formats, const bool *shared)
{
    return line->fate == FATE_COUNTED && !line->line_id[0] && shared[formats[line->input]];
}

int
row_settle_contents(struct ledger *l, const uint32_t *formats, struct row_events *events,
    struct err *e)
{
    struct contents all = { .ledger = l, .formats = formats };
    struct arena scratch = ARENA_INIT;
    uint32_t *holder;
    bool *shared;
    size_t candidates = 0;
    int result = -1;

    if (!has_two_of_one(l, formats))
        return 0;
    holder = arena_array(&scratch, l->inputs.n + 1, sizeof(*holder));
    shared = arena_array(&scratch, l->inputs.n + 1, sizeof(*shared));
    if (!holder || !shared) {
        err_nomem(e);
        goto out;
    }
    find_shared(l, formats, holder, shared);
    for (size_t i = 0; i < l->lines.n; i++)
        candidates += is_candidate(&l->lines.at[i], formats, shared);
    if (candidates > 0) {
        all.at = calloc(candidates, sizeof(*all.at));
        all.next = calloc(l->lines.n, sizeof(*all.next));
        if (!all.at || !all.next) {
            err_nomem(e);
            goto out;
        }
        if (row_set_init(&all.set, candidates, e))
            goto out;
    }
    for (size_t i = 0; candidates > 0 && i < l->lines.n; i++)
        if (is_candidate(&l->lines.at[i], formats, shared) &&
            settle_line(&all, l, (uint32_t)i, events, e))
            goto out;
    result = 0;
out:
    free(all.at);
    free(all.next);
    row_set_release(&all.set);
    arena_release(&scratch);
    return result;
}
