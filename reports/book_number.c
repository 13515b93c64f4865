/*
 * book_number.c - exact decimals as the numbers of workbooks, which are doubles.
 *
 * A whole number of at most 15 digits and a power of ten up to 10^18 are doubles themselves, so
 * that their quotient is the double next to the decimal.
 */
#include "ledger/timestamp.h"
#include "reports/book_number.h"

#define DIGITS_MAX INT64_C(1000000000000000) /* 10^15 */
#define DAYS_TO_1970 25569 /* from 1899-12-30, the day 0 of workbooks */

double
book_number(struct money m, bool *is_exact)
{
    money_int units = m.units, digits;
    unsigned decimals = MONEY_DECIMALS;
    double scale = 1;

    while (decimals > 0 && units % 10 == 0) {
        units /= 10;
        decimals--;
    }
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    for (digits = units; digits != 0 && digits % 10 == 0;)
        digits /= 10;
    *is_exact = digits > -DIGITS_MAX && digits < DIGITS_MAX;
    return (double)units / scale;
}

double
book_days(int64_t at, int zone_minutes)
{
    int64_t local = at + (int64_t)zone_minutes * TIME_MINUTE + DAYS_TO_1970 * TIME_DAY;

    return (double)local / (double)TIME_DAY;
}
