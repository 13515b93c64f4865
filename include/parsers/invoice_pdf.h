/*
 * invoice_pdf.h - what the programs that read PDF print, and invoices that are not Chinese.
 */
#ifndef PARSERS_INVOICE_PDF_H
#define PARSERS_INVOICE_PDF_H

#include "parsers/invoice_layout.h"
#include "parsers/invoice_tools.h"

/* The files inside a PDF. */
struct pdf_attached {
    struct invoices invoices; /* those in XML */
    uint64_t n;               /* files that are none of these, or were not read */
    struct sv first;          /* name of the first such; in ${list} */
    struct buf list;          /* what pdfdetach printed */
};

void pdf_attached_init(struct pdf_attached *a);
void pdf_attached_release(struct pdf_attached *a);

/* Read what is attached to the input of ${t}. -1: ERR_NOMEM. */
int pdf_attached_read(struct pdf_attached *a, struct tools *t, struct err *e);

/* Warn of files that were not read. */
void pdf_attached_warn(const struct pdf_attached *a, struct input *in);

/*
 * Add the words that pdftotext -bbox-layout wrote as ${xhtml}, which need not be well-formed. A
 * word that goes beyond the page may have been cut by the program and is left out, unless it is an
 * amount with its decimals. -1: ERR_NOMEM, ERR_LIMIT.
 */
int pdf_read_words(struct words *w, struct sv xhtml, struct err *e);

/* The words ${from} to ${to} of ${w}, which keeps them: not to be released. */
struct words words_part(const struct words *w, size_t from, size_t to);

/* ${*out}: behind the last word of the invoice whose pages begin with word ${from} of ${w}.
 * -1: ERR_NOMEM, ERR_LIMIT. */
int pdf_invoice_end(size_t *out, const struct words *w, size_t from, struct err *e);

/* Fill ${d} from the information that pdfinfo -custom printed: "InvoiceNumber:   2632...". */
void pdf_read_info(struct draft *d, struct sv info);

/*
 * Fill ${d} from an invoice in English: what stands beside or below labels such as "Invoice Number"
 * and "Total". Nothing is taken that has no label, so the seller is often missing. True where it is
 * an invoice.
 */
bool english_read(const struct words *w, struct draft *d);

/* english_values.c: the day of ${text}: "2026-03-05", "Jan 1, 2022", "3 August 2014", "03/20/2023";
 * where day and month could be exchanged, or it is no day, false. */
bool english_date(struct sv text, char day[TIME_TEXT_MAX]);

/*
 * The amount in ${text}: "$1,234.50", "1.234,50 €", "3 038,14", "42'987.56". The last mark before
 * two digits is the decimal one; false where that is not certain. ${*currency} is the ISO code of
 * the sign or word, or left alone.
 */
bool english_amount(struct sv text, struct money *out, const char **currency);

#endif
