/*
 * timestamp_usual.h - points in time: the form that nearly all of them have.
 *
 * For timestamp_parse.c.
 */
#ifndef LEDGER_TIMESTAMP_USUAL_H
#define LEDGER_TIMESTAMP_USUAL_H

#include "ledger/timestamp.h"

#define TIMESTAMP_YEAR_MIN 1970
#define TIMESTAMP_MAX INT64_C(253402300799999) /* 9999-12-31T23:59:59.999Z */

/*
 * Read what nearly all times are: 2026-03-01 12:00:00, with a T or a blank between and a Z at the
 * end or not. As time_parse() does; false for all else, and for what calendar or clock lack.
 */
bool timestamp_read_usual(struct time_text *out, struct sv s, int zone_minutes);

#endif
