/*
 * pattern.h - PCRE2 with limits: patterns from formats and configs on text from bills.
 */
#ifndef PARSERS_PATTERN_H
#define PARSERS_PATTERN_H

#include "base/err.h"
#include "base/sv.h"

struct pattern;

/* Compile ${text} (UTF-8, unanchored; machine code, where the machine has it, is made once many
 * texts were seen). NULL: ERR_SYNTAX with PCRE2's own words and the offset, or ERR_NOMEM. Free with
 * pattern_free(). */
struct pattern *pattern_new(struct sv text, struct err *e);
void pattern_free(struct pattern *p);

/* The pattern stands in the file ${path} (borrowed), which messages name. */
void pattern_place(struct pattern *p, const char *path);

/* How many groups the pattern has, the whole match not counted. */
unsigned pattern_groups(const struct pattern *p);

/*
 * Match ${subject} from ${from}. 1: the whole match is ${groups}[0], groups 1 to ${n} - 1 follow
 * (p NULL where a group took no part); 0: no match, also for a subject that is no UTF-8; -1:
 * ERR_LIMIT (a million steps or the N of a pattern that begins with (*LIMIT_MATCH=N); or memory).
 * Thread-safe.
 */
int pattern_match(const struct pattern *p, struct sv subject, size_t from, struct sv *groups,
    size_t n, struct err *e);

#endif
