/*
 * xlsx_parts.h - the parts of a workbook behind xlsx.h; nobody else needs them.
 */
#ifndef RECORD_XLSX_PARTS_H
#define RECORD_XLSX_PARTS_H

#include "base/buf.h"
#include "input/source.h"
#include "record/record.h"

/* What a number format shows; 0 for a number. */
enum xlsx_format {
    XLSX_DATE = 1,
    XLSX_TIME = 2,     /* of day */
    XLSX_ELAPSED = 4,  /* hours, minutes or seconds that go on counting */
    XLSX_FRACTION = 8, /* parts of a second too */
};

/* The strings that sheets share. */
struct xlsx_strings {
    struct buf text;                                /* one behind the other */
    struct { size_t *at, n, room; } ends;           /* of each in the text */
};

void xlsx_strings_init(struct xlsx_strings *s);
void xlsx_strings_release(struct xlsx_strings *s);

/* Read the table in ${part}. -1: ERR_LIMIT, or as xml_read(). */
int xlsx_strings_read(struct xlsx_strings *s, struct source *part, struct err *e);

/* String ${i}, which is below ends.n. Valid as long as ${s}. */
struct sv xlsx_strings_get(const struct xlsx_strings *s, size_t i);

/* Replace _xHHHH_, by which Excel writes control characters, in ${b} behind ${from}. */
void xlsx_unescape(struct buf *b, size_t from);

/* Bytes of a currency's sign in a number format, with its end: "$", "CHF". */
#define XLSX_SIGN_MAX 12

/* The sign of money that a number format shows, "" for none. */
struct xlsx_sign {
    char text[XLSX_SIGN_MAX];
    bool is_behind; /* the number, not before it */
};

/* The formats of cells, by their style. */
struct xlsx_styles {
    struct { unsigned char *at; size_t n, room; } formats; /* bits of enum xlsx_format */
    struct { struct xlsx_sign *at; size_t n, room; } signs;
};

void xlsx_styles_release(struct xlsx_styles *s);
int xlsx_styles_read(struct xlsx_styles *s, struct source *part, struct err *e);

/* What the number format ${code} ("yyyy-mm-dd hh:mm", "0.00") shows: bits of enum xlsx_format. */
unsigned xlsx_format_of_code(struct sv code);

/* The sign of money that ${code} names in brackets: "$" of "[$$-409]#,##0.00". */
struct xlsx_sign xlsx_sign_of_code(struct sv code);

/* The same as xlsx_format_of_code() for the number of a format that Excel has built in. */
unsigned xlsx_format_of_id(unsigned id);

/*
 * Append the date or time that ${number} is under ${format}, rounded to the second (with
 * XLSX_FRACTION to the millisecond) as Excel shows it. False, with nothing written, where it is
 * none: not a number, negative, or beyond 9999-12-31.
 */
bool xlsx_date_text(struct buf *out, struct sv number, unsigned format, bool is_1904);

/*
 * Cells hold doubles, of which a spreadsheet promises 15 digits: Excel writes 1.89 as
 * "1.8899999999999999". Round a number with a fraction in ${b} behind ${from} to 15 significant
 * digits, half away from zero, and say whether it had more. Whole numbers, those with more than 15
 * digits before the point, and what is no number, are left alone.
 */
bool xlsx_round_digits(struct buf *b, size_t from);

/* What a sheet needs of its workbook. */
struct xlsx_book {
    const struct xlsx_strings *strings;
    const struct xlsx_styles *styles;
    bool is_1904;
};

/* Read the rows of the sheet ${part}; see xlsx_read(). */
int xlsx_sheet_read(struct source *part, const struct xlsx_book *book,
    const struct record_limits *limits, record_visit *visit, void *context, struct err *e);

#endif
