/*
 * gb18030.h - the characters of GB18030 that take one or two bytes, converted by a table.
 *
 * What a character is, iconv says: it is asked for all pairs once, and whatever is no pair with a
 * character of its own (sequences of four bytes, bytes that are no GB18030) is left to it.
 */
#ifndef INPUT_GB18030_H
#define INPUT_GB18030_H

#include <iconv.h>
#include <stddef.h>

#include "base/sv.h"

struct gb18030;

/*
 * A table of what ${converter}, from GB18030 to UTF-8, makes of each pair; it is left in its
 * initial state. 126 KB, made in half a millisecond. NULL when memory is out. Free with
 * gb18030_free().
 */
struct gb18030 *gb18030_new(iconv_t converter);
void gb18030_free(struct gb18030 *g);

/*
 * Convert the beginning of ${from}, where a character begins, to ${to} with room for ${room} bytes:
 * up to a character that is not in the table, or to less than a step before the end of either.
 * What is behind the bytes made may be overwritten. Returns how many bytes of ${from} are
 * converted, ${*made} how many they became; they are what iconv makes of them.
 */
size_t gb18030_convert(const struct gb18030 *g, struct sv from, char *to, size_t room,
    size_t *made);

#endif
