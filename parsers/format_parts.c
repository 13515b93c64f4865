/*
 * format_parts.c - what a format says beside its columns and fields.
 */
#include <stdint.h>

#include "base/vec.h"
#include "ledger/currency.h"
#include "parsers/format_parts.h"
#include "parsers/hook.h"
#include "parsers/names.h"
#include "parsers/pattern.h"

static const cJSON *
get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static int
read_title(struct format_loading *l, const char *key, bool is_required, struct format_title *out,
    struct err *e)
{
    static const char *const known[] = { "en", "zh", NULL };
    const cJSON *title = get(l->root, key);

    if (!title && is_required)
        return json_missing(&l->origin, l->root, key, e);
    *out = (struct format_title){ "", "" };
    if (!title)
        return 0;
    return json_check_keys(&l->origin, title, known, e) ||
            json_get_text(&l->origin, title, "en", NULL, &out->en, e) ||
            json_get_text(&l->origin, title, "zh", NULL, &out->zh, e) ?
        -1 : 0;
}

static int
read_evidence(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "level", "sources", "notes", NULL };
    static const char *const levels[] = { "documented", "public-sample", "console-copy", "assumed",
        NULL };
    struct format *f = l->format;
    const cJSON *evidence = get(l->root, "evidence");
    int level;

    if (!evidence)
        return json_missing(&l->origin, l->root, "evidence", e);
    if (json_check_keys(&l->origin, evidence, known, e) ||
        json_get_word(&l->origin, evidence, "level", levels, -1, &level, e) ||
        json_get_texts(&l->origin, evidence, "sources", &f->arena, &f->sources, e) ||
        json_get_text(&l->origin, evidence, "notes", "", &f->notes, e))
        return -1;
    f->evidence = (enum evidence_level)level;
    return f->sources[0] ? 0 : json_missing(&l->origin, evidence, "sources", e);
}

/* The id must be the name of the file, or two files could be one format. */
static int
check_id(struct format_loading *l, struct err *e)
{
    struct sv name = sv_of(l->format->path), end = SV(".json");
    size_t at;

    while ((at = sv_find(name, SV("/"), 0)) != (size_t)-1)
        name = sv_part(name, at + 1, name.n);
    if (!sv_ends(name, end))
        return 0;
    name = sv_part(name, 0, name.n - end.n);
    if (sv_is(name, sv_of(l->format->id)))
        return 0;
    err_set(e, ERR_SYNTAX, "'id' must be the name of the file, '%.*s'", SV_ARG(name));
    return json_place(&l->origin, get(l->root, "id"), e);
}

int
format_read_identity(struct format_loading *l, struct err *e)
{
    static const char *const kinds[] = { "bill", "states", "usage", "payment", NULL };
    static const enum input_kind values[] = { INPUT_BILL, INPUT_STATES, INPUT_USAGE,
        INPUT_PAYMENT };
    struct format *f = l->format;
    int kind;

    if (json_get_text(&l->origin, l->root, "id", NULL, &f->id, e) || check_id(l, e) ||
        json_get_word(&l->origin, l->root, "kind", kinds, -1, &kind, e) ||
        json_get_text(&l->origin, l->root, "platform", "", &f->platform, e) ||
        read_title(l, "title", true, &f->title, e) ||
        read_title(l, "platform_title", f->platform[0] != '\0', &f->platform_title, e))
        return -1;
    f->kind = values[kind];
    return read_evidence(l, e);
}

static int
read_as(struct format_loading *l, const cJSON *read, struct err *e)
{
    struct format *f = l->format;
    const char **as;

    if (json_get_texts(&l->origin, read, "as", &f->arena, &as, e))
        return -1;
    f->reads_rows = f->reads_objects = !as[0];
    for (; *as; as++) {
        bool is_rows = sv_is(sv_of(*as), SV("rows"));

        if (!is_rows && !sv_is(sv_of(*as), SV("objects"))) {
            err_set(e, ERR_SYNTAX, "'as' must be rows or objects");
            return json_place(&l->origin, get(read, "as"), e);
        }
        f->reads_rows |= is_rows;
        f->reads_objects |= !is_rows;
    }
    return 0;
}

static int
read_zone_and_currency(struct format_loading *l, const cJSON *read, struct err *e)
{
    struct format *f = l->format;
    const char *zone, *unit;

    if (json_get_text(&l->origin, read, "timezone", "", &zone, e) ||
        json_get_text(&l->origin, read, "currency", "", &f->currency, e) ||
        json_get_text(&l->origin, read, "amount_unit", "1", &unit, e))
        return -1;
    f->has_timezone = zone[0] != '\0';
    if (f->has_timezone && time_parse_zone(&f->zone_minutes, sv_of(zone), e))
        return json_place(&l->origin, get(read, "timezone"), e);
    if (f->currency[0] && !currency_is_known(sv_of(f->currency))) {
        err_set(e, ERR_SYNTAX, "'%s' is no currency; use an ISO 4217 code like CNY", f->currency);
        return json_place(&l->origin, get(read, "currency"), e);
    }
    if (money_parse(&f->amount_unit, sv_of(unit), e))
        return json_place(&l->origin, get(read, "amount_unit"), e);
    return 0;
}

int
format_read_reading(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "as", "lists", "timezone", "dates", "decimal_mark",
        "excel_dates", "currency", "amount_unit", "null_words", NULL };
    static const char *const orders[] = { "year-first", "month-first", "day-first", NULL };
    static const char *const marks[] = { ".", ",", NULL };
    static const enum date_order dates[] = { DATE_YEAR_FIRST, DATE_MONTH_FIRST, DATE_DAY_FIRST };
    struct format *f = l->format;
    const cJSON *read = get(l->root, "read");
    const char **lists;
    int order, mark;

    if ((read && json_check_keys(&l->origin, read, known, e)) || read_as(l, read, e) ||
        json_get_texts(&l->origin, read, "lists", &f->arena, &lists, e) ||
        json_get_word(&l->origin, read, "dates", orders, 0, &order, e) ||
        json_get_word(&l->origin, read, "decimal_mark", marks, 0, &mark, e) ||
        json_get_bool(&l->origin, read, "excel_dates", false, &f->excel_dates, e) ||
        json_get_texts(&l->origin, read, "null_words", &f->arena, &f->null_words, e) ||
        read_zone_and_currency(l, read, e))
        return -1;
    if (!lists[0])
        lists[0] = ""; /* json_get_texts() always leaves room for one */
    f->lists = lists;
    f->dates = dates[order];
    f->decimal_mark = marks[mark][0];
    return 0;
}

int
format_read_recognise(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "absent", "where", "text", "prefer_over", NULL };
    struct format *f = l->format;
    const cJSON *recognise = get(l->root, "recognise"), *where = get(recognise, "where");

    if ((recognise && json_check_keys(&l->origin, recognise, known, e)) ||
        json_get_texts(&l->origin, recognise, "absent", &f->arena, &f->absent, e) ||
        json_get_text(&l->origin, recognise, "text", "", &f->named_text, e) ||
        json_get_texts(&l->origin, recognise, "prefer_over", &f->arena, &f->prefer_over, e))
        return -1;
    for (const char **a = f->absent; *a; a++) {
        struct sv folded = name_fold(&f->arena, sv_of(*a), NULL);

        *a = folded.p ? arena_text(&f->arena, folded) : NULL;
        if (!*a)
            return err_nomem(e);
    }
    if (f->named_text[0]) {
        f->named_by = json_pattern(&l->origin, get(recognise, "text"), e);
        if (!f->named_by)
            return -1;
    }
    f->has_where = where != NULL;
    if (!where)
        return 0;
    f->where = format_condition(l, where, e);
    return f->where ? 0 : -1;
}

int
format_read_skips(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "when", "as", NULL };
    const char *words[SKIP_COUNT + 1] = { NULL };
    const cJSON *list = get(l->root, "skip"), *item;
    struct format *f = l->format;

    for (int s = 0; s < SKIP_COUNT; s++)
        words[s] = skip_word((enum skip)s);
    if (list && !cJSON_IsArray(list))
        return json_expected(&l->origin, list, "a list", e);
    cJSON_ArrayForEach(item, list) {
        struct format_skip skip = { NULL, SKIP_NOT_A_CHARGE };
        int as;

        if (json_check_keys(&l->origin, item, known, e) ||
            json_get_word(&l->origin, item, "as", words, SKIP_NOT_A_CHARGE, &as, e))
            return -1;
        if (!get(item, "when"))
            return json_missing(&l->origin, item, "when", e);
        skip.as = (enum skip)as;
        skip.when = format_condition(l, get(item, "when"), e);
        if (!skip.when || vec_grow(&f->skips, 1, SIZE_MAX, e))
            return -1;
        f->skips.at[f->skips.n++] = skip;
    }
    return 0;
}

/* "is" or "state" of ${item}: a word of ${list}. */
static int
read_word(struct format_loading *l, const cJSON *item, const char *key,
    const struct word_list *list, int *out, struct err *e)
{
    const char *word, *nearest, *known[CATEGORY_COUNT + 1] = { NULL };

    *out = 0;
    if (json_get_text(&l->origin, item, key, "", &word, e))
        return -1;
    *out = word_find(list, sv_of(word));
    if (*out >= 0)
        return 0;
    for (size_t i = 0; i + 1 < list->count && i < CATEGORY_COUNT; i++)
        known[i] = list->words[i + 1];
    nearest = name_nearest(sv_of(word), known);
    if (nearest)
        err_set(e, ERR_SYNTAX, "'%s' is no word of %s; did you mean '%s'?", word, list->name,
            nearest);
    else
        err_set(e, ERR_SYNTAX, "'%s' is no word of %s", word, list->name);
    return json_place(&l->origin, get(item, key), e);
}

int
format_read_categories(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "when", "is", "state", NULL };
    const cJSON *list = get(l->root, "categories"), *item;
    struct format *f = l->format;

    if (list && !cJSON_IsArray(list))
        return json_expected(&l->origin, list, "a list", e);
    l->tests_categories = true;
    cJSON_ArrayForEach(item, list) {
        struct format_category c = { 0 };
        int category, state;

        if (json_check_keys(&l->origin, item, known, e) ||
            read_word(l, item, "is", &words_category, &category, e) ||
            read_word(l, item, "state", &words_state, &state, e))
            return -1;
        if (get(item, "when")) {
            c.when = format_condition(l, get(item, "when"), e);
            if (!c.when)
                return -1;
        }
        c.category = (enum category)category;
        c.state = (enum instance_state)state;
        if (vec_grow(&f->categories, 1, SIZE_MAX, e))
            return -1;
        f->categories.at[f->categories.n++] = c;
    }
    l->tests_categories = false;
    return 0;
}

static int
read_view(struct format_loading *l, const cJSON *billing, struct err *e)
{
    static const char *const known[] = { "rank", "completes", NULL };
    struct format_billing *b = &l->format->billing;
    const cJSON *view = get(billing, "view");

    if (view && json_check_keys(&l->origin, view, known, e))
        return -1;
    return json_get_number(&l->origin, view, "rank", 0, 100, &b->view_rank, e) ||
            json_get_texts(&l->origin, view, "completes", &l->format->arena, &b->completes, e) ?
        -1 : 0;
}

/* Facts that rules use. */
static int
read_facts(struct format_loading *l, const cJSON *billing, struct err *e)
{
    struct format_billing *b = &l->format->billing;
    const char *price, *prices;
    unsigned days;

    if (json_get_text(&l->origin, billing, "minimum_unit", "", &b->minimum_unit, e) ||
        json_get_text(&l->origin, billing, "rounding", "", &b->rounding, e) ||
        json_get_text(&l->origin, billing, "free_quota", "", &b->free_quota, e) ||
        json_get_text(&l->origin, billing, "prices", "", &prices, e) ||
        json_get_text(&l->origin, billing, "no_gpu_price", "0", &price, e) ||
        json_get_number(&l->origin, billing, "release_after_days", 0, 3650, &days, e))
        return -1;
    b->release_after_days = (int)days;
    if (money_parse(&b->no_gpu_price, sv_of(price), e))
        return json_place(&l->origin, get(billing, "no_gpu_price"), e);
    return 0;
}

int
format_read_billing(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "time", "end", "period_is_use", "overlap", "delivery",
        "rows_repeat", "price", "view", "minimum_unit", "rounding", "free_quota",
        "release_after_days", "no_gpu_price", "prices", NULL };
    static const char *const times[] = { "period", "start", "end", NULL };
    static const char *const ends[] = { "exclusive", "inclusive", NULL };
    static const char *const overlaps[] = { "allowed", "exclusive", NULL };
    static const char *const deliveries[] = { "any", "whole-month", NULL };
    static const char *const prices[] = { "row", "blended", NULL };
    struct format_billing *b = &l->format->billing;
    const cJSON *billing = get(l->root, "billing");
    int time, end, overlap, delivery, price;

    if ((billing && json_check_keys(&l->origin, billing, known, e)) ||
        json_get_word(&l->origin, billing, "time", times, 0, &time, e) ||
        json_get_word(&l->origin, billing, "end", ends, 0, &end, e) ||
        json_get_word(&l->origin, billing, "overlap", overlaps, 0, &overlap, e) ||
        json_get_word(&l->origin, billing, "delivery", deliveries, 0, &delivery, e) ||
        json_get_word(&l->origin, billing, "price", prices, 0, &price, e) ||
        json_get_bool(&l->origin, billing, "period_is_use", false, &b->period_is_use, e) ||
        json_get_bool(&l->origin, billing, "rows_repeat", false, &b->rows_repeat, e) ||
        read_view(l, billing, e) || read_facts(l, billing, e))
        return -1;
    b->time = (enum billing_time)time;
    b->is_end_inclusive = end == 1;
    b->is_overlap_exclusive = overlap == 1;
    b->is_whole_month = delivery == 1;
    b->is_price_blended = price == 1;
    return 0;
}

int
format_read_invoice(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "basis", "sellers", "net_of_tax", NULL };
    static const char *const bases[] = { "unknown", "consumption", "recharge", NULL };
    struct format *f = l->format;
    const cJSON *invoice = get(l->root, "invoice");
    int basis;

    if ((invoice && json_check_keys(&l->origin, invoice, known, e)) ||
        json_get_word(&l->origin, invoice, "basis", bases, 0, &basis, e) ||
        json_get_texts(&l->origin, invoice, "sellers", &f->arena, &f->sellers, e) ||
        json_get_bool(&l->origin, invoice, "net_of_tax", false, &f->net_of_tax, e))
        return -1;
    f->basis = (enum invoice_basis)basis;
    return 0;
}

int
format_read_hooks(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "input", NULL };
    const cJSON *hooks = get(l->root, "hooks");
    const struct hook *h;
    const char *name;

    if ((hooks && json_check_keys(&l->origin, hooks, known, e)) ||
        json_get_text(&l->origin, hooks, "input", "", &name, e))
        return -1;
    if (!name[0])
        return 0;
    h = hook_find(sv_of(name));
    if (!h || !h->input) {
        err_set(e, ERR_SYNTAX, "there is no hook '%s' that looks at an input", name);
        return json_place(&l->origin, get(hooks, "input"), e);
    }
    l->format->input_hook = h;
    return 0;
}

int
format_read_samples(struct format_loading *l, struct err *e)
{
    static const char *const known[] = { "name", "text", "json", "lines", "skipped", "rejected",
        "declared", NULL };
    const cJSON *samples = get(l->root, "samples"), *sample;
    const char *name;

    if (!cJSON_IsArray(samples) || !samples->child) {
        err_set(e, ERR_SYNTAX, "'samples' is missing: give raw text and the lines that it becomes");
        return json_place(&l->origin, samples ? samples : l->root, e);
    }
    cJSON_ArrayForEach(sample, samples) {
        if (json_check_keys(&l->origin, sample, known, e) ||
            json_get_text(&l->origin, sample, "name", NULL, &name, e))
            return -1;
        if (!get(sample, "text") == !get(sample, "json")) {
            err_set(e, ERR_SYNTAX, "a sample needs either 'text' or 'json'");
            return json_place(&l->origin, sample, e);
        }
        if (!cJSON_IsArray(get(sample, "lines"))) {
            err_set(e, ERR_SYNTAX, "'lines' is missing; with [] 'gpubill formats --check' prints "
                "what belongs there");
            return json_place(&l->origin, sample, e);
        }
    }
    l->format->samples = samples;
    return 0;
}
