/*
 * calendar.c - days and dates of the proleptic Gregorian calendar.
 *
 * Years begin in March here, so that the leap day is the last of its year, and are counted in eras
 * of 400 years, which all have the same number of days.
 */
#include "ledger/calendar.h"

#define ERA_YEARS 400
#define ERA_DAYS 146097

/* Days from 0000-03-01 to 1970-01-01. */
#define EPOCH_DAYS 719468

/* Days of the year that begins in March before its month ${month} (0 is March). */
static int64_t
days_before(int64_t month)
{
    return (153 * month + 2) / 5;
}

int64_t
calendar_day(struct date d)
{
    int64_t year = d.month <= 2 ? d.year - 1 : d.year;
    int64_t era = (year >= 0 ? year : year - (ERA_YEARS - 1)) / ERA_YEARS;
    int64_t in_era = year - era * ERA_YEARS;
    int64_t in_year = days_before(d.month > 2 ? d.month - 3 : d.month + 9) + d.day - 1;

    return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + in_year - EPOCH_DAYS;
}

struct date
calendar_date(int64_t day)
{
    int64_t n = day + EPOCH_DAYS;
    int64_t era = (n >= 0 ? n : n - (ERA_DAYS - 1)) / ERA_DAYS;
    int64_t rest = n - era * ERA_DAYS;
    int64_t in_era = (rest - rest / 1460 + rest / 36524 - rest / (ERA_DAYS - 1)) / 365;
    int64_t in_year = rest - (in_era * 365 + in_era / 4 - in_era / 100);
    int64_t month = (5 * in_year + 2) / 153;

    return (struct date){
        .year = era * ERA_YEARS + in_era + (month >= 10),
        .month = (int)(month < 10 ? month + 3 : month - 9),
        .day = (int)(in_year - days_before(month) + 1),
    };
}

bool
calendar_has(struct date d)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool is_leap = d.year % 4 == 0 && (d.year % 100 != 0 || d.year % 400 == 0);

    if (d.month < 1 || d.month > 12 || d.day < 1)
        return false;
    return d.day <= days[d.month - 1] + (d.month == 2 && is_leap);
}
