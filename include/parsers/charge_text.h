/*
 * charge_text.h - the cells of a charge as text, in the form of ledger.csv.
 */
#ifndef PARSERS_CHARGE_TEXT_H
#define PARSERS_CHARGE_TEXT_H

#include "base/buf.h"
#include "ledger/charge.h"

/*
 * The cell of ${c} in ${column} into ${out}: words and texts as they are, amounts exact, times in
 * UTC, several x_Changes parted by a blank. ${scratch} holds text that is made, in place of what it
 * holds. False where the cell is empty, and for x_SourceFile and x_SourceLine.
 */
bool charge_text(const struct charge *c, const struct column *column, struct buf *scratch,
    struct sv *out);

#endif
