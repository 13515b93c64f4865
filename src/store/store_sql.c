/*
 * store_sql.c - statements of a store: prepared, with exact amounts and times.
 */
#include <stdio.h>
#include <string.h>

#include "store/store_sql.h"

/* Room for the name of a table of ours, with the NUL. */
#define TABLE_NAME_MAX 64

int
sql_execute(struct store *s, const char *text, struct err *e)
{
    if (sqlite3_exec(store_connection(s), text, NULL, NULL, NULL) != SQLITE_OK)
        return store_failed(s, e);
    return 0;
}

/* The kind of value that a column declared as ${type} holds; 0 where it is none. */
static unsigned char
kind_of(const char *type)
{
    static const struct {
        const char *type;
        unsigned char kind;
    } kinds[] = {
        { "TEXT", SQLITE_TEXT }, { "INTEGER", SQLITE_INTEGER }, { "BLOB", SQLITE_BLOB },
    };

    for (size_t i = 0; type && i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strcmp(type, kinds[i].type) == 0)
            return kinds[i].kind;
    return 0;
}

/* The table that a statement of ours reads, NUL-ended into ${out}; "" where it is none. */
static void
find_table(const struct sql *q, char out[TABLE_NAME_MAX])
{
    struct sv rest = sv_of(sqlite3_sql(q->statement)), table = SV_EMPTY, from = SV(" FROM ");
    size_t at = sv_find(rest, from, 0);

    if (at != SIZE_MAX) {
        rest = sv_part(rest, at + from.n, rest.n);
        (void)sv_cut(&rest, ' ', &table);
    }
    (void)snprintf(out, TABLE_NAME_MAX, "%.*s", SV_ARG(table));
}

static void
note_kinds(struct sql *q)
{
    char table[TABLE_NAME_MAX];

    find_table(q, table);
    q->columns = sqlite3_column_count(q->statement);
    if (q->columns > SQL_COLUMNS_MAX)
        q->columns = SQL_COLUMNS_MAX;
    for (int i = 0; i < q->columns; i++) {
        int is_needed = 0;

        q->kinds[i] = kind_of(sqlite3_column_decltype(q->statement, i));
        if (q->kinds[i] != 0 && sqlite3_table_column_metadata(store_connection(q->store), NULL,
                table, sqlite3_column_name(q->statement, i), NULL, NULL, &is_needed, NULL, NULL) ==
                SQLITE_OK)
            q->is_needed[i] = is_needed != 0;
    }
}

/* SQLite keeps values of any kind in any column: what is read must be of the declared one. */
static int
check_row(const struct sql *q, struct err *e)
{
    char table[TABLE_NAME_MAX];

    for (int i = 0; i < q->columns; i++) {
        int kind = q->kinds[i] == 0 ? 0 : sqlite3_column_type(q->statement, i);

        if (kind == q->kinds[i] || (kind == SQLITE_NULL && !q->is_needed[i]))
            continue;
        find_table(q, table);
        (void)err_set_whole(e, ERR_IO, N_("the ledger is damaged: table %s, row %llu: %s is of "
            "another kind; take it from a backup, or remove it and import the files again"), table,
            (unsigned long long)q->row, sqlite3_column_name(q->statement, i));
        return err_at(e, store_path(q->store), 0);
    }
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
    note_kinds(q);
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
    q->row = *is_row ? q->row + 1 : 0;
    if (code == SQLITE_ROW)
        return check_row(q, e);
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
