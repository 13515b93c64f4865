/*
 * json_span.h - where the keys and values of a flat object stand, without looking into them.
 */
#ifndef RECORD_JSON_SPAN_H
#define RECORD_JSON_SPAN_H

#include "record/json_scan.h"

/* The members of an object, one after the other. */
struct json_span {
    const char *at, *end;
    bool is_begun;
};

/*
 * The next member of ${s}, whose ${at} is at first at a "{": its key without quotes, its value with
 * them. 1; 0: the object ends, ${at} is behind it; -1: it is cut off, nested, or has an escape in a
 * key. The value is not checked: of a number, true and the like it is what stands before a comma,
 * bracket or blank.
 */
int json_span_next(struct json_span *s, struct sv *key, struct sv *value);

/* -?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?
 * The length of the number that ${p} begins with: 0 where it is none, or longer than
 * JSON_NUMBER_MAX. */
static inline size_t
json_number_length(const char *p, const char *end)
{
    const char *from = p, *digits;

    p += p < end && *p == '-';
    digits = p;
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    if (p == digits)
        return 0;
    if (*digits == '0')
        p = digits + 1;
    if (p < end && *p == '.') {
        digits = ++p;
        while (p < end && *p >= '0' && *p <= '9')
            p++;
        if (p == digits)
            return 0;
    }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        digits = p;
        while (p < end && *p >= '0' && *p <= '9')
            p++;
        if (p == digits)
            return 0;
    }
    return p - from > JSON_NUMBER_MAX ? 0 : (size_t)(p - from);
}

/* Pass over true, false or null at ${*at}; ${text} is the word, empty for null. */
static inline bool
json_span_word(const char **at, const char *end, struct sv *text)
{
    struct sv rest = { *at, (size_t)(end - *at) };

    *text = sv_head(rest, sv_starts(rest, SV("false")) ? 5 : 4);
    if (text->n != 5 && !sv_is(*text, SV("true")) && !sv_is(*text, SV("null")))
        return false;
    *at += text->n;
    if (text->p[0] == 'n')
        *text = SV_EMPTY;
    return true;
}

/* Pass over the value at ${*at}, of which ${text} is what it says. False where it is a list or an
 * object, is cut off, or has an escape. What must not stand behind it is not looked at. */
static inline bool
json_span_plain(const char **at, const char *end, struct sv *text)
{
    const char *p = *at;

    if (p < end && *p == '"') {
        p++;
        *text = (struct sv){ p, json_plain_length(p, (size_t)(end - p)) };
        p += text->n;
        *at = p + 1;
        return p < end && *p == '"';
    }
    if (p < end && *p >= 'a')
        return json_span_word(at, end, text);
    *text = (struct sv){ p, json_number_length(p, end) };
    *at = p + text->n;
    return text->n > 0;
}

#endif
