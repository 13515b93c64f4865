/*
 * bills.h - small ledgers for tests, written down row by row.
 *
 *     struct bills b;
 *     bills_init(&b);
 *     uint32_t a = bills_input(&b, "a.csv", "autodl-statement");
 *     bills_row(&b, a, (struct bill_row){ .start = "2026-03-01 10:00:00", .billed = "1.88" });
 */
#ifndef TESTS_UNIT_BILLS_H
#define TESTS_UNIT_BILLS_H

#include <stdio.h>

#include "ledger/settle.h"
#include "unit.h"

struct bills {
    struct ledger ledger;
    uint64_t line; /* of the last row; the next stands one further down */
};

/* What is NULL or 0 is what most rows are: a charge for GPUs of autodl in CNY, of 1 yuan. */
struct bill_row {
    const char *platform, *account, *id, *order, *invoice, *instance, *resource, *name, *sku;
    const char *currency, *project, *description;
    const char *month;       /* BillingPeriodStart: "2026-03-01" */
    const char *start, *end; /* in +08:00 */
    enum entry entry;
    enum category category;
    const char *billed, *list, *discount, *voucher, *moved, *balance, *cards, *used, *used_unit;
    const char *item, *model, *quantity, *unit, *price, *contracted;
    enum instance_state state;
    enum pricing pricing;
    bool is_actual_use; /* the format says that periods are the time really used */
    bool is_of_month;   /* the row says no day */
    uint64_t line;      /* else one below the row before */
};

static inline void
bills_init(struct bills *b)
{
    ledger_init(&b->ledger);
    b->line = 1;
}

static inline void
bills_release(struct bills *b)
{
    ledger_release(&b->ledger);
}

/* A new bill of format ${format} (a literal). */
static inline uint32_t
bills_input(struct bills *b, const char *path, const char *format)
{
    struct input *in = input_new(sv_of(path), true);
    struct err e = ERR_INIT;
    uint32_t index = UINT32_MAX;

    assert_non_null(in);
    in->kind = INPUT_BILL;
    in->format = format;
    assert_int_equal(ledger_add_input(&b->ledger, in, &index, &e), 0);
    b->line = 1;
    return index;
}

static inline struct money
bills_money(const char *text)
{
    struct money m = MONEY_ZERO;
    struct err e = ERR_INIT;

    assert_int_equal(money_parse(&m, sv_of(text), &e), 0);
    return m;
}

static inline int64_t
bills_time(const char *text)
{
    struct time_text t = { .at = TIME_NONE };
    struct err e = ERR_INIT;

    if (text)
        assert_int_equal(time_parse(&t, sv_of(text), DATE_YEAR_FIRST, 480, false, &e), 0);
    return t.at;
}

static inline void
bills_set(struct charge *c, enum money_column column, const char *text)
{
    struct money_text m;
    struct err e = ERR_INIT;

    if (!text)
        return;
    assert_int_equal(money_parse_text(&m, sv_of(text), '.', &e), 0);
    charge_set(c, column, m.value);
    c->decimals[column] = (unsigned char)m.decimals;
}

/* Add a row to input ${input}, which counts it. Returns the line's index. */
static inline size_t
bills_row(struct bills *b, uint32_t input, struct bill_row row)
{
    struct err e = ERR_INIT;
    struct charge c;

    charge_init(&c);
    c.text[TEXT_PLATFORM] = sv_of(row.platform ? row.platform : "autodl");
    c.text[TEXT_BILLING_CURRENCY] = sv_of(row.currency ? row.currency : "CNY");
    c.text[TEXT_BILLING_ACCOUNT_ID] = sv_of(row.account);
    c.text[TEXT_LINE_ID] = sv_of(row.id);
    c.text[TEXT_ORDER_ID] = sv_of(row.order);
    c.text[TEXT_INVOICE_ID] = sv_of(row.invoice);
    c.text[TEXT_INSTANCE_ID] = sv_of(row.instance);
    c.text[TEXT_RESOURCE_ID] = sv_of(row.resource);
    c.text[TEXT_RESOURCE_NAME] = sv_of(row.name);
    c.text[TEXT_SKU_ID] = sv_of(row.sku);
    c.text[TEXT_PROJECT] = sv_of(row.project);
    c.text[TEXT_CHARGE_DESCRIPTION] = sv_of(row.description);
    c.text[TEXT_CONSUMED_UNIT] = sv_of(row.used_unit);
    c.text[TEXT_SKU_METER] = sv_of(row.item);
    c.text[TEXT_GPU_MODEL] = sv_of(row.model);
    c.text[TEXT_PRICING_UNIT] = sv_of(row.unit);
    c.word[WORD_INSTANCE_STATE] = (unsigned char)row.state;
    c.word[WORD_PRICING_CATEGORY] = (unsigned char)row.pricing;
    c.is_actual_use = row.is_actual_use;
    c.is_of_month = row.is_of_month;
    c.word[WORD_ENTRY] = (unsigned char)(row.entry ? row.entry : ENTRY_CHARGE);
    c.word[WORD_CATEGORY] = (unsigned char)(row.category ? row.category : CATEGORY_GPU);
    c.time[TIME_BILLING_PERIOD_START] = bills_time(row.month);
    c.time[TIME_CHARGE_PERIOD_START] = bills_time(row.start);
    c.time[TIME_CHARGE_PERIOD_END] = bills_time(row.end);
    c.offset_minutes = 480;
    bills_set(&c, MONEY_BILLED_COST, row.billed ? row.billed : "1");
    bills_set(&c, MONEY_LIST_COST, row.list);
    bills_set(&c, MONEY_DISCOUNT, row.discount);
    bills_set(&c, MONEY_VOUCHER, row.voucher);
    bills_set(&c, MONEY_MOVED, row.moved);
    bills_set(&c, MONEY_BALANCE, row.balance);
    bills_set(&c, MONEY_GPU_COUNT, row.cards);
    bills_set(&c, MONEY_CONSUMED_QUANTITY, row.used);
    bills_set(&c, MONEY_PRICING_QUANTITY, row.quantity);
    bills_set(&c, MONEY_LIST_UNIT_PRICE, row.price);
    bills_set(&c, MONEY_CONTRACTED_UNIT_PRICE, row.contracted);
    c.line = b->line = row.line ? row.line : b->line + 1;
    assert_int_equal(ledger_add(&b->ledger, input, &c, &e), 0);
    b->ledger.inputs.at[input]->records++;
    b->ledger.inputs.at[input]->lines++;
    return b->ledger.lines.n - 1;
}

/* The fates of all lines are, one letter each: Counted, Seen, View, Period. */
#define assert_fates(bills, letters) bills_check_fates((bills), (letters), __FILE__, __LINE__)

static inline void
bills_check_fates(const struct bills *b, const char *letters, const char *file, int line)
{
    char got[64] = "";

    assert_true(b->ledger.lines.n < sizeof(got));
    for (size_t i = 0; i < b->ledger.lines.n; i++)
        got[i] = "CSVP"[b->ledger.lines.at[i].fate];
    if (strcmp(got, letters) == 0)
        return;
    print_error("fates are %s, not %s\n", got, letters);
    _fail(file, line);
}

/* The warnings of an input are, each as "code:line: message" and a newline, ${text}. */
#define assert_warnings(bills, input, text)                                                        \
    bills_check_warnings((bills), (input), (text), __FILE__, __LINE__)

static inline void
bills_check_warnings(const struct bills *b, uint32_t input, const char *text, const char *file,
    int line)
{
    const struct input *in = b->ledger.inputs.at[input];
    char got[4096] = "", message[MESSAGE_TEXT_MAX];
    size_t n = 0;

    for (size_t i = 0; i < in->warnings.n; i++) {
        const struct warning *w = &in->warnings.at[i];

        n += (size_t)snprintf(got + n, sizeof(got) - n, "%s:%ju: %s\n", w->code,
            (uintmax_t)w->line, message_text(&w->message, LANG_EN, message, sizeof(message)));
        assert_true(n < sizeof(got));
    }
    if (strcmp(got, text) == 0)
        return;
    print_error("warnings are\n%snot\n%s", got, text);
    _fail(file, line);
}

/* Like assert_true(money_compare(...) == 0), but says both. */
#define assert_money(money, text) bills_check_money((money), (text), __FILE__, __LINE__)

static inline void
bills_check_money(struct money m, const char *text, const char *file, int line)
{
    char got[MONEY_TEXT_MAX];

    if (strcmp(money_format(got, m), text) == 0)
        return;
    print_error("%s is not %s\n", got, text);
    _fail(file, line);
}

#endif
