#include "judged_sample.h"
#include "reports/leak_groups.h"

#define FINDINGS 9

/* The sample of an audit with these findings in place of its own. */
struct many {
    struct judged *judged;
    struct finding list[FINDINGS], *order[FINDINGS];
    size_t n;
};

static void
open_many(struct many *m, enum lang lang)
{
    *m = (struct many){ .judged = judged_new(lang) };
    m->judged->audit.findings.at = m->order;
    m->judged->audit.findings.n = 0;
}

static struct finding *
add(struct many *m, const char *rule, const char *platform, const char *currency,
    const char *name, const char *net)
{
    struct finding *f = &m->list[m->n];

    *f = made("F", rule, CERTAIN, net, "500");
    f->platform = platform;
    f->currency = currency;
    f->name = name;
    m->order[m->n++] = f;
    m->judged->audit.findings.n = m->n;
    return f;
}

static void
assert_names(const struct many *m, const struct leak_group *g, size_t shown, const char *expected)
{
    struct buf out;

    buf_init(&out, 1024);
    leak_group_names(&out, &m->judged->sample->results, g, shown);
    assert_sv(buf_sv(&out), expected);
    buf_release(&out);
}

static void
three_alike_are_one_group_and_two_are_not(void **state)
{
    struct err e = ERR_INIT;
    struct leak_groups g;
    struct many m;

    (void)state;
    open_many(&m, LANG_EN);
    (void)add(&m, "traffic-fee", "aliyun", "CNY", "big", "150");
    (void)add(&m, "orphan-storage", "autodl", "CNY", "d1", "70");
    (void)add(&m, "orphan-storage", "aliyun", "CNY", "e1", "65");
    add(&m, "orphan-storage", "autodl", "CNY", "d2", "60")->certainty = LIKELY;
    (void)add(&m, "orphan-storage", "aliyun", "CNY", "e2", "55");
    (void)add(&m, "orphan-storage", "autodl", "CNY", "d3", "50");
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 4);
    assert_int_equal(g.at[0].n, 3);
    assert_true(money_compare(g.at[0].net, amount("180")) == 0);
    assert_int_equal(g.at[0].certainty, LIKELY);
    assert_names(&m, &g.at[0], 2, "d1, d2 and 1 more");
    assert_names(&m, &g.at[0], 3, "d1, d2, d3");
    assert_names(&m, &g.at[1], 2, "big");
    assert_int_equal(g.at[1].certainty, CERTAIN);
    assert_names(&m, &g.at[2], 2, "e1");
    assert_names(&m, &g.at[3], 2, "e2");
    leak_groups_release(&g);
    judged_release(m.judged);
}

static void
a_platform_with_an_endless_name_is_a_group_like_any_other(void **state)
{
    char name[6001];
    struct err e = ERR_INIT;
    struct leak_groups g;
    struct many m;

    (void)state;
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    open_many(&m, LANG_EN);
    for (size_t i = 0; i < 3; i++)
        (void)add(&m, "traffic-fee", name, "CNY", "big", "150");
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 1);
    assert_int_equal(g.at[0].n, 3);
    leak_groups_release(&g);
    judged_release(m.judged);
}

static void
currencies_are_never_one_group(void **state)
{
    struct err e = ERR_INIT;
    struct leak_groups g;
    struct many m;

    (void)state;
    open_many(&m, LANG_EN);
    (void)add(&m, "orphan-storage", "autodl", "USD", "u1", "900");
    (void)add(&m, "orphan-storage", "autodl", "CNY", "c1", "9");
    (void)add(&m, "orphan-storage", "autodl", "USD", "u2", "8");
    (void)add(&m, "orphan-storage", "autodl", "CNY", "c2", "7");
    /* CNY has more lines in the sample, so it comes first. */
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 4);
    assert_names(&m, &g.at[0], 1, "c1");
    assert_names(&m, &g.at[2], 1, "u1");
    leak_groups_release(&g);
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, "USD", &e), 0);
    assert_int_equal(g.n, 2);
    assert_names(&m, &g.at[1], 1, "u2");
    leak_groups_release(&g);
    judged_release(m.judged);
}

static void
what_is_waived_or_leaks_nothing_is_left_out(void **state)
{
    struct err e = ERR_INIT;
    struct leak_groups g;
    struct many m;

    (void)state;
    open_many(&m, LANG_EN);
    (void)add(&m, "orphan-storage", "autodl", "CNY", "a", "9");
    (void)add(&m, "orphan-storage", "autodl", "CNY", "b", "8");
    add(&m, "orphan-storage", "autodl", "CNY", "c", "7")->is_waived = true;
    (void)add(&m, "orphan-storage", "autodl", "CNY", "d", "0");
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 2);
    leak_groups_release(&g);
    m.judged->audit.findings.n = 0;
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 0);
    leak_groups_release(&g);
    m.judged->sample->results.audit = NULL;
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 0);
    leak_groups_release(&g);
    judged_release(m.judged);
}

static void
a_group_spans_all_and_advises_what_all_advise(void **state)
{
    struct err e = ERR_INIT;
    struct leak_groups g;
    struct buf out;
    struct many m;

    (void)state;
    open_many(&m, LANG_ZH);
    for (int i = 0; i < 3; i++) {
        struct finding *f = add(&m, "orphan-storage", "autodl", "CNY", i > 0 ? "x" : "最大", "9");

        f->from = moment(i == 1 ? "2026-02-10" : "2026-03-05");
        f->to = i == 1 ? TIME_NONE : moment("2026-03-08");
    }
    assert_int_equal(leak_groups_build(&g, &m.judged->sample->results, NULL, &e), 0);
    assert_int_equal(g.n, 1);
    buf_init(&out, 4096);
    leak_group_span(&out, &m.judged->sample->results, &g.at[0]);
    assert_sv(buf_sv(&out), "2026-02-10 至 2026-03-07");
    buf_reset(&out);
    leak_group_advice(&out, &m.judged->sample->results, &g.at[0]);
    assert_sv(buf_sv(&out), "advice of F");
    message_set(&m.list[2].advice, "another");
    buf_reset(&out);
    leak_group_advice(&out, &m.judged->sample->results, &g.at[0]);
    assert_sv(buf_sv(&out), lang_text(LANG_ZH, m.list[2].of->advice));
    assert_names(&m, &g.at[0], 1, "最大 及另外 2 个");
    buf_release(&out);
    leak_groups_release(&g);
    judged_release(m.judged);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_alike_are_one_group_and_two_are_not),
        cmocka_unit_test(a_platform_with_an_endless_name_is_a_group_like_any_other),
        cmocka_unit_test(currencies_are_never_one_group),
        cmocka_unit_test(what_is_waived_or_leaks_nothing_is_left_out),
        cmocka_unit_test(a_group_spans_all_and_advises_what_all_advise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
