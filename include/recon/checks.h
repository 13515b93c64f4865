/*
 * checks.h - what is checked on each invoice.
 *
 * Every invoice has every check; a check that cannot be made (a field is missing, the config says
 * nothing) is passed. A failed one makes the invoice invalid unless it is a warning.
 */
#ifndef RECON_CHECKS_H
#define RECON_CHECKS_H

#include "recon/recon.h"

/* List the invoices of ${r} by date, then number, with all checks passed. -1: ERR_NOMEM. */
int checks_list(struct recon *r, const struct invoices *invoices, struct err *e);

/* Make all checks but `period` and what earlier reviews tell. -1: ERR_NOMEM. */
int checks_run(struct recon *r, const struct config *config, struct err *e);

/* Make the check `period`, once the covers are known. */
void checks_period(struct recon *r, const struct config *config);

/* Fail ${check} of ${v}, unless it has failed already. */
void check_fail(struct recon_invoice *v, enum check check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Say something about a check that is passed. */
void check_remark(struct recon_invoice *v, enum check check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool check_is_ok(const struct recon_invoice *v, enum check check);

/* No check but warnings has failed. */
bool checks_are_valid(const struct recon_invoice *v);

/* The checks `arithmetic` and `words` of ${v}. */
void check_amounts(struct recon_invoice *v);

/* The checks `duplicate` and `red-letter` of all invoices. -1: ERR_NOMEM. */
int check_numbers(struct recon *r, struct err *e);

enum tax_id_check { TAX_ID_FINE, TAX_ID_WRONG };

/* Whether the folded ${id} of 18 characters has the check digit of GB 32100-2015; ids of another
 * length, and citizen's numbers, are fine. */
enum tax_id_check tax_id_check(const char *id);

#endif
