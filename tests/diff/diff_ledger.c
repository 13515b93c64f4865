/*
 * Computes with the ledger's amounts and times what a script asks for, one question a line, parts
 * parted by TABs; one answer a line. The script knows the answers from elsewhere.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/money.h"
#include "ledger/timestamp.h"

#define PARTS_MAX 8
#define LINE_MAX_BYTES 4096

struct question {
    struct sv part[PARTS_MAX];
    size_t n;
};

static void
say_failure(const struct err *e)
{
    puts(e->code == ERR_RANGE ? "range" : e->code == ERR_SYNTAX ? "syntax" : "other");
}

static void
say_money(struct money m)
{
    char buf[MONEY_TEXT_MAX];

    puts(money_format(buf, m));
}

/* Part ${i} as an amount that cannot be wrong. */
static struct money
amount(const struct question *q, size_t i)
{
    struct err e = ERR_INIT;
    struct money m;

    if (money_parse(&m, q->part[i], &e)) {
        fprintf(stderr, "cannot read %.*s\n", SV_ARG(q->part[i]));
        exit(1);
    }
    return m;
}

static long long
number(const struct question *q, size_t i)
{
    return strtoll(q->part[i].p, NULL, 10);
}

/* parse TEXT: the value and the decimals that are printed in it */
static void
answer_parse(const struct question *q)
{
    struct err e = ERR_INIT;
    struct money_text t;
    char buf[MONEY_TEXT_MAX];

    if (money_parse_text(&t, q->part[1], '.', &e))
        say_failure(&e);
    else
        printf("%s %u %d\n", money_format(buf, t.value), t.decimals,
            (t.notes & MONEY_ROUNDED_18) != 0);
}

/* multiply A B */
static void
answer_multiply(const struct question *q)
{
    struct err e = ERR_INIT;
    struct money m;
    bool is_exact;
    char buf[MONEY_TEXT_MAX];

    if (money_multiply(&m, amount(q, 1), amount(q, 2), &is_exact, &e))
        say_failure(&e);
    else
        printf("%s %s\n", money_format(buf, m), is_exact ? "exact" : "rounded");
}

/* share M PART WHOLE DECIMALS; PART and WHOLE as amounts whose units are meant */
static void
answer_share(const struct question *q)
{
    struct err e = ERR_INIT;
    struct money m;

    if (money_share(&m, amount(q, 1), amount(q, 2).units, amount(q, 3).units,
            (unsigned)number(q, 4), &e))
        say_failure(&e);
    else
        say_money(m);
}

/* add A B */
static void
answer_add(const struct question *q)
{
    struct err e = ERR_INIT;
    struct money m = amount(q, 1);

    if (money_add(&m, amount(q, 2), &e))
        say_failure(&e);
    else
        say_money(m);
}

/* round M DECIMALS: rounded, and written for reading */
static void
answer_round(const struct question *q)
{
    char buf[MONEY_TEXT_MAX], display[MONEY_DISPLAY_MAX];
    unsigned decimals = (unsigned)number(q, 2);

    printf("%s %s\n", money_format(buf, money_round(amount(q, 1), decimals)),
        money_format_display(display, amount(q, 1), decimals));
}

/* time ORDER ZONE TEXT: milliseconds */
static void
answer_time(const struct question *q)
{
    struct err e = ERR_INIT;
    struct time_text t;

    if (time_parse(&t, q->part[3], (enum date_order)number(q, 1), (int)number(q, 2), false, &e))
        say_failure(&e);
    else
        printf("%" PRId64 "\n", t.at);
}

/* calendar MILLISECONDS ZONE: written, and the days and months around */
static void
answer_calendar(const struct question *q)
{
    int64_t at = number(q, 1);
    int zone = (int)number(q, 2);
    char utc[TIME_TEXT_MAX], local[TIME_TEXT_MAX], day[TIME_TEXT_MAX], month[TIME_TEXT_MAX];

    printf("%s %s %s %s %" PRId64 " %" PRId64 " %" PRId64 " %d %d\n", time_format(utc, at),
        time_format_zone(local, at, zone), time_format_day(day, at, zone),
        time_format_month(month, at, zone), time_day_start(at, zone), time_month_start(at, zone),
        time_next_month(at, zone), time_weekday(at, zone), time_hour(at, zone));
}

static const struct {
    const char *name;
    size_t parts;
    void (*answer)(const struct question *q);
} answers[] = {
    { "parse", 2, answer_parse },
    { "multiply", 3, answer_multiply },
    { "share", 5, answer_share },
    { "add", 3, answer_add },
    { "round", 3, answer_round },
    { "time", 4, answer_time },
    { "calendar", 3, answer_calendar },
};

static int
answer(char *line)
{
    struct question q = { .n = 0 };

    line[strcspn(line, "\n")] = '\0';
    for (char *p = line; p && q.n < PARTS_MAX;) {
        char *tab = strchr(p, '\t');

        if (tab)
            *tab++ = '\0';
        q.part[q.n++] = sv_of(p);
        p = tab;
    }
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (sv_is(q.part[0], sv_of(answers[i].name)) && q.n == answers[i].parts) {
            answers[i].answer(&q);
            return 0;
        }
    fprintf(stderr, "no such question: %s\n", line);
    return -1;
}

int
main(void)
{
    char line[LINE_MAX_BYTES];

    while (fgets(line, sizeof(line), stdin))
        if (answer(line))
            return 1;
    return fflush(stdout) != 0;
}
