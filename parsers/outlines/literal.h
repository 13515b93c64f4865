/*
 * literal.h - the plain text that every match of a pattern holds.
 */
#ifndef PARSERS_OUTLINES_LITERAL_H
#define PARSERS_OUTLINES_LITERAL_H

#include "base/sv.h"

#define LITERAL_MAX 64

/*
 * Put the longest run of ASCII characters that stands in every text that ${pattern} matches without
 * regard to case into ${out}, in lower case; "" where none is certain.
 */
void literal_of(char out[LITERAL_MAX], struct sv pattern);

#endif
