/*
 * where.h - conditions on ledger lines that the user types: which lines are asked for.
 *
 * A condition is JSON as in custom rules ({"field": "category", "is": "gpu"}), or its short form
 * FIELD TEST VALUE: category is gpu; platform in autodl, gpushare; billed over 5; InvoiceId blank;
 * with "not" in front the opposite.
 */
#ifndef PARSERS_WHERE_H
#define PARSERS_WHERE_H

#include "ledger/line_field.h"
#include "parsers/condition.h"

/* Most conditions of one command line. */
#define WHERE_MAX 1000

struct where_condition {
    const char *text; /* as it was typed; borrowed */
    cJSON *json;
    struct condition *compiled;
};

struct where {
    struct arena arena;
    struct { struct where_condition *at; size_t n, room; } conditions;
};

#define WHERE_INIT { .arena = ARENA_INIT }

void where_release(struct where *w);

/*
 * Add the condition ${text}, which must live as long as ${w}. -1: ERR_USAGE with the option as path
 * and the character (from 1) where something else was expected as line, ERR_NOMEM, ERR_LIMIT.
 */
int where_add(struct where *w, const char *text, struct err *e);

/*
 * 1 if all conditions hold for ${subject}, 0 if not, -1 with ERR_USAGE and the condition as path
 * where a pattern took too long.
 */
int where_holds(const struct where *w, const struct line_subject *subject, struct buf *scratch,
    struct err *e);

/* Set FATE_NOT_ASKED on the lines of ${l} that count and for which the conditions do not all hold.
 * -1: as where_holds(). */
int where_choose(const struct where *w, struct ledger *l, int zone_minutes, struct err *e);

#endif
