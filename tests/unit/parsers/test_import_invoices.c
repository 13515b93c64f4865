#include "import_folder.h"
#include "invoice_text.h"
#include "packing.h"

#define NUMBER "26322000000000000001"

#define EINVOICE(number, total)                                                                    \
    "<EInvoice><EInvoiceData><BasicInformation><TotalTax-includedAmount>" total                    \
    "</TotalTax-includedAmount></BasicInformation></EInvoiceData><TaxSupervisionInfo>"             \
    "<InvoiceNumber>" number "</InvoiceNumber><IssueTime>2026-04-02</IssueTime>"                   \
    "</TaxSupervisionInfo></EInvoice>"

#define LIST "number,date,seller,buyer,total\n" NUMBER ",2026-04-02,S,B,500\n"

static void
import_all_of(const struct fixture *f, struct import *im, bool detect_only, size_t jobs)
{
    struct import_options options = options_of(f, jobs);
    struct walk walk;
    struct err e = ERR_INIT;

    options.detect_only = detect_only;
    walk_init(&walk);
    assert_int_equal(walk_add(&walk, f->folder, &e), 0);
    walk_finish(&walk);
    import_init(im);
    assert_int_equal(import_all(im, &walk, &options, &e), 0);
    walk_release(&walk);
}

static const struct input *
input_called(const struct import *im, const char *end)
{
    for (size_t i = 0; i < im->ledger.inputs.n; i++)
        if (sv_ends(sv_of(im->ledger.inputs.at[i]->path), sv_of(end)))
            return im->ledger.inputs.at[i];
    print_error("there is no input '%s'\n", end);
    fail();
    return NULL;
}

static void
invoices_are_inputs_that_make_no_lines(void **state)
{
    const struct fixture *f = *state;
    struct import im;
    const struct input *in;
    struct err e = ERR_INIT;

    put(f, "a.xml", SV(EINVOICE(NUMBER, "500.00")));
    put(f, "b.csv", SV(LIST));
    put(f, "c.csv", SV("交易时间,金额\n2026-03-01,5\n"));
    put(f, "d.xml", SV("<other/>"));
    import_all_of(f, &im, false, 2);
    assert_int_equal(im.ledger.lines.n, 1);
    assert_int_equal(im.invoices.list.n, 2);
    in = input_called(&im, "a.xml");
    assert_int_equal(in->kind, INPUT_INVOICE);
    assert_string_equal(in->format, "einvoice-xml");
    assert_int_equal(in->records, 1);
    assert_int_equal(in->skipped[SKIP_OBSERVATION], 1);
    assert_int_equal(in->failure.code, ERR_NONE);
    in = input_called(&im, "b.csv");
    assert_string_equal(in->format, "gpubill-invoices");
    assert_int_equal(in->kind, INPUT_INVOICE);
    assert_int_equal(input_called(&im, "c.csv")->kind, INPUT_BILL);
    assert_int_equal(input_called(&im, "d.xml")->failure.code, ERR_UNKNOWN);
    assert_int_equal(invoices_unite(&im.invoices, &e), 0);
    assert_int_equal(im.invoices.list.n, 1);
    assert_int_equal(im.invoices.list.at[0].files.n, 2);
    assert_string_equal(im.invoices.list.at[0].file_sha256.at[0], input_called(&im,
        "a.xml")->sha256);
    assert_string_equal(im.invoices.list.at[0].seller, "S");
    import_release(&im);
}

static void
detecting_keeps_no_invoices(void **state)
{
    const struct fixture *f = *state;
    struct import im;

    put(f, "a.xml", SV(EINVOICE(NUMBER, "500.00")));
    import_all_of(f, &im, true, 1);
    assert_int_equal(im.invoices.list.n, 0);
    assert_int_equal(input_called(&im, "a.xml")->records, 1);
    import_release(&im);
}

static void
an_archive_of_many_gives_each_and_an_ofd_in_it_is_one_thing(void **state)
{
    const struct fixture *f = *state;
    struct part inner[] = {
        { "OFD.xml", SV("<OFD><CustomDatas><CustomData Name=\"发票号码\">26322000000000000009"
            "</CustomData></CustomDatas><DocBody><DocRoot>D.xml</DocRoot></DocBody></OFD>"), 0 },
        { "D.xml", SV("<Document/>"), 0 },
    };
    struct part parts[] = {
        { "1.xml", SV(EINVOICE(NUMBER, "1.00")), 0 },
        { "2.xml", SV(EINVOICE("26322000000000000002", "2.00")), 0 },
        { "x/3.ofd", { NULL, 0 }, 0 },
    };
    struct buf ofd, zip;
    struct import im;

    buf_init(&ofd, 1 << 20);
    buf_init(&zip, 1 << 20);
    pack(&ofd, "zip", "none", NULL, inner, 2);
    parts[2].bytes = buf_sv(&ofd);
    pack(&zip, "zip", "none", NULL, parts, 3);
    put(f, "all.zip", buf_sv(&zip));
    put(f, "alone.ofd", buf_sv(&ofd));
    import_all_of(f, &im, false, 1);
    assert_int_equal(im.ledger.inputs.n, 4);
    assert_string_equal(input_called(&im, "all.zip!x/3.ofd")->format, "ofd");
    assert_string_equal(input_called(&im, "alone.ofd")->format, "ofd");
    assert_int_equal(im.invoices.list.n, 4);
    assert_string_equal(im.invoices.list.at[0].number, NUMBER);
    assert_string_equal(im.invoices.list.at[1].number, "26322000000000000002");
    assert_string_equal(im.invoices.list.at[2].number, "26322000000000000009");
    import_release(&im);
    buf_release(&ofd);
    buf_release(&zip);
}

static void
a_missing_program_is_told_once(void **state)
{
    const struct fixture *f = *state;
    struct import im;

    put(f, "a.pdf", SV("%PDF-1.4\n"));
    put(f, "b.pdf", SV("%PDF-1.5\n"));
    put(f, "c.png", SV("\x89PNG\r\n\x1A\n"));
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    import_all_of(f, &im, false, 1);
    assert_int_equal(im.warnings.n, 2);
    assert_string_equal(im.warnings.at[0].code, "program-missing");
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(im.ledger.inputs.at[i]->warnings.n, 0);
        assert_int_equal(im.ledger.inputs.at[i]->warning_counts.n, 0);
        assert_int_equal(im.ledger.inputs.at[i]->failure.code, ERR_UNKNOWN);
    }
    import_release(&im);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(invoices_are_inputs_that_make_no_lines, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(detecting_keeps_no_invoices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            an_archive_of_many_gives_each_and_an_ofd_in_it_is_one_thing, set_up, tear_down),
        /* From here on PATH is another. */
        cmocka_unit_test_setup_teardown(a_missing_program_is_told_once, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
