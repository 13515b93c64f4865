/*
 * gb18030.c - the characters of GB18030 that take one or two bytes, converted by a table.
 *
 * ASCII is copied 16 bytes at a time. A pair is looked up, and four bytes are written of which the
 * next character overwrites those that are not its own. The table is of one thread and one text, so
 * that no global holds it; common characters touch some 30 KB of it.
 *
 * Instructions for a row of 390 bytes, 59 pairs among them (callgrind, -O2): 14,100 by iconv, 1,800
 * this way.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/gb18030.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define STEP ((size_t)16)
#else
#define STEP ((size_t)8)
#endif

/* Bytes above 127 can begin a pair; second bytes of one. Those of sequences of four are below. */
#define LEAD_MIN 0x80
#define LEADS ((size_t)128)
#define TRAIL_MIN 0x40
#define TRAILS ((size_t)0x100 - TRAIL_MIN)

/* Longest UTF-8 of a pair that is kept; one that takes more is left to iconv. */
#define KEPT_MAX 3

/* Longest that a pair and the line feed behind it can become. */
#define ANSWER_MAX 16

/* A pair's character; no length: there is none. Four bytes, copied as a whole. */
struct kept {
    char utf8[KEPT_MAX];
    uint8_t length;
};

struct gb18030 {
    struct kept pairs[LEADS][256];
};

/* Keep what ${text} says: characters with a line feed behind each. How many there are. */
static size_t
keep(struct kept *pairs, struct sv text)
{
    size_t n = 0;

    for (const char *end; text.n > 0 && (end = memchr(text.p, '\n', text.n)) != NULL; n++) {
        size_t length = (size_t)(end - text.p);

        if (length <= KEPT_MAX) {
            memcpy(pairs[n].utf8, text.p, length);
            pairs[n].length = (uint8_t)length;
        }
        text = sv_part(text, length + 1, text.n);
    }
    return n;
}

/* Ask for all pairs that begin with ${lead}. */
static void
ask(struct kept *pairs, unsigned lead, iconv_t converter)
{
    char bytes[TRAILS][3], answers[TRAILS * ANSWER_MAX];

    for (size_t i = 0; i < TRAILS; i++) {
        bytes[i][0] = (char)lead;
        bytes[i][1] = (char)(TRAIL_MIN + i);
        bytes[i][2] = '\n';
    }
    /* It stops at a pair that is none; those behind it are asked for again. */
    for (size_t i = 0; i < TRAILS; i++) {
        char *from = bytes[i], *to = answers;
        size_t from_left = sizeof(bytes) - i * sizeof(bytes[0]), to_left = sizeof(answers);

        (void)iconv(converter, &from, &from_left, &to, &to_left);
        i += keep(&pairs[TRAIL_MIN + i], (struct sv){ answers, sizeof(answers) - to_left });
        (void)iconv(converter, NULL, NULL, NULL, NULL);
    }
}

struct gb18030 *
gb18030_new(iconv_t converter)
{
    struct gb18030 *g = calloc(1, sizeof(*g));

    for (unsigned i = 0; g && i < LEADS; i++)
        ask(g->pairs[i], LEAD_MIN + i, converter);
    return g;
}

void
gb18030_free(struct gb18030 *g)
{
    free(g);
}

/* Copy ${STEP} bytes; how many of them are ASCII before the first that is not. */
static inline size_t
copy_ascii(char *to, const char *from)
{
#if defined(__SSE2__)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    unsigned high = (unsigned)_mm_movemask_epi8(bytes);

    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    return high == 0 ? STEP : (size_t)__builtin_ctz(high);
#else
    size_t n = 0;

    memcpy(to, from, STEP);
    while (n < STEP && (unsigned char)from[n] < 0x80)
        n++;
    return n;
#endif
}

/*
 * Convert from ${*from} until a step or less is left before ${end}; false where it stops at what is
 * not in the table. ${*to} has room for all of it.
 */
static bool
convert_until(const struct gb18030 *g, const char **from, const char *end, char **to)
{
    const char *p = *from, *last = end - STEP;
    char *out = *to;
    bool is_known = true;

    while (is_known && p < last) {
        size_t ascii = copy_ascii(out, p);

        p += ascii;
        out += ascii;
        if (ascii == STEP)
            continue;
        while (p < last && (unsigned char)*p >= LEAD_MIN) {
            struct kept kept = g->pairs[(unsigned char)*p - LEAD_MIN][(unsigned char)p[1]];

            is_known = kept.length > 0;
            if (!is_known)
                break;
            memcpy(out, &kept, sizeof(kept));
            out += kept.length;
            p += 2;
        }
    }
    *from = p;
    *to = out;
    return is_known;
}

size_t
gb18030_convert(const struct gb18030 *g, struct sv from, char *to, size_t room, size_t *made)
{
    const char *p = from.p, *end = from.p + from.n;
    char *out = to;

    for (;;) {
        /* Two bytes become three at most: so many fit whatever they are. */
        size_t fit = (room - (size_t)(out - to)) / KEPT_MAX * 2;

        if ((size_t)(end - p) < fit)
            fit = (size_t)(end - p);
        if (fit <= STEP || !convert_until(g, &p, p + fit, &out))
            break;
    }
    *made = (size_t)(out - to);
    return (size_t)(p - from.p);
}
