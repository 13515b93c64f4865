/*
 * leak_groups.c - what leaked, as people want to hear it: many findings alike are one line.
 *
 * A first pass counts the findings of each key; a second makes the groups, which share one array of
 * findings. Both are linear in the findings.
 */
#include <string.h>

#include "base/map.h"
#include "reports/leak_groups.h"
#include "reports/ranking.h"
#include "reports/say.h"

#define ADVICE_MAX 2048

/* The findings of one key. */
struct alike {
    size_t n;
    struct leak_group *group; /* NULL: none is made of it yet */
};

struct builder {
    const struct results *r;
    const char *currency; /* NULL: all */
    struct leak_groups *g;
    const struct finding **findings;
    struct alike *alike;
    size_t *key_of; /* place in `alike`, by finding */
    size_t taken, keys;
};

static bool
is_asked(const struct builder *b, const struct finding *f)
{
    return say_is_leak(f) && (!b->currency || strcmp(f->currency, b->currency) == 0);
}

/* Count the findings of each key. */
static int
count_alike(struct builder *b, struct map *keys, struct err *e)
{
    const struct audit *a = b->r->audit;
    struct buf key;
    int result = 0;

    buf_init(&key, SIZE_MAX);
    for (size_t i = 0; i < a->findings.n && result == 0; i++) {
        const struct finding *f = a->findings.at[i];
        struct map_entry *entry;
        bool is_new = false;
        struct sv text;

        if (!is_asked(b, f))
            continue;
        buf_reset(&key);
        buf_addf(&key, "%s\n%s\n%s", f->rule, f->platform, f->currency);
        if (buf_ok(&key, e)) {
            result = -1;
            break;
        }
        text = arena_sv(&b->g->arena, buf_sv(&key));
        entry = text.p ? map_put(keys, text, &is_new) : NULL;
        if (!entry) {
            result = err_nomem(e);
            break;
        }
        if (is_new)
            entry->value.number = b->keys++;
        b->key_of[i] = (size_t)entry->value.number;
        b->alike[b->key_of[i]].n++;
    }
    buf_release(&key);
    return result;
}

/* A group with room for the ${n} findings that begin with ${f}. */
static struct leak_group *
begin_group(struct builder *b, const struct finding *f, size_t n)
{
    struct leak_group *group = &b->g->at[b->g->n++];

    *group = (struct leak_group){ .findings = b->findings + b->taken, .net = MONEY_ZERO,
        .certainty = f->certainty, .from = TIME_NONE, .to = TIME_NONE };
    b->taken += n;
    return group;
}

static int
add_to_group(struct leak_group *group, const struct finding *f, struct err *e)
{
    int64_t to = f->to != TIME_NONE ? f->to : f->from;

    group->findings[group->n++] = f;
    if (f->certainty > group->certainty)
        group->certainty = f->certainty;
    if (f->from != TIME_NONE && (group->from == TIME_NONE || f->from < group->from))
        group->from = f->from;
    if (to != TIME_NONE && (group->to == TIME_NONE || to > group->to))
        group->to = to;
    return money_add(&group->net, f->net, e);
}

static int
make_groups(struct builder *b, struct err *e)
{
    const struct audit *a = b->r->audit;

    for (size_t i = 0; i < a->findings.n; i++) {
        const struct finding *f = a->findings.at[i];
        struct alike *alike = &b->alike[b->key_of[i]];
        struct leak_group *group;

        if (!is_asked(b, f))
            continue;
        if (alike->n < LEAK_GROUP_MIN)
            group = begin_group(b, f, 1);
        else if (alike->group)
            group = alike->group;
        else
            group = alike->group = begin_group(b, f, alike->n);
        if (add_to_group(group, f, e))
            return -1;
    }
    return 0;
}

/* The largest first, currency by currency. */
static int
rank(struct builder *b, struct err *e)
{
    struct leak_groups *g = b->g;
    struct leak_group *sorted = arena_array(&g->arena, g->n, sizeof(*sorted));
    struct ranking k = RANKING_INIT;
    int result = sorted ? 0 : err_nomem(e);

    for (size_t i = 0; i < g->n && result == 0; i++)
        result = ranking_add(&k, b->r, g->at[i].findings[0]->currency, g->at[i].net, i, e);
    if (result == 0) {
        ranking_sort(&k);
        for (size_t i = 0; i < g->n; i++)
            sorted[i] = g->at[k.rows.at[i].index];
        g->at = sorted;
    }
    ranking_release(&k);
    return result;
}

int
leak_groups_build(struct leak_groups *g, const struct results *r, const char *currency,
    struct err *e)
{
    size_t n = r->audit ? r->audit->findings.n : 0;
    struct builder b = { .r = r, .currency = currency, .g = g };
    struct map keys = MAP_INIT;
    int result;

    *g = (struct leak_groups){ .arena = ARENA_INIT };
    if (n == 0)
        return 0;
    g->at = arena_array(&g->arena, n, sizeof(*g->at));
    b.findings = arena_array(&g->arena, n, sizeof(*b.findings));
    b.alike = arena_array(&g->arena, n, sizeof(*b.alike));
    b.key_of = arena_array(&g->arena, n, sizeof(*b.key_of));
    if (!g->at || !b.findings || !b.alike || !b.key_of)
        return err_nomem(e);
    result = count_alike(&b, &keys, e);
    map_release(&keys);
    if (result || make_groups(&b, e) || g->n == 0)
        return result ? result : g->n == 0 ? 0 : -1;
    return rank(&b, e);
}

void
leak_groups_release(struct leak_groups *g)
{
    arena_release(&g->arena);
    *g = (struct leak_groups){ .arena = ARENA_INIT };
}

void
leak_group_names(struct buf *out, const struct results *r, const struct leak_group *g,
    size_t shown)
{
    size_t names = 0, said = 0;

    for (size_t i = 0; i < g->n; i++)
        names += g->findings[i]->name[0] != '\0';
    for (size_t i = 0; i < g->n && said < shown; i++)
        if (g->findings[i]->name[0])
            buf_addf(out, "%s%s", said++ > 0 ? r->lang == LANG_ZH ? "、" : ", " : "",
                g->findings[i]->name);
    if (names > said)
        say_plural(out, r, names - said, N_(" and %s more"), N_(" and %s more"));
}

void
leak_group_span(struct buf *out, const struct results *r, const struct leak_group *g)
{
    say_days(out, r, g->from, g->to);
}

void
leak_group_advice(struct buf *out, const struct results *r, const struct leak_group *g)
{
    char text[ADVICE_MAX], other[ADVICE_MAX];
    const char *first = finding_advises(g->findings[0], r->lang, text, sizeof(text));
    const struct rule *rule = g->findings[0]->of;
    bool is_same = true;

    for (size_t i = 1; i < g->n && is_same; i++)
        is_same = strcmp(first, finding_advises(g->findings[i], r->lang, other,
            sizeof(other))) == 0;
    buf_add_text(out, is_same || !rule ? first : lang_text(r->lang, rule->advice));
}
