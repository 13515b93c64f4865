/*
 * timestamp.c - points in time: writing them, and the days and months they lie in.
 *
 * A zone is a fixed offset: wall clock = UTC + offset. Any int64 is accepted; those beyond year
 * 9999 or before year 0 are held at the ends, which no time that was read can reach.
 */
#include <string.h>

#include "ledger/calendar.h"
#include "ledger/timestamp.h"

#define WALL_MIN INT64_C(-62167219200000) /* 0000-01-01T00:00:00 */
#define WALL_MAX INT64_C(253402300799999) /* 9999-12-31T23:59:59.999 */
#define MINUTES_PER_HOUR 60

/* A time as clock and calendar of a zone show it. */
struct wall {
    struct date date;
    int64_t day;    /* since 1970-01-01 */
    int64_t in_day; /* milliseconds */
};

static int64_t
held(int64_t at)
{
    if (at < WALL_MIN)
        return WALL_MIN;
    return at > WALL_MAX ? WALL_MAX : at;
}

static struct wall
wall_of(int64_t at, int zone_minutes)
{
    int64_t local = held(held(at) + zone_minutes * TIME_MINUTE);
    struct wall w;

    w.in_day = local % TIME_DAY;
    if (w.in_day < 0)
        w.in_day += TIME_DAY;
    w.day = (local - w.in_day) / TIME_DAY;
    w.date = calendar_date(w.day);
    return w;
}

static char *
put_number(char *p, int64_t n, int digits)
{
    for (int i = digits - 1; i >= 0; i--, n /= 10)
        p[i] = (char)('0' + n % 10);
    return p + digits;
}

static char *
put_month(char *p, const struct wall *w)
{
    p = put_number(p, w->date.year, 4);
    *p++ = '-';
    return put_number(p, w->date.month, 2);
}

static char *
put_day(char *p, const struct wall *w)
{
    p = put_month(p, w);
    *p++ = '-';
    return put_number(p, w->date.day, 2);
}

static char *
put_clock(char *p, const struct wall *w)
{
    int64_t thousandths = w->in_day % TIME_SECOND;

    *p++ = 'T';
    p = put_number(p, w->in_day / TIME_HOUR, 2);
    *p++ = ':';
    p = put_number(p, w->in_day % TIME_HOUR / TIME_MINUTE, 2);
    *p++ = ':';
    p = put_number(p, w->in_day % TIME_MINUTE / TIME_SECOND, 2);
    if (thousandths > 0) {
        *p++ = '.';
        p = put_number(p, thousandths, 3);
    }
    return p;
}

const char *
time_format(char buf[TIME_TEXT_MAX], int64_t at)
{
    struct wall w = wall_of(at, 0);
    char *p = buf;

    if (at != TIME_NONE) {
        p = put_clock(put_day(p, &w), &w);
        *p++ = 'Z';
    }
    *p = '\0';
    return buf;
}

const char *
time_format_zone(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes)
{
    struct wall w = wall_of(at, zone_minutes);
    int offset = zone_minutes < 0 ? -zone_minutes : zone_minutes;
    char *p = buf;

    if (at != TIME_NONE) {
        p = put_clock(put_day(p, &w), &w);
        *p++ = zone_minutes < 0 ? '-' : '+';
        p = put_number(p, offset / MINUTES_PER_HOUR, 2);
        *p++ = ':';
        p = put_number(p, offset % MINUTES_PER_HOUR, 2);
    }
    *p = '\0';
    return buf;
}

const char *
time_format_day(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes)
{
    struct wall w = wall_of(at, zone_minutes);
    char *p = at == TIME_NONE ? buf : put_day(buf, &w);

    *p = '\0';
    return buf;
}

const char *
time_format_month(char buf[TIME_TEXT_MAX], int64_t at, int zone_minutes)
{
    struct wall w = wall_of(at, zone_minutes);
    char *p = at == TIME_NONE ? buf : put_month(buf, &w);

    *p = '\0';
    return buf;
}

int64_t
time_day_start(int64_t at, int zone_minutes)
{
    if (at == TIME_NONE)
        return TIME_NONE;
    return wall_of(at, zone_minutes).day * TIME_DAY - zone_minutes * TIME_MINUTE;
}

/* The start of the first day of a month, in UTC. */
static int64_t
month_start(struct date d, int zone_minutes)
{
    d.day = 1;
    return calendar_day(d) * TIME_DAY - zone_minutes * TIME_MINUTE;
}

int64_t
time_month_start(int64_t at, int zone_minutes)
{
    if (at == TIME_NONE)
        return TIME_NONE;
    return month_start(wall_of(at, zone_minutes).date, zone_minutes);
}

int64_t
time_next_month(int64_t at, int zone_minutes)
{
    struct date d = wall_of(at, zone_minutes).date;

    if (at == TIME_NONE)
        return TIME_NONE;
    if (++d.month > 12) {
        d.month = 1;
        d.year++;
    }
    return month_start(d, zone_minutes);
}

int32_t
time_month_number(int64_t at, int zone_minutes)
{
    struct date d = wall_of(at, zone_minutes).date;

    return (int32_t)(d.year * 12 + d.month - 1);
}

int
time_weekday(int64_t at, int zone_minutes)
{
    /* 1970-01-01 was a Thursday, 3 days after a Monday. */
    int64_t day = (wall_of(at, zone_minutes).day + 3) % 7;

    return (int)(day < 0 ? day + 7 : day);
}

int
time_hour(int64_t at, int zone_minutes)
{
    return (int)(wall_of(at, zone_minutes).in_day / TIME_HOUR);
}
