/*
 * reimbursement.h - the parts of reimbursement.html.
 */
#ifndef REPORTS_REIMBURSEMENT_H
#define REPORTS_REIMBURSEMENT_H

#include "base/map.h"
#include "reports/recon_say.h"
#include "reports/results.h"

/* A column of a table; its class tells the style sheet what stands in it: "short" (never broken),
 * "id" (broken anywhere), "n" (an amount), "words", "hash", or "" for text. */
struct reimbursement_column {
    const char *title; /* key for lang_text() */
    const char *class;
};

/* Begin a section with its title, "Invoices (CNY)" where ${currency} is given and there are
 * several. */
void reimbursement_section(struct buf *out, const struct results *r, const char *title,
    const char *currency);

/* Begin a table, up to its first row. */
void reimbursement_table(struct buf *out, const struct results *r,
    const struct reimbursement_column *columns, size_t n);

/* A cell with ${text}; ${class} may be "". */
void reimbursement_cell(struct buf *out, const char *class, const char *text);

/* A cell with an amount, without or with its currency; empty if not ${is_known}. */
void reimbursement_amount_cell(struct buf *out, bool is_known, struct money amount,
    const char *currency);
void reimbursement_money_cell(struct buf *out, const struct results *r, bool is_known,
    struct money amount, const char *currency);

/* A row over ${columns} columns that says how many more there are. */
void reimbursement_more(struct buf *out, const struct results *r, size_t more,
    unsigned columns);

/* ${amount} of CNY in capitals; a dash where it is so large that it has none. */
void reimbursement_capitals(struct buf *out, struct money amount);

/* "Not covered in all: CNY 123.45 (capitals)", below a table. */
void reimbursement_total(struct buf *out, const struct results *r, const char *title,
    struct money amount, const char *currency);

/* ${text} in the results' language, and a colon. */
void reimbursement_label(struct buf *out, const struct results *r, const char *text);

/* ${amount} for the page: two decimals, or those of the currency; what is finer is shown whole. */
void reimbursement_amount(struct buf *out, struct money amount, const char *currency);

/* ${amount} with its currency: "CNY 123.45", in Chinese "¥123.45". */
void reimbursement_money(struct buf *out, const struct results *r, struct money amount,
    const char *currency);

/* What ${currency} is where it is a platform's own unit, as a paragraph. */
void reimbursement_unit(struct buf *out, const struct results *r, const char *currency);

/* The first page: what is claimed, by whom, on what grounds, what is not in it, and where to sign.
 * -1: ERR_NOMEM, ERR_RANGE. */
int reimbursement_summary(struct buf *out, const struct results *r, const struct map *attachments,
    struct err *e);

/* What payments and which invoices the claim rests on: a list, if anything is claimed. -1:
 * ERR_NOMEM, ERR_RANGE. */
int reimbursement_grounds(struct buf *out, const struct results *r, struct err *e);

/* The projects of the claims, ", " between them; nothing where the config has none. -1: ERR_NOMEM,
 * ERR_RANGE. */
int reimbursement_project_names(struct buf *out, const struct results *r, struct err *e);

/* Number the files that are to be attached from 1, by paths of inputs and of the files that these
 * lie in: bills with lines that count in the period, invoices but those of other periods, records
 * of payments for what the claim is about. -1: ERR_NOMEM. */
int reimbursement_attachments(struct map *numbers, const struct results *r, struct err *e);

/* The number of the file of ${path}; 0 where it is not attached. */
uint64_t reimbursement_attachment(const struct map *numbers, const char *path);

/* The first input of file ${n}, from that of index ${*at} on, which goes behind it; NULL where
 * there is no such file. */
const struct input *reimbursement_next_file(const struct results *r, const struct map *numbers,
    size_t *at, uint64_t n);

/* "A1, A4": the files of an invoice; the bills of a charge. */
void reimbursement_files_of_invoice(struct buf *out, const struct map *numbers,
    const struct invoice *one);
void reimbursement_files_of_claim(struct buf *out, const struct results *r,
    const struct map *numbers, const struct claim *c);

/* The valid invoices of ${currency} with the charges and payments behind each, and their sum. */
int reimbursement_invoices(struct buf *out, const struct results *r, const char *currency,
    const struct map *attachments, struct err *e);

/* Invoices that do not count, and why. */
void reimbursement_left_out(struct buf *out, const struct results *r,
    const struct map *attachments);

/* Charges of ${currency} that are not covered, or not in whole, and why; with their sum. */
int reimbursement_gaps(struct buf *out, const struct results *r, const char *currency,
    struct err *e);

/* The payments of the review, and the recharges that none was found for. */
void reimbursement_payments(struct buf *out, const struct results *r,
    const struct map *attachments);

/* The files behind it all, with their sums of bytes. */
void reimbursement_files(struct buf *out, const struct results *r, const struct map *attachments);

/* The charges of ${currency} by project, if the config has projects. -1: ERR_NOMEM, ERR_RANGE. */
int reimbursement_projects(struct buf *out, const struct results *r, const char *currency,
    struct err *e);

#endif
