/*
 * audit_findings.c - from what the rules claimed to the list that people read.
 *
 * Leaks that are too small to speak of are merged, but only those that nothing marks: what is
 * waived, and what leaks nothing by its nature, stays apart.
 */
#include <stdio.h>
#include <stdlib.h>

#include "audit/audit_parts.h"
#include "base/vec.h"

#define FINDINGS_MAX UINT32_MAX

/* Findings that leak less than 0.01 are small. */
static bool
is_small(const struct finding *f)
{
    struct money cent = { money_of(1).units / 100 };

    if (f->is_waived || (f->of && f->of->is_never_merged) || (!f->of && money_is_zero(f->leak)))
        return false;
    return money_compare(f->leak, cent) < 0;
}

/* Nets from the claims into the findings. */
static int
fill_nets(struct findings *f, struct err *e)
{
    for (size_t i = 0; i < f->claims.list.n; i++) {
        const struct claim *claim = &f->claims.list.at[i];

        claim->finding->lines.at[claim->place].net = claim->net;
        if (money_add(&claim->finding->net, claim->net, e))
            return -1;
    }
    return 0;
}

static int
compare_lines(const void *left, const void *right)
{
    const struct finding_line *a = left, *b = right;

    return (a->line > b->line) - (a->line < b->line);
}

static int
compare_facts(const void *left, const void *right)
{
    const struct fact *a = left, *b = right;

    return strcmp(a->name, b->name);
}

/* Move what ${small} is about to ${into}. */
static int
merge(struct finding *into, struct finding *small, struct err *e)
{
    if (vec_grow(&into->lines, small->lines.n, FINDINGS_MAX, e))
        return -1;
    for (size_t i = 0; i < small->lines.n; i++)
        into->lines.at[into->lines.n++] = small->lines.at[i];
    if (money_add(&into->billed, small->billed, e) || money_add(&into->leak, small->leak, e) ||
        money_add(&into->net, small->net, e))
        return -1;
    if (small->from != TIME_NONE && (into->from == TIME_NONE || small->from < into->from))
        into->from = small->from;
    if (small->to != TIME_NONE && (into->to == TIME_NONE || small->to > into->to))
        into->to = small->to;
    if (sv_compare(sv_of(into->account), sv_of(small->account)) != 0)
        into->account = "";
    into->resource = into->name = into->key = "";
    into->merged = (into->merged ? into->merged : 1) + 1;
    into->facts.n = 0;
    vec_release(&small->lines);
    vec_release(&small->facts);
    return 0;
}

/* What small findings are merged by: rule, certainty, platform, currency. */
struct small_key {
    const char *platform, *currency;
    uint64_t order, certainty;
};

/* Merge small findings into the first of their kind; findings without a line go. */
static int
merge_small(struct findings *f, struct arena *scratch, struct map *kinds, struct err *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < f->list.n; i++) {
        struct finding *at = f->list.at[i];
        struct small_key key = { at->platform, at->currency, at->order, at->certainty };
        struct map_entry *entry;
        struct sv bytes;
        bool is_new;

        if (at->lines.n == 0 || !is_small(at)) {
            if (at->lines.n > 0)
                f->list.at[kept++] = at;
            else
                vec_release(&at->facts);
            continue;
        }
        bytes = arena_sv(scratch, (struct sv){ (const char *)&key, sizeof(key) });
        entry = bytes.p ? map_put(kinds, bytes, &is_new) : NULL;
        if (!entry) {
            f->list.at[kept++] = at;
            for (i++; i < f->list.n; i++)
                f->list.at[kept++] = f->list.at[i];
            f->list.n = kept;
            return err_nomem(e);
        }
        if (is_new) {
            entry->value.pointer = at;
            f->list.at[kept++] = at;
        } else if (merge(entry->value.pointer, at, e)) {
            for (; i < f->list.n; i++)
                f->list.at[kept++] = f->list.at[i];
            f->list.n = kept;
            return -1;
        }
    }
    f->list.n = kept;
    return 0;
}

static int
compare_times(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* What is waived or leaks nothing comes last; then by currency, net, leak; ties by what it is. */
static int
compare_findings(const void *left, const void *right)
{
    const struct finding *a = *(struct finding *const *)left;
    const struct finding *b = *(struct finding *const *)right;
    int order = (int)(a->is_waived || money_is_zero(a->leak)) -
        (int)(b->is_waived || money_is_zero(b->leak));

    if (order == 0)
        order = strcmp(a->currency, b->currency);
    if (order == 0)
        order = money_compare(b->net, a->net);
    if (order == 0)
        order = money_compare(b->leak, a->leak);
    if (order == 0)
        order = (a->order > b->order) - (a->order < b->order);
    if (order == 0)
        order = strcmp(a->platform, b->platform);
    if (order == 0)
        order = strcmp(a->resource, b->resource);
    if (order == 0)
        order = strcmp(a->account, b->account);
    if (order == 0)
        order = compare_times(a->from, b->from);
    if (order == 0)
        order = (int)a->certainty - (int)b->certainty;
    return order ? order : strcmp(a->key, b->key);
}

/* Sort and number the findings, and let each say what it is. */
static void
finish(struct audit *a)
{
    if (a->findings.n > 0)
        qsort(a->findings.at, a->findings.n, sizeof(*a->findings.at), compare_findings);
    for (size_t i = 0; i < a->findings.n; i++) {
        struct finding *f = a->findings.at[i];

        (void)snprintf(f->id, sizeof(f->id), "F%03zu", i + 1);
        qsort(f->lines.at, f->lines.n, sizeof(*f->lines.at), compare_lines);
        if (f->facts.n > 0)
            qsort(f->facts.at, f->facts.n, sizeof(*f->facts.at), compare_facts);
        if (f->of && f->merged == 0 && !a->is_given)
            f->of->tell(a, f, &f->message, &f->advice);
        else
            audit_tell(a, f);
    }
}

int
audit_net(struct audit *a, struct findings *f, struct err *e)
{
    return claims_net(&f->claims, &a->timeline, e) || fill_nets(f, e) ? -1 : 0;
}

int
audit_close_findings(struct audit *a, struct findings *f, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct map kinds = MAP_INIT;
    int result = -1;

    if (audit_waive(a, f, e) || merge_small(f, &scratch, &kinds, e) ||
        vec_grow(&a->findings, f->list.n, FINDINGS_MAX, e))
        goto release;
    for (size_t i = 0; i < f->list.n; i++)
        a->findings.at[a->findings.n++] = f->list.at[i];
    f->list.n = 0;
    finish(a);
    result = 0;
release:
    map_release(&kinds);
    arena_release(&scratch);
    return result;
}
