/*
 * timeline_observed.c - which observations speak of an instance: where they stand, state by state.
 *
 * Observations are sorted, so those of one platform, account and instance stand together; groups of
 * one platform and instance are chained.
 */
#include <stdlib.h>

#include "ledger/timeline_build.h"

/* The bytes under which an instance is found; in ${arena}. */
static struct sv
make_key(struct arena *arena, const char *platform, const char *instance)
{
    size_t head = strlen(platform) + 1, n = head + strlen(instance);
    char *key = arena_alloc(arena, n + 1);

    if (!key)
        return SV_EMPTY;
    memcpy(key, platform, head);
    memcpy(key + head, instance, n - head);
    return (struct sv){ key, n };
}

static int
add_group(struct observed_index *x, struct map *m, const char *platform, const char *instance,
    size_t first, size_t end, struct err *e)
{
    struct observed *group = arena_alloc(&x->arena, sizeof(*group));
    struct sv key = make_key(&x->arena, platform, instance);
    struct map_entry *entry = group && key.p ? map_put(m, key, NULL) : NULL;

    if (!entry)
        return err_nomem(e);
    *group = (struct observed){ first, end - first, entry->value.pointer };
    entry->value.pointer = group;
    return 0;
}

int
observed_index_build(struct observed_index *x, const struct observations *o, struct err *e)
{
    *x = (struct observed_index){ .observations = o };
    for (size_t i = 0, end; o && i < o->states.n; i = end) {
        const struct state_entry *s = &o->states.at[i];

        for (end = i + 1; end < o->states.n && o->states.at[end].platform == s->platform &&
            o->states.at[end].account == s->account && o->states.at[end].instance == s->instance;)
            end++;
        if (add_group(x, &x->states, s->platform, s->instance, i, end, e))
            return -1;
    }
    for (size_t i = 0, end; o && i < o->samples.n; i = end) {
        const struct usage_sample *s = &o->samples.at[i];

        for (end = i + 1; end < o->samples.n && o->samples.at[end].platform == s->platform &&
            o->samples.at[end].instance == s->instance;)
            end++;
        if (add_group(x, &x->samples, s->platform, s->instance, i, end, e))
            return -1;
    }
    return 0;
}

void
observed_index_release(struct observed_index *x)
{
    map_release(&x->states);
    map_release(&x->samples);
    arena_release(&x->arena);
}

const struct observed *
observed_find(const struct map *m, const char *platform, const char *instance)
{
    struct arena arena = ARENA_INIT;
    struct sv key;
    struct map_entry *entry = NULL;

    if (m->n == 0)
        return NULL;
    key = make_key(&arena, platform, instance);
    if (key.p)
        entry = map_get(m, key);
    arena_release(&arena);
    return entry ? entry->value.pointer : NULL;
}

static int
compare_entries(const void *left, const void *right)
{
    const struct state_entry *a = left, *b = right;

    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->input != b->input)
        return a->input < b->input ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Entries that speak of ${i}, sorted; those without `to` last until the next one. */
static struct state_entry *
collect(const struct timeline_instance *i, const struct observed_index *x, struct arena *arena,
    size_t *count)
{
    const struct observed *first = observed_find(&x->states, i->platform, i->instance);
    struct state_entry *entries;
    size_t n = 0;

    for (const struct observed *g = first; g; g = g->next)
        n += g->n;
    *count = 0;
    entries = arena_array(arena, n + 1, sizeof(*entries));
    if (!entries)
        return NULL;
    n = 0;
    for (const struct observed *g = first; g; g = g->next) {
        const struct state_entry *at = &x->observations->states.at[g->first];

        if (at->account[0] && strcmp(at->account, i->account) != 0)
            continue;
        for (size_t k = 0; k < g->n; k++)
            if (at[k].from != TIME_NONE)
                entries[n++] = at[k];
    }
    if (n > 0)
        qsort(entries, n, sizeof(*entries), compare_entries);
    for (size_t k = 0; k < n; k++)
        if (entries[k].to == TIME_NONE)
            entries[k].to = k + 1 < n ? entries[k + 1].from : INT64_MAX;
    *count = n;
    return entries;
}

struct flat {
    struct timeline_state *at;
    size_t n;
    const struct state_entry **open; /* those that hold at the cursor, the latest last */
    size_t open_count;
    int64_t cursor;
};

static void
emit(struct flat *f, const struct state_entry *s, int64_t to)
{
    struct timeline_state *last = f->n > 0 ? &f->at[f->n - 1] : NULL;
    bool is_known = s->state == STATE_RUNNING || s->state == STATE_STOPPED ||
        s->state == STATE_NO_GPU || s->state == STATE_RELEASED;

    if (f->cursor >= to || !is_known)
        return;
    if (last && last->state == s->state && last->span.to == f->cursor) {
        last->span.to = to;
        return;
    }
    f->at[f->n++] = (struct timeline_state){ { f->cursor, to }, s->state, s->input, s->line };
}

/* Write down what holds from the cursor to ${to}: at each moment the latest entry. */
static void
advance(struct flat *f, int64_t to)
{
    while (f->open_count > 0 && f->cursor < to) {
        const struct state_entry *s = f->open[f->open_count - 1];
        int64_t end = s->to < to ? s->to : to;

        if (f->cursor < end) {
            emit(f, s, end);
            f->cursor = end;
        }
        if (s->to <= f->cursor)
            f->open_count--;
    }
    f->cursor = to;
}

int
timeline_add_states(struct timeline *t, struct timeline_instance *i,
    const struct observed_index *x, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct flat f = { .cursor = INT64_MIN };
    struct state_entry *entries;
    struct span *logged;
    size_t n;
    int result = -1;

    if (x->states.n == 0)
        return 0;
    entries = collect(i, x, &scratch, &n);
    f.at = entries ? arena_array(&t->arena, 2 * n + 1, sizeof(*f.at)) : NULL;
    f.open = entries ? arena_array(&scratch, n + 1, sizeof(*f.open)) : NULL;
    logged = entries ? arena_array(&t->arena, 2 * n + 1, sizeof(*logged)) : NULL;
    if (!f.at || !f.open || !logged) {
        (void)err_nomem(e);
        goto release;
    }
    for (size_t k = 0; k < n; k++) {
        advance(&f, entries[k].from);
        f.open[f.open_count++] = &entries[k];
    }
    advance(&f, INT64_MAX);
    for (size_t k = 0; k < f.n; k++)
        logged[k] = f.at[k].span;
    i->states.at = f.at;
    i->states.n = f.n;
    i->logged = spans_join(logged, f.n);
    result = 0;
release:
    arena_release(&scratch);
    return result;
}
