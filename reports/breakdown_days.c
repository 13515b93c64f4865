/*
 * breakdown_days.c - bars in time: spend by day and by month, with what leaked of it.
 */
#include <stdio.h>
#include <string.h>

#include "reports/breakdown_inside.h"

#define MONTH_LENGTH (sizeof("YYYY-MM") - 1)

/* The start of ${day}, "YYYY-MM-DD"; TIME_NONE for "". */
static int64_t
day_start(const char *day, int zone_minutes)
{
    struct time_text t = { .at = TIME_NONE };
    struct err ignored = ERR_INIT;

    (void)time_parse(&t, sv_of(day), DATE_YEAR_FIRST, zone_minutes, false, &ignored);
    return t.at;
}

/* The first and the last day to show: the period, and any day with spend outside it. */
static bool
day_range(const struct filling *f, int64_t *first, int64_t *last)
{
    const struct review *v = f->r->review;
    const struct period *p = &v->period;
    bool is_any = false;

    *first = *last = TIME_NONE;
    if (p->from < p->to) {
        *first = time_day_start(p->from, p->zone_minutes);
        *last = time_day_start(p->to - 1, p->zone_minutes);
    }
    for (size_t i = 0; i < v->days.n; i++) {
        int64_t at = day_start(v->days.at[i].day, p->zone_minutes);

        if (strcmp(v->days.at[i].currency, f->b->currency) != 0)
            continue;
        is_any = true;
        if (at == TIME_NONE)
            continue;
        if (*first == TIME_NONE || at < *first)
            *first = at;
        if (*last == TIME_NONE || at > *last)
            *last = at;
    }
    return is_any;
}

/* The key of ${day} in the breakdown's arena; NULL when memory is out. */
static const char *
key_of_day(struct filling *f, const char *day, bool is_monthly)
{
    return arena_text(&f->b->arena,
        is_monthly ? sv_head(sv_of(day), MONTH_LENGTH) : sv_of(day));
}

/* A bar for each day or month from ${first} to ${last}, in order, so that gaps are seen. */
static int
add_empty_bars(struct filling *f, int64_t first, int64_t last, bool is_monthly, struct err *e)
{
    int zone = f->r->review->period.zone_minutes;
    int64_t at = first;

    while (first != TIME_NONE && at <= last) {
        char day[TIME_TEXT_MAX];
        const char *key = key_of_day(f, time_format_day(day, at, zone), is_monthly);

        if (!key)
            return err_nomem(e);
        if (!filling_bar(f, key, e))
            return -1;
        at = is_monthly ? time_next_month(at, zone) : at + TIME_DAY;
    }
    return 0;
}

static int
add_all_days(struct filling *f, bool is_monthly, struct err *e)
{
    const struct review *v = f->r->review;

    for (size_t i = 0; i < v->days.n; i++) {
        const struct review_day *d = &v->days.at[i];
        const char *key;

        if (strcmp(d->currency, f->b->currency) != 0)
            continue;
        key = key_of_day(f, d->day, is_monthly);
        if (!key)
            return err_nomem(e);
        if (filling_add(f, key, d->category, d->billed, e))
            return -1;
    }
    return 0;
}

/* Add what leaked of ${at} to the bar of its line. */
static int
add_leaked_line(struct filling *f, const struct finding_line *at, struct err *e)
{
    const struct ledger_line *line = audit_line(f->r->audit, at->line);
    unsigned category = ledger_word(line, WORD_CATEGORY);
    struct breakdown_bar *bar;
    char day[TIME_TEXT_MAX] = "";
    const char *key;

    if (money_is_zero(at->net))
        return 0;
    if (line->start != TIME_NONE)
        (void)time_format_day(day, line->start, f->r->review->period.zone_minutes);
    if (f->b->is_monthly && day[0] != '\0')
        day[MONTH_LENGTH] = '\0';
    if (!map_get(&f->map, sv_of(day)))
        key = arena_text(&f->b->arena, sv_of(day));
    else
        key = day;
    bar = key ? filling_bar(f, key, e) : NULL;
    if (!bar)
        return key ? -1 : err_nomem(e);
    return money_add(&bar->leaked[category], at->net, e) ||
        money_add(&f->b->leaked, at->net, e) ? -1 : 0;
}

static int
add_leaked(struct filling *f, struct err *e)
{
    const struct audit *a = f->r->audit;

    for (size_t i = 0; a && i < a->findings.n; i++) {
        const struct finding *found = a->findings.at[i];

        if (found->is_waived || strcmp(found->currency, f->b->currency) != 0)
            continue;
        for (size_t k = 0; k < found->lines.n; k++)
            if (add_leaked_line(f, &found->lines.at[k], e))
                return -1;
    }
    return 0;
}

int
filling_add_days(struct filling *f, struct err *e)
{
    int64_t first, last;

    if (!day_range(f, &first, &last))
        return 0;
    f->b->is_monthly = first != TIME_NONE && (last - first) / TIME_DAY >= BREAKDOWN_DAYS_MAX;
    return add_empty_bars(f, first, last, f->b->is_monthly, e) ||
        add_all_days(f, f->b->is_monthly, e) || add_leaked(f, e) ? -1 : 0;
}

/* "2026-03" for a whole month, "2026-03-01 to 2026-03-15" for what is less or more. */
static const char *
name_period(struct filling *f, const struct period *p)
{
    char first[TIME_TEXT_MAX], last[TIME_TEXT_MAX], text[3 * TIME_TEXT_MAX];
    int zone = p->zone_minutes;
    int64_t month = time_month_start(p->from, zone);

    if (p->from == month && p->to == time_next_month(month, zone))
        (void)time_format_month(text, month, zone);
    else
        (void)snprintf(text, sizeof(text), "%s%s%s", time_format_day(first, p->from, zone),
            lang_text(f->r->lang, N_(" to ")), time_format_day(last, p->to - 1, zone));
    return arena_text(&f->b->arena, sv_of(text));
}

/* The review before, where it ends before this one begins: one bar, whatever its period is. */
static int
add_previous(struct filling *f, struct err *e)
{
    const struct previous *then = f->r->audit ? f->r->audit->in.previous : NULL;
    struct breakdown_bar *bar;
    const char *key;

    if (!then || then->period.to > f->r->review->period.from)
        return 0;
    key = name_period(f, &then->period);
    if (!key)
        return err_nomem(e);
    for (size_t i = 0; i < then->n; i++)
        if (strcmp(then->spend[i].currency, f->b->currency) == 0 &&
            filling_add(f, key, then->spend[i].category, then->spend[i].billed, e))
            return -1;
    bar = filling_bar(f, key, e);
    return bar ? 0 : -1;
}

/* Name the months that the period holds in part. */
static int
name_parts(struct filling *f, struct err *e)
{
    const struct period *p = &f->r->review->period;

    for (size_t i = 0; i < f->b->bars.n; i++) {
        struct breakdown_bar *bar = &f->b->bars.at[i];
        struct period month = { .zone_minutes = p->zone_minutes };

        if (strlen(bar->key) != MONTH_LENGTH || p->from >= p->to)
            continue;
        month.from = day_start(bar->key, p->zone_minutes);
        month.to = time_next_month(month.from, p->zone_minutes);
        if (month.to <= p->from || month.from >= p->to)
            continue;
        month.from = p->from > month.from ? p->from : month.from;
        month.to = p->to < month.to ? p->to : month.to;
        bar->label = name_period(f, &month);
        if (!bar->label)
            return err_nomem(e);
    }
    return 0;
}

int
filling_add_months(struct filling *f, struct err *e)
{
    int64_t first, last;
    size_t months = 0;

    if (!day_range(f, &first, &last))
        return 0;
    if (add_previous(f, e) || add_empty_bars(f, first, last, true, e) ||
        add_all_days(f, true, e) || name_parts(f, e))
        return -1;
    for (size_t i = 0; i < f->b->bars.n; i++)
        months += f->b->bars.at[i].key[0] != '\0';
    if (months < 2)
        f->b->bars.n = 0;
    return 0;
}

/* True where ${bar} is a whole month; its start is then in ${from}. */
static bool
is_whole_month(const struct breakdown_bar *bar, int zone_minutes, int64_t *from)
{
    if (strlen(bar->key) != MONTH_LENGTH || (bar->label && strcmp(bar->label, bar->key) != 0))
        return false;
    *from = day_start(bar->key, zone_minutes);
    return *from != TIME_NONE;
}

void
filling_compare_months(struct breakdown *b, const struct results *r)
{
    int zone = r->review->period.zone_minutes;

    for (size_t i = 1; i < b->bars.n; i++) {
        struct breakdown_bar *bar = &b->bars.at[i], *before = &b->bars.at[i - 1];
        struct money more = bar->total;
        struct err ignored = ERR_INIT;
        int64_t then, now;

        if (!is_whole_month(before, zone, &then) || !is_whole_month(bar, zone, &now) ||
            time_next_month(then, zone) != now || money_compare(before->total, MONEY_ZERO) <= 0 ||
            money_sub(&more, before->total, &ignored))
            continue;
        bar->has_change = money_share(&bar->change, money_of(1), more.units,
            before->total.units, 4, &ignored) == 0;
    }
}
