#include <sys/stat.h>

#include "base/child.h"
#include "invoice_text.h"
#include "parsers/invoice_pdf.h"
#include "parsers/invoice_tools.h"

static bool
has_program(const char *name)
{
    struct buf path;
    bool has;

    buf_init(&path, 4096);
    has = child_find(&path, name);
    buf_release(&path);
    if (!has)
        print_message("skipped: %s is not installed\n", name);
    return has;
}

static void
read_file(struct read_invoices *r, const char *name)
{
    char path[512];
    struct source *s;
    struct err e = ERR_INIT;

    (void)snprintf(path, sizeof(path), "%s/tests/unit/parsers/files/%s", GPUBILL_SOURCE_DIR,
        name);
    assert_int_equal(source_open(&s, path, &e), 0);
    read_source(r, s, path);
    source_free(s);
}

static void
assert_file(const char *name, const char *expected)
{
    struct read_invoices r;

    read_file(&r, name);
    assert_int_equal(r.result, 1);
    assert_true(input_is_closed(r.in));
    assert_invoices(&r.invoices, expected);
    read_done(&r);
}

static void
text_of_a_pdf_is_read_by_its_place(void **state)
{
    (void)state;
    if (!has_program("pdftotext"))
        return;
    assert_file("invoice-text.pdf", "26322000000000000008 2026-04-02 digital-ordinary pdf|"
        "示例算力公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY 100+6=106 壹佰零陆圆整|"
        "*信息技术服务*算力 100 6 6%");
}

/* A page that is shown turned, one that stands on its head, one that lies on its side. */
static void
pages_are_read_however_they_lie(void **state)
{
    static const char *const files[] = { "invoice-page-turned.pdf", "invoice-upside-down.pdf",
        "invoice-on-its-side.pdf" };

    (void)state;
    if (!has_program("pdftotext"))
        return;
    for (size_t i = 0; i < COUNT(files); i++)
        assert_file(files[i], "26322000000123456789 2026-04-02 digital-ordinary pdf|"
            "视拓云（南京）科技有限公司 91320114MA0DEMX02W|示例大学 12100000400000000W|CNY "
            "9721.76+583.31=10305.07 壹万零叁佰零伍圆零柒分|账期2026-03；订单号：M20260302001、"
            "GG2026-1-01、LR-88|*信息技术服务*云计算资源租用及配套存储技术服务费用 9721.76 583.31 6%");
}

static void
xml_inside_a_pdf_is_read(void **state)
{
    (void)state;
    if (!has_program("pdftotext"))
        return;
    /* Its name leads out of the folder, and is not used. */
    assert_file("invoice-factur-x.pdf",
        "FX-9 2026-03-31 other xml|GPU Cloud GmbH |Lab |EUR 100+19=119");
}

static void
a_qr_code_is_read_in_pdf_and_picture(void **state)
{
    (void)state;
    if (!has_program("zbarimg") || !has_program("pdftoppm"))
        return;
    assert_file("invoice-qr.pdf",
        "26322000000000000007 2026-04-02 digital-ordinary qr| | |CNY ?+?=112.5");
    assert_file("invoice-qr.png",
        "26322000000000000007 2026-04-02 digital-ordinary qr| | |CNY ?+?=112.5");
}

/* PATH is a folder with the programs ${names}, which are all the shell script ${script}. */
static void
pretend(char folder[64], const char *const *names, const char *script)
{
    struct err e = ERR_INIT;

    (void)snprintf(folder, 64, "/tmp/gpubill-tools-XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (; *names; names++) {
        char path[128];

        (void)snprintf(path, sizeof(path), "%s/%s", folder, *names);
        assert_int_equal(file_write(path, sv_of(script), &e), 0);
        assert_int_equal(chmod(path, 0755), 0);
    }
    assert_int_equal(setenv("PATH", folder, 1), 0);
}

static void
a_program_that_is_not_there_is_named_with_its_package(void **state)
{
    static const char *const none[] = { NULL };
    char folder[64], text[MESSAGE_TEXT_MAX];
    struct read_invoices r;
    struct err e = ERR_INIT;

    (void)state;
    pretend(folder, none, "");
    read_file(&r, "invoice-text.pdf");
    assert_int_equal(r.result, -1);
    assert_int_equal(r.e.code, ERR_UNKNOWN);
    assert_int_equal(r.invoices.list.n, 0);
    assert_int_equal(r.in->warnings.n, 1);
    assert_string_equal(r.in->warnings.at[0].code, TOOLS_MISSING);
    assert_string_equal(message_text(&r.in->warnings.at[0].message, LANG_EN, text, sizeof(text)),
        "pdfinfo is not installed, so invoices in PDF and pictures are not read whole; install "
        "the package poppler-utils");
    read_done(&r);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

static void
programs_that_print_nonsense_give_no_invoice(void **state)
{
    static const char *const names[] = { "pdfinfo", "pdfdetach", "pdftotext", "pdftoppm",
        "zbarimg", NULL };
    struct read_invoices r;
    struct err e = ERR_INIT;
    char folder[64];

    (void)state;
    pretend(folder, names, "#!/bin/sh\necho '1: x.xml'\necho 'InvoiceNumber: 12'\n"
        "echo '<word>' >words.html\n");
    read_file(&r, "invoice-text.pdf");
    assert_int_equal(r.result, -1);
    assert_err(&r.e, "a PDF; export the bill as CSV, XLSX or JSON");
    assert_int_equal(r.invoices.list.n, 0);
    assert_int_equal(r.in->kind, INPUT_UNKNOWN);
    read_done(&r);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

static void
what_no_program_can_open_is_listed_as_an_invoice_that_cannot_be_read(void **state)
{
    static const char *const names[] = { "pdfinfo", "pdfdetach", "pdftotext", "pdftoppm",
        "zbarimg", NULL };
    static const char *const scripts[] = { "#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -9 $$\n" };
    struct read_invoices r;
    struct err e = ERR_INIT;
    char folder[64];

    (void)state;
    for (size_t i = 0; i < COUNT(scripts); i++) {
        pretend(folder, names, scripts[i]);
        read_file(&r, "invoice-text.pdf");
        assert_int_equal(r.result, 1);
        assert_invoices(&r.invoices, "  other qr| | | ?+?=?|trouble: the PDF is damaged, or wants "
            "a password");
        read_done(&r);
        assert_int_equal(file_remove_tree(folder, &e), 0);
    }
}

static void
a_damaged_pdf_that_is_called_otherwise_may_be_anything(void **state)
{
    struct read_invoices r;
    struct source *s = source_of_memory(SV("%PDF-1.4\n"));

    (void)state;
    assert_non_null(s);
    read_source(&r, s, "bill.csv");
    assert_int_equal(r.result, -1);
    assert_int_equal(r.invoices.list.n, 0);
    read_done(&r);
    source_free(s);
}

static void
a_damaged_pdf_that_is_called_an_invoice_is_listed(void **state)
{
    static const char *const names[] = { "pdfinfo", "pdfdetach", "pdftotext", "pdftoppm",
        "zbarimg", NULL };
    struct read_invoices r;
    struct source *s = source_of_memory(SV("%PDF-1.4\n"));
    struct err e = ERR_INIT;
    char folder[64];

    (void)state;
    assert_non_null(s);
    pretend(folder, names, "#!/bin/sh\nexit 1\n");
    read_source(&r, s, "mail/dzfp_26322000000000000008_lab_20260402101500.pdf");
    assert_int_equal(r.result, 1);
    assert_invoices(&r.invoices, "26322000000000000008  other qr| | | ?+?=?|trouble: the PDF is "
        "damaged, or wants a password");
    read_done(&r);
    source_free(s);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

static void
words_keep_their_places_and_lose_what_was_cut(void **state)
{
    static const char xhtml[] = "<!DOCTYPE html><page width=\"100.5\" height=\"50\">\n"
        "<word xMin=\"1.25\" yMin=\"2\" xMax=\"30.1234\" yMax=\"12\">a&amp;b&lt;\x01</word>"
        "<word xMin=\"90\" yMin=\"2\" xMax=\"101\" yMax=\"12\">2632</word>"
        "<word xMin=\"90\" yMin=\"2\" xMax=\"101\" yMax=\"12\">¥28.30</word>"
        "<word xMin=\"1\" yMin=\"2\" xMax=\"3\" yMax=\"12\"> </word></page><page width=\"9\">"
        "<word xMin=\"-1\" yMin=\"x\" xMax=\"99999999999999999999\" yMax=\"1\">c</word><word ";
    struct words w = { .arena = ARENA_INIT };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(pdf_read_words(&w, sv_of(xhtml), &e), 0);
    assert_int_equal(w.list.n, 3);
    assert_string_equal(w.list.at[0].text, "a&b<");
    assert_int_equal(w.list.at[0].x0, 1250);
    assert_int_equal(w.list.at[0].x1, 30123);
    assert_int_equal(w.list.at[0].page, 1);
    assert_string_equal(w.list.at[1].text, "¥28.30");
    assert_int_equal(w.list.at[2].x0, -1000);
    assert_int_equal(w.list.at[2].x1, 0);
    assert_int_equal(w.list.at[2].page, 2);
    words_release(&w);
}

static void
days_that_could_be_two_are_none(void **state)
{
    static const struct { const char *text, *day; } days[] = {
        { "2026-03-05", "2026-03-05" }, { "2026/3/5", "2026-03-05" },
        { "Jan 1, 2022", "2022-01-01" }, { "August 3 , 2014", "2014-08-03" },
        { "3 Sept. 2014", "2014-09-03" }, { "03/20/2023", "2023-03-20" },
        { "20/03/2023", "2023-03-20" }, { "05.03.2026", "2026-03-05" },
        { "04/04/2023", "2023-04-04" }, { "03/04/2023", NULL }, { "02/30/2023", NULL },
        { "13/13/2023", NULL }, { "03/20/23", NULL }, { "2023", NULL }, { "", NULL },
        { "March 2023", NULL }, { "1 2 3 2023", NULL }, { "20230405", NULL },
        { "99999999999999999999999 1 1", NULL }, { "May May 1", NULL },
    };
    char day[TIME_TEXT_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(days); i++) {
        bool is_day = english_date(sv_of(days[i].text), day);

        assert_int_equal(is_day, days[i].day != NULL);
        if (days[i].day)
            assert_string_equal(day, days[i].day);
    }
}

static void
decimal_marks_are_told_by_what_follows_them(void **state)
{
    static const struct { const char *text, *value, *currency; } amounts[] = {
        { "$1,234.50", "1234.5", "USD" }, { "1.234,50 €", "1234.5", "EUR" },
        { "3 038,14", "3038.14", "" }, { "CHF 42'987.56", "42987.56", "CHF" },
        { "US$ 4.11", "4.11", "USD" }, { "-5.00", "-5", "" }, { "1,234,567.89", "1234567.89", "" },
        { "1,234", NULL, "" }, { "1.234", NULL, "" }, { "12", NULL, "" }, { "1,23,4.56", NULL, "" },
        { "1.234.56", NULL, "" }, { "NaN", NULL, "" }, { "1e3.00", NULL, "" }, { "", NULL, "" },
        { "15.00%", NULL, "" }, { "9999999999999999.00", NULL, "" }, { ",234.56", NULL, "" },
    };
    char text[MONEY_TEXT_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(amounts); i++) {
        const char *currency = "";
        struct money m;
        bool is_amount = english_amount(sv_of(amounts[i].text), &m, &currency);

        assert_int_equal(is_amount, amounts[i].value != NULL);
        if (is_amount)
            assert_string_equal(money_format(text, m), amounts[i].value);
        assert_string_equal(currency, amounts[i].currency);
    }
}

/* Words of ${text}, a line each 12 units; two blanks are a gap. */
static void
assert_english(const char *text, const char *expected)
{
    struct words w = { .arena = ARENA_INIT };
    struct sv rest = sv_of(text), line, piece;
    struct err e = ERR_INIT;
    struct draft d;
    struct buf got;
    int64_t y = 0;

    draft_init(&d, INVOICE_FROM_PDF, false);
    while (sv_cut(&rest, '\n', &line)) {
        int64_t x = 0;

        while (sv_cut(&line, ' ', &piece)) {
            int64_t width = (int64_t)piece.n * 5000;

            assert_int_equal(words_add(&w, (struct word){ .page = 1, .x0 = x, .y0 = y,
                .x1 = x + width, .y1 = y + 10000 }, piece, &e), 0);
            x += width + 5000;
        }
        y += 12000;
    }
    buf_init(&got, 4096);
    if (english_read(&w, &d)) {
        draft_end_trouble(&d);
        write_invoice(&got, &d.one);
    }
    assert_sv(buf_sv(&got), expected);
    buf_release(&got);
    draft_release(&d);
    words_release(&w);
}

static void
labels_of_english_invoices_lead_to_values(void **state)
{
    (void)state;
    assert_english("Amazon Web Services\nInvoice Number:  42183017\n"
        "Invoice Date:  August 3 , 2014\nTOTAL AMOUNT DUE ON August 19 , 2014  $4.11\n",
        "42183017 2014-08-03 other pdf| | |USD ?+?=4.11");
    assert_english("VAT Invoice Number:  EU-77\nVAT Invoice Date:  3 March 2026\n"
        "Bill to:\nLab One\nSold by  GPU Inc\n"
        "Subtotal  EUR 5.00\nSubtotal  EUR 100.00\nTOTAL VAT  EUR 19.00\n"
        "TOTAL AMOUNT  EUR 119.00\nTotal  EUR 119.00\n",
        "EU-77 2026-03-03 other pdf| |Lab One |EUR 100+19=119");
    assert_english("Invoice INV-1\nDate:  03/04/2026\nTotal  1,234\n",
        "INV-1  other pdf| | | ?+?=?|trouble: date '03/04/2026'");
    assert_english("Invoice # 9\nTotal  $1.00\nBalance due  $2.00\n",
        "9  other pdf| | | ?+?=?|trouble: total, of which there are several");
    /* Values below their labels, or behind a colon or # that stands alone. */
    assert_english("Invoice Number  Invoice Date\n"
        "INV-2           31 March 2026\nBill to\nLab Two\nTotal  $3.00\n",
        "INV-2 2026-03-31 other pdf| |Lab Two |USD ?+?=3");
    assert_english("Invoice # : 12\nDate\n01/02/2026\nTotal  $1.00\nBill to Lab Three\n",
        "12  other pdf| |Lab Three |USD ?+?=1|trouble: date '01/02/2026'");
    assert_english("Invoice Number\nof March\nInvoice Date\nsoon\nTotal  $1.00\n", "");
    assert_english("Invoice Number: 1\nThis is not a VAT invoice\nTotal  $1.00\n", "");
    assert_english("A letter\nTotal  $1.00\n", "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_a_pdf_is_read_by_its_place),
        cmocka_unit_test(pages_are_read_however_they_lie),
        cmocka_unit_test(xml_inside_a_pdf_is_read),
        cmocka_unit_test(a_qr_code_is_read_in_pdf_and_picture),
        cmocka_unit_test(a_damaged_pdf_that_is_called_an_invoice_is_listed),
        cmocka_unit_test(words_keep_their_places_and_lose_what_was_cut),
        cmocka_unit_test(days_that_could_be_two_are_none),
        cmocka_unit_test(decimal_marks_are_told_by_what_follows_them),
        cmocka_unit_test(labels_of_english_invoices_lead_to_values),
        /* From here on PATH is another. */
        cmocka_unit_test(a_program_that_is_not_there_is_named_with_its_package),
        cmocka_unit_test(programs_that_print_nonsense_give_no_invoice),
        cmocka_unit_test(what_no_program_can_open_is_listed_as_an_invoice_that_cannot_be_read),
        cmocka_unit_test(a_damaged_pdf_that_is_called_otherwise_may_be_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
