/*
 * charset.h - which charset the bytes of a source are in.
 *
 * A byte order mark decides; else bytes that are valid UTF-8 are UTF-8 and nothing else; else NUL
 * in every other byte is UTF-16; else GB18030 if all is valid GB18030. A file that is UTF-8 but for
 * a few records (edited in two programs) stays UTF-8, and those records are refused one by one; so
 * is a file that is GB18030 but for a few bytes.
 */
#ifndef INPUT_CHARSET_H
#define INPUT_CHARSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "input/source.h"

enum charset {
    CHARSET_UTF8,
    CHARSET_UTF16LE,
    CHARSET_UTF16BE,
    CHARSET_GB18030,
};

struct charset_found {
    enum charset charset;
    unsigned bom;        /* bytes of the byte order mark, 0 if there is none */
    bool is_ascii;       /* no byte above 127 */
    bool has_bad_bytes;  /* UTF-8 or GB18030 with some invalid bytes; see above */
    uint64_t bad_offset; /* of the first invalid byte, where has_bad_bytes */
};

/*
 * Look at all bytes of ${s}. -1: ERR_IO; ERR_ENCODING where no charset fits, naming what was tried
 * and the byte offset at which each failed.
 */
int charset_find(struct charset_found *out, struct source *s, struct err *e);

/* "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030"; a literal. */
const char *charset_name(enum charset c);

#endif
