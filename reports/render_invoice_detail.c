/*
 * render_invoice_detail.c - the invoices as a FOCUS 1.4 Invoice Detail dataset.
 *
 * A row for each line of an invoice, and one for its tax; where the lines do not make the net, one
 * row for the net, or for the total where no more is known. What an invoice does not say comes from
 * the charges that it covers, or is null.
 */
#include <inttypes.h>
#include <stdio.h>

#include "record/csv.h"
#include "reports/render.h"

enum detail_column {
    DETAIL_BILLED_COST,
    DETAIL_ACCOUNT,
    DETAIL_CURRENCY,
    DETAIL_PERIOD_START,
    DETAIL_PERIOD_END,
    DETAIL_CATEGORY,
    DETAIL_ID,
    DETAIL_DESCRIPTION,
    DETAIL_GRAIN,
    DETAIL_CREATED,
    DETAIL_UPDATED,
    DETAIL_INVOICE,
    DETAIL_ISSUED,
    DETAIL_STATUS,
    DETAIL_ISSUER,
    DETAIL_PAYMENT_CURRENCY,
    DETAIL_DUE,
    DETAIL_TERMS,
    DETAIL_REFERENCE,
    DETAIL_COUNT,
};

/* Whether FOCUS wants a value, and whether what we write is derived and not read. */
static const struct {
    const char *name;
    bool is_wanted, is_derived;
} columns[DETAIL_COUNT] = {
    [DETAIL_BILLED_COST] = { "BilledCost", true, false },
    [DETAIL_ACCOUNT] = { "BillingAccountId", true, true },
    [DETAIL_CURRENCY] = { "BillingCurrency", true, false },
    [DETAIL_PERIOD_START] = { "BillingPeriodStart", true, true },
    [DETAIL_PERIOD_END] = { "BillingPeriodEnd", true, true },
    [DETAIL_CATEGORY] = { "ChargeCategory", true, true },
    [DETAIL_ID] = { "InvoiceDetailId", true, true },
    [DETAIL_DESCRIPTION] = { "InvoiceDetailDescription", false, false },
    [DETAIL_GRAIN] = { "InvoiceDetailGrain", false, false },
    [DETAIL_CREATED] = { "InvoiceDetailCreated", true, true },
    [DETAIL_UPDATED] = { "InvoiceDetailLastUpdated", true, true },
    [DETAIL_INVOICE] = { "InvoiceId", true, false },
    [DETAIL_ISSUED] = { "InvoiceIssueDate", false, false },
    [DETAIL_STATUS] = { "InvoiceIssueStatus", true, false },
    [DETAIL_ISSUER] = { "InvoiceIssuerName", true, false },
    [DETAIL_PAYMENT_CURRENCY] = { "PaymentCurrency", true, true },
    [DETAIL_DUE] = { "PaymentDueDate", false, false },
    [DETAIL_TERMS] = { "PaymentTerms", true, false },
    [DETAIL_REFERENCE] = { "ReferenceInvoiceId", true, false },
};

/* The rows while they are written. */
struct detail {
    struct buf *out;
    const struct results *r;
    const struct recon_invoice *invoice;
    const char *account;       /* of all claims that the invoice covers; "" where they differ */
    int64_t from, to;          /* billing period; TIME_NONE if unknown */
    enum charge_category category; /* of what it covers; CHARGE_NONE if unknown or mixed */
    uint64_t missing[DETAIL_COUNT], rows, left_out;
    unsigned row;              /* of this invoice, from 1 */
};

/* What the covered claims tell of the invoice. */
static void
learn_claims(struct detail *d)
{
    int zone = d->r->recon->period.zone_minutes;

    d->account = "";
    d->from = d->to = TIME_NONE;
    d->category = CHARGE_NONE;
    for (size_t i = 0; i < d->invoice->covers.n; i++) {
        const struct claim *c = &d->r->recon->claims.at[d->invoice->covers.at[i].claim];
        enum charge_category category =
            c->basis == BASIS_RECHARGE ? CHARGE_PURCHASE : CHARGE_USAGE;
        int64_t start = c->month != TIME_NONE ? c->month : c->from;

        if (i == 0) {
            d->account = c->account;
            d->category = category;
        }
        if (strcmp(d->account, c->account) != 0)
            d->account = "";
        if (d->category != category)
            d->category = CHARGE_NONE;
        if (start == TIME_NONE)
            continue;
        start = time_month_start(start, zone);
        if (d->from == TIME_NONE || start < d->from)
            d->from = start;
        if (d->to == TIME_NONE || time_next_month(start, zone) > d->to)
            d->to = time_next_month(start, zone);
    }
}

static const char *
status_of(const struct invoice *one)
{
    return one->status == INVOICE_VOID ? "Voided" : "Issued";
}

/* One row: ${amount} of ${category} for ${what}. */
static void
add_row(struct detail *d, struct money amount, enum charge_category category, const char *what)
{
    const struct invoice *one = d->invoice->invoice;
    char figure[MONEY_TEXT_MAX], from[TIME_TEXT_MAX], to[TIME_TEXT_MAX], issued[TIME_TEXT_MAX];
    char id[128];
    const char *cells[DETAIL_COUNT] = {
        [DETAIL_BILLED_COST] = money_format(figure, amount),
        [DETAIL_ACCOUNT] = d->account,
        [DETAIL_CURRENCY] = one->currency,
        [DETAIL_PERIOD_START] = time_format(from, d->from),
        [DETAIL_PERIOD_END] = time_format(to, d->to),
        [DETAIL_CATEGORY] = words_charge_category.words[category],
        [DETAIL_ID] = id,
        [DETAIL_DESCRIPTION] = what,
        [DETAIL_GRAIN] = "",
        [DETAIL_CREATED] = time_format(issued, one->issued),
        [DETAIL_UPDATED] = issued,
        [DETAIL_INVOICE] = one->number,
        [DETAIL_ISSUED] = issued,
        [DETAIL_STATUS] = status_of(one),
        [DETAIL_ISSUER] = one->seller,
        [DETAIL_PAYMENT_CURRENCY] = one->currency,
        [DETAIL_DUE] = "",
        [DETAIL_TERMS] = "",
        [DETAIL_REFERENCE] = d->invoice->red_of[0] ? d->invoice->red_of : one->number,
    };

    (void)snprintf(id, sizeof(id), "%.100s/%u", one->number, ++d->row);
    d->rows++;
    for (size_t i = 0; i < DETAIL_COUNT; i++) {
        if (i == DETAIL_BILLED_COST)
            record_csv_cell(d->out, sv_of(cells[i]));
        else
            record_csv_text_cell(d->out, sv_of(cells[i]));
        buf_add_char(d->out, ',');
        d->missing[i] += columns[i].is_wanted && !cells[i][0];
    }
    for (size_t i = 0, n = 0; i < DETAIL_COUNT; i++)
        if (columns[i].is_derived && cells[i][0])
            buf_addf(d->out, "%s%s", n++ > 0 ? ";" : "", columns[i].name);
    buf_add_char(d->out, ',');
    record_csv_text_cell(d->out, sv_of(one->buyer));
    buf_add_char(d->out, ',');
    record_csv_text_cell(d->out, sv_of(one->files.n > 0 ? one->files.at[0] : ""));
    buf_add_char(d->out, '\n');
}

/* Whether the lines of ${one} make its net. */
static bool
lines_make_net(const struct invoice *one)
{
    struct err ignored = ERR_INIT;
    struct money sum = MONEY_ZERO;

    for (size_t i = 0; i < one->lines.n; i++)
        if (!one->lines.at[i].has_amount || money_add(&sum, one->lines.at[i].amount, &ignored))
            return false;
    return one->lines.n > 0 && one->has_net && money_compare(sum, one->net) == 0;
}

static void
add_invoice(struct detail *d)
{
    const struct invoice *one = d->invoice->invoice;
    bool is_split = one->has_net && one->has_tax;

    d->row = 0;
    if (!one->number[0] || (!one->has_total && !is_split)) {
        d->left_out++;
        return;
    }
    learn_claims(d);
    if (!is_split) {
        add_row(d, one->total, d->category, one->lines.n == 1 ? one->lines.at[0].item : "");
        return;
    }
    if (lines_make_net(one))
        for (size_t i = 0; i < one->lines.n; i++)
            add_row(d, one->lines.at[i].amount, d->category, one->lines.at[i].item);
    else
        add_row(d, one->net, d->category, one->lines.n == 1 ? one->lines.at[0].item : "");
    if (!money_is_zero(one->tax))
        add_row(d, one->tax, CHARGE_TAX, "");
}

static void
report(struct buf *out, const struct detail *d)
{
    enum lang lang = d->r->lang;
    bool is_first = true;

    buf_addf(out, "FOCUS 1.4: %s %" PRIu64 "\n", lang_text(lang, N_("lines written:")), d->rows);
    if (d->left_out > 0)
        buf_addf(out, "%s %s: %" PRIu64 "\n", lang_text(lang, N_("left out:")),
            lang_text(lang, N_("invoices without a number or an amount")), d->left_out);
    for (size_t i = 0; i < DETAIL_COUNT; i++) {
        if (d->missing[i] == 0)
            continue;
        buf_addf(out, "%s%s %" PRIu64, is_first ?
            lang_text(lang, N_("not told by the invoices: ")) : ", ", columns[i].name,
            d->missing[i]);
        is_first = false;
    }
    if (!is_first)
        buf_add_char(out, '\n');
}

int
render_invoice_detail(struct buf *out, struct buf *lines, const struct results *r, struct err *e)
{
    struct detail d = { .out = out, .r = r };

    for (size_t i = 0; i < DETAIL_COUNT; i++)
        buf_addf(out, "%s,", columns[i].name);
    buf_add_text(out, "x_Derived,x_Buyer,x_SourceFile\n");
    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        d.invoice = &r->recon->invoices.at[i];
        add_invoice(&d);
    }
    report(lines, &d);
    return buf_ok(out, e);
}
