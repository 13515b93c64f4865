/*
 * expression.h - the verbs of formats: how a value is made from a record's columns.
 *
 * docs/FORMATS.md, EXPRESSION. An expression is compiled once, when its format is loaded, for what
 * is wanted of it, and evaluated per record.
 */
#ifndef PARSERS_EXPRESSION_H
#define PARSERS_EXPRESSION_H

#include "base/buf.h"
#include "parsers/format.h"
#include "parsers/json_check.h"
#include "parsers/scratch.h"

enum want { WANT_TEXT, WANT_MONEY, WANT_TIME };

/* For whom an expression is compiled. */
struct expression_use {
    struct format *format;            /* its columns are known; owns the result */
    const struct json_origin *origin;
    const char *const *column_keys;   /* NULL-ended, in order of format.columns */
    struct money unit;                /* value of 1 in amounts that name no unit */
    bool is_cost;                     /* an amount or price: its texts may name a currency */
    bool ends_period;                 /* a date alone means its end */
};

/* Compile ${json} for ${want}. NULL: ${e} says key, line and what was expected. */
const struct expression *expression_compile(const struct expression_use *use, const cJSON *json,
    enum want want, struct err *e);

/* Free what ${x} holds outside its format's arena. NULL is fine. */
void expression_release(struct expression *x);

/* Call ${visit} for each column of the record that ${x} makes its value from. */
typedef void expression_visit(void *context, unsigned column);
void expression_columns(const struct expression *x, expression_visit *visit, void *context);

/* As expression_columns(), and for each that its conditions test. */
void expression_reads(const struct expression *x, expression_visit *visit, void *context);

/* True where ${x} is the sum of the amounts in its columns and nothing else, without a unit: the
 * value of plain numbers there (money_parse_plain()) is their sum, with the fewest decimals of one
 * of them, unless a cost's heading has a unit. Columns without a value are passed over. */
bool expression_is_sum(const struct expression *x, const struct format *f);

/* True where it is that of ${*column} alone. */
bool expression_is_plain(const struct expression *x, const struct format *f, unsigned *column);

/* What an expression gives; which of it is set follows from what was wanted. */
struct value {
    struct sv text;         /* valid until the scratch is reset or the record ends */
    struct money money;
    unsigned char decimals; /* printed of money; of a sum those of its coarsest part */
    struct time_text time;
    bool includes_end;      /* time is behind the day or month that was stated as an end */
};

/* A record while its fields are made, and what was noticed on the way. */
struct evaluation {
    const struct format *format;
    const struct sv *columns;        /* the text of each column, empty where there is none */
    const char *const *currencies;   /* ISO code in each column's heading, or NULL */
    const struct money *units;       /* what 1 is by each column's heading, 0 if it does not tell */
    int zone_minutes;                /* of times that name none */
    bool has_days_from_1904;         /* in times that are numbers of a spreadsheet */
    const cJSON *element;            /* of the list of which each gives a line, or NULL */
    struct scratch *scratch;
    struct buf *work;                /* for text on its way */
    struct err *trial;               /* for failures that become rejections */
    struct expression_memo *memos;   /* of the format's expressions, or NULL */

    unsigned changes;                /* bits of enum change */
    int column;                      /* that was read last, -1 before the first */
    const char *heading_currency;    /* of the last amount that was read, or NULL */
    const char *text_currency;       /* that the texts of amounts named, or NULL */
    bool is_ambiguous_yen;           /* ...by the yen sign */
    bool is_ambiguous_dollar;        /* ...by a bare $ */

    bool is_rejected;
    enum reject reject;
    struct message why;
};

/*
 * 1: ${out} holds the value; 0: there is none; -1: either v->is_rejected and reject, why and
 * column say what is wrong with the record, or ${e} (ERR_NOMEM, ERR_LIMIT).
 */
int expression_evaluate(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e);

/* For condition_holds() on columns; ${context} is a struct evaluation. */
bool evaluation_column(void *context, int index, bool is_field, struct buf *scratch,
    struct sv *out);

/* Refuse the record of ${v} for ${reason} with ${format} and its arguments. Always returns -1. */
int evaluation_reject(struct evaluation *v, enum reject reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
