/*
 * invoice_xml.c - the fully digital e-invoice as XML.
 *
 *     <EInvoice><Header><EIid>26322000000000000001</EIid>...</Header>
 *       <EInvoiceData><SellerInformation><SellerName>..</SellerName>...</SellerInformation>
 *         <BasicInformation><TotalAmWithoutTax>471.70</TotalAmWithoutTax>...</BasicInformation>
 *         <IssuItemInformation><Amount>471.70</Amount>...</IssuItemInformation>...</EInvoiceData>
 *       <TaxSupervisionInfo><IssueTime>2026-04-02</IssueTime>...</TaxSupervisionInfo></EInvoice>
 *
 * Any version is accepted, blocks may come in any order and be absent, and the root may have
 * another name: all is found by the names of elements.
 */
#include "base/lang.h"
#include "parsers/invoice_draft.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

/* The text at ${path}; one that stands there twice and differs is trouble, and none. */
static struct sv
sole_text(struct draft *d, const struct tree_node *node, const char *path, const char *name)
{
    const struct tree_node *other = tree_other(node, path);

    if (!other)
        return tree_text(node, path);
    draft_trouble(d, name, tree_text(node, path));
    draft_trouble(d, name, sv_of(other->text));
    return SV_EMPTY;
}

static void
read_total(struct draft *d, const struct tree_node *basic)
{
    struct invoice *one = &d->one;
    const char *path = "TotalTax-includedAmount";

    one->is_total_unreadable = tree_other(basic, path) != NULL;
    draft_amount(d, &one->total, &one->has_total, "total", sole_text(d, basic, path, "total"));
}

/* Lines are wrapped in ItemDetail by some writers, which call the tax TaxAm. */
static void
read_line(struct draft *d, const struct tree_node *item)
{
    struct invoice_line *line = draft_line(d);
    struct sv tax = tree_text(item, "ComTaxAm");

    if (!line)
        return;
    line->item = draft_copy(d, tree_text(item, "ItemName"));
    line->rate = draft_copy(d, tree_text(item, "TaxRate"));
    draft_amount(d, &line->amount, &line->has_amount, "line amount", tree_text(item, "Amount"));
    draft_tax(d, &line->tax, &line->has_tax, "line tax",
        tax.n > 0 ? tax : tree_text(item, "TaxAm"));
}

static void
read_lines(struct draft *d, const struct tree_node *data)
{
    const struct tree_node *block = tree_child(data, "IssuItemInformation");

    for (; block; block = tree_again(block)) {
        const struct tree_node *detail = tree_child(block, "ItemDetail");

        if (!detail)
            read_line(d, block);
        for (; detail; detail = tree_again(detail))
            read_line(d, detail);
    }
}

/* The number stands twice; two that differ are none. */
static void
read_number(struct draft *d, const struct tree_node *root)
{
    const struct tree_node *supervision = tree_find(root, "TaxSupervisionInfo");
    struct sv number = tree_text(supervision, "InvoiceNumber");
    struct sv id = tree_text(tree_find(root, "Header"), "EIid");

    if (number.n > 0 && id.n > 0 && strcmp(draft_id(d, number), draft_id(d, id)) != 0) {
        draft_trouble(d, "number", number);
        draft_trouble(d, "number", id);
        return;
    }
    draft_number(d, number.n > 0 ? number : id);
}

static void
read_kind(struct draft *d, const struct tree_node *root)
{
    struct sv code = tree_text(tree_find(root, "GeneralOrSpecialVAT"), "LabelCode");
    struct sv name = tree_text(tree_find(root, "GeneralOrSpecialVAT"), "LabelName");

    if (sv_is(code, SV("01")) || (code.n == 0 && draft_kind_of(name) == INVOICE_VAT_SPECIAL))
        d->one.kind = INVOICE_DIGITAL_SPECIAL;
    else if (sv_is(code, SV("02")) || (code.n == 0 && draft_kind_of(name) == INVOICE_VAT_ORDINARY))
        d->one.kind = INVOICE_DIGITAL_ORDINARY;
}

/* The label says red, the amount says blue, or the other way: then the total is not to be used. */
static void
check_sign(struct draft *d, const struct tree_node *root)
{
    struct sv label = tree_text(tree_find(root, "InIssuType"), "LabelCode");
    bool is_negative = d->one.has_total && money_is_negative(d->one.total);

    if (!d->one.has_total || money_is_zero(d->one.total) ||
        (!sv_is(label, SV("Y")) && !sv_is(label, SV("N"))))
        return;
    if (sv_is(label, SV("N")) == is_negative)
        return;
    draft_refuse_amounts(d, "total against InIssuType", label);
}

static void
read_data(struct draft *d, const struct tree_node *root, const struct tree_node *data)
{
    struct invoice *one = &d->one;
    const struct tree_node *basic = tree_child(data, "BasicInformation");
    const struct tree_node *supervision = tree_find(root, "TaxSupervisionInfo");
    struct sv issued = sole_text(d, supervision, "IssueTime", "date");
    struct sv remark = tree_text(data, "AdditionalInformation/Remark");

    read_number(d, root);
    read_kind(d, root);
    draft_date(d, issued.n > 0 ? issued : tree_text(basic, "RequestTime"));
    draft_text(d, &one->seller, sole_text(d, data, "SellerInformation/SellerName", "seller"));
    draft_tax_id(d, &one->seller_tax_id,
        sole_text(d, data, "SellerInformation/SellerIdNum", "seller_tax_id"));
    draft_text(d, &one->buyer, sole_text(d, data, "BuyerInformation/BuyerName", "buyer"));
    draft_tax_id(d, &one->buyer_tax_id,
        sole_text(d, data, "BuyerInformation/BuyerIdNum", "buyer_tax_id"));
    draft_amount(d, &one->net, &one->has_net, "amount",
        sole_text(d, basic, "TotalAmWithoutTax", "amount"));
    draft_tax(d, &one->tax, &one->has_tax, "tax", sole_text(d, basic, "TotalTaxAm", "tax"));
    read_total(d, basic);
    draft_text(d, &one->words, tree_text(basic, "TotalTax-includedAmountInChinese"));
    draft_text(d, &one->remark, remark);
    draft_text(d, &one->red_of,
        tree_text(data, "SpecificInformation/RedEInvoice/OriginalInvoiceCode"));
    draft_find_red(d, remark);
    read_lines(d, data);
    check_sign(d, root);
    if (tree_again(data) || tree_again(basic))
        draft_refuse_amounts(d, "total, of which there are several", SV_EMPTY);
}

static int
recognise(struct sv head, struct source *s)
{
    struct sv tag, name = tree_root_name(head, &tag);

    (void)s;
    if (sv_is(name, SV("EInvoice")))
        return 100;
    /* Another root with the blocks of an invoice inside. */
    if (name.n > 0 && (sv_find(head, SV("<EInvoiceTag"), 0) != (size_t)-1 ||
            sv_find(head, SV("<EInvoiceData"), 0) != (size_t)-1 ||
            sv_find(head, SV("<TaxSupervisionInfo"), 0) != (size_t)-1))
        return 90;
    return 0;
}

static int
read_tree(const struct tree *t, struct input *in, struct invoices *out, struct err *e)
{
    const struct tree_node *data = tree_find(t->root, "EInvoiceData");
    struct draft d;
    int result;

    draft_init(&d, INVOICE_FROM_XML, true);
    read_data(&d, t->root, data ? data : t->root);
    result = draft_keep(&d, in, out, e);
    draft_release(&d);
    return result;
}

static int
read_xml(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct err why = ERR_INIT;
    struct tree t;
    int result;

    if (tree_read(&t, s, &why))
        result = draft_keep_unreadable(INVOICE_FROM_XML, true, &why, in, out, e);
    else
        result = read_tree(&t, in, out, e);
    tree_release(&t);
    return result;
}

const struct invoice_reader invoice_xml = {
    .name = "einvoice-xml",
    .title = N_("fully digital e-invoice (XML)"),
    .recognise = recognise,
    .read = read_xml,
};
