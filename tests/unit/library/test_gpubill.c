/*
 * The library as a program uses it: in order and out of it, from memory, by several threads.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "opened_review.h"

/* One more than the highest number of a signal that is looked at. */
#define SIGNALS 32

/* A review of BILL that has run. */
static struct gpubill *
reviewed(void)
{
    struct gpubill *review = opened();

    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_run(review), GPUBILL_DONE);
    assert_string_equal(gpubill_error(review), "");
    return review;
}

static const char *
text(struct gpubill_rows *rows, enum gpubill_table table, const char *column)
{
    return gpubill_text(rows, gpubill_column(table, column));
}

static void
walks_lines_as_exact_text_and_times_in_milliseconds(void **state)
{
    static const char *const amounts[] = { "1.000000000000000001", "2.5", "-0.003" };
    struct gpubill *review = reviewed();
    struct gpubill_rows *lines = gpubill_rows(review, GPUBILL_LEDGER, NULL);
    const int start = gpubill_column(GPUBILL_LEDGER, "ChargePeriodStart");
    const int end = gpubill_column(GPUBILL_LEDGER, "ChargePeriodEnd");
    int64_t number = 7;

    (void)state;
    for (size_t i = 0; i < COUNT(amounts); i++) {
        assert_int_equal(gpubill_next(lines), 1);
        assert_string_equal(text(lines, GPUBILL_LEDGER, "BilledCost"), amounts[i]);
        assert_string_equal(text(lines, GPUBILL_LEDGER, "x_SourceFile"), "bill.csv");
        assert_int_equal(gpubill_number(lines, gpubill_column(GPUBILL_LEDGER, "x_SourceLine"),
            &number), 1);
        assert_int_equal(number, i + 2);
        /* Amounts are no numbers. */
        assert_int_equal(gpubill_number(lines, gpubill_column(GPUBILL_LEDGER, "BilledCost"),
            &number), 0);
        assert_int_equal(number, i + 2);
    }
    assert_int_equal(gpubill_number(lines, start, &number), 1);
    assert_int_equal(number, INT64_C(1772416800000));
    assert_string_equal(gpubill_text(lines, start), "2026-03-02T02:00:00Z");
    assert_string_equal(gpubill_text(lines, end), "");
    assert_int_equal(gpubill_number(lines, end, &number), 0);
    assert_int_equal(gpubill_next(lines), 0);
    assert_int_equal(gpubill_next(lines), 0);
    gpubill_rows_free(lines);
    gpubill_close(review);
}

static void
totals_and_period_are_those_of_the_lines(void **state)
{
    struct gpubill *review = reviewed();
    struct gpubill_rows *rows = gpubill_rows(review, GPUBILL_TOTALS, NULL);

    (void)state;
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_TOTALS, "currency"), "CNY");
    assert_string_equal(text(rows, GPUBILL_TOTALS, "billed"), "3.500000000000000001");
    assert_string_equal(text(rows, GPUBILL_TOTALS, "lines"), "2");
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_TOTALS, "currency"), "USD");
    assert_int_equal(gpubill_next(rows), 0);
    gpubill_rows_free(rows);
    rows = gpubill_rows(review, GPUBILL_PERIOD, NULL);
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_PERIOD, "from"), "2026-02-28T16:00:00Z");
    assert_string_equal(text(rows, GPUBILL_PERIOD, "to"), "2026-03-31T16:00:00Z");
    gpubill_rows_free(rows);
    gpubill_close(review);
}

static void
rows_belong_to_the_row_that_they_were_asked_for(void **state)
{
    struct gpubill *review = opened();
    struct gpubill_rows *inputs, *of, *other;

    (void)state;
    ADD(review, "b.csv", BAD_BILL);
    ADD(review, "a.csv", BILL);
    assert_int_equal(gpubill_run(review), GPUBILL_DONE);
    inputs = gpubill_rows(review, GPUBILL_INPUTS, NULL);
    assert_null(gpubill_rows(review, GPUBILL_REJECTIONS, inputs));
    assert_int_equal(gpubill_next(inputs), 1);
    assert_string_equal(text(inputs, GPUBILL_INPUTS, "path"), "a.csv");
    of = gpubill_rows(review, GPUBILL_REJECTIONS, inputs);
    other = gpubill_rows(review, GPUBILL_LEDGER, inputs);
    assert_int_equal(gpubill_next(inputs), 1);
    assert_string_equal(text(inputs, GPUBILL_INPUTS, "skipped.total-row"), "0");
    assert_string_equal(text(inputs, GPUBILL_INPUTS, "rejected"), "1");
    assert_int_equal(gpubill_next(of), 0);
    gpubill_rows_free(of);
    of = gpubill_rows(review, GPUBILL_REJECTIONS, inputs);
    gpubill_rows_free(inputs);

    assert_int_equal(gpubill_next(of), 1);
    assert_string_equal(text(of, GPUBILL_REJECTIONS, "path"), "b.csv");
    assert_string_equal(text(of, GPUBILL_REJECTIONS, "line"), "3");
    assert_string_equal(text(of, GPUBILL_REJECTIONS, "reason"), "bad-amount");
    assert_string_equal(text(of, GPUBILL_REJECTIONS, "raw"), "matpool,2026-03-02 10:00:00,1.8.8");
    assert_int_equal(gpubill_next(of), 0);
    gpubill_rows_free(of);
    for (int i = 0; i < 3; i++)
        assert_int_equal(gpubill_next(other), 1);
    assert_int_equal(gpubill_next(other), 0);
    /* Totals belong to no line. */
    assert_null(gpubill_rows(review, GPUBILL_TOTALS, other));
    gpubill_rows_free(other);
    gpubill_close(review);
}

static void
what_cannot_be_read_is_told_and_the_rest_is_there(void **state)
{
    static const char page[] = "<!DOCTYPE html><html><body>Please log in</body></html>";
    struct gpubill *review = opened();
    struct gpubill_rows *rows;

    (void)state;
    ADD(review, "page.html", page);
    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_add_path(review, "/nowhere/at/all.csv"), GPUBILL_DONE);
    assert_int_equal(gpubill_run(review), GPUBILL_PARTLY);
    assert_string_equal(gpubill_error(review),
        "/nowhere/at/all.csv: cannot be read: No such file or directory");
    rows = gpubill_rows(review, GPUBILL_LEDGER, NULL);
    assert_int_equal(gpubill_next(rows), 1);
    gpubill_rows_free(rows);
    gpubill_close(review);
}

static void
strict_reviews_tell_the_first_rejected_record(void **state)
{
    struct gpubill *review = opened();

    (void)state;
    ADD(review, "b.csv", BAD_BILL);
    assert_int_equal(gpubill_set(review, "strict", "yes"), GPUBILL_DONE);
    assert_int_equal(gpubill_run(review), GPUBILL_PARTLY);
    assert_true(strncmp(gpubill_error(review), "b.csv:3: ", 9) == 0);
    gpubill_close(review);
}

static void
a_config_in_memory_is_used(void **state)
{
    static const char config[] = "{\"timezone\": \"+00:00\", \"projects\": [{\"name\": \"p\","
        " \"where\": [{\"field\": \"x_InstanceId\", \"matches\": \"^i-1$\"}]}]}";
    struct gpubill *review = opened();
    struct gpubill_rows *rows;

    (void)state;
    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_set_config(review, "mine.json", config, sizeof(config) - 1),
        GPUBILL_DONE);
    assert_int_equal(gpubill_run(review), GPUBILL_DONE);
    rows = gpubill_rows(review, GPUBILL_PERIOD, NULL);
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_PERIOD, "from"), "2026-03-01T00:00:00Z");
    gpubill_rows_free(rows);
    rows = gpubill_rows(review, GPUBILL_SPEND_BY_PROJECT, NULL);
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_SPEND_BY_PROJECT, "project"), "");
    assert_int_equal(gpubill_next(rows), 1);
    assert_string_equal(text(rows, GPUBILL_SPEND_BY_PROJECT, "project"), "p");
    assert_string_equal(text(rows, GPUBILL_SPEND_BY_PROJECT, "billed"), "3.500000000000000001");
    gpubill_rows_free(rows);
    gpubill_close(review);
}

static void
columns_have_names_of_their_own_and_are_found_by_them(void **state)
{
    (void)state;
    for (int t = GPUBILL_PERIOD; t <= GPUBILL_DIFFERENCES; t++) {
        enum gpubill_table table = (enum gpubill_table)t;
        const char *name;
        int i = 0;

        for (; (name = gpubill_column_name(table, i)) != NULL; i++)
            assert_int_equal(gpubill_column(table, name), i);
        assert_true(i > 1);
        assert_int_equal(gpubill_column(table, "no such column"), -1);
    }
}

/* Takes so many bytes, then no more. */
struct taking {
    size_t taken, most;
};

static int
take(void *context, const char *bytes, size_t size)
{
    struct taking *t = context;

    assert_non_null(bytes);
    t->taken += size;
    return t->taken > t->most;
}

static void
files_are_given_to_who_takes_them(void **state)
{
    static const char *const files[] = { "review.json", "report.html", "report.md",
        "reimbursement.html", "ledger.csv", "findings.csv", "rejected.csv", "reconciliation.csv" };
    struct gpubill *review = reviewed();
    struct taking all = { 0, SIZE_MAX }, few = { 0, 10 };

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        all.taken = 0;
        assert_int_equal(gpubill_give(review, files[i], take, &all), GPUBILL_DONE);
        assert_true(all.taken > 0);
    }
    assert_int_equal(gpubill_give(review, "review.json", take, &few), GPUBILL_OUTPUT);
    assert_string_not_equal(gpubill_error(review), "");
    assert_int_equal(gpubill_give(review, "review.xlsx", take, &all), GPUBILL_USAGE);
    assert_int_equal(gpubill_give(review, "review.json", NULL, NULL), GPUBILL_MISUSE);
    gpubill_close(review);
}

static void
a_report_is_written_or_its_folder_is_as_it_was(void **state)
{
    char folder[] = "/tmp/gpubill-library-XXXXXX", path[64];
    struct gpubill *review = reviewed();
    struct err e = ERR_INIT;
    struct sv mine = SV("mine");

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(gpubill_write(review, folder, "json,cvs"), GPUBILL_USAGE);
    assert_int_equal(gpubill_write(review, folder, "json,csv"), GPUBILL_DONE);
    (void)snprintf(path, sizeof(path), "%s/mine.txt", folder);
    assert_int_equal(file_write(path, mine, &e), 0);
    assert_int_equal(gpubill_write(review, folder, "json"), GPUBILL_OUTPUT);
    assert_non_null(strstr(gpubill_error(review), folder));
    (void)snprintf(path, sizeof(path), "%s/ledger.csv", folder);
    assert_int_equal(file_is_same(path, path), true);
    assert_int_equal(file_remove_tree(folder, &e), 0);
    gpubill_close(review);
}

/* Read every cell of every table. */
static size_t
walk_all(const struct gpubill *review)
{
    size_t cells = 0;

    for (int t = GPUBILL_PERIOD; t <= GPUBILL_DIFFERENCES; t++) {
        enum gpubill_table table = (enum gpubill_table)t;
        struct gpubill_rows *rows = gpubill_rows(review, table, NULL);

        assert_non_null(rows);
        while (gpubill_next(rows))
            for (int i = 0; gpubill_column_name(table, i); i++, cells++) {
                int64_t ignored;

                assert_non_null(gpubill_text(rows, i));
                (void)gpubill_number(rows, i, &ignored);
            }
        gpubill_rows_free(rows);
    }
    return cells;
}

/* One thread with a review of its own, or walking one of all. */
struct walker {
    const struct gpubill *shared;
    size_t cells;
};

static void *
walk(void *context)
{
    struct walker *w = context;
    struct gpubill *own = w->shared ? NULL : reviewed();

    w->cells = walk_all(own ? own : w->shared);
    gpubill_close(own);
    return NULL;
}

/* Let ${n} threads walk; ${shared} NULL: each a review of its own. */
static void
walk_together(const struct gpubill *shared)
{
    struct walker walkers[4] = { { .shared = shared } };
    pthread_t threads[COUNT(walkers)];

    for (size_t i = 0; i < COUNT(walkers); i++) {
        walkers[i].shared = shared;
        assert_int_equal(pthread_create(&threads[i], NULL, walk, &walkers[i]), 0);
    }
    for (size_t i = 0; i < COUNT(walkers); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(walkers[i].cells, walkers[0].cells);
    }
    assert_true(walkers[0].cells > 100);
}

static void
several_threads_have_reviews_and_walk_one_together(void **state)
{
    struct gpubill *review = reviewed();

    (void)state;
    walk_together(NULL);
    walk_together(review);
    gpubill_close(review);
}

static void
every_cell_of_the_sample_bills_can_be_read(void **state)
{
    struct gpubill *review = opened();
    struct gpubill_rows *claims, *lines;
    size_t n = 0;

    (void)state;
    assert_int_equal(gpubill_set(review, "config", GPUBILL_SOURCE_DIR "/sample-bills/gpubill.json"),
        GPUBILL_DONE);
    assert_int_equal(gpubill_add_path(review, GPUBILL_SOURCE_DIR "/sample-bills"), GPUBILL_DONE);
    assert_int_equal(gpubill_run(review), GPUBILL_DONE);
    assert_true(walk_all(review) > 10000);

    /* A claim leads to the lines that it is made of. */
    claims = gpubill_rows(review, GPUBILL_CLAIMS, NULL);
    assert_int_equal(gpubill_next(claims), 1);
    lines = gpubill_rows(review, GPUBILL_LEDGER, claims);
    while (gpubill_next(lines)) {
        assert_string_equal(text(lines, GPUBILL_LEDGER, "x_Platform"),
            text(claims, GPUBILL_CLAIMS, "platform"));
        n++;
    }
    assert_true(n > 0);
    gpubill_rows_free(lines);
    gpubill_rows_free(claims);
    gpubill_close(review);
}

/* How each signal is met: its handler, with flags, and whether it is blocked. */
struct met {
    void (*handler)(int);
    int flags, is_blocked;
};

static void
note_signals(struct met met[SIGNALS])
{
    sigset_t blocked;

    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &blocked), 0);
    for (int i = 1; i < SIGNALS; i++) {
        struct sigaction action = { .sa_flags = 0 };

        (void)sigaction(i, NULL, &action);
        met[i] = (struct met){ action.sa_handler, action.sa_flags, sigismember(&blocked, i) };
    }
}

static void
prints_nothing_and_leaves_signals_as_they_are(void **state)
{
    struct met before[SIGNALS], after[SIGNALS];
    int streams[] = { STDOUT_FILENO, STDERR_FILENO }, kept[COUNT(streams)];
    char path[] = "/tmp/gpubill-printed-XXXXXX";
    int printed = mkstemp(path);
    struct stat s;

    (void)state;
    assert_true(printed >= 0);
    (void)fflush(NULL);
    note_signals(before);
    for (size_t i = 0; i < COUNT(streams); i++) {
        kept[i] = dup(streams[i]);
        (void)dup2(printed, streams[i]);
    }
    (void)walk(&(struct walker){ .shared = NULL });
    (void)fflush(NULL);
    for (size_t i = 0; i < COUNT(streams); i++) {
        (void)dup2(kept[i], streams[i]);
        (void)close(kept[i]);
    }
    note_signals(after);
    assert_int_equal(fstat(printed, &s), 0);
    assert_int_equal(s.st_size, 0);
    for (int i = 1; i < SIGNALS; i++) {
        assert_true(before[i].handler == after[i].handler);
        assert_int_equal(before[i].flags, after[i].flags);
        assert_int_equal(before[i].is_blocked, after[i].is_blocked);
    }
    (void)close(printed);
    (void)unlink(path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_lines_as_exact_text_and_times_in_milliseconds),
        cmocka_unit_test(totals_and_period_are_those_of_the_lines),
        cmocka_unit_test(rows_belong_to_the_row_that_they_were_asked_for),
        cmocka_unit_test(what_cannot_be_read_is_told_and_the_rest_is_there),
        cmocka_unit_test(strict_reviews_tell_the_first_rejected_record),
        cmocka_unit_test(a_config_in_memory_is_used),
        cmocka_unit_test(columns_have_names_of_their_own_and_are_found_by_them),
        cmocka_unit_test(files_are_given_to_who_takes_them),
        cmocka_unit_test(a_report_is_written_or_its_folder_is_as_it_was),
        cmocka_unit_test(several_threads_have_reviews_and_walk_one_together),
        cmocka_unit_test(every_cell_of_the_sample_bills_can_be_read),
        cmocka_unit_test(prints_nothing_and_leaves_signals_as_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
