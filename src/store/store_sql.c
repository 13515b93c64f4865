/*
 * store_sql.c - statements of a store: prepared, with exact amounts and times.
 */
#include <string.h>

#include "store/store_sql.h"

int
sql_execute(struct store *s, const char *text, struct err *e)
{
    if (sqlite3_exec(store_connection(s), text, NULL, NULL, NULL) != SQLITE_OK)
        return store_failed(s, e);
    return 0;
}

int
sql_prepare(struct sql *q, struct store *s, const char *text, struct err *e)
{
    memset(q, 0, sizeof(*q));
    q->store = s;
    if (sqlite3_prepare_v3(store_connection(s), text, -1, SQLITE_PREPARE_PERSISTENT,
            &q->statement, NULL) != SQLITE_OK)
        return store_failed(s, e);
    return 0;
}

void
sql_release(struct sql *q)
{
    (void)sqlite3_finalize(q->statement);
    q->statement = NULL;
}

static void
note(struct sql *q, int code)
{
    if (q->failure == SQLITE_OK)
        q->failure = code;
}

void
sql_put_text(struct sql *q, const char *text)
{
    int at = ++q->bound;

    if (text[0] == '\0')
        note(q, sqlite3_bind_null(q->statement, at));
    else
        note(q, sqlite3_bind_text(q->statement, at, text, -1, SQLITE_STATIC));
}

void
sql_put_key(struct sql *q, const char *text)
{
    note(q, sqlite3_bind_text(q->statement, ++q->bound, text, -1, SQLITE_STATIC));
}

void
sql_put_int(struct sql *q, int64_t n)
{
    note(q, sqlite3_bind_int64(q->statement, ++q->bound, n));
}

void
sql_put_time(struct sql *q, int64_t at)
{
    if (at == TIME_NONE)
        note(q, sqlite3_bind_null(q->statement, ++q->bound));
    else
        sql_put_int(q, at);
}

void
sql_put_money(struct sql *q, const struct money *m)
{
    if (!m)
        note(q, sqlite3_bind_null(q->statement, ++q->bound));
    else
        sql_put_text(q, money_format(q->amount[q->amounts++ % SQL_AMOUNTS_MAX], *m));
}

void
sql_put_blob(struct sql *q, struct sv bytes)
{
    int at = ++q->bound;

    if (bytes.n == 0)
        note(q, sqlite3_bind_null(q->statement, at));
    else
        note(q, sqlite3_bind_blob64(q->statement, at, bytes.p, bytes.n, SQLITE_STATIC));
}

/* Whether what was bound could be. */
static int
check_bound(struct sql *q, struct err *e)
{
    int failure = q->failure;

    q->bound = 0;
    q->amounts = 0;
    q->failure = SQLITE_OK;
    return failure == SQLITE_OK ? 0 : store_failed(q->store, e);
}

int
sql_run(struct sql *q, struct err *e)
{
    int code;

    if (check_bound(q, e))
        return -1;
    code = sqlite3_step(q->statement);
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        (void)store_failed(q->store, e);
    (void)sqlite3_reset(q->statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? 0 : -1;
}

int
sql_next(struct sql *q, bool *is_row, struct err *e)
{
    int code;

    if (check_bound(q, e))
        return -1;
    code = sqlite3_step(q->statement);
    *is_row = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        return 0;
    if (code != SQLITE_DONE)
        (void)store_failed(q->store, e);
    (void)sqlite3_reset(q->statement);
    return code == SQLITE_DONE ? 0 : -1;
}

const char *
sql_text(const struct sql *q, int column)
{
    const unsigned char *text = sqlite3_column_text(q->statement, column);

    return text ? (const char *)text : "";
}

struct sv
sql_blob(const struct sql *q, int column)
{
    const char *bytes = sqlite3_column_blob(q->statement, column);
    int n = sqlite3_column_bytes(q->statement, column);

    return bytes ? (struct sv){ bytes, (size_t)n } : SV_EMPTY;
}

int64_t
sql_int(const struct sql *q, int column)
{
    return sqlite3_column_int64(q->statement, column);
}

int64_t
sql_time(const struct sql *q, int column)
{
    if (sqlite3_column_type(q->statement, column) == SQLITE_NULL)
        return TIME_NONE;
    return sql_int(q, column);
}

int
sql_money(const struct sql *q, int column, struct money *out, bool *has, struct err *e)
{
    struct err ignored = ERR_INIT;
    const char *text = sql_text(q, column);

    *has = text[0] != '\0';
    *out = MONEY_ZERO;
    if (*has && money_parse(out, sv_of(text), &ignored) < 0)
        return sql_damaged(q->store, e);
    return 0;
}
