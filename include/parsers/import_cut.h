/*
 * import_cut.h - where a file can be cut into parts that are read alone.
 */
#ifndef PARSERS_IMPORT_CUT_H
#define PARSERS_IMPORT_CUT_H

#include "base/sv.h"

/* Where rows of ${delimiter}, or the objects of an NDJSON file where that is 0, can be cut: the
 * offset in ${window}, bytes from the middle of it, behind a line end; 0 if none is found. Rows
 * have ${cells} cells. */
size_t import_cut_lines(struct sv window, char delimiter, size_t cells);

/* How the elements of the JSON array that begins in ${head} begin: the bracket and the first key of
 * the first one. Empty where it is none, or one of something else than objects. */
struct sv import_cut_lead(struct sv head);

/* As import_cut_lines() for an array whose elements begin with ${lead}: behind a comma. */
size_t import_cut_list(struct sv window, struct sv lead);

#endif
