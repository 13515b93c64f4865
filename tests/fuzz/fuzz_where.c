/*
 * fuzz_where.c - any text as a condition of --where: it is refused with a place in it and a reason,
 * or it holds or does not hold for a line, and "not" in front of its short form is the opposite.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "parsers/where.h"

#define TEXT_MAX 4096

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

/* A ledger with lines that have much and little to ask for. */
static const struct ledger *
all_lines(void)
{
    static struct ledger l;
    struct err e = ERR_INIT;
    struct charge c;
    struct money amount;
    uint32_t input;

    if (l.lines.n > 0)
        return &l;
    ledger_init(&l);
    require(ledger_add_input(&l, input_new(SV("bill.csv"), true), &input, &e) == 0);
    require(money_parse(&amount, SV("-12.50"), &e) == 0);
    charge_init(&c);
    c.line = 2;
    c.text[TEXT_BILLING_CURRENCY] = SV("CNY");
    charge_set(&c, MONEY_BILLED_COST, MONEY_ZERO);
    require(ledger_add(&l, input, &c, &e) == 0);
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_RESOURCE_NAME] = SV("训练 4090");
    c.text[TEXT_LINE_ID] = SV("L-1");
    c.word[WORD_CATEGORY] = CATEGORY_GPU;
    c.time[TIME_CHARGE_PERIOD_START] = INT64_C(1772330400000);
    c.time[TIME_CHARGE_PERIOD_END] = c.time[TIME_CHARGE_PERIOD_START] + TIME_HOUR;
    charge_set(&c, MONEY_BILLED_COST, amount);
    require(ledger_add(&l, input, &c, &e) == 0);
    return &l;
}

/* Whether ${text} holds for line ${line}; -1: it is no condition, or ended at a limit. */
static int
ask(const char *text, size_t line)
{
    const struct ledger *l = all_lines();
    const struct line_subject subject = { l, &l->lines.at[line], 480 };
    struct where w = WHERE_INIT;
    struct err e = ERR_INIT;
    struct buf scratch;
    char said[MESSAGE_TEXT_MAX];
    int result = where_add(&w, text, &e);

    buf_init(&scratch, 1 << 16);
    if (result == 0)
        result = where_holds(&w, &subject, &scratch, &e);
    if (result < 0)
        require(e.code == ERR_USAGE && e.path[0] != '\0' && e.line <= strlen(text) + 1 &&
            message_text(&e.message, LANG_ZH, said, sizeof(said))[0] != '\0');
    buf_release(&scratch);
    where_release(&w);
    return result;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX + 5] = "not ";
    size_t n = size < TEXT_MAX ? size : TEXT_MAX;

    if (n > 0)
        memcpy(text + 4, data, n);
    for (size_t line = 0; line < all_lines()->lines.n; line++) {
        int holds = ask(text + 4, line);
        size_t first = strspn(text + 4, " \t\r\n");
        bool is_short = !strchr("{[", text[4 + first]) && strncmp(text + 4 + first, "not", 3) != 0;

        if (is_short)
            require(ask(text, line) == (holds < 0 ? -1 : !holds));
    }
    return 0;
}
