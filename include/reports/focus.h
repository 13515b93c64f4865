/*
 * focus.h - the ledger as a FOCUS 1.2 Cost and Usage dataset.
 *
 * FOCUS wants values where bills say nothing. What follows from what a bill does say is derived, by
 * the rules of docs/EXPORTS.md, and named in the column x_Derived of its line; what does not follow
 * is null. Lines that are no costs, or in no national currency, are left out and counted.
 */
#ifndef REPORTS_FOCUS_H
#define REPORTS_FOCUS_H

#include "base/intern.h"
#include "base/lang.h"
#include "ledger/ledger.h"
#include "parsers/pattern.h"
#include "reports/render.h"

/* At least the columns of the ledger. */
#define FOCUS_COLUMNS_MAX 80

/* Why a line is left out. */
enum focus_left {
    FOCUS_MOVE,     /* recharges and withdrawals are no costs */
    FOCUS_CURRENCY, /* DCU, or none */
    FOCUS_NO_TIME,  /* neither charge period nor billing period */
    FOCUS_LEFT_COUNT,
};

/* A line as FOCUS has it. */
struct focus_line {
    struct charge c;
    uint64_t derived[2];     /* bit per column of the ledger, in its order */
    const char *issuer;      /* the bill's InvoiceIssuerName where FOCUS has another, else "" */
    struct money quantity[2]; /* PricingQuantity and ConsumedQuantity that FOCUS cannot take */
    struct sv unit[2];       /* their units */
    bool has_quantity[2];
};

struct focus_platform {
    const char *id;
    uint64_t lines;
    uint64_t derived[FOCUS_COLUMNS_MAX], missing[FOCUS_COLUMNS_MAX]; /* lines, by column */
};

/* The one category of a service. */
struct focus_service {
    unsigned rank;
    struct sv category, subcategory;
};

struct focus {
    const struct ledger *ledger;
    int zone_minutes;
    struct arena arena;
    struct intern strings;
    struct map services;     /* ServiceName -> struct focus_service */
    struct pattern *unit;    /* what FOCUS takes as a unit */
    struct { struct focus_platform *at; size_t n, room; } platforms; /* by id */
    uint64_t written, left[FOCUS_LEFT_COUNT];
};

/*
 * Prepare ${l}; months without a billing period of their own begin in the zone of ${zone_minutes}.
 * -1: ERR_NOMEM. focus_release() in every case.
 */
int focus_init(struct focus *f, const struct ledger *l, int zone_minutes, struct err *e);

/*
 * Line ${line}, which counts, into ${out}, whose texts live as long as ${f}, and into the tallies.
 * 1; 0: it is left out; -1: ERR_NOMEM, ERR_RANGE.
 */
int focus_line_of(struct focus *f, const struct ledger_line *line, struct focus_line *out,
    struct err *e);

/* The dataset as CSV: FOCUS's columns first, then our own. Once for each ${f}. */
int render_focus(struct focus *f, render_sink *sink, void *context, struct err *e);

/* Append what was written, left out, derived and not told, for people, one fact a line. */
void focus_report(struct buf *out, struct focus *f, enum lang lang);

void focus_release(struct focus *f);

/* What focus_line_of() does first, and focus_init() to learn the services. */
int focus_fill(struct focus *f, const struct ledger_line *line, struct focus_line *out,
    struct err *e);

/* Mark column ${slot} of ${kind} as derived. */
void focus_derive(struct focus_line *out, enum column_kind kind, unsigned slot);
bool focus_is_derived(const struct focus_line *out, size_t column);

#endif
