/*
 * sv.h - a view into text that somebody else owns.
 *
 * Not NUL-ended, may hold any byte. An empty view may have p == NULL.
 */
#ifndef BASE_SV_H
#define BASE_SV_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct sv {
    const char *p;
    size_t n;
};

/* For printf's %.*s. */
#define SV_ARG(s) (int)(s).n, ((s).p ? (s).p : "")

/* A view of a string literal. */
#define SV(literal) ((struct sv){ "" literal, sizeof(literal) - 1 })

#define SV_EMPTY ((struct sv){ NULL, 0 })

static inline struct sv
sv_of(const char *text)
{
    return (struct sv){ text, text ? strlen(text) : 0 };
}

static inline bool
sv_is(struct sv a, struct sv b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Bytes of ${s} from ${from} up to ${to}; bounds beyond the end mean the end. */
struct sv sv_part(struct sv s, size_t from, size_t to);

/* Bytewise order: less than, equal to or greater than 0. */
int sv_compare(struct sv a, struct sv b);

/* Equal but for the case of ASCII letters. */
bool sv_is_folded(struct sv a, struct sv b);

bool sv_starts(struct sv s, struct sv prefix);
bool sv_ends(struct sv s, struct sv suffix);

/* Offset of the first ${needle} in ${s} at or after ${from}, or (size_t)-1. */
size_t sv_find(struct sv s, struct sv needle, size_t from);

/*
 * ${s} without what is blank at both ends: space, TAB, CR, LF, NBSP (U+00A0), the ideographic
 * space (U+3000), thin spaces (U+2000 to U+200A, U+202F), zero-width space and U+FEFF.
 */
struct sv sv_trim(struct sv s);

/*
 * Take the piece of ${*rest} before the next ${separator} into ${*piece} and move ${*rest} behind
 * it. False when ${*rest} is exhausted. "a,,b" gives "a", "", "b"; "" gives nothing, and a
 * separator at the end is followed by no piece: "a," gives "a".
 */
bool sv_cut(struct sv *rest, char separator, struct sv *piece);

/*
 * Decode the UTF-8 character at ${s}.p into ${*code} and return its length in bytes (1 to 4), or
 * 0 where the bytes are no valid UTF-8 or ${s} is empty. Surrogates and overlong forms are invalid.
 */
size_t sv_utf8(struct sv s, unsigned *code);

/* Offset of the first byte that is no valid UTF-8, or ${s}.n where all is valid. */
size_t sv_utf8_valid(struct sv s);

/* Offset of the first byte above 127, or ${s}.n where all is ASCII. */
size_t sv_ascii(struct sv s);

/* Columns that ${s} takes on a terminal: wide East Asian characters 2, combining ones 0. */
size_t sv_width(struct sv s);

/* The longest start of ${s} of at most ${max} bytes that does not cut a UTF-8 character. */
struct sv sv_head(struct sv s, size_t max);

/* Most bytes that sv_escape_next() writes. */
#define SV_ESCAPED_MAX 16

/*
 * Take the first character of ${*rest} and write it into ${out} as it is safe to show: the bytes of
 * control characters, line separators, bidirectional controls and of what is no valid UTF-8 as
 * \xNN, all else unchanged. Returns the bytes written, without a NUL; 0 when ${*rest} is empty.
 */
size_t sv_escape_next(struct sv *rest, char out[SV_ESCAPED_MAX]);

/*
 * Write ${s}, escaped as by sv_escape_next(), NUL-ended into ${out} of ${room} bytes (at least 1).
 * When it takes more than ${max} bytes or than there is room, it is cut between two characters and
 * "..." follows (${max} does not count the dots, ${room} does). Returns the length without the NUL.
 */
size_t sv_escape(char *out, size_t room, size_t max, struct sv s);

#endif
