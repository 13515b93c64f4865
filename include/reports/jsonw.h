/*
 * jsonw.h - writing JSON: commas, indents and escapes.
 *
 * Keys are ASCII literals, NULL for the elements of a list. A failure is remembered by the text.
 */
#ifndef REPORTS_JSONW_H
#define REPORTS_JSONW_H

#include "base/buf.h"
#include "ledger/money.h"

#define JSONW_DEPTH_MAX 16

struct jsonw {
    struct buf *out;
    unsigned depth;
    struct {
        char close;
        bool has_member, is_one_line;
    } levels[JSONW_DEPTH_MAX];
};

/* Begin an object ('{') or a list ('['); with ${is_one_line} all in it stands on one line. */
void jsonw_begin(struct jsonw *w, const char *key, char open, bool is_one_line);

/* End what was begun last; after the outermost a line end follows. */
void jsonw_end(struct jsonw *w);

void jsonw_text(struct jsonw *w, const char *key, const char *text);
void jsonw_money(struct jsonw *w, const char *key, struct money m); /* as a decimal string */
void jsonw_count(struct jsonw *w, const char *key, uint64_t n);

/* ${value} as it stands: a number, true, null. */
void jsonw_plain(struct jsonw *w, const char *key, const char *value);

#endif
