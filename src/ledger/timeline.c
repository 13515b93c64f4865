/*
 * timeline.c - what is known of each instance over time: its lines, and where compute is visible.
 *
 * Instances and accounts are found by the facets of lines, which hold all their names, once for
 * each: strings of one ledger are equal exactly when their pointers are.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/timeline_build.h"

struct instance_key {
    const char *platform, *account, *instance;
};

/* What is known of lines of equal facets. */
struct known {
    uint32_t instance;    /* index + 1; 0: not sought yet */
    uint32_t input;       /* index + 1 of the file in which compute was seen last */
    struct span *visible; /* the span of the account; NULL: not asked for yet */
};

struct finder {
    struct timeline *t;
    struct arena arena;
    struct map by_key;   /* struct instance_key -> index */
    unsigned char *categories; /* of lines that name an instance */
    struct known *known; /* by the number of the facets */
};

/* The entry of the ${size} bytes at ${key}, which are copied where they are new. */
static struct map_entry *
put(struct map *m, struct arena *arena, const void *key, size_t size, bool *is_new)
{
    struct sv bytes = { key, size };
    struct map_entry *entry = map_get(m, bytes);

    *is_new = !entry;
    if (entry)
        return entry;
    bytes = arena_sv(arena, bytes);
    return bytes.p ? map_put(m, bytes, NULL) : NULL;
}

/* The index of the instance that ${line} names. */
static int
find_instance(struct finder *f, const struct ledger_line *line, uint32_t *index, struct err *e)
{
    struct timeline *t = f->t;
    struct instance_key key = { ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_ACCOUNT_ID), ledger_text(line, TEXT_INSTANCE_ID) };
    struct known *known = &f->known[line->facets->number];
    struct map_entry *entry;
    bool is_new;

    if (known->instance > 0) {
        *index = known->instance - 1;
        return 0;
    }
    entry = put(&f->by_key, &f->arena, &key, sizeof(key), &is_new);
    if (!entry)
        return err_nomem(e);
    if (is_new) {
        if (vec_grow(&t->instances, 1, LEDGER_LINES_MAX, e))
            return -1;
        entry->value.number = t->instances.n;
        t->instances.at[t->instances.n++] = (struct timeline_instance){ .platform = key.platform,
            .account = key.account, .instance = key.instance, .last_seen = TIME_NONE };
    }
    *index = (uint32_t)entry->value.number;
    known->instance = *index + 1;
    return 0;
}

/* From when to when compute of the account of ${line} is visible; at first at its start. */
static struct span *
visible_span(struct timeline *t, const struct ledger_line *line, struct err *e)
{
    struct account_key key = { ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_ACCOUNT_ID) };
    bool is_new;
    struct map_entry *entry = put(&t->accounts, &t->arena, &key, sizeof(key), &is_new);

    if (entry && is_new) {
        struct span *made = entry->value.pointer = arena_alloc(&t->arena, sizeof(*made));

        if (made)
            *made = (struct span){ line->start, line->start };
    }
    if (!entry || !entry->value.pointer)
        return err_nomem(e), NULL;
    return entry->value.pointer;
}

/* Remember in which file, and from when to when, compute of an account is visible. */
static int
see_compute(struct finder *f, const struct ledger_line *line, struct err *e)
{
    struct seen_key seen = { ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_ACCOUNT_ID), line->input };
    struct known *known = &f->known[line->facets->number];
    struct span *visible;
    bool is_new;

    if (known->input != line->input + 1) {
        if (!put(&f->t->seen_in, &f->t->arena, &seen, sizeof(seen), &is_new))
            return err_nomem(e);
        known->input = line->input + 1;
    }
    if (!line_is_known(line) || line->start == TIME_NONE)
        return 0;
    if (!known->visible)
        known->visible = visible_span(f->t, line, e);
    visible = known->visible;
    if (!visible)
        return -1;
    if (visible->from > line->start)
        visible->from = line->start;
    if (visible->to < line->start)
        visible->to = line->start;
    if (line->end != TIME_NONE && visible->to < line->end)
        visible->to = line->end;
    return 0;
}

static int
find_instances(struct finder *f, struct err *e)
{
    struct timeline *t = f->t;
    const struct ledger *l = t->ledger;

    t->instance_of = malloc((l->lines.n + 1) * sizeof(*t->instance_of));
    f->known = arena_array(&f->arena, l->facets.n + 1, sizeof(*f->known));
    f->categories = arena_array(&f->arena, l->lines.n + 1, sizeof(*f->categories));
    if (!t->instance_of || !f->known || !f->categories)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        bool is_compute = line_is_compute(line);
        uint32_t index = TIMELINE_NONE;

        ledger_ahead(l, i);
        if (is_compute && see_compute(f, line, e))
            return -1;
        if (line_is_known(line) && ledger_text(line, TEXT_INSTANCE_ID)[0]) {
            if (find_instance(f, line, &index, e))
                return -1;
            f->categories[i] = (unsigned char)ledger_word(line, WORD_CATEGORY);
            t->instances.at[index].line_count++;
            if (is_compute)
                t->instances.at[index].has_compute = true;
        }
        t->instance_of[i] = index;
    }
    return 0;
}

static int
compare_instances(const void *left, const void *right)
{
    const struct timeline_instance *a = left, *b = right;
    int order = strcmp(a->platform, b->platform);

    if (order == 0)
        order = strcmp(a->account, b->account);
    return order ? order : strcmp(a->instance, b->instance);
}

/* Sort the instances, and give each the list of its lines. */
static int
give_lines(struct finder *f, struct err *e)
{
    struct timeline *t = f->t;
    size_t n = t->instances.n, next = 0;
    uint32_t *lists = arena_array(&t->arena, t->ledger->lines.n + 1, sizeof(*lists));
    uint32_t *place = arena_array(&f->arena, n + 1, sizeof(*place));
    unsigned char *categories = arena_array(&t->arena, t->ledger->lines.n + 1, sizeof(*categories));

    if (!lists || !place || !categories)
        return err_nomem(e);
    if (n > 0)
        qsort(t->instances.at, n, sizeof(*t->instances.at), compare_instances);
    for (size_t i = 0; i < n; i++) {
        struct timeline_instance *at = &t->instances.at[i];
        struct instance_key key = { at->platform, at->account, at->instance };

        place[map_get(&f->by_key, (struct sv){ (const char *)&key, sizeof(key) })->value.number] =
            (uint32_t)i;
        at->ledger_lines = t->ledger->lines.at;
        at->lines = lists + next;
        at->categories = categories + next;
        next += at->line_count;
        at->line_count = 0;
    }
    for (size_t i = 0; i < t->ledger->lines.n; i++) {
        struct timeline_instance *at;
        size_t next_of;

        if (t->instance_of[i] == TIMELINE_NONE)
            continue;
        t->instance_of[i] = place[t->instance_of[i]];
        at = &t->instances.at[t->instance_of[i]];
        next_of = (size_t)(at->lines - lists) + at->line_count++;
        lists[next_of] = (uint32_t)i;
        categories[next_of] = f->categories[i];
    }
    return 0;
}

int
timeline_build(struct timeline *t, const struct ledger *l, const struct observations *o,
    const struct timeline_options *options, struct err *e)
{
    struct finder f = { .t = t };
    struct observed_index x = { .observations = NULL };
    int result = -1;

    *t = (struct timeline){ .ledger = l, .options = *options };
    if (find_instances(&f, e) || give_lines(&f, e) || observed_index_build(&x, o, e))
        goto release;
    for (size_t i = 0; i < t->instances.n; i++) {
        struct timeline_instance *at = &t->instances.at[i];

        if (timeline_add_states(t, at, &x, e) || timeline_add_series(t, at, &x, options, e) ||
            timeline_add_runs(t, at, e))
            goto release;
    }
    result = 0;
release:
    observed_index_release(&x);
    map_release(&f.by_key);
    arena_release(&f.arena);
    return result;
}

void
timeline_release(struct timeline *t)
{
    vec_release(&t->instances);
    free(t->instance_of);
    map_release(&t->accounts);
    map_release(&t->seen_in);
    arena_release(&t->arena);
    *t = (struct timeline){ 0 };
}

const struct timeline_instance *
timeline_of(const struct timeline *t, uint32_t line)
{
    uint32_t index = t->instance_of[line];

    return index == TIMELINE_NONE ? NULL : &t->instances.at[index];
}

uint32_t
timeline_cards(const struct timeline *t, uint32_t line)
{
    const struct timeline_instance *i = timeline_of(t, line);
    bool is_given;
    uint32_t cards = line_cards(&t->ledger->lines.at[line], &is_given);

    if (is_given)
        return cards;
    return i && i->series_count > 0 ? (uint32_t)i->series_count : 1;
}

size_t
timeline_state_after(const struct timeline_instance *i, int64_t at)
{
    size_t low = 0, high = i->states.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (i->states.at[middle].span.to <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct timeline_state *
timeline_state_at(const struct timeline_instance *i, int64_t at)
{
    size_t k = timeline_state_after(i, at);

    return k < i->states.n && i->states.at[k].span.from <= at ? &i->states.at[k] : NULL;
}
