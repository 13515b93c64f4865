/*
 * prose.h - texts that are written to be read: a README beside the bills.
 */
#ifndef PARSERS_PROSE_H
#define PARSERS_PROSE_H

#include <stdbool.h>

#include "base/sv.h"

/*
 * Whether ${text}, which no format reads, holds no table of cells: less than half of its lines have
 * as many cells, 2 or more, as a line beside them; a delimiter in a quoted cell parts nothing.
 * Tables of Markdown are part of a text. A file whose name, the end of ${path}, is that of a table
 * or of data (.csv, .tsv, .json and the like) is never prose.
 */
bool prose_is(struct sv path, struct sv text);

#endif
