/*
 * en.c - what the two syntaxes of EN 16931 have in common.
 */
#include "parsers/invoice_en.h"

int
en_read(struct source *s, en_fill *fill, struct input *in, struct invoices *out, struct err *e)
{
    struct err why = ERR_INIT;
    struct tree t;
    struct draft d;
    int result;

    if (tree_read(&t, s, &why)) {
        result = draft_keep_unreadable(INVOICE_FROM_XML, false, &why, in, out, e);
    } else {
        draft_init(&d, INVOICE_FROM_XML, false);
        fill(&d, t.root);
        result = draft_keep(&d, in, out, e);
        draft_release(&d);
    }
    tree_release(&t);
    return result;
}

void
en_amount(struct draft *d, struct money *field, bool *has, const char *name,
    const struct tree_node *node, const char *path)
{
    const struct tree_node *at = tree_at(node, path), *other = tree_other(node, path);
    const char *currency = at ? xml_attribute(at->attributes, "currencyID") : NULL;

    if (!at)
        return;
    if (other) {
        draft_trouble(d, name, sv_of(at->text));
        draft_trouble(d, name, sv_of(other->text));
    } else if (currency && strcmp(currency, d->one.currency) != 0) {
        draft_trouble(d, name, sv_of(currency));
    } else {
        draft_amount(d, field, has, name, sv_of(at->text));
    }
    d->one.is_total_unreadable |= field == &d->one.total && !*has;
}

struct invoice_line *
en_line(struct draft *d, struct sv item, const struct tree_node *node, const char *path,
    bool is_less)
{
    struct invoice_line *line = draft_line(d);

    if (!line)
        return NULL;
    line->item = draft_copy(d, item);
    en_amount(d, &line->amount, &line->has_amount, "line amount", node, path);
    if (is_less)
        line->amount = money_negate(line->amount);
    return line;
}

void
en_reference(struct draft *d, struct sv text)
{
    struct buf all;

    text = sv_trim(text);
    if (text.n == 0)
        return;
    buf_init(&all, DRAFT_TEXT_MAX * 2);
    buf_addf(&all, "%s\n%.*s", d->one.references, SV_ARG(sv_head(text, DRAFT_TEXT_MAX)));
    if (d->one.references[0] == '\0' || all.failed)
        draft_text(d, &d->one.references, text);
    else
        d->one.references = draft_copy(d, buf_sv(&all));
    buf_release(&all);
}

void
en_finish(struct draft *d, struct sv type_code)
{
    struct invoice *one = &d->one;

    if (!one->has_tax && one->has_net && one->has_total &&
        money_compare(one->net, one->total) == 0)
        one->has_tax = true;
    if (sv_is(type_code, SV("381")))
        one->kind = INVOICE_CREDIT_NOTE;
    if (one->kind == INVOICE_CREDIT_NOTE)
        draft_negate(d);
}
