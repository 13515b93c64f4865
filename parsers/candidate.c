/*
 * candidate.c - how well formats fit the beginning of a file.
 */
#include "parsers/candidate.h"
#include "parsers/pattern.h"

int
candidates_make(struct detector *k, const struct formats *formats, struct err *e)
{
    struct arena *arena = &k->out->arena;

    k->formats = formats;
    k->n = formats->list.n;
    k->candidates = arena_array(arena, k->n + 1, sizeof(*k->candidates));
    if (!k->candidates)
        return err_nomem(e);
    for (size_t i = 0; i < k->n; i++) {
        const struct format *f = formats->list.at[i];
        bool *has = arena_array(arena, f->columns.n + 1, sizeof(*has));

        if (!has)
            return err_nomem(e);
        k->candidates[i].format = f;
        k->candidates[i].is_unnamed = f->named_by && f != k->forced;
        candidate_count(&k->candidates[i], has);
    }
    return 0;
}

bool
candidate_is_better(const struct candidate *a, const struct candidate *b)
{
    if (candidate_fits(a) != candidate_fits(b))
        return candidate_fits(a);
    if (a->missing != b->missing)
        return a->missing < b->missing;
    return a->found > b->found;
}

void
candidate_count(struct candidate *c, const bool *has)
{
    c->has = has;
    c->found = c->required = c->missing = 0;
    for (size_t i = 0; i < c->format->columns.n; i++) {
        c->found += has[i];
        c->required += c->format->columns.at[i].is_required;
        c->missing += c->format->columns.at[i].is_required && !has[i];
    }
}

int
detect_name(struct detector *k, struct sv text, struct err *e)
{
    for (size_t i = 0; i < k->n; i++) {
        struct candidate *c = &k->candidates[i];
        struct sv found;
        int matches;

        if (!c->is_unnamed)
            continue;
        matches = pattern_match(c->format->named_by, text, 0, &found, 1, e);
        if (matches < 0)
            return -1;
        c->is_unnamed = matches == 0;
    }
    return 0;
}
