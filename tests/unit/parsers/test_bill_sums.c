/*
 * Whole folders of bills against sums that were made without this program: those in
 * sample-bills/README.md, by the script that writes the bills, and those in SOURCES.md beside the
 * real bills, where they are present.
 */
#include <stdio.h>
#include <stdlib.h>

#include "parsers/import.h"
#include "unit.h"

#define PATH_ROOM 1024

struct folder {
    struct formats formats;
    struct walk walk;
    struct import import;
    char path[PATH_ROOM];
};

static void
read_folder(struct folder *f, const char *path)
{
    struct err e = ERR_INIT;
    struct import_options options = { .formats = &f->formats, .zone_minutes = 480, .jobs = 2 };

    (void)snprintf(f->path, sizeof(f->path), "%s", path);
    assert_int_equal(formats_load(&f->formats, NULL, &e), 0);
    walk_init(&f->walk);
    assert_int_equal(walk_add(&f->walk, path, &e), 0);
    walk_finish(&f->walk);
    import_init(&f->import);
    assert_int_equal(import_all(&f->import, &f->walk, &options, &e), 0);
}

static void
release_folder(struct folder *f)
{
    import_release(&f->import);
    walk_release(&f->walk);
    formats_release(&f->formats);
}

/* The input whose path below the folder is ${name}, or NULL. */
static const struct input *
find_input(const struct folder *f, struct sv name)
{
    size_t skip = strlen(f->path) + 1;

    for (size_t i = 0; i < f->import.ledger.inputs.n; i++) {
        const struct input *in = f->import.ledger.inputs.at[i];

        if (strlen(in->path) > skip && sv_is(sv_of(in->path + skip), name))
            return in;
    }
    return NULL;
}

/* The sum of BilledCost over all lines of ${in}. */
static struct money
billed(const struct folder *f, const struct input *in)
{
    const struct ledger *l = &f->import.ledger;
    struct money sum = MONEY_ZERO;
    struct err e = ERR_INIT;

    for (size_t i = 0; i < l->lines.n; i++) {
        if (ledger_input(l, &l->lines.at[i]) == in)
            assert_int_equal(money_add(&sum, ledger_billed(&l->lines.at[i]), &e), 0);
    }
    return sum;
}

/* What rounding to 18 decimals may have moved the sum of ${in} by, in the last of them: half of one
 * for each amount that has more, and for the sum as it is stated. */
static money_int
rounding_of(const struct folder *f, const struct input *in)
{
    const struct ledger *l = &f->import.ledger;
    money_int n = 0;

    for (size_t i = 0; i < l->lines.n; i++)
        n += ledger_input(l, &l->lines.at[i]) == in &&
            (l->lines.at[i].changes & CHANGE_ROUNDED_18) != 0;
    return n == 0 ? 0 : (n + 1) / 2;
}

static void
check_sum(const struct folder *f, const struct input *in, struct sv expected)
{
    char text[MONEY_TEXT_MAX];
    struct err e = ERR_INIT;
    struct money sum, got = billed(f, in), difference = got;

    assert_int_equal(money_parse(&sum, expected, &e), 0);
    assert_int_equal(money_sub(&difference, sum, &e), 0);
    if (money_is_negative(difference))
        difference = money_negate(difference);
    if (difference.units > rounding_of(f, in))
        print_error("%s: %s is not %.*s\n", in->path, money_format(text, got), SV_ARG(expected));
    assert_true(difference.units <= rounding_of(f, in));
    assert_int_equal(in->rejected, 0);
    assert_true(input_is_closed(in));
}

/* The text of ${file}, or NULL where there is none. */
static char *
read_text(const char *file)
{
    FILE *f = fopen(file, "rb");
    char *text = f ? calloc(1, 1 << 20) : NULL;

    if (text)
        (void)fread(text, 1, (1 << 20) - 1, f);
    if (f)
        (void)fclose(f);
    return text;
}

/* Cell ${i} (from 1) of a row of a Markdown table, without blanks and backquotes. */
static struct sv
table_cell(struct sv row, int i)
{
    struct sv cell = SV_EMPTY;

    for (int k = 0; k <= i; k++) {
        if (!sv_cut(&row, '|', &cell))
            return SV_EMPTY;
    }
    cell = sv_trim(cell);
    if (cell.n > 1 && cell.p[0] == '`')
        cell = sv_part(cell, 1, cell.n - 1);
    return cell;
}

/* "324.75 CNY" or, of a second view, "(324.75 CNY)": without brackets and currency. */
static struct sv
amount_of(struct sv cell)
{
    struct sv amount;

    if (cell.n > 0 && cell.p[0] == '(')
        cell = sv_part(cell, 1, cell.n - 1);
    return sv_cut(&cell, ' ', &amount) ? amount : SV_EMPTY;
}

/* Bills, logs and payments: all but invoices, which have a table of their own, and what is no input
 * of a review. */
static bool
has_row(const struct input *in)
{
    return in->kind == INPUT_BILL || in->kind == INPUT_USAGE || in->kind == INPUT_STATES ||
        in->kind == INPUT_PAYMENT;
}

static void
sample_bills_have_the_sums_that_their_readme_states(void **state)
{
    struct folder f;
    size_t rows = 0, expected = 0;
    char *readme = read_text(GPUBILL_SOURCE_DIR "/sample-bills/README.md");
    struct sv rest = sv_of(readme), line;

    (void)state;
    assert_non_null(readme);
    read_folder(&f, GPUBILL_SOURCE_DIR "/sample-bills");
    while (sv_cut(&rest, '\n', &line)) {
        struct sv records = table_cell(line, 2), sum = table_cell(line, 3);
        const struct input *in = find_input(&f, table_cell(line, 1));

        if (!in || !has_row(in) || records.n == 0 || records.p[0] < '0' || records.p[0] > '9')
            continue;
        assert_int_equal(in->records, strtoul(records.p, NULL, 10));
        if (in->kind == INPUT_BILL)
            check_sum(&f, in, amount_of(sum));
        else
            assert_true(in->lines == 0 && in->rejected == 0 && input_is_closed(in));
        rows++;
    }
    for (size_t i = 0; i < f.import.ledger.inputs.n; i++)
        expected += has_row(f.import.ledger.inputs.at[i]);
    assert_int_equal(rows, expected);
    release_folder(&f);
    free(readme);
}

/* The amount behind ${word} in ${cell}, or empty. */
static struct sv
amount_behind(struct sv cell, struct sv word)
{
    size_t at = sv_find(cell, word, 0);
    struct sv rest, amount;

    if (at == (size_t)-1)
        return SV_EMPTY;
    rest = sv_part(cell, at + word.n, cell.n);
    if (!sv_cut(&rest, ';', &amount))
        return SV_EMPTY;
    rest = amount;
    if (!sv_cut(&rest, ' ', &amount))
        return SV_EMPTY;
    return sv_ends(amount, SV(",")) ? sv_part(amount, 0, amount.n - 1) : amount;
}

/* The text of SOURCES.md beside the real samples, which are read into ${f}; skips the test where
 * they are not there. */
static char *
read_samples(struct folder *f)
{
    const char *shared = getenv("GPUBILL_SHARED");
    char path[PATH_ROOM];
    char *sources;

    if (!shared)
        shared = GPUBILL_SOURCE_DIR "/../shared";
    (void)snprintf(path, sizeof(path), "%s/samples/SOURCES.md", shared);
    sources = read_text(path);
    if (!sources) {
        print_message("skipped: %s is not here; set GPUBILL_SHARED\n", path);
        skip();
    }
    (void)snprintf(path, sizeof(path), "%s/samples", shared);
    read_folder(f, path);
    return sources;
}

/* ${in} holds invoices, not a bill: their totals are ${expected}. */
static void
check_invoices(const struct folder *f, const struct input *in, struct sv expected)
{
    const struct invoices *all = &f->import.invoices;
    struct money sum, got = MONEY_ZERO;
    struct err e = ERR_INIT;

    assert_int_equal(in->kind, INPUT_INVOICE);
    assert_int_equal(in->lines, 0);
    for (size_t i = 0; i < all->list.n; i++)
        if (sv_is(sv_of(all->list.at[i].files.at[0]), sv_of(in->path)))
            assert_int_equal(money_add(&got, all->list.at[i].total, &e), 0);
    assert_int_equal(money_parse(&sum, expected, &e), 0);
    assert_int_equal(money_compare(got, sum), 0);
}

static void
real_focus_files_have_the_sums_of_their_sources(void **state)
{
    struct folder f;
    size_t read = 0, invoices = 0;
    char *sources = read_samples(&f);
    struct sv rest = sv_of(sources), line;

    (void)state;
    while (sv_cut(&rest, '\n', &line)) {
        struct sv name = table_cell(line, 1);
        struct sv sum = amount_behind(table_cell(line, 5), SV("BilledCost "));
        const struct input *in = find_input(&f, name);

        if (!in || !sv_starts(name, SV("bills/focus/")))
            continue;
        if (sv_find(name, SV("invoice_detail"), 0) != (size_t)-1) {
            check_invoices(&f, in, sum);
            invoices++;
            continue;
        }
        assert_string_equal(in->format, "focus");
        check_sum(&f, in, sum.n > 0 ? sum : SV("0"));
        read++;
    }
    assert_int_equal(invoices, 3);
    assert_true(read >= 29);
    release_folder(&f);
    free(sources);
}

static void
real_bills_of_clouds_have_the_sums_of_their_sources(void **state)
{
    /* The words before each amount in SOURCES.md, and in which column of its table they stand. */
    static const struct {
        const char *name, *format, *word;
        int cell;
    } bills[] = {
        { "bills/aws/cur-legacy-focus-converters.csv", "aws-cur", "lineItem/UnblendedCost ", 5 },
        { "bills/aws/koku-2023-06-01.csv", "aws-cur", "lineItem/UnblendedCost ", 5 },
        { "bills/aws/koku-test_cur.csv", "aws-cur", "lineItem/UnblendedCost ", 5 },
        { "bills/aws/cost-explorer-get-cost-and-usage.json", "aws-cost-explorer",
            "UnblendedCost ", 6 },
        { "bills/azure/ea-export-focus-converters.csv", "azure-cost-actual",
            "CostInBillingCurrency ", 5 },
        { "bills/azure/koku-azure_camelCased.csv", "azure-cost-actual", "preTaxCost ", 5 },
        { "bills/azure/opencost-Template.csv", "azure-cost-actual", "costinbillingcurrency ", 5 },
        { "bills/azure/opencost-headers-PayAsYouGo.csv", "azure-cost-actual", "PreTaxCost ", 5 },
        { "bills/gcp/koku-202011-bq-export.csv", "gcp-billing-export", "so payable ", 6 },
        { "bills/gpu/digitalocean-paperspace-invoice-example.csv", "digitalocean-invoice-csv",
            "USD ", 5 },
    };
    struct folder f;
    size_t read = 0;
    char *sources = read_samples(&f);
    struct sv rest = sv_of(sources), line;

    (void)state;
    while (sv_cut(&rest, '\n', &line)) {
        for (size_t i = 0; i < COUNT(bills); i++) {
            struct sv sum;
            const struct input *in;

            if (!sv_is(table_cell(line, 1), sv_of(bills[i].name)))
                continue;
            in = find_input(&f, sv_of(bills[i].name));
            assert_non_null(in);
            assert_string_equal(in->format, bills[i].format);
            sum = amount_behind(table_cell(line, bills[i].cell), sv_of(bills[i].word));
            assert_true(sum.n > 0);
            check_sum(&f, in, sum);
            read++;
        }
    }
    assert_int_equal(read, COUNT(bills));
    release_folder(&f);
    free(sources);
}

static void
real_bills_of_which_no_sum_is_stated_are_recognised(void **state)
{
    struct folder f;
    char *sources = read_samples(&f);
    const struct input *in = find_input(&f, SV("bills/azure/opencost-headers-German.csv"));

    (void)state;
    assert_non_null(in);
    assert_string_equal(in->format, "azure-cost-actual");
    check_sum(&f, in, SV("0.075"));

    /* Headings without rows. */
    in = find_input(&f, SV("bills/gpu/modal-billing-report-header.csv"));
    assert_non_null(in);
    assert_string_equal(in->format, "modal-billing-report");
    assert_int_equal(in->records, 0);
    assert_string_equal(in->warnings.at[0].code, "no-records");
    release_folder(&f);
    free(sources);
}

/* Credits are lines of their own: without them the sum is that of the column `cost`. */
static void
credits_of_google_cloud_stand_beside_the_cost(void **state)
{
    struct folder f;
    char *sources = read_samples(&f);
    const struct input *in = find_input(&f, SV("bills/gcp/koku-202011-bq-export.csv"));
    const struct ledger *l = &f.import.ledger;
    struct money cost = MONEY_ZERO, expected;
    struct err e = ERR_INIT;
    size_t credits = 0;

    (void)state;
    assert_non_null(in);
    for (size_t i = 0; i < l->lines.n; i++) {
        if (ledger_input(l, &l->lines.at[i]) != in)
            continue;
        if (ledger_word(&l->lines.at[i], WORD_ENTRY) == ENTRY_CREDIT)
            credits++;
        else
            assert_int_equal(money_add(&cost, ledger_billed(&l->lines.at[i]), &e), 0);
    }
    assert_int_equal(money_parse(&expected, SV("0.000032"), &e), 0);
    assert_int_equal(money_compare(cost, expected), 0);
    assert_int_equal(in->records, 25 + credits);
    assert_true(credits > 0);
    release_folder(&f);
    free(sources);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_bills_have_the_sums_that_their_readme_states),
        cmocka_unit_test(real_focus_files_have_the_sums_of_their_sources),
        cmocka_unit_test(real_bills_of_clouds_have_the_sums_of_their_sources),
        cmocka_unit_test(real_bills_of_which_no_sum_is_stated_are_recognised),
        cmocka_unit_test(credits_of_google_cloud_stand_beside_the_cost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
