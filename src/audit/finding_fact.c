/*
 * finding_fact.c - facts of findings, and the texts that messages are made of.
 */
#include <stdio.h>

#include "audit/findings.h"
#include "audit/gpu_time.h"
#include "base/vec.h"

#define FACTS_MAX 64

const char *
certainty_word(enum certainty c)
{
    static const char *const words[] = { N_("certain"), N_("likely"), N_("possible") };

    return words[c];
}

const char *
unknown_word(enum unknown_what w)
{
    static const char *const words[] = { N_("utilisation"), N_("period"), N_("state"),
        N_("compute"), N_("price"), N_("id"), N_("balance") };

    return words[w];
}

/* The fact called ${name}, made where there is none. */
static struct fact *
fact_of(struct finding *to, const char *name, enum fact_kind kind, struct err *e)
{
    for (size_t i = 0; i < to->facts.n; i++)
        if (strcmp(to->facts.at[i].name, name) == 0)
            return &to->facts.at[i];
    if (vec_grow(&to->facts, 1, FACTS_MAX, e))
        return NULL;
    to->facts.at[to->facts.n] =
        (struct fact){ .name = name, .kind = kind, .text = "", .number = 0 };
    return &to->facts.at[to->facts.n++];
}

int
finding_set_text(struct findings *f, struct finding *to, const char *name, const char *text,
    struct err *e)
{
    struct fact *fact = fact_of(to, name, FACT_TEXT, e);

    if (!fact)
        return -1;
    fact->text = arena_text(&f->arena, sv_of(text));
    if (fact->text)
        return 0;
    fact->text = "";
    return err_nomem(e);
}

int
finding_set_time(struct findings *f, struct finding *to, const char *name, int64_t at,
    struct err *e)
{
    struct fact *fact = fact_of(to, name, FACT_TIME, e);

    (void)f;
    if (!fact)
        return -1;
    fact->number = at;
    return 0;
}

int
finding_set_amount(struct findings *f, struct finding *to, const char *name, struct money amount,
    struct err *e)
{
    struct fact *fact = fact_of(to, name, FACT_AMOUNT, e);

    (void)f;
    if (!fact)
        return -1;
    fact->amount = amount;
    return 0;
}

int
finding_add_amount(struct findings *f, struct finding *to, const char *name, struct money amount,
    struct err *e)
{
    struct fact *fact = fact_of(to, name, FACT_AMOUNT, e);

    (void)f;
    return fact ? money_add(&fact->amount, amount, e) : -1;
}

static int
add_number(struct finding *to, const char *name, enum fact_kind kind, int64_t n, struct err *e)
{
    struct fact *fact = fact_of(to, name, kind, e);

    if (!fact)
        return -1;
    if (__builtin_add_overflow(fact->number, n, &fact->number))
        return err_set(e, ERR_RANGE, "the sum of '%s' is too large", name);
    return 0;
}

int
finding_add_count(struct findings *f, struct finding *to, const char *name, int64_t n,
    struct err *e)
{
    (void)f;
    return add_number(to, name, FACT_COUNT, n, e);
}

int
finding_add_duration(struct findings *f, struct finding *to, const char *name, int64_t n,
    struct err *e)
{
    (void)f;
    return add_number(to, name, FACT_DURATION, n, e);
}

struct fact
finding_fact(const struct finding *f, const char *name)
{
    for (size_t i = 0; i < f->facts.n; i++)
        if (strcmp(f->facts.at[i].name, name) == 0)
            return f->facts.at[i];
    return (struct fact){ .name = name, .text = "", .number = 0 };
}

const char *
finding_says(const struct finding *f, enum lang lang, char *buf, size_t size)
{
    const char *said = lang == LANG_ZH ? f->said_zh : f->said_en;

    /* Said in one language alone, it is better than nothing in the other. */
    if (!said[0])
        said = lang == LANG_ZH ? f->said_en : f->said_zh;
    if (!said[0])
        return message_text(&f->message, lang, buf, size);
    (void)sv_escape(buf, size, size - 1, sv_of(said));
    return buf;
}

const char *
finding_advises(const struct finding *f, enum lang lang, char *buf, size_t size)
{
    buf[0] = '\0';
    return f->advice.format ? message_text(&f->advice, lang, buf, size) : buf;
}

const char *
finding_money_text(char buf[FINDING_TEXT_MAX], struct money m, const char *currency)
{
    char amount[MONEY_DISPLAY_MAX];

    (void)snprintf(buf, FINDING_TEXT_MAX, "%s %s", currency, money_format_display(amount, m, 2));
    return buf;
}

const char *
finding_time_text(char buf[FINDING_TEXT_MAX], int64_t at, int zone_minutes)
{
    char text[TIME_TEXT_MAX];

    /* 2026-03-01T08:00:00+08:00 as 2026-03-01 08:00. */
    (void)time_format_zone(text, at, zone_minutes);
    (void)snprintf(buf, FINDING_TEXT_MAX, "%.10s %.5s", text,
        strlen(text) > 16 ? text + 11 : "");
    return buf;
}

/* ${milliseconds} in units of ${unit}, rounded to one decimal, which is left out where it is 0. */
static const char *
units_text(char buf[FINDING_TEXT_MAX], int64_t milliseconds, int64_t unit)
{
    struct money n = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    (void)money_share(&n, money_of(1), milliseconds, unit, 1, &ignored);
    return money_format(buf, n);
}

const char *
finding_hours_text(char buf[FINDING_TEXT_MAX], int64_t milliseconds)
{
    return units_text(buf, milliseconds, TIME_HOUR);
}

const char *
finding_days_text(char buf[FINDING_TEXT_MAX], int64_t milliseconds)
{
    return units_text(buf, milliseconds, TIME_DAY);
}

bool
finding_daily_text(char buf[FINDING_TEXT_MAX], const struct finding *f)
{
    struct money daily;
    struct err ignored = ERR_INIT;

    if (f->from == TIME_NONE || f->to == TIME_NONE || f->to - f->from < TIME_DAY ||
        money_share(&daily, f->leak, TIME_DAY, f->to - f->from, 9, &ignored))
        return false;
    (void)finding_money_text(buf, daily, f->currency);
    return true;
}
