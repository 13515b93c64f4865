/*
 * format_fields.c - a format's columns, and the ledger fields that are made of them.
 */
#include <stdint.h>

#include "base/vec.h"
#include "ledger/observation.h"
#include "parsers/expression.h"
#include "parsers/format_parts.h"
#include "parsers/names.h"

static const char *
folded(struct format *f, const char *name, bool is_whole)
{
    struct sv s = sv_of(name), result;

    /* A path into the document around the list is compared as it stands. */
    if (sv_starts(s, SV("$.")))
        return name;
    result = is_whole ? name_fold_whole(&f->arena, s) : name_fold(&f->arena, s, NULL);
    return result.p ? arena_text(&f->arena, result) : NULL;
}

/* The names of ${json}: a text, or an object with `names` and `required`. */
static int
read_column(struct format_loading *l, const cJSON *json, struct err *e)
{
    static const char *const known[] = { "names", "required", NULL };
    struct format *f = l->format;
    struct format_column c = { .key = json->string };
    size_t n = 0;

    if (cJSON_IsString(json)) {
        c.names = arena_array(&f->arena, 2, sizeof(*c.names));
        if (!c.names)
            return err_nomem(e);
        c.names[0] = json->valuestring;
    } else if (json_check_keys(&l->origin, json, known, e) ||
        json_get_texts(&l->origin, json, "names", &f->arena, &c.names, e) ||
        json_get_bool(&l->origin, json, "required", false, &c.is_required, e)) {
        return -1;
    }
    if (!c.names[0])
        return json_missing(&l->origin, json, "names", e);
    while (c.names[n])
        n++;
    c.folded = arena_array(&f->arena, n + 1, sizeof(*c.folded));
    c.whole = arena_array(&f->arena, n + 1, sizeof(*c.whole));
    if (!c.folded || !c.whole || vec_grow(&f->columns, 1, RECORD_COLUMNS_MAX, e))
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        f->reads_around |= sv_starts(sv_of(c.names[i]), SV("$."));
        c.folded[i] = folded(f, c.names[i], false);
        c.whole[i] = folded(f, c.names[i], true);
        if (!c.folded[i] || !c.whole[i])
            return err_nomem(e);
    }
    f->columns.at[f->columns.n++] = c;
    return 0;
}

int
format_read_columns(struct format_loading *l, struct err *e)
{
    const cJSON *columns = cJSON_GetObjectItemCaseSensitive(l->root, "columns"), *item;
    struct format *f = l->format;

    if (!columns)
        return json_missing(&l->origin, l->root, "columns", e);
    if (!cJSON_IsObject(columns) || !columns->child)
        return json_expected(&l->origin, columns, "an object of columns", e);
    l->column_keys = arena_array(&f->arena, (size_t)cJSON_GetArraySize(columns) + 1,
        sizeof(*l->column_keys));
    if (!l->column_keys)
        return err_nomem(e);
    cJSON_ArrayForEach(item, columns) {
        if (read_column(l, item, e))
            return -1;
        l->column_keys[f->columns.n - 1] = item->string;
    }
    return 0;
}

/* Say that ${item} names no field, and which one was meant. Always returns -1. */
static int
unknown_field(struct format_loading *l, const cJSON *item, struct sv name, struct err *e)
{
    static const char *const observed[] = { "platform", "account", "instance", "state", "from",
        "to", "time", "gpu", "utilisation", "memory_used", "memory_total", "power", "payee",
        "amount", "currency", "channel", "order_id", "trade_id", "status", "note", NULL };
    const char *names[128] = { NULL }, *nearest;
    size_t n = 0;

    for (const struct column *c = ledger_columns; c->name && n < 127; c++)
        if (c->kind != COLUMN_SOURCE)
            names[n++] = c->name;
    nearest = name_nearest(name, l->format->kind == INPUT_BILL ? names : observed);
    if (nearest)
        err_set(e, ERR_SYNTAX, "unknown field '%.*s'; did you mean '%s'?", SV_ARG(name), nearest);
    else
        err_set(e, ERR_SYNTAX, "unknown field '%.*s'", SV_ARG(name));
    return json_place(&l->origin, item, e);
}

/* What is wanted of the expression for ${field}, whose target is set; ${use} is adapted. */
static enum want
want_of(const struct format *f, const struct format_field *field, struct expression_use *use)
{
    use->unit = money_of(1);
    use->ends_period = use->is_cost = false;
    if (!field->column) {
        switch ((enum observation_field)field->observation_field) {
        case OBSERVATION_TO:
            use->ends_period = true;
            return WANT_TIME;
        case OBSERVATION_FROM:
        case OBSERVATION_TIME:
            return WANT_TIME;
        case OBSERVATION_MEMORY_USED:
        case OBSERVATION_MEMORY_TOTAL:
        case OBSERVATION_POWER:
            return WANT_MONEY;
        case OBSERVATION_AMOUNT:
            use->unit = f->amount_unit;
            use->is_cost = true;
            return WANT_MONEY;
        case OBSERVATION_PLATFORM:
        case OBSERVATION_ACCOUNT:
        case OBSERVATION_INSTANCE:
        case OBSERVATION_STATE:
        case OBSERVATION_GPU:
        case OBSERVATION_PAYEE:
        case OBSERVATION_CURRENCY:
        case OBSERVATION_CHANNEL:
        case OBSERVATION_ORDER_ID:
        case OBSERVATION_TRADE_ID:
        case OBSERVATION_STATUS:
        case OBSERVATION_NOTE:
        case OBSERVATION_UTILISATION: /* "[N/A]" is no sample, which only its text tells */
        case OBSERVATION_FIELD_COUNT:
            return WANT_TEXT;
        }
    }
    switch (field->column->kind) {
    case COLUMN_MONEY:
        use->unit = f->amount_unit;
        use->is_cost = true;
        return WANT_MONEY;
    case COLUMN_NUMBER:
        return WANT_MONEY;
    case COLUMN_TIME:
        use->ends_period = field->column->slot == TIME_CHARGE_PERIOD_END ||
            field->column->slot == TIME_BILLING_PERIOD_END;
        return WANT_TIME;
    case COLUMN_TEXT:
    case COLUMN_WORD:
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
    return WANT_TEXT;
}

static int
find_target(struct format_loading *l, const cJSON *item, struct sv name, struct format_field *out,
    struct err *e)
{
    if (l->format->kind == INPUT_BILL) {
        out->column = column_find(name);
        if (out->column && out->column->kind == COLUMN_SOURCE)
            out->column = NULL;
        out->observation_field = -1;
        return out->column ? 0 : unknown_field(l, item, name, e);
    }
    out->observation_field = observation_field_find(name);
    return out->observation_field >= 0 ? 0 : unknown_field(l, item, name, e);
}

/* Mark the fields that `required` lists; of a bill, BilledCost alone if it is absent. */
static int
read_required(struct format_loading *l, struct err *e)
{
    const cJSON *key = cJSON_GetObjectItemCaseSensitive(l->root, "required");
    const char *standard[] = { "BilledCost", NULL };
    struct format *f = l->format;
    const char **names;

    if (json_get_texts(&l->origin, l->root, "required", &f->arena, &names, e))
        return -1;
    if (!key && f->kind == INPUT_BILL)
        names = standard;
    for (; *names; names++) {
        bool is_found = false;

        for (size_t i = 0; i < f->fields.n; i++)
            if (sv_is_folded(sv_of(f->fields.at[i].name), sv_of(*names)))
                f->fields.at[i].is_required = is_found = true;
        if (!is_found) {
            err_set(e, ERR_SYNTAX, "'fields' does not make '%s', which is required", *names);
            return json_place(&l->origin, key ? key : l->root, e);
        }
    }
    return 0;
}

static bool
makes_platform(const struct format *f)
{
    for (size_t i = 0; i < f->fields.n; i++)
        if (sv_is_folded(sv_of(f->fields.at[i].name), SV("x_Platform")))
            return true;
    return f->platform[0] != '\0' || f->kind != INPUT_BILL;
}

int
format_read_field(struct format_loading *l, const cJSON *item, struct format_field *out,
    struct err *e)
{
    struct expression_use use = { .format = l->format, .origin = &l->origin,
        .column_keys = l->column_keys };
    enum want want;

    *out = (struct format_field){ .name = item->string };
    if (find_target(l, item, sv_of(item->string), out, e))
        return -1;
    want = want_of(l->format, out, &use);
    out->value = expression_compile(&use, item, want, e);
    return out->value ? 0 : -1;
}

int
format_read_fields(struct format_loading *l, struct err *e)
{
    const cJSON *fields = cJSON_GetObjectItemCaseSensitive(l->root, "fields"), *item;
    struct format *f = l->format;

    if (!fields)
        return json_missing(&l->origin, l->root, "fields", e);
    if (!cJSON_IsObject(fields))
        return json_expected(&l->origin, fields, "an object of fields", e);
    cJSON_ArrayForEach(item, fields) {
        struct format_field field;

        if (format_read_field(l, item, &field, e) || vec_grow(&f->fields, 1, SIZE_MAX, e))
            return -1;
        f->fields.at[f->fields.n++] = field;
    }
    if (read_required(l, e))
        return -1;
    if (makes_platform(f))
        return 0;
    err_set(e, ERR_SYNTAX, "give 'platform', or the field 'x_Platform'");
    return json_place(&l->origin, l->root, e);
}
