/*
 * format_lines.c - the lines that one record of a format becomes, where it becomes several.
 *
 * A line has the fields of the format but where it says otherwise; both are joined here, so that
 * making a line is the same work as making that of a record which becomes only one.
 */
#include <stdint.h>

#include "base/vec.h"
#include "parsers/expression.h"
#include "parsers/format_parts.h"

/* Most lines that a format can describe. */
#define LINES_MAX 64

static struct format_field *
find_field(struct format_fields *fields, const struct format_field *like)
{
    for (size_t i = 0; i < fields->n; i++)
        if (fields->at[i].column == like->column)
            return &fields->at[i];
    return NULL;
}

static int
add_field(struct format_fields *fields, const struct format_field *field, struct err *e)
{
    if (vec_grow(fields, 1, SIZE_MAX, e))
        return -1;
    fields->at[fields->n++] = *field;
    return 0;
}

/* The field ${item} names has no value in this line. */
static int
drop_field(struct format_loading *l, struct format_fields *fields, const cJSON *item,
    struct err *e)
{
    struct format_field like = { .column = column_find(sv_of(item->string)) };
    struct format_field *field = like.column ? find_field(fields, &like) : NULL;

    if (!field) {
        err_set(e, ERR_SYNTAX, "'fields' does not make '%s', which is left out here",
            item->string);
        return json_place(&l->origin, item, e);
    }
    *field = fields->at[--fields->n];
    return 0;
}

static int
read_fields(struct format_loading *l, const cJSON *json, struct format_fields *out,
    struct err *e)
{
    const struct format_fields *all = &l->format->fields;
    const cJSON *item;

    for (size_t i = 0; i < all->n; i++)
        if (add_field(out, &all->at[i], e))
            return -1;
    if (json && !cJSON_IsObject(json))
        return json_expected(&l->origin, json, "an object of fields", e);
    cJSON_ArrayForEach(item, json) {
        struct format_field field, *old;

        if (cJSON_IsNull(item)) {
            if (drop_field(l, out, item, e))
                return -1;
            continue;
        }
        if (format_read_field(l, item, &field, e))
            return -1;
        old = find_field(out, &field);
        if (!old && add_field(out, &field, e))
            return -1;
        if (old) {
            field.is_required = old->is_required;
            *old = field;
        }
    }
    return 0;
}

static int
read_line(struct format_loading *l, const cJSON *json, struct format_line *out, struct err *e)
{
    static const char *const known[] = { "when", "each", "nonzero", "fields", NULL };
    struct expression_use use = { .format = l->format, .origin = &l->origin,
        .column_keys = l->column_keys, .unit = money_of(1) };
    const cJSON *when = cJSON_GetObjectItemCaseSensitive(json, "when");
    const cJSON *each = cJSON_GetObjectItemCaseSensitive(json, "each");

    if (json_check_keys(&l->origin, json, known, e) ||
        json_get_bool(&l->origin, json, "nonzero", false, &out->is_nonzero, e))
        return -1;
    if (when) {
        out->when = format_condition(l, when, e);
        if (!out->when)
            return -1;
    }
    if (each) {
        out->each = expression_compile(&use, each, WANT_TEXT, e);
        if (!out->each)
            return -1;
    }
    if (read_fields(l, cJSON_GetObjectItemCaseSensitive(json, "fields"), &out->fields, e))
        return -1;
    for (size_t i = 0; out->is_nonzero && i < out->fields.n; i++)
        if (out->fields.at[i].column == column_of(COLUMN_MONEY, MONEY_BILLED_COST))
            out->fields.at[i].is_required = false;
    return 0;
}

int
format_read_lines(struct format_loading *l, struct err *e)
{
    const cJSON *lines = cJSON_GetObjectItemCaseSensitive(l->root, "lines"), *item;
    struct format *f = l->format;

    if (!lines)
        return 0;
    if (!cJSON_IsArray(lines) || !lines->child || f->kind != INPUT_BILL)
        return json_expected(&l->origin, lines, "a list of the lines of a bill's record", e);
    cJSON_ArrayForEach(item, lines) {
        if (vec_grow(&f->lines, 1, LINES_MAX, e))
            return -1;
        f->lines.at[f->lines.n] = (struct format_line){ 0 };
        if (read_line(l, item, &f->lines.at[f->lines.n++], e))
            return -1;
    }
    return 0;
}
