/*
 * breakdown.c - the spend of one currency as bars: what a chart draws and the table beside it says.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "reports/breakdown.h"
#include "reports/say.h"

#define BARS_MAX 1000000

static const struct {
    const char *name, *title;
} kinds[BREAKDOWN_KINDS] = {
    [BREAKDOWN_CATEGORY] = { "spend-by-category", N_("Spend by category") },
    [BREAKDOWN_PLATFORM] = { "spend-by-platform", N_("Spend by platform and category") },
    [BREAKDOWN_DAY] = { "spend-by-day", N_("Spend by day") },
};

const char *
breakdown_title(enum breakdown_kind kind)
{
    return kinds[kind].title;
}

const char *
breakdown_script(enum breakdown_kind kind)
{
    return kinds[kind].name;
}

const char *
breakdown_name(char out[BREAKDOWN_NAME_MAX], const struct results *r, enum breakdown_kind kind,
    const char *currency)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    char suffix[16] = "";

    if (say_currencies(r, totals) > 1) {
        suffix[0] = '-';
        for (size_t i = 0; currency[i] != '\0' && i < sizeof(suffix) - 2; i++)
            suffix[i + 1] = (char)tolower((unsigned char)currency[i]);
    }
    (void)snprintf(out, BREAKDOWN_NAME_MAX, "%s%s", kinds[kind].name, suffix);
    return out;
}

/* The bar of ${key} (borrowed), made at the end where there is none; NULL when memory is out. */
static struct breakdown_bar *
bar_of(struct breakdown *b, struct map *map, const char *key, struct err *e)
{
    bool is_new = false;
    struct map_entry *entry = map_put(map, sv_of(key), &is_new);

    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    if (is_new) {
        if (vec_grow(&b->bars, 1, BARS_MAX, e))
            return NULL;
        entry->value.number = b->bars.n;
        b->bars.at[b->bars.n++] = (struct breakdown_bar){ .key = key };
    }
    return &b->bars.at[entry->value.number];
}

static int
add_part(struct breakdown *b, struct map *map, const char *key, enum category c,
    struct money amount, struct err *e)
{
    struct breakdown_bar *bar = bar_of(b, map, key, e);

    if (!bar)
        return -1;
    b->is_there[c] = true;
    return money_add(&bar->part[c], amount, e) || money_add(&bar->total, amount, e) ||
        money_add(&b->sums[c], amount, e) || money_add(&b->total, amount, e) ? -1 : 0;
}

static int
add_spend(struct breakdown *b, struct map *map, const struct results *r, struct err *e)
{
    for (size_t i = 0; i < r->review->spend.n; i++) {
        const struct review_spend *s = &r->review->spend.at[i];
        const char *key = b->kind == BREAKDOWN_PLATFORM ? s->platform
            : words_category.words[s->category];

        if (strcmp(s->currency, b->currency) == 0 &&
            add_part(b, map, key, s->category, s->billed, e))
            return -1;
    }
    return 0;
}

/* The start of ${day}, "YYYY-MM-DD"; TIME_NONE for "". */
static int64_t
day_start(const char *day, int zone_minutes)
{
    struct time_text t = { .at = TIME_NONE };
    struct err ignored = ERR_INIT;

    (void)time_parse(&t, sv_of(day), DATE_YEAR_FIRST, zone_minutes, false, &ignored);
    return t.at;
}

/* The first and the last day to show: the period, and any day with spend outside it. */
static bool
day_range(const struct breakdown *b, const struct results *r, int64_t *first, int64_t *last)
{
    const struct period *p = &r->review->period;
    bool is_any = false;

    *first = *last = TIME_NONE;
    if (p->from < p->to) {
        *first = time_day_start(p->from, p->zone_minutes);
        *last = time_day_start(p->to - 1, p->zone_minutes);
    }
    for (size_t i = 0; i < r->review->days.n; i++) {
        const struct review_day *d = &r->review->days.at[i];
        int64_t at = day_start(d->day, p->zone_minutes);

        if (strcmp(d->currency, b->currency) != 0)
            continue;
        is_any = true;
        if (at == TIME_NONE)
            continue;
        if (*first == TIME_NONE || at < *first)
            *first = at;
        if (*last == TIME_NONE || at > *last)
            *last = at;
    }
    return is_any;
}

/* A bar for each day or month from ${first} to ${last}, in order, so that gaps are seen. */
static int
add_empty_days(struct breakdown *b, struct map *map, const struct results *r, int64_t first,
    int64_t last, struct err *e)
{
    int zone = r->review->period.zone_minutes;
    int64_t at = first;

    while (first != TIME_NONE && at <= last) {
        char text[TIME_TEXT_MAX];
        const char *key;

        key = arena_text(&b->arena, sv_of(b->is_monthly ? time_format_month(text, at, zone)
            : time_format_day(text, at, zone)));
        if (!key)
            return err_nomem(e);
        if (!bar_of(b, map, key, e))
            return -1;
        at = b->is_monthly ? time_next_month(at, zone) : at + TIME_DAY;
    }
    return 0;
}

static int
add_days(struct breakdown *b, struct map *map, const struct results *r, struct err *e)
{
    int64_t first, last;

    if (!day_range(b, r, &first, &last))
        return 0;
    b->is_monthly = first != TIME_NONE && (last - first) / TIME_DAY >= BREAKDOWN_DAYS_MAX;
    if (add_empty_days(b, map, r, first, last, e))
        return -1;
    for (size_t i = 0; i < r->review->days.n; i++) {
        const struct review_day *d = &r->review->days.at[i];
        const char *key = d->day;

        if (strcmp(d->currency, b->currency) != 0)
            continue;
        if (b->is_monthly && key[0] != '\0')
            key = arena_text(&b->arena, sv_head(sv_of(key), sizeof("YYYY-MM") - 1));
        if (!key)
            return err_nomem(e);
        if (add_part(b, map, key, d->category, d->billed, e))
            return -1;
    }
    return 0;
}

/* Largest total first; the keys decide between equal ones. */
static int
by_total(const void *a, const void *b)
{
    const struct breakdown_bar *x = a, *y = b;
    int order = money_compare(y->total, x->total);

    return order != 0 ? order : strcmp(x->key, y->key);
}

/* Make the bars behind the BREAKDOWN_PLATFORMS_MAX - 1 largest one, "others". */
static int
fold_small(struct breakdown *b, struct err *e)
{
    struct breakdown_bar *others;

    if (b->kind != BREAKDOWN_PLATFORM || b->bars.n <= BREAKDOWN_PLATFORMS_MAX)
        return 0;
    others = &b->bars.at[BREAKDOWN_PLATFORMS_MAX - 1];
    for (size_t i = BREAKDOWN_PLATFORMS_MAX; i < b->bars.n; i++)
        for (size_t c = 0; c < CATEGORY_COUNT; c++) {
            struct money part = b->bars.at[i].part[c];

            if (money_add(&others->part[c], part, e) || money_add(&others->total, part, e))
                return -1;
        }
    others->key = BREAKDOWN_OTHERS;
    b->bars.n = BREAKDOWN_PLATFORMS_MAX;
    return 0;
}

static void
order_categories(struct breakdown *b)
{
    for (size_t c = 0; c < CATEGORY_COUNT; c++) {
        size_t at = b->category_count;

        if (!b->is_there[c])
            continue;
        while (at > 0 && money_compare(b->sums[c], b->sums[b->categories[at - 1]]) > 0) {
            b->categories[at] = b->categories[at - 1];
            at--;
        }
        b->categories[at] = (enum category)c;
        b->category_count++;
    }
}

static const char *
label_of(const struct breakdown *b, const struct results *r, const struct breakdown_bar *bar)
{
    int category;

    switch (b->kind) {
    case BREAKDOWN_CATEGORY:
        category = word_find(&words_category, sv_of(bar->key));
        return say_category(r, category < 0 ? CATEGORY_NONE : (enum category)category);
    case BREAKDOWN_PLATFORM:
        return strcmp(bar->key, BREAKDOWN_OTHERS) == 0 ? lang_text(r->lang, N_("others"))
            : say_platform(r, bar->key);
    case BREAKDOWN_DAY:
        break;
    }
    return bar->key[0] != '\0' ? bar->key : lang_text(r->lang, N_("without a date"));
}

int
breakdown_build(struct breakdown *b, const struct results *r, enum breakdown_kind kind,
    const char *currency, struct err *e)
{
    struct map map = MAP_INIT;
    int result;

    *b = (struct breakdown){ .kind = kind, .currency = currency };
    result = kind == BREAKDOWN_DAY ? add_days(b, &map, r, e) : add_spend(b, &map, r, e);
    map_release(&map);
    if (result)
        return -1;
    if (kind != BREAKDOWN_DAY && b->bars.n > 1)
        qsort(b->bars.at, b->bars.n, sizeof(*b->bars.at), by_total);
    if (fold_small(b, e))
        return -1;
    order_categories(b);
    for (size_t i = 0; i < b->bars.n; i++)
        b->bars.at[i].label = label_of(b, r, &b->bars.at[i]);
    return 0;
}

void
breakdown_release(struct breakdown *b)
{
    vec_release(&b->bars);
    arena_release(&b->arena);
}

static const char *
first_heading(const struct breakdown *b)
{
    switch (b->kind) {
    case BREAKDOWN_CATEGORY:
        return N_("Category");
    case BREAKDOWN_PLATFORM:
        return N_("Platform");
    case BREAKDOWN_DAY:
        break;
    }
    return b->is_monthly ? N_("Month") : N_("Day");
}

int
breakdown_table(const struct breakdown *b, const struct results *r, struct table *t,
    struct err *e)
{
    bool is_cut = b->kind != BREAKDOWN_CATEGORY;

    t->title = breakdown_title(b->kind);
    table_column(t, "key", first_heading(b), false);
    for (size_t c = 0; is_cut && c < b->category_count; c++)
        table_column(t, words_category.words[b->categories[c]],
            say_category(r, b->categories[c]), true);
    table_column(t, "total", is_cut ? N_("Total") : N_("Billed"), true);
    table_column(t, "share", N_("Share"), true);
    for (size_t i = 0; i < b->bars.n; i++) {
        const struct breakdown_bar *bar = &b->bars.at[i];

        if (table_add(t, cell_text(bar->label), e))
            return -1;
        for (size_t c = 0; is_cut && c < b->category_count; c++) {
            struct money part = bar->part[b->categories[c]];

            if (table_add(t, money_is_zero(part) ? cell_empty()
                : cell_amount(part, b->currency), e))
                return -1;
        }
        if (table_add(t, cell_amount(bar->total, b->currency), e) ||
            table_add(t, cell_share(say_part_of(bar->total, b->total)), e))
            return -1;
    }
    return 0;
}
