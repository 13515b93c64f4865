/*
 * engine_values.c - what a script holds of this run: tables, settings, prices, formats.
 *
 * Lists are written as SELECTs that UNION ALL joins, which every engine takes; an empty one has a
 * row that is left out.
 */
#include "audit/engine_values.h"

#include "ledger/column.h"

const struct engine_column engine_line_columns[] = {
    { "x_Row", "count_type" },
    { "x_LeftOut", "text_type" },
    { "x_ListUnitPriceDecimals", "count_type" },
    { "x_ContractedUnitPriceDecimals", "count_type" },
    { "x_PricingQuantityDecimals", "count_type" },
    { "x_IsActualUse", "count_type" },
    { "x_IsOfMonth", "count_type" },
    { "x_SpecCards", "count_type" },
    { "x_CreatedAt", "time_type" },
    { NULL, NULL },
};

const struct engine_column engine_input_columns[] = {
    { "path", "text_type" },
    { "format", "text_type" },
    { "rejected", "count_type" },
    { NULL, NULL },
};

const struct engine_column engine_state_columns[] = {
    { "platform", "text_type" },
    { "account", "text_type" },
    { "instance", "text_type" },
    { "state", "text_type" },
    { "time_from", "time_type" },
    { "time_to", "time_type" },
    { "x_SourceFile", "text_type" },
    { "x_SourceLine", "count_type" },
    { NULL, NULL },
};

const struct engine_column engine_usage_columns[] = {
    { "platform", "text_type" },
    { "instance", "text_type" },
    { "gpu", "text_type" },
    { "time_from", "time_type" },
    { "time_to", "time_type" },
    { "utilisation", "count_type" },
    { "memory_used", "count_type" },
    { "memory_total", "count_type" },
    { NULL, NULL },
};

static const char *
type_of(const struct column *c)
{
    switch (c->kind) {
    case COLUMN_TIME:
        return "time_type";
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        return "amount_type";
    case COLUMN_SOURCE:
        return c->slot == 0 ? "text_type" : "count_type";
    case COLUMN_TEXT:
    case COLUMN_WORD:
    case COLUMN_CHANGES:
        break;
    }
    return "text_type";
}

static void
add_column(struct buf *out, const char *name, const char *type, bool *is_first)
{
    buf_addf(out, "%s    %s {{%s}}", *is_first ? "" : ",\n", name, type);
    *is_first = false;
}

static void
add_table(struct buf *out, const char *name, bool has_ledger, const struct engine_column *columns)
{
    bool is_first = true;

    buf_addf(out, "CREATE TABLE %s (\n", name);
    for (const struct column *c = ledger_columns; has_ledger && c->name; c++)
        add_column(out, c->name, type_of(c), &is_first);
    for (const struct engine_column *c = columns; c->name; c++)
        add_column(out, c->name, c->type, &is_first);
    buf_add_text(out, "\n){{table_end}};\n\n");
}

int
engine_write_tables(struct macro_writer *w, struct buf *out, struct err *e)
{
    struct buf text;
    int result;

    buf_init(&text, (size_t)1 << 20);
    buf_add_text(&text, "-- Files that were read, and how many of their rows could not be.\n");
    add_table(&text, "gpubill_inputs", false, engine_input_columns);
    buf_add_text(&text, "-- Ledger lines: the columns of `gpubill ledger`, then what only engines "
        "are given.\n");
    add_table(&text, "gpubill_ledger", true, engine_line_columns);
    buf_add_text(&text, "-- Rows of state logs.\n");
    add_table(&text, "gpubill_states", false, engine_state_columns);
    buf_add_text(&text, "-- Samples; utilisation in hundredths of a percent, NULL where there is "
        "none.\n");
    add_table(&text, "gpubill_usage", false, engine_usage_columns);
    result = buf_ok(&text, e);
    if (result == 0)
        result = macro_expand(w, buf_sv(&text), out, e);
    buf_release(&text);
    return result;
}

void
engine_add_wide(struct buf *out, enum engine engine, struct money m)
{
    char digits[MONEY_TEXT_MAX];
    size_t i = sizeof(digits) - 1;
    money_uint units = (money_uint)m.units;

    digits[i] = '\0';
    do
        digits[--i] = (char)('0' + (int)(units % 10));
    while ((units /= 10) > 0);
    switch (engine) {
    case ENGINE_CLICKHOUSE:
        buf_addf(out, "toInt256('%s')", digits + i);
        break;
    case ENGINE_SPARK:
        buf_addf(out, "CAST('%s' AS DECIMAL(38,0))", digits + i);
        break;
    case ENGINE_DUCKDB:
        buf_addf(out, "CAST('%s' AS HUGEINT)", digits + i);
        break;
    case ENGINE_POSTGRES:
    case ENGINE_COUNT:
        buf_addf(out, "CAST('%s' AS numeric)", digits + i);
        break;
    }
}

/* Between two rows of a list. */
static void
begin_row(struct buf *out, bool *is_first)
{
    buf_add_text(out, *is_first ? "SELECT " : "\nUNION ALL SELECT ");
    *is_first = false;
}

static void
add_text(struct buf *out, enum engine engine, const char *text, const char *name)
{
    macro_quote(out, engine, text);
    buf_addf(out, " AS %s, ", name);
}

void
engine_add_formats(struct buf *out, enum engine engine, const struct formats *f)
{
    bool is_first = true;

    for (size_t i = 0; f && i < f->list.n; i++) {
        const struct format *format = f->list.at[i];
        const struct format_billing *b = &format->billing;

        if (!b->is_overlap_exclusive && !b->is_price_blended && b->time != BILLING_TIME_END &&
            money_is_zero(b->no_gpu_price))
            continue;
        begin_row(out, &is_first);
        add_text(out, engine, format->id, "format");
        buf_addf(out, "%d AS is_exclusive, %d AS is_time_end, %d AS is_price_blended, ",
            b->is_overlap_exclusive, b->time == BILLING_TIME_END, b->is_price_blended);
        engine_add_wide(out, engine, b->no_gpu_price);
        buf_add_text(out, " AS no_gpu_price");
    }
    if (!is_first)
        return;
    buf_add_text(out, "SELECT * FROM (SELECT '' AS format, 0 AS is_exclusive, 0 AS is_time_end, "
        "0 AS is_price_blended, ");
    engine_add_wide(out, engine, MONEY_ZERO);
    buf_add_text(out, " AS no_gpu_price) none WHERE format <> ''");
}

void
engine_add_instances(struct buf *out, enum engine engine, const struct config *c)
{
    bool is_first = true;

    for (size_t i = 0; c && i < c->instances.n; i++) {
        const struct config_instance *at = &c->instances.at[i];
        size_t k = 0;

        /* Of two entries for one instance the first counts. */
        while (k < i && (strcmp(c->instances.at[k].platform, at->platform) != 0 ||
            strcmp(c->instances.at[k].instance, at->instance) != 0))
            k++;
        if (k < i)
            continue;
        begin_row(out, &is_first);
        add_text(out, engine, at->platform, "platform");
        add_text(out, engine, at->instance, "instance");
        add_text(out, engine, at->name, "name");
        buf_addf(out, "%u AS gpu_count", at->gpu_count);
    }
    if (is_first)
        buf_add_text(out, "SELECT * FROM (SELECT '' AS platform, '' AS instance, '' AS name, "
            "0 AS gpu_count) none WHERE platform <> ''");
}

/* What is asked for is compared as the price book does: models without regard to case. */
static void
add_price(struct buf *out, enum engine engine, const struct config_price *p, size_t place,
    int zone_minutes)
{
    static const char *const units[] = { "hour", "day", "week", "month" };

    add_text(out, engine, p->platform, "platform");
    add_text(out, engine, p->currency, "currency");
    add_text(out, engine, p->sku, "sku");
    add_text(out, engine, p->gpu_model, "gpu_model");
    add_text(out, engine, words_category.words[p->category], "category");
    add_text(out, engine, units[p->unit], "unit");
    add_text(out, engine, words_pricing.words[p->pricing], "pricing");
    engine_add_wide(out, engine, p->price);
    buf_addf(out, " AS price, %d AS is_per_card, %lld AS valid_from, %zu AS place",
        p->is_per_card, p->from == TIME_NONE ? -1LL :
            (long long)config_day(p->from, zone_minutes), place);
}

void
engine_add_prices(struct buf *out, enum engine engine, const struct config *c, int zone_minutes)
{
    static const struct config_price none = { .platform = "", .gpu_model = "", .sku = "",
        .currency = "", .from = TIME_NONE };
    bool is_first = true;

    for (size_t i = 0; c && i < c->prices.n; i++) {
        begin_row(out, &is_first);
        add_price(out, engine, &c->prices.at[i], i + 1, zone_minutes);
    }
    if (!is_first)
        return;
    buf_add_text(out, "SELECT * FROM (SELECT ");
    add_price(out, engine, &none, 0, zone_minutes);
    buf_add_text(out, ") none WHERE place > 0");
}
