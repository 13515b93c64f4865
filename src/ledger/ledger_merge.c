/*
 * ledger_merge.c - several ledgers become one.
 *
 * Lines are moved; what they point to that is kept once in a ledger is looked up in the other one.
 * Facets are looked up once for each of theirs, in the order in which the lines name them, so that
 * their order in the map does not tell which thread read which lines.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/ledger_inside.h"

/* Facets of one ledger and what they are in another; NULL where that was not asked yet. */
struct adoption {
    const struct ledger_facets *from, *to;
};

/* By the address of `from`; a power of two of slots, at most half of them taken. */
struct adoptions {
    struct ledger *into;
    struct adoption *slots;
    size_t count;
};

/* For the facets of ${n} maps together. */
static int
adoptions_init(struct adoptions *a, struct ledger *into, size_t facets, struct err *e)
{
    *a = (struct adoptions){ .into = into, .count = 16 };
    while (a->count < 2 * facets)
        a->count *= 2;
    a->slots = calloc(a->count, sizeof(*a->slots));
    return a->slots ? 0 : err_nomem(e);
}

static struct adoption *
find_adoption(const struct adoptions *a, const struct ledger_facets *from)
{
    uint64_t hash = (uint64_t)(uintptr_t)from * UINT64_C(0x9E3779B97F4A7C15);
    size_t i = (size_t)(hash >> 32) & (a->count - 1);

    while (a->slots[i].from && a->slots[i].from != from)
        i = (i + 1) & (a->count - 1);
    return &a->slots[i];
}

/* The facets of ${into} with the content of ${f} of another ledger. NULL when memory is out. */
static const struct ledger_facets *
adopt_facets(struct ledger *into, const struct ledger_facets *f)
{
    struct ledger_facets adopted;

    memcpy(&adopted, f, sizeof(adopted));
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        adopted.text[i] = intern_text(&into->strings, sv_of(f->text[i]));
        if (!adopted.text[i])
            return NULL;
    }
    return ledger_keep_facets(into, &adopted);
}

/* The facets ${f}, whose memory and texts are those of ${into} already. NULL when memory is out. */
static const struct ledger_facets *
own_facets(struct ledger *into, const struct ledger_facets *f)
{
    struct ledger_facets *own = (struct ledger_facets *)(uintptr_t)f;
    bool is_new;
    struct map_entry *entry =
        map_put(&into->facets, (struct sv){ (const char *)own, LEDGER_FACETS_BYTES }, &is_new);

    if (entry && is_new) {
        own->number = (uint32_t)into->facets.n - 1;
        entry->value.pointer = own;
    }
    return entry ? entry->value.pointer : NULL;
}

/* Let ${line} point into the ledger of ${a}; ${is_own}: all but its facets does already. */
static int
adopt_line(struct adoptions *a, struct ledger_line *line, bool is_own, struct err *e)
{
    struct adoption *adoption = find_adoption(a, line->facets);

    if (!adoption->from) {
        adoption->from = line->facets;
        adoption->to = is_own ? own_facets(a->into, line->facets) :
            adopt_facets(a->into, line->facets);
    }
    line->facets = adoption->to;
    if (!is_own) {
        line->line_id = intern_text(&a->into->strings, sv_of(line->line_id));
        line->order_id = intern_text(&a->into->strings, sv_of(line->order_id));
    }
    return line->facets && line->line_id && line->order_id ? 0 : err_nomem(e);
}

/* Put the lines of ${from} behind those of ${into}, which has room for them. */
static int
adopt_lines(struct ledger *into, struct ledger *from, struct err *e)
{
    struct adoptions adoptions;
    uint32_t first_input = (uint32_t)into->inputs.n;
    int result = adoptions_init(&adoptions, into, from->facets.n, e);

    for (size_t i = 0; i < from->lines.n && result == 0; i++) {
        struct ledger_line *line = &into->lines.at[into->lines.n + i];

        *line = from->lines.at[i];
        line->input += first_input;
        result = adopt_line(&adoptions, line, false, e);
    }
    into->lines.n += result == 0 ? from->lines.n : 0;
    free(adoptions.slots);
    return result;
}

int
ledger_merge(struct ledger *into, struct ledger *from, struct err *e)
{
    if (into->inputs.n == 0 && into->lines.n == 0 && into->strings.map.n == 0) {
        ledger_release(into);
        *into = *from;
        ledger_init(from);
        return 0;
    }
    if (vec_grow(&into->inputs, from->inputs.n, UINT32_MAX, e)
        || vec_grow(&into->lines, from->lines.n, LEDGER_LINES_MAX, e)
        || adopt_lines(into, from, e))
        return -1;
    for (size_t i = 0; i < from->inputs.n; i++)
        into->inputs.at[into->inputs.n++] = from->inputs.at[i];
    from->inputs.n = 0;
    arena_merge(&into->arena, &from->arena);
    ledger_release(from);
    return 0;
}

/* The lines of ${l} go, with all that they name. */
static void
drop_lines(struct ledger *l)
{
    vec_release(&l->lines);
    map_release(&l->facets);
    map_release(&l->packings);
    intern_release(&l->strings);
    arena_release(&l->arena);
}

/* Move what ${base} holds but its inputs to ${into}; facets are in no map then. */
static void
take_over(struct ledger *into, struct ledger *base)
{
    drop_lines(into);
    into->arena = base->arena;
    into->packings = base->packings;
    into->strings = base->strings;
    into->lines.at = base->lines.at;
    into->lines.n = base->lines.n;
    into->lines.room = base->lines.room;
    base->arena = (struct arena)ARENA_INIT;
    base->packings = (struct map)MAP_INIT;
    base->strings = (struct intern)INTERN_INIT;
    base->lines.at = NULL;
    drop_lines(base);
    base->lines.n = base->lines.room = 0;
}

/* Let all lines point into ${into}, where they still stand in the ledgers of ${runs}. */
static int
adopt_runs(struct ledger *into, const struct ledger_run *runs, size_t n, size_t facets,
    struct err *e)
{
    const struct ledger *base = runs[0].of;
    struct adoptions adoptions;
    int result = adoptions_init(&adoptions, into, facets, e);

    for (size_t i = 0; i < n && result == 0; i++) {
        bool is_own = runs[i].of == base;
        struct ledger_line *line = is_own ? into->lines.at : runs[i].of->lines.at;

        for (size_t k = 0; k < i; k++)
            line += runs[k].of == runs[i].of ? runs[k].n : 0;
        for (size_t k = 0; k < runs[i].n && result == 0; k++) {
            line[k].source_line += runs[i].line_shift;
            result = adopt_line(&adoptions, &line[k], is_own, e);
        }
    }
    free(adoptions.slots);
    return result;
}

/* Give back the memory behind the lines of ${l}; where that cannot be done, it stays. */
static void
shrink_lines(struct ledger *l)
{
    struct ledger_line *kept;

    if (l->lines.n == 0) {
        vec_release(&l->lines);
        return;
    }
    kept = realloc(l->lines.at, l->lines.n * sizeof(*kept));
    if (kept) {
        l->lines.at = kept;
        l->lines.room = l->lines.n;
    }
}

/*
 * Put the lines where they belong, the last run first: those of ${into} then move backwards only,
 * over places that are free, and those of the others are freed as they are taken.
 */
static int
place_runs(struct ledger *into, const struct ledger_run *runs, size_t n, struct err *e)
{
    const struct ledger *base = runs[0].of;
    size_t own = into->lines.n, at = own;

    for (size_t i = 0; i < n; i++)
        at += runs[i].of == base ? 0 : runs[i].n;
    if (vec_grow(&into->lines, at - own, LEDGER_LINES_MAX, e))
        return -1;
    into->lines.n = at;
    for (size_t i = n; i-- > 0;) {
        struct ledger *of = runs[i].of;
        size_t *left = of == base ? &own : &of->lines.n;

        at -= runs[i].n;
        *left -= runs[i].n;
        if (runs[i].n > 0)
            memmove(&into->lines.at[at], (of == base ? into : of)->lines.at + *left,
                runs[i].n * sizeof(*into->lines.at));
        if (of != base)
            shrink_lines(of);
    }
    return 0;
}

int
ledger_join(struct ledger *into, const struct ledger_run *runs, size_t n, struct err *e)
{
    size_t facets = 0;

    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; i++) {
        bool is_first = true;

        for (size_t k = 0; k < i && is_first; k++)
            is_first = runs[k].of != runs[i].of;
        facets += is_first ? runs[i].of->facets.n : 0;
    }
    take_over(into, runs[0].of);
    if (adopt_runs(into, runs, n, facets, e) || place_runs(into, runs, n, e))
        return -1;
    for (size_t i = 0; i < n; i++) {
        arena_merge(&into->arena, &runs[i].of->arena);
        drop_lines(runs[i].of);
    }
    return 0;
}
