/*
 * gpu_time.c - how long the cards of a charge were at work, as far as the bill says.
 *
 * Sums are kept in card-milliseconds, which are exact, and divided into hours once.
 */
#include "audit/gpu_time.h"
#include "ledger/line_fact.h"

bool
gpu_time(const struct ledger_line *line, uint32_t cards, struct money *out)
{
    struct money length, used, count;
    struct span period;
    struct err ignored = ERR_INIT;

    if (ledger_word(line, WORD_CATEGORY) != CATEGORY_GPU ||
        ledger_word(line, WORD_ENTRY) != ENTRY_CHARGE || !line_period(line, &period))
        return false;
    length = money_of(period.to - period.from);
    /* A row of a whole day may be one of a few hours: it says so in what was used, or billed. */
    if ((line_time(line, MONEY_CONSUMED_QUANTITY, &used) ||
            line_time(line, MONEY_PRICING_QUANTITY, &used)) &&
        money_compare(used, length) < 0)
        length = used;
    if (!ledger_money(line, MONEY_GPU_COUNT, &count) || money_is_negative(count))
        count = money_of(cards);
    return money_multiply(out, length, count, NULL, &ignored) == 0;
}

struct money
gpu_time_hours(struct money time)
{
    struct money hours = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    /* A quotient is never out of range. */
    (void)money_share(&hours, time, 1, TIME_HOUR, 9, &ignored);
    return hours;
}
