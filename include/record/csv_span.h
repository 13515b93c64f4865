/*
 * csv_span.h - the cells of a row that begins somewhere in the bytes at hand, one after the other.
 *
 * A cell that is not plain ends the walk: the same that csv_scan.h calls odd.
 */
#ifndef RECORD_CSV_SPAN_H
#define RECORD_CSV_SPAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sv.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* The first byte from ${p} on that is ${delimiter}, a quote or not above CR; ${end} without one. */
static inline const char *
csv_span_special(const char *p, const char *end, char delimiter)
{
#if defined(__SSE2__)
    const __m128i delimiters = _mm_set1_epi8(delimiter), quotes = _mm_set1_epi8('"');
    const __m128i highest = _mm_set1_epi8('\r');

    for (; end - p >= 16; p += 16) {
        __m128i part = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i found = _mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(part, highest), part),
            _mm_or_si128(_mm_cmpeq_epi8(part, delimiters), _mm_cmpeq_epi8(part, quotes)));
        unsigned bits = (unsigned)_mm_movemask_epi8(found);

        if (bits)
            return p + __builtin_ctz(bits);
    }
#endif
    while (p < end && *p != delimiter && *p != '"' && (unsigned char)*p > '\r')
        p++;
    return p;
}

/* Whether a line end stands at ${p}: LF, or CR and LF. */
static inline bool
csv_span_is_line_end(const char *p, const char *end)
{
    return p < end && (*p == '\n' || (*p == '\r' && end - p > 1 && p[1] == '\n'));
}

/* Pass over the rest of a quoted cell, behind its opening quote: to behind the one that closes it.
 * NULL: it is not plain, or not all there. */
static inline const char *
csv_span_quoted(const char *p, const char *end)
{
    while ((p = csv_span_special(p, end, '"')) < end) {
        if (*p == '"') {
            if (end - p < 2 || p[1] != '"')
                return p + 1;
            p++;
        } else if (*p == '\n' || *p == '\r' || *p == '\0') {
            return NULL;
        }
        p++;
    }
    return NULL;
}

/*
 * Take the cell at ${*at}, with its quotes, into ${cell}; ${*at} is then at the ${delimiter} or
 * line end behind it. False: its end does not stand before ${end}, or it is not plain.
 */
static inline bool
csv_span_next(const char **at, const char *end, char delimiter, struct sv *cell)
{
    const char *from = *at, *p = from;

    if (p < end && *p == '"') {
        p = csv_span_quoted(p + 1, end);
        if (!p)
            return false;
    } else {
        /* TAB and other characters without a meaning here belong to the cell. */
        for (; p < end && *p != delimiter; p++) {
            p = csv_span_special(p, end, delimiter);
            if (p == end || *p == delimiter || *p == '\n' || *p == '\r')
                break;
            if (*p == '"' || *p == '\0')
                return false;
        }
    }
    if (p == end || (*p != delimiter && !csv_span_is_line_end(p, end)))
        return false;
    *cell = (struct sv){ from, (size_t)(p - from) };
    *at = p;
    return true;
}

#endif
