/*
 * sevenzip_gap.c - bytes of a 7z behind its end.
 *
 *     37 7A BC AF 27 1C, version, CRC, [offset, size, CRC of the directory]    32 bytes
 *     [data of the members] [directory]
 *
 * The directory ends the archive. Whatever follows, as another archive, nobody would see.
 */
#include "input/unpack.h"

#define START_SIZE 32
#define OFFSET_AT 12
#define SIZE_AT 20

static uint64_t
number(const unsigned char *p)
{
    uint64_t n = 0;

    for (unsigned i = 8; i > 0; i--)
        n = n << 8 | p[i - 1];
    return n;
}

int
sevenzip_gap(uint64_t *out, struct source *s, struct err *e)
{
    unsigned char start[START_SIZE];
    uint64_t end = START_SIZE;
    size_t got;

    if (source_read(s, start, sizeof(start), 0, &got, e))
        return -1;
    if (got < START_SIZE || __builtin_add_overflow(end, number(start + OFFSET_AT), &end) ||
        __builtin_add_overflow(end, number(start + SIZE_AT), &end) || end >= source_size(s))
        return 0;
    return unpack_add_gap(out, s, end, source_size(s), e);
}
