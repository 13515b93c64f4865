/*
 * unit_words.h - units in the words of FOCUS.
 */
#ifndef PARSERS_UNIT_WORDS_H
#define PARSERS_UNIT_WORDS_H

#include "base/buf.h"
#include "base/sv.h"

/*
 * The unit ${text} as FOCUS writes units, into ${out} in place of what it holds: "元/小时", "hrs" and
 * "h" are "Hours", "GB·天" is "GB-Days"; the currency of a price falls away. What is unknown stays
 * as it is.
 */
void unit_focus(struct buf *out, struct sv text);

/* True where ${text} is nothing but a unit or a currency ("元", "小时", "(元/GB)"), as in a row below
 * the headings. */
bool unit_is_one(struct sv text);

#endif
