/*
 * recon.h - invoices against charges, recharges and payments.
 *
 * Claims are what may be invoiced; invoices cover claims; payments stand behind recharges and
 * postpaid months. All amounts are exact; matching works in minor units of the currency. The result
 * does not depend on the order in which files were given. Lists are sorted by id.
 */
#ifndef RECON_RECON_H
#define RECON_RECON_H

#include "ledger/invoice.h"
#include "ledger/ledger.h"
#include "ledger/payment.h"
#include "ledger/settle.h"
#include "parsers/config.h"
#include "parsers/format.h"

enum claim_status { CLAIM_UNCOVERED, CLAIM_PARTLY_COVERED, CLAIM_COVERED, CLAIM_CREDIT };

struct claim {
    char id[12]; /* "C001" */
    const char *platform, *account, *order_id, *currency;
    enum invoice_basis basis;
    int64_t from, to;
    struct money exact;  /* before rounding to the minor unit */
    struct money amount, covered;
    enum claim_status status;
    bool is_outside;     /* of the review period */
    struct { uint32_t *at; size_t n, room; } lines;    /* of the ledger */
    struct { uint32_t *at; size_t n, room; } payments; /* indexes */
};

struct recharge {
    char id[12]; /* "R001" */
    const char *platform, *account, *order_id, *currency;
    int64_t time;
    struct money amount;
    int64_t payment; /* index, -1: unpaid */
    uint32_t line;   /* of the ledger */
    bool is_outside;
};

enum matched { MATCHED, PARTLY_MATCHED, UNMATCHED, MATCH_INVALID, MATCH_OTHER_PERIOD };

struct check_result {
    const char *check; /* "arithmetic"; a literal */
    bool is_ok, is_warning; /* a warning leaves the invoice valid */
    struct message message; /* why it fails */
};

struct cover {
    uint32_t claim;
    struct money amount;
};

struct recon_invoice {
    char id[12]; /* "I001" */
    const struct invoice *invoice;
    enum matched status;
    unsigned step; /* 1 to 6, 0: none */
    const char *detail; /* "", "running-total", "rounded-sum" */
    bool is_ambiguous;
    unsigned solutions;
    struct { struct check_result *at; size_t n, room; } checks;
    struct { struct cover *at; size_t n, room; } covers;
};

struct recon_payment {
    char id[12]; /* "P001" */
    const struct payment *payment;
    bool is_matched;
    struct { uint32_t *at; size_t n, room; } recharges, claims;
};

struct recon_total {
    const char *currency;
    struct money claimable, invoiced, covered, uncovered, voucher, without_charges;
};

struct recon_difference {
    const char *kind;     /* "missing-invoice", ...; a literal */
    const char *platform; /* "" where the seller has none or several */
    const char *currency;
    struct money amount;
    struct message message;
};

struct recon {
    struct arena arena;
    struct { struct claim *at; size_t n, room; } claims;
    struct { struct recharge *at; size_t n, room; } recharges;
    struct { struct recon_invoice *at; size_t n, room; } invoices;
    struct { struct recon_payment *at; size_t n, room; } payments;
    struct { struct recon_total *at; size_t n, room; } totals;
    struct { struct recon_difference *at; size_t n, room; } differences;
    struct { struct warning *at; size_t n, room; } warnings; /* matching-gave-up, ... */
};

/*
 * Reconcile. All arguments but ${r} are borrowed and outlive it; ${config} may be NULL. -1:
 * ERR_NOMEM, ERR_RANGE. Release ${r} in every case.
 */
int recon_build(struct recon *r, const struct ledger *l, const struct invoices *invoices,
    const struct payments *payments, const struct period *period, const struct formats *formats,
    const struct config *config, struct err *e);
void recon_release(struct recon *r);

/* The laws: claimable = sum of claims; covered = sum of covers; uncovered = claimable - covered;
 * differences but voucher sum to claimable - invoiced. -1: ERR_BUG. */
int recon_check(const struct recon *r, struct err *e);

#endif
