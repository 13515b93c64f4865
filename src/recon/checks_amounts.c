/*
 * checks_amounts.c - the sums of an invoice, in digits and in capitals.
 *
 * Issuers compute the tax of each line in their own way, within the tolerances of the tax-control
 * client: 0.06 a line, 1.27 an invoice.
 */
#include <string.h>

#include "ledger/currency.h"
#include "recon/capitals.h"
#include "recon/checks.h"

/* In units of 10^-18: 0.01, 0.06, 1.27. */
#define CENT ((money_int)10000000000000000)
#define LINE_MAX (6 * CENT)
#define INVOICE_MAX (127 * CENT)

static struct money
absolute(struct money m)
{
    return m.units < 0 ? money_negate(m) : m;
}

/* "6%", "0.06", "6": a rate of 1 or more is in percent. False where there is none: 免税, ***. */
static bool
rate_of(const char *text, struct money *rate)
{
    struct err ignored = ERR_INIT;
    struct money_text t;

    if (money_parse_text(&t, sv_of(text), '.', &ignored) < 0)
        return false;
    *rate = t.value;
    if (!(t.notes & MONEY_PERCENT) && t.value.units >= money_of(1).units)
        return money_share(rate, t.value, 1, 100, MONEY_DECIMALS, &ignored) == 0;
    return t.value.units >= 0;
}

static void
check_line_taxes(struct recon_invoice *v)
{
    struct money together = MONEY_ZERO, largest = MONEY_ZERO;
    struct err ignored = ERR_INIT;
    char text[MONEY_TEXT_MAX];

    for (size_t i = 0; i < v->invoice->lines.n; i++) {
        const struct invoice_line *line = &v->invoice->lines.at[i];
        struct money rate, tax;

        if (!line->has_amount || !line->has_tax || !rate_of(line->rate, &rate))
            continue;
        if (money_multiply(&tax, line->amount, rate, NULL, &ignored) < 0 ||
            money_sub(&tax, line->tax, &ignored) < 0 ||
            money_add(&together, absolute(tax), &ignored) < 0) {
            check_fail(v, CHECK_ARITHMETIC, N_("the amounts of its lines are too large"));
            return;
        }
        tax = absolute(tax);
        if (tax.units > LINE_MAX)
            check_fail(v, CHECK_ARITHMETIC,
                N_("the tax of '%s' differs from amount times rate by %s"), line->item,
                money_format(text, tax));
        if (tax.units > largest.units)
            largest = tax;
    }
    if (together.units > INVOICE_MAX)
        check_fail(v, CHECK_ARITHMETIC,
            N_("the taxes of its lines differ from amount times rate by %s in all"),
            money_format(text, together));
    else if (largest.units > CENT)
        check_remark(v, CHECK_ARITHMETIC,
            N_("the tax of a line differs from amount times rate by %s, which is tolerated"),
            money_format(text, largest));
}

static void
check_sums(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;
    char a[MONEY_TEXT_MAX], b[MONEY_TEXT_MAX], c[MONEY_TEXT_MAX];
    struct money sum = one->net, lines = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    if (one->has_net && one->has_tax && one->has_total &&
        (money_add(&sum, one->tax, &ignored) < 0 || money_compare(sum, one->total) != 0))
        check_fail(v, CHECK_ARITHMETIC, N_("%s and %s of tax are not %s in total"),
            money_format(a, one->net), money_format(b, one->tax), money_format(c, one->total));
    if (!one->has_net || one->lines.n == 0)
        return;
    for (size_t i = 0; i < one->lines.n; i++) {
        if (!one->lines.at[i].has_amount)
            return;
        if (money_add(&lines, one->lines.at[i].amount, &ignored) < 0) {
            check_fail(v, CHECK_ARITHMETIC, N_("the amounts of its lines are too large"));
            return;
        }
    }
    if (money_compare(lines, one->net) != 0)
        check_fail(v, CHECK_ARITHMETIC, N_("its lines add up to %s, not to %s"),
            money_format(a, lines), money_format(b, one->net));
}

/* The total ${words} in capitals, from ${source}, against the one in digits. */
static void
check_capitals(struct recon_invoice *v, const char *words, enum invoice_source source,
    struct money stated)
{
    char total[MONEY_TEXT_MAX];
    struct err ignored = ERR_INIT;
    struct money amount;

    if (!words[0])
        return;
    if (capitals_parse(&amount, sv_of(words), &ignored) == 0) {
        if (money_compare(amount, stated) != 0)
            check_fail(v, CHECK_WORDS, N_("in capitals the total is '%s', in digits %s"), words,
                money_format(total, stated));
    } else if (source <= INVOICE_FROM_OFD) {
        check_fail(v, CHECK_WORDS, N_("the total in capitals is no amount: '%s'"), words);
    } else {
        /* Text that is found by its place on a page may be garbled. */
        check_remark(v, CHECK_WORDS,
            N_("the total in capitals cannot be read, so it is not compared: '%s'"), words);
    }
}

static void
check_words(struct recon_invoice *v, struct money stated)
{
    const struct invoice *one = v->invoice;

    check_capitals(v, one->words, one->words_source, stated);
    /* Files may write one amount differently; they may not state another. */
    for (size_t i = 0; i < one->differences.n; i++)
        if (strcmp(one->differences.at[i].field, "words") == 0)
            check_capitals(v, one->differences.at[i].other, INVOICE_FROM_PDF, stated);
}

/* Files with different totals are different invoices: two totals of one are those of one file, as
 * its data has it and as its page shows it. */
static void
check_totals(struct recon_invoice *v)
{
    for (size_t i = 0; i < v->invoice->differences.n; i++) {
        const struct invoice_difference *d = &v->invoice->differences.at[i];

        if (strcmp(d->field, "total") == 0)
            check_fail(v, CHECK_ARITHMETIC, N_("one file states two totals: %s and %s"), d->kept,
                d->other);
    }
}

void
check_amounts(struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;
    struct money stated;
    char text[MONEY_TEXT_MAX];

    check_totals(v);
    check_sums(v);
    check_line_taxes(v);
    if (!invoice_total(one, &stated))
        return;
    if (one->currency[0] && money_compare(stated,
        money_round(stated, currency_decimals(sv_of(one->currency)))) != 0)
        check_fail(v, CHECK_ARITHMETIC, N_("its total of %s is finer than the smallest unit of %s"),
            money_format(text, stated), one->currency);
    check_words(v, stated);
}
