/*
 * test_store_schema.c - the tables follow the ledger: a column that is added there is kept here.
 */
#include <stdio.h>
#include <unistd.h>

#include "ledger/column.h"
#include "store/store_source.h"
#include "unit.h"

#define NAME_MAX_BYTES 64

/* A store in a file of its own, which is removed at once: it lives as long as it is open. */
static struct store *
open_new(char name[NAME_MAX_BYTES])
{
    struct err e = ERR_INIT;
    struct store *s;

    (void)snprintf(name, NAME_MAX_BYTES, "test_store_schema.%ld.db", (long)getpid());
    (void)unlink(name);
    assert_int_equal(store_create(&s, name, &e), 0);
    assert_int_equal(unlink(name), 0);
    return s;
}

static void
the_view_has_all_columns_of_the_ledger_in_their_order(void **state)
{
    char name[NAME_MAX_BYTES];
    struct store *s = open_new(name);
    struct err e = ERR_INIT;
    struct sql q;
    int i = 0;

    (void)state;
    assert_int_equal(sql_prepare(&q, s, "SELECT * FROM ledger", &e), 0);
    for (const struct column *c = ledger_columns; c->name; c++, i++)
        assert_string_equal(sqlite3_column_name(q.statement, i), c->name);
    assert_string_equal(sqlite3_column_name(q.statement, i), "time");
    sql_release(&q);
    store_close(s);
}

static void
every_column_is_written_and_read(void **state)
{
    char name[NAME_MAX_BYTES];
    struct store *s = open_new(name);
    struct err e = ERR_INIT;
    struct kept_writer w;
    struct kept_reader r;

    (void)state;
    /* Both prepare statements that name all columns. */
    assert_int_equal(kept_writer_init(&w, s, &e), 0);
    assert_int_equal(kept_reader_init(&r, s, &e), 0);
    kept_writer_release(&w);
    kept_reader_release(&r);
    store_close(s);
}

static void
every_column_stands_in_one_table(void **state)
{
    (void)state;
    for (const struct column *c = ledger_columns; c->name; c++) {
        bool is_made = c->kind == COLUMN_SOURCE || c->kind == COLUMN_CHANGES;

        assert_int_equal(lines_have(c) + facets_have(c), is_made ? 0 : 1);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_has_all_columns_of_the_ledger_in_their_order),
        cmocka_unit_test(every_column_is_written_and_read),
        cmocka_unit_test(every_column_stands_in_one_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
