/*
 * timestamp_usual.c - points in time: the form that nearly all of them have.
 */
#include "ledger/calendar.h"
#include "ledger/timestamp_usual.h"

/* The two digits at ${p}; beyond 99 where they are none. */
static inline unsigned
two_digits(const char *p)
{
    unsigned tens = (unsigned)(unsigned char)p[0] - '0', ones = (unsigned)(unsigned char)p[1] - '0';

    return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

bool
timestamp_read_usual(struct time_text *out, struct sv s, int zone_minutes)
{
    const char *p = s.p;
    bool is_utc = s.n == 20 && p[19] == 'Z';
    unsigned century, year, hour, minute, second;
    struct date d;

    if ((s.n != 19 && !is_utc) || p[4] != '-' || p[7] != '-' || (p[10] != ' ' && p[10] != 'T') ||
        p[13] != ':' || p[16] != ':')
        return false;
    century = two_digits(p);
    year = two_digits(p + 2);
    d = (struct date){ .year = century * 100 + year, .month = (int)two_digits(p + 5),
        .day = (int)two_digits(p + 8) };
    hour = two_digits(p + 11);
    minute = two_digits(p + 14);
    second = two_digits(p + 17);
    if (century > 99 || year > 99 || d.year <= TIMESTAMP_YEAR_MIN || hour > 23 || minute > 59 ||
        second > 59 || !calendar_has(d))
        return false;
    *out = (struct time_text){
        .at = calendar_day(d) * TIME_DAY + hour * TIME_HOUR + minute * TIME_MINUTE +
            second * TIME_SECOND - (is_utc ? 0 : zone_minutes * TIME_MINUTE),
        .offset_minutes = is_utc ? 0 : zone_minutes,
        .has_offset = is_utc,
    };
    return out->at <= TIMESTAMP_MAX;
}
