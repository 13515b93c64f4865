#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "reports/book_inside.h"
#include "unit.h"

/* A workbook of one sheet with ${rows} rows at ${path}, in ${folder}. */
static void
write_book(const char *path, const char *folder, unsigned rows, bool owns_stderr)
{
    struct err e = ERR_INIT;
    struct sheet *s;
    struct book *b;

    assert_int_equal(book_new(&b, path, folder, LANG_EN, owns_stderr, &e), 0);
    s = book_sheet(b, "Spend");
    assert_non_null(s);
    sheet_column(s, "currency", "Currency", SHEET_TEXT);
    sheet_column(s, "billed", "Billed", SHEET_SUM);
    sheet_sum_by(s, 0);
    sheet_headings(s);
    for (unsigned i = 0; i < rows; i++) {
        sheet_text(s, "CNY");
        sheet_money(s, money_of(2), "CNY");
        sheet_next(s, "CNY");
    }
    assert_int_equal(sheet_rows(s), rows);
    sheet_end(s, NULL);
    if (book_close(b, &e))
        assert_err(&e, "");
}

static void
rows_that_are_missing_are_noticed(void **state)
{
    char folder[] = "/tmp/gpubill-book-XXXXXX", path[64], message[128];
    uint64_t size = 100;
    struct err e = ERR_INIT;

    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof(path), "%s/a.xlsx", folder);
    write_book(path, folder, 3, true);
    assert_int_equal(book_check(path, &size, 0, &e), 0);
    assert_int_equal(book_check(path, &size, 1, &e), -1);
    (void)snprintf(message, sizeof(message), "%s: cannot write the workbook; the disk may be full",
        path);
    assert_err(&e, message);
    e = (struct err)ERR_INIT;
    assert_int_equal(file_write(path, SV("PK\3\4 cut"), &e), 0);
    assert_int_equal(book_check(path, &size, 1, &e), -1);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

static void
a_folder_that_is_not_there_is_told(void **state)
{
    struct err e = ERR_INIT;
    struct book *b;

    (void)state;
    if (book_new(&b, "/nonexistent/a.xlsx", "/tmp", LANG_EN, true, &e) == 0)
        assert_int_equal(book_close(b, &e), -1);
    assert_err(&e, "/nonexistent/a.xlsx: cannot write: No such file or directory");
}

static void *
write_many(void *folder)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/a.xlsx", (const char *)folder);
    for (int i = 0; i < 50; i++)
        write_book(path, folder, 3, false);
    return NULL;
}

/* As the library writes them, in a process that is somebody else's. */
static void
books_of_several_threads_leave_standard_error_alone(void **state)
{
    char folders[4][sizeof("/tmp/gpubill-book-XXXXXX")];
    struct stat before, after;
    struct err e = ERR_INIT;
    pthread_t threads[4];

    (void)state;
    assert_int_equal(fstat(STDERR_FILENO, &before), 0);
    for (size_t i = 0; i < 4; i++) {
        memcpy(folders[i], "/tmp/gpubill-book-XXXXXX", sizeof(folders[i]));
        assert_non_null(mkdtemp(folders[i]));
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, folders[i]), 0);
    }
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(file_remove_tree(folders[i], &e), 0);
    }
    assert_int_equal(fstat(STDERR_FILENO, &after), 0);
    assert_true(before.st_dev == after.st_dev && before.st_ino == after.st_ino);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_are_missing_are_noticed),
        cmocka_unit_test(a_folder_that_is_not_there_is_told),
        cmocka_unit_test(books_of_several_threads_leave_standard_error_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
