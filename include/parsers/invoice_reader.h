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

struct invoice_reader {
    const char *name;  /* "xml", "ofd", "pdf", ... */
    const char *title; /* for people, a key for lang_text() */
    /* How sure it is of a source by its first SNIFF_HEAD bytes and, if it must, more: 0 to 100. */
    int (*recognise)(struct sv head, struct source *s);
    /*
     * Read all invoices of ${s} into ${out}; ${in} is counted (records; each is skipped.observation
     * or rejected) and gets warnings. -1: ERR_IO, ERR_NOMEM, ERR_LIMIT, ERR_SYNTAX: it is none.
     */
    int (*read)(struct source *s, struct input *in, struct invoices *out, struct err *e);
};

/* Generated: all readers, NULL-ended. */
extern const struct invoice_reader *const invoice_reader_table[];

/* The reader that is surest of ${s}, or NULL where none is. */
const struct invoice_reader *invoice_reader_find(struct source *s);

#endif
