/*
 * ofd_tags.c - the tags of an OFD invoice: which text object holds which field.
 *
 *     <ofd:InvoiceNo><ofd:ObjectRef PageRef="61">6922</ofd:ObjectRef></ofd:InvoiceNo>
 *
 * Real files have tags such as <:eInvoice xmlns:="">, which no XML parser takes. So tags are found
 * as such: what stands between < and >, without its prefix.
 */
#include "parsers/invoice_ofd.h"

#define VALUE_MAX ((size_t)1 << 16)

struct tags {
    struct draft *d;
    const struct ofd_page_texts *texts;
    struct buf value; /* of the field that is open */
    bool is_reference, is_data;
};

/* The fields by the names of older and of newer invoices. */
enum field {
    FIELD_NONE, FIELD_NUMBER, FIELD_CODE, FIELD_DATE, FIELD_BUYER, FIELD_BUYER_ID, FIELD_SELLER,
    FIELD_SELLER_ID, FIELD_NET, FIELD_TAX, FIELD_TOTAL, FIELD_WORDS, FIELD_NOTE, FIELD_ITEM,
    FIELD_RATE, FIELD_AMOUNT, FIELD_TAX_AMOUNT,
};

static const struct { const char *name; enum field field; } fields[] = {
    { "InvoiceNo", FIELD_NUMBER }, { "InvoiceNumber", FIELD_NUMBER }, { "EIid", FIELD_NUMBER },
    { "InvoiceCode", FIELD_CODE }, { "IssueDate", FIELD_DATE }, { "IssueTime", FIELD_DATE },
    { "BuyerName", FIELD_BUYER }, { "BuyerTaxID", FIELD_BUYER_ID },
    { "BuyerIdNum", FIELD_BUYER_ID }, { "SellerName", FIELD_SELLER },
    { "SellerTaxID", FIELD_SELLER_ID }, { "SellerIdNum", FIELD_SELLER_ID },
    { "TaxExclusiveTotalAmount", FIELD_NET }, { "TotalAmWithoutTax", FIELD_NET },
    { "TaxTotalAmount", FIELD_TAX }, { "TotalTaxAm", FIELD_TAX },
    { "TaxInclusiveTotalAmount", FIELD_TOTAL }, { "TotalTax-includedAmount", FIELD_TOTAL },
    { "TaxInclusiveTotalAmountWithWords", FIELD_WORDS },
    { "TotalTax-includedAmountInChinese", FIELD_WORDS }, { "Note", FIELD_NOTE },
    { "Remark", FIELD_NOTE }, { "Item", FIELD_ITEM }, { "ItemName", FIELD_ITEM },
    { "TaxScheme", FIELD_RATE }, { "TaxRate", FIELD_RATE }, { "Amount", FIELD_AMOUNT },
    { "TaxAmount", FIELD_TAX_AMOUNT }, { "ComTaxAm", FIELD_TAX_AMOUNT },
};

static enum field
field_of(struct sv name)
{
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (sv_is(name, sv_of(fields[i].name)))
            return fields[i].field;
    return FIELD_NONE;
}

/* The line that the last item began, or a new one. */
static struct invoice_line *
last_line(struct draft *d)
{
    return d->one.lines.n > 0 ? &d->one.lines.at[d->one.lines.n - 1] : draft_line(d);
}

static void
set_line(struct draft *d, enum field field, struct sv value)
{
    struct invoice_line *line = field == FIELD_ITEM ? draft_line(d) : last_line(d);

    if (!line)
        return;
    if (field == FIELD_ITEM)
        line->item = draft_copy(d, value);
    else if (field == FIELD_RATE)
        line->rate = draft_copy(d, value);
    else if (field == FIELD_AMOUNT)
        draft_amount(d, &line->amount, &line->has_amount, "line amount", value);
    else
        draft_tax(d, &line->tax, &line->has_tax, "line tax", value);
}

static void
set_field(struct draft *d, enum field field, struct sv value)
{
    struct invoice *one = &d->one;

    if (value.n == 0)
        return;
    switch (field) {
    case FIELD_NUMBER:
        draft_number(d, value);
        break;
    case FIELD_CODE:
        draft_code(d, value);
        break;
    case FIELD_DATE:
        draft_date(d, value);
        break;
    case FIELD_BUYER:
        draft_text(d, &one->buyer, value);
        break;
    case FIELD_BUYER_ID:
        draft_tax_id(d, &one->buyer_tax_id, value);
        break;
    case FIELD_SELLER:
        draft_text(d, &one->seller, value);
        break;
    case FIELD_SELLER_ID:
        draft_tax_id(d, &one->seller_tax_id, value);
        break;
    case FIELD_NET:
        draft_amount(d, &one->net, &one->has_net, "amount", value);
        break;
    case FIELD_TAX:
        draft_tax(d, &one->tax, &one->has_tax, "tax", value);
        break;
    case FIELD_TOTAL:
        draft_amount(d, &one->total, &one->has_total, "total", value);
        break;
    case FIELD_WORDS:
        draft_text(d, &one->words, value);
        break;
    case FIELD_NOTE:
        draft_text(d, &one->remark, value);
        draft_find_red(d, value);
        break;
    case FIELD_ITEM:
    case FIELD_RATE:
    case FIELD_AMOUNT:
    case FIELD_TAX_AMOUNT:
        set_line(d, field, value);
        break;
    case FIELD_NONE:
        break;
    }
}

static struct sv
local_name(struct sv tag)
{
    size_t end = 0, colon;
    struct sv name;

    while (end < tag.n && !strchr(" \t\r\n/", tag.p[end]))
        end++;
    name = sv_part(tag, 0, end);
    colon = sv_find(name, SV(":"), 0);
    return colon == (size_t)-1 ? name : sv_part(name, colon + 1, name.n);
}

static void
open_tag(struct tags *t, struct sv name)
{
    t->is_reference = sv_is(name, SV("ObjectRef"));
    t->is_data = sv_is(name, SV("ObjectData"));
    if (!t->is_reference && !t->is_data)
        buf_reset(&t->value);
}

static void
close_tag(struct tags *t, struct sv name)
{
    bool is_leaf = sv_is(name, SV("ObjectRef")) || sv_is(name, SV("ObjectData"));

    t->is_reference = t->is_data = false;
    if (is_leaf)
        return;
    set_field(t->d, field_of(name), sv_trim(buf_sv(&t->value)));
    buf_reset(&t->value);
}

static void
take_text(struct tags *t, struct sv text)
{
    text = sv_trim(text);
    if (t->is_reference)
        buf_add_text(&t->value, ofd_text(t->texts, text));
    else if (t->is_data)
        buf_add(&t->value, text);
}

void
ofd_read_tags(struct draft *d, struct sv tags, const struct ofd_page_texts *texts)
{
    struct tags t = { .d = d, .texts = texts };
    size_t at = 0;

    buf_init(&t.value, VALUE_MAX);
    while (at < tags.n) {
        size_t open = sv_find(tags, SV("<"), at), close;
        struct sv tag;

        if (open == (size_t)-1)
            break;
        take_text(&t, sv_part(tags, at, open));
        close = sv_find(tags, SV(">"), open);
        if (close == (size_t)-1)
            break;
        tag = sv_part(tags, open + 1, close);
        at = close + 1;
        if (tag.n == 0 || tag.p[0] == '?' || tag.p[0] == '!')
            continue;
        if (tag.p[0] == '/') {
            close_tag(&t, local_name(sv_part(tag, 1, tag.n)));
        } else {
            open_tag(&t, local_name(tag));
            if (tag.p[tag.n - 1] == '/')
                close_tag(&t, local_name(tag));
        }
    }
    buf_release(&t.value);
}
