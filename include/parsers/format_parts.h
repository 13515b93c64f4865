/*
 * format_parts.h - the parts of a format file, each read by a function of its own.
 *
 * Each takes the whole document ${root}, puts what its key says into ${f}, with the defaults where
 * the key is absent, and returns -1 with path and line in ${e} where it is wrong. Columns come
 * before whatever names them.
 */
#ifndef PARSERS_FORMAT_PARTS_H
#define PARSERS_FORMAT_PARTS_H

#include "parsers/format.h"
#include "parsers/json_check.h"

struct format_loading {
    struct format *format;
    struct json_origin origin;
    const cJSON *root;
    const char **column_keys; /* NULL-ended, once the columns are read */
    bool tests_categories;    /* conditions may name fields, and what they test is noted */
};

int format_read_identity(struct format_loading *l, struct err *e);
int format_read_reading(struct format_loading *l, struct err *e);
int format_read_columns(struct format_loading *l, struct err *e);
int format_read_recognise(struct format_loading *l, struct err *e);
int format_read_skips(struct format_loading *l, struct err *e);
int format_read_fields(struct format_loading *l, struct err *e);
int format_read_lines(struct format_loading *l, struct err *e);
int format_read_categories(struct format_loading *l, struct err *e);
int format_read_billing(struct format_loading *l, struct err *e);
int format_read_invoice(struct format_loading *l, struct err *e);
int format_read_hooks(struct format_loading *l, struct err *e);
int format_read_samples(struct format_loading *l, struct err *e);

/* Compile ${item} of an object of fields. -1: no such field, or no expression. */
int format_read_field(struct format_loading *l, const cJSON *item, struct format_field *out,
    struct err *e);

/* Compile ${json} as a condition of the format. NULL: ${e}. */
const struct condition *format_condition(struct format_loading *l, const cJSON *json,
    struct err *e);

#endif
