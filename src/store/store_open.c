/*
 * store_open.c - opening, transactions, and what can be wrong with the file of a store.
 *
 * The schema is a row of scripts, store_schema_N.sql: the header of a file says up to which N it
 * has come (user_version), and the rest is run when it is opened.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/embedded.h"
#include "store/store_schema.h"
#include "store/store_sql.h"

extern const struct embedded embedded_schemas[];

struct store {
    sqlite3 *db;
    const char *path; /* the caller's */
};

const char *
store_path(const struct store *s)
{
    return s->path;
}

sqlite3 *
store_connection(struct store *s)
{
    return s->db;
}

/* A write that failed for want of room may be told as a failure of the system. */
static bool
is_full(const struct store *s, int code)
{
    int errnum = sqlite3_system_errno(s->db);

    return code == SQLITE_FULL ||
        (code == SQLITE_IOERR && (errnum == ENOSPC || errnum == EDQUOT || errnum == EFBIG));
}

static int
fail(struct store *s, int code, struct err *e)
{
    if (is_full(s, code))
        return err_set(e, ERR_IO, N_("there is no room on the disk; the ledger is as it was"));
    switch (code) {
    case SQLITE_NOMEM:
        return err_nomem(e);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_set(e, ERR_IO,
            N_("another run is writing this ledger; try again when it has ended"));
    case SQLITE_NOTADB:
        return err_set(e, ERR_IO, N_("this is no ledger of gpubill (and no SQLite database); "
            "name another file with --ledger-db"));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return err_set(e, ERR_IO, N_("the ledger may not be written; check the permissions of "
            "the file and of its folder"));
    case SQLITE_CANTOPEN:
        return err_system(e, sqlite3_system_errno(s->db), N_("cannot open the ledger"));
    case SQLITE_IOERR:
        return err_set_whole(e, ERR_IO, N_("the ledger cannot be read or written (is there room on "
            "its disk?): %s"), sqlite3_errmsg(s->db));
    case SQLITE_CORRUPT:
        return sql_damaged(s, e);
    default:
        break;
    }
    return err_set_whole(e, ERR_IO, N_("the ledger cannot be used: %s"), sqlite3_errmsg(s->db));
}

int
store_failed(struct store *s, struct err *e)
{
    (void)fail(s, sqlite3_errcode(s->db) & 0xff, e);
    return err_at(e, s->path, 0);
}

int
sql_damaged(struct store *s, struct err *e)
{
    (void)err_set(e, ERR_IO, N_("the ledger is damaged; take it from a backup, or remove it and "
        "import the files again"));
    return err_at(e, s->path, 0);
}

/* The number that ${pragma} gives. */
static int
read_number(struct store *s, const char *pragma, int64_t *out, struct err *e)
{
    struct sql q;
    bool is_row = false;
    int result = sql_prepare(&q, s, pragma, e);

    if (result == 0)
        result = sql_next(&q, &is_row, e);
    *out = result == 0 && is_row ? sql_int(&q, 0) : 0;
    sql_release(&q);
    return result;
}

/* N of "store_schema_N.sql". */
static int64_t
version_of(const struct embedded *script)
{
    return strtoll(script->name + strlen("store_schema_"), NULL, 10);
}

static int64_t
newest_version(void)
{
    int64_t newest = 0;

    for (const struct embedded *t = embedded_schemas; t->name; t++)
        if (version_of(t) > newest)
            newest = version_of(t);
    return newest;
}

static int
run_script(struct store *s, int64_t version, struct err *e)
{
    char mark[96];

    for (const struct embedded *t = embedded_schemas; t->name; t++)
        if (version_of(t) == version && sql_execute(s, (const char *)t->bytes, e))
            return -1;
    (void)snprintf(mark, sizeof(mark), "PRAGMA application_id = %d; PRAGMA user_version = %lld;",
        STORE_APPLICATION_ID, (long long)version);
    return sql_execute(s, mark, e);
}

/* Bring the schema up to date, in one transaction that other runs wait for. */
static int
migrate(struct store *s, struct err *e)
{
    int64_t version;

    if (sql_execute(s, "BEGIN IMMEDIATE", e) || read_number(s, "PRAGMA user_version", &version, e))
        return -1;
    while (version < newest_version())
        if (run_script(s, ++version, e))
            return -1;
    return sql_execute(s, "COMMIT", e);
}

/* Compare the tables with those that the scripts up to ${version} make. */
static int
check_schema(struct store *s, int64_t version, struct err *e)
{
    struct store model = { .path = s->path };
    int result = 0;

    if (sqlite3_open_v2(":memory:", &model.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        result = err_nomem(e);
    for (int64_t v = 1; result == 0 && v <= version; v++)
        result = run_script(&model, v, e);
    if (result == 0 && store_schema_check(s, &model, e))
        result = err_at(e, s->path, 0);
    (void)sqlite3_close_v2(model.db);
    return result;
}

/* What the file is, and whether this program may write it. */
static int
check(struct store *s, bool *is_old, struct err *e)
{
    int64_t id, version, tables;

    if (read_number(s, "PRAGMA application_id", &id, e) ||
        read_number(s, "PRAGMA user_version", &version, e) ||
        read_number(s, "SELECT count(*) FROM sqlite_schema", &tables, e))
        return -1;
    if (id != STORE_APPLICATION_ID && (id != 0 || tables > 0)) {
        (void)err_set(e, ERR_IO, N_("this database belongs to another program; name another file "
            "with --ledger-db"));
        return err_at(e, s->path, 0);
    }
    if (version > newest_version()) {
        (void)err_set(e, ERR_IO, N_("this ledger was written by a newer gpubill (form %d, this one "
            "knows %d); use that one"), (int)version, (int)newest_version());
        return err_at(e, s->path, 0);
    }
    *is_old = version < newest_version();
    return check_schema(s, version, e);
}

/* The file may be anybody's: nothing in it is run. */
static void
defend(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
}

/* SQLite takes ":memory:" and "file:..." for other things than files of that name. */
static int
open_file(struct store *s, struct err *e)
{
    struct buf name;
    int result = -1;

    buf_init(&name, SIZE_MAX);
    buf_addf(&name, "%s%s", s->path[0] == '/' ? "" : "./", s->path);
    if (buf_ok(&name, e))
        goto done;
    if (sqlite3_open_v2(name.p, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
            SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        result = 0;
    else
        (void)(s->db ? store_failed(s, e) : err_nomem(e));
done:
    buf_release(&name);
    return result;
}

static int
open_with(struct store **out, const char *path, const char *settings, struct err *e)
{
    struct store *s = calloc(1, sizeof(*s));
    bool is_old;

    *out = NULL;
    if (!s)
        return err_nomem(e);
    s->path = path;
    if (open_file(s, e))
        goto fail;
    (void)sqlite3_extended_result_codes(s->db, 1);
    (void)sqlite3_busy_timeout(s->db, STORE_WAIT);
    defend(s->db);
    if (check(s, &is_old, e) || sql_execute(s, settings, e) || (is_old && migrate(s, e)))
        goto fail;
    *out = s;
    return 0;
fail:
    store_close(s);
    return -1;
}

int
store_open(struct store **out, const char *path, struct err *e)
{
    return open_with(out, path, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536; PRAGMA cell_size_check = ON;", e);
}

int
store_create(struct store **out, const char *path, struct err *e)
{
    return open_with(out, path, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536;", e);
}

void
store_close(struct store *s)
{
    if (!s)
        return;
    (void)sqlite3_close_v2(s->db);
    free(s);
}

int
store_begin(struct store *s, struct err *e)
{
    return sql_execute(s, "BEGIN IMMEDIATE", e);
}

int
store_commit(struct store *s, struct err *e)
{
    return sql_execute(s, "COMMIT", e);
}

int
store_meta_has(struct store *s, const char *key, bool *has, struct err *e)
{
    struct sql q;
    int result = sql_prepare(&q, s, "SELECT value FROM meta WHERE key = ?", e);

    *has = false;
    if (result == 0) {
        sql_put_key(&q, key);
        result = sql_next(&q, has, e);
    }
    sql_release(&q);
    return result;
}

int
store_meta_is(struct store *s, const char *key, const char *value, bool *is, struct err *e)
{
    struct sql q;
    bool is_row = false;
    int result = sql_prepare(&q, s, "SELECT value FROM meta WHERE key = ?", e);

    *is = false;
    if (result == 0) {
        sql_put_key(&q, key);
        result = sql_next(&q, &is_row, e);
    }
    if (result == 0 && is_row)
        *is = strcmp(sql_text(&q, 0), value) == 0;
    sql_release(&q);
    return result;
}

int
store_meta_set(struct store *s, const char *key, const char *value, struct err *e)
{
    struct sql q;
    int result = sql_prepare(&q, s, "INSERT OR REPLACE INTO meta VALUES (?, ?)", e);

    if (result == 0) {
        sql_put_key(&q, key);
        sql_put_key(&q, value);
        result = sql_run(&q, e);
    }
    sql_release(&q);
    return result;
}
