/*
 * findings.c - the findings of one rule, and of all rules together.
 */
#include <stdlib.h>

#include "audit/findings.h"
#include "base/vec.h"

void
findings_init(struct findings *f, const struct audit *a)
{
    *f = (struct findings){ .audit = a, .strings = INTERN_INIT, .rule_total = rule_count() };
    claims_init(&f->claims);
}

void
findings_close(struct findings *f)
{
    map_release(&f->groups);
    for (size_t i = 0; i < CERTAINTY_COUNT; i++) {
        free(f->found_by[i]);
        f->found_by[i] = NULL;
    }
}

void
findings_release(struct findings *f)
{
    findings_close(f);
    for (size_t i = 0; i < f->list.n; i++) {
        vec_release(&f->list.at[i]->lines);
        vec_release(&f->list.at[i]->facts);
    }
    vec_release(&f->list);
    claims_release(&f->claims);
    for (size_t i = 0; i < UNKNOWN_COUNT; i++)
        free(f->unknown_by[i]);
    free(f->unknown_time);
    for (size_t i = 0; f->said && i < f->audit->in.ledger->inputs.n; i++)
        input_free(f->said[i]);
    free(f->said);
    intern_release(&f->strings);
    arena_release(&f->arena);
    *f = (struct findings){ .audit = NULL };
}

/* What one of them cannot judge. */
static int
join_unknown(struct findings *into, struct findings *from, struct err *e)
{
    size_t facets = into->audit->in.ledger->facets.n;

    for (size_t what = 0; what < UNKNOWN_COUNT; what++) {
        uint64_t **to = &into->unknown_by[what], *rules = from->unknown_by[what];

        for (size_t i = 0; *to && rules && i < facets; i++)
            (*to)[i] |= rules[i];
        if (!*to) {
            *to = rules;
            from->unknown_by[what] = NULL;
        }
    }
    for (size_t i = 0; into->unknown_time && from->unknown_time && i < facets; i++)
        if (money_add(&into->unknown_time[i], from->unknown_time[i], e))
            return -1;
    if (!into->unknown_time) {
        into->unknown_time = from->unknown_time;
        from->unknown_time = NULL;
    }
    return 0;
}

int
findings_join(struct findings *into, struct findings *from, struct err *e)
{
    const struct ledger *l = into->audit->in.ledger;

    if (vec_grow(&into->list, from->list.n, UINT32_MAX, e) ||
        claims_move(&into->claims, &from->claims, e) || join_unknown(into, from, e))
        return -1;
    for (size_t i = 0; i < from->list.n; i++)
        into->list.at[into->list.n++] = from->list.at[i];
    from->list.n = 0;
    arena_merge(&into->arena, &from->arena);
    arena_merge(&into->arena, &from->strings.arena);
    for (size_t i = 0; from->said && i < l->inputs.n; i++)
        if (from->said[i])
            input_add_warnings(l->inputs.at[i], from->said[i], 0);
    return 0;
}
