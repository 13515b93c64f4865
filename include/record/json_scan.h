/*
 * json_scan.h - where the values of a JSON text begin and end, checked strictly against RFC 8259.
 *
 * The scanner reads a window of any size, so that a value may be cut anywhere. It judges; what it
 * accepts is later built by cJSON, which is more lenient.
 */
#ifndef RECORD_JSON_SCAN_H
#define RECORD_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/err.h"
#include "base/sv.h"
#include "record/record.h"
#include "record/window.h"

/* Longest number, since cJSON reads no longer ones. */
#define JSON_NUMBER_MAX 63

/* Longest indentation by which the beginning of an element is known again. */
#define JSON_INDENT_MAX 64

/* What a value stands in; this decides what ends a damaged one. */
enum json_place {
    JSON_IN_TEXT,   /* documents behind one another: the end of the line */
    JSON_IN_LIST,   /* a comma or ] */
    JSON_IN_OBJECT, /* a comma or } */
};

/* Where json_scan_recover() got to. */
enum json_resume {
    JSON_AFTER_VALUE, /* behind the damaged value; what it stands in is certain */
    JSON_AT_ELEMENT,  /* at the { of a line that is indented as the damaged value was */
    JSON_AT_DOCUMENT, /* at a { that is the first byte of a line */
    JSON_AT_END,
};

/* What the grammar allows next. */
enum json_state {
    WANT_VALUE,
    WANT_VALUE_OR_END,
    WANT_KEY,
    WANT_KEY_OR_END,
    WANT_COLON,
    WANT_COMMA_OR_END,
};

struct json_scan {
    struct window window;  /* its mark is where the value begins, as long as it is kept */
    size_t at;             /* the next byte */
    size_t depth_max, value_max;
    uint8_t objects[RECORD_DEPTH_HIGHEST / 8]; /* a bit for each open bracket: it is a { */
    size_t depth;
    enum json_state state;
    bool is_in_string;     /* where the last value was found to be bad */
    bool forgets;          /* bytes of the value are not kept */
    char *head;            /* the first bytes of a value that is longer than value_max */
    size_t head_n;
    bool has_indent;       /* only blanks stand before the value on its line */
    bool is_at_line;       /* the next value is known to begin a line: has_indent is for it */
    char indent[JSON_INDENT_MAX];
    size_t indent_n;
    struct message why;    /* what is wrong with the last value */
};

/* Scan ${t}, or what is in ${whole} where ${t} is NULL; both are borrowed. */
void json_scan_init(struct json_scan *s, struct text *t, struct sv whole,
    const struct record_limits *limits);
void json_scan_release(struct json_scan *s);

/*
 * Pass over blanks (and U+FEFF where ${is_text}, between documents), keeping nothing of what was
 * before. ${*c} is the byte found, -1 at the end. -1: ERR_IO, ERR_NOMEM, ERR_ENCODING.
 */
int json_scan_blanks(struct json_scan *s, bool is_text, int *c, struct err *e);

/* Take the byte that json_scan_blanks() found. */
void json_scan_take(struct json_scan *s);

/*
 * Scan one value, which begins here. ${*is_bad}: it is damaged from here on, s->why says how; go on
 * with json_scan_recover().
 */
int json_scan_value(struct json_scan *s, bool *is_bad, struct err *e);

/* Begin a damaged value here; the message is the caller's. For what json_scan_recover() passes. */
void json_scan_begin(struct json_scan *s);

/* Pass over the rest of a damaged value. */
int json_scan_recover(struct json_scan *s, enum json_place place, enum json_resume *resume,
    struct err *e);

/*
 * The bytes of the value that was scanned or passed over, without blanks at its end; cut to
 * value_max where it is longer, then ${*is_long} is set. Valid until the scanner goes on.
 */
struct sv json_scan_raw(const struct json_scan *s, bool *is_long);

/* The parts that the scanner's own files share. */

/* Get bytes where there are none at s->at. 1: there are; 0: the text ends here. */
int json_scan_fill(struct json_scan *s, struct err *e);

/* As json_scan_fill(), for the common case that there are some. */
static inline int
json_scan_more(struct json_scan *s, struct err *e)
{
    return s->at < s->window.to ? 1 : json_scan_fill(s, e);
}

static inline unsigned char
json_scan_here(const struct json_scan *s)
{
    return (unsigned char)s->window.bytes[s->at];
}

static inline bool
json_is_blank(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Bytes that are looked at together. */
#define JSON_STRIDE 16

/* How many of the ${n} bytes at ${p} belong to a string as they are: up to a quote, a backslash, a
 * control character, or all. */
static inline size_t
json_plain_length(const char *p, size_t n)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (; n - i >= JSON_STRIDE; i += JSON_STRIDE) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        __m128i slashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        __m128i controls = _mm_cmpeq_epi8(bytes, _mm_min_epu8(bytes, _mm_set1_epi8(0x1F)));
        int ends = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, slashes), controls));

        if (ends)
            return i + (unsigned)__builtin_ctz((unsigned)ends);
    }
#endif
    while (i < n && p[i] != '"' && p[i] != '\\' && (unsigned char)p[i] >= 0x20)
        i++;
    return i;
}

/* As json_plain_length(), copying them to ${to}, where JSON_STRIDE bytes more may be written. */
static inline size_t
json_plain_copy(char *to, const char *p, size_t n)
{
    size_t length = json_plain_length(p, n);

    if (length <= JSON_STRIDE && n >= JSON_STRIDE)
        memcpy(to, p, JSON_STRIDE);
    else
        memcpy(to, p, length);
    return length;
}

/* Note an open bracket. */
void json_scan_push(struct json_scan *s, bool is_object);

/* Whether ${closing} closes the innermost open bracket; there must be one. */
bool json_scan_fits(const struct json_scan *s, unsigned char closing);

#endif
