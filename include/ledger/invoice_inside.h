/*
 * invoice_inside.h - what the parts of uniting invoices share.
 */
#ifndef LEDGER_INVOICE_INSIDE_H
#define LEDGER_INVOICE_INSIDE_H

#include "ledger/invoice.h"

/* What a file can tell of an invoice. */
enum invoice_field {
    INVOICE_NUMBER, INVOICE_CODE, INVOICE_DATE, INVOICE_SELLER, INVOICE_SELLER_ID, INVOICE_BUYER,
    INVOICE_BUYER_ID, INVOICE_CURRENCY, INVOICE_WORDS, INVOICE_RED_OF, INVOICE_REMARK,
    INVOICE_REFERENCES, INVOICE_NET, INVOICE_TAX, INVOICE_TOTAL, INVOICE_KIND, INVOICE_LINES,
    INVOICE_FIELDS,
};

/* Which file a field is from, and how good that is. */
struct invoice_origin {
    enum invoice_source source;
    const char *file;
};

/*
 * A part on its way into an invoice. Without origins it is another place of the same file, which
 * can differ, but not contradict.
 */
struct invoice_taking {
    struct invoice *into;
    const struct invoice *from;
    const char *file;
    struct invoice_origin *origins; /* of the fields of ${into}, or NULL */
    struct arena *arena;
};

/* Take what ${t->into} lacks, and keep what differs. -1: ERR_NOMEM, with a part taken. */
int invoice_take(struct invoice_taking *t, struct err *e);

#endif
