/*
 * Any text as an amount: what is accepted comes back from what is written of it, and arithmetic on
 * it stays within its laws; what is refused has a reason and leaves the result alone.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "ledger/money.h"

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static void
check_written(struct money m)
{
    struct err e = ERR_INIT;
    char text[MONEY_TEXT_MAX], again[MONEY_TEXT_MAX], display[MONEY_DISPLAY_MAX];
    struct money back;

    require(strlen(money_format(text, m)) < MONEY_TEXT_MAX && strcmp(text, "-0") != 0);
    require(money_parse(&back, sv_of(text), &e) == 0 && money_compare(m, back) == 0);
    require(strcmp(money_format(again, back), text) == 0);
    for (unsigned decimals = 0; decimals <= MONEY_DECIMALS; decimals++)
        require(strlen(money_format_display(display, m, decimals)) < MONEY_DISPLAY_MAX);
    require(money_parse(&back, sv_of(display), &e) == 0 && money_compare(m, back) == 0);
}

static void
check_arithmetic(struct money m)
{
    struct err e = ERR_INIT;
    struct money sum = m, out;
    bool is_exact = false;

    require(money_sub(&sum, m, &e) == 0 && money_is_zero(sum));
    require(money_multiply(&out, m, money_of(1), &is_exact, &e) == 0 && is_exact);
    require(money_compare(out, m) == 0);
    require(money_share(&out, m, 3, 3, MONEY_DECIMALS, &e) == 0 && money_compare(out, m) == 0);
    require(money_compare(money_round(m, MONEY_DECIMALS), m) == 0);
    if (!money_is_zero(m)) {
        require(money_share(&out, m, m.units, m.units, MONEY_DECIMALS, &e) == 0);
        require(money_compare(out, m) == 0);
    }
}

static void
check_text(struct sv s, char decimal_mark)
{
    struct err e = ERR_INIT;
    struct money_text t = { .value = { 77 } };

    if (money_parse_text(&t, s, decimal_mark, &e)) {
        require((e.code == ERR_SYNTAX || e.code == ERR_RANGE) && e.message.format != NULL);
        require(t.value.units == 77 && t.notes == 0);
        return;
    }
    require(e.code == ERR_NONE && !money_is_absent(s) && t.decimals <= 255);
    require(!t.is_ambiguous_yen || strcmp(t.currency, "CNY") == 0);
    check_written(t.value);
    check_arithmetic(t.value);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv s = { (const char *)data, size };

    check_text(s, '.');
    check_text(s, ',');
    return 0;
}
