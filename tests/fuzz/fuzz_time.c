/*
 * Any text as a time, a zone or a duration: what is accepted lies within its range and comes back
 * from what is written of it; what is refused has a reason and leaves the result alone.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "ledger/timestamp.h"

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static void
check_refusal(const struct err *e)
{
    require((e->code == ERR_SYNTAX || e->code == ERR_RANGE) && e->message.format != NULL);
}

/* What is written of ${at} reads as ${at}. */
static void
check_written(int64_t at, int zone_minutes)
{
    struct err e = ERR_INIT;
    char text[TIME_TEXT_MAX];
    struct time_text back;

    time_format(text, at);
    require(time_parse(&back, sv_of(text), DATE_YEAR_FIRST, 77, false, &e) == 0);
    require(back.at == at && back.has_offset && back.offset_minutes == 0 && !back.is_date);

    /* Not in the first and last day, whose wall clock may lie in other years. */
    if (at < TIME_DAY || at > INT64_C(253402214400000))
        return;
    time_format_zone(text, at, zone_minutes);
    require(time_parse(&back, sv_of(text), DATE_YEAR_FIRST, 77, false, &e) == 0);
    require(back.at == at && back.offset_minutes == zone_minutes);
    require(time_day_start(at, zone_minutes) <= at);
    require(at - time_day_start(at, zone_minutes) < TIME_DAY);
    require(time_month_start(at, zone_minutes) <= time_day_start(at, zone_minutes));
    require(time_next_month(at, zone_minutes) > at);
}

static void
check_time(struct sv s, enum date_order order, bool is_excel)
{
    struct err e = ERR_INIT;
    struct time_text t = { .at = 77 };

    if (time_parse(&t, s, order, 480, is_excel, &e)) {
        check_refusal(&e);
        require(t.at == 77);
        return;
    }
    require(t.at >= 0 && t.at <= INT64_C(253402300799999));
    require(!t.is_month || t.is_date);
    require(t.has_offset || t.offset_minutes == 480);
    check_written(t.at, t.offset_minutes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv s = { (const char *)data, size };
    struct err e = ERR_INIT;
    int64_t duration = 77;
    int zone = 77;

    check_time(s, DATE_YEAR_FIRST, false);
    check_time(s, DATE_MONTH_FIRST, false);
    check_time(s, DATE_DAY_FIRST, true);
    if (time_parse_duration(&duration, s, TIME_SECOND, &e)) {
        check_refusal(&e);
        require(duration == 77);
    } else {
        require(duration >= 0);
    }
    e = (struct err)ERR_INIT;
    if (time_parse_zone(&zone, s, &e)) {
        check_refusal(&e);
        require(zone == 77);
    } else {
        require(zone >= -14 * 60 && zone <= 14 * 60);
    }
    return 0;
}
