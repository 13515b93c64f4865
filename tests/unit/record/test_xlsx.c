/*
 * Rows of workbooks: those that programs wrote, and parts of all kinds made here.
 */
#include "input/container.h"
#include "opened.h"
#include "record/xlsx.h"

/* All rows of a sheet as "line:cell|cell|\n", troubles as "line!\n". */
static int
write_row(void *context, const struct record *r, struct err *e)
{
    struct buf *out = context;

    (void)e;
    buf_addf(out, "%u%c", (unsigned)r->line, r->trouble == RECORD_FINE ? ':' : '!');
    for (size_t i = 0; i < r->n; i++) {
        buf_add(out, r->cells[i]);
        buf_add_char(out, '|');
    }
    buf_add_char(out, '\n');
    return 0;
}

static void
assert_rows(struct xlsx *x, size_t sheet, const char *rows)
{
    struct err e = ERR_INIT;
    struct buf got;

    buf_init(&got, SIZE_MAX - 1);
    /* Twice: the second time from what was kept of the first. */
    for (int round = 0; round < 2; round++) {
        buf_reset(&got);
        assert_int_equal(xlsx_read(x, sheet, write_row, &got, &e), 0);
        assert_sv(buf_sv(&got), rows);
    }
    buf_release(&got);
}

/* A committed workbook. */
struct file {
    struct source *source;
    struct container *container;
    struct xlsx *xlsx;
};

static void
open_file(struct file *f, const char *name)
{
    struct err e = ERR_INIT;
    struct buf path;

    buf_init(&path, 4096);
    buf_addf(&path, "%s/tests/unit/record/files/%s", GPUBILL_SOURCE_DIR, name);
    assert_int_equal(source_open(&f->source, path.p, &e), 0);
    buf_release(&path);
    assert_int_equal(container_new(&f->container, f->source, name, NULL, &usual, &e), 0);
    assert_true(xlsx_is(f->container));
    assert_int_equal(xlsx_new(&f->xlsx, f->container, &e), 0);
}

static void
close_file(struct file *f)
{
    xlsx_free(f->xlsx);
    container_free(f->container);
    source_free(f->source);
}

static void
reads_what_openpyxl_writes(void **state)
{
    struct file f;

    (void)state;
    open_file(&f, "openpyxl.xlsx");
    /* The chart sheet has no cells. */
    assert_int_equal(xlsx_count(f.xlsx), 3);
    assert_string_equal(xlsx_sheet(f.xlsx, 0)->name, "账单");
    assert_false(xlsx_sheet(f.xlsx, 0)->is_hidden);
    assert_string_equal(xlsx_sheet(f.xlsx, 1)->name, "隐藏");
    assert_true(xlsx_sheet(f.xlsx, 1)->is_hidden);
    assert_rows(f.xlsx, 0,
        "1:消费时间|项目|应付金额|备注|日期|\n"
        "2:2026-03-01 10:00:00|GPU 实例|0.3||2026-03-31|\n"
        "3:2026-03-01 23:59:59|富文本|-12.5|=1+1|2026-02-28|\n"
        "5:2026-03-02 00:00:00||1.23456789012346e+19|TRUE|08:30:00|\n"
        "6:36:05:00|#N/A|1e-07|a\nb||\n");
    assert_rows(f.xlsx, 1, "2:|x|\n");
    close_file(&f);
}

static void
reads_what_gnumeric_writes(void **state)
{
    struct file f;

    (void)state;
    open_file(&f, "gnumeric.xlsx");
    /* It has computed the formula, keeps the chart's sheet as a plain one, and adds digits. */
    assert_int_equal(xlsx_count(f.xlsx), 3);
    assert_rows(f.xlsx, 0,
        "1:消费时间|项目|应付金额|备注|日期|\n"
        "2:2026-03-01 10:00:00|GPU 实例|0.3||2026-03-31|\n"
        "3:2026-03-01 23:59:59|富文本|-12.5|2|2026-02-28|\n"
        "5:2026-03-02 00:00:00||12345678901234570000|TRUE|08:30:00|\n"
        "6:36:05:00|#N/A|10e-08|a\nb||\n");
    close_file(&f);
}

static void
reads_what_xlsxwriter_writes_in_the_system_of_1904(void **state)
{
    struct file f;

    (void)state;
    open_file(&f, "xlsxwriter-1904.xlsx");
    assert_int_equal(xlsx_count(f.xlsx), 1);
    assert_rows(f.xlsx, 0,
        "1:time|item|amount|ms|\n"
        "2:2026-03-01 10:00:00|GPU|1234.5|01:02:03.456|\n"
        "3:1904-01-02 00:00:00|ab|1234.5|FALSE|\n"
        "4:|tab\tcr\r_x000D_|||||\n");
    close_file(&f);
}

#define TYPES PART("[Content_Types].xml", "<Types/>")
#define BOOK(sheets)                                                                               \
    PART("xl/workbook.xml", "<workbook xmlns:r='r'><sheets>" sheets "</sheets></workbook>")
#define SHEET_1 "<sheet name='One' sheetId='1' r:id='rId1'/>"
#define RELATION(id, type, target)                                                                 \
    "<Relationship Id='" id "' Type='http://x/" type "' Target='" target "'/>"
#define BOOK_RELATIONS(more)                                                                       \
    PART("xl/_rels/workbook.xml.rels",                                                             \
        "<Relationships>" RELATION("rId1", "worksheet", "worksheets/sheet1.xml") more              \
        "</Relationships>")
#define ROWS(rows) "<worksheet><dimension ref='A1:A1'/><sheetData>" rows "</sheetData></worksheet>"

/* A workbook made of parts. */
static int
open_workbook(struct opened *o, struct xlsx **x, const struct part *parts, size_t n)
{
    open_parts(o, "zip", NULL, parts, n);
    assert_true(xlsx_is(o->container));
    *x = NULL;
    return xlsx_new(x, o->container, &o->e);
}

static void
finds_rows_and_cells_by_what_they_say_or_by_their_order(void **state)
{
    static const struct { const char *sheet, *rows; } sheets[] = {
        { ROWS(""), "" },
        { ROWS("<row r='7'/>"), "7:\n" },
        { ROWS("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"),
            "1:1|2|\n2:3||\n" },
        { ROWS("<row r='3'><c r='C3'><v>1</v></c><c><v>2</v></c></row>"
                "<row><c r='A4'><v>3</v></c></row>"),
            "3:||1|2|\n4:3||||\n" },
        { ROWS("<row r='1'><c r='AA1' t='str'><v>x</v></c></row>"),
            "1:||||||||||||||||||||||||||x|\n" },
        { ROWS("<row r='1'><c r='B1'><v>2</v></c><c r='A1'><v>1</v></c></row>"), "1:1|2|\n" },
        /* The same cell again, and what is no cell of the sheet. */
        { ROWS("<row r='1'><c r='A1'><v>2</v></c><c r='A1' t='str'><v>2</v></c></row>"), "1:2|\n" },
        { ROWS("<row r='1'><c><v>1</v><extLst><ext><v>0</v></ext></extLst></c></row><extLst>"
            "<row r='2'><c><v>5</v></c></row></extLst><row r='3'><c><v>3</v></c></row>"),
            "1:1|\n3:3|\n" },
        { ROWS("<x:AlternateContent><x:Choice><row r='1'><c><v>1</v></c></row></x:Choice>"
            "<x:Fallback><row r='1'><c><v>2</v></c></row></x:Fallback></x:AlternateContent>"),
            "1:1|\n" },
        /* Numbers as they stand, whatever a double makes of them; errors, empty texts. */
        { ROWS("<row r='1'><c><v>0.30000000000000004</v></c><c t='n'><v> 1.50 </v></c>"
                "<c t='e'><v>#DIV/0!</v></c><c t='str'><f>A1</f><v></v></c><c/></row>"),
            "1:0.3|1.50|#DIV/0!|||\n" },
        { ROWS("<row r='1'><c t='b'><v>1</v></c><c t='b'><v>0</v></c>"
                "<c t='d'><v>2026-03-01T10:00:00</v></c><c><f>A1+1</f></c></row>"),
            "1:TRUE|FALSE|2026-03-01T10:00:00|=A1+1|\n" },
        { ROWS("<row r='1'><c t='inlineStr'><is><r><t>in </t></r><r><t>runs</t></r>"
                "<rPh sb='0' eb='1'><t>read aloud</t></rPh></is></c></row>"),
            "1:in runs|\n" },
        { ROWS("<row r='1'><c t='inlineStr'><is><t>&#xFEFF; a &amp;_x0041_</t></is></c></row>"),
            "1:a &A|\n" },
        /* With a prefix, as some libraries write it. */
        { "<x:worksheet xmlns:x='x'><x:sheetData><x:row r='2'><x:c r='B2' t='str'><x:v>y</x:v>"
            "</x:c></x:row></x:sheetData></x:worksheet>", "2:|y|\n" },
        /* Text outside of cells means nothing. */
        { ROWS("<row r='1'>7<c><v>1</v></c>8</row><v>9</v>"), "1:1|\n" },
    };
    struct opened o;
    struct xlsx *x;

    (void)state;
    for (size_t i = 0; i < COUNT(sheets); i++) {
        struct part parts[] = {
            TYPES, BOOK(SHEET_1), BOOK_RELATIONS(""),
            { "xl/worksheets/sheet1.xml", sv_of(sheets[i].sheet), 0 },
        };

        assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
        assert_int_equal(xlsx_count(x), 1);
        assert_rows(x, 0, sheets[i].rows);
        xlsx_free(x);
        release(&o);
    }
}

static void
reads_shared_strings_and_styles_wherever_they_are(void **state)
{
    static const struct part parts[] = {
        TYPES,
        PART("_rels/.rels", "<Relationships>"
            RELATION("a", "officeDocument", "/book/Main.xml") "</Relationships>"),
        PART("book/main.xml", "<workbook xmlns:r='r'><workbookPr date1904='false'/><sheets>"
            "<sheet name='B' sheetId='2' state='veryHidden' r:id='s2'/>"
            "<sheet name='A' sheetId='1' r:id='s1'/></sheets></workbook>"),
        PART("book/_rels/main.xml.rels", "<Relationships>"
            RELATION("s1", "worksheet", "../sheets/1.xml")
            RELATION("s2", "worksheet", "/sheets/2.xml")
            RELATION("t", "sharedStrings", "./texts.xml")
            RELATION("f", "styles", "../formats.xml") "</Relationships>"),
        PART("sheets/1.xml", ROWS("<row r='1'><c t='s'><v>1</v></c><c t='s'><v>0</v></c>"
            "<c t='s' s='2'><v>2</v></c></row>")),
        PART("sheets/2.xml", ROWS("<row r='1'><c s='1'><v>46082.5</v></c><c s='2'><v>46082</v></c>"
            "<c s='0'><v>46082</v></c><c s='9'><v>46082</v></c><c s='1' t='str'><v>46082</v></c>"
            "<c s='2'><v>text</v></c></row>")),
        PART("book/texts.xml", "<sst count='9'><si><t xml:space='preserve'> zero </t></si>"
            "<si><r><t>o</t></r><r><t>ne</t></r><rPh><t>x</t></rPh></si><si/></sst>"),
        PART("formats.xml", "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='170'/>"
            "<xf numFmtId='14'/></cellXfs><numFmts><numFmt numFmtId='170' "
            "formatCode='yyyy/m/d\\ h:mm;@'/></numFmts><dxfs><dxf><numFmt numFmtId='0' "
            "formatCode='yyyy'/></dxf></dxfs></styleSheet>"),
        PART("xl/unused.xml", ""),
    };
    struct opened o;
    struct xlsx *x;

    (void)state;
    assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
    assert_int_equal(xlsx_count(x), 2);
    assert_string_equal(xlsx_sheet(x, 0)->name, "B");
    assert_true(xlsx_sheet(x, 0)->is_hidden);
    assert_rows(x, 1, "1:one|zero||\n");
    assert_rows(x, 0, "1:2026-03-01 12:00:00|2026-03-01|46082|46082|46082|text|\n");
    assert_rows(x, 1, "1:one|zero||\n");
    xlsx_free(x);
    release(&o);
}

static void
refuses_damaged_workbooks_and_says_why(void **state)
{
    static const struct { const char *sheet, *message; } sheets[] = {
        { ROWS("<row r='x'/>"), "the workbook is damaged: 'x' is no row number" },
        { ROWS("<row r='1'><c r='1'/></row>"), "the workbook is damaged: '1' is no cell" },
        { ROWS("<row><c s='-'/></row>"), "the workbook is damaged: '-' is no style of a cell" },
        { ROWS("<row r='4'><c t='s'><v>0</v></c></row>"),
            "the workbook is damaged: row 4 needs its text 0, but there are 0" },
        { ROWS("<row r='3'><c><row/></c></row>"),
            "the workbook is damaged: another row begins within row 3" },
        { ROWS("<row r='3'><c r='A3'><v>1</v><c r='B3'><v>2</v></c></c></row>"),
            "the workbook is damaged: another cell begins within a cell of row 3" },
        { ROWS("<row r='2'><c r='B2'><v>1</v></c><c r='A2'/><c r='B2'><v>2</v></c></row>"),
            "the workbook is damaged: cell 2 of row 2 stands twice with different values" },
        { ROWS("<row r='3'><c r='A3'><v>1</v><v>0</v></c></row>"),
            "the workbook is damaged: cell 1 of row 3 stands twice with different values" },
        { "<!DOCTYPE x [<!ENTITY a 'b'>]><worksheet/>", "the XML has a DTD, which is refused" },
        { "<worksheet>\n<c></worksheet>", "the XML is damaged in its line 2 (mismatched tag)" },
        { "<worksheet>", "the XML is damaged in its line 1 (no element found)" },
        { "", "the XML is damaged in its line 1 (no element found)" },
    };
    struct opened o;
    struct xlsx *x;
    struct buf ignored;

    (void)state;
    buf_init(&ignored, SIZE_MAX - 1);
    for (size_t i = 0; i < COUNT(sheets); i++) {
        struct part parts[] = {
            TYPES, BOOK(SHEET_1), BOOK_RELATIONS(""),
            { "xl/worksheets/sheet1.xml", sv_of(sheets[i].sheet), 0 },
        };

        assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
        assert_int_equal(xlsx_read(x, 0, write_row, &ignored, &o.e), -1);
        assert_err(&o.e, sheets[i].message);
        xlsx_free(x);
        release(&o);
    }
    buf_release(&ignored);
}

static void
refuses_sheets_whose_rows_are_empty_but_for_their_last_column(void **state)
{
    static const struct record_limits small = { 10, 25, 4, 64, false };
    struct opened o;
    struct xlsx *x;
    struct buf sheet, got;
    (void)state;
    buf_init(&got, SIZE_MAX - 1);
    for (unsigned more = 0; more < 2; more++) {
        buf_init(&sheet, SIZE_MAX - 1);
        buf_add_text(&sheet, "<worksheet><sheetData>");
        for (unsigned i = 0; i < 2 * XLSX_EMPTY_ROWS_MAX + more; i++)
            buf_addf(&sheet, "<row><c><v>%u</v></c><c r='D1'><v>1</v></c></row>", i * 2654435761u);
        buf_add_text(&sheet, "</sheetData></worksheet>");
        struct part parts[] = {
            TYPES, BOOK(SHEET_1), BOOK_RELATIONS(""),
            { "xl/worksheets/sheet1.xml", buf_sv(&sheet), 0 },
        };
        assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
        xlsx_set_limits(x, &small);
        assert_int_equal(xlsx_read(x, 0, write_row, &got, &o.e), more ? -1 : 0);
        if (more)
            assert_err(&o.e, "the rows of the sheet have more than 65536 empty cells before "
                "others; --limit columns=N allows more");
        xlsx_free(x);
        release(&o);
        buf_release(&sheet);
    }
    buf_release(&got);
}

static void
refuses_workbooks_that_have_a_part_twice(void **state)
{
    static const char *const names[] = { "xl/worksheets/sheet1.xml", "XL/Worksheets/Sheet1.xml" };
    struct opened o;
    struct xlsx *x;
    struct buf ignored;
    (void)state;
    buf_init(&ignored, SIZE_MAX - 1);
    for (size_t i = 0; i < COUNT(names); i++) {
        struct part parts[] = {
            TYPES, BOOK(SHEET_1), BOOK_RELATIONS(""),
            PART("xl/worksheets/sheet1.xml", ROWS("<row><c><v>1</v></c></row>")),
            PART(names[i], ROWS("<row><c><v>2</v></c></row>")),
        };
        assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
        assert_int_equal(xlsx_read(x, 0, write_row, &ignored, &o.e), -1);
        assert_err(&o.e, "the workbook is damaged: it has two parts 'xl/worksheets/sheet1.xml'");
        xlsx_free(x);
        release(&o);
    }
    buf_release(&ignored);
}

static void
refuses_workbooks_without_their_parts(void **state)
{
    static const struct part no_book[] = { TYPES, PART("xl/styles.xml", "<x/>") };
    static const struct part no_sheet[] = { TYPES, BOOK(SHEET_1), BOOK_RELATIONS("") };
    static const struct part binary[] = {
        TYPES, PART("xl/workbook.bin", "x"),
        PART("_rels/.rels",
            "<R>" RELATION("a", "officeDocument", "xl/workbook.bin") "</R>"),
    };
    static const struct part no_workbook[] = { PART("xl/workbook.xml", "<x/>") };
    static const struct part document[] = { TYPES, PART("word/document.xml", "<x/>") };
    struct opened o;
    struct xlsx *x;

    (void)state;
    assert_int_equal(open_workbook(&o, &x, no_book, COUNT(no_book)), -1);
    assert_err(&o.e, "the workbook is damaged: it lacks its list of sheets");
    release(&o);
    assert_int_equal(open_workbook(&o, &x, no_sheet, COUNT(no_sheet)), -1);
    assert_err(&o.e, "the workbook is damaged: it lacks the sheet 'One'");
    release(&o);
    assert_int_equal(open_workbook(&o, &x, binary, COUNT(binary)), -1);
    assert_err(&o.e, "a binary Excel workbook (.xlsb); save it as .xlsx or CSV");
    release(&o);
    open_parts(&o, "zip", NULL, no_workbook, COUNT(no_workbook));
    assert_false(xlsx_is(o.container));
    release(&o);
    open_parts(&o, "zip", NULL, document, COUNT(document));
    assert_false(xlsx_is(o.container));
    release(&o);
}

static int
keep_trouble(void *context, const struct record *r, struct err *e)
{
    struct buf *out = context;
    char text[MESSAGE_TEXT_MAX];

    (void)e;
    if (r->trouble == RECORD_FINE)
        return write_row(context, r, e);
    assert_int_equal(r->trouble, RECORD_TOO_LONG);
    assert_int_equal(r->n, 0);
    buf_addf(out, "%u!%s\n", (unsigned)r->line,
        message_text(&r->why, LANG_EN, text, sizeof(text)));
    return 0;
}

static void
passes_on_rows_that_are_too_long_as_trouble(void **state)
{
    static const struct part parts[] = {
        TYPES, BOOK(SHEET_1), BOOK_RELATIONS(RELATION("t", "sharedStrings", "texts.xml")),
        PART("xl/texts.xml", "<sst><si><t>12345678901</t></si><si><t>1234567890</t></si></sst>"),
        PART("xl/worksheets/sheet1.xml", ROWS(
            "<row r='1'><c><v>1234567890</v></c></row>"
            "<row r='2'><c><v>12345678901</v></c><c><v>2</v></c></row>"
            "<row r='3'><c t='s'><v>0</v></c></row>"
            "<row r='4'><c r='D4'><v>1</v></c></row>"
            "<row r='5'><c r='E5'><v>1</v></c></row>"
            "<row r='6'><c t='s'><v>1</v></c><c t='s'><v>1</v></c><c t='s'><v>1</v></c></row>"
            "<row r='7'><c><v>123456789</v></c><c><v>123456789</v></c><c><v>123456789</v></c></row>"
            "<row r='8'><c><v>8</v></c></row>")),
    };
    static const struct record_limits small = { 10, 25, 4, 64, false };
    struct opened o;
    struct xlsx *x;
    struct buf got;

    (void)state;
    buf_init(&got, SIZE_MAX - 1);
    assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
    xlsx_set_limits(x, &small);
    assert_int_equal(xlsx_read(x, 0, keep_trouble, &got, &o.e), 0);
    assert_sv(buf_sv(&got), "1:1234567890|\n"
        "2!a cell has more than 10 bytes; --limit field=N allows more\n"
        "3!a cell has more than 10 bytes; --limit field=N allows more\n"
        "4:|||1|\n"
        "5!the record has more than 4 cells; --limit columns=N allows more\n"
        "6!the record has more than 25 bytes; --limit record=N allows more\n"
        "7!the record has more than 25 bytes; --limit record=N allows more\n"
        "8:8||||\n");
    buf_release(&got);
    xlsx_free(x);
    release(&o);
}

static int
stop_at_two(void *context, const struct record *r, struct err *e)
{
    unsigned *calls = context;

    (void)r;
    (void)e;
    return ++*calls == 2;
}

static int
keep_raw(void *context, const struct record *r, struct err *e)
{
    (void)e;
    buf_add(context, r->raw);
    buf_add_char(context, '\n');
    return 0;
}

static void
stops_when_told_and_gives_rows_as_csv_too(void **state)
{
    static const struct part parts[] = {
        TYPES, BOOK(SHEET_1), BOOK_RELATIONS(""),
        PART("xl/worksheets/sheet1.xml", ROWS(
            "<row r='1'><c t='str'><v>a,b</v></c><c t='str'><v>say \"x\"</v></c></row>"
            "<row r='2'><c r='B2'><v>1</v></c></row><row r='3'/>")),
    };
    struct opened o;
    struct xlsx *x;
    struct buf raw;
    unsigned calls = 0;

    (void)state;
    buf_init(&raw, SIZE_MAX - 1);
    assert_int_equal(open_workbook(&o, &x, parts, COUNT(parts)), 0);
    assert_int_equal(xlsx_read(x, 0, stop_at_two, &calls, &o.e), 0);
    assert_int_equal(calls, 2);
    assert_int_equal(xlsx_read(x, 0, keep_raw, &raw, &o.e), 0);
    assert_sv(buf_sv(&raw), "\"a,b\",\"say \"\"x\"\"\"\n,1\n\n");
    buf_release(&raw);
    xlsx_free(x);
    release(&o);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_openpyxl_writes),
        cmocka_unit_test(reads_what_gnumeric_writes),
        cmocka_unit_test(reads_what_xlsxwriter_writes_in_the_system_of_1904),
        cmocka_unit_test(finds_rows_and_cells_by_what_they_say_or_by_their_order),
        cmocka_unit_test(reads_shared_strings_and_styles_wherever_they_are),
        cmocka_unit_test(refuses_damaged_workbooks_and_says_why),
        cmocka_unit_test(refuses_sheets_whose_rows_are_empty_but_for_their_last_column),
        cmocka_unit_test(refuses_workbooks_that_have_a_part_twice),
        cmocka_unit_test(refuses_workbooks_without_their_parts),
        cmocka_unit_test(passes_on_rows_that_are_too_long_as_trouble),
        cmocka_unit_test(stops_when_told_and_gives_rows_as_csv_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
