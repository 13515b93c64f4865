/*
 * csv_scan.c - where the cells and rows of delimited text end, found 64 bytes at a time.
 *
 * Of each block of 64 bytes, five masks say where the delimiter, a quote, LF, CR and NUL stand. The
 * running parity of the quotes is one where a byte lies inside quotes, since a doubled quote closes
 * and opens again. What stands outside is written down as marks, in the order of the bytes:
 *
 *     a,"b,c""d",e      delimiter   .1..1......1.
 *                       quote       ..1...11.1...
 *                       inside      ..1111.111...    (from an opening quote to before its end)
 *                       marks        c     D   c
 */
#include <string.h>

#include "record/csv_scan.h"

#define BLOCK 64

#if defined(__x86_64__)
#define HAS_AVX2 1
#include <immintrin.h>
#else
#define HAS_AVX2 0
#endif

struct masks {
    uint64_t delimiter, quote, lf, cr, nul;
};

/* What the block before hands on: bits that belong to the first byte of the next one. */
struct carry {
    uint64_t inside;   /* all ones inside quotes */
    uint64_t starts;   /* 1: the byte before ends a cell or row, or there is none */
    uint64_t quote;    /* 1: the byte before is a quote */
    uint64_t closed;   /* 1: ... that closes */
    uint64_t cr;       /* 1: the byte before is a CR */
};

/* Bit i is the parity of bits 0 to i of ${x}. */
static inline uint64_t
running_parity(uint64_t x)
{
    for (unsigned shift = 1; shift < BLOCK; shift *= 2)
        x ^= x << shift;
    return x;
}

/* Write down marks of ${bits} from ${offset} on; false: the scan ends at an odd byte. */
static inline bool
write_marks(struct csv_marks *marks, uint64_t bits, uint64_t rows, uint64_t doubled, uint64_t odd,
    size_t offset)
{
    if (odd)
        bits = (bits & ((odd & -odd) - 1)) | (odd & -odd);
    while (bits) {
        unsigned i = (unsigned)__builtin_ctzll(bits);
        uint64_t kind = (rows >> i & 1) | (doubled >> i & 1) << 1 | (odd >> i & 1) * CSV_ODD;

        marks->at[marks->n++] = (uint32_t)((offset + i) << 2 | kind);
        bits &= bits - 1;
    }
    return odd == 0;
}

/* Take the block at ${offset}, of which the bytes of ${valid} are there. False: an odd byte. */
static inline bool
take_block(struct csv_marks *marks, const struct masks *m, uint64_t valid, size_t offset,
    struct carry *c)
{
    uint64_t quote = m->quote & valid, lf = m->lf & valid, cr = m->cr & valid;
    uint64_t inside = running_parity(quote) ^ c->inside;
    uint64_t opens = quote & inside, closes = quote & ~inside;
    uint64_t ends = m->delimiter & valid & ~inside, rows = lf & ~inside;
    uint64_t before_quote = quote << 1 | c->quote;
    uint64_t starts = (ends | rows) << 1 | c->starts;
    uint64_t closed = closes << 1 | c->closed;
    uint64_t after_cr = cr << 1 | c->cr;
    uint64_t doubled = opens & closed;
    uint64_t odd = (opens & ~(starts | before_quote)) |
        (closed & valid & ~(ends | rows | quote | cr)) | (lf & inside) |
        (after_cr & valid & ~lf) | (m->nul & valid);

    c->inside = 0 - (inside >> 63);
    c->starts = (ends | rows) >> 63;
    c->quote = quote >> 63;
    c->closed = closes >> 63;
    c->cr = cr >> 63;
    return write_marks(marks, ends | rows | doubled, rows, doubled, odd, offset);
}

/* A scan whose masks come from ${find}; compiled once for each kind of processor. */
#define SCAN(find)                                                                              \
    do {                                                                                        \
        struct carry carry = { .starts = 1 };                                                   \
        char last[BLOCK] = { 0 };                                                               \
        size_t n = text.n < CSV_SCAN_MAX ? text.n : CSV_SCAN_MAX, at = 0;                       \
        struct masks m;                                                                         \
                                                                                                \
        marks->n = 0;                                                                           \
        marks->scanned = n;                                                                     \
        for (; n - at >= BLOCK; at += BLOCK) {                                                  \
            find(&m, text.p + at, delimiter);                                                   \
            if (!take_block(marks, &m, UINT64_MAX, at, &carry))                                 \
                return;                                                                         \
        }                                                                                       \
        if (at == n)                                                                            \
            return;                                                                             \
        memcpy(last, text.p + at, n - at);                                                      \
        find(&m, last, delimiter);                                                              \
        (void)take_block(marks, &m, ((uint64_t)1 << (n - at)) - 1, at, &carry);                 \
    } while (0)

/* Each byte of ${word} that is zero gives a bit, lowest first; exact for every byte. */
static inline uint64_t
zero_bytes(uint64_t word)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t zero = ~(((word & low) + low) | word | low);

    /* The top bits of the eight bytes, brought together in the highest byte. */
    return (zero >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

static inline uint64_t
equal_bytes(const uint64_t words[8], char c)
{
    uint64_t pattern = (unsigned char)c * UINT64_C(0x0101010101010101), bits = 0;

    for (unsigned i = 0; i < 8; i++)
        bits |= zero_bytes(words[i] ^ pattern) << (8 * i);
    return bits;
}

static inline void
find_by_words(struct masks *m, const char *p, char delimiter)
{
    uint64_t words[8];

    for (unsigned i = 0; i < 8; i++) {
        words[i] = 0;
        for (unsigned k = 0; k < 8; k++)
            words[i] |= (uint64_t)(unsigned char)p[i * 8 + k] << (8 * k);
    }
    *m = (struct masks){
        .delimiter = equal_bytes(words, delimiter),
        .quote = equal_bytes(words, '"'),
        .lf = equal_bytes(words, '\n'),
        .cr = equal_bytes(words, '\r'),
        .nul = equal_bytes(words, '\0'),
    };
}

static void
scan_by_words(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_by_words);
}

#if HAS_AVX2
static inline uint64_t
equal_sse2(const __m128i part[4], char c)
{
    __m128i pattern = _mm_set1_epi8(c);
    uint64_t bits = 0;

    for (unsigned i = 0; i < 4; i++)
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(part[i], pattern)) <<
            (16 * i);
    return bits;
}

static inline void
find_sse2(struct masks *m, const char *p, char delimiter)
{
    __m128i part[4];

    for (unsigned i = 0; i < 4; i++)
        part[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
    *m = (struct masks){
        .delimiter = equal_sse2(part, delimiter),
        .quote = equal_sse2(part, '"'),
        .lf = equal_sse2(part, '\n'),
        .cr = equal_sse2(part, '\r'),
        .nul = equal_sse2(part, '\0'),
    };
}

static void
scan_sse2(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_sse2);
}

__attribute__((target("avx2"))) static inline uint64_t
equal_avx2(__m256i low, __m256i high, char c)
{
    __m256i pattern = _mm256_set1_epi8(c);
    uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, pattern));
    uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, pattern));

    return a | (uint64_t)b << 32;
}

__attribute__((target("avx2"))) static inline void
find_avx2(struct masks *m, const char *p, char delimiter)
{
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));

    *m = (struct masks){
        .delimiter = equal_avx2(low, high, delimiter),
        .quote = equal_avx2(low, high, '"'),
        .lf = equal_avx2(low, high, '\n'),
        .cr = equal_avx2(low, high, '\r'),
        .nul = equal_avx2(low, high, '\0'),
    };
}

__attribute__((target("avx2"))) static void
scan_avx2(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_avx2);
}
#endif

csv_scan *
csv_scan_portable(void)
{
    return scan_by_words;
}

csv_scan *const *
csv_scan_all(size_t *n)
{
#if HAS_AVX2
    static csv_scan *const scans[] = { scan_by_words, scan_sse2, scan_avx2 };

    *n = __builtin_cpu_supports("avx2") ? 3 : 2;
#else
    static csv_scan *const scans[] = { scan_by_words };

    *n = 1;
#endif
    return scans;
}

csv_scan *
csv_scan_best(void)
{
    size_t n;
    csv_scan *const *scans = csv_scan_all(&n);

    return scans[n - 1];
}
