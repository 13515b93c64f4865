/*
 * recipe_bytes.c - up to where a record is the same as an earlier one, 32 bytes at a time.
 */
#include "parsers/recipe.h"

#if defined(__x86_64__)
#define HAS_AVX2 1
#include <immintrin.h>
#else
#define HAS_AVX2 0
#endif

static inline size_t
equal_by_words(const char *a, const char *b, size_t i, size_t n)
{
    for (; n - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        uint64_t x, y;

        memcpy(&x, a + i, sizeof(x));
        memcpy(&y, b + i, sizeof(y));
        if (x != y)
            break;
    }
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

#if HAS_AVX2
#define AVX2 __attribute__((target("avx2")))
#define BLOCK 32

/* Bits of the bytes that differ. */
AVX2 static inline uint32_t
find_different(const char *a, const char *b)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)a);
    __m256i y = _mm256_loadu_si256((const __m256i *)(const void *)b);

    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, y));
}

AVX2 static size_t
equal_avx2(const char *a, const char *b, size_t n)
{
    size_t i = 0;

    for (; n - i >= BLOCK; i += BLOCK) {
        uint32_t different = find_different(a + i, b + i);

        if (different)
            return i + (unsigned)__builtin_ctz(different);
    }
    return equal_by_words(a, b, i, n);
}
#endif

size_t
recipe_equal_bytes(const char *a, const char *b, size_t n)
{
#if HAS_AVX2
    if (n >= BLOCK && __builtin_cpu_supports("avx2"))
        return equal_avx2(a, b, n);
#endif
    return equal_by_words(a, b, 0, n);
}
