/* What headings mean, and that a draft of any bill passes its own check. */
#include "input/walk.h"
#include "parsers/drafting.h"
#include "parsers/headings.h"
#include "unit.h"

/* The role that fits ${name} best, as a word. */
static const char *
role_of(const struct headings *h, const char *name)
{
    struct arena scratch = ARENA_INIT;
    const char *word = "none";
    unsigned best = 0;

    for (int role = 0; role < ROLE_COUNT; role++) {
        unsigned fit = headings_fit(h, (enum heading_role)role, sv_of(name), &scratch);

        if (fit > best) {
            best = fit;
            word = heading_role_word((enum heading_role)role);
        }
    }
    arena_release(&scratch);
    return word;
}

static void
knows_what_headings_mean(void **state)
{
    static const struct { const char *heading, *role; } rows[] = {
        { "交易时间", "time" }, { "开机时间", "start" }, { "Usage End Date", "end" },
        { "实付金额(元)", "paid" }, { "应付金额", "payable" }, { "data.order.id", "order" },
        { "usage.fee", "fee" }, { "gpuNum", "cards" },
        { "账单信息/服务开始时间", "start" }, { "BILLED_COST", "charged" },
        { "账户余额", "balance" },
        { "计费时长（小时）", "billed_time" }, { "使用时长", "duration" }, { "实例编号", "instance" },
        { "资源ID", "resource" }, { "任务编号", "resource" }, { "停止时刻", "end" }, { "释放时间", "end" },
        { "实扣金额", "paid" }, { "消费单号", "order" },
        { "启动时刻", "start" }, { "收入(元)", "income" }, { "支出(元)", "charged" },
        { "收/支", "direction" }, { "qwertz", "none" }, { "", "none" },
    };
    struct err e = ERR_INIT;
    struct headings *h = headings_load(&e);

    (void)state;
    assert_non_null(h);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(role_of(h, rows[i].heading), rows[i].role) != 0)
            fail_msg("'%s' is %s, not %s", rows[i].heading, role_of(h, rows[i].heading),
                rows[i].role);
    headings_free(h);
}

static void
makes_ids_of_file_names(void **state)
{
    static const struct { const char *path, *id; } rows[] = {
        { "bill.csv", "bill" }, { "a/b/My Bill (3).v2.XLSX", "my-bill-3-v2" },
        { "账单.csv", "draft" }, { "-", "draft" }, { ".hidden", "hidden" }, { "a_b-.json", "a-b" },
    };
    struct buf id;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        buf_init(&id, 100);
        drafting_id(&id, rows[i].path);
        assert_string_equal(id.p, rows[i].id);
        buf_release(&id);
    }
}

/* A draft that drafting_make() gives out has passed its own check; nothing else may happen than
 * that the file is no bill, or that a column is missing. */
static void
drafts_or_says_why_not_for_every_sample_bill(void **state)
{
    const struct formats none = { .gpu_types = NULL };
    size_t drafted = 0;
    struct err e = ERR_INIT;
    static const struct limits limits = LIMITS_INIT;
    struct walk w;

    (void)state;
    walk_init(&w);
    assert_int_equal(walk_add(&w, GPUBILL_SOURCE_DIR "/sample-bills", &e), 0);
    walk_finish(&w);
    for (size_t i = 0; i < w.found.n; i++) {
        struct err why = ERR_INIT;
        struct drafting d;

        if (drafting_make(&d, w.found.at[i].path, "some-bill", &none, &limits, LANG_EN, &why)) {
            char text[ERR_TEXT_MAX];

            if (why.code != ERR_UNKNOWN)
                fail_msg("%s", err_text(&why, LANG_EN, text, sizeof(text)));
        } else if (!d.known) {
            assert_true(d.text.n > 0);
            drafted++;
        }
        drafting_release(&d);
    }
    walk_release(&w);
    assert_true(drafted >= 10);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_headings_mean),
        cmocka_unit_test(makes_ids_of_file_names),
        cmocka_unit_test(drafts_or_says_why_not_for_every_sample_bill),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
