/*
 * breakdown_weeks.c - the bars of days added up to weeks, for tables that would be too long.
 */
#include "reports/breakdown.h"

/* Add what ${bar} holds to ${to}. */
static int
add_bar(struct breakdown_bar *to, const struct breakdown_bar *bar, struct err *e)
{
    for (size_t i = 0; i < BREAKDOWN_PARTS; i++)
        if (money_add(&to->part[i], bar->part[i], e) ||
            money_add(&to->leaked[i], bar->leaked[i], e))
            return -1;
    return money_add(&to->total, bar->total, e);
}

/* The day of ${bar} as days from a Monday on; false for a bar that is no day. */
static bool
weekday_of(const struct breakdown_bar *bar, int *out)
{
    struct err ignored = ERR_INIT;
    struct time_text t;

    if (!bar->key[0] || time_parse(&t, sv_of(bar->key), DATE_YEAR_FIRST, 0, false, &ignored))
        return false;
    *out = time_weekday(t.at, 0);
    return true;
}

/* "2026-03-02 - 2026-03-08" */
static int
label(struct breakdown *b, struct breakdown_bar *bar, const char *last, struct err *e)
{
    struct buf text;
    int result;

    buf_init(&text, MESSAGE_TEXT_MAX);
    buf_addf(&text, "%s – %s", bar->key, last);
    result = buf_ok(&text, e);
    if (result == 0) {
        bar->label = arena_text(&b->arena, buf_sv(&text));
        result = bar->label ? 0 : err_nomem(e);
    }
    buf_release(&text);
    return result;
}

int
breakdown_by_week(struct breakdown *b, struct err *e)
{
    struct breakdown_bar *week = NULL;
    size_t n = 0;

    b->is_weekly = true;
    for (size_t i = 0; i < b->bars.n; i++) {
        struct breakdown_bar bar = b->bars.at[i];
        int weekday = 0;
        bool is_day = weekday_of(&bar, &weekday);

        if (!week || !is_day || weekday == 0) {
            b->bars.at[n] = bar;
            week = is_day ? &b->bars.at[n] : NULL;
            n++;
        } else if (add_bar(week, &bar, e) || label(b, week, bar.key, e)) {
            return -1;
        }
    }
    b->bars.n = n;
    return 0;
}
