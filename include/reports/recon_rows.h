/*
 * recon_rows.h - all of a reconciliation as rows of one table.
 *
 * Each row is one claim, recharge, invoice, cover (what an invoice takes of a claim), payment,
 * total or difference; `record` says which, cells that it has no use for are empty.
 */
#ifndef REPORTS_RECON_ROWS_H
#define REPORTS_RECON_ROWS_H

#include "reports/results.h"

/* NULL cells are empty. Valid while it is visited. */
struct recon_row {
    const char *record, *id, *platform, *account, *number, *code, *party, *from, *to, *order_id;
    const char *currency, *status, *step, *detail, *related;
    const struct money *amount, *covered;
    const char *message, *todo; /* for people; what to do about checks that failed */
};

typedef void recon_row_visit(void *context, const struct recon_row *row);

/* Visit all rows; none where nothing was reconciled. -1: ERR_NOMEM. */
int recon_rows(const struct results *r, recon_row_visit *visit, void *context, struct err *e);

#endif
