/*
 * days.c - dates as numbers of days.
 *
 * The date of an invoice is a day of the calendar wherever it is read: it does not move when the
 * review is in another zone than the invoice.
 */
#include "recon/days.h"

int64_t
days_of(int64_t at, int zone_minutes)
{
    int64_t local;

    if (at == TIME_NONE)
        return DAY_NONE;
    local = at + zone_minutes * TIME_MINUTE;
    return local >= 0 ? local / TIME_DAY : -((-local + TIME_DAY - 1) / TIME_DAY);
}

int64_t
days_of_invoice(const struct invoice *one, int zone_minutes)
{
    struct time_text t;
    struct err ignored = ERR_INIT;

    if (one->issued_text[0] &&
        time_parse(&t, sv_part(sv_of(one->issued_text), 0, 10), DATE_YEAR_FIRST, 0, false,
            &ignored) == 0)
        return days_of(t.at, 0);
    return days_of(one->issued, zone_minutes);
}
