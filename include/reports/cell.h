/*
 * cell.h - a table cell as people read it.
 */
#ifndef REPORTS_CELL_H
#define REPORTS_CELL_H

#include "base/buf.h"
#include "reports/table.h"

/*
 * Append what ${cell} shows to ${out}: texts escaped on one line, labels in ${lang}, amounts and
 * numbers rounded, counts in groups of three.
 */
void cell_show(struct buf *out, const struct table_cell *cell, enum lang lang);

/*
 * Append ${text}, escaped, in at most ${width} columns of a terminal: a longer one is cut at a
 * character and ends with a mark. Returns the columns used.
 */
size_t cell_fit(struct buf *out, struct sv text, size_t width);

/* True for amounts, numbers, counts and shares. */
bool cell_is_figure(const struct table_cell *cell);

#endif
