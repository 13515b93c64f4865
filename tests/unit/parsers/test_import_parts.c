/*
 * Whoever reads a file in parts finds in it what one thread finds.
 */
#include <stdio.h>

#include "import_folder.h"
#include "parsers/import_cut.h"
#include "parsers/import_parts.h"
#include "same_import.h"

/* Import all below ${path}; a part has about ${part_bytes}. */
static void
import_path(const char *path, const struct formats *formats, size_t jobs, size_t part_bytes,
    struct import *im)
{
    struct import_options options = { .formats = formats, .zone_minutes = 480, .jobs = jobs,
        .part_bytes = part_bytes };
    struct walk w;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(im);
    assert_int_equal(walk_add(&w, path, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(im, &w, &options, &e), 0);
    walk_release(&w);
}

/* By one thread or by several, with parts of several sizes, ${path} is the same. */
static void
assert_same_in_parts(const char *path, const struct formats *formats)
{
    static const size_t sizes[] = { 150, 1000, 20000 };
    struct import whole;

    import_path(path, formats, 1, 0, &whole);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct import parts;

        import_path(path, formats, 2 + i % 2, sizes[i], &parts);
        assert_same_import(&whole, &parts);
        import_release(&parts);
    }
    import_release(&whole);
}

/* The beginning, the row that comes again and again (@ is a day, # a number), what stands once
 * among the rows, the end. */
struct text {
    const char *head, *row, *among, *tail;
    bool is_cut;  /* the file is read in parts */
    bool is_json;
};

#define HEADINGS "交易时间,金额,订单号,备注\n"

static const struct text texts[] = {
    { HEADINGS, "2026-03-@ 10:00:00,#.25,o-#,plain\n", "", "", true, false },
    { HEADINGS, "2026-03-@ 10:00:00,#,\"o-#\",\"over\ntwo \"\"lines\"\"\"\n", "", "", true,
        false },
    { "\xEF\xBB\xBF" HEADINGS, "2026-03-@ 10:00:00,#,o-#,a\r\n", "\r\n", "\r\n\r\n", true,
        false },
    { "sep=,\n" HEADINGS, "2026-03-@,#,o-#,x\n", "sep=,\n", "", true, false },
    { "账单\n\n" HEADINGS, "2026-03-@,#,o-#,x\n", HEADINGS, "合计,99\n合计,99\n", true,
        false },
    { HEADINGS, "2026-03-@,#,o-#,x\n", "小计,3\n合计,7\n合计,7\n2026-03-01,7,,y\n合计,5\n",
        "合计,12\n", true, false },
    { HEADINGS, "2026-03-@,#x,o-#,x\n", "2026-03-01,1,合计\n", "", true, false },
    { HEADINGS, "2026-03-@,-#,o-#\n", "\n\n\n2026-03-01,1,o,x,y,z\n---,---\n", "", true,
        false },
    { HEADINGS, "2026-03-@,#,o-#,an \"odd\" quote\n", "", "", false, false },
    { HEADINGS, "2026-03-@,#,o-#,\xEF\xBB\xBFx\n", "", "", true, false },
    { HEADINGS, "2026-03-@,#,o-#,x", "", "2026-03-01,1,o-1,never ends", false, false },
    /* What a part cannot judge. */
    { HEADINGS, "2026-03-@,#,o-#,x\n", "金额,交易时间,备注,订单号\n", "3,2026-03-03,n,o\n",
        false, false },
    { HEADINGS, "2026-03-@,#,o-#,x\n", "2026-03-01,1,\"open\n", "", false, false },
    { HEADINGS, "2026-03-@,#,o-#,x\n", "2026-03-01,1,\"a\"b\n", "", false, false },
    { HEADINGS, "2026-03-@,#,o-#,x\n", "2026-03-01,1,a\xFF" "b\n", "", false, false },
    /* Rows in a cell: a cut there is in the wrong place. */
    { HEADINGS, "2026-03-@,#,o-#,\"a\n2026-03-01,1,b,c\n2026-03-01,2,b,c\n2026-03-01,3,b,c\n"
        "2026-03-01,4,b,c\n2026-03-01,4,b,c\n2026-03-01,4,b,c\n\"\n", "", "", false, false },
    { "", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"订单号\":\"o-#\"}\n", "", "", true, true },
    { "", "{\"Time\":\"2026-03-@\",\n\"Amount\":#.5,\"订单号\":\"{o-#}\"\n}\n", "\n", "", true,
        true },
    { "", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"订单号\":\"o-#\"}\n", "{\"Time\":nil}\n",
        "", false, true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"订单号\":\"o-#\"},\n", "", "{}]", true, true },
    { " [", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"订单号\":\"o-#\"},", "", "{}]\n", true, true },
    { "[ ", "{\n  \"Time\": \"2026-03-@\",\n  \"Amount\": #\n } ,\n ", "{}]\n[", "{}\n]", true,
        true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"订单号\":\"},{\"},", "", "{}]", true, true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#},", "", "]", false, true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#},", "", "", false, true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#},", "{\"Time\":nil},", "{}]", false, true },
    { "[", "{\"Time\":\"2026-03-@\",\"Amount\":#,\"x\":[{\"Time\":1},{\"Time\":1}]},", "", "{}]",
        false, true },
};

/* A format whose elements are documents of their own. */
static const char lines_format[] = SAMPLE_HEAD("shop-lines", "bill", "shop")
    " \"read\": {\"as\": [\"objects\"], \"lists\": [\"\"], \"timezone\": \"+08:00\",\n"
    "  \"currency\": \"CNY\"},\n"
    " \"columns\": {" SHOP_COLUMNS "},\n" SHOP_FIELDS SHOP_SAMPLE;

/* Fill ${out} with ${rows} rows of ${t}. */
static void
write_text(struct buf *out, const struct text *t, unsigned rows)
{
    buf_reset(out);
    buf_add_text(out, t->head);
    for (unsigned i = 0; i < rows; i++) {
        if (i == rows / 2)
            buf_add_text(out, t->among);
        for (const char *p = t->row; *p; p++) {
            if (*p == '@')
                buf_addf(out, "%02u", i % 31 + 1);
            else if (*p == '#')
                buf_addf(out, "%u", i % 500);
            else
                buf_add(out, (struct sv){ p, 1 });
        }
    }
    buf_add_text(out, t->tail);
}

/* Reading one file with somebody to help. */
struct trial {
    const struct formats *formats;
    struct sv bytes;
    bool is_cut;
};

static void
read_alone(void *context, size_t index, struct crew *crew)
{
    struct trial *trial = context;
    struct import_options options = { .formats = trial->formats, .part_bytes = 1000 };
    struct source *source = source_of_memory(trial->bytes);
    struct input *input = input_new(SV("bill"), false);
    struct ledger ledger;
    struct detection found;
    struct reader r = { .options = &options, .source = source, .input = input, .ledger = &ledger,
        .crew = crew, .found = &found };
    struct err e = ERR_INIT;
    uint32_t ignored;

    (void)index;
    ledger_init(&ledger);
    assert_int_equal(ledger_add_input(&ledger, input, &ignored, &e), 0);
    assert_int_equal(detect(&found, source, trial->formats, NULL, NULL, input, &e), 0);
    assert_non_null(found.format);
    assert_int_equal(reader_open(&r, &e), 0);
    assert_int_equal(import_parts_read(&r, &trial->is_cut, &e), 0);
    /* What was given up leaves nothing behind. */
    if (!trial->is_cut)
        assert_int_equal(ledger.lines.n + input->records + input->warnings.n -
            (found.charset.has_bad_bytes ? 1 : 0), 0);
    reader_release(&r);
    detection_release(&found);
    ledger_release(&ledger);
}

static void
finds_in_parts_what_is_in_the_whole(void **state)
{
    const struct fixture *f = *state;
    struct err e = ERR_INIT;
    struct formats formats = { 0 };
    struct format *lines = format_load("shop-lines.json", sv_of(lines_format), &e);
    struct buf bytes;

    assert_non_null(lines);
    assert_int_equal(vec_grow(&formats.list, 1, 1, &e), 0);
    formats.list.at[formats.list.n++] = lines;
    buf_init(&bytes, 1 << 24);
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct trial trial = { .formats = texts[i].is_json ? &formats : &f->formats };

        write_text(&bytes, &texts[i], 1500);
        trial.bytes = buf_sv(&bytes);
        assert_int_equal(crew_run(2, 1, read_alone, &trial, &e), 0);
        if (trial.is_cut != texts[i].is_cut)
            fail_msg("text %zu is%s cut", i, trial.is_cut ? "" : " not");
        put(f, "bill.csv", buf_sv(&bytes));
        assert_same_in_parts(f->folder, trial.formats);
        forget(f, "bill.csv");
    }
    buf_release(&bytes);
    formats_release(&formats);
}

static void
finds_the_same_in_all_kinds_of_files(void **state)
{
    static const char *const folders[] = { "sample-bills", "tests/fuzz/corpus/import",
        "tests/fuzz/corpus/csv", "tests/fuzz/corpus/json" };
    const char *shared = getenv("GPUBILL_SHARED");
    struct formats formats;
    struct err e = ERR_INIT;
    struct buf path;

    (void)state;
    assert_int_equal(formats_load(&formats, NULL, &e), 0);
    buf_init(&path, 65536);
    for (size_t i = 0; i < COUNT(folders); i++) {
        buf_reset(&path);
        buf_addf(&path, "%s/%s", GPUBILL_SOURCE_DIR, folders[i]);
        assert_same_in_parts(path.p, &formats);
    }
    buf_reset(&path);
    buf_addf(&path, "%s/samples/bills", shared ? shared : GPUBILL_SOURCE_DIR "/../shared");
    if (access(path.p, R_OK) == 0)
        assert_same_in_parts(path.p, &formats);
    else
        printf("skipped: no real files at %s\n", path.p);
    buf_release(&path);
    formats_release(&formats);
}

static void
cuts_before_what_looks_like_rows(void **state)
{
    static const struct { const char *window; char delimiter; const char *behind; } cases[] = {
        { "b,c\na,b,c\na,b,c\n", ',', "a,b,c\na,b,c\n" },
        { "b,c\r\na,b,c\r\na,b,c\r\n", ',', "a,b,c\r\na,b,c\r\n" },
        { "x\n\na,b,c\n\"a\",b,\"c,\"\n", ',', "a,b,c\n\"a\",b,\"c,\"\n" },
        { "x\nsome text\", b,c\na;b;c\na;b;c\nend", ';', "a;b;c\na;b;c\nend" },
        { "x\na,b,\"c\"\"d\"\na,b,c\n", ',', "a,b,\"c\"\"d\"\na,b,c\n" },
        { "x\nsep=,\na,b,c\n", ',', NULL },
        { "x\na,b,c\na,b\na,b,c\n", ',', NULL },
        { "x\na,b,c\na,b,c", ',', NULL },
        { "x\na,b,\"c\nd\"\na,b,\"c\n\"\n", ',', "a,b,\"c\nd\"\na,b,\"c\n\"\n" },
        { "x\na,b,\"c\nd\"\na,b,\"c\n", ',', NULL },
        { "a,b,c", ',', NULL },
        { "", ',', NULL },
        { "1}\n{\"a\":1}\n", '\0', "{\"a\":1}\n" },
        { "1},\n{\"a\":1}\r\n{\"b\":1}\n", '\0', "{\"b\":1}\n" },
        { "1}\n  {\"a\":1}\n", '\0', NULL },
        { "\n{", '\0', NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sv window = sv_of(cases[i].window);
        size_t at = import_cut_lines(window, cases[i].delimiter, 3);

        if (cases[i].behind)
            assert_sv(sv_part(window, at, window.n), cases[i].behind);
        else
            assert_int_equal(at, 0);
    }
}

static void
cuts_arrays_behind_commas_between_their_elements(void **state)
{
    static const struct { const char *head, *lead, *window, *behind; } cases[] = {
        { "[{\"a\":1},", "{\"a\"", "1},{\"a\":2}]", "{\"a\":2}]" },
        { "\xEF\xBB\xBF [\n {\n  \"a\" :", "{\n  \"a\"", "{\"a\"},{\"a\"} ,\n {\n  \"a\"",
            "\n {\n  \"a\"" },
        { "[{\"a\":1}", "{\"a\"", "[{\"a\":1},{\"b\":1}], {\"a\":1}", NULL },
        { "[{\"a\":1}", "{\"a\"", ",{\"a\":1}", NULL },
        { "{\"a\":[{\"a\":1}]}", "", "", NULL },
        { "[[{\"a\":1}]]", "", "", NULL },
        { "[1,{\"a\":1}]", "", "", NULL },
        { "[{}", "", "", NULL },
        { "[{\"a", "", "", NULL },
        { "", "", "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sv window = sv_of(cases[i].window), lead = import_cut_lead(sv_of(cases[i].head));
        size_t at;

        assert_sv(lead, cases[i].lead);
        if (lead.n == 0)
            continue;
        at = import_cut_list(window, lead);
        if (cases[i].behind)
            assert_sv(sv_part(window, at, window.n), cases[i].behind);
        else
            assert_int_equal(at, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_arrays_behind_commas_between_their_elements),
        cmocka_unit_test_setup_teardown(finds_in_parts_what_is_in_the_whole, set_up, tear_down),
        cmocka_unit_test(finds_the_same_in_all_kinds_of_files),
        cmocka_unit_test(cuts_before_what_looks_like_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
