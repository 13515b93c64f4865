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

#endif
