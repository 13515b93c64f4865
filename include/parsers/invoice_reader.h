/*
 * invoice_reader.h - readers of invoices. One file each: parsers/invoices/invoice_<kind>.c.
 *
 * Everything they read is untrusted. A file that claims to be an invoice and cannot be read becomes
 * an invoice whose `trouble` says what is missing; never one with a wrong number.
 */
#ifndef PARSERS_INVOICE_READER_H
#define PARSERS_INVOICE_READER_H

#include "input/source.h"
#include "ledger/input.h"
#include "ledger/invoice.h"
#include "record/record.h"
#include "record/xlsx.h"

/* Rows among which the headings of a list are looked for. */
#define INVOICE_HEADING_ROWS 60

struct invoice_rows;

struct invoice_reader {
    const char *name;  /* "einvoice-xml", "ofd", "pdf", ...: the format that detect shows */
    const char *title; /* for people, a key for lang_text() */
    /*
     * How sure it is of a source by its first SNIFF_HEAD bytes and, if it must, more: 0 to 100.
     * NULL in readers of lists.
     */
    int (*recognise)(struct sv head, struct source *s);
    /*
     * Read all invoices of ${s} into ${out}; ${in} is counted (records; each is skipped.observation
     * or rejected) and gets warnings. -1: ERR_IO, ERR_NOMEM, ERR_LIMIT; ERR_SYNTAX: it is something
     * else that is known; ERR_UNKNOWN: nothing is known of it.
     */
    int (*read)(struct source *s, struct input *in, struct invoices *out, struct err *e);
    /* Readers of lists: how sure it is that ${cells} are its headings, 0 to 100. */
    int (*recognise_headings)(const struct sv *cells, size_t n);
    /* Read the rows below them (invoice_rows.h); as read(). */
    int (*read_rows)(struct invoice_rows *rows, struct input *in, struct invoices *out,
        struct err *e);
};

/* Generated: all readers, NULL-ended. */
extern const struct invoice_reader *const invoice_reader_table[];

/* The reader that is surest of ${s}, or NULL where none is. Readers of lists are not asked. */
const struct invoice_reader *invoice_reader_find(struct source *s);

/*
 * Read ${s}, or sheet ${sheet} of ${x} where that is not NULL, with the reader that is surest of
 * it; kind and format of ${in} are set. 1: it was read; 0: it is no invoice, and nothing is
 * changed; -1: as read().
 */
int invoices_read(struct source *s, struct xlsx *x, size_t sheet, struct input *in,
    struct invoices *out, struct err *e);

/* As invoices_read(), but only a list of invoices, whatever else ${in} was taken for before. */
int invoices_read_list(struct source *s, struct xlsx *x, size_t sheet, struct input *in,
    struct invoices *out, struct err *e);

#endif
