/*
 * breakdown.c - the figures of a review as bars: what a chart draws and the table beside it says.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ledger/currency.h"
#include "reports/breakdown_inside.h"
#include "reports/say.h"

static const struct {
    const char *name, *title;
} kinds[BREAKDOWN_KINDS] = {
    [BREAKDOWN_CATEGORY] = { "spend-by-category", N_("Spend by category") },
    [BREAKDOWN_PLATFORM] = { "spend-by-platform", N_("Spend by platform and category") },
    [BREAKDOWN_DAY] = { "spend-by-day", N_("Spend by day") },
    [BREAKDOWN_MONTH] = { "spend-by-month", N_("Month against month") },
    [BREAKDOWN_LEAKS] = { "leaks-by-rule", N_("Leaks by rule") },
    [BREAKDOWN_GPU_TIME] = { "gpu-hours", N_("GPU hours: used, idle, unknown") },
};

const char *
breakdown_title(const struct breakdown *b)
{
    return b->is_monthly ? N_("Spend by month") : kinds[b->kind].title;
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

    if (currency[0] != '\0' && say_currencies(r, totals) > 1) {
        suffix[0] = '-';
        for (size_t i = 0; currency[i] != '\0' && i < sizeof(suffix) - 2; i++)
            suffix[i + 1] = (char)tolower((unsigned char)currency[i]);
    }
    (void)snprintf(out, BREAKDOWN_NAME_MAX, "%s%s", kinds[kind].name, suffix);
    return out;
}

/* "-usd": a code of ISO 4217 in small letters. */
static bool
is_currency_suffix(struct sv text)
{
    char code[4] = "";

    if (text.n != sizeof(code) || text.p[0] != '-')
        return false;
    for (size_t i = 1; i < text.n; i++) {
        if (!islower((unsigned char)text.p[i]))
            return false;
        code[i - 1] = (char)toupper((unsigned char)text.p[i]);
    }
    return currency_is_known(sv_of(code));
}

bool
breakdown_is_name(struct sv name)
{
    for (unsigned kind = 0; kind < BREAKDOWN_KINDS; kind++) {
        struct sv script = sv_of(kinds[kind].name);

        if (sv_starts(name, script) &&
            (name.n == script.n || is_currency_suffix(sv_part(name, script.n, name.n))))
            return true;
    }
    return false;
}

size_t
breakdown_list(const struct results *r, struct breakdown_id out[BREAKDOWN_LIST_MAX])
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t currencies = say_currencies(r, totals), n = 0;

    for (size_t i = 0; i < currencies; i++)
        for (unsigned kind = 0; kind < BREAKDOWN_GPU_TIME; kind++)
            out[n++] = (struct breakdown_id){ (enum breakdown_kind)kind, totals[i]->currency };
    out[n++] = (struct breakdown_id){ BREAKDOWN_GPU_TIME, "" };
    return n;
}

struct breakdown_bar *
filling_bar(struct filling *f, const char *key, struct err *e)
{
    struct breakdown *b = f->b;
    bool is_new = false;
    struct map_entry *entry = map_put(&f->map, sv_of(key), &is_new);

    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    if (is_new) {
        if (vec_grow(&b->bars, 1, SIZE_MAX / sizeof(*b->bars.at), e))
            return NULL;
        entry->value.number = b->bars.n;
        b->bars.at[b->bars.n++] = (struct breakdown_bar){ .key = key };
    }
    return &b->bars.at[entry->value.number];
}

int
filling_add(struct filling *f, const char *key, unsigned part, struct money amount,
    struct err *e)
{
    struct breakdown *b = f->b;
    struct breakdown_bar *bar = filling_bar(f, key, e);

    if (!bar)
        return -1;
    b->is_there[part] = true;
    return money_add(&bar->part[part], amount, e) || money_add(&bar->total, amount, e) ||
        money_add(&b->sums[part], amount, e) || money_add(&b->total, amount, e) ? -1 : 0;
}

static int
add_spend(struct filling *f, struct err *e)
{
    const struct review *v = f->r->review;

    for (size_t i = 0; i < v->spend.n; i++) {
        const struct review_spend *s = &v->spend.at[i];
        const char *key = f->b->kind == BREAKDOWN_PLATFORM ? s->platform
            : words_category.words[s->category];

        if (strcmp(s->currency, f->b->currency) == 0 &&
            filling_add(f, key, s->category, s->billed, e))
            return -1;
    }
    return 0;
}

static int
fill(struct filling *f, struct err *e)
{
    switch (f->b->kind) {
    case BREAKDOWN_CATEGORY:
    case BREAKDOWN_PLATFORM:
        return add_spend(f, e);
    case BREAKDOWN_DAY:
        return filling_add_days(f, e);
    case BREAKDOWN_MONTH:
        return filling_add_months(f, e);
    case BREAKDOWN_LEAKS:
        return filling_add_leaks(f, e);
    case BREAKDOWN_GPU_TIME:
        break;
    }
    return filling_add_gpu_time(f, e);
}

/* True where time orders the bars. */
static bool
is_timed(const struct breakdown *b)
{
    return b->kind == BREAKDOWN_DAY || b->kind == BREAKDOWN_MONTH;
}

/* Largest total first; the keys decide between equal ones. */
static int
by_total(const void *a, const void *b)
{
    const struct breakdown_bar *x = a, *y = b;
    int order = money_compare(y->total, x->total);

    return order != 0 ? order : strcmp(x->key, y->key);
}

/*
 * Make one bar, "others", of those that are too many: the smallest at the end, or the earliest
 * months at the start.
 */
static int
fold(struct breakdown *b, struct err *e)
{
    bool is_month = b->kind == BREAKDOWN_MONTH;
    size_t surplus = b->bars.n > BREAKDOWN_BARS_MAX ? b->bars.n - BREAKDOWN_BARS_MAX : 0;
    size_t first = is_month ? 0 : BREAKDOWN_BARS_MAX - 1;
    struct breakdown_bar *others;

    if (b->kind == BREAKDOWN_DAY || surplus == 0)
        return 0;
    others = &b->bars.at[first];
    for (size_t i = first + 1; i <= first + surplus; i++) {
        if (money_add(&others->total, b->bars.at[i].total, e))
            return -1;
        for (size_t p = 0; p < BREAKDOWN_PARTS; p++)
            if (money_add(&others->part[p], b->bars.at[i].part[p], e) ||
                money_add(&others->leaked[p], b->bars.at[i].leaked[p], e))
                return -1;
    }
    others->key = BREAKDOWN_OTHERS;
    if (is_month)
        memmove(&b->bars.at[1], &b->bars.at[surplus + 1],
            (BREAKDOWN_BARS_MAX - 1) * sizeof(*b->bars.at));
    b->bars.n = BREAKDOWN_BARS_MAX;
    return 0;
}

/* True where the parts of bars are categories. */
static bool
is_spend(const struct breakdown *b)
{
    return b->kind != BREAKDOWN_LEAKS && b->kind != BREAKDOWN_GPU_TIME;
}

/* Categories stand by their sums, largest first; all else by the enum. */
static void
order_parts(struct breakdown *b)
{
    for (unsigned p = 0; p < BREAKDOWN_PARTS; p++) {
        size_t at = b->part_count;

        if (!b->is_there[p])
            continue;
        while (is_spend(b) && at > 0 &&
            money_compare(b->sums[p], b->sums[b->parts[at - 1]]) > 0) {
            b->parts[at] = b->parts[at - 1];
            at--;
        }
        b->parts[at] = p;
        b->part_count++;
    }
}

/* The label of ${bar}; those of months and resources may have one already. NULL when memory is
 * out. */
static const char *
label_of(struct breakdown *b, const struct results *r, const struct breakdown_bar *bar)
{
    char platform[SAY_PLATFORM_MAX];
    int category;

    if (strcmp(bar->key, BREAKDOWN_OTHERS) == 0)
        return is_timed(b) ? lang_text(r->lang, N_("earlier")) : lang_text(r->lang, N_("others"));
    switch (b->kind) {
    case BREAKDOWN_CATEGORY:
        category = word_find(&words_category, sv_of(bar->key));
        return say_category(r, category < 0 ? CATEGORY_NONE : (enum category)category);
    case BREAKDOWN_PLATFORM:
        return arena_text(&b->arena, sv_of(say_platform_read(platform, r, bar->key)));
    case BREAKDOWN_LEAKS:
        return filling_rule_title(r, bar->key);
    case BREAKDOWN_DAY:
    case BREAKDOWN_MONTH:
    case BREAKDOWN_GPU_TIME:
        break;
    }
    if (bar->label)
        return bar->label;
    return bar->key[0] != '\0' ? bar->key : lang_text(r->lang, N_("without a date"));
}

int
breakdown_build(struct breakdown *b, const struct results *r, enum breakdown_kind kind,
    const char *currency, struct err *e)
{
    struct filling f = { b, r, MAP_INIT };
    int result;

    *b = (struct breakdown){ .kind = kind, .currency = currency };
    result = fill(&f, e);
    map_release(&f.map);
    if (result)
        return -1;
    if (!is_timed(b) && b->bars.n > 1)
        qsort(b->bars.at, b->bars.n, sizeof(*b->bars.at), by_total);
    if (kind == BREAKDOWN_MONTH)
        filling_compare_months(b, r);
    if (fold(b, e))
        return -1;
    order_parts(b);
    for (size_t i = 0; i < b->bars.n; i++) {
        b->bars.at[i].label = label_of(b, r, &b->bars.at[i]);
        if (!b->bars.at[i].label)
            return err_nomem(e);
    }
    return 0;
}

void
breakdown_release(struct breakdown *b)
{
    vec_release(&b->bars);
    arena_release(&b->arena);
}
