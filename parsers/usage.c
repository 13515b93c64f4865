/*
 * usage.c - readers of utilisation and state logs: finding one, and what all of them do alike.
 *
 * Values are exact decimals, scaled by the unit that the name says. "No value" is never 0.
 */
#include "parsers/usage.h"

/* Records between two reports of progress. */
#define TELL_EVERY 1024

/* Bytes of the longest number. */
#define NUMBER_MAX 64

/* 1 of the unit is part/whole of what observations count in: percent, MiB, W. */
static const struct {
    money_int part, whole;
} scales[] = {
    [USAGE_PERCENT] = { 1, 1 },
    [USAGE_RATIO] = { 100, 1 },
    [USAGE_BYTES] = { 1, 1048576 },
    [USAGE_KIB] = { 1, 1024 },
    [USAGE_MIB] = { 1, 1 },
    [USAGE_GIB] = { 1024, 1 },
    [USAGE_WATT] = { 1, 1 },
    [USAGE_MILLIWATT] = { 1, 1000 },
};

/* Units that stand behind a number. Old drivers say MB and mean MiB. */
static const struct {
    struct sv name;
    enum usage_unit unit;
} units[] = {
    { { "%", 1 }, USAGE_PERCENT }, { { "MiB", 3 }, USAGE_MIB }, { { "MB", 2 }, USAGE_MIB },
    { { "GiB", 3 }, USAGE_GIB }, { { "KiB", 3 }, USAGE_KIB }, { { "mW", 2 }, USAGE_MILLIWATT },
    { { "W", 1 }, USAGE_WATT },
};
#define UNITS (sizeof(units) / sizeof(units[0]))

const struct usage_reader *
usage_find(struct sv name)
{
    for (size_t i = 0; usage_table[i]; i++)
        if (sv_is(name, sv_of(usage_table[i]->name)))
            return usage_table[i];
    return NULL;
}

const struct usage_reader *
usage_recognise(const struct usage_head *head)
{
    const struct usage_reader *best = NULL;
    int most = USAGE_ENOUGH - 1;

    for (size_t i = 0; usage_table[i]; i++) {
        int sure = usage_table[i]->recognise(head);

        if (sure > most) {
            most = sure;
            best = usage_table[i];
        }
    }
    return best;
}

bool
usage_is_absent(struct sv text)
{
    static const char *const words[] = { "nan", "inf", "+inf", "-inf", "unknown", "not supported",
        "not available", "err!", "error", "nil", "<na>" };

    text = sv_trim(text);
    if (money_is_absent(text) || text.p[0] == '[')
        return true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (sv_is_folded(text, sv_of(words[i])))
            return true;
    return false;
}

struct observation
usage_observation(const struct record *r)
{
    return (struct observation){ .kind = INPUT_USAGE, .from = TIME_NONE, .to = TIME_NONE,
        .line = r->line };
}

/* Whether a unit of ${quantity} can be ${unit}. */
static bool
unit_fits(enum usage_quantity quantity, enum usage_unit unit)
{
    if (unit <= USAGE_RATIO)
        return quantity == USAGE_UTILISATION;
    if (unit <= USAGE_GIB)
        return quantity == USAGE_MEMORY_USED || quantity == USAGE_MEMORY_TOTAL;
    return quantity == USAGE_POWER;
}

/* Take the unit off the end of ${*text}. */
static void
cut_unit(struct sv *text, enum usage_quantity quantity, enum usage_unit *unit)
{
    for (size_t i = 0; i < UNITS; i++) {
        if (!unit_fits(quantity, units[i].unit) || !sv_ends(*text, units[i].name))
            continue;
        *unit = units[i].unit;
        *text = sv_trim(sv_part(*text, 0, text->n - units[i].name.n));
        return;
    }
}

static void
put_value(struct observation *o, enum usage_quantity quantity, struct money value)
{
    switch (quantity) {
    case USAGE_UTILISATION:
        o->utilisation = value;
        o->has_utilisation = true;
        break;
    case USAGE_MEMORY_USED:
        o->memory_used = value;
        o->has_memory_used = true;
        break;
    case USAGE_MEMORY_TOTAL:
        o->memory_total = value;
        o->has_memory_total = true;
        break;
    case USAGE_POWER:
        o->power = value;
        o->has_power = true;
        break;
    case USAGE_NOTHING:
        break;
    }
}

int
usage_set(struct observation *o, const struct usage_metric *m, struct sv text,
    struct message *why)
{
    struct sv number = sv_trim(text);
    enum usage_unit unit = m->unit;
    struct money value;
    struct err ignored;

    if (m->quantity == USAGE_NOTHING || usage_is_absent(number))
        return 0;
    cut_unit(&number, m->quantity, &unit);
    if (number.n > NUMBER_MAX || number.n == 0 || number.p[number.n - 1] == '%' ||
        money_parse(&value, number, &ignored) ||
        money_share(&value, value, scales[unit].part, scales[unit].whole, MONEY_DECIMALS,
            &ignored)) {
        message_set(why, "'%.*s' is no number", SV_ARG(text));
        return -1;
    }
    if (money_is_negative(value)) {
        message_set(why, "'%.*s' is negative", SV_ARG(text));
        return -1;
    }
    if (m->quantity == USAGE_UTILISATION && money_compare(value, money_of(100)) > 0) {
        message_set(why, "'%.*s' is more than all: the metric goes up to %u", SV_ARG(text),
            unit == USAGE_RATIO ? 1u : 100u);
        return -1;
    }
    put_value(o, m->quantity, value);
    return 0;
}

/* Seconds since 1970 (ten digits before the point) or milliseconds (thirteen), as ${m}. */
static int
time_of_number(int64_t *out, struct money m)
{
    static const int64_t least = INT64_C(100000000), most = INT64_C(253402300799);
    struct err ignored;
    struct money ms = m;

    if (money_compare(m, money_of(least)) < 0)
        return -1;
    if (money_compare(m, money_of(most)) <= 0 &&
        money_multiply(&ms, m, money_of(TIME_SECOND), NULL, &ignored))
        return -1;
    ms = money_round(ms, 0);
    if (money_compare(ms, money_of(most * TIME_SECOND)) > 0)
        return -1;
    *out = (int64_t)(ms.units / money_of(1).units);
    return 0;
}

int
usage_time(int64_t *out, struct sv text, int zone_minutes)
{
    struct time_text t;
    struct money number;
    struct err ignored;

    text = sv_trim(text);
    if (time_parse(&t, text, DATE_YEAR_FIRST, zone_minutes, false, &ignored) == 0) {
        *out = t.at;
        return t.is_date ? -1 : 0;
    }
    if (text.n == 0 || text.n > NUMBER_MAX || money_parse(&number, text, &ignored))
        return -1;
    return time_of_number(out, number);
}

int
usage_keep(struct usage_sink *sink, const struct observation *o, struct err *e)
{
    if (o->from == TIME_NONE) {
        if (!sink->has_told_of_time)
            input_warn(sink->input, "usage-without-time", o->line,
                "the log does not say when this was, so nothing is concluded from it; record it "
                "with times, or through 'ts %%FT%%T'");
        sink->has_told_of_time = true;
        return 0;
    }
    if (!sink->observations || observations_add(sink->observations, 0, o, e) == 0)
        return 0;
    sink->is_fatal = true;
    return -1;
}

void
usage_count(struct usage_sink *sink)
{
    input_skip(sink->input, SKIP_OBSERVATION);
    if (sink->tell && (sink->input->records & (TELL_EVERY - 1)) == 0)
        sink->tell(sink->tell_context);
}

int
usage_reject(struct usage_sink *sink, const struct record *r, enum reject reason,
    struct sv column, const struct message *why, struct err *e)
{
    return input_reject(sink->input, r->line, reason, column, r->raw,
        why && why->format ? why : NULL, e);
}

int
usage_reject_damaged(struct usage_sink *sink, const struct record *r, struct err *e)
{
    static const enum reject reasons[] = {
        [RECORD_FINE] = REJECT_BAD_QUOTE, /* never looked up */
        [RECORD_BAD_QUOTE] = REJECT_BAD_QUOTE,
        [RECORD_BAD_ENCODING] = REJECT_BAD_ENCODING,
        [RECORD_TOO_LONG] = REJECT_TOO_LONG,
        [RECORD_BAD_JSON] = REJECT_BAD_JSON,
    };

    if (r->trouble == RECORD_FINE)
        return 0;
    return usage_reject(sink, r, reasons[r->trouble], SV_EMPTY, &r->why, e) ? -1 : 1;
}
