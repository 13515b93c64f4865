/*
 * engine_table.h - a table that an engine hands back (docs/SCALE.md): CSV in UTF-8, with headings.
 */
#ifndef RUN_ENGINE_TABLE_H
#define RUN_ENGINE_TABLE_H

#include <stdbool.h>

#include "ledger/money.h"
#include "ledger/timestamp.h"

/* Most columns that a table is asked for. */
#define ENGINE_COLUMNS_MAX 24

struct engine_table {
    const char *const *columns; /* that must be there, in any order; NULL-ended */
    size_t keys;                /* no two rows are equal in the first so many of them */
};

/* A row, valid during the call. */
struct engine_row {
    const struct engine_table *table;
    uint64_t line;         /* of the file */
    const struct sv *cells; /* in the order of the table's columns */
};

typedef int engine_visit(void *context, const struct engine_row *row, struct err *e);

/*
 * Hand each row of the file ${path} to ${visit}. Columns that nobody asks for are passed over.
 * -1: what ${visit} said, ERR_SYNTAX, ERR_IO, ERR_NOMEM, all with path and line.
 */
int engine_table_read(const char *path, const struct engine_table *table, engine_visit *visit,
    void *context, struct err *e);

/* The cell of column ${i}; -1: ERR_SYNTAX, ERR_RANGE, naming the column. */
int engine_amount(const struct engine_row *row, size_t i, struct money *out, struct err *e);
int engine_count(const struct engine_row *row, size_t i, uint64_t *out, struct err *e);

/* Milliseconds since 1970; an empty cell is TIME_NONE. */
int engine_time(const struct engine_row *row, size_t i, int64_t *out, struct err *e);

/* Refuse the cell of column ${i}: ${format} is a literal with %s for the column and %.*s for the
 * cell. Is -1. */
#define ENGINE_REFUSE(row, i, e, format)                                                           \
    err_set((e), ERR_SYNTAX, format, (row)->table->columns[i], (int)(row)->cells[i].n,             \
        (row)->cells[i].p ? (row)->cells[i].p : "")

#endif
