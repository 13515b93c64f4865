/*
 * condition.h - tests that formats, custom rules, projects and waivers share.
 *
 * {"column"|"field": NAME, "is"|"in"|"matches"|"over"|"under"|"blank": VALUE}, {"not": C},
 * {"all": [...]}, {"any": [...]}; a list means all. docs/FORMATS.md, CONDITION.
 */
#ifndef PARSERS_CONDITION_H
#define PARSERS_CONDITION_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/sv.h"

struct condition;

/* Where the JSON came from, for error messages. */
struct json_origin {
    const char *path; /* shown path of the file */
    struct sv text;   /* the document */
    const cJSON *root;
};

/* Resolve NAME at load time to a number that `condition_value` gets; -1 if unknown,
 * CONDITION_NO_MEMORY if memory is out. ${is_field} tells "field" from "column". */
enum { CONDITION_NO_MEMORY = -2 };
typedef int condition_resolve(void *context, bool is_field, struct sv name);

/*
 * The text of the named thing for the record or line at hand; false if it has no value. ${scratch}
 * may be used for text that is made.
 */
typedef bool condition_value(void *context, int index, bool is_field, struct buf *scratch,
    struct sv *out);

/*
 * Compile ${json}; patterns with JIT. Everything lives in ${arena} but the compiled patterns, which
 * condition_release() frees. NULL: ${e} names the key, the line and what was expected.
 */
struct condition *condition_compile(struct arena *arena, const cJSON *json,
    const struct json_origin *origin, condition_resolve *resolve, void *context, struct err *e);

/*
 * As condition_compile() for fields of ledger lines. A text that no line can have, as it is none of
 * the words of the field, is an error.
 */
struct condition *condition_compile_line(struct arena *arena, const cJSON *json,
    const struct json_origin *origin, struct err *e);

/*
 * 1 if ${c} holds, 0 if not, -1 if a pattern hit PCRE2's match or depth limit (ERR_LIMIT) or memory
 * is out. A NULL condition holds. Thread-safe: all state is the caller's ${scratch}.
 */
struct buf;
int condition_holds(const struct condition *c, condition_value *value, void *context,
    struct buf *scratch, struct err *e);

/* Call ${visit} for each column that ${c} tests. NULL is fine. */
typedef void condition_visit(void *context, unsigned column);
void condition_columns(const struct condition *c, condition_visit *visit, void *context);

/* Free the compiled patterns. NULL is fine. */
void condition_release(struct condition *c);

#endif
