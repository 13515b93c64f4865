/*
 * line_told.h - what the texts of a line tell beside its columns.
 */
#ifndef PARSERS_LINE_TOLD_H
#define PARSERS_LINE_TOLD_H

#include "ledger/ledger.h"
#include "parsers/gpu_types.h"

/* The cards of the instance by the spec text of the line; 0 where it tells none. */
unsigned line_spec_cards(const struct ledger_line *line, const struct gpu_types *types);

/* When the thing of ${line} was made, by its tags; TIME_NONE where they do not say. */
int64_t line_created_at(const struct ledger_line *line, int zone_minutes);

#endif
