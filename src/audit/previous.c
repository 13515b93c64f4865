/*
 * previous.c - spend of earlier reviews, from their review.json.
 *
 * Read strictly: a sum that cannot be read is an error, since a missing one would look like a jump.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/previous.h"
#include "base/vec.h"

#define SPEND_MAX ((size_t)1 << 24)

void
previous_init(struct previous_reviews *p)
{
    *p = (struct previous_reviews){ .arena = ARENA_INIT };
}

void
previous_release(struct previous_reviews *p)
{
    vec_release(&p->list);
    arena_release(&p->arena);
}

static const char *
text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static int
read_period(const cJSON *review, struct period *out, struct err *e)
{
    const cJSON *period = cJSON_GetObjectItemCaseSensitive(review, "period");
    const char *from = text_of(period, "from"), *to = text_of(period, "to");
    struct err ignored = ERR_INIT;
    struct time_text start, end;

    if (!from || !to ||
        time_parse(&start, sv_of(from), DATE_YEAR_FIRST, 0, false, &ignored) < 0 ||
        time_parse(&end, sv_of(to), DATE_YEAR_FIRST, 0, false, &ignored) < 0 ||
        start.at > end.at)
        return err_set(e, ERR_SYNTAX, N_("this is no review.json: its period cannot be read"));
    *out = (struct period){ start.at, end.at, start.offset_minutes };
    return 0;
}

static int
read_spend(struct previous_reviews *p, const cJSON *item, struct previous_spend *out,
    struct err *e)
{
    const char *platform = text_of(item, "platform"), *currency = text_of(item, "currency");
    const char *category = text_of(item, "category"), *billed = text_of(item, "billed");
    int word = category ? word_find(&words_category, sv_of(category)) : -1;
    struct err ignored = ERR_INIT;

    *out = (struct previous_spend){ .category = (enum category)word };
    if (!platform || !currency || !billed || word < 0 ||
        money_parse(&out->billed, sv_of(billed), &ignored) < 0)
        return err_set(e, ERR_SYNTAX, N_("this is no review.json: its spend cannot be read"));
    out->platform = arena_text(&p->arena, sv_of(platform));
    out->currency = arena_text(&p->arena, sv_of(currency));
    return out->platform && out->currency ? 0 : err_nomem(e);
}

int
previous_add_review(struct previous_reviews *p, const cJSON *review, struct err *e)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(review, "spend"), *item;
    struct previous one = { .n = 0 };
    struct previous_spend *spend;

    if (!cJSON_IsArray(list))
        return err_set(e, ERR_SYNTAX, N_("this is no review.json: its spend cannot be read"));
    if (read_period(review, &one.period, e) < 0)
        return -1;
    spend = arena_array(&p->arena, (size_t)cJSON_GetArraySize(list) + 1, sizeof(*spend));
    if (!spend)
        return err_nomem(e);
    cJSON_ArrayForEach(item, list)
    {
        if (read_spend(p, item, &spend[one.n], e) < 0)
            return -1;
        one.n++;
    }
    one.spend = spend;
    if (vec_grow(&p->list, 1, SPEND_MAX, e))
        return -1;
    p->list.at[p->list.n++] = one;
    return 0;
}

int
previous_add(struct previous_reviews *p, const struct review *then, struct err *e)
{
    struct previous one = { .period = then->period, .n = then->spend.n };
    struct previous_spend *spend = arena_array(&p->arena, one.n + 1, sizeof(*spend));

    if (!spend)
        return err_nomem(e);
    for (size_t i = 0; i < one.n; i++)
        spend[i] = (struct previous_spend){ .platform = then->spend.at[i].platform,
            .currency = then->spend.at[i].currency, .category = then->spend.at[i].category,
            .billed = then->spend.at[i].billed };
    one.spend = spend;
    if (vec_grow(&p->list, 1, SPEND_MAX, e))
        return -1;
    p->list.at[p->list.n++] = one;
    return 0;
}

bool
previous_is_month_before(const struct period *then, const struct period *now)
{
    int64_t from = time_month_start(now->from, now->zone_minutes);

    return now->from == from && now->to == time_next_month(from, now->zone_minutes) &&
        then->to == from && then->from == time_month_start(from - 1, now->zone_minutes);
}

const struct previous *
previous_for(const struct previous_reviews *p, const struct period *now)
{
    for (size_t i = p->list.n; i-- > 0;)
        if (previous_is_month_before(&p->list.at[i].period, now))
            return &p->list.at[i];
    return p->list.n > 0 ? &p->list.at[p->list.n - 1] : NULL;
}

static int
compare_rows(const void *a, const void *b)
{
    const struct comparison_row *x = a, *y = b;
    int order = strcmp(x->platform, y->platform);

    if (order == 0)
        order = strcmp(words_category.words[x->category], words_category.words[y->category]);
    return order != 0 ? order : strcmp(x->currency, y->currency);
}

static int
add_row(struct comparison *c, struct comparison_row row, struct err *e)
{
    if (vec_grow(&c->rows, 1, SPEND_MAX, e))
        return -1;
    c->rows.at[c->rows.n++] = row;
    return 0;
}

/* Rows of one thing become one. ${c} is sorted. */
static int
unite(struct comparison *c, struct err *e)
{
    size_t n = 0;

    for (size_t i = 0; i < c->rows.n; i++) {
        struct comparison_row *row = &c->rows.at[i];

        if (n > 0 && compare_rows(&c->rows.at[n - 1], row) == 0) {
            if (money_add(&c->rows.at[n - 1].before, row->before, e) ||
                money_add(&c->rows.at[n - 1].now, row->now, e))
                return -1;
        } else {
            c->rows.at[n++] = *row;
        }
    }
    c->rows.n = n;
    for (size_t i = 0; i < n; i++) {
        c->rows.at[i].change = c->rows.at[i].now;
        if (money_sub(&c->rows.at[i].change, c->rows.at[i].before, e))
            return -1;
    }
    return 0;
}

int
comparison_build(struct comparison *c, const struct previous *then, const struct review *now,
    struct err *e)
{
    *c = (struct comparison){ .rows = { NULL, 0, 0 } };
    for (size_t i = 0; then && i < then->n; i++) {
        const struct previous_spend *s = &then->spend[i];

        if (add_row(c, (struct comparison_row){ .platform = s->platform, .currency = s->currency,
                .category = s->category, .before = s->billed, .now = MONEY_ZERO }, e))
            return -1;
    }
    for (size_t i = 0; then && i < now->spend.n; i++) {
        const struct review_spend *s = &now->spend.at[i];

        if (add_row(c, (struct comparison_row){ .platform = s->platform, .currency = s->currency,
                .category = s->category, .before = MONEY_ZERO, .now = s->billed }, e))
            return -1;
    }
    if (c->rows.n > 0)
        qsort(c->rows.at, c->rows.n, sizeof(*c->rows.at), compare_rows);
    return unite(c, e);
}

void
comparison_release(struct comparison *c)
{
    vec_release(&c->rows);
}
