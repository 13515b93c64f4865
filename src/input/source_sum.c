/*
 * source_sum.c - the SHA-256 of a source.
 */
#include "input/source.h"

#define READ_BLOCK ((size_t)64 << 10)

int
source_sha256(struct source *s, char text[SHA256_TEXT_MAX], struct err *e)
{
    struct sha256 *sum;
    uint64_t offset = source_take_sum(s, &sum);
    char block[READ_BLOCK];
    size_t got;
    int result = -1;

    if (!sum)
        sum = sha256_new();
    if (!sum)
        return err_nomem(e);
    do {
        if (source_read(s, block, sizeof(block), offset, &got, e))
            goto done;
        sha256_add(sum, (struct sv){ block, got });
        offset += got;
    } while (got > 0);
    sha256_text(sum, text);
    result = 0;
done:
    sha256_free(sum);
    return result;
}
