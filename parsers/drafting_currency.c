/*
 * drafting_currency.c - in which currency the amounts of a bill are, as far as it tells.
 */
#include "ledger/currency.h"
#include "parsers/drafting_inside.h"
#include "parsers/names.h"

/* ISO 4217 for no currency: such amounts are added to no others. */
static const char no_currency[] = { 'X', 'X', 'X', '\0' };

/* Chinese characters. */
static bool
has_chinese(struct sv text)
{
    unsigned code;
    size_t n;

    while ((n = sv_utf8(text, &code)) > 0) {
        if (code >= 0x4e00 && code <= 0x9fff)
            return true;
        text = sv_part(text, n, text.n);
    }
    return false;
}

/* The currency at the end of a key's name ("fee_usd", "totalCny"), or NULL. */
static const char *
currency_of_name(struct sv heading)
{
    static const char *const words[] = { "cny", "rmb", "yuan", "usd", "eur", "gbp", "hkd", "jpy" };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct sv word = sv_of(words[i]);

        if (heading.n > word.n &&
            sv_is_folded(sv_part(heading, heading.n - word.n, heading.n), word))
            return currency_code(word, NULL);
    }
    return NULL;
}

/* Headings in Chinese, or words in the cells. */
static bool
is_chinese(const struct drafting_guess *g)
{
    for (size_t i = 0; i < g->table->column_count; i++) {
        const struct drafting_column *c = &g->columns[i];

        if (has_chinese(g->table->headings[i]))
            return true;
        for (size_t k = 0; k < c->word_count && k < DRAFTING_WORDS_MAX; k++)
            if (has_chinese(c->words[k].text))
                return true;
    }
    return false;
}

void
drafting_find_currency(struct drafting_guess *g)
{
    int billed = g->of[g->billed];
    const char *named = currency_of_name(g->table->headings[billed]);

    g->currency = "";
    g->is_chinese = is_chinese(g);
    if (g->of[ROLE_CURRENCY] >= 0 ||
        currency_code(name_bracket(g->table->headings[billed]), NULL))
        return;
    for (int role = 0; role < ROLE_COUNT; role++) {
        const struct drafting_column *c = drafting_column_of(g, (enum heading_role)role);

        if (c && c->currency) {
            g->currency = c->currency;
            return;
        }
    }
    if (named) {
        g->currency = named;
        return;
    }
    g->currency = g->is_chinese ? "CNY" : no_currency;
    g->is_currency_guessed = true;
}
