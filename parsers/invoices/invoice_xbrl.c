/*
 * invoice_xbrl.c - records of vouchers in XBRL, which are refused.
 *
 *     <xbrli:xbrl xmlns:einv="http://xbrl.mof.gov.cn/taxonomy/2023-12-31/einv">...
 *
 * They are what the receiver booked, without the buyer's name and without lines: no invoice.
 */
#include "base/lang.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

static int
recognise(struct sv head, struct source *s)
{
    struct sv tag, name = tree_root_name(head, &tag);

    (void)s;
    if (!sv_is(name, SV("xbrl")))
        return 0;
    return sv_find(head, SV("xbrl.mof.gov.cn"), 0) != (size_t)-1 ? 100 : 0;
}

/* What the record is of, by the last part of the taxonomy's address. */
static const char *
find_title(struct sv head)
{
    static const struct { struct sv mark; const char *title; } kinds[] = {
        { { "/einv\"", 6 }, "einv: fully digital e-invoice" },
        { { "/rai\"", 5 }, "rai: rail ticket" },
        { { "/atr\"", 5 }, "atr: air ticket" },
        { { "/bker\"", 6 }, "bker: bank receipt" },
        { { "/bkrs\"", 6 }, "bkrs: bank statement" },
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (sv_find(head, kinds[i].mark, 0) != (size_t)-1)
            return kinds[i].title;
    return "?";
}

static int
refuse(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    char bytes[4096];
    size_t n;

    (void)in;
    (void)out;
    if (source_read(s, bytes, sizeof(bytes), 0, &n, e))
        return -1;
    return err_set(e, ERR_SYNTAX,
        "an accounting record of a voucher in XBRL (%s), no invoice; give the invoice itself",
        find_title((struct sv){ bytes, n }));
}

const struct invoice_reader invoice_xbrl = {
    .name = "xbrl",
    .title = N_("accounting record of a voucher (XBRL), refused"),
    .recognise = recognise,
    .read = refuse,
};
