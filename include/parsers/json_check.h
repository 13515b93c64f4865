/*
 * json_check.h - reading small JSON documents that people write: formats and configs.
 *
 * Each function writes the message, with path and line, where the document is wrong.
 */
#ifndef PARSERS_JSON_CHECK_H
#define PARSERS_JSON_CHECK_H

#include "parsers/condition.h"

/* Add path and line of ${item} to the failure in ${e}. Always returns -1. */
int json_place(const struct json_origin *origin, const cJSON *item, struct err *e);

/*
 * 0 if ${object} is an object with no other keys than those of NULL-ended ${known}; else -1, and
 * ${e} names the key and the nearest known one.
 */
int json_check_keys(const struct json_origin *origin, const cJSON *object,
    const char *const *known, struct err *e);

/* As for a missing key of ${object}: "'title' is missing". Always returns -1. */
int json_missing(const struct json_origin *origin, const cJSON *object, const char *key,
    struct err *e);

/* ${item} must be a ${what} ("a text", "a list"), a text of the catalogue. Always returns -1. */
int json_expected(const struct json_origin *origin, const cJSON *item, const char *what,
    struct err *e);

/* The pattern that ${item} is, which names the document when it takes too long. NULL: it is none,
 * or ERR_NOMEM. */
struct pattern *json_pattern(const struct json_origin *origin, const cJSON *item, struct err *e);

/* The text of ${key} in ${object}, ${fallback} where the key is absent (NULL: it must be there).
 * Points into the tree. -1: missing or no text. */
int json_get_text(const struct json_origin *origin, const cJSON *object, const char *key,
    const char *fallback, const char **out, struct err *e);

/* As json_get_text() for true and false. */
int json_get_bool(const struct json_origin *origin, const cJSON *object, const char *key,
    bool fallback, bool *out, struct err *e);

/* As json_get_text() for a whole number from 0 to ${max}. */
int json_get_number(const struct json_origin *origin, const cJSON *object, const char *key,
    unsigned fallback, unsigned max, unsigned *out, struct err *e);

/*
 * The texts of the list at ${key} as a NULL-ended array in ${arena}, pointing into the tree; an
 * empty one where the key is absent. One text may stand for a list of one; an
 * empty array has room for one text. -1: no texts.
 */
int json_get_texts(const struct json_origin *origin, const cJSON *object, const char *key,
    struct arena *arena, const char ***out, struct err *e);

/*
 * The text of ${key} as one of NULL-ended ${words}; its index into ${*out} (${fallback} where the
 * key is absent; negative: it must be there). -1: ${e} lists the words.
 */
int json_get_word(const struct json_origin *origin, const cJSON *object, const char *key,
    const char *const *words, int fallback, int *out, struct err *e);

#endif
