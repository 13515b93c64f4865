/*
 * gpu_time.c - how long the cards of a charge were at work, as far as the bill says.
 *
 * Sums are kept in card-milliseconds, which are exact, and divided into hours once.
 */
#include "audit/gpu_time.h"

/* Milliseconds of one ${unit} in FOCUS words ("Hours"), 0 where it is no unit of a fixed time. */
static int64_t
unit_length(const char *unit)
{
    static const struct {
        const char *one, *many;
        int64_t length;
    } units[] = {
        { "Second", "Seconds", TIME_SECOND },
        { "Minute", "Minutes", TIME_MINUTE },
        { "Hour", "Hours", TIME_HOUR },
        { "Day", "Days", TIME_DAY },
        { "Week", "Weeks", 7 * TIME_DAY },
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (sv_is_folded(sv_of(unit), sv_of(units[i].one)) ||
            sv_is_folded(sv_of(unit), sv_of(units[i].many)))
            return units[i].length;
    return 0;
}

/* The milliseconds that a quantity of ${line} is; false where it has none, or no time. */
static bool
find_length(const struct ledger_line *line, enum money_column quantity, enum text_column unit,
    struct money *out)
{
    int64_t length = unit_length(ledger_text(line, unit));
    struct err ignored;

    return length > 0 && ledger_money(line, quantity, out) && !money_is_negative(*out) &&
        money_multiply(out, *out, money_of(length), NULL, &ignored) == 0;
}

bool
gpu_time(const struct ledger_line *line, struct money *out)
{
    struct money length, used, cards;
    struct err ignored;

    if (ledger_word(line, WORD_CATEGORY) != CATEGORY_GPU ||
        ledger_word(line, WORD_ENTRY) != ENTRY_CHARGE || line->start == TIME_NONE ||
        line->end == TIME_NONE || line->end <= line->start)
        return false;
    length = money_of(line->end - line->start);
    /* A row of a whole day may be one of a few hours: it says so in what was used, or billed. */
    if ((find_length(line, MONEY_CONSUMED_QUANTITY, TEXT_CONSUMED_UNIT, &used) ||
            find_length(line, MONEY_PRICING_QUANTITY, TEXT_PRICING_UNIT, &used)) &&
        money_compare(used, length) < 0)
        length = used;
    if (!ledger_money(line, MONEY_GPU_COUNT, &cards) || money_is_negative(cards))
        cards = money_of(1);
    return money_multiply(out, length, cards, NULL, &ignored) == 0;
}

struct money
gpu_time_hours(struct money time)
{
    struct money hours = MONEY_ZERO;
    struct err ignored;

    /* A quotient is never out of range. */
    (void)money_share(&hours, time, 1, TIME_HOUR, 9, &ignored);
    return hours;
}
