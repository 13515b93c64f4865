/*
 * line_fact.c - what rules ask of a line, each in one word of the rules' language.
 */
#include "ledger/line_fact.h"

bool
line_is_on_demand_gpu(const struct ledger_line *line)
{
    unsigned pricing = ledger_word(line, WORD_PRICING_CATEGORY);

    return ledger_word(line, WORD_ENTRY) == ENTRY_CHARGE &&
        ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU &&
        (pricing == PRICING_NONE || pricing == PRICING_STANDARD);
}

/* Whether ${text} is ${many}, small letters, or that without the last; case is ignored. */
static bool
is_unit(const char *text, const char *many)
{
    for (; *text && (*text | ('a' ^ 'A')) == *many; text++)
        many++;
    return !*text && (!*many || !many[1]);
}

int64_t
line_unit_length(const char *unit)
{
    static const struct {
        const char *many;
        int64_t length;
    } units[] = {
        { "hours", TIME_HOUR },
        { "seconds", TIME_SECOND },
        { "minutes", TIME_MINUTE },
        { "days", TIME_DAY },
        { "weeks", 7 * TIME_DAY },
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (is_unit(unit, units[i].many))
            return units[i].length;
    return 0;
}

bool
line_time(const struct ledger_line *line, enum money_column quantity, struct money *out)
{
    enum text_column column =
        quantity == MONEY_PRICING_QUANTITY ? TEXT_PRICING_UNIT : TEXT_CONSUMED_UNIT;
    int64_t unit = line_unit_length(ledger_text(line, column));
    struct money n;

    return unit > 0 && ledger_money(line, quantity, &n) && !money_is_negative(n) &&
        money_times(out, n, unit, NULL) == 0;
}

bool
line_share_used(const struct ledger_line *line, struct fraction *share)
{
    struct span p;
    struct money used, length;

    if (line_is_prepaid(line) || line->facets->is_actual_use || !line_period(line, &p) ||
        !line_time(line, MONEY_CONSUMED_QUANTITY, &used))
        return false;
    length = money_of(p.to - p.from);
    if (money_compare(used, length) >= 0)
        return false;
    *share = fraction_of((money_uint)used.units, (money_uint)length.units);
    return true;
}

bool
line_unlocated(const struct ledger_line *line, struct fraction *share)
{
    return line_is_compute(line) && line_share_used(line, share);
}

uint32_t
line_cards(const struct ledger_line *line, bool *is_given)
{
    struct money cards, most = money_of(UINT32_MAX - 1);
    bool has = ledger_money(line, MONEY_GPU_COUNT, &cards);

    if (is_given)
        *is_given = has;
    if (!has || money_compare(cards, money_of(1)) < 0 || money_compare(cards, most) > 0 ||
        cards.units % money_of(1).units != 0)
        return 0;
    return (uint32_t)(cards.units / money_of(1).units);
}

const char *
line_item(const struct ledger_line *line)
{
    static const enum text_column columns[] = { TEXT_SKU_METER, TEXT_SKU_ID };

    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        if (ledger_text(line, columns[i])[0])
            return ledger_text(line, columns[i]);
    return ledger_text(line, TEXT_CHARGE_DESCRIPTION);
}

const char *
line_resource(const struct ledger_line *line)
{
    static const enum text_column columns[] = { TEXT_INSTANCE_ID, TEXT_RESOURCE_ID };

    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        if (ledger_text(line, columns[i])[0])
            return ledger_text(line, columns[i]);
    return ledger_text(line, TEXT_RESOURCE_NAME);
}
