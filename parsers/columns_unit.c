/*
 * columns_unit.c - what a heading says of its amounts: their currency, and how much one is.
 *
 * Amounts of "金额(分)" are hundredths of what those of "金额(元)" are, "cost_micros" millionths: read as
 * they stand, a bill would be a hundred times too high and look right.
 */
#include "ledger/currency.h"
#include "parsers/columns.h"
#include "parsers/names.h"

/* A word for a unit of money, with its size as a power of ten. */
struct unit_word {
    const char *word;
    int power;
    const char *currency; /* where the word names one */
};

static const struct unit_word units[] = {
    { "分", -2, NULL }, { "角", -1, NULL }, { "厘", -3, NULL }, { "毫", -4, NULL },
    { "美分", -2, "USD" }, { "欧分", -2, "EUR" }, { "fen", -2, NULL }, { "jiao", -1, NULL },
    { "cent", -2, NULL }, { "cents", -2, NULL }, { "¢", -2, NULL }, { "us cents", -2, "USD" },
    { "usd cents", -2, "USD" }, { "euro cents", -2, "EUR" }, { "millicents", -5, NULL },
    { "micros", -6, NULL }, { "千", 3, NULL }, { "万", 4, NULL }, { "百万", 6, NULL },
    { "亿", 8, NULL },
};

/* Words that stand before a currency: "万元" is ten thousand yuan. */
static const struct unit_word multiples[] = {
    { "千", 3, NULL }, { "万", 4, NULL }, { "百万", 6, NULL }, { "亿", 8, NULL },
};

/* Words at the end of a key's name: "cost_micros", "amountCents". */
static const struct unit_word endings[] = {
    { "millicents", -5, NULL }, { "cents", -2, NULL }, { "micros", -6, NULL },
    { "fen", -2, NULL },
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool
is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether ${name} ends in ${word} as in a word of its own. */
static bool
ends_in_word(struct sv name, struct sv word)
{
    size_t at;

    if (name.n <= word.n)
        return false;
    at = name.n - word.n;
    if (!sv_is_folded(sv_part(name, at, name.n), word))
        return false;
    return strchr("_- ./", name.p[at - 1]) || (is_lower(name.p[at - 1]) && !is_lower(name.p[at]));
}

/* What ${bracket} says: 1, with ${*out} set; 0: nothing. */
static bool
find_in_bracket(struct sv bracket, struct unit_word *out)
{
    const char *code = currency_code(bracket, NULL);

    *out = (struct unit_word){ NULL, 0, code };
    if (code)
        return true;
    for (size_t i = 0; i < COUNT(units); i++)
        if (sv_is_folded(bracket, sv_of(units[i].word))) {
            *out = units[i];
            return true;
        }
    for (size_t i = 0; i < COUNT(multiples); i++) {
        struct sv word = sv_of(multiples[i].word);

        if (!sv_starts(bracket, word))
            continue;
        code = currency_code(sv_trim(sv_part(bracket, word.n, bracket.n)), NULL);
        if (code) {
            *out = (struct unit_word){ NULL, multiples[i].power, code };
            return true;
        }
    }
    return false;
}

static struct unit_word
find_unit(struct sv heading)
{
    struct sv bracket = name_bracket(heading), first;
    struct unit_word found = { NULL, 0, NULL };

    if (bracket.n > 0 && find_in_bracket(bracket, &found))
        return found;
    /* "元/小时": the price's currency stands in front. */
    if (bracket.n > 0 && sv_cut(&bracket, '/', &first)) {
        if (!find_in_bracket(sv_trim(first), &found))
            found = (struct unit_word){ NULL, 0, NULL };
        return found;
    }
    for (size_t i = 0; i < COUNT(endings); i++)
        if (ends_in_word(heading, sv_of(endings[i].word)))
            return endings[i];
    return (struct unit_word){ NULL, 0, NULL };
}

const char *
columns_currency(struct sv heading)
{
    return find_unit(heading).currency;
}

struct money
columns_unit(struct sv heading)
{
    struct money unit = money_of(1);
    int power = find_unit(heading).power;

    if (power == 0)
        return MONEY_ZERO;
    for (; power > 0; power--)
        unit.units *= 10;
    for (; power < 0; power++)
        unit.units /= 10;
    return unit;
}
