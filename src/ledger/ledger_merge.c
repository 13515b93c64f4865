/*
 * ledger_merge.c - several ledgers become one.
 *
 * Lines are moved; what they point to that is kept once in a ledger is looked up in the other one:
 * facets once for each of theirs, when the first line names them. In which order facets come to
 * stand in the map, and so their numbers, may tell which thread read which lines; nothing that is
 * told of lines depends on it.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/ledger_inside.h"

/* What one ledger has, and what that is in another. */
struct adoption {
    struct ledger *into, *from;
    const struct ledger_facets **facets; /* by the number in `from`; NULL: not asked yet */
    const char *empty;                   /* the text "" of `into` */
    const char *order_id, *order_id_to;  /* those of the line before; NULL: none yet */
};

static int
adoption_init(struct adoption *a, struct ledger *into, struct ledger *from, struct err *e)
{
    *a = (struct adoption){ .into = into, .from = from,
        .facets = calloc(from->facets.n + 1, sizeof(*a->facets)),
        .empty = intern_text(&into->strings, SV_EMPTY) };
    return a->facets && a->empty ? 0 : err_nomem(e);
}

static void
adoption_release(struct adoption *a)
{
    free(a->facets);
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

/* The text of an id in the other ledger; most lines have none. NULL when memory is out. */
static const char *
adopt_id(const struct adoption *a, const char *id)
{
    return id[0] ? intern_text(&a->into->strings, sv_of(id)) : a->empty;
}

/* Let ${line} point into the other ledger. */
static int
adopt_line(struct adoption *a, struct ledger_line *line, struct err *e)
{
    const struct ledger_facets **facets = &a->facets[line->facets->number];

    if (!*facets)
        *facets = adopt_facets(a->into, line->facets);
    if (line->order_id != a->order_id) {
        a->order_id = line->order_id;
        a->order_id_to = adopt_id(a, line->order_id);
    }
    line->facets = *facets;
    line->line_id = adopt_id(a, line->line_id);
    line->order_id = a->order_id_to;
    return line->facets && line->line_id && line->order_id ? 0 : err_nomem(e);
}

/* Put the lines of ${from} behind those of ${into}, which has room for them. */
static int
adopt_lines(struct ledger *into, struct ledger *from, struct err *e)
{
    struct adoption adoption;
    uint32_t first_input = (uint32_t)into->inputs.n;
    int result = adoption_init(&adoption, into, from, e);

    for (size_t i = 0; i < from->lines.n && result == 0; i++) {
        struct ledger_line *line = &into->lines.at[into->lines.n + i];

        *line = from->lines.at[i];
        line->input += first_input;
        result = adopt_line(&adoption, line, e);
    }
    into->lines.n += result == 0 ? from->lines.n : 0;
    adoption_release(&adoption);
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

/* Move what ${base} holds but its inputs to ${into}. */
static void
take_over(struct ledger *into, struct ledger *base)
{
    drop_lines(into);
    into->arena = base->arena;
    into->packings = base->packings;
    into->strings = base->strings;
    into->facets = base->facets;
    into->lines.at = base->lines.at;
    into->lines.n = base->lines.n;
    into->lines.room = base->lines.room;
    base->arena = (struct arena)ARENA_INIT;
    base->packings = (struct map)MAP_INIT;
    base->strings = (struct intern)INTERN_INIT;
    base->facets = (struct map)MAP_INIT;
    base->lines.at = NULL;
    base->lines.n = base->lines.room = 0;
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

/* A join under way: the ledgers but the first, each once. */
struct join {
    struct ledger *into;
    const struct ledger_run *runs;
    size_t n;
    struct adoption *others;
    size_t other_count;
};

/* The adoption of ${l}; NULL where it is the first one, whose lines are at home already. */
static struct adoption *
find_other(const struct join *j, const struct ledger *l)
{
    for (size_t i = 0; i < j->other_count; i++)
        if (j->others[i].from == l)
            return &j->others[i];
    return NULL;
}

static int
find_others(struct join *j, struct err *e)
{
    j->others = calloc(j->n, sizeof(*j->others));
    if (!j->others)
        return err_nomem(e);
    for (size_t i = 1; i < j->n; i++)
        if (j->runs[i].of != j->runs[0].of && !find_other(j, j->runs[i].of) &&
            adoption_init(&j->others[j->other_count++], j->into, j->runs[i].of, e))
            return -1;
    return 0;
}

/* Move the ${run}'s lines from ${from} to ${to}, both of which may overlap if ${to} is behind. */
static int
move_run(struct adoption *a, const struct ledger_run *run, struct ledger_line *to,
    const struct ledger_line *from, struct err *e)
{
    if (to == from && run->line_shift == 0)
        return 0;
    for (size_t i = run->n; i-- > 0;) {
        to[i] = from[i];
        to[i].source_line += run->line_shift;
        if (a && adopt_line(a, &to[i], e))
            return -1;
    }
    return 0;
}

/*
 * Put the lines where they belong, the last run first: those of ${into} then move backwards only,
 * over places that are free, and those of the others are freed as they are taken.
 */
static int
place_runs(struct join *j, struct err *e)
{
    struct ledger *into = j->into;
    size_t own = into->lines.n, at = own;

    for (size_t i = 0; i < j->n; i++)
        at += find_other(j, j->runs[i].of) ? j->runs[i].n : 0;
    if (vec_grow(&into->lines, at - own, LEDGER_LINES_MAX, e))
        return -1;
    into->lines.n = at;
    for (size_t i = j->n; i-- > 0;) {
        const struct ledger_run *run = &j->runs[i];
        struct adoption *other = find_other(j, run->of);
        size_t *left = other ? &run->of->lines.n : &own;

        at -= run->n;
        *left -= run->n;
        if (run->n > 0 && move_run(other, run, &into->lines.at[at],
                (other ? run->of : into)->lines.at + *left, e))
            return -1;
        if (other)
            shrink_lines(run->of);
    }
    return 0;
}

int
ledger_join(struct ledger *into, const struct ledger_run *runs, size_t n, struct err *e)
{
    struct join j = { .into = into, .runs = runs, .n = n };
    int result;

    if (n == 0)
        return 0;
    take_over(into, runs[0].of);
    result = find_others(&j, e) || place_runs(&j, e) ? -1 : 0;
    for (size_t i = 0; i < j.other_count; i++) {
        adoption_release(&j.others[i]);
        if (result < 0)
            continue;
        arena_merge(&into->arena, &j.others[i].from->arena);
        drop_lines(j.others[i].from);
    }
    free(j.others);
    return result;
}
