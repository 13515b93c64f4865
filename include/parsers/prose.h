/*
 * prose.h - texts that are written to be read: a README beside the bills.
 */
#ifndef PARSERS_PROSE_H
#define PARSERS_PROSE_H

#include <stdbool.h>

#include "base/sv.h"

/*
 * Whether ${text}, which no format reads, holds no table of cells: less than half of its lines have
 * as many cells, 2 or more, as a line beside them. Tables of Markdown are part of a text.
 */
bool prose_is(struct sv text);

#endif
