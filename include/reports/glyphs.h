/*
 * glyphs.h - the characters that the fonts of this machine have.
 *
 * Pictures are drawn with these fonts, and what draws them fills a picture with giant strokes where
 * none has a character.
 */
#ifndef REPORTS_GLYPHS_H
#define REPORTS_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define GLYPHS_END 0x110000

struct glyphs {
    bool is_known; /* false: nobody can tell; all are taken to be there */
    uint32_t *set; /* a bit for each code point */
};

/*
 * Ask fontconfig (fc-list, a process with limits in ${folder}, where it leaves a file) into ${g},
 * which is not known where it cannot be asked. Release with glyphs_release(). -1: ERR_NOMEM.
 */
int glyphs_find(struct glyphs *g, const char *folder, struct err *e);
void glyphs_release(struct glyphs *g);

/*
 * Take in the list ${text} of fc-list, a line "FORMAT RANGES" for each font, as
 * "TrueType 20-7e a0". Fonts of formats that text is no longer drawn with (Type 1) do not count.
 */
void glyphs_add_list(struct glyphs *g, struct sv text);

/*
 * Append ${text}, in which a box, else a question mark, stands in place of each character that no
 * font has, to ${out}. Returns how many these are. Control characters are left alone.
 */
size_t glyphs_replace(const struct glyphs *g, struct sv text, struct buf *out);

#endif
