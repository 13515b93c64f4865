/*
 * invoice_layout_inside.h - the lines of a page, for the files that read invoices from them.
 */
#ifndef PARSERS_INVOICE_LAYOUT_INSIDE_H
#define PARSERS_INVOICE_LAYOUT_INSIDE_H

#include "parsers/invoice_layout.h"

enum label {
    LABEL_RED_NUMBER, /* of another invoice, in a remark */
    LABEL_NUMBER,
    LABEL_CODE,
    LABEL_DATE,
    LABEL_TAX_ID,
    LABEL_NAME,
    LABEL_WORDS,
    LABEL_TOTAL,
    LABEL_SUM,
    LABEL_SIGNER, /* 开票人 and others at the foot */
    LABEL_OTHER,
};

/* A label in a line: bytes ${from} to ${to} of its text. */
struct mark {
    enum label label;
    size_t from, to;
};

#define MARKS_MAX 32

struct layout_line {
    const struct word **words; /* from left to right */
    size_t n;
    int page;
    int64_t middle, height;
    struct sv text;            /* of all words, folded, without blanks */
    const uint32_t *owner;     /* of each byte: index of its word */
    struct mark marks[MARKS_MAX];
    size_t mark_count;
};

struct layout {
    struct arena arena;
    struct layout_line *at; /* from the top of the first page to the end of the last */
    size_t n;
};

/* Make lines of ${w}. -1: ERR_NOMEM. Release in every case. */
int layout_make(struct layout *out, const struct words *w, struct err *e);
void layout_release(struct layout *l);

/* ${text} as labels are compared: full-width forms as ASCII, ￥ as ¥, no blanks. */
struct sv layout_fold(struct arena *arena, struct sv text);

/* A glyph of a heading that is written downwards, between two columns, or the whole of it. */
bool layout_is_heading(const struct word *w);

/* Where what stands behind mark ${k} of ${line} ends: at the next mark, or the end. */
size_t mark_end(const struct layout_line *line, size_t k);

/*
 * The words of ${line} of which bytes ${from} to ${to} hold something, as they are written, with a
 * blank where there is a gap; the part of a word where a label stands is left out. Columns of other
 * things that follow (vertical headings, the cipher) end it.
 */
struct sv line_value(struct layout *all, const struct layout_line *line, size_t from, size_t to);

/* The text behind the ¥ at or after byte ${*at}, and move behind it; empty if there is none.
 * ${*is_broken} is set where it is no amount with two decimals. */
struct sv line_amount(const struct layout_line *line, size_t *at, bool *is_broken);

/* layout_parties.c: buyer and seller. */
void layout_read_parties(struct layout *all, struct draft *d);

/* layout_items.c: lines and remark of the invoice. */
void layout_read_items(struct layout *all, struct draft *d);
void layout_read_remark(struct layout *all, struct draft *d);

#endif
