/*
 * spend.c - where the month's money went, and what leaked: a program with libgpubill.
 *
 *     cc -o spend spend.c $(pkg-config --cflags --libs gpubill)
 *     ./spend bills/ more-bills.csv
 *
 * Ends with the codes of the command: 0, or 2 to 7 (enum gpubill_code).
 */
#include <gpubill.h>
#include <stdio.h>

/* Print the row of a table on one line: the columns of ${names}, NULL-ended. */
static void
print_row(struct gpubill_rows *rows, enum gpubill_table table, const char *const *names)
{
    for (size_t i = 0; names[i]; i++) {
        const char *text = gpubill_text(rows, gpubill_column(table, names[i]));

        printf("%s%s", i > 0 ? " " : "", text && *text ? text : "-");
    }
    printf("\n");
}

/* Print all rows of a table. */
static void
print_table(const struct gpubill *review, enum gpubill_table table, const char *const *names)
{
    struct gpubill_rows *rows = gpubill_rows(review, table, NULL);

    while (gpubill_next(rows))
        print_row(rows, table, names);
    gpubill_rows_free(rows);
}

/* Print each finding with the lines of the bills that it is about. */
static void
print_findings(const struct gpubill *review)
{
    static const char *const columns[] = { "id", "rule", "certainty", "resource", "currency",
        "leak", "net", "message", NULL };
    static const char *const line_columns[] = { "path", "line", "billed", "net", NULL };
    struct gpubill_rows *findings = gpubill_rows(review, GPUBILL_FINDINGS, NULL);

    while (gpubill_next(findings)) {
        struct gpubill_rows *lines = gpubill_rows(review, GPUBILL_FINDING_LINES, findings);

        print_row(findings, GPUBILL_FINDINGS, columns);
        while (gpubill_next(lines)) {
            printf("    ");
            print_row(lines, GPUBILL_FINDING_LINES, line_columns);
        }
        gpubill_rows_free(lines);
    }
    gpubill_rows_free(findings);
}

int
main(int argc, char **argv)
{
    static const char *const period[] = { "from", "to", NULL };
    static const char *const totals[] = { "currency", "lines", "billed", "leaks_net", NULL };
    static const char *const spend[] = { "platform", "category", "currency", "billed", NULL };
    struct gpubill *review = gpubill_open();
    int code = review ? GPUBILL_DONE : GPUBILL_NOMEM;

    for (int i = 1; i < argc && code == GPUBILL_DONE; i++)
        code = gpubill_add_path(review, argv[i]);
    if (code == GPUBILL_DONE)
        code = gpubill_run(review);
    if (code != GPUBILL_DONE)
        fprintf(stderr, "spend: %s\n", review ? gpubill_error(review) : "memory is out");
    if (code == GPUBILL_DONE || code == GPUBILL_PARTLY) {
        print_table(review, GPUBILL_PERIOD, period);
        print_table(review, GPUBILL_TOTALS, totals);
        print_table(review, GPUBILL_SPEND, spend);
        print_findings(review);
    }
    gpubill_close(review);
    return code;
}
