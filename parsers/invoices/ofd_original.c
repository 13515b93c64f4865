/*
 * ofd_original.c - the data of an older electronic invoice, which its OFD carries as an attachment.
 *
 *     <eInvoice xmlns:fp="http://www.edrm.org.cn/schema/e-invoice/2019" Version="1.0">
 *       <fp:InvoiceCode>033002000211</fp:InvoiceCode><fp:InvoiceNo>80000001</fp:InvoiceNo>...
 */
#include "parsers/invoice_ofd.h"
#include "parsers/invoice_qr.h"
#include "parsers/invoice_tree.h"

static void
read_goods(struct draft *d, const struct tree_node *root)
{
    const struct tree_node *n = tree_at(root, "GoodsInfos/GoodsInfo");

    for (; n; n = tree_again(n)) {
        struct invoice_line *line = draft_line(d);

        if (!line)
            return;
        line->item = draft_copy(d, tree_text(n, "Item"));
        line->rate = draft_copy(d, tree_text(n, "TaxScheme"));
        draft_amount(d, &line->amount, &line->has_amount, "line amount", tree_text(n, "Amount"));
        draft_tax(d, &line->tax, &line->has_tax, "line tax", tree_text(n, "TaxAmount"));
    }
}

/* The text of the QR code tells the kind. Some writers put a picture there. */
static void
read_kind(struct draft *d, const struct tree_node *root)
{
    struct draft qr;

    draft_init(&qr, INVOICE_FROM_QR, true);
    if (qr_read(&qr, tree_text(root, "GraphCode")))
        d->one.kind = qr.one.kind;
    draft_release(&qr);
}

int
ofd_read_original(struct draft *d, struct source *s, struct err *e)
{
    struct invoice *one = &d->one;
    const struct tree_node *root;
    struct tree t;
    int result = tree_read(&t, s, e);

    if (result == 0) {
        root = t.root;
        draft_number(d, tree_text(root, "InvoiceNo"));
        draft_code(d, tree_text(root, "InvoiceCode"));
        draft_date(d, tree_text(root, "IssueDate"));
        draft_text(d, &one->buyer, tree_text(root, "Buyer/BuyerName"));
        draft_tax_id(d, &one->buyer_tax_id, tree_text(root, "Buyer/BuyerTaxID"));
        draft_text(d, &one->seller, tree_text(root, "Seller/SellerName"));
        draft_tax_id(d, &one->seller_tax_id, tree_text(root, "Seller/SellerTaxID"));
        draft_amount(d, &one->net, &one->has_net, "amount",
            tree_text(root, "TaxExclusiveTotalAmount"));
        draft_tax(d, &one->tax, &one->has_tax, "tax", tree_text(root, "TaxTotalAmount"));
        draft_amount(d, &one->total, &one->has_total, "total",
            tree_text(root, "TaxInclusiveTotalAmount"));
        draft_text(d, &one->words, tree_text(root, "TaxInclusiveTotalAmountWithWords"));
        draft_text(d, &one->remark, tree_text(root, "Note"));
        draft_text(d, &one->red_of, tree_text(root, "OriginalInvoiceNo"));
        draft_find_red(d, tree_text(root, "Note"));
        read_kind(d, root);
        read_goods(d, root);
    }
    tree_release(&t);
    return result;
}
