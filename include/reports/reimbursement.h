/*
 * reimbursement.h - the parts of reimbursement.html.
 */
#ifndef REPORTS_REIMBURSEMENT_H
#define REPORTS_REIMBURSEMENT_H

#include "reports/recon_say.h"
#include "reports/results.h"

/* ${amount} for the page: two decimals, or those of the currency; what is finer is shown whole. */
void reimbursement_amount(struct buf *out, struct money amount, const char *currency);

/* "CNY 123.45 (壹佰贰拾叁圆肆角伍分)": capitals for yuan alone. -1: ERR_RANGE. */
int reimbursement_sum(struct buf *out, struct money amount, const char *currency,
    struct err *e);

/* ${amount} in Chinese capitals. -1: ERR_RANGE. */
int reimbursement_capitals(struct buf *out, struct money amount, struct err *e);

/* The valid invoices of ${currency} with the charges and payments behind each, and their sum. */
int reimbursement_invoices(struct buf *out, const struct results *r, const char *currency,
    struct err *e);

/* Invoices that do not count, and why. */
void reimbursement_invalid(struct buf *out, const struct results *r);

/* Charges of ${currency} that are not covered, or not in whole, and why; with their sum. */
int reimbursement_gaps(struct buf *out, const struct results *r, const char *currency,
    struct err *e);

/* The payments of the review. */
void reimbursement_payments(struct buf *out, const struct results *r);

/* The files behind it all, with their sums of bytes. */
void reimbursement_files(struct buf *out, const struct results *r);

/* The charges of ${currency} by project, if the config has projects. -1: ERR_NOMEM, ERR_RANGE. */
int reimbursement_projects(struct buf *out, const struct results *r, const char *currency,
    struct err *e);

#endif
