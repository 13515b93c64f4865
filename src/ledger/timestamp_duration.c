/*
 * timestamp_duration.c - lengths of time: reading what bills write.
 *
 * Amounts are read as exact decimals and rounded once, to the millisecond.
 */
#include "ledger/money.h"
#include "ledger/timestamp.h"

#define UNITS_PER_ONE INT64_C(1000000000000000000)
#define SECONDS_PER_MINUTE 60

struct unit {
    const char *name;
    int64_t length; /* milliseconds */
};

static const struct unit units[] = {
    { "w", 7 * TIME_DAY }, { "week", 7 * TIME_DAY }, { "weeks", 7 * TIME_DAY },
    { "周", 7 * TIME_DAY }, { "星期", 7 * TIME_DAY },
    { "d", TIME_DAY }, { "day", TIME_DAY }, { "days", TIME_DAY }, { "天", TIME_DAY },
    { "日", TIME_DAY },
    { "h", TIME_HOUR }, { "hr", TIME_HOUR }, { "hrs", TIME_HOUR }, { "hour", TIME_HOUR },
    { "hours", TIME_HOUR }, { "小时", TIME_HOUR }, { "时", TIME_HOUR }, { "个小时", TIME_HOUR },
    { "m", TIME_MINUTE }, { "min", TIME_MINUTE }, { "mins", TIME_MINUTE },
    { "minute", TIME_MINUTE }, { "minutes", TIME_MINUTE }, { "分", TIME_MINUTE },
    { "分钟", TIME_MINUTE },
    { "s", TIME_SECOND }, { "sec", TIME_SECOND }, { "secs", TIME_SECOND },
    { "second", TIME_SECOND }, { "seconds", TIME_SECOND }, { "秒", TIME_SECOND },
    { "秒钟", TIME_SECOND },
    { "ms", 1 }, { "毫秒", 1 },
};

enum outcome {
    READ,
    UNREADABLE,
    TOO_LONG,
};

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of the number that ${s} begins with; an E belongs to it where an exponent follows. */
static size_t
number_length(struct sv s)
{
    size_t n = 0, exponent;

    while (n < s.n && (is_digit(s.p[n]) || s.p[n] == '.' || s.p[n] == ','))
        n++;
    exponent = n + 1;
    if (n == 0 || n == s.n || (s.p[n] != 'e' && s.p[n] != 'E'))
        return n;
    if (exponent < s.n && (s.p[exponent] == '+' || s.p[exponent] == '-'))
        exponent++;
    if (exponent == s.n || !is_digit(s.p[exponent]))
        return n;
    while (exponent < s.n && is_digit(s.p[exponent]))
        exponent++;
    return exponent;
}

/* Bytes of the word that ${s} begins with. */
static size_t
word_length(struct sv s)
{
    size_t n = 0;

    while (n < s.n && !is_digit(s.p[n]) && s.p[n] != ' ')
        n++;
    return n;
}

static int64_t
unit_length(struct sv name)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (sv_is_folded(name, sv_of(units[i].name)))
            return units[i].length;
    return 0;
}

/* Add ${number} times ${unit} milliseconds to ${total}. */
static enum outcome
add(int64_t *total, struct sv number, int64_t unit)
{
    struct err ignored = ERR_INIT;
    struct money m;
    money_int milliseconds;

    if (money_parse(&m, number, &ignored))
        return ignored.code == ERR_RANGE ? TOO_LONG : UNREADABLE;
    if (money_multiply(&m, m, money_of(unit), NULL, &ignored))
        return TOO_LONG;
    milliseconds = money_round(m, 0).units / UNITS_PER_ONE;
    if (milliseconds > INT64_MAX
        || __builtin_add_overflow(*total, (int64_t)milliseconds, total))
        return TOO_LONG;
    return READ;
}

/* Take ":59" and add it. */
static enum outcome
add_clock_part(int64_t *total, struct sv *s, int64_t unit)
{
    int64_t n;

    if (s->n < 3 || s->p[0] != ':' || !is_digit(s->p[1]) || !is_digit(s->p[2]))
        return UNREADABLE;
    n = (s->p[1] - '0') * 10 + s->p[2] - '0';
    if (n >= SECONDS_PER_MINUTE)
        return UNREADABLE;
    *s = sv_part(*s, 3, s->n);
    return __builtin_add_overflow(*total, n * unit, total) ? TOO_LONG : READ;
}

/* "1:02:03", "100:00:00.5": hours, minutes and seconds. */
static enum outcome
read_clock(int64_t *total, struct sv s, size_t hours)
{
    enum outcome outcome;

    for (size_t i = 0; i < hours; i++)
        if (!is_digit(s.p[i]))
            return UNREADABLE;
    outcome = add(total, sv_part(s, 0, hours), TIME_HOUR);
    s = sv_part(s, hours, s.n);
    if (outcome == READ)
        outcome = add_clock_part(total, &s, TIME_MINUTE);
    if (outcome == READ)
        outcome = add_clock_part(total, &s, TIME_SECOND);
    if (outcome != READ || s.n == 0)
        return outcome;
    if (s.p[0] != '.' || number_length(s) != s.n)
        return UNREADABLE;
    return add(total, s, TIME_SECOND);
}

/* "2天3小时4分5秒", "90 min": each unit at most once, from the longest to the shortest. */
static enum outcome
read_parts(int64_t *total, struct sv s)
{
    int64_t last = INT64_MAX;

    while (s.n > 0) {
        size_t length = number_length(s);
        struct sv number = sv_part(s, 0, length), name;
        enum outcome outcome;
        int64_t unit;

        s = sv_trim(sv_part(s, length, s.n));
        name = sv_part(s, 0, word_length(s));
        unit = unit_length(name);
        if (length == 0 || unit == 0 || unit >= last)
            return UNREADABLE;
        outcome = add(total, number, unit);
        if (outcome != READ)
            return outcome;
        last = unit;
        s = sv_trim(sv_part(s, name.n, s.n));
    }
    return READ;
}

int
time_parse_duration(int64_t *out, struct sv s, int64_t unit, struct err *e)
{
    struct sv text = sv_trim(s);
    size_t length = number_length(text);
    int64_t total = 0;
    enum outcome outcome = UNREADABLE;

    if (length > 0 && length == text.n)
        outcome = add(&total, text, unit);
    else if (length > 0 && text.p[length] == ':')
        outcome = read_clock(&total, text, length);
    else if (length > 0)
        outcome = read_parts(&total, text);

    switch (outcome) {
    case READ:
        *out = total;
        return 0;
    case TOO_LONG:
        return err_set(e, ERR_RANGE, "duration '%.*s' is too long", SV_ARG(s));
    case UNREADABLE:
        break;
    }
    return err_set(e, ERR_SYNTAX,
        "duration '%.*s' is in no known form; expected one such as 90m or 1:30:00", SV_ARG(s));
}
