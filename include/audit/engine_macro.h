/*
 * engine_macro.h - one SQL text for all engines: what they say differently, and what is said often.
 *
 * A template holds {{name}} or {{name|argument|argument}}; arguments may hold macros themselves.
 * The text of a macro says $1, $2 where its arguments go, and may use other macros.
 */
#ifndef AUDIT_ENGINE_MACRO_H
#define AUDIT_ENGINE_MACRO_H

#include "audit/engine_sql.h"
#include "base/arena.h"

/* Most arguments of a macro. */
#define MACRO_ARGUMENTS 6

struct macro_writer;

/* Write what macro ${name} of the writer's owner stands for; false where it has none of that
 * name. */
typedef bool macro_value(struct macro_writer *w, struct sv name, const struct sv *arguments,
    struct buf *out);

struct macro_writer {
    enum engine engine;
    macro_value *value; /* asked before the table of macros */
    void *context;
    struct arena arena; /* of expanded arguments */
};

/*
 * Append ${text} with all its macros expanded to ${out}. A macro that is not known, or one that is
 * not closed, is a bug of a template: ERR_BUG names it. Else -1: ERR_NOMEM.
 */
int macro_expand(struct macro_writer *w, struct sv text, struct buf *out, struct err *e);

/* Append ${text} as a literal of the engine, in quotes. */
void macro_quote(struct buf *out, enum engine engine, const char *text);

#endif
