/*
 * invoice_draft.h - an invoice while a reader fills it in; all readers share it.
 *
 * What is not a number, a date or an amount as invoices write them is not taken: it becomes part of
 * the invoice's trouble instead. Running out of memory is remembered and told at the end.
 */
#ifndef PARSERS_INVOICE_DRAFT_H
#define PARSERS_INVOICE_DRAFT_H

#include "base/buf.h"
#include "ledger/input.h"
#include "ledger/invoice.h"

/* Amounts from this on are refused: no invoice has one, and 1e17 is an attempt at something. */
#define DRAFT_AMOUNT_MAX INT64_C(1000000000000000)

/* Longest text of a field; what is longer is cut at a character. */
#define DRAFT_TEXT_MAX 8192

/* Room for all that cannot be read of one invoice, in one language. */
#define DRAFT_TROUBLE_MAX 2048

/* Most lines of one invoice. */
#define DRAFT_LINES_MAX 100000

struct draft {
    struct arena arena;
    struct invoice one;
    struct buf trouble, trouble_zh;
    struct err err; /* the first ERR_NOMEM */
};

/* An empty draft from ${source}. A Chinese one is in CNY and its days are those of UTC+8. */
void draft_init(struct draft *d, enum invoice_source source, bool is_chinese);
void draft_release(struct draft *d);

/* A copy of ${text} in the draft, trimmed, blanks and line ends inside as one blank; "" for
 * null. */
const char *draft_copy(struct draft *d, struct sv text);

/* Set ${*field} to that copy unless it is set already or ${text} says nothing. */
void draft_text(struct draft *d, const char **field, struct sv text);

/* ${text} as ids are compared: blanks dropped, of ASCII width, letters capital; "" for null. */
const char *draft_id(struct draft *d, struct sv text);

/*
 * The number of a Chinese invoice: 20 digits, or 8 beside a code of 10 or 12; blanks are passed
 * over. Anything else is trouble.
 */
void draft_number(struct draft *d, struct sv text);
void draft_code(struct draft *d, struct sv text);

/* A tax id: draft_id(). */
void draft_tax_id(struct draft *d, const char **field, struct sv text);

/* The day of ${text} in the zone of the draft; a time of day is passed over. */
void draft_date(struct draft *d, struct sv text);

/*
 * The amount ${text}, called ${name} in trouble, unless ${*has} already. No exponent, no NaN,
 * nothing from DRAFT_AMOUNT_MAX on; absent ("", "-") is no trouble. A total that is stated in
 * another way is noted as unreadable.
 */
void draft_amount(struct draft *d, struct money *field, bool *has, const char *name,
    struct sv text);

/* As draft_amount(), where "***", 免税 and 不征税 mean nothing is due. */
void draft_tax(struct draft *d, struct money *field, bool *has, const char *name, struct sv text);

/* Add an empty line; NULL when memory is out or there are too many. */
struct invoice_line *draft_line(struct draft *d);

/* Add "NAME 'TEXT'" to the trouble; ${name} is one of those that draft_trouble.c translates. */
void draft_trouble(struct draft *d, const char *name, struct sv text);

/* Add the trouble of ${part} to that of ${whole}. */
void draft_add_trouble(struct draft *whole, const struct draft *part);

/* Let the invoice of ${d} say its trouble, unless it has some already; the texts are those of
 * ${d}. */
void draft_end_trouble(struct draft *d);

/* The same of amounts that are not to be believed: net, tax and total are unknown. */
void draft_refuse_amounts(struct draft *d, const char *name, struct sv text);

/* The whole amounts of lines and totals changed in sign: a credit note states what it gives back
 * as a positive amount. */
void draft_negate(struct draft *d);

/* The number in a remark such as 被红冲蓝字数电票号码：..., if there is none yet. */
void draft_find_red(struct draft *d, struct sv remark);

/*
 * Add the draft to ${out} as of ${in}, count it as an observation and say in a warning what is
 * missing. -1: ERR_NOMEM, ERR_LIMIT.
 */
int draft_keep(struct draft *d, struct input *in, struct invoices *out, struct err *e);

/*
 * ${in} claims to be an invoice, but ${why} keeps it from being read: keep an invoice without any
 * field that says so. Reading trouble of the program itself (ERR_NOMEM, ERR_IO) is handed on: -1.
 */
int draft_keep_unreadable(enum invoice_source source, bool is_chinese, const struct err *why,
    struct input *in, struct invoices *out, struct err *e);

/* The kind that words such as 数电发票（增值税专用发票） tell. */
enum invoice_kind draft_kind_of(struct sv words);

#endif
