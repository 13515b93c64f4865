/*
 * Bills inside archives and workbooks: the same bill gives the same lines whatever it lies in, and
 * what lies beside it stops nothing.
 */
#include "opened.h"

#include "import_folder.h"

#define BILL                                                                                       \
    "交易时间,金额,订单号,备注\n2026-03-01 10:00:00,1.50,o-1,a\n\n"                                \
    "2026-03-02 00:00:00,x,o-2,\"b, c\"\n2026-03-03 10:00:00,-0.25,o-3,\n"

#define CELL(text) "<c t='inlineStr'><is><t>" text "</t></is></c>"
#define HEADINGS "<row r='1'>" CELL("交易时间") CELL("金额") CELL("订单号") CELL("备注") "</row>"

/* The same as BILL: dates by their format, which is the second of the styles. */
#define BILL_ROWS                                                                                  \
    HEADINGS "<row r='2'><c s='1'><v>46082.416666666664</v></c><c><v>1.50</v></c>" CELL("o-1")     \
    CELL("a") "</row><row r='3'/><row r='4'><c s='1'><v>46083</v></c>" CELL("x") CELL("o-2")       \
    CELL("b, c") "</row><row r='5'><c s='1'><v>46084.41666666667</v></c><c><v>-0.25</v></c>"       \
    CELL("o-3") "</row>"
#define SHEET(rows) "<worksheet><sheetData>" rows "</sheetData></worksheet>"
#define RELATION(id, type, target)                                                                 \
    "<Relationship Id='" id "' Type='t/" type "' Target='" target "'/>"

/* A workbook of two sheets with these rows, appended to ${out}. */
static void
pack_workbook(struct buf *out, const char *first, const char *second)
{
    struct part parts[] = {
        PART("[Content_Types].xml", "<Types/>"),
        PART("xl/workbook.xml", "<workbook xmlns:r='r'><sheets><sheet name='甲' r:id='a'/>"
            "<sheet name='B' state='hidden' r:id='b'/></sheets></workbook>"),
        PART("xl/_rels/workbook.xml.rels", "<R>" RELATION("a", "worksheet", "a.xml")
            RELATION("b", "worksheet", "b.xml") RELATION("s", "styles", "s.xml") "</R>"),
        PART("xl/s.xml", "<styleSheet><numFmts><numFmt numFmtId='170' formatCode='yyyy-mm-dd "
            "hh:mm:ss'/></numFmts><cellXfs><xf numFmtId='0'/><xf numFmtId='170'/></cellXfs>"
            "</styleSheet>"),
        { "xl/a.xml", sv_of(first), 0 },
        { "xl/b.xml", sv_of(second), 0 },
    };

    pack(out, "zip", "none", NULL, parts, COUNT(parts));
}

/* Import the file ${name} of the fixture's folder, as if it had been named. */
static void
import_named(const struct fixture *f, const char *name, struct sv bytes,
    const struct import_options *options, struct import *im)
{
    struct walk w;
    struct buf path;
    struct err e = ERR_INIT;

    put(f, name, bytes);
    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, name, &e), 0);
    walk_init(&w);
    import_init(im);
    assert_int_equal(walk_add(&w, path.p, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(im, &w, options, &e), 0);
    for (size_t i = 0; i < im->ledger.inputs.n; i++)
        assert_true(input_is_closed(im->ledger.inputs.at[i]));
    walk_release(&w);
    buf_release(&path);
    forget(f, name);
}

static void
import_packed(const struct fixture *f, const char *name, struct buf *bytes, struct import *im)
{
    struct import_options options = options_of(f, 1);

    import_named(f, name, buf_sv(bytes), &options, im);
    buf_release(bytes);
}

/* The path of input ${i} behind the folder. */
static const char *
path_of(const struct fixture *f, const struct import *im, size_t i)
{
    return im->ledger.inputs.at[i]->path + strlen(f->folder) + 1;
}

/* ${im} has the one input ${path}, with what BILL holds. */
static void
assert_bill(const struct fixture *f, const struct import *im, const char *path)
{
    static const struct { uint64_t line; const char *billed, *order; } lines[] = {
        { 2, "1.5", "o-1" }, { 5, "-0.25", "o-3" },
    };
    const struct input *in;
    char text[MONEY_TEXT_MAX];

    assert_int_equal(im->ledger.inputs.n, 1);
    in = im->ledger.inputs.at[0];
    assert_string_equal(path_of(f, im, 0), path);
    assert_int_equal(in->failure.code, ERR_NONE);
    assert_string_equal(in->format, "shop");
    assert_int_equal(in->kind, INPUT_BILL);
    assert_int_equal(in->records, 4);
    assert_int_equal(in->skipped[SKIP_BLANK], 1);
    assert_int_equal(in->rejected, 1);
    assert_int_equal(in->rejections.at[0].line, 4);
    assert_int_equal(in->rejections.at[0].reason, REJECT_BAD_AMOUNT);
    assert_sv(in->rejections.at[0].raw, "2026-03-02 00:00:00,x,o-2,\"b, c\"");
    assert_int_equal(im->ledger.lines.n, COUNT(lines));
    for (size_t i = 0; i < COUNT(lines); i++) {
        const struct ledger_line *l = &im->ledger.lines.at[i];

        assert_int_equal(l->source_line, lines[i].line);
        assert_string_equal(money_format(text, ledger_billed(l)), lines[i].billed);
        assert_string_equal(l->order_id, lines[i].order);
        /* 2026-03-01 and -03 at 10:00 in +08:00. */
        assert_int_equal(l->start, INT64_C(1772330400000) + (int64_t)i * 2 * TIME_DAY);
    }
}

static void
reads_one_bill_alike_whatever_it_lies_in(void **state)
{
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct part bill = PART("三月.csv", BILL), inner = { "in.zip", { NULL, 0 }, 0 };
    struct buf bytes, zip;
    struct import im;

    import_named(f, "a.csv", SV(BILL), &options, &im);
    assert_bill(f, &im, "a.csv");
    import_release(&im);

    buf_init(&bytes, SIZE_MAX - 1);
    pack_gzip(&bytes, SV(BILL));
    import_packed(f, "a.csv.gz", &bytes, &im);
    assert_bill(f, &im, "a.csv.gz!a.csv");
    import_release(&im);

    pack(&bytes, "ustar", "zstd", NULL, &bill, 1);
    import_packed(f, "whatever", &bytes, &im);
    assert_bill(f, &im, "whatever!三月.csv");
    import_release(&im);

    buf_init(&zip, SIZE_MAX - 1);
    pack(&zip, "zip", "none", NULL, &bill, 1);
    inner.bytes = buf_sv(&zip);
    pack(&bytes, "zip", "none", NULL, &inner, 1);
    import_packed(f, "a.zip", &bytes, &im);
    assert_bill(f, &im, "a.zip!in.zip!三月.csv");
    import_release(&im);
    import_packed(f, "a.csv", &zip, &im);
    assert_bill(f, &im, "a.csv!三月.csv");
    import_release(&im);

    pack_workbook(&bytes, SHEET(BILL_ROWS), SHEET("<row r='9'/>"));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_bill(f, &im, "a.xlsx");
    assert_string_equal(im.ledger.inputs.at[0]->encoding, "");
    import_release(&im);
    pack_workbook(&bytes, SHEET(""), SHEET(BILL_ROWS));
    import_packed(f, "hidden.zip", &bytes, &im);
    assert_bill(f, &im, "hidden.zip");
    import_release(&im);
}

static void
orders_members_by_name_and_lets_unknown_ones_be(void **state)
{
    static const struct part parts[] = {
        PART("z.csv", "交易时间,金额\n2026-03-09,9\n"),
        PART("README.txt", "how to read this\n"),
        PART("b/a.csv", "交易时间,金额\n2026-03-01,1\n"),
        PART(".hidden.csv", "交易时间,金额\n2026-03-05,5\n"),
        PART("latin.txt", "caf\xE9 \xFF\n"),
    };
    static const struct { const char *path; enum err_code code; uint64_t lines; } want[] = {
        { "a.zip!.hidden.csv", ERR_UNKNOWN, 0 }, { "a.zip!README.txt", ERR_UNKNOWN, 0 },
        { "a.zip!b/a.csv", ERR_NONE, 1 },
        { "a.zip!latin.txt", ERR_ENCODING, 0 }, { "a.zip!z.csv", ERR_NONE, 1 },
    };
    const struct fixture *f = *state;
    struct import im;
    struct buf bytes;

    buf_init(&bytes, SIZE_MAX - 1);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    import_packed(f, "a.zip", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, COUNT(want));
    for (size_t i = 0; i < COUNT(want); i++) {
        const struct input *in = im.ledger.inputs.at[i];

        assert_string_equal(path_of(f, &im, i), want[i].path);
        assert_int_equal(in->failure.code, want[i].code);
        assert_int_equal(in->lines, want[i].lines);
        assert_int_equal(in->was_named, want[i].code == ERR_NONE);
    }
    assert_int_equal(im.ledger.lines.n, 2);
    assert_int_equal(im.ledger.inputs.at[0]->passed, PASSED_DOT);
    assert_int_equal(im.ledger.lines.at[0].input, 2);
    assert_int_equal(im.ledger.lines.at[1].input, 4);
    import_release(&im);
}

/* The last input of ${im} is ${path}, which was named, and failed with ${message}. */
static void
assert_refused(const struct fixture *f, struct import *im, const char *path, const char *message)
{
    size_t last = im->ledger.inputs.n - 1;
    const struct input *in = im->ledger.inputs.at[last];
    char text[MESSAGE_TEXT_MAX];

    assert_true(im->ledger.inputs.n > 0);
    for (size_t i = 0; i < last; i++)
        if (strcmp(path_of(f, im, i), path) == 0)
            in = im->ledger.inputs.at[i];
    assert_string_equal(in->path + strlen(f->folder) + 1, path);
    assert_string_equal(message_text(&in->failure.message, LANG_EN, text, sizeof(text)), message);
    assert_string_equal(in->failure.path, in->path);
    assert_true(in->was_named);
    assert_int_equal(im->ledger.lines.n, 0);
    import_release(im);
}

static void
says_when_nothing_in_it_is_known(void **state)
{
    static const struct part two[] = { PART("a.txt", "x\n"), PART("b.txt", "y\n") };
    static const struct part hidden = PART(".a", "x\n"), one = PART("a.csv", "what,is\n1,2\n");
    static const struct part secret = PART("secret.csv", "交易时间,金额\n2026-03-01,1\n");
    const struct fixture *f = *state;
    struct import im;
    struct buf bytes;

    buf_init(&bytes, SIZE_MAX - 1);
    pack(&bytes, "zip", "none", NULL, two, COUNT(two));
    import_packed(f, "a.zip", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, 3);
    assert_refused(f, &im, "a.zip", "nothing in the archive is recognised");
    pack(&bytes, "zip", "none", NULL, &hidden, 1);
    import_packed(f, "a.zip", &bytes, &im);
    assert_refused(f, &im, "a.zip", "the archive holds no files");

    /* One member alone stands for its archive. */
    pack(&bytes, "zip", "none", NULL, &one, 1);
    import_packed(f, "a.zip", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, 1);
    assert_refused(f, &im, "a.zip!a.csv", "no known format has columns like these");

    pack(&bytes, "zip", "none", "zip:encryption=zipcrypt", &secret, 1);
    import_packed(f, "a.zip", &bytes, &im);
    assert_refused(f, &im, "a.zip!secret.csv",
        "it is encrypted; unpack it with its password and name the unpacked file");

    pack_workbook(&bytes, SHEET("<row r='9'/>"), SHEET(""));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_refused(f, &im, "a.xlsx", "the workbook is empty");
    pack_workbook(&bytes, SHEET("<row>" CELL("x") "</row>"), SHEET("<row>" CELL("y") "</row>"));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_refused(f, &im, "a.xlsx", "no sheet of the workbook is recognised");
    pack_workbook(&bytes, SHEET(BILL_ROWS "<c"), SHEET(""));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_refused(f, &im, "a.xlsx", "the XML is damaged in its line 1 (not well-formed (invalid "
        "token))");

    pack_gzip(&bytes, SV(BILL));
    buf_cut(&bytes, bytes.n - 1);
    import_packed(f, "a.csv.gz", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, 1);
    assert_int_equal(im.ledger.inputs.at[0]->failure.code, ERR_SYNTAX);
    import_release(&im);
}

static void
tells_two_sheets_of_one_book_apart(void **state)
{
    const struct fixture *f = *state;
    struct import im;
    struct buf bytes;

    buf_init(&bytes, SIZE_MAX - 1);
    pack_workbook(&bytes, SHEET(BILL_ROWS), SHEET(BILL_ROWS));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, 2);
    assert_string_equal(path_of(f, &im, 0), "a.xlsx!B");
    assert_string_equal(path_of(f, &im, 1), "a.xlsx!甲");
    assert_int_equal(im.ledger.lines.n, 4);
    /* They are not the same file given twice. */
    assert_string_not_equal(im.ledger.inputs.at[0]->sha256, im.ledger.inputs.at[1]->sha256);
    import_release(&im);

    pack_workbook(&bytes, SHEET(BILL_ROWS), SHEET("<row>" CELL("notes") "</row>"));
    import_packed(f, "a.xlsx", &bytes, &im);
    assert_int_equal(im.ledger.inputs.n, 2);
    assert_int_equal(im.ledger.inputs.at[0]->failure.code, ERR_UNKNOWN);
    assert_false(im.ledger.inputs.at[0]->was_named);
    assert_int_equal(im.ledger.inputs.at[1]->lines, 2);
    import_release(&im);
}

static void
holds_to_the_limits_of_the_options(void **state)
{
    static const struct part parts[] = {
        PART("a.csv", "交易时间,金额\n2026-03-01,1\n"), PART("b.txt", "x\n"),
    };
    struct limits limits = LIMITS_INIT;
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct import im;
    struct buf bytes;

    buf_init(&bytes, SIZE_MAX - 1);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    limits.unpack.members = 1;
    options.limits = &limits;
    import_named(f, "a.zip", buf_sv(&bytes), &options, &im);
    assert_refused(f, &im, "a.zip", "it holds more than 1 members; --limit members=N allows more");
    buf_release(&bytes);
}

static void
warns_of_bytes_behind_gzip_data(void **state)
{
    const struct fixture *f = *state;
    struct import im;
    struct buf bytes;

    buf_init(&bytes, SIZE_MAX - 1);
    pack_gzip(&bytes, SV(BILL));
    buf_add_text(&bytes, "signature");
    import_packed(f, "a.csv.gz", &bytes, &im);
    assert_bill(f, &im, "a.csv.gz!a.csv");
    assert_string_equal(im.ledger.inputs.at[0]->warnings.at[0].code, "trailing-bytes");
    import_release(&im);
}

struct told {
    uint64_t calls, last, total;
};

static void
tell(void *context, uint64_t done, uint64_t total)
{
    struct told *t = context;

    assert_true(done > t->last && done <= total);
    t->last = done;
    t->total = total;
    t->calls++;
}

static void
tells_progress_in_bytes_of_the_archive(void **state)
{
    const struct fixture *f = *state;
    struct import_options options = options_of(f, 1);
    struct told told = { 0 };
    struct part parts[] = { PART("a.csv", BILL), { "b.csv", { NULL, 0 }, 0 } };
    struct buf big, bytes;
    struct import im;

    buf_init(&big, SIZE_MAX - 1);
    buf_add_text(&big, "交易时间,金额\n");
    for (int i = 0; i < 60000; i++)
        buf_addf(&big, "2026-03-%02d,%d.%02d\n", i % 28 + 1, i, i % 100);
    parts[1].bytes = buf_sv(&big);
    buf_init(&bytes, SIZE_MAX - 1);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    options.progress = tell;
    options.progress_context = &told;
    import_named(f, "a.zip", buf_sv(&bytes), &options, &im);
    assert_int_equal(im.ledger.lines.n, 60002);
    assert_int_equal(told.total, bytes.n);
    assert_int_equal(told.last, bytes.n);
    assert_true(told.calls > 4);
    import_release(&im);
    buf_release(&big);
    buf_release(&bytes);
}

/* Explain line 2 of ${inside} ("!a.csv", "") in a file with ${bytes}; ${out} gets the text. */
static int
explain(const struct fixture *f, struct sv bytes, const char *inside, struct buf *out,
    struct err *e)
{
    struct import_options options = options_of(f, 1);
    struct buf path;
    int result;

    put(f, "a.bin", bytes);
    buf_init(&path, 4096);
    buf_addf(&path, "%s/a.bin%s", f->folder, inside);
    buf_reset(out);
    result = import_explain(path.p, 2, &options, LANG_EN, out, e);
    buf_release(&path);
    forget(f, "a.bin");
    return result;
}

static void
explains_records_inside(void **state)
{
    static const struct part parts[] = {
        PART("a.csv", "交易时间,金额\n2026-03-01,1\n"), PART("b.txt", "x\n"),
    };
    const struct fixture *f = *state;
    struct err e = ERR_INIT;
    struct buf bytes, out;

    buf_init(&out, 1u << 20);
    buf_init(&bytes, SIZE_MAX - 1);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    assert_int_equal(explain(f, buf_sv(&bytes), "!a.csv", &out, &e), 0);
    assert_true(sv_find(buf_sv(&out), SV("line 2 begins at byte 20"), 0) != (size_t)-1);
    assert_true(sv_find(buf_sv(&out), SV("BilledCost                1  <- "), 0) != (size_t)-1);
    assert_int_equal(explain(f, buf_sv(&bytes), "", &out, &e), -1);
    assert_string_equal(e.message.format,
        "there are several files in it; name one of them as FILE!MEMBER");
    e = (struct err)ERR_INIT;
    assert_int_equal(explain(f, buf_sv(&bytes), "!c.csv", &out, &e), -1);
    assert_string_equal(e.message.format, "there is nothing of this name in the file");
    buf_reset(&bytes);

    e = (struct err)ERR_INIT;
    pack_workbook(&bytes, SHEET(BILL_ROWS), SHEET(""));
    assert_int_equal(explain(f, buf_sv(&bytes), "", &out, &e), 0);
    assert_true(sv_find(buf_sv(&out), SV("row 2 of the sheet '甲'"), 0) != (size_t)-1);
    assert_true(sv_find(buf_sv(&out), SV("BilledCost                1.5  <- "), 0) != (size_t)-1);
    buf_release(&bytes);
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_one_bill_alike_whatever_it_lies_in),
        cmocka_unit_test(orders_members_by_name_and_lets_unknown_ones_be),
        cmocka_unit_test(says_when_nothing_in_it_is_known),
        cmocka_unit_test(tells_two_sheets_of_one_book_apart),
        cmocka_unit_test(holds_to_the_limits_of_the_options),
        cmocka_unit_test(warns_of_bytes_behind_gzip_data),
        cmocka_unit_test(tells_progress_in_bytes_of_the_archive),
        cmocka_unit_test(explains_records_inside),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
