/*
 * jsonw.h - writing JSON: commas, indents and escapes.
 *
 * Keys are ASCII literals, NULL for the elements of a list. A failure is remembered by the text.
 */
#ifndef REPORTS_JSONW_H
#define REPORTS_JSONW_H

#include "base/buf.h"
#include "base/message.h"
#include "ledger/money.h"
#include "ledger/timestamp.h"

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
void jsonw_sv(struct jsonw *w, const char *key, struct sv text);
void jsonw_money(struct jsonw *w, const char *key, struct money m); /* as a decimal string */
void jsonw_count(struct jsonw *w, const char *key, uint64_t n);

/* ${value} as it stands: a number, null. */
void jsonw_plain(struct jsonw *w, const char *key, const char *value);

void jsonw_bool(struct jsonw *w, const char *key, bool value);

/* ${at} in the zone, RFC 3339; null for TIME_NONE. */
void jsonw_time(struct jsonw *w, const char *key, int64_t at, int zone_minutes);

/* ${m} in ${lang}; "" where it has no format. */
void jsonw_message(struct jsonw *w, const char *key, const struct message *m, enum lang lang);

/* Begin an object on one line, an element of a list. */
void jsonw_element(struct jsonw *w);

#endif
