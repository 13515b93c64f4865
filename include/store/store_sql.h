/*
 * store_sql.h - statements of a store: prepared, with exact amounts and times.
 */
#ifndef STORE_STORE_SQL_H
#define STORE_STORE_SQL_H

#include <sqlite3.h>

#include "base/sv.h"
#include "ledger/money.h"
#include "ledger/timestamp.h"
#include "store/store.h"

/* Most amounts of one row. */
#define SQL_AMOUNTS_MAX 16

/* Most columns of a row that is read. */
#define SQL_COLUMNS_MAX 128

/* A prepared statement, and the row that is being bound. */
struct sql {
    struct store *store;
    sqlite3_stmt *statement;
    int columns;
    unsigned char kinds[SQL_COLUMNS_MAX]; /* SQLITE_TEXT ..., as declared; 0: of no column */
    bool is_needed[SQL_COLUMNS_MAX];      /* declared NOT NULL */
    uint64_t row; /* the one that was read last, from 1 */
    int bound;   /* columns so far */
    int failure; /* the first code of binding that was not SQLITE_OK */
    unsigned amounts;
    char amount[SQL_AMOUNTS_MAX][MONEY_TEXT_MAX];
};

/* The path of ${s}, as it was given, and its connection. */
const char *store_path(const struct store *s);
sqlite3 *store_connection(struct store *s);

/* Say why the last call failed, in the user's words. Always returns -1. */
int store_failed(struct store *s, struct err *e);

/* Run ${text}, which may be several statements. -1: ERR_IO, ERR_NOMEM. */
int sql_execute(struct store *s, const char *text, struct err *e);

/* Prepare ${text}. -1: ERR_IO, ERR_NOMEM. sql_release() in every case. */
int sql_prepare(struct sql *q, struct store *s, const char *text, struct err *e);
void sql_release(struct sql *q);

/*
 * Bind the next value. What they point to must stay until the row is run. "" and TIME_NONE, and
 * an amount that is NULL, are NULL.
 */
void sql_put_text(struct sql *q, const char *text);
void sql_put_key(struct sql *q, const char *text); /* "" stays a text */
void sql_put_int(struct sql *q, int64_t n);
void sql_put_time(struct sql *q, int64_t at);
void sql_put_money(struct sql *q, const struct money *m);
void sql_put_blob(struct sql *q, struct sv bytes);

/* Run a statement that has no rows, with what was bound. -1: ERR_IO, ERR_NOMEM. */
int sql_run(struct sql *q, struct err *e);

/*
 * The next row of a statement that has some; ${*is_row} false behind the last. -1: as sql_run();
 * also ERR_IO naming table, row and column where a value is not of the kind that is declared.
 */
int sql_next(struct sql *q, bool *is_row, struct err *e);

/* Columns of a row, counted from 0. Texts and bytes are valid until the next row; NULL is "",
 * TIME_NONE, no amount. sql_money() is -1 where the store holds something else. */
const char *sql_text(const struct sql *q, int column);
struct sv sql_blob(const struct sql *q, int column);
int64_t sql_int(const struct sql *q, int column);
int64_t sql_time(const struct sql *q, int column);
int sql_money(const struct sql *q, int column, struct money *out, bool *has, struct err *e);

/* The store holds what no gpubill writes. Always returns -1. */
int sql_damaged(struct store *s, struct err *e);

#endif
