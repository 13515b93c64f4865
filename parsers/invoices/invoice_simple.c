/*
 * invoice_simple.c - gpubill's own list of invoices, written by hand or by a script.
 *
 *     number,date,seller,buyer,total,buyer_tax_id,seller_tax_id,code,amount,tax,currency,item,...
 *     26322000000000000001,2026-04-02,示例算力科技有限公司,示例大学,500.00,91320100MA0TEXT010
 */
#include "base/lang.h"
#include "parsers/invoice_rows.h"

enum {
    NUMBER, DATE, SELLER, BUYER, TOTAL, REQUIRED,
    BUYER_TAX_ID = REQUIRED, SELLER_TAX_ID, CODE, AMOUNT, TAX, CURRENCY, ITEM, REMARK, RED_OF,
    COLUMNS,
};

/* Folded, in the order above. */
static const char *const names[COLUMNS][2] = {
    { "number" }, { "date" }, { "seller" }, { "buyer" }, { "total" }, { "buyertaxid" },
    { "sellertaxid" }, { "code" }, { "amount" }, { "tax" }, { "currency" }, { "item" },
    { "remark" }, { "redof" },
};

struct list {
    struct invoice_rows *rows;
    struct input *in;
    struct invoices *out;
    size_t column[COLUMNS];
};

static int
recognise_headings(const struct sv *cells, size_t n)
{
    for (size_t i = 0; i < REQUIRED; i++)
        if (rows_column(cells, n, names[i]) == (size_t)-1)
            return 0;
    return 100;
}

static void
read_currency(struct draft *d, struct sv cell)
{
    const char *currency = draft_copy(d, cell);
    bool is_code = strlen(currency) == 3;

    for (size_t i = 0; is_code && i < 3; i++)
        is_code = (currency[i] >= 'A' && currency[i] <= 'Z') ||
            (currency[i] >= 'a' && currency[i] <= 'z');
    if (currency[0] == '\0' || sv_is_folded(sv_of(currency), SV("CNY"))) {
        d->one.currency = "CNY";
    } else if (is_code) {
        struct sv upper = arena_sv(&d->arena, sv_of(currency));

        draft_tax_id(d, &d->one.currency, upper);
    } else {
        draft_trouble(d, "currency", cell);
    }
    d->one.is_chinese = strcmp(d->one.currency, "CNY") == 0;
}

static void
fill(struct draft *d, const struct list *l, const struct record *r)
{
    struct invoice *one = &d->one;
    struct sv item = rows_cell(r, l->column[ITEM]);
    const size_t *c = l->column;

    one->line = r->line;
    read_currency(d, rows_cell(r, c[CURRENCY]));
    draft_text(d, &one->number, rows_id(d, "number", rows_cell(r, c[NUMBER])));
    draft_text(d, &one->code, rows_id(d, "code", rows_cell(r, c[CODE])));
    draft_date(d, rows_cell(r, c[DATE]));
    draft_text(d, &one->seller, rows_cell(r, c[SELLER]));
    draft_text(d, &one->buyer, rows_cell(r, c[BUYER]));
    draft_tax_id(d, &one->seller_tax_id,
        rows_id(d, "seller_tax_id", rows_cell(r, c[SELLER_TAX_ID])));
    draft_tax_id(d, &one->buyer_tax_id,
        rows_id(d, "buyer_tax_id", rows_cell(r, c[BUYER_TAX_ID])));
    rows_amount(l->rows, d, &one->net, &one->has_net, "amount", rows_cell(r, c[AMOUNT]));
    rows_tax(l->rows, d, &one->tax, &one->has_tax, "tax", rows_cell(r, c[TAX]));
    rows_amount(l->rows, d, &one->total, &one->has_total, "total", rows_cell(r, c[TOTAL]));
    draft_text(d, &one->remark, rows_cell(r, c[REMARK]));
    draft_text(d, &one->red_of, rows_id(d, "red_of", rows_cell(r, c[RED_OF])));
    if (sv_trim(item).n > 0) {
        struct invoice_line *line = draft_line(d);

        if (line)
            line->item = draft_copy(d, item);
    }
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct list *l = context;
    struct draft d;
    int result = rows_pass(l->rows, r, l->in, e);

    if (result != 0)
        return result > 0 ? 0 : -1;
    draft_init(&d, INVOICE_FROM_LIST, false);
    fill(&d, l, r);
    result = draft_keep(&d, l->in, l->out, e);
    draft_release(&d);
    return result;
}

static int
read_rows(struct invoice_rows *rows, struct input *in, struct invoices *out, struct err *e)
{
    struct list l = { .rows = rows, .in = in, .out = out };

    for (size_t i = 0; i < COLUMNS; i++)
        l.column[i] = rows_column(rows->headings, rows->n, names[i]);
    return rows_visit(rows, visit, &l, e);
}

const struct invoice_reader invoice_simple = {
    .name = "gpubill-invoices",
    .title = N_("gpubill's own list of invoices"),
    .recognise_headings = recognise_headings,
    .read_rows = read_rows,
};
