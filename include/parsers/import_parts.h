/*
 * import_parts.h - one large file, read by several threads.
 */
#ifndef PARSERS_IMPORT_PARTS_H
#define PARSERS_IMPORT_PARTS_H

#include "parsers/reader.h"

/*
 * Read the records of ${r}, whose text is open, as reader_run() would, but with the help of
 * ${r}->crew. ${*is_read} is false, and all is as it was, where the file is not of the kind, or
 * holds something that a part cannot judge alone. -1: as reader_run().
 */
int import_parts_read(struct reader *r, bool *is_read, struct err *e);

/* Where rows of ${delimiter}, or the objects of an NDJSON file where that is 0, can be cut: the
 * offset in ${window}, bytes from the middle of it, behind a line end; 0 if none is found. Rows
 * have ${cells} cells. */
size_t import_parts_cut(struct sv window, char delimiter, size_t cells);

#endif
