/*
 * invoice_xml_flat.c - e-invoices as platforms of third parties write them.
 *
 *     <Invoice><InvoiceNumber>26322000000000000001</InvoiceNumber><TotalAmount>500.00</TotalAmount>
 *
 * TotalAmount is the net amount in some of these and the gross one in others. It is taken only
 * where the document itself tells which: by a tax beside it.
 */
#include "base/lang.h"
#include "parsers/invoice_draft.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

/* The text of the first of NULL-ended ${names} that is there. */
static struct sv
first_of(const struct tree_node *node, const char *const *names)
{
    for (; *names; names++) {
        struct sv text = tree_text(node, *names);

        if (text.n > 0)
            return text;
    }
    return SV_EMPTY;
}

#define FIRST_OF(node, ...) first_of((node), (const char *const[]){ __VA_ARGS__, NULL })

static void
read_amounts(struct draft *d, const struct tree_node *root)
{
    struct invoice *one = &d->one;
    struct money stated = MONEY_ZERO, sum;
    bool has_stated = false;
    struct err ignored = ERR_INIT;

    draft_amount(d, &one->net, &one->has_net, "amount",
        FIRST_OF(root, "TotalAmWithoutTax", "AmountWithoutTax", "TotalAmountWithoutTax"));
    draft_tax(d, &one->tax, &one->has_tax, "tax",
        FIRST_OF(root, "TotalTaxAm", "TotalTax", "TaxAmount", "TotalTaxAmount"));
    draft_amount(d, &one->total, &one->has_total, "total",
        FIRST_OF(root, "TotalTax-includedAmount", "AmountWithTax", "TotalAmountWithTax"));
    draft_amount(d, &stated, &has_stated, "TotalAmount", tree_text(root, "TotalAmount"));
    if (!has_stated || one->has_total)
        return;
    sum = one->net;
    if (one->has_net && one->has_tax && money_add(&sum, one->tax, &ignored) == 0 &&
        money_compare(sum, stated) == 0) {
        one->total = stated;
        one->has_total = true;
    } else {
        draft_trouble(d, "total, since TotalAmount may be with or without tax",
            tree_text(root, "TotalAmount"));
    }
}

static int
recognise(struct sv head, struct source *s)
{
    struct sv tag, name = tree_root_name(head, &tag);

    (void)s;
    return sv_is(name, SV("Invoice")) && sv_find(head, SV("<InvoiceNumber>"), 0) != (size_t)-1
        ? 60
        : 0;
}

static int
read_tree(const struct tree_node *root, struct input *in, struct invoices *out, struct err *e)
{
    struct draft d;
    struct invoice *one = &d.one;
    int result;

    draft_init(&d, INVOICE_FROM_XML, true);
    draft_number(&d, tree_text(root, "InvoiceNumber"));
    draft_code(&d, tree_text(root, "InvoiceCode"));
    draft_date(&d, FIRST_OF(root, "IssueTime", "IssueDate", "InvoiceDate"));
    draft_text(&d, &one->seller, tree_text(root, "SellerName"));
    draft_tax_id(&d, &one->seller_tax_id, FIRST_OF(root, "SellerIdNum", "SellerTaxID"));
    draft_text(&d, &one->buyer, tree_text(root, "BuyerName"));
    draft_tax_id(&d, &one->buyer_tax_id, FIRST_OF(root, "BuyerIdNum", "BuyerTaxID"));
    draft_text(&d, &one->remark, FIRST_OF(root, "Remark", "Note"));
    draft_find_red(&d, sv_of(one->remark));
    read_amounts(&d, root);
    result = draft_keep(&d, in, out, e);
    draft_release(&d);
    return result;
}

static int
read_flat(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    struct err why = ERR_INIT;
    struct tree t;
    int result;

    if (tree_read(&t, s, &why))
        result = draft_keep_unreadable(INVOICE_FROM_XML, true, &why, in, out, e);
    else
        result = read_tree(t.root, in, out, e);
    tree_release(&t);
    return result;
}

const struct invoice_reader invoice_xml_flat = {
    .name = "einvoice-xml-flat",
    .title = N_("e-invoice of a third party (XML)"),
    .recognise = recognise,
    .read = read_flat,
};
