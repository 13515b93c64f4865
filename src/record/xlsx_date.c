/*
 * xlsx_date.c - the dates and times that Excel keeps as numbers of days.
 *
 * A number is taken as a count of 10^-14 days, which is finer than what the double holds from which
 * Excel wrote it. In the usual system day 1 is 1900-01-01, and day 60 is 1900-02-29, a day that
 * never was; in that of old Macs day 0 is 1904-01-01.
 */
#include "record/xlsx_parts.h"

__extension__ typedef unsigned __int128 wide;

/* 10^14 and its digits. */
#define SCALE UINT64_C(100000000000000)
#define SCALE_DIGITS 14

/* Digits of a number that count; a double has 17. */
#define DIGITS_MAX 30

#define DAY_SECONDS UINT64_C(86400)

/* Days from 0000-03-01, from where on years end with their leap day, to day 0 of both systems. */
#define DAYS_TO_1900 693899
#define DAYS_TO_1904 695361

/* The first day of the year 10000, from 0000-03-01. */
#define DAYS_TO_10000 3652365

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "E+3" at the start of ${s}, all of it; 0 where it is empty. */
static bool
read_exponent(struct sv s, int *exponent)
{
    bool is_negative = false;
    size_t i = 1;

    *exponent = 0;
    if (s.n == 0)
        return true;
    if (s.p[0] != 'E' && s.p[0] != 'e')
        return false;
    if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
        is_negative = s.p[i++] == '-';
    if (i == s.n || s.n - i > 3)
        return false;
    for (; i < s.n; i++) {
        if (!is_digit(s.p[i]))
            return false;
        *exponent = *exponent * 10 + (s.p[i] - '0');
    }
    if (is_negative)
        *exponent = -*exponent;
    return true;
}

/* ${s}, a number that is not negative, as a count of 10^-14. */
static bool
read_number(struct sv s, wide *out)
{
    bool has_point = false;
    size_t i = 0, digits = 0;
    int shift = SCALE_DIGITS, exponent;
    wide value = 0;

    for (; i < s.n && (is_digit(s.p[i]) || (s.p[i] == '.' && !has_point)); i++) {
        if (s.p[i] == '.') {
            has_point = true;
            continue;
        }
        digits++;
        if (value >= (wide)SCALE * SCALE) {
            /* No further digits are wanted; those before the point still count for the size. */
            shift += !has_point;
            continue;
        }
        value = value * 10 + (unsigned)(s.p[i] - '0');
        shift -= has_point;
    }
    if (digits == 0 || !read_exponent(sv_part(s, i, s.n), &exponent))
        return false;
    for (shift += exponent; shift > 0 && value > 0; shift--) {
        if (value >= (wide)SCALE * SCALE)
            return false;
        value *= 10;
    }
    for (; shift < 0 && value > 0; shift++)
        value /= 10;
    *out = value;
    return true;
}

/* Append the date that is ${days} behind 0000-03-01. */
static void
add_date(struct buf *out, uint64_t days)
{
    uint64_t era = days / 146097, of_era = days % 146097;
    uint64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    uint64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    uint64_t month = (5 * of_year + 2) / 153; /* from March */
    uint64_t day = of_year - (153 * month + 2) / 5 + 1;

    buf_addf(out, "%04u-%02u-%02u", (unsigned)(era * 400 + year + (month >= 10)),
        (unsigned)(month < 10 ? month + 3 : month - 9), (unsigned)day);
}

/* Append day ${day} of Excel's; false where it has no date. */
static bool
add_excel_day(struct buf *out, uint64_t day, bool is_1904)
{
    if (is_1904) {
        if (day + DAYS_TO_1904 >= DAYS_TO_10000)
            return false;
        add_date(out, day + DAYS_TO_1904);
        return true;
    }
    if (day == 0 || day + DAYS_TO_1900 >= DAYS_TO_10000)
        return false;
    if (day == 60)
        buf_add_text(out, "1900-02-29");
    else
        add_date(out, day + DAYS_TO_1900 + (day < 60));
    return true;
}

static void
add_time(struct buf *out, uint64_t hours, uint64_t seconds, uint64_t parts, unsigned format)
{
    buf_addf(out, "%02ju:%02u:%02u", (uintmax_t)hours, (unsigned)(seconds / 60 % 60),
        (unsigned)(seconds % 60));
    if ((format & XLSX_FRACTION) && parts > 0)
        buf_addf(out, ".%03u", (unsigned)parts);
}

bool
xlsx_date_text(struct buf *out, struct sv number, unsigned format, bool is_1904)
{
    uint64_t unit = format & XLSX_FRACTION ? 1000 : 1, count, seconds, days;
    wide value;

    if (format == 0 || !read_number(number, &value) ||
        value / SCALE >= DAYS_TO_10000)
        return false;
    count = (uint64_t)((value * (DAY_SECONDS * unit) + SCALE / 2) / SCALE);
    seconds = count / unit;
    days = seconds / DAY_SECONDS;
    if (format & XLSX_ELAPSED) {
        add_time(out, seconds / 3600, seconds, count % unit, format);
        return true;
    }
    if (!(format & XLSX_TIME) || (format & XLSX_DATE) || days > 0) {
        if (!add_excel_day(out, days, is_1904))
            return false;
        /* A date alone, unless the number says more than its format shows. */
        if (!(format & XLSX_TIME) && count % (DAY_SECONDS * unit) == 0)
            return true;
        buf_add_char(out, ' ');
    }
    add_time(out, seconds % DAY_SECONDS / 3600, seconds, count % unit, format);
    return true;
}
