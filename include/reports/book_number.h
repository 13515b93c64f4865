/*
 * book_number.h - exact decimals as the numbers of workbooks, which are doubles.
 */
#ifndef REPORTS_BOOK_NUMBER_H
#define REPORTS_BOOK_NUMBER_H

#include "ledger/money.h"

/* The double next to ${m}. ${*is_exact} tells whether its first 15 digits, which is what programs
 * keep and show, are all of ${m}. */
double book_number(struct money m, bool *is_exact);

/* ${at} milliseconds UTC as the number of days that a cell of a date holds, in the zone. */
double book_days(int64_t at, int zone_minutes);

#endif
