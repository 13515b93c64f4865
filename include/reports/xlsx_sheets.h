/*
 * xlsx_sheets.h - the sheets of review.xlsx; the parts of render_xlsx.c.
 */
#ifndef REPORTS_XLSX_SHEETS_H
#define REPORTS_XLSX_SHEETS_H

#include "reports/book.h"
#include "reports/results.h"

/* Where sums stand that the summary takes from other sheets. */
#define XLSX_SPEND_BILLED 5
#define XLSX_FINDINGS_NET 12

/*
 * Fill a sheet that has just begun, and end it. What does not fit is told at its end with the name
 * of the file that has it.
 */
void xlsx_spend(struct sheet *s, const struct results *r);
void xlsx_resources(struct sheet *s, const struct results *r);
void xlsx_days(struct sheet *s, const struct results *r);
void xlsx_projects(struct sheet *s, const struct results *r);
void xlsx_findings(struct sheet *s, const struct results *r);
void xlsx_evidence(struct sheet *s, const struct results *r);
void xlsx_ledger(struct sheet *s, const struct results *r);
void xlsx_reconciliation(struct sheet *s, const struct results *r);
void xlsx_inputs(struct sheet *s, const struct results *r);

/* End ${s}, which shows what it has of ${all} rows; the rest is in ${file}. */
void xlsx_end(struct sheet *s, const struct results *r, size_t all, const char *file);

#endif
