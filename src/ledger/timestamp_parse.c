/*
 * timestamp_parse.c - points in time: reading what bills write.
 *
 * A text is a date, then perhaps a time of day, then perhaps a zone; or nothing but digits, whose
 * number says what they are. It is understood whole or refused.
 */
#include "ledger/calendar.h"
#include "ledger/timestamp.h"
#include "ledger/timestamp_usual.h"

#define YEAR_MIN TIMESTAMP_YEAR_MIN
#define YEAR_MAX 9999
#define TIME_MAX TIMESTAMP_MAX
#define ZONE_HOURS_MAX 14
#define MINUTES_PER_HOUR 60

/* Day 25569 of spreadsheets is 1970-01-01. Five digits last until 2173. */
#define EXCEL_EPOCH 25569
#define EXCEL_DIGITS 5
#define EXCEL_DECIMALS_MAX 17
/* With fewer decimals a serial is not exact to the millisecond, and a second is meant. */
#define EXCEL_DECIMALS_FINE 8

__extension__ typedef unsigned __int128 wide_uint;

enum half {
    HALF_NONE,
    HALF_AM,
    HALF_PM,
};

/* What has been read of a text, and what is left of it. */
struct reader {
    struct sv rest;
    struct date date;
    int hour, minute, second, thousandth;
    enum half half;
    bool has_day, has_clock, has_offset, is_year_first, ends_in_character;
    int offset_minutes;
    bool has_doubtful_order;
};

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits that ${s} begins with. */
static size_t
digit_run(struct sv s)
{
    size_t n = 0;

    while (n < s.n && is_digit(s.p[n]))
        n++;
    return n;
}

static int64_t
number_of(const char *p, size_t digits)
{
    int64_t n = 0;

    for (size_t i = 0; i < digits; i++)
        n = n * 10 + (p[i] - '0');
    return n;
}

static void
drop(struct sv *s, size_t n)
{
    *s = sv_part(*s, n, s->n);
}

static bool
take(struct sv *s, struct sv prefix)
{
    if (!sv_starts(*s, prefix))
        return false;
    drop(s, prefix.n);
    return true;
}

/* As take() for letters of any case. */
static bool
take_folded(struct sv *s, struct sv prefix)
{
    if (!sv_is_folded(sv_part(*s, 0, prefix.n), prefix))
        return false;
    drop(s, prefix.n);
    return true;
}

/* Take a whole run of ${least} to ${most} digits. */
static bool
take_number(struct sv *s, size_t least, size_t most, int *out)
{
    size_t n = digit_run(*s);

    if (n < least || n > most)
        return false;
    *out = (int)number_of(s->p, n);
    drop(s, n);
    return true;
}

static bool
skip_blanks(struct sv *s)
{
    size_t n = s->n;

    /* The end of the text is trimmed already. */
    *s = sv_trim(*s);
    return s->n < n;
}

/* Take ".123456" and keep the thousandths. */
static bool
take_fraction(struct sv *s, int *thousandth)
{
    size_t n;

    if (!take(s, SV(".")))
        return true;
    n = digit_run(*s);
    if (n == 0)
        return false;
    *thousandth = 0;
    for (size_t i = 0; i < 3; i++)
        *thousandth = *thousandth * 10 + (i < n ? s->p[i] - '0' : 0);
    drop(s, n);
    return true;
}

/* "2026年3月1日", "2026年3月" behind the year. */
static bool
take_chinese_date(struct reader *r)
{
    if (!take_number(&r->rest, 1, 2, &r->date.month) || !take(&r->rest, SV("月")))
        return false;
    if (r->rest.n == 0)
        return true;
    if (!take_number(&r->rest, 1, 2, &r->date.day))
        return false;
    r->has_day = r->ends_in_character = true;
    return take(&r->rest, SV("日")) || take(&r->rest, SV("号"));
}

/* "2026-03-01", "2026/3/1", "2026.3.1", "2026-03", "20260301" (before a time of day). */
static bool
take_year_first(struct reader *r, size_t run)
{
    struct sv separator;
    int year;

    if (run == 8) {
        r->date.year = number_of(r->rest.p, 4);
        r->date.month = (int)number_of(r->rest.p + 4, 2);
        r->date.day = (int)number_of(r->rest.p + 6, 2);
        r->has_day = true;
        drop(&r->rest, run);
        return true;
    }
    if (!take_number(&r->rest, 4, 4, &year))
        return false;
    r->date.year = year;
    if (take(&r->rest, SV("年")))
        return take_chinese_date(r);

    separator = sv_part(r->rest, 0, 1);
    if (!take(&r->rest, SV("-")) && !take(&r->rest, SV("/")) && !take(&r->rest, SV(".")))
        return false;
    r->is_year_first = separator.p[0] != '-';
    if (!take_number(&r->rest, 1, 2, &r->date.month))
        return false;
    if (r->rest.n == 0)
        return true;
    r->has_day = true;
    return take(&r->rest, separator) && take_number(&r->rest, 1, 2, &r->date.day);
}

/* "1/3/2026", "01-03-26", "1.3.2026" in the order that the format states. */
static bool
take_year_last(struct reader *r, enum date_order order)
{
    struct sv separator;
    int first, second, year;
    size_t run;

    if (!take_number(&r->rest, 1, 2, &first))
        return false;
    separator = sv_part(r->rest, 0, 1);
    if (!take(&r->rest, SV("-")) && !take(&r->rest, SV("/")) && !take(&r->rest, SV(".")))
        return false;
    if (!take_number(&r->rest, 1, 2, &second) || !take(&r->rest, separator))
        return false;
    run = digit_run(r->rest);
    if ((run != 2 && run != 4) || !take_number(&r->rest, run, run, &year))
        return false;
    r->has_doubtful_order = order == DATE_YEAR_FIRST;
    r->date.year = run == 2 ? 2000 + year : year;
    r->date.month = order == DATE_DAY_FIRST ? second : first;
    r->date.day = order == DATE_DAY_FIRST ? first : second;
    r->has_day = true;
    return !r->has_doubtful_order;
}

/* "12时", "12时30分", "12时30分15秒" behind the hour's character. */
static bool
take_chinese_clock(struct reader *r)
{
    if (digit_run(r->rest) == 0)
        return true;
    if (!take_number(&r->rest, 1, 2, &r->minute) || !take(&r->rest, SV("分")))
        return false;
    if (digit_run(r->rest) == 0)
        return true;
    return take_number(&r->rest, 1, 2, &r->second) && take(&r->rest, SV("秒"));
}

static bool
take_clock(struct reader *r)
{
    r->has_clock = true;
    if (take(&r->rest, SV("上午")))
        r->half = HALF_AM;
    else if (take(&r->rest, SV("下午")))
        r->half = HALF_PM;
    if (r->half != HALF_NONE)
        skip_blanks(&r->rest);

    if (!take_number(&r->rest, 1, 2, &r->hour))
        return false;
    if (take(&r->rest, SV("时")) || take(&r->rest, SV("時")) || take(&r->rest, SV("点")))
        return take_chinese_clock(r);
    if (!take(&r->rest, SV(":")) || !take_number(&r->rest, 2, 2, &r->minute))
        return false;
    if (!take(&r->rest, SV(":")))
        return true;
    return take_number(&r->rest, 2, 2, &r->second) && take_fraction(&r->rest, &r->thousandth);
}

/* AM or PM behind the time of day. */
static bool
take_half(struct reader *r)
{
    enum half half = HALF_NONE;

    if (take_folded(&r->rest, SV("AM")))
        half = HALF_AM;
    else if (take_folded(&r->rest, SV("PM")))
        half = HALF_PM;
    if (half == HALF_NONE)
        return true;
    if (r->half != HALF_NONE)
        return false;
    r->half = half;
    skip_blanks(&r->rest);
    return true;
}

/* Read "+08:00", "+0800", "+8", "Z", "UTC", "GMT+8" whole. */
static bool
read_zone(int *minutes, struct sv s)
{
    bool is_west, has_name;
    int hours = 0, rest = 0;
    size_t run;

    *minutes = 0;
    if (sv_is_folded(s, SV("Z")))
        return true;
    has_name = take_folded(&s, SV("UTC")) || take_folded(&s, SV("GMT"));
    if (has_name && s.n == 0)
        return true;
    is_west = take(&s, SV("-")) || take(&s, SV("\xE2\x88\x92"));
    if (!is_west && !take(&s, SV("+")))
        return false;
    run = digit_run(s);
    if (run == 4) {
        hours = (int)number_of(s.p, 2);
        rest = (int)number_of(s.p + 2, 2);
        drop(&s, run);
    } else if (!take_number(&s, 1, 2, &hours)
        || (take(&s, SV(":")) && !take_number(&s, 2, 2, &rest))) {
        return false;
    }
    if (s.n > 0 || hours > ZONE_HOURS_MAX || rest >= MINUTES_PER_HOUR)
        return false;
    *minutes = hours * MINUTES_PER_HOUR + rest;
    if (*minutes > ZONE_HOURS_MAX * MINUTES_PER_HOUR)
        return false;
    if (is_west)
        *minutes = -*minutes;
    return true;
}

/* The time of day and what follows it. */
static bool
take_rest(struct reader *r)
{
    bool is_parted = skip_blanks(&r->rest) || take_folded(&r->rest, SV("T"));

    if (r->rest.n == 0)
        return !is_parted;
    if (!r->has_day || (!is_parted && !r->ends_in_character) || !take_clock(r))
        return false;
    skip_blanks(&r->rest);
    if (!take_half(r))
        return false;
    if (r->rest.n == 0)
        return true;
    r->has_offset = true;
    return read_zone(&r->offset_minutes, r->rest);
}

/* The hour of a clock of 24 hours, or -1. */
static int
full_hour(const struct reader *r)
{
    if (r->half == HALF_NONE)
        return r->hour;
    if (r->hour < 1 || r->hour > 12)
        return -1;
    return r->hour % 12 + (r->half == HALF_PM ? 12 : 0);
}

/* Milliseconds of what was read, in its own zone. False where calendar or clock lack it. */
static bool
make_time(const struct reader *r, int64_t *out)
{
    struct date d = r->date;
    int hour = full_hour(r);
    bool is_end_of_day = hour == 24 && r->minute == 0 && r->second == 0 && r->thousandth == 0;

    if (!r->has_day)
        d.day = 1;
    if (d.year < YEAR_MIN || d.year > YEAR_MAX || !calendar_has(d))
        return false;
    if (hour < 0 || (hour > 23 && !is_end_of_day) || r->minute > 59 || r->second > 59)
        return false;
    *out = calendar_day(d) * TIME_DAY + hour * TIME_HOUR + r->minute * TIME_MINUTE
        + r->second * TIME_SECOND + r->thousandth;
    return true;
}

/* Digits alone: 14, 8 and 6 are a calendar's. */
static bool
take_compact(struct reader *r, size_t run)
{
    const char *p = r->rest.p;

    r->date.year = number_of(p, 4);
    r->date.month = (int)number_of(p + 4, 2);
    r->has_day = run > 6;
    if (run > 6)
        r->date.day = (int)number_of(p + 6, 2);
    if (run > 8) {
        r->has_clock = true;
        r->hour = (int)number_of(p + 8, 2);
        r->minute = (int)number_of(p + 10, 2);
        r->second = (int)number_of(p + 12, 2);
    }
    return true;
}

/* "1772323200", "1772323200.5", "1772323200123". Fills ${out} where it is one. */
static bool
read_unix(struct time_text *out, struct sv s, int zone_minutes)
{
    size_t run = digit_run(s);
    int thousandth = 0;
    int64_t n;

    if (run != 10 && run != 13)
        return false;
    n = number_of(s.p, run);
    drop(&s, run);
    if (run == 10) {
        if (!take_fraction(&s, &thousandth))
            return false;
        n = n * TIME_SECOND + thousandth;
    }
    if (s.n > 0)
        return false;
    *out = (struct time_text){ .at = n, .offset_minutes = zone_minutes };
    return true;
}

/* "46082", "46082.5": days of a spreadsheet, in the zone's own time. */
static bool
read_excel(struct time_text *out, struct sv s, int zone_minutes)
{
    int64_t day, in_day;
    wide_uint parts = 0, whole = 1;
    size_t decimals;

    if (digit_run(s) != EXCEL_DIGITS)
        return false;
    day = number_of(s.p, EXCEL_DIGITS) - EXCEL_EPOCH;
    drop(&s, EXCEL_DIGITS);
    out->is_date = s.n == 0;
    if (s.n > 0 && (!take(&s, SV(".")) || s.n == 0))
        return false;
    decimals = digit_run(s);
    if (decimals != s.n || day < 0)
        return false;
    for (size_t i = 0; i < decimals && i < EXCEL_DECIMALS_MAX; i++) {
        parts = parts * 10 + (unsigned)(s.p[i] - '0');
        whole *= 10;
    }
    in_day = decimals >= EXCEL_DECIMALS_FINE
        ? (int64_t)((parts * (unsigned)TIME_DAY * 2 + whole) / (whole * 2))
        : (int64_t)((parts * (unsigned)(TIME_DAY / TIME_SECOND) * 2 + whole) / (whole * 2))
            * TIME_SECOND;
    out->at = day * TIME_DAY + in_day - zone_minutes * TIME_MINUTE;
    out->offset_minutes = zone_minutes;
    return true;
}

/* Read a text of the calendar into ${r}. */
static bool
read_calendar(struct reader *r, enum date_order order)
{
    size_t run = digit_run(r->rest);

    if (run == r->rest.n && (run == 14 || run == 8 || run == 6))
        return take_compact(r, run);
    if (run == 4 || run == 8)
        return take_year_first(r, run) && take_rest(r);
    return take_year_last(r, order) && take_rest(r);
}

int
time_parse(struct time_text *out, struct sv s, enum date_order order, int zone_minutes,
    bool is_excel, struct err *e)
{
    struct reader r = { .rest = sv_trim(s), .offset_minutes = zone_minutes };
    struct time_text t = { .at = 0 };
    int64_t wall;

    if (timestamp_read_usual(out, r.rest, zone_minutes))
        return 0;
    if (!read_unix(&t, r.rest, zone_minutes)
        && !(is_excel && read_excel(&t, r.rest, zone_minutes))) {
        if (!read_calendar(&r, order))
            goto unreadable;
        if (!make_time(&r, &wall))
            goto missing;
        t = (struct time_text){
            .at = wall - r.offset_minutes * TIME_MINUTE,
            .offset_minutes = r.offset_minutes,
            .has_offset = r.has_offset,
            .is_date = !r.has_clock,
            .is_month = !r.has_day,
            .is_year_first = r.is_year_first && order != DATE_YEAR_FIRST,
        };
    }
    if (t.at < 0 || t.at > TIME_MAX)
        goto missing;
    *out = t;
    return 0;

unreadable:
    if (r.has_doubtful_order)
        return err_set(e, ERR_SYNTAX,
            "date '%.*s' does not begin with its year; expected one such as 2026-03-01",
            SV_ARG(s));
    return err_set(e, ERR_SYNTAX,
        "time '%.*s' is in no known form; expected one such as 2026-03-01 12:00:00", SV_ARG(s));
missing:
    return err_set(e, ERR_SYNTAX,
        "time '%.*s' does not exist or lies outside the years 1970 to 9999", SV_ARG(s));
}

int
time_parse_zone(int *minutes, struct sv s, struct err *e)
{
    int found;

    if (!read_zone(&found, sv_trim(s)))
        return err_set(e, ERR_SYNTAX, "time zone '%.*s' is not one; expected one such as +08:00",
            SV_ARG(s));
    *minutes = found;
    return 0;
}
