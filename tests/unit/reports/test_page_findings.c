#include "judged_sample.h"
#include "reports/page.h"
#include "reports/render.h"
#include "reports/working.h"

static void
page(struct judged *j, struct buf *out)
{
    struct err e = ERR_INIT;

    buf_init(out, (size_t)16 << 20);
    assert_int_equal(render_report_html(out, &j->sample->results, NULL, 0, &e), 0);
}

static size_t
place(const struct buf *text, const char *part)
{
    size_t at = sv_find(buf_sv(text), sv_of(part), 0);

    if (at == (size_t)-1)
        fail_msg("'%s' is not there", part);
    return at;
}

static bool
holds(const struct buf *text, const char *part)
{
    return sv_find(buf_sv(text), sv_of(part), 0) != (size_t)-1;
}

static void
the_head_says_what_leaked_and_where_to_begin(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    page(j, &out);
    (void)place(&out, "Of CNY 2,567.75 spent, 84.06 leaked (3.3 %); 74.06 of it is certain.");
    (void)place(&out, "<a href=\"#leaks\"><span class=\"name\">Leaked, net</span>"
        "<span class=\"big\" data-v=\"84.055\" data-c=\"CNY\" title=\"84.055 "
        "CNY\"><small>CNY</small> 84.06</span>");
    (void)place(&out, "<small>USD</small> 0.00</span><span class=\"sub\">in 2 findings</span>");
    (void)place(&out, "<span class=\"big\">37.5 <small>GPU hours</small></span>");
    assert_true(place(&out, "<ol>\n<li><a href=\"#F001\"><span class=\"amount\"><small>CNY</small> "
        "74.06</span><span class=\"what\"><b>Storage paid while stopped</b> <span "
        "class=\"mark certain\"><i aria-hidden=\"true\"></i>certain</span><span class=\"where\">"
        "AutoDL, &lt;b&gt;train&lt;/b&gt;, 2026-03-01 to 2026-03-03</span></span></a><span "
        "class=\"todo\">advice of F001</span></li>\n<li><a href=\"#F002\">") <
        place(&out, "<section id=\"where\">"));
    assert_false(holds(&out, "<li><a href=\"#F003\">"));
    buf_release(&out);
    judged_release(j);
}

static void
currencies_are_added_only_by_the_rates_of_the_config(void **state)
{
    struct config_rate rates[] = { { "USD", "CNY", amount("7.10") } };
    struct config config = { .rates = { rates, 1, 1 } };
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    page(j, &out);
    assert_false(holds(&out, "together about"));
    buf_release(&out);

    /* 2567.75 + 75.90 x 7.10; then 2567.75 + 75.90 / 0.2. */
    j->sample->results.config = &config;
    page(j, &out);
    (void)place(&out, "<span class=\"sub\">together about CNY 3,106.64, by the rates of the "
        "config</span>");
    buf_release(&out);
    rates[0] = (struct config_rate){ "CNY", "USD", amount("0.2") };
    page(j, &out);
    (void)place(&out, "together about CNY 2,947.25, by the rates of the config");
    buf_release(&out);
    judged_release(j);
}

static void
a_card_says_what_where_how_much_and_what_to_do(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    page(j, &out);
    (void)place(&out, "<article class=\"finding\" id=\"F001\" aria-labelledby=\"F001-rule\">\n"
        "<p class=\"amount\" data-v=\"74.055\" data-c=\"CNY\" title=\"74.055 CNY\"><small>CNY"
        "</small> <b>74.06</b><span class=\"bar\"><i style=\"width:100.0%\"></i></span></p>\n"
        "<div>\n<h4 id=\"F001-rule\">Storage paid while stopped</h4>\n"
        "<p class=\"meta\"><span class=\"mark certain\"><i aria-hidden=\"true\"></i>certain</span>"
        "<span class=\"resource\">&lt;b&gt;train&lt;/b&gt;</span>"
        "<span class=\"platform\">AutoDL</span>"
        "<span class=\"span\">2026-03-01 to 2026-03-03</span>"
        "<a class=\"anchor\" href=\"#F001\">F001</a></p>\n"
        "<p class=\"fact\">fact of F001</p>\n"
        "<p class=\"todo\"><b>What to do</b> advice of F001</p>\n"
        "<div class=\"folds\">\n"
        "<details class=\"evidence\" data-print><summary>Evidence (1 row)</summary>\n");
    (void)place(&out, "<tr><td class=\"at\">bills/autodl.csv:3</td><td>2026-03-01 08:00</td>"
        "<td>data disk</td><td class=\"n\">148.11</td><td class=\"n\" title=\"74.055\">74.06</td>"
        "</tr>\n</tbody>");
    (void)place(&out, "<p class=\"working\">148.11 x 30 min / 1 h = 74.055 in the largest row</p>");
    buf_release(&out);
    judged_release(j);
}

static void
findings_that_are_alike_are_one_card_with_their_own_inside(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;
    size_t group;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        j->list[i].rule = "traffic-fee";
        j->list[i].of = rule_find("traffic-fee");
        j->list[i].leak = j->list[i].net = amount("2.5");
    }
    j->list[1].name = "second";
    page(j, &out);
    (void)place(&out, "<li><a href=\"#F001-all\"><span class=\"amount\"><small>CNY</small> 7.50"
        "</span><span class=\"what\"><b>Traffic paid</b> ");
    (void)place(&out, "AutoDL, &lt;b&gt;train&lt;/b&gt;, second and 1 more, 3 findings, "
        "2026-03-01 to 2026-03-03</span>");
    group = place(&out, "<section class=\"group\" id=\"F001-all\" "
        "aria-labelledby=\"F001-all-rule\">\n<p class=\"amount\" data-v=\"7.5\" data-c=\"CNY\"");
    assert_true(group < place(&out, "<tr><td class=\"s\"><a href=\"#F002\">F002</a></td>"
        "<td>second</td><td class=\"s\">2026-03-01 to 2026-03-03</td>"));
    assert_true(place(&out, "<details class=\"singles\"><summary>Each with its evidence"
        "</summary>\n<article class=\"finding\" id=\"F001\"") < place(&out, "id=\"F003\""));
    (void)place(&out, "<h5 id=\"F002-rule\">Traffic paid</h5>");
    buf_release(&out);
    judged_release(j);
}

static void
what_does_not_leak_comes_last_and_folded(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    j->list[0].is_waived = true;
    j->list[0].waiver = "known & <fine>";
    page(j, &out);
    assert_true(place(&out, "id=\"F002\"") < place(&out, "id=\"F003\""));
    assert_true(place(&out, "id=\"F003\"") < place(&out, "id=\"F001\""));
    (void)place(&out, "<details class=\"more\" data-print><summary>Worth a look, without a leak "
        "<span class=\"count\">1</span></summary>\n<article class=\"finding\" id=\"F003\"");
    (void)place(&out, "<p class=\"todo\"><b>Waived</b> known &amp; &lt;fine&gt;</p>");
    buf_release(&out);
    judged_release(j);
}

static void
evidence_of_too_many_rows_is_cut_and_says_so(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct finding_line *rows = calloc(1500, sizeof(*rows));
    struct buf out;
    size_t room = PAGE_EVIDENCE_ALL;

    (void)state;
    assert_non_null(rows);
    for (size_t i = 0; i < 1500; i++)
        rows[i] = (struct finding_line){ 1, amount("0.01"), amount("0.01") };
    j->list[0].lines.at = rows;
    j->list[0].lines.n = 1500;
    buf_init(&out, (size_t)16 << 20);
    page_evidence(&out, &j->sample->results, &j->list[0], &room);
    (void)place(&out, "The first 1000 of 1500 rows. findings.csv has the sums, review.json every "
        "row.");
    assert_int_equal(room, PAGE_EVIDENCE_ALL - PAGE_EVIDENCE_MAX);
    (void)place(&out, "<details class=\"evidence\"><summary>Evidence (1,500 rows)</summary>");
    buf_release(&out);
    free(rows);
    judged_release(j);
}

static void
what_could_not_be_judged_says_what_would_settle_it(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    page(j, &out);
    (void)place(&out, "<h3 id=\"unknown-utilisation\">Whether GPUs were used</h3>\n"
        "<p class=\"todo\"><b>What would settle it</b> put utilisation logs (nvidia-smi) beside "
        "the bills</p>\n"
        "<details><summary>1 resource, 37.5 GPU hours</summary>");
    (void)place(&out, "<tr><td>AutoDL</td><td>i-&lt;9&gt;</td><td class=\"n\">37.50</td>"
        "<td>Idle GPUs</td></tr>");
    buf_release(&out);
    judged_release(j);
}

static void
assert_working(struct judged *j, size_t finding, const char *expected)
{
    struct buf out;

    buf_init(&out, 65536);
    working_say(&out, &j->sample->results, &j->list[finding]);
    assert_sv(buf_sv(&out), expected);
    buf_release(&out);
}

static void
a_working_has_the_numbers_of_its_finding(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct rule rule = { .id = "x", .working = "{paid} - {book} = {leak}; {#cards}, {at}, {took}" };
    struct fact facts[] = {
        { "paid", FACT_AMOUNT, NULL, amount("20.8"), 0 },
        { "book", FACT_AMOUNT, NULL, amount("18.123456789"), 0 },
        { "cards", FACT_AMOUNT, NULL, amount("2"), 0 },
        { "at", FACT_TIME, NULL, MONEY_ZERO, moment("2026-03-01 08:30:00") },
        { "took", FACT_DURATION, NULL, MONEY_ZERO, 59 * TIME_HOUR + 44 * TIME_SECOND },
    };

    (void)state;
    j->list[0].of = &rule;
    j->list[0].facts.at = facts;
    j->list[0].facts.n = COUNT(facts);
    assert_working(j, 0, "20.80 - 18.123457 = 74.055; 2, 2026-03-01 08:30, 59 h 44 s");
    assert_working(j, 1, "all of what was billed in rows: 1, together CNY 201.34");

    /* A number that is not there, a merged finding: what is known of any. */
    j->list[0].facts.n = 1;
    assert_working(j, 0, "CNY 74.06 of CNY 148.11 billed in rows: 1");
    j->list[0].facts.n = COUNT(facts);
    j->list[0].merged = 3;
    assert_working(j, 0, "CNY 74.06 of CNY 148.11 billed in rows: 1");
    judged_release(j);
}

static void
a_net_that_is_less_than_the_leak_is_explained(void **state)
{
    struct judged *j = judged_new(LANG_EN);
    struct buf out;

    (void)state;
    buf_init(&out, 65536);
    working_say_net(&out, &j->sample->results, &j->list[0]);
    assert_int_equal(out.n, 0);
    working_say_net(&out, &j->sample->results, &j->list[1]);
    assert_sv(buf_sv(&out), "CNY 191.34 of it stands in other findings already or was refunded: "
        "net CNY 10.00");
    buf_release(&out);
    judged_release(j);
}

static void
every_rule_has_a_working_that_is_well_formed(void **state)
{
    (void)state;
    for (size_t i = 0; i < rule_count(); i++) {
        struct sv text = sv_of(rule_at(i)->working ? rule_at(i)->working : "");
        size_t open = 0, closed = 0;

        for (size_t k = 0; k < text.n; k++) {
            open += text.p[k] == '{';
            closed += text.p[k] == '}';
            assert_in_range(open - closed, 0, 1);
        }
        assert_int_equal(open, closed);
    }
}

static void
markdown_has_the_findings_too(void **state)
{
    struct judged *j = judged_new(LANG_ZH);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, (size_t)16 << 20);
    assert_int_equal(render_report_markdown(&out, &j->sample->results, NULL, 0, &e), 0);
    (void)place(&out, "\n## 最大的漏费\n\n"
        "1. **CNY 74.06 · 停机期间的存储费** · 确定 · AutoDL · \\<b\\>train\\</b\\> · "
        "2026-03-01 至 2026-03-03  \n   advice of F001\n"
        "2. **CNY 10.00 · 流量费** · 可能 · AutoDL · \\<b\\>train\\</b\\> · "
        "2026-03-01 至 2026-03-03  \n   advice of F002\n\n## 钱花在哪里\n");
    (void)place(&out, "\n### CNY 74.06 · 停机期间的存储费\n\n确定 · \\<b\\>train\\</b\\> · AutoDL · "
        "2026-03-01 至 2026-03-03 · F001\n\nfact of F001\n\n- **怎么办**：advice of F001\n"
        "- 怎么算的：最大的一行：148.11 × 30 分 ÷ 1 小时 = 74.055\n"
        "- 证据（1 行）：bills/autodl.csv:3\n");
    buf_release(&out);
    judged_release(j);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_says_what_leaked_and_where_to_begin),
        cmocka_unit_test(currencies_are_added_only_by_the_rates_of_the_config),
        cmocka_unit_test(a_card_says_what_where_how_much_and_what_to_do),
        cmocka_unit_test(findings_that_are_alike_are_one_card_with_their_own_inside),
        cmocka_unit_test(what_does_not_leak_comes_last_and_folded),
        cmocka_unit_test(evidence_of_too_many_rows_is_cut_and_says_so),
        cmocka_unit_test(what_could_not_be_judged_says_what_would_settle_it),
        cmocka_unit_test(a_working_has_the_numbers_of_its_finding),
        cmocka_unit_test(a_net_that_is_less_than_the_leak_is_explained),
        cmocka_unit_test(every_rule_has_a_working_that_is_well_formed),
        cmocka_unit_test(markdown_has_the_findings_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
