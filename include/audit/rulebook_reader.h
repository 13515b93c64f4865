/*
 * rulebook_reader.h - the parts of rulebook_load(); nobody else includes it.
 */
#ifndef AUDIT_RULEBOOK_READER_H
#define AUDIT_RULEBOOK_READER_H

#include "audit/rulebook.h"
#include "parsers/json_check.h"

/* Say what is wrong with ${item}; ${format} is a literal. Always returns -1. */
int rulebook_fail(const struct json_origin *origin, const cJSON *item, struct err *e,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Compile the config's custom rules (NULL: none). -1: what is wrong, with path and line. */
int rulebook_read_custom(struct rulebook *b, const cJSON *list, const struct json_origin *origin,
    struct err *e);

#endif
