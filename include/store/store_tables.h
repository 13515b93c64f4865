/*
 * store_tables.h - which struct is a row of which table, for what was read of a source.
 */
#ifndef STORE_STORE_TABLES_H
#define STORE_STORE_TABLES_H

#include "ledger/input.h"
#include "ledger/invoice.h"
#include "ledger/observation.h"
#include "store/store_row.h"

/* The tables of what was read, beside facets and lines. */
enum raw_table {
    RAW_SOURCE,         /* struct input */
    RAW_SUM,            /* struct raw_sum */
    RAW_REJECTION,      /* struct raw_rejection */
    RAW_WARNING,        /* struct raw_warning */
    RAW_WARNING_COUNT,  /* struct warning_count */
    RAW_STATE,          /* struct state_entry */
    RAW_SAMPLE,         /* struct usage_sample */
    RAW_STATEMENT,      /* struct payment */
    RAW_DOCUMENT,       /* struct invoice */
    RAW_ITEM,           /* struct invoice_line */
    RAW_COUNT,
};

/* A sum of one currency; `what` and `currency` are its keys in the table. */
struct raw_sum {
    const char *what, *currency;
    struct money amount;
};

struct raw_rejection {
    uint64_t line;
    enum reject reason;
    const char *column;
    struct sv raw;
    struct message message;
};

struct raw_warning {
    struct warning warning;
    bool is_settled;
};

/* By enum raw_table. */
extern const struct row_table raw_tables[RAW_COUNT];

#endif
