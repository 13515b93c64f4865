/*
 * calendar.h - days and dates of the proleptic Gregorian calendar.
 */
#ifndef LEDGER_CALENDAR_H
#define LEDGER_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

struct date {
    int64_t year;
    int month, day; /* from 1 */
};

/* Days from 1970-01-01 to ${d}, and the date of a day. For years of up to 12 digits. */
int64_t calendar_day(struct date d);
struct date calendar_date(int64_t day);

/* True where ${d} exists (30 February does not). */
bool calendar_has(struct date d);

#endif
