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
#include "recon/earlier.h"

/* A platform of which there are lines, an entry of the config, or known sellers. */
struct recon_platform {
    const char *id;
    enum invoice_basis basis;      /* by which claims are made: never unknown */
    bool is_basis_known;           /* else it is taken to be consumption */
    bool has_lines, has_entry;     /* of the ledger; of the config */
    bool is_net;                   /* its bills are net of tax */
    bool has_recharges;
    const char **sellers, **payees; /* folded, NULL-ended */
};

enum claim_status { CLAIM_UNCOVERED, CLAIM_PARTLY_COVERED, CLAIM_COVERED, CLAIM_CREDIT };

/* What an invoice of an earlier review has covered of a claim. */
struct reserved {
    const char *number;
    struct money amount;
};

struct claim {
    char id[24]; /* "C001" */
    const char *platform, *account, *order_id, *currency;
    enum invoice_basis basis;
    uint32_t platform_index;
    int64_t month;       /* start of the billing month in the review's zone; TIME_NONE: unknown */
    int64_t from, to;
    struct money exact;  /* before rounding to the minor unit */
    struct money amount, covered;
    enum claim_status status;
    bool is_outside;     /* of the review period: has no id, is part of no total */
    bool is_rounded;     /* covered by a rounded sum: what is left of it is rounding */
    uint32_t invalid_cover; /* 1 + index of the invoice that would cover of it if it counted; 0 */
    struct money held;   /* covered in earlier reviews by invoices that no longer count here */
    struct { struct reserved *at; size_t n, room; } earlier; /* by which */
    struct { uint32_t *at; size_t n, room; } lines;    /* of the ledger */
    struct { uint32_t *at; size_t n, room; } payments; /* indexes */
};

struct recharge {
    char id[24]; /* "R001"; "" outside of the review period */
    const char *platform, *account, *order_id, *line_id, *currency;
    uint32_t platform_index;
    int64_t time;
    struct money amount;
    struct { uint32_t *at; size_t n, room; } payments; /* indexes; none: unpaid */
    uint32_t line;   /* of the ledger */
    int64_t claim;   /* index of the claim that it is, -1: none (consumption) */
    bool is_outside;
};

enum matched { MATCHED, PARTLY_MATCHED, UNMATCHED, MATCH_INVALID, MATCH_OTHER_PERIOD };

/* The checks, in the order in which they are listed. */
enum check {
    CHECK_UNREADABLE,
    CHECK_ARITHMETIC,
    CHECK_WORDS,
    CHECK_BUYER_NAME,
    CHECK_BUYER_TAX_ID,
    CHECK_DUPLICATE,
    CHECK_RED_LETTER,
    CHECK_VOID,
    CHECK_TAX_ID_CHECKSUM,
    CHECK_SELLER,
    CHECK_ITEM,
    CHECK_PERIOD,
    CHECK_COUNT,
};

struct check_result {
    const char *check; /* "arithmetic"; a literal */
    bool is_ok, is_warning; /* a warning leaves the invoice valid */
    struct message message; /* why it fails, or a remark; format NULL: nothing to say */
};

struct cover {
    uint32_t claim;
    struct money amount;
};

struct recon_invoice {
    char id[24]; /* "I001" */
    const struct invoice *invoice;
    enum matched status;
    unsigned step; /* 1 to 6, 0: none */
    const char *detail; /* "", "running-total", "rounded-sum" */
    bool is_ambiguous;
    unsigned solutions;
    struct { struct check_result *at; size_t n, room; } checks; /* all, in the order of CHECK_ */
    struct { struct cover *at; size_t n, room; } covers;        /* claims inside the period */
    bool has_rest, is_blue;    /* the total is known; and it is not negative */
    struct money rest;         /* the total after red letters */
    struct money net_rest;     /* the net after red letters, where it is known */
    const char *reversed_by;   /* a red letter that reverses it, at least in part; NULL: none */
    bool is_net;               /* its net is compared, since the bills are net of tax */
    struct money need, used;   /* what is compared; how much of it covers claims, also outside */
    struct { struct cover *at; size_t n, room; } outer; /* claims outside the period */
    bool *pool;                /* by platform: issued by its seller, and there are lines */
    const char *platform;      /* its seller's only one, else "" */
    int64_t day;               /* its date as a day since 1970; INT64_MIN: none */
    const char *red_of;        /* the number that it reverses, also from the remark; "" if none */
    struct { struct earlier_cover *at; size_t n, room; } earlier; /* why it is a duplicate */
};

struct recon_payment {
    char id[24]; /* "P001" */
    const struct payment *payment;
    bool is_matched;
    unsigned solutions; /* in how many ways it can be matched equally well; 1 where it is sure */
    struct { uint32_t *at; size_t n, room; } recharges, claims;
};

struct recon_total {
    const char *currency;
    struct money claimable, invoiced, covered, uncovered, voucher, without_charges;
};

/* Spend without vouchers of a platform that invoices recharges, and shows none: in no claim. */
struct recon_unclaimed {
    const char *platform, *currency;
    struct money spent;
};

struct recon_difference {
    const char *kind;     /* "missing-invoice", ...; a literal */
    const char *platform; /* "" where the seller has none or several */
    const char *currency;
    struct money amount;
    struct money tolerance; /* FOCUS 1.4's, of rounding; else 0 */
    struct message message;
};

struct recon {
    struct arena arena;
    struct period period;
    struct { struct recon_platform *at; size_t n, room; } platforms; /* by id */
    struct { struct claim *at; size_t n, room; } claims;
    struct { struct recharge *at; size_t n, room; } recharges;
    struct { struct recon_invoice *at; size_t n, room; } invoices;
    struct { struct recon_payment *at; size_t n, room; } payments;
    struct { struct recon_total *at; size_t n, room; } totals;
    struct { struct recon_difference *at; size_t n, room; } differences;
    struct { struct recon_unclaimed *at; size_t n, room; } unclaimed; /* by platform, currency */
    struct { struct warning *at; size_t n, room; } warnings; /* matching-gave-up, ... */
};

/*
 * Reconcile. All arguments but ${r} are borrowed and outlive it; ${config} and ${earlier} may be
 * NULL. -1: ERR_NOMEM, ERR_RANGE. Release ${r} in every case.
 */
int recon_build(struct recon *r, const struct ledger *l, const struct invoices *invoices,
    const struct payments *payments, const struct period *period, const struct formats *formats,
    const struct config *config, const struct earlier *earlier, struct err *e);
void recon_release(struct recon *r);

/* The words of the output: "covered", "partly-matched"; literals. */
const char *claim_status_word(enum claim_status s);
const char *matched_word(enum matched m);
const char *basis_word(enum invoice_basis b);

/* The laws: claimable = sum of claims; covered = sum of covers; uncovered = claimable - covered;
 * differences but voucher sum to claimable - invoiced. -1: ERR_BUG. */
int recon_check(const struct recon *r, struct err *e);

#endif
