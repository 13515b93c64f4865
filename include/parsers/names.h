/*
 * names.h - comparing column names.
 *
 * Exports write one heading in many ways. Two headings are the same when their folded forms are:
 * NFKC (full-width forms, no-break spaces), trimmed of blanks, TAB, BOM and quotes, ASCII case
 * folded, without blanks, '_' and '/', and without a text in final brackets of either width.
 */
#ifndef PARSERS_NAMES_H
#define PARSERS_NAMES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/sv.h"

/* The folded form of ${name} in ${arena}; the text in final brackets goes into ${*bracket} (also
 * folded; SV_EMPTY if none; ${bracket} may be NULL). p is NULL when memory is out. */
struct sv name_fold(struct arena *arena, struct sv name, struct sv *bracket);

/* As name_fold(), but the text in final brackets stays, in ASCII brackets: "时长（小时）" is
 * "时长(小时)". */
struct sv name_fold_whole(struct arena *arena, struct sv name);

/* The text in the final brackets of ${name} as it is written, trimmed; a view into ${name}, empty
 * if there are none. */
struct sv name_bracket(struct sv name);

/* The element of NULL-ended ${known} nearest to ${word} by edit distance, or NULL where none is
 * near enough to suggest. */
const char *name_nearest(struct sv word, const char *const *known);

#endif
