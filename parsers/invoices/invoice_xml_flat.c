/*
 * invoice_xml_flat.c - e-invoices as third parties write them, each in its own words.
 *
 *     <Invoice><InvoiceNumber>26322000000000000001</InvoiceNumber><TotalAmount>500.00</TotalAmount>
 *     <发票><发票号码>26322000000000000001</发票号码><价税合计>500.00</价税合计>
 *     <DATA><FPHM>26322000000000000001</FPHM><JSHJ>500.00</JSHJ>
 *
 * TotalAmount is the net amount in some of these and the gross one in others. It is taken only
 * where the document itself tells which: by a tax beside it. A document may hold many invoices:
 * then each is what stands beside and below its number.
 */
#include "base/lang.h"
#include "parsers/invoice_draft.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

static const char *const numbers[] = { "InvoiceNumber", "发票号码", "数电发票号码", "数电票号码", "FPHM",
    "Fphm", "fphm", NULL };

/* What else an invoice says, in the order of enum field. */
enum field { CODE, DATE, SELLER, SELLER_ID, BUYER, BUYER_ID, NET, TAX, TOTAL, WORDS, REMARK, ITEM };

static const char *const names[][12] = {
    [CODE] = { "InvoiceCode", "发票代码", "FPDM", "Fpdm", "fpdm" },
    [DATE] = { "IssueTime", "IssueDate", "InvoiceDate", "开票日期", "KPRQ", "Kprq", "kprq" },
    [SELLER] = { "SellerName", "销售方名称", "销方名称", "销售方/名称", "XSFMC", "XFMC", "Xfmc", "xfmc" },
    [SELLER_ID] = { "SellerIdNum", "SellerTaxID", "销售方纳税人识别号", "销售方识别号", "销方识别号",
        "销售方/纳税人识别号", "XSFNSRSBH", "XFSH", "Xfsh", "xfsh" },
    [BUYER] = { "BuyerName", "购买方名称", "购方名称", "购买方/名称", "GMFMC", "GFMC", "Gfmc", "gfmc" },
    [BUYER_ID] = { "BuyerIdNum", "BuyerTaxID", "购买方纳税人识别号", "购买方识别号", "购方识别号",
        "购买方/纳税人识别号", "GMFNSRSBH", "GFSH", "Gfsh", "gfsh" },
    [NET] = { "TotalAmWithoutTax", "AmountWithoutTax", "TotalAmountWithoutTax", "合计金额", "HJJE",
        "Hjje", "hjje" },
    [TAX] = { "TotalTaxAm", "TotalTax", "TaxAmount", "TotalTaxAmount", "合计税额", "HJSE", "Hjse",
        "hjse" },
    [TOTAL] = { "TotalTax-includedAmount", "AmountWithTax", "TotalAmountWithTax", "价税合计小写",
        "价税合计", "JSHJXX", "JSHJ", "Jshj", "jshj" },
    [WORDS] = { "价税合计大写", "JSHJDX", "Jshjdx" },
    [REMARK] = { "Remark", "Note", "备注", "BZ", "Bz", "bz" },
    [ITEM] = { "ItemName", "项目名称", "货物或应税劳务名称", "SPMC", "Spmc", "spmc", "XMMC" },
};

/* The text of "A/B" below ${node}, wherever A stands. */
static struct sv
text_below(const struct tree_node *node, const char *path)
{
    const char *slash = strchr(path, '/');
    char first[64];
    struct sv name = { path, slash ? (size_t)(slash - path) : strlen(path) };
    const struct tree_node *found;

    if (name.n >= sizeof(first))
        return SV_EMPTY;
    memcpy(first, name.p, name.n);
    first[name.n] = '\0';
    found = tree_find(node, first);
    if (found && slash)
        return tree_text(found, slash + 1);
    return found ? sv_of(found->text) : SV_EMPTY;
}

static struct sv
get(const struct tree_node *node, enum field field)
{
    for (size_t i = 0; i < sizeof(names[0]) / sizeof(names[0][0]) && names[field][i]; i++) {
        struct sv text = text_below(node, names[field][i]);

        if (text.n > 0)
            return text;
    }
    return SV_EMPTY;
}

static bool
is_same_amount(struct sv a, struct sv b)
{
    struct err ignored = ERR_INIT;
    struct money_text x, y;

    return sv_is(a, b) || (money_parse_text(&x, a, '.', &ignored) == 0 &&
        money_parse_text(&y, b, '.', &ignored) == 0 && money_compare(x.value, y.value) == 0);
}

/* Another amount than ${text} that is called ${name} as well, anywhere below ${node}. Depth is
 * bounded by XML_DEPTH_HIGHEST. */
static struct sv
another(const struct tree_node *node, const char *name, struct sv text)
{
    for (node = node->first; node; node = node->next) {
        struct sv found = sv_of(node->text);

        if (found.n > 0 && strcmp(node->name, name) == 0 && !is_same_amount(found, text))
            return found;
        found = another(node, name, text);
        if (found.n > 0)
            return found;
    }
    return SV_EMPTY;
}

/* The total, if the document has one: lines may have totals of the same name. */
static void
read_total(struct draft *d, const struct tree_node *node)
{
    for (size_t i = 0; names[TOTAL][i]; i++) {
        struct sv text = text_below(node, names[TOTAL][i]), other;

        if (text.n == 0)
            continue;
        other = another(node, names[TOTAL][i], text);
        if (other.n == 0) {
            draft_amount(d, &d->one.total, &d->one.has_total, "total", text);
            return;
        }
        draft_trouble(d, "total", text);
        draft_trouble(d, "total", other);
        d->one.is_total_unreadable = true;
        return;
    }
}

static void
read_amounts(struct draft *d, const struct tree_node *node)
{
    struct invoice *one = &d->one;
    struct money stated = MONEY_ZERO, sum;
    bool has_stated = false;
    struct err ignored = ERR_INIT;

    draft_amount(d, &one->net, &one->has_net, "amount", get(node, NET));
    draft_tax(d, &one->tax, &one->has_tax, "tax", get(node, TAX));
    read_total(d, node);
    draft_amount(d, &stated, &has_stated, "TotalAmount", text_below(node, "TotalAmount"));
    if (!has_stated || one->has_total)
        return;
    sum = one->net;
    if (one->has_net && one->has_tax && money_add(&sum, one->tax, &ignored) == 0 &&
        money_compare(sum, stated) == 0) {
        one->total = stated;
        one->has_total = true;
    } else {
        draft_trouble(d, "total, since TotalAmount may be with or without tax",
            text_below(node, "TotalAmount"));
        one->is_total_unreadable = true;
    }
}

/* What is bought, once: amounts of lines are called differently by each writer. */
static void
read_item(struct draft *d, const struct tree_node *node)
{
    struct sv item = get(node, ITEM);
    struct invoice_line *line = item.n > 0 ? draft_line(d) : NULL;

    if (line)
        line->item = draft_copy(d, item);
}

static int
read_one(const struct tree_node *node, struct sv number, struct input *in,
    struct invoices *out, struct err *e)
{
    struct draft d;
    struct invoice *one = &d.one;
    int result;

    draft_init(&d, INVOICE_FROM_XML, true);
    draft_number(&d, number);
    draft_code(&d, get(node, CODE));
    draft_date(&d, get(node, DATE));
    draft_text(&d, &one->seller, get(node, SELLER));
    draft_tax_id(&d, &one->seller_tax_id, get(node, SELLER_ID));
    draft_text(&d, &one->buyer, get(node, BUYER));
    draft_tax_id(&d, &one->buyer_tax_id, get(node, BUYER_ID));
    draft_text(&d, &one->words, get(node, WORDS));
    draft_text(&d, &one->remark, get(node, REMARK));
    draft_find_red(&d, sv_of(one->remark));
    read_amounts(&d, node);
    read_item(&d, node);
    result = draft_keep(&d, in, out, e);
    draft_release(&d);
    return result;
}

/* A number that stands directly in ${node}. */
static struct sv
number_in(const struct tree_node *node)
{
    for (const char *const *name = numbers; *name; name++) {
        struct sv text = tree_text(node, *name);

        if (text.n > 0)
            return text;
    }
    return SV_EMPTY;
}

/* Nodes with a number of their own, ${node} among them; the first such number into ${*number}. */
static size_t
count(const struct tree_node *node, struct sv *number)
{
    struct sv own = number_in(node);
    size_t n = own.n > 0;

    if (n && number->n == 0)
        *number = own;
    for (node = node->first; node; node = node->next)
        n += count(node, number);
    return n;
}

/* Depth is bounded by XML_DEPTH_HIGHEST. */
static int
read_each(const struct tree_node *node, struct input *in, struct invoices *out, struct err *e)
{
    struct sv number = number_in(node);

    if (number.n > 0 && read_one(node, number, in, out, e))
        return -1;
    for (node = node->first; node; node = node->next)
        if (read_each(node, in, out, e))
            return -1;
    return 0;
}

static int
read_flat(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct err why = ERR_INIT;
    struct tree t;
    struct sv number = SV_EMPTY;
    int result;

    if (tree_read(&t, s, &why))
        result = draft_keep_unreadable(INVOICE_FROM_XML, true, &why, in, out, e);
    else if (count(t.root, &number) > 1)
        result = read_each(t.root, in, out, e);
    else
        result = read_one(t.root, number, in, out, e);
    tree_release(&t);
    return result;
}

static bool
has_tag(struct sv head, const char *tag)
{
    return sv_find(head, sv_of(tag), 0) != (size_t)-1;
}

/* The number in words that nothing but an invoice has, and a total beside it. */
static int
recognise(struct sv head, struct source *s)
{
    /* 发票号码, in UTF-8 and in GB18030. */
    static const char *const chinese[] = { "<发票号码>", "<数电发票号码>", "<数电票号码>",
        "<\xB7\xA2\xC6\xB1\xBA\xC5\xC2\xEB>" };
    static const char *const pinyin[] = { "<FPHM>", "<Fphm>", "<fphm>" };
    static const char *const totals[] = { "JSHJ", "Jshj", "jshj", "HJJE", "Hjje", "hjje" };
    struct sv tag, name = tree_root_name(head, &tag);
    bool has_number = false, has_total = false;

    (void)s;
    if (sv_is(name, SV("Invoice")) && has_tag(head, "<InvoiceNumber>"))
        return 60;
    for (size_t i = 0; name.n > 0 && i < sizeof(chinese) / sizeof(chinese[0]); i++)
        if (has_tag(head, chinese[i]))
            return 60;
    for (size_t i = 0; name.n > 0 && i < sizeof(pinyin) / sizeof(pinyin[0]); i++)
        has_number |= has_tag(head, pinyin[i]);
    for (size_t i = 0; has_number && i < sizeof(totals) / sizeof(totals[0]); i++)
        has_total |= has_tag(head, totals[i]);
    return has_total ? 60 : 0;
}

const struct invoice_reader invoice_xml_flat = {
    .name = "einvoice-xml-flat",
    .title = N_("e-invoice of a third party (XML)"),
    .recognise = recognise,
    .read = read_flat,
};
