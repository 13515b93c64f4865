/*
 * csv_scan.c - where the cells and rows of delimited text end, found 64 bytes at a time.
 *
 * Of each block of 64 bytes, masks say where the delimiter, a quote, LF, CR and NUL stand. The
 * running parity of the quotes is one where a byte lies inside quotes, since a doubled quote closes
 * and opens again. What stands outside is written down, in the order of the bytes:
 *
 *     a,"b,c""d",e      delimiter   .1..1......1.
 *                       quote       ..1...11.1...
 *                       inside      ..1111.111...    (from an opening quote to before its end)
 *                       ends         c        c
 *
 * Of the ten blocks of a row of a FOCUS export, five have no quote and no line end.
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
    uint64_t delimiter, quote;
    uint64_t control; /* 0: none of the following is there, and they are not looked for */
    uint64_t lf, cr, nul;
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

/* Write down where cells end, and which of these ends are those of ${rows}. */
static inline void
write_ends(struct csv_marks *marks, uint64_t ends, uint64_t rows, size_t offset)
{
    uint32_t *to = marks->ends + marks->n;

    for (; rows; rows &= rows - 1)
        marks->rows[marks->row_count++] = (uint32_t)(marks->n +
            (size_t)__builtin_popcountll(ends & ((rows & -rows) - 1)));
    for (; ends; ends &= ends - 1)
        *to++ = (uint32_t)(offset + (unsigned)__builtin_ctzll(ends));
    marks->n = (size_t)(to - marks->ends);
}

/* Take a block without quotes and control characters, behind which nothing is awaited. */
static inline void
take_quiet_block(struct csv_marks *marks, const struct masks *m, size_t offset, struct carry *c)
{
    uint64_t ends = m->delimiter & ~c->inside;

    c->starts = ends >> 63;
    c->quote = 0;
    write_ends(marks, ends, 0, offset);
}

/*
 * Take the block at ${offset}, of which the bytes of ${valid} are there; ${parity} is the running
 * one of its quotes. False: an odd byte, at which the scan ends.
 */
static inline bool
take_block(struct csv_marks *marks, const struct masks *m, uint64_t valid, uint64_t parity,
    size_t offset, struct carry *c)
{
    uint64_t quote = m->quote & valid, lf = m->lf & valid, cr = m->cr & valid;
    uint64_t inside = parity ^ c->inside;
    uint64_t opens = quote & inside, closes = quote & ~inside;
    uint64_t ends = m->delimiter & valid & ~inside, rows = lf & ~inside;
    uint64_t before_quote = quote << 1 | c->quote;
    uint64_t starts = (ends | rows) << 1 | c->starts;
    uint64_t closed = closes << 1 | c->closed;
    uint64_t after_cr = cr << 1 | c->cr;
    uint64_t odd = (opens & ~(starts | before_quote)) |
        (closed & valid & ~(ends | rows | quote | cr)) | (lf & inside) |
        (after_cr & valid & ~lf) | (m->nul & valid);

    if (odd) {
        uint64_t before = (odd & -odd) - 1;

        write_ends(marks, (ends | rows) & before, rows & before, offset);
        marks->is_odd = true;
        return false;
    }
    c->inside = 0 - (inside >> 63);
    c->starts = (ends | rows) >> 63;
    c->quote = quote >> 63;
    c->closed = closes >> 63;
    c->cr = cr >> 63;
    write_ends(marks, ends | rows, rows, offset);
    return true;
}

/*
 * A scan whose masks come from ${find}, those of control characters from ${find_control}, and the
 * running parity from ${parity}; compiled once for each kind of processor.
 */
#define SCAN(find, find_control, parity)                                                        \
    do {                                                                                        \
        struct carry carry = { .starts = 1 };                                                   \
        char last[BLOCK] = { 0 };                                                               \
        size_t n = text.n < CSV_SCAN_MAX ? text.n : CSV_SCAN_MAX, at = 0;                       \
        struct masks m = { .lf = 0 };                                                           \
                                                                                                \
        marks->n = marks->row_count = 0;                                                        \
        marks->is_odd = false;                                                                  \
        marks->scanned = n;                                                                     \
        for (; n - at >= BLOCK; at += BLOCK) {                                                  \
            find(&m, text.p + at, delimiter);                                                   \
            if (!(m.quote | m.control | carry.closed | carry.cr)) {                             \
                take_quiet_block(marks, &m, at, &carry);                                        \
                continue;                                                                       \
            }                                                                                   \
            m.lf = m.cr = m.nul = 0;                                                            \
            if (m.control)                                                                      \
                find_control(&m, text.p + at);                                                  \
            if (!take_block(marks, &m, UINT64_MAX, parity(m.quote), at, &carry))                \
                return;                                                                         \
        }                                                                                       \
        if (at == n)                                                                            \
            return;                                                                             \
        memcpy(last, text.p + at, n - at);                                                      \
        find(&m, last, delimiter);                                                              \
        find_control(&m, last);                                                                 \
        (void)take_block(marks, &m, ((uint64_t)1 << (n - at)) - 1, parity(m.quote), at, &carry);\
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

/* The 64 bytes from ${p} on, the first of each eight in the lowest place. */
static inline void
take_words(uint64_t words[8], const char *p)
{
    for (unsigned i = 0; i < 8; i++) {
        words[i] = 0;
        for (unsigned k = 0; k < 8; k++)
            words[i] |= (uint64_t)(unsigned char)p[i * 8 + k] << (8 * k);
    }
}

static inline void
find_by_words(struct masks *m, const char *p, char delimiter)
{
    const uint64_t above = UINT64_C(0x7272727272727272); /* 0x7F - '\r' in each byte */
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t words[8], plain = ~low;

    take_words(words, p);
    for (unsigned i = 0; i < 8; i++)
        plain &= ((words[i] & low) + above) | words[i];
    m->delimiter = equal_bytes(words, delimiter);
    m->quote = equal_bytes(words, '"');
    m->control = plain ^ ~low;
}

static inline void
find_control_by_words(struct masks *m, const char *p)
{
    uint64_t words[8];

    take_words(words, p);
    m->lf = equal_bytes(words, '\n');
    m->cr = equal_bytes(words, '\r');
    m->nul = equal_bytes(words, '\0');
}

static void
scan_by_words(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_by_words, find_control_by_words, running_parity);
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
load_sse2(__m128i part[4], const char *p)
{
    for (unsigned i = 0; i < 4; i++)
        part[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
}

static inline void
find_sse2(struct masks *m, const char *p, char delimiter)
{
    __m128i part[4], least;

    load_sse2(part, p);
    m->delimiter = equal_sse2(part, delimiter);
    m->quote = equal_sse2(part, '"');
    least = _mm_min_epu8(_mm_min_epu8(part[0], part[1]), _mm_min_epu8(part[2], part[3]));
    m->control = (uint32_t)_mm_movemask_epi8(
        _mm_cmpeq_epi8(_mm_min_epu8(least, _mm_set1_epi8('\r')), least));
}

static inline void
find_control_sse2(struct masks *m, const char *p)
{
    __m128i part[4];

    load_sse2(part, p);
    m->lf = equal_sse2(part, '\n');
    m->cr = equal_sse2(part, '\r');
    m->nul = equal_sse2(part, '\0');
}

static void
scan_sse2(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_sse2, find_control_sse2, running_parity);
}

#define AVX2 __attribute__((target("avx2,bmi,popcnt,pclmul")))

AVX2 static inline uint64_t
equal_avx2(__m256i low, __m256i high, char c)
{
    __m256i pattern = _mm256_set1_epi8(c);
    uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, pattern));
    uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, pattern));

    return a | (uint64_t)b << 32;
}

AVX2 static inline __m256i
load_avx2(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 static inline void
find_avx2(struct masks *m, const char *p, char delimiter)
{
    __m256i low = load_avx2(p), high = load_avx2(p + 32);
    __m256i least = _mm256_min_epu8(low, high);

    m->delimiter = equal_avx2(low, high, delimiter);
    m->quote = equal_avx2(low, high, '"');
    m->control = (uint32_t)_mm256_movemask_epi8(
        _mm256_cmpeq_epi8(_mm256_min_epu8(least, _mm256_set1_epi8('\r')), least));
}

AVX2 static inline void
find_control_avx2(struct masks *m, const char *p)
{
    __m256i low = load_avx2(p), high = load_avx2(p + 32);

    m->lf = equal_avx2(low, high, '\n');
    m->cr = equal_avx2(low, high, '\r');
    m->nul = equal_avx2(low, high, '\0');
}

/* A product without carries by all ones is the running parity. */
AVX2 static inline uint64_t
parity_by_product(uint64_t x)
{
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)x), _mm_set1_epi8(-1), 0);

    return (uint64_t)_mm_cvtsi128_si64(product);
}

AVX2 static void
scan_avx2(struct csv_marks *marks, struct sv text, char delimiter)
{
    SCAN(find_avx2, find_control_avx2, parity_by_product);
}

static bool
has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
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

    *n = has_avx2() ? 3 : 2;
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
