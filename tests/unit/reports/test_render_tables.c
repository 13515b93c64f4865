#include "reports/cell.h"
#include "reports/render.h"
#include "results_sample.h"

static void
fill(struct table *t)
{
    struct err e = ERR_INIT;
    int bad = 0;

    table_init(t);
    table_column(t, "name", "Name", false);
    table_column(t, "billed", "Billed", true);
    table_column(t, "share", "Share", true);
    table_column(t, "remark", "Why", false);
    bad |= table_add(t, cell_text("阿里云"), &e);
    bad |= table_add(t, cell_amount(amount("1234.565000000000000001"), "CNY"), &e);
    bad |= table_add(t, cell_share(amount("0.1264")), &e);
    bad |= table_add(t, cell_text("a|b <i>\"&'\t"), &e);
    bad |= table_add(t, cell_text("AutoDL"), &e);
    bad |= table_add(t, cell_amount(amount("-0.5"), "JPY"), &e);
    bad |= table_add(t, cell_empty(), &e);
    bad |= table_add(t, cell_empty(), &e);
    bad |= table_add(t, cell_label("Total"), &e);
    bad |= table_add(t, cell_count(4812), &e);
    bad |= table_add(t, cell_number(amount("12.5")), &e);
    bad |= table_add(t, cell_empty(), &e);
    assert_int_equal(bad, 0);
}

static void
cells_stand_row_by_row(void **state)
{
    struct table t;

    (void)state;
    fill(&t);
    assert_int_equal(table_rows(&t), 3);
    assert_string_equal(table_at(&t, 1, 0)->text, "AutoDL");
    assert_int_equal(table_at(&t, 2, 1)->count, 4812);
    assert_int_equal(table_at(&t, 2, 3)->kind, CELL_EMPTY);
    table_release(&t);
    table_init(&t);
    assert_int_equal(table_rows(&t), 0);
    table_release(&t);
}

static void
what_grew_has_a_plus_sign_for_people(void **state)
{
    static const struct { const char *amount, *expected; } texts[] = { { "12.5", "+12.50" },
        { "-12.5", "-12.50" }, { "0", "0.00" } };
    struct table_cell share = cell_change(cell_share(amount("0.5")));
    struct buf out;

    (void)state;
    buf_init(&out, 1024);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct table_cell cell = cell_amount(amount(texts[i].amount), "CNY");

        cell = cell_change(cell);
        cell_show(&out, &cell, LANG_EN);
        assert_sv(buf_sv(&out), texts[i].expected);
        buf_reset(&out);
    }
    cell_show(&out, &share, LANG_ZH);
    assert_sv(buf_sv(&out), "+50.0 %");
    buf_release(&out);
}

static void
text_is_aligned_by_the_width_of_characters(void **state)
{
    struct table t;
    struct buf out;

    (void)state;
    fill(&t);
    t.note = "a note";
    buf_init(&out, 65536);
    render_text_table(&out, &t, LANG_EN, 80, false);
    assert_sv(buf_sv(&out),
        "Name      Billed   Share  Why\n"
        "阿里云  1,234.57  12.6 %  a|b <i>\"&'\\x09\n"
        "AutoDL        -1\n"
        "Total      4,812   12.50\n"
        "a note\n");
    buf_reset(&out);
    render_text_table(&out, &t, LANG_ZH, 80, true);
    assert_true(sv_starts(buf_sv(&out), SV("\x1b[1m名称  ")));
    buf_release(&out);
    table_release(&t);
}

static void
the_widest_text_gives_way_and_figures_do_not(void **state)
{
    struct table t;
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    table_init(&t);
    table_column(&t, "name", "Name", false);
    table_column(&t, "billed", "Billed", true);
    assert_int_equal(table_add(&t, cell_text("一个很长的实例名称-01"), &e), 0);
    assert_int_equal(table_add(&t, cell_amount(amount("12345678"), "CNY"), &e), 0);
    buf_init(&out, 65536);
    render_text_table(&out, &t, LANG_EN, 26, false);
    assert_sv(buf_sv(&out),
        "Name                Billed\n"
        "一个很长的…  12,345,678.00\n");
    buf_release(&out);
    table_release(&t);
}

static void
markdown_shows_texts_as_they_stand(void **state)
{
    struct table t;
    struct buf out;

    (void)state;
    fill(&t);
    buf_init(&out, 65536);
    render_markdown_table(&out, &t, LANG_EN);
    assert_sv(buf_sv(&out),
        "| Name | Billed | Share | Why |\n"
        "|---|---:|---:|---|\n"
        "| 阿里云 | 1,234.57 | 12.6 % | a\\|b \\<i\\>\"\\&'\\\\x09 |\n"
        "| AutoDL | -1 | | |\n"
        "| Total | 4,812 | 12.50 | |\n");
    buf_release(&out);
    table_release(&t);
}

static void
html_escapes_texts_and_keeps_exact_values(void **state)
{
    struct table t;
    struct buf out;

    (void)state;
    fill(&t);
    t.title = "<title>";
    buf_init(&out, 65536);
    render_html_table(&out, &t, LANG_EN);
    assert_sv(buf_sv(&out),
        "<table><caption class=\"hidden\">&lt;title&gt;</caption>"
        "<thead><tr><th scope=\"col\">Name</th><th scope=\"col\" class=\"n\">Billed</th>"
        "<th scope=\"col\" class=\"n\">Share</th><th scope=\"col\">Why</th></tr></thead>\n"
        "<tbody>\n"
        "<tr><td class=\"s\">阿里云</td>"
        "<td class=\"n\" data-v=\"1234.565000000000000001\" data-c=\"CNY\" "
        "title=\"1234.565000000000000001 CNY\">1,234.57</td>"
        "<td class=\"n\" data-v=\"0.1264\">12.6 %</td>"
        "<td>a|b &lt;i&gt;&quot;&amp;&#39;\\x09</td></tr>\n"
        "<tr><td class=\"s\">AutoDL</td><td class=\"n\" data-v=\"-0.5\" data-c=\"JPY\" "
        "title=\"-0.5 JPY\">-1</td><td class=\"n\"></td><td></td></tr>\n"
        "<tr><td class=\"s\">Total</td><td class=\"n\" data-v=\"4812\">4,812</td>"
        "<td class=\"n\" data-v=\"12.5\" title=\"12.5\">12.50</td><td></td></tr>\n"
        "</tbody></table>\n");
    buf_release(&out);
    table_release(&t);
}

static void
a_text_is_cut_at_a_character(void **state)
{
    static const struct {
        const char *text;
        size_t width, used;
        const char *expected;
    } rows[] = {
        { "abc", 3, 3, "abc" },
        { "abcd", 3, 3, "ab…" },
        { "阿里云", 6, 6, "阿里云" },
        { "阿里云", 5, 5, "阿里…" },
        { "阿里云", 4, 3, "阿…" },
        { "阿里云", 1, 1, "…" },
        { "a\x1b", 5, 5, "a\\x1B" },
        { "", 3, 0, "" },
        { "abc", 0, 0, "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buf out;

        buf_init(&out, 4096);
        assert_int_equal(cell_fit(&out, sv_of(rows[i].text), rows[i].width), rows[i].used);
        assert_sv(buf_sv(&out), rows[i].expected);
        buf_release(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_stand_row_by_row),
        cmocka_unit_test(what_grew_has_a_plus_sign_for_people),
        cmocka_unit_test(text_is_aligned_by_the_width_of_characters),
        cmocka_unit_test(the_widest_text_gives_way_and_figures_do_not),
        cmocka_unit_test(markdown_shows_texts_as_they_stand),
        cmocka_unit_test(html_escapes_texts_and_keeps_exact_values),
        cmocka_unit_test(a_text_is_cut_at_a_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
