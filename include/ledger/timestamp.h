/*
 * timestamp.h - points in time, as bills write them.
 *
 * A time is a count of milliseconds since 1970-01-01T00:00:00Z, without leap seconds, in the
 * proleptic Gregorian calendar, years 1970 to 9999. No locale, no TZ, no tzdata.
 */
#ifndef LEDGER_TIMESTAMP_H
#define LEDGER_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sv.h"

/* "No time": not said by the bill. */
#define TIME_NONE INT64_MIN

#define TIME_SECOND INT64_C(1000)
#define TIME_MINUTE (60 * TIME_SECOND)
#define TIME_HOUR (60 * TIME_MINUTE)
#define TIME_DAY (24 * TIME_HOUR)

/* Longest text the time_format functions write, with the NUL. */
#define TIME_TEXT_MAX 40

/* How a format writes dates that begin with one or two digits. */
enum date_order {
    DATE_YEAR_FIRST, /* dates that do not begin with the year are refused */
    DATE_MONTH_FIRST,
    DATE_DAY_FIRST,
};

struct time_text {
    int64_t at;         /* milliseconds UTC; of a date or month alone, its start */
    int offset_minutes; /* of the text, else of the zone that was given */
    bool has_offset;    /* the text itself named its zone */
    bool is_date;       /* no time of day was written */
    bool is_month;      /* no day was written ("2026-03", "202603") */
    bool is_year_first; /* 2026/3/1 although another order was given; ISO 8601 needs no order */
};

/*
 * Read a time: "2026-03-01 12:00:00", "2026/3/1 12:00", "2026-03-01T12:00:00.123Z", with "+0800",
 * "+08:00", " GMT+08:00", " UTC"; "20260301120000", "20260301", "2026-03", "202603",
 * "2026年3月1日 12时30分", AM/PM, 上午/下午; unix seconds (10 digits) and milliseconds (13);
 * Excel serials where ${is_excel} ("46082.5"); 24:00:00 as the next day's start. A text without
 * an offset is in the zone of ${zone_minutes}. Dates that begin with one or two digits follow
 * ${order}; two-digit years are 2000 to 2099. Decimals of a second behind the third are dropped.
 * -1: ERR_SYNTAX with ${out} left alone (24:00:01, second 60, 30 February, text behind it, years
 * out of range).
 */
int time_parse(struct time_text *out, struct sv s, enum date_order order, int zone_minutes,
    bool is_excel, struct err *e);

/*
 * Read a duration into milliseconds: "3600", "1.5h", "1:02:03", "2天3小时4分5秒", "90 min". A bare
 * number counts units of ${unit} milliseconds. -1: ERR_SYNTAX, ERR_RANGE.
 */
int time_parse_duration(int64_t *out, struct sv s, int64_t unit, struct err *e);

/* Read "+08:00", "-05:30", "+8", "Z", "UTC" into minutes. -1: ERR_SYNTAX. */
int time_parse_zone(int *minutes, struct sv s, struct err *e);

/* "YYYY-MM-DDTHH:MM:SSZ", ".mmm" before Z only where there are milliseconds, "" for TIME_NONE.
 * Returns ${buf}, as do the following. None can fail. */
const char *time_format(char buf[TIME_TEXT_MAX], int64_t at);

/* "2026-03-01T00:00:00+08:00": RFC 3339 in the zone of ${zone_minutes}. */
const char *time_format_zone(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes);

/* "YYYY-MM-DD" and "YYYY-MM" of ${at} in the zone. */
const char *time_format_day(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes);
const char *time_format_month(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes);

/* The start of the day, of the month and of the next month of ${at} in the zone, in UTC. */
int64_t time_day_start(int64_t at, int zone_minutes);
int64_t time_month_start(int64_t at, int zone_minutes);
int64_t time_next_month(int64_t at, int zone_minutes);

/* The month of ${at} in the zone, as the months since January of the year 0; ${at} is not
 * TIME_NONE. */
int32_t time_month_number(int64_t at, int zone_minutes);

/* Day of the week of ${at} in the zone, 0 for Monday; hour of its day. */
int time_weekday(int64_t at, int zone_minutes);
int time_hour(int64_t at, int zone_minutes);

#endif
