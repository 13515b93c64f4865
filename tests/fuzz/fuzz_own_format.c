/*
 * fuzz_own_format.c - a user's format on any bytes: what the format stands in front of, parted by a
 * line that is empty, is read with it.
 */
#include "fuzz.h"
#include "one_format.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv all = { (const char *)data, size };
    size_t end = sv_find(all, SV("\n\n"), 0);

    if (end < size)
        read_with(sv_part(all, 0, end), sv_part(all, end + 2, size));
    return 0;
}
