/*
 * settle_sums.h - what all steps of settling ask of lines: their format, month and sums.
 */
#ifndef LEDGER_SETTLE_SUMS_H
#define LEDGER_SETTLE_SUMS_H

#include "ledger/ledger.h"

/*
 * A billing month begins at midnight of some zone, which is 14 hours before to 12 hours after that
 * of UTC: 14 hours later it is that month everywhere.
 */
#define FARTHEST_ZONE (14 * TIME_HOUR)

/* Longest text of settle_sums_text(), with the NUL. */
#define SETTLE_SUMS_MAX 56

/* Room for settle_month_text(). */
#define SETTLE_MONTH_MAX 16

/* No month: a line without any time. */
#define SETTLE_NO_MONTH INT32_MIN

/* For each input the number of its format: equal for equal formats. NULL: ERR_NOMEM. */
uint32_t *settle_number_formats(const struct ledger *l, struct arena *arena, struct err *e);

/*
 * The month of the bill that ${line} stands in, else the month in which it starts, in its own time
 * zone, as a number of months: equal for equal months whatever the zone.
 */
int32_t settle_month(const struct ledger_line *line);

/* "2026-03"; "" for SETTLE_NO_MONTH. Returns ${buf}. */
const char *settle_month_text(char buf[SETTLE_MONTH_MAX], int32_t month);

/* Add what ${line} bills, or moves where it is an account move, to ${sums}. -1: ERR_NOMEM,
 * ERR_RANGE with a message for the user. */
int settle_sums_add(struct currency_sums *sums, const struct ledger *l,
    const struct ledger_line *line, struct err *e);

/* As settle_sums_add(), always of BilledCost. */
int settle_sums_add_billed(struct currency_sums *sums, const struct ledger *l,
    const struct ledger_line *line, struct err *e);

/* "12.5 CNY, 3 USD"; "0" for no sums; cut and "..." where there is no room. Returns ${buf}. */
const char *settle_sums_text(char buf[SETTLE_SUMS_MAX], const struct currency_sums *sums);

/* The sum of ${currency}, 0 where there is none. */
struct money settle_sums_of(const struct currency_sums *sums, const char *currency);

#endif
