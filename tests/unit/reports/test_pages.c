#include "reports/chart_svg.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/render.h"
#include "results_sample.h"

static bool
holds(const struct buf *text, const char *part)
{
    return sv_find(buf_sv(text), sv_of(part), 0) != (size_t)-1;
}

static void
assert_holds(const struct buf *text, const char *part)
{
    if (!holds(text, part))
        fail_msg("'%s' is not there", part);
}

static void
html(struct sample *s, struct buf *out, const struct chart_image *charts, size_t n)
{
    struct err e = ERR_INIT;

    buf_init(out, (size_t)16 << 20);
    assert_int_equal(render_report_html(out, &s->results, charts, n, &e), 0);
}

static void
the_page_has_its_sections_and_the_language(void **state)
{
    static const char *const parts[] = { "<!DOCTYPE html>\n<html lang=\"zh-CN\">",
        "<section id=\"where\">", "<section id=\"tables\">", "<section id=\"trust\">",
        "id=\"totals\"", "id=\"spend\"", "id=\"spend_by_day\"", "id=\"spend_by_resource\"",
        "id=\"spend_by_project\"", "id=\"inputs\"", "id=\"warnings\"", "id=\"rejected\"",
        "id=\"spend-by-category-cny\"", "id=\"spend-by-platform-usd\"", "2026-03", "阿里云",
        "prefers-color-scheme: dark", "@media print", "title=\"2567.750000000000000001 CNY\"",
        "这种导出的表头没有公开文档", "</html>" };
    struct sample *s = sample_new(LANG_ZH);
    struct buf out;

    (void)state;
    html(s, &out, NULL, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        assert_holds(&out, parts[i]);
    assert_false(holds(&out, "{{"));
    buf_release(&out);
    sample_release(s);
}

static void
what_a_bill_says_is_shown_and_never_run(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct review *v = &s->review;
    struct buf out;

    (void)state;
    v->resources.at[0].name = "<script>alert(1)</script>";
    v->resources.at[1].sku = "\"><img src=x onerror=y>";
    v->projects.at[1].project = "</td></table><h1>";
    v->spend.at[0].platform = "<i>evil</i>";
    v->totals.at[0].currency = "\"x";
    html(s, &out, NULL, 0);
    assert_false(holds(&out, "<script>alert"));
    assert_false(holds(&out, "<img"));
    assert_false(holds(&out, "<i>evil"));
    assert_false(holds(&out, "</table><h1>"));
    assert_holds(&out, "&lt;script&gt;alert(1)&lt;/script&gt;");
    assert_holds(&out, "&quot;&gt;&lt;img src=x onerror=y&gt;");
    buf_release(&out);
    sample_release(s);
}

static void
the_page_needs_no_network_and_claims_nothing_it_does_not_know(void **state)
{
    static const char *const parts[] = { "http://", "https://", " src=", "@import", "url(",
        "<link", "o leaks", "leaked", "uncovered" };
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    html(s, &out, NULL, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (holds(&out, parts[i]))
            fail_msg("'%s' is there", parts[i]);
    buf_release(&out);
    sample_release(s);
}

static void
charts_stand_beside_their_tables(void **state)
{
    const struct chart_image chart = { "spend-by-day-cny", "Spend by day", SV("<svg>day</svg>") };
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    html(s, &out, &chart, 1);
    assert_holds(&out, "<figure class=\"chart columns\" tabindex=\"0\"><svg>day</svg></figure>\n"
        "<p class=\"narrow hint\">");
    buf_release(&out);
    sample_release(s);
}

static void
a_narrow_screen_gets_bars_as_a_list(void **state)
{
    const struct chart_image chart = { "spend-by-category-cny", "Spend by category",
        SV("<svg>bars</svg>") };
    struct sample *s = sample_new(LANG_EN);
    struct buf out;

    (void)state;
    html(s, &out, &chart, 1);
    assert_holds(&out, "<svg>bars</svg></figure>\n<div class=\"narrow\">\n"
        "<h3>Spend by category</h3>\n<p class=\"about\">CNY ");
    assert_holds(&out, "<li><span class=\"label\">GPU</span> <span class=\"value\">");
    assert_holds(&out, "<span class=\"stack\"><i style=\"width:100.00%;background-color:#0072b2\">"
        "</i></span></li>\n");
    buf_release(&out);
    sample_release(s);
}

static void
the_same_results_give_the_same_bytes_whenever_they_were_made(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct buf first, second;

    (void)state;
    html(s, &first, NULL, 0);
    s->results.started += 86400000;
    s->results.milliseconds = 7;
    s->results.peak_memory = 1;
    html(s, &second, NULL, 0);
    assert_sv(buf_sv(&second), first.p);
    buf_release(&first);
    buf_release(&second);
    sample_release(s);
}

static void
markdown_has_the_same_words_and_tables(void **state)
{
    const struct chart_image chart = { "spend-by-category-cny", "Spend by category", SV("") };
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, (size_t)16 << 20);
    assert_int_equal(render_report_markdown(&out, &s->results, &chart, 1, &e), 0);
    assert_true(sv_starts(buf_sv(&out), SV("# GPU and cloud spend 2026-03\n\n"
        "**CNY 2,567.75 was spent on 2 platforms, 86.4 % of it on GPU.**\n\n"
        "**USD 75.90 was spent on 1 platform.**\n\n"
        "| Spent | Leaked, net | Not covered by invoices | Could not be judged |\n"
        "|---:|---:|---:|---:|\n"
        "| CNY 2,567.75<br>USD 75.90 |  |  | 0.0 GPU hours |\n\n"
        "## Where it went\n\n### Spend by category · CNY\n\n"
        "![Spend by category](charts/spend-by-category-cny.png)\n\n| Category ")));
    assert_holds(&out,
        "| Alibaba Cloud \\(headings assumed\\) | traffic | 1 | 201.34 | CNY | 7.8 % |\n");
    assert_holds(&out, "| no project | 2,000.75 | CNY | 77.9 % |\n");
    assert_holds(&out, "| id-\\<1\\> |");
    assert_holds(&out, "\n## Can I trust this?\n\n"
        "8 records = 6 ledger lines + 1 skipped + 1 rejected\n\n### Files read\n\n");
    assert_holds(&out, "| bills/autodl.csv | 4 | 2 | 1 | 1 | CNY 1,666.31 | | UTF-8 | "
        "AutoDL statement | its headings are documented by the platform | total rows 1 |\n");
    buf_release(&out);
    sample_release(s);
}

/* Sixty days are nine weeks, and a long table is cut and says so. */
static void
markdown_is_short_enough_to_be_read(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct review *v = &s->review;
    struct err e = ERR_INIT;
    struct buf out;
    char ids[60][16];

    (void)state;
    v->period.to = v->period.from + 60 * TIME_DAY;
    v->projects.at = realloc(v->projects.at, 64 * sizeof(*v->projects.at));
    assert_non_null(v->projects.at);
    v->projects.room = 64;
    for (size_t i = 0; i < COUNT(ids); i++) {
        (void)snprintf(ids[i], sizeof(ids[i]), "box-%02zu", i);
        v->projects.at[v->projects.n++] = (struct review_project){ .project = ids[i],
            .currency = "CNY", .billed = amount("1") };
    }
    buf_init(&out, (size_t)16 << 20);
    assert_int_equal(render_report_markdown(&out, &s->results, NULL, 0, &e), 0);
    assert_holds(&out, "\n| Week | ");
    assert_holds(&out, "\n| 2026-03-01 | ");
    assert_holds(&out, "\n| 2026-03-02 – 2026-03-08 | ");
    assert_true(sv_find(buf_sv(&out), SV("\n| 2026-03-03"), 0) == (size_t)-1);
    assert_holds(&out, "<details><summary>Table of 6");
    assert_holds(&out, "\nThe first 50 of 6");
    assert_holds(&out, " rows; all of them are in review.json.\n\n</details>\n");
    assert_true(sv_find(buf_sv(&out), SV("| box-59 |"), 0) == (size_t)-1);
    buf_release(&out);
    sample_release(s);
}

static void
reports_stand_in_their_order(void **state)
{
    static const char *const names[] = { "findings", "unknown", "totals", "spend",
        "spend_by_resource", "spend_by_project", "spend_by_day", "comparison", "invoice_totals",
        "differences", "invoices", "invoice_todo", "claims", "payments", "inputs", "warnings",
        "rejected" };
    const struct report *reports[PAGE_REPORTS_MAX];

    (void)state;
    assert_int_equal(page_order(reports, PAGE_REPORTS_MAX), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(reports[i]->name, names[i]);
}

static void
a_table_of_too_many_rows_says_where_the_rest_is(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct review *v = &s->review;
    const struct review_day day = v->days.at[0];
    struct err e = ERR_INIT;
    struct table t;

    (void)state;
    v->days.at = realloc(v->days.at, 3000 * sizeof(day));
    assert_non_null(v->days.at);
    for (v->days.n = 0; v->days.n < 3000; v->days.n++)
        v->days.at[v->days.n] = day;
    for (const struct report *const *p = report_table; *p; p++) {
        if (strcmp((*p)->name, "spend_by_day") != 0)
            continue;
        table_init(&t);
        assert_int_equal((*p)->fill(&s->results, &t, &e), 0);
        assert_int_equal(table_rows(&t), REPORT_ROWS_MAX);
        assert_string_equal(t.note,
            "The first 2000 of 3000 rows; all of them are in review.json.");
        table_release(&t);
    }
    sample_release(s);
}

static void
a_chart_loses_its_ids_and_gets_a_title(void **state)
{
    struct buf out;

    (void)state;
    buf_init(&out, 65536);
    assert_true(chart_svg_clean(&out, SV("<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 1 1\"\n "
        "xmlns=\"http://www.w3.org/2000/svg\"\n xmlns:xlink=\"http://www.w3.org/1999/xlink\"\n>\n"
        "<title>Gnuplot</title>\n<desc>Produced by</desc>\n<g id=\"gnuplot_canvas\">\n"
        "<defs>\n<circle id='gpDot'/>\n</defs>\n<text>&lt;b></text></g>\n</svg>\n"), "a <b>"));
    assert_sv(buf_sv(&out), "<svg role=\"img\" \n viewBox=\"0 0 1 1\"\n "
        "xmlns=\"http://www.w3.org/2000/svg\"\n\n>\n<title>a &lt;b&gt;</title>\n<g>\n"
        "<text>&lt;b></text></g>\n</svg>\n");
    assert_false(chart_svg_clean(&out, SV("no chart"), "x"));
    assert_false(chart_svg_clean(&out, SV("<svg cut"), "x"));
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_its_sections_and_the_language),
        cmocka_unit_test(what_a_bill_says_is_shown_and_never_run),
        cmocka_unit_test(the_page_needs_no_network_and_claims_nothing_it_does_not_know),
        cmocka_unit_test(charts_stand_beside_their_tables),
        cmocka_unit_test(a_narrow_screen_gets_bars_as_a_list),
        cmocka_unit_test(the_same_results_give_the_same_bytes_whenever_they_were_made),
        cmocka_unit_test(markdown_has_the_same_words_and_tables),
        cmocka_unit_test(markdown_is_short_enough_to_be_read),
        cmocka_unit_test(reports_stand_in_their_order),
        cmocka_unit_test(a_table_of_too_many_rows_says_where_the_rest_is),
        cmocka_unit_test(a_chart_loses_its_ids_and_gets_a_title),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
