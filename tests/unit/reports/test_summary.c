#include "judged_sample.h"
#include "reports/render.h"

static void
render_within(struct sample *s, struct buf *out, size_t width, bool is_colour)
{
    struct err e = ERR_INIT;

    buf_init(out, 65536);
    assert_int_equal(render_summary(out, &s->results, "gpubill-review/report.html", width,
        is_colour, &e), 0);
}

static void
render(struct sample *s, struct buf *out, bool is_colour)
{
    render_within(s, out, 80, is_colour);
}

/* The summary at every width that a terminal may have. */
static void
assert_fits(struct sample *s)
{
    for (size_t width = 40; width <= 160; width++) {
        struct sv rest, line;
        struct buf out;

        render_within(s, &out, width, false);
        rest = buf_sv(&out);
        while (sv_cut(&rest, '\n', &line)) {
            if (sv_width(line) > width)
                print_error("%zu columns: '%.*s'\n", width, (int)line.n, line.p);
            assert_true(sv_width(line) <= width);
        }
        buf_release(&out);
    }
}

static void
names_of_platforms_have_the_room_that_there_is(void **state)
{
    static const struct {
        size_t width;
        const char *line;
    } cases[] = {
        { 40, "\n  Amazon We…  9,000.00 █████████  …\n" },
        { 60, "\n  Amazon Web …  9,000.00 █████████████  GPU 9,000.00\n" },
        { 60, "\n  Alibaba C… *    901.44 █▎             GPU 700.10  …\n" },
        { 80, "\n  Amazon Web Serv…  9,000.00 ██████████████████  GPU 9,000.00\n" },
        { 100, "\n  Amazon Web Services  9,000.00 ██████████████████  GPU 9,000.00\n" },
    };
    struct sample *s = sample_new(LANG_EN);

    (void)state;
    sample_spend(s, "Amazon Web Services", CATEGORY_GPU, "CNY", "9000");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buf out;

        render_within(s, &out, cases[i].width, false);
        if (!strstr(out.p, cases[i].line))
            print_error("%s", out.p);
        assert_non_null(strstr(out.p, cases[i].line));
        buf_release(&out);
    }
    sample_release(s);
}

static void
the_summary_says_where_the_money_went(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    render(s, &out, false);
    assert_sv(buf_sv(&out),
        "2026-03 · 3 platforms · 3 files · 6 lines · every record accounted for\n"
        "\n"
        "  Spent        CNY 2,567.75   USD 75.90\n"
        "  By voucher   CNY    67.75   USD  0.00\n"
        "  In cash      CNY 2,500.00   USD 75.90\n"
        "  Refunds      CNY    -3.00   USD  0.00\n"
        "  Recharged    CNY   200.00   USD  0.00\n"
        "\n"
        "  CNY\n"
        "  AutoDL           1,666.31 ██████████████████  GPU 1,518.20  data disk 148.11\n"
        "  Alibaba Cloud *    901.44 █████████▊          GPU 700.10  traffic 201.34\n"
        "\n"
        "  USD\n"
        "  runpod  75.90 ██████████████████  GPU 96.40  credit -20.50\n"
        "  * its headings are not publicly documented; they are assumed\n"
        "\n"
        "  1 record was rejected: see rejected.csv\n"
        "  1 more warning\n"
        "gpubill-review/report.html\n");
    buf_release(&out);
    sample_release(s);
}

static void
chinese_is_aligned_as_well(void **state)
{
    struct sample *s = sample_new(LANG_ZH);
    struct buf out;

    (void)state;
    render(s, &out, false);
    assert_non_null(strstr(out.p,
        "  AutoDL    1,666.31 ██████████████████  GPU 1,518.20  数据盘 148.11\n"
        "  阿里云 *    901.44 █████████▊          GPU 700.10  流量 201.34\n"));
    buf_release(&out);
    sample_release(s);
}

static void
no_line_is_wider_than_the_terminal(void **state)
{
    struct sample *s = sample_new(LANG_ZH);
    struct review *v = &s->review;
    struct buf out;

    (void)state;
    sample_spend(s, "a platform with a long name\x1b[31m", CATEGORY_OBJECT_STORAGE, "CNY", "9");
    sample_spend(s, "autodl", CATEGORY_SYSTEM_DISK, "CNY", "8");
    sample_spend(s, "autodl", CATEGORY_FILE_STORAGE, "CNY", "7");
    v->spend.at[0].billed = amount("12345678901.5");
    render(s, &out, false);
    assert_true(sv_find(buf_sv(&out), SV("\x1b"), 0) == (size_t)-1);
    assert_true(sv_find(buf_sv(&out), SV("…"), 0) != (size_t)-1);
    assert_fits(s);
    buf_release(&out);
    sample_release(s);
}

static void
colour_only_repeats_what_the_words_say(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf plain, colour, stripped;
    struct sv rest;

    (void)state;
    render(s, &plain, false);
    render(s, &colour, true);
    assert_true(colour.n > plain.n);
    buf_init(&stripped, 65536);
    for (rest = buf_sv(&colour); rest.n > 0; rest = sv_part(rest, 1, rest.n)) {
        if (rest.p[0] == '\x1b')
            rest = sv_part(rest, sv_find(rest, SV("m"), 0), rest.n);
        else
            buf_add_char(&stripped, rest.p[0]);
    }
    assert_sv(buf_sv(&stripped), plain.p);
    buf_release(&plain);
    buf_release(&colour);
    buf_release(&stripped);
    sample_release(s);
}

static void
files_that_gave_nothing_are_counted(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    (void)err_set(&s->ledger.inputs.at[0]->failure, ERR_UNKNOWN, "no");
    (void)err_set(&s->ledger.inputs.at[1]->failure, ERR_IO, "no");
    (void)err_set(&s->ledger.inputs.at[2]->failure, ERR_ENCODING, "no");
    render(s, &out, false);
    assert_non_null(strstr(out.p, "\n  2 files could not be read\n"
        "  1 file was not recognised, and is in no sum: bills/autodl.csv\n  1 more warning\n"));
    buf_release(&out);
    sample_release(s);
}

static void
nothing_spent_is_no_failure(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    s->review.totals.n = s->review.spend.n = 0;
    render(s, &out, false);
    assert_non_null(strstr(out.p, "2026-03 · 0 platforms · "));
    assert_non_null(strstr(out.p, "\n\n  Nothing was spent.\n\n"));
    assert_true(sv_find(buf_sv(&out), SV("GPU hours"), 0) == (size_t)-1);
    buf_release(&out);
    sample_release(s);
}

static void
says_that_no_bill_was_read(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    s->review.totals.n = s->review.spend.n = 0;
    for (size_t i = 0; i < s->ledger.inputs.n; i++)
        if (s->ledger.inputs.at[i]->kind == INPUT_BILL)
            (void)err_set(&s->ledger.inputs.at[i]->failure, ERR_UNKNOWN, "no");
    render(s, &out, false);
    assert_non_null(
        strstr(out.p, "\n\n  No bill was read, so nothing is known of what was spent.\n\n"));
    buf_release(&out);
    sample_release(s);
}

static void
the_largest_leaks_stand_with_what_to_do(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    render(j->sample, &out, false);
    assert_non_null(strstr(out.p,
        "\n  Leaked       CNY    84.06   USD  0.00   in 2 findings (3.3 %)\n"
        "    certain    CNY    74.06   USD  0.00\n"
        "  Unknown      37.5 GPU hours without utilisation (give nvidia-smi logs)\n"));
    assert_non_null(strstr(out.p,
        "\n  Where it leaked\n"
        "  1  CNY 74.06  certain   Storage paid while stopped · AutoDL\n"
        "                          2026-03-01 to 2026-03-03 · <b>train</b>\n"
        "                          advice of F001\n"
        "  2  CNY 10.00  possible  Traffic paid · AutoDL\n"
        "                          2026-03-01 to 2026-03-03 · <b>train</b>\n"
        "                          advice of F002\n"
        "\n"));
    buf_release(&out);
    assert_fits(j->sample);
    render_within(j->sample, &out, 60, false);
    assert_non_null(strstr(out.p,
        "\n  1  CNY 74.06  certain\n"
        "     Storage paid while stopped · AutoDL\n"
        "     2026-03-01 to 2026-03-03 · <b>train</b>\n"
        "     advice of F001\n"));
    buf_release(&out);
    judged_release(j);
}

static void
findings_that_are_alike_are_one(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    for (size_t i = 1; i < 3; i++) {
        j->list[i].rule = j->list[0].rule;
        j->list[i].of = j->list[0].of;
        j->list[i].net = j->list[i].leak = amount("5");
    }
    j->list[2].name = "infer";
    j->list[2].to = moment("2026-03-10");
    render(j->sample, &out, false);
    assert_non_null(strstr(out.p,
        "\n  Where it leaked\n"
        "  1  CNY 84.06  possible  3 × Storage paid while stopped · AutoDL\n"
        "                          2026-03-01 to 2026-03-09 · <b>train</b>, <b>train</b>\n"
        "                          and 1 more\n"
        "                          Release instances that are not needed any more, or\n"
        "                          shrink their data disks.\n"
        "\n"));
    buf_release(&out);
    judged_release(j);
}

static void
the_month_before_stands_below(void **state)
{
    const struct previous_spend spend[] = { { "autodl", "CNY", CATEGORY_GPU, amount("2000") },
        { "aliyun", "CNY", CATEGORY_GPU, amount("276.37") } };
    const struct previous previous = { { moment("2026-02-01"), moment("2026-03-01"), 480 }, spend,
        2 };
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    j->audit.in.previous = &previous;
    render(j->sample, &out, false);
    assert_non_null(strstr(out.p, "\n  Spent        CNY 2,567.75   USD 75.90\n"
        "               (2026-02: CNY 2,276.37, +12.8 %)\n"));
    buf_release(&out);
    judged_release(j);
}

static void
many_currencies_and_platforms_stay_readable(void **state)
{
    static const char *const names[] = { "p00", "p01", "p02", "p03", "p04", "p05", "p06", "p07" };
    struct sample *s = sample_new(LANG_EN);
    struct review *v = &s->review;
    struct buf out;

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        sample_spend(s, names[i], CATEGORY_GPU, "CNY", "1.25");
    for (size_t i = 0; i < 4; i++)
        ADD(v->totals, (struct review_total){ .currency = i % 2 ? "EUR" : "GBP", .lines = 1,
            .billed = amount("12345678.9"), .has_list = true });
    render(s, &out, false);
    assert_fits(s);
    assert_non_null(strstr(out.p, "\n  and 2 more  2.50\n"));
    buf_release(&out);
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_summary_says_where_the_money_went),
        cmocka_unit_test(chinese_is_aligned_as_well),
        cmocka_unit_test(names_of_platforms_have_the_room_that_there_is),
        cmocka_unit_test(no_line_is_wider_than_the_terminal),
        cmocka_unit_test(colour_only_repeats_what_the_words_say),
        cmocka_unit_test(files_that_gave_nothing_are_counted),
        cmocka_unit_test(nothing_spent_is_no_failure),
        cmocka_unit_test(says_that_no_bill_was_read),
        cmocka_unit_test(the_largest_leaks_stand_with_what_to_do),
        cmocka_unit_test(findings_that_are_alike_are_one),
        cmocka_unit_test(the_month_before_stands_below),
        cmocka_unit_test(many_currencies_and_platforms_stay_readable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
