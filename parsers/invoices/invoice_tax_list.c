/*
 * invoice_tax_list.c - lists of invoices that the tax platform exports, and ledgers like them.
 *
 *     序号 发票代码 发票号码 数电发票号码 销方识别号 销方名称 ... 金额 税额 价税合计 ... 发票状态 备注
 *
 * A list with the goods (货物或应税劳务名称) has one row per line of an invoice: these are put
 * together to one invoice each, whose amounts are the sums.
 */
#include <stdlib.h>

#include "base/lang.h"
#include "base/vec.h"
#include "parsers/invoice_rows.h"

enum {
    DIGITAL, NUMBER, CODE, SELLER_ID, SELLER, BUYER_ID, BUYER, DATE, NET, TAX, TOTAL, KIND, STATUS,
    POSITIVE, RISK, REMARK, GOODS, ITEM, RATE, COLUMNS,
};

/* Folded, in the order above. */
static const char *const names[COLUMNS][6] = {
    [DIGITAL] = { "数电发票号码", "数电票号码", "全电发票号码" },
    [NUMBER] = { "发票号码" },
    [CODE] = { "发票代码" },
    [SELLER_ID] = { "销方识别号", "销售方纳税人识别号", "销售方识别号", "销售方税号" },
    [SELLER] = { "销方名称", "销售方纳税人名称", "销售方名称" },
    [BUYER_ID] = { "购方识别号", "购买方识别号", "购买方纳税人识别号", "购买方税号" },
    [BUYER] = { "购买方名称", "购方名称", "购买方纳税人名称", "购买方" },
    [DATE] = { "开票日期" },
    [NET] = { "金额" },
    [TAX] = { "税额", "票面税额" },
    [TOTAL] = { "价税合计" },
    [KIND] = { "发票票种", "票种", "发票类型" },
    [STATUS] = { "发票状态" },
    [POSITIVE] = { "是否正数发票" },
    [RISK] = { "发票风险等级" },
    [REMARK] = { "备注" },
    [GOODS] = { "货物或应税劳务名称", "货物或应税劳务、服务名称" },
    [ITEM] = { "项目名称" },
    [RATE] = { "税率" },
};

struct list {
    struct invoice_rows *rows;
    struct input *in;
    struct invoices found; /* one per row */
    size_t column[COLUMNS];
};

static int
recognise_headings(const struct sv *cells, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; i < COLUMNS; i++)
        found += rows_column(cells, n, names[i]) != (size_t)-1;
    if (rows_column(cells, n, names[DATE]) == (size_t)-1 ||
        (rows_column(cells, n, names[DIGITAL]) == (size_t)-1 &&
            rows_column(cells, n, names[NUMBER]) == (size_t)-1) ||
        (rows_column(cells, n, names[NET]) == (size_t)-1 &&
            rows_column(cells, n, names[TOTAL]) == (size_t)-1))
        return 0;
    return 50 + (int)found;
}

static bool
has(struct sv text, const char *part)
{
    return sv_find(text, sv_of(part), 0) != (size_t)-1;
}

static void
read_status(struct draft *d, struct sv status, struct sv risk)
{
    status = sv_trim(status);
    risk = sv_trim(risk);
    if (has(status, "作废"))
        d->one.status = INVOICE_VOID;
    else if (has(status, "红冲"))
        d->one.status = has(status, "部分") ? INVOICE_PARTLY_REVERSED : INVOICE_REVERSED;
    else if (risk.n > 0 && !sv_is(risk, SV("正常")))
        d->one.status = INVOICE_RISKY;
    else if (status.n > 0 && !sv_is(status, SV("正常")))
        draft_trouble(d, "status", status);
}

/* A row that says it is negative and is not, or the other way, has no amounts. */
static void
check_sign(struct draft *d, struct sv positive)
{
    bool is_negative = money_is_negative(d->one.has_total ? d->one.total : d->one.net);

    positive = sv_trim(positive);
    if ((sv_is(positive, SV("是")) && is_negative) || (sv_is(positive, SV("否")) && !is_negative))
        draft_refuse_amounts(d, "total against 是否正数发票", positive);
}

static void
read_number(struct draft *d, const struct list *l, const struct record *r)
{
    struct sv digital = rows_id(d, "number", rows_cell(r, l->column[DIGITAL]));
    struct sv code = rows_id(d, "code", rows_cell(r, l->column[CODE]));

    draft_number(d, digital);
    if (d->one.number[0] == '\0' && digital.n == 0)
        draft_number(d, rows_id(d, "number", rows_cell(r, l->column[NUMBER])));
    /* Beside 20 digits there is no code; some programs put a part of the number there. */
    if (strlen(d->one.number) != 20)
        draft_code(d, code);
}

static void
read_goods(struct draft *d, const struct list *l, const struct record *r)
{
    bool is_line = l->column[GOODS] != (size_t)-1;
    struct sv item = rows_cell(r, l->column[is_line ? GOODS : ITEM]);
    struct invoice_line *line;

    if (!is_line && sv_trim(item).n == 0)
        return;
    line = draft_line(d);
    if (!line)
        return;
    line->item = draft_copy(d, item);
    line->rate = draft_copy(d, rows_cell(r, l->column[RATE]));
    if (is_line) {
        line->amount = d->one.net;
        line->has_amount = d->one.has_net;
        line->tax = d->one.tax;
        line->has_tax = d->one.has_tax;
    }
}

static void
fill(struct draft *d, const struct list *l, const struct record *r)
{
    struct invoice *one = &d->one;
    const size_t *c = l->column;

    one->line = r->line;
    read_number(d, l, r);
    draft_date(d, rows_cell(r, c[DATE]));
    draft_text(d, &one->seller, rows_cell(r, c[SELLER]));
    draft_tax_id(d, &one->seller_tax_id, rows_id(d, "seller_tax_id", rows_cell(r, c[SELLER_ID])));
    draft_text(d, &one->buyer, rows_cell(r, c[BUYER]));
    draft_tax_id(d, &one->buyer_tax_id, rows_id(d, "buyer_tax_id", rows_cell(r, c[BUYER_ID])));
    rows_amount(l->rows, d, &one->net, &one->has_net, "amount", rows_cell(r, c[NET]));
    rows_tax(l->rows, d, &one->tax, &one->has_tax, "tax", rows_cell(r, c[TAX]));
    rows_amount(l->rows, d, &one->total, &one->has_total, "total", rows_cell(r, c[TOTAL]));
    one->kind = draft_kind_of(rows_cell(r, c[KIND]));
    draft_text(d, &one->remark, rows_cell(r, c[REMARK]));
    draft_find_red(d, rows_cell(r, c[REMARK]));
    read_status(d, rows_cell(r, c[STATUS]), rows_cell(r, c[RISK]));
    /* A line that is a discount is negative on a positive invoice. */
    if (c[GOODS] == (size_t)-1)
        check_sign(d, rows_cell(r, c[POSITIVE]));
    read_goods(d, l, r);
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct list *l = context;
    struct draft d;
    int result = rows_pass(l->rows, r, l->in, e);

    if (result != 0)
        return result > 0 ? 0 : -1;
    draft_init(&d, INVOICE_FROM_LIST, true);
    fill(&d, l, r);
    result = draft_keep(&d, l->in, &l->found, e);
    draft_release(&d);
    return result;
}

static int
read_rows(struct invoice_rows *rows, struct input *in, struct invoices *out, struct err *e)
{
    struct list l = { .rows = rows, .in = in };
    int result;

    invoices_init(&l.found);
    for (size_t i = 0; i < COLUMNS; i++)
        l.column[i] = rows_column(rows->headings, rows->n, names[i]);
    result = rows_visit(rows, visit, &l, e);
    if (result == 0 && l.column[GOODS] != (size_t)-1)
        result = rows_join(&l.found, e);
    if (result == 0)
        result = invoices_merge(out, &l.found, e);
    invoices_release(&l.found);
    return result;
}

const struct invoice_reader invoice_tax_list = {
    .name = "tax-platform-list",
    .title = N_("list of invoices of the tax platform"),
    .recognise_headings = recognise_headings,
    .read_rows = read_rows,
};
