#include <sys/stat.h>

#include "import_folder.h"

/* Import the whole folder. */
static void
import_folder(const struct fixture *f, const struct import_options *options, struct import *im)
{
    struct walk w;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(im);
    assert_int_equal(walk_add(&w, f->folder, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(im, &w, options, &e), 0);
    walk_release(&w);
}

/* Import one file with these bytes; ${im} then has one input. */
static const struct input *
import_bytes(const struct fixture *f, const char *name, struct sv bytes, struct import *im)
{
    struct import_options options = options_of(f, 1);

    put(f, name, bytes);
    import_folder(f, &options, im);
    forget(f, name);
    assert_int_equal(im->ledger.inputs.n, 1);
    assert_true(input_is_closed(im->ledger.inputs.at[0]));
    return im->ledger.inputs.at[0];
}

static bool
has_warning(const struct input *in, const char *code, uint64_t line)
{
    for (size_t i = 0; i < in->warnings.n; i++)
        if (strcmp(in->warnings.at[i].code, code) == 0 && in->warnings.at[i].line == line)
            return true;
    return false;
}

static void
counts_every_record_once(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv",
        SV("account,x\n\n交易时间,金额,订单号,备注\n2026-03-01 10:00:00,1.50,o-1,a\n\n"
            "2026-03-02 10:00:00,x,o-2,b\n,,,\n2026-03-03 10:00:00,2,o-3,\"open\n"
            "2026-03-04 10:00:00,-0.25,o-4,c\n"), &im);
    char text[MONEY_TEXT_MAX];

    assert_int_equal(in->failure.code, ERR_NONE);
    assert_string_equal(in->format, "shop");
    assert_string_equal(in->platform, "shop");
    assert_int_equal(in->records, 6);
    assert_int_equal(in->lines, 2);
    assert_int_equal(in->skipped[SKIP_BLANK], 2);
    assert_int_equal(in->rejected, 2);
    assert_int_equal(in->rejections.at[0].line, 6);
    assert_int_equal(in->rejections.at[0].reason, REJECT_BAD_AMOUNT);
    assert_string_equal(in->rejections.at[0].column, "金额");
    assert_true(sv_is(in->rejections.at[0].raw, SV("2026-03-02 10:00:00,x,o-2,b")));
    assert_int_equal(in->rejections.at[1].line, 8);
    assert_int_equal(in->rejections.at[1].reason, REJECT_BAD_QUOTE);
    assert_int_equal(im.ledger.lines.n, 2);
    assert_int_equal(im.ledger.lines.at[0].source_line, 4);
    assert_string_equal(money_format(text, ledger_billed(&im.ledger.lines.at[0])), "1.5");
    assert_int_equal(im.ledger.lines.at[1].source_line, 9);
    assert_string_equal(money_format(text, ledger_billed(&im.ledger.lines.at[1])), "-0.25");
    assert_int_equal(strlen(in->sha256), 64);
    import_release(&im);
}

static void
follows_headings_that_come_again_in_another_order(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv",
        SV("交易时间,金额\n2026-03-01,1\n交易时间,金额\n2026-03-02,2\n金额,交易时间\n"
            "3,2026-03-03\n金额,交易时间\n金额,交易时间,订单号\n4,2026-03-04,o-1\n"), &im);
    char text[MONEY_TEXT_MAX];
    static const char *const billed[] = { "1", "2", "3", "4" };

    assert_int_equal(in->records, 8);
    assert_int_equal(in->lines, 4);
    assert_int_equal(in->skipped[SKIP_REPEATED_HEADER], 4);
    assert_int_equal(in->rejected, 0);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(money_format(text, ledger_billed(&im.ledger.lines.at[i])), billed[i]);
    assert_string_equal(im.ledger.lines.at[2].order_id, "");
    assert_string_equal(im.ledger.lines.at[3].order_id, "o-1");
    import_release(&im);
}

static void
checks_total_rows_and_does_not_count_them_as_charges(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv",
        SV("交易时间,订单号,金额\n2026-03-01,o-1,1\n2026-03-02,o-2,2\n合计,,3\n"), &im);
    char text[MONEY_TEXT_MAX];

    assert_int_equal(in->lines, 2);
    assert_int_equal(in->skipped[SKIP_TOTAL_ROW], 1);
    assert_int_equal(in->declared.n, 1);
    assert_string_equal(in->declared.at[0].currency, "CNY");
    assert_string_equal(money_format(text, in->declared.at[0].sum), "3");
    import_release(&im);
}

static void
tells_empty_from_headings_alone(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv", SV("交易时间,金额\n"), &im);

    assert_int_equal(in->failure.code, ERR_NONE);
    assert_string_equal(in->format, "shop");
    assert_int_equal(in->records, 0);
    assert_true(has_warning(in, "no-records", 0));
    import_release(&im);

    in = import_bytes(*state, "a.csv", SV(""), &im);
    assert_int_equal(in->failure.code, ERR_UNKNOWN);
    assert_string_equal(in->failure.message.format, "the file is empty");
    assert_int_equal(in->kind, INPUT_UNKNOWN);
    assert_int_equal(in->warnings.n, 0);
    import_release(&im);
}

static void
reads_lists_of_objects_and_misses_pages(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.json",
        SV("{\"data\": {\"list\": [{\"交易时间\": \"2026-03-01\", \"金额\": 0.10000000000000001},\n"
            "{\"交易时间\": \"2026-03-02\", \"金额\": \"x\"}], \"TotalCount\": 3}}"), &im);
    char text[MONEY_TEXT_MAX];

    assert_string_equal(in->format, "shop-json");
    assert_int_equal(in->records, 2);
    assert_int_equal(in->lines, 1);
    assert_int_equal(in->rejected, 1);
    assert_int_equal(in->rejections.at[0].line, 2);
    assert_string_equal(money_format(text, ledger_billed(&im.ledger.lines.at[0])),
        "0.10000000000000001");
    assert_true(has_warning(in, "pages-missing", 0));
    import_release(&im);

    /* Two pages one behind the other, which are all. */
    in = import_bytes(*state, "a.json",
        SV("{\"data\":{\"list\":[{\"Time\":\"2026-03-01\",\"Amount\":1}],\"TotalCount\":2}}\n"
            "{\"data\":{\"list\":[{\"Time\":\"2026-03-02\",\"Amount\":2}],\"TotalCount\":2}}\n"),
        &im);
    assert_int_equal(in->lines, 2);
    assert_false(has_warning(in, "pages-missing", 0));
    import_release(&im);

    in = import_bytes(*state, "a.json",
        SV("{\"TotalCount\": 1, \"data\": {\"list\": [{\"交易时间\": \"2026-03-01\", \"金额\": 1}]}}"),
        &im);
    assert_int_equal(in->lines, 1);
    assert_false(has_warning(in, "pages-missing", 0));
    import_release(&im);
}

static void
keeps_observations_apart_from_lines(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "states.csv",
        SV("platform,instance,state,from,to\nautodl,i-2,stopped,2026-03-02 00:00:00,\n"
            "autodl,i-1,running,2026-03-01 00:00:00,2026-03-01 12:00:00\n"
            "autodl,i-1,dancing,2026-03-01 00:00:00,\n"), &im);

    assert_int_equal(in->kind, INPUT_STATES);
    assert_int_equal(in->records, 3);
    assert_int_equal(in->skipped[SKIP_OBSERVATION], 2);
    assert_int_equal(in->rejected, 1);
    assert_int_equal(im.ledger.lines.n, 0);
    assert_int_equal(im.observations.states.n, 2);
    assert_string_equal(im.observations.states.at[0].instance, "i-1");
    assert_int_equal(im.observations.states.at[0].state, STATE_RUNNING);
    assert_int_equal(im.observations.states.at[0].line, 3);
    assert_int_equal(im.observations.states.at[1].to, TIME_NONE);
    import_release(&im);
}

static void
warns_of_quotes_and_byte_order_marks_inside(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv",
        SV("交易时间,金额,备注\n2026-03-01,1,3\" disk\n2026-03-02,2,\xEF\xBB\xBFx\n"), &im);

    assert_int_equal(in->lines, 2);
    assert_true(has_warning(in, "quote-inside-cell", 2));
    assert_true(has_warning(in, "bom-dropped", 3));
    assert_true((im.ledger.lines.at[1].changes & CHANGE_BOM_DROPPED) != 0);
    assert_true((im.ledger.lines.at[0].changes & CHANGE_BOM_DROPPED) == 0);
    import_release(&im);
}

static void
refuses_a_file_whole_where_two_headings_contradict(void **state)
{
    struct import im;
    const struct input *in = import_bytes(*state, "a.csv",
        SV("交易时间,金额,Amount\n2026-03-01,1,1\n2026-03-02,2,3\n"), &im);

    assert_int_equal(in->failure.code, ERR_SYNTAX);
    assert_string_equal(in->failure.path, in->path);
    assert_int_equal(in->records, 0);
    assert_int_equal(in->lines, 0);
    assert_int_equal(im.ledger.lines.n, 0);
    import_release(&im);
}

/* Files of all sorts, in an order that is not that of their sizes. */
static void
put_many(const struct fixture *f)
{
    struct buf big;

    buf_init(&big, 1u << 22);
    buf_add_text(&big, "交易时间,金额,订单号\n");
    for (int i = 0; i < 3000; i++)
        buf_addf(&big, "2026-03-%02d 10:00:00,%d.%02d,o-%d\n", i % 28 + 1, i, i % 100, i);
    put(f, "1.csv", buf_sv(&big));
    put(f, "2.csv", SV("交易时间,金额\n2026-03-01,1\n"));
    put(f, "3.csv", SV("what,is\nthis,x\n"));
    put(f, "4.csv", SV("Day,Cost,Kind\n2026-03-01,1,b\n"));
    put(f, "5.json", SV("{\"data\":{\"list\":[{\"Time\":\"2026-03-01\",\"Amount\":\"7\"}]}}"));
    put(f, "6.csv", SV("platform,instance,state,from\nautodl,i-1,running,2026-03-01\n"));
    put(f, "7.csv", SV("PK\x03\x04"));
    put(f, "8.csv", SV("交易时间;金额\n2026-03-09;9\n"));
    buf_release(&big);
}

static void
forget_many(const struct fixture *f)
{
    static const char *const names[] = { "1.csv", "2.csv", "3.csv", "4.csv", "5.json", "6.csv",
        "7.csv", "8.csv" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        forget(f, names[i]);
}

static void
gives_the_same_whatever_the_number_of_threads(void **state)
{
    const struct fixture *f = *state;
    struct import_options one = options_of(f, 1), many = options_of(f, 8);
    struct import a, b;

    put_many(f);
    import_folder(f, &one, &a);
    import_folder(f, &many, &b);
    forget_many(f);
    assert_int_equal(a.ledger.inputs.n, 8);
    assert_int_equal(a.ledger.lines.n, 3003);
    assert_int_equal(b.ledger.inputs.n, 8);
    assert_int_equal(b.ledger.lines.n, 3003);
    for (size_t i = 0; i < 8; i++) {
        const struct input *x = a.ledger.inputs.at[i], *y = b.ledger.inputs.at[i];

        assert_string_equal(x->path, y->path);
        assert_string_equal(x->format, y->format);
        assert_string_equal(x->sha256, y->sha256);
        assert_int_equal(x->lines, y->lines);
        assert_int_equal(x->failure.code, y->failure.code);
        assert_true(input_is_closed(x) && input_is_closed(y));
    }
    for (size_t i = 0; i < a.ledger.lines.n; i++) {
        const struct ledger_line *x = &a.ledger.lines.at[i], *y = &b.ledger.lines.at[i];

        assert_int_equal(x->input, y->input);
        assert_int_equal(x->source_line, y->source_line);
        assert_true(money_compare(ledger_billed(x), ledger_billed(y)) == 0);
        assert_string_equal(x->order_id, y->order_id);
    }
    assert_int_equal(a.observations.states.at[0].input, 5);
    assert_int_equal(b.observations.states.at[0].input, 5);
    import_release(&a);
    import_release(&b);
}

static void
a_bad_file_leaves_the_others_alone(void **state)
{
    static const enum err_code codes[] = { ERR_NONE, ERR_NONE, ERR_UNKNOWN, ERR_SYNTAX, ERR_NONE,
        ERR_NONE, ERR_SYNTAX, ERR_NONE };
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 2);
    struct import im;

    put_many(f);
    import_folder(f, &options, &im);
    forget_many(f);
    for (size_t i = 0; i < 8; i++) {
        const struct input *in = im.ledger.inputs.at[i];

        assert_int_equal(in->failure.code, codes[i]);
        assert_false(in->was_named);
        if (in->failure.code != ERR_NONE)
            assert_string_equal(in->failure.path, in->path);
    }
    import_release(&im);
}

static void
counts_without_keeping_where_only_detection_is_asked_for(void **state)
{
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct import im;

    options.detect_only = true;
    put_many(f);
    import_folder(f, &options, &im);
    forget_many(f);
    assert_int_equal(im.ledger.lines.n, 0);
    assert_int_equal(im.observations.states.n, 0);
    assert_int_equal(im.ledger.inputs.at[0]->records, 3000);
    assert_int_equal(im.ledger.inputs.at[0]->lines, 3000);
    import_release(&im);
}

struct told {
    uint64_t calls, last, total;
};

static void
tell(void *context, uint64_t done, uint64_t total)
{
    struct told *t = context;

    assert_true(done >= t->last);
    t->last = done;
    t->total = total;
    t->calls++;
}

static void
tells_progress_up_to_the_whole(void **state)
{
    const struct fixture *f = *state;
    struct told told = { 0 };
    struct import_options options = options_of(f, 1);
    struct import im;

    options.progress = tell;
    options.progress_context = &told;
    put_many(f);
    import_folder(f, &options, &im);
    forget_many(f);
    assert_true(told.calls >= 8);
    assert_true(told.total > 90000);
    assert_int_equal(told.last, told.total);
    import_release(&im);
}

static void
never_reads_its_own_folder(void **state)
{
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct walk w;
    struct import im;
    struct buf path;
    struct err e = ERR_INIT;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, "report", &e), 0);
    assert_int_equal(mkdir(path.p, 0700), 0);
    put(f, "report/.gpubill", SV("gpubill report\nledger.csv\n"));
    put(f, "report/ledger.csv", SV("交易时间,金额\n2026-03-01,1\n"));

    /* Met inside a folder it is an input that says what it is. */
    import_folder(f, &options, &im);
    assert_int_equal(im.ledger.inputs.n, 1);
    assert_int_equal(im.ledger.inputs.at[0]->kind, INPUT_OURS);
    assert_int_equal(im.ledger.inputs.at[0]->passed, PASSED_OURS);
    assert_int_equal(im.ledger.lines.n, 0);
    assert_int_equal(im.warnings.n, 1);
    assert_string_equal(im.warnings.at[0].code, "no-files");
    import_release(&im);

    walk_init(&w);
    import_init(&im);
    assert_int_equal(walk_add(&w, path.p, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(&im, &w, &options, &e), 0);
    assert_int_equal(im.ledger.inputs.n, 0);
    assert_int_equal(im.warnings.n, 1);
    assert_string_equal(im.warnings.at[0].code, "own-output");
    import_release(&im);
    walk_release(&w);
    buf_release(&path);
    forget(f, "report");
}

static void
names_files_that_are_not_there(void **state)
{
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct walk w;
    struct import im;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(&im);
    assert_int_equal(walk_add(&w, "/no/such/file.csv", &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(&im, &w, &options, &e), 0);
    assert_int_equal(im.ledger.inputs.n, 1);
    assert_int_equal(im.ledger.inputs.at[0]->failure.code, ERR_IO);
    assert_true(im.ledger.inputs.at[0]->was_named);
    assert_string_equal(im.ledger.inputs.at[0]->failure.path, "/no/such/file.csv");
    import_release(&im);
    walk_release(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_every_record_once),
        cmocka_unit_test(follows_headings_that_come_again_in_another_order),
        cmocka_unit_test(checks_total_rows_and_does_not_count_them_as_charges),
        cmocka_unit_test(tells_empty_from_headings_alone),
        cmocka_unit_test(reads_lists_of_objects_and_misses_pages),
        cmocka_unit_test(keeps_observations_apart_from_lines),
        cmocka_unit_test(warns_of_quotes_and_byte_order_marks_inside),
        cmocka_unit_test(refuses_a_file_whole_where_two_headings_contradict),
        cmocka_unit_test(gives_the_same_whatever_the_number_of_threads),
        cmocka_unit_test(a_bad_file_leaves_the_others_alone),
        cmocka_unit_test(counts_without_keeping_where_only_detection_is_asked_for),
        cmocka_unit_test(tells_progress_up_to_the_whole),
        cmocka_unit_test(never_reads_its_own_folder),
        cmocka_unit_test(names_files_that_are_not_there),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
