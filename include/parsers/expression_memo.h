/*
 * expression_memo.h - values that follow from one column's text alone, remembered by that text.
 *
 * Bills repeat themselves: the unit of row 1000 is that of row 999, its hour that of its
 * neighbours. Where an expression takes a pattern, a hook or a time to read such a text, its last
 * value and a bounded number of earlier ones are kept.
 */
#ifndef PARSERS_EXPRESSION_MEMO_H
#define PARSERS_EXPRESSION_MEMO_H

#include "parsers/expression.h"
#include "parsers/memo.h"

/* Longest text of which the value is remembered as the last one. */
#define REMEMBERED_MAX 56

/* What an expression gave for a text. */
struct remembered {
    struct value value;
    int has;          /* 1 or 0: a rejection is not remembered */
    unsigned changes; /* that were noted on the way */
};

struct expression_memo {
    struct memo memo; /* text -> index into values */
    struct { struct remembered *at; size_t n, room; } values;
    struct remembered last;
    size_t last_n;    /* bytes of the last text + 1; 0: there is none */
    char last_text[REMEMBERED_MAX];
};

/* Room for the memos of ${f}; NULL: out of memory. Free with expression_memos_free(). */
struct expression_memo *expression_memos_new(const struct format *f);
void expression_memos_free(struct expression_memo *memos, const struct format *f);

/* Choose what of ${x}, an expression of ${f}, is remembered. */
void expression_choose_memos(struct format *f, struct expression *x);

/* As expression_part() for an expression with a memo, of which ${v} has the memos. */
int expression_remember(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e);

#endif
