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
            assert_int_equal(money_add(&sum, l->lines.at[i].billed, &e), 0);
    }
    return sum;
}

static void
check_sum(const struct folder *f, const struct input *in, struct sv expected)
{
    char text[MONEY_TEXT_MAX];
    struct err e = ERR_INIT;
    struct money sum, got = billed(f, in);

    assert_int_equal(money_parse(&sum, expected, &e), 0);
    if (money_compare(sum, got) != 0)
        print_error("%s: %s is not %.*s\n", in->path, money_format(text, got), SV_ARG(expected));
    assert_int_equal(money_compare(sum, got), 0);
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

static void
sample_bills_have_the_sums_that_their_readme_states(void **state)
{
    struct folder f;
    size_t rows = 0;
    char *readme = read_text(GPUBILL_SOURCE_DIR "/sample-bills/README.md");
    struct sv rest = sv_of(readme), line;

    (void)state;
    assert_non_null(readme);
    read_folder(&f, GPUBILL_SOURCE_DIR "/sample-bills");
    while (sv_cut(&rest, '\n', &line)) {
        struct sv records = table_cell(line, 2), sum = table_cell(line, 3);
        const struct input *in = find_input(&f, table_cell(line, 1));

        if (!in || records.n == 0 || records.p[0] < '0' || records.p[0] > '9')
            continue;
        assert_int_equal(in->records, strtoul(records.p, NULL, 10));
        if (in->kind == INPUT_BILL)
            check_sum(&f, in, amount_of(sum));
        else
            assert_int_equal(in->skipped[SKIP_OBSERVATION], in->records);
        rows++;
    }
    /* All files but the two READMEs. */
    assert_int_equal(rows, f.import.ledger.inputs.n - 2);
    release_folder(&f);
    free(readme);
}

/* The amount behind "BilledCost " in ${cell}, or empty. */
static struct sv
billed_in(struct sv cell)
{
    size_t at = sv_find(cell, SV("BilledCost "), 0);
    struct sv rest, amount;

    if (at == (size_t)-1)
        return SV_EMPTY;
    rest = sv_part(cell, at + strlen("BilledCost "), cell.n);
    if (!sv_cut(&rest, ';', &amount))
        return SV_EMPTY;
    rest = amount;
    return sv_cut(&rest, ' ', &amount) ? amount : SV_EMPTY;
}

static void
real_focus_files_have_the_sums_of_their_sources(void **state)
{
    struct folder f;
    size_t read = 0, refused = 0;
    const char *shared = getenv("GPUBILL_SHARED");
    char path[PATH_ROOM];
    char *sources;
    struct sv rest, line;

    (void)state;
    if (!shared)
        shared = GPUBILL_SOURCE_DIR "/../shared";
    (void)snprintf(path, sizeof(path), "%s/samples/SOURCES.md", shared);
    sources = read_text(path);
    if (!sources) {
        print_message("skipped: %s is not here; set GPUBILL_SHARED\n", path);
        skip();
    }
    (void)snprintf(path, sizeof(path), "%s/samples", shared);
    read_folder(&f, path);
    rest = sv_of(sources);
    while (sv_cut(&rest, '\n', &line)) {
        struct sv name = table_cell(line, 1), sum = billed_in(table_cell(line, 5));
        const struct input *in = find_input(&f, name);

        if (!in || !sv_starts(name, SV("bills/focus/")))
            continue;
        /* Invoice Detail is an invoice, not a bill. */
        if (sv_find(name, SV("invoice_detail"), 0) != (size_t)-1) {
            assert_int_equal(in->kind, INPUT_UNKNOWN);
            assert_int_equal(in->lines, 0);
            refused++;
            continue;
        }
        assert_string_equal(in->format, "focus");
        check_sum(&f, in, sum.n > 0 ? sum : SV("0"));
        read++;
    }
    assert_int_equal(refused, 3);
    assert_true(read >= 29);
    release_folder(&f);
    free(sources);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_bills_have_the_sums_that_their_readme_states),
        cmocka_unit_test(real_focus_files_have_the_sums_of_their_sources),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
