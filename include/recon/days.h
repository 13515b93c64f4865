/*
 * days.h - dates as numbers of days since 1970-01-01.
 */
#ifndef RECON_DAYS_H
#define RECON_DAYS_H

#include "ledger/invoice.h"

#define DAY_NONE INT64_MIN

/* The day of ${at} in the zone; DAY_NONE for TIME_NONE. */
int64_t days_of(int64_t at, int zone_minutes);

/* The date that is printed on ${one}; where none is, the day of `issued` in the zone. */
int64_t days_of_invoice(const struct invoice *one, int zone_minutes);

#endif
