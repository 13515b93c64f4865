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

bool
gpu_time(const struct ledger_line *line, struct money *out)
{
    int64_t unit = unit_length(ledger_text(line, TEXT_CONSUMED_UNIT));
    struct money length, used, cards;
    struct err ignored;

    if (ledger_word(line, WORD_CATEGORY) != CATEGORY_GPU ||
        ledger_word(line, WORD_ENTRY) != ENTRY_CHARGE || line->start == TIME_NONE ||
        line->end == TIME_NONE || line->end <= line->start)
        return false;
    length = money_of(line->end - line->start);
    if (unit > 0 && ledger_money(line, MONEY_CONSUMED_QUANTITY, &used) &&
        !money_is_negative(used) &&
        money_multiply(&used, used, money_of(unit), NULL, &ignored) == 0 &&
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
