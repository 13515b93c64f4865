/*
 * unpack_bzip2.c - what stands behind the data of a bzip2 file.
 *
 *     "BZh", '1' to '9', [mark of a block, data]..., mark of the end, sum
 *
 * libarchive reads members one behind the other, and takes one whose beginning is damaged for
 * something else that it need not mind. Half a bill would be missing.
 */
#include "input/unpack.h"

#define BLOCK ((size_t)16 << 10)

/* Bytes as a number, the last one at its end. */
#define HEADER UINT64_C(0x425A68)
#define HEADER_BYTES UINT64_C(0xFFFFFF)
#define BLOCK_MARK UINT64_C(0x314159265359)
#define END_MARK UINT64_C(0x177245385090)
#define MARK_BYTES UINT64_C(0xFFFFFFFFFFFF)

/* Whether the bytes that end with ${last}, ${n} of them, end within the beginning of a member: one
 * of its header and its first mark may be damaged, and the header cut. */
static bool
is_member(uint64_t last, uint64_t n)
{
    uint64_t mark = last & MARK_BYTES;

    return (n == 1 && last == 'B') || (last & HEADER_BYTES) == HEADER || mark == BLOCK_MARK ||
        mark == END_MARK;
}

int
bzip2_trailing(uint64_t *out, struct source *s, uint64_t from, struct err *e)
{
    char block[BLOCK];
    uint64_t at = from, last = 0;
    size_t got;

    do {
        if (source_read(s, block, sizeof(block), at, &got, e))
            return -1;
        for (size_t i = 0; i < got; i++) {
            last = last << 8 | (unsigned char)block[i];
            if (is_member(last, ++at - from))
                return err_set(e, ERR_SYNTAX, "the bzip2 data is damaged near byte %ju; fetch the "
                    "file again", (uintmax_t)at);
        }
    } while (got > 0);
    *out = 0;
    return unpack_add_gap(out, s, from, at, e);
}
