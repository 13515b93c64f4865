/*
 * config_entries.c - the sections of the config of which each element is an entry of its own.
 */
#include "base/vec.h"
#include "ledger/currency.h"
#include "parsers/config_reader.h"

/* Most entries of one section. */
#define ENTRIES_MAX 10000

/* Most graphics cards of one instance. */
#define CARDS_MAX 100000

static const char entries[] = N_("entries of a list in the config");

int
config_read_projects(struct config_reader *r, const cJSON *list)
{
    static const char *const keys[] = { "name", "where", NULL };
    struct config *c = r->config;

    if (config_check_list(r, list))
        return -1;
    for (const cJSON *item = list->child; item; item = item->next) {
        const cJSON *where = cJSON_GetObjectItemCaseSensitive(item, "where");
        struct config_project project = { .line = config_line(r, item) };

        if (json_check_keys(&r->origin, item, keys, r->e) ||
            config_text(r, item, "name", true, &project.name))
            return -1;
        if (!where)
            return json_missing(&r->origin, item, "where", r->e);
        if (vec_grow_named(&c->projects, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        project.where = condition_compile_line(&c->arena, where, &r->origin, r->e);
        if (!project.where)
            return -1;
        c->projects.at[c->projects.n++] = project;
    }
    return 0;
}

/* An entry of the same platform and instance before ${entry}, or NULL. */
static const struct config_instance *
find_instance(const struct config *c, const struct config_instance *entry)
{
    for (size_t i = 0; i < c->instances.n; i++)
        if (sv_is(sv_of(c->instances.at[i].platform), sv_of(entry->platform)) &&
            sv_is(sv_of(c->instances.at[i].instance), sv_of(entry->instance)))
            return &c->instances.at[i];
    return NULL;
}

int
config_read_instances(struct config_reader *r, const cJSON *list)
{
    static const char *const keys[] = { "platform", "instance", "name", "gpu_model", "gpu_count",
        "usage", NULL };
    struct config *c = r->config;

    if (config_check_list(r, list))
        return -1;
    for (const cJSON *item = list->child; item; item = item->next) {
        struct config_instance entry = { .name = "", .gpu_model = "" };
        const struct config_instance *other;

        if (json_check_keys(&r->origin, item, keys, r->e) ||
            config_platform(r, item, true, &entry.platform) ||
            config_text(r, item, "instance", true, &entry.instance) ||
            config_text(r, item, "name", false, &entry.name) ||
            config_text(r, item, "gpu_model", false, &entry.gpu_model) ||
            config_count(r, item, "gpu_count", CARDS_MAX, &entry.gpu_count) ||
            json_get_texts(&r->origin, item, "usage", &c->arena, &entry.usage, r->e))
            return -1;
        entry.line = config_line(r, item);
        other = find_instance(c, &entry);
        if (other)
            return config_fail(r, item, "instance '%s' already has an entry in line %ju",
                entry.instance, (uintmax_t)other->line);
        if (vec_grow_named(&c->instances, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        c->instances.at[c->instances.n++] = entry;
    }
    return 0;
}

/* True where ${a} and ${b} are prices of one thing from one day. */
static bool
is_same_price(const struct config_price *a, const struct config_price *b)
{
    return a->category == b->category && a->unit == b->unit && a->pricing == b->pricing &&
        a->is_per_card == b->is_per_card && a->from == b->from &&
        sv_is(sv_of(a->platform), sv_of(b->platform)) &&
        sv_is_folded(sv_of(a->gpu_model), sv_of(b->gpu_model)) &&
        sv_is(sv_of(a->sku), sv_of(b->sku)) && sv_is(sv_of(a->currency), sv_of(b->currency));
}

/* What a price is for: exactly one of gpu_model, sku and category. */
static int
read_thing(struct config_reader *r, const cJSON *item, struct config_price *price)
{
    const char *words[CATEGORY_COUNT] = { NULL };
    int category = 0;
    bool has_category = cJSON_GetObjectItemCaseSensitive(item, "category") != NULL;

    /* The list without its first word, which is empty and means none. */
    for (unsigned i = 1; i < CATEGORY_COUNT; i++)
        words[i - 1] = words_category.words[i];
    if (config_text(r, item, "gpu_model", false, &price->gpu_model) ||
        config_text(r, item, "sku", false, &price->sku) ||
        json_get_word(&r->origin, item, "category", words, 0, &category, r->e))
        return -1;
    if (has_category)
        price->category = (enum category)(category + 1);
    if ((price->gpu_model[0] != '\0') + (price->sku[0] != '\0') + has_category != 1)
        return config_fail(r, item,
            "a price is for one thing: give 'gpu_model', 'sku' or 'category'");
    return 0;
}

/* How a price is meant: unit, per, pricing, currency, from. */
static int
read_terms(struct config_reader *r, const cJSON *item, struct config_price *price)
{
    static const char *const units[] = { "hour", "day", "week", "month", NULL };
    static const char *const pers[] = { "card", "instance", NULL };
    static const char *const pricings[] = { "on-demand", "spot", "prepaid", NULL };
    static const enum pricing pricing_of[] = { PRICING_STANDARD, PRICING_DYNAMIC,
        PRICING_COMMITTED };
    int unit, per, pricing;

    if (json_get_word(&r->origin, item, "unit", units, -1, &unit, r->e) ||
        json_get_word(&r->origin, item, "per", pers, 0, &per, r->e) ||
        json_get_word(&r->origin, item, "pricing", pricings, 0, &pricing, r->e) ||
        config_text(r, item, "currency", false, &price->currency) ||
        config_date(r, item, "from", &price->from))
        return -1;
    if (!currency_is_known(sv_of(price->currency)))
        return json_expected(&r->origin, cJSON_GetObjectItemCaseSensitive(item, "currency"),
            "an ISO 4217 code like \"CNY\"", r->e);
    price->unit = (enum price_unit)unit;
    price->is_per_card = per == 0;
    price->pricing = pricing_of[pricing];
    return 0;
}

int
config_read_prices(struct config_reader *r, const cJSON *list)
{
    static const char *const keys[] = { "platform", "gpu_model", "sku", "category", "unit", "price",
        "per", "currency", "pricing", "from", NULL };
    struct config *c = r->config;

    if (config_check_list(r, list))
        return -1;
    for (const cJSON *item = list->child; item; item = item->next) {
        struct config_price price = {
            .gpu_model = "", .sku = "", .currency = "CNY", .from = TIME_NONE,
        };

        if (json_check_keys(&r->origin, item, keys, r->e) ||
            config_platform(r, item, true, &price.platform) ||
            read_thing(r, item, &price) || read_terms(r, item, &price) ||
            config_amount(r, item, "price", &price.price))
            return -1;
        price.line = config_line(r, item);
        for (size_t i = 0; i < c->prices.n; i++)
            if (is_same_price(&c->prices.at[i], &price))
                return config_fail(r, item,
                    "the same thing already has a price from that day in line %ju",
                    (uintmax_t)c->prices.at[i].line);
        if (vec_grow_named(&c->prices, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        c->prices.at[c->prices.n++] = price;
    }
    return 0;
}

int
config_read_invoices(struct config_reader *r, const cJSON *object)
{
    static const char *const keys[] = { "basis", "sellers", "payees", NULL };
    static const char *const bases[] = { "unknown", "consumption", "recharge", NULL };
    static const enum invoice_basis basis_of[] = { BASIS_UNKNOWN, BASIS_CONSUMPTION,
        BASIS_RECHARGE };
    struct config *c = r->config;

    if (config_check_object(r, object))
        return -1;
    for (const cJSON *item = object->child; item; item = item->next) {
        struct config_invoice entry = { .platform = config_lower(r, item->string) };
        int basis;

        if (!entry.platform || json_check_keys(&r->origin, item, keys, r->e) ||
            json_get_word(&r->origin, item, "basis", bases, 0, &basis, r->e) ||
            json_get_texts(&r->origin, item, "sellers", &c->arena, &entry.sellers, r->e) ||
            json_get_texts(&r->origin, item, "payees", &c->arena, &entry.payees, r->e) ||
            vec_grow_named(&c->invoices, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        entry.has_basis = cJSON_GetObjectItemCaseSensitive(item, "basis") != NULL;
        entry.basis = basis_of[basis];
        c->invoices.at[c->invoices.n++] = entry;
    }
    return 0;
}

int
config_read_waivers(struct config_reader *r, const cJSON *list)
{
    static const char *const keys[] = { "rule", "platform", "resource", "until", "reason", NULL };
    struct config *c = r->config;

    if (config_check_list(r, list))
        return -1;
    for (const cJSON *item = list->child; item; item = item->next) {
        struct config_waiver waiver = {
            .platform = "", .resource = "", .reason = "", .until = TIME_NONE,
        };

        if (json_check_keys(&r->origin, item, keys, r->e) ||
            config_text(r, item, "rule", true, &waiver.rule) ||
            config_platform(r, item, false, &waiver.platform) ||
            config_text(r, item, "resource", false, &waiver.resource) ||
            config_text(r, item, "reason", false, &waiver.reason) ||
            config_date(r, item, "until", &waiver.until) ||
            vec_grow_named(&c->waivers, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        waiver.line = config_line(r, item);
        c->waivers.at[c->waivers.n++] = waiver;
    }
    return 0;
}

/* The two currencies of "USD/CNY", in the arena. */
static int
read_pair(struct config_reader *r, const cJSON *item, struct config_rate *rate)
{
    struct sv rest = sv_of(item->string), from = SV_EMPTY, to = SV_EMPTY;

    if (!sv_cut(&rest, '/', &from) || !sv_cut(&rest, '/', &to) || rest.n > 0 ||
        !currency_is_known(from) || !currency_is_known(to) || sv_is(from, to))
        return config_fail(r, item,
            "'%s' must be two different ISO 4217 codes, like \"USD/CNY\"", item->string);
    rate->from = arena_text(&r->config->arena, from);
    rate->to = arena_text(&r->config->arena, to);
    return rate->from && rate->to ? 0 : err_nomem(r->e);
}

int
config_read_rates(struct config_reader *r, const cJSON *object)
{
    struct config *c = r->config;

    if (config_check_object(r, object))
        return -1;
    for (const cJSON *item = object->child; item; item = item->next) {
        struct config_rate rate = { 0 };

        if (read_pair(r, item, &rate) ||
            config_amount(r, object, item->string, &rate.rate))
            return -1;
        if (money_is_zero(rate.rate))
            return config_fail(r, item, "rate '%s' must be above 0", item->string);
        if (vec_grow_named(&c->rates, 1, ENTRIES_MAX, entries, r->e))
            return -1;
        c->rates.at[c->rates.n++] = rate;
    }
    return 0;
}
