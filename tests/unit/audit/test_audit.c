/*
 * test_audit.c - precedence, refunds, custom rules, waivers, merging: what the core does with what
 * rules find.
 */
#include "audited.h"

/* 1 March, 10:00 to 14:00 for 8.00 on one card. */
static struct bill_row
run_of(const char *instance)
{
    return (struct bill_row){ .instance = instance, .item = "gpu", .quantity = "4",
        .billed = "8", .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" };
}

/* A custom rule by which ${share} of every GPU charge leaks. */
#define GPU_RULE(share)                                                                            \
    "{\"custom_rules\": [{\"id\": \"custom:gpu\", \"certainty\": \"certain\", \"where\": "         \
    "[{\"field\": \"category\", \"is\": \"gpu\"}], \"leak\": " share "}]}"

static void
later_rules_net_what_is_left(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    audited_row(&x, run_of("i-1"));
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 11:00:00", 180, 60, "99");
    audited_run(&x, "idle-gpu");
    assert_found(&x, "custom:gpu certain i-1 CNY 8 net 6: 2=8\n"
        "idle-gpu likely i-1 CNY 2 net 2: 2=2\n");
    assert_money(x.audit.leaks.at[0].gross, "10");
    assert_money(x.audit.leaks.at[0].net, "8");
    assert_money(x.audit.leaks.at[0].share, "1");
    audited_release(&x);
}

static void
the_first_to_claim_a_piece_of_time_owns_it(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, run_of("i-1"));
    /* Stopped from 11:00 (that hour is billed anyway) and idle from 11:30 to 12:30. */
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 09:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 11:00:00", "2026-03-01 12:00:00");
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 12:00:00", "2026-03-01 14:00:00");
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 90, 60, "50");
    audited_samples(&x, "i-1", "0", "2026-03-01 11:30:00", 60, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 12:30:00", 90, 60, "50");
    audited_run(&x, "compute-while-stopped idle-gpu");
    assert_found(&x, "compute-while-stopped certain i-1 CNY 2 net 2: 2=2\n"
        "idle-gpu likely i-1 CNY 2 net 1: 2=2\n");
    audited_release(&x);
}

static void
refunds_lower_what_is_left_of_their_order(void **state)
{
    struct bill_row row = run_of("i-1"), refund = run_of("i-9");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    row.order = "O1";
    audited_row(&x, row);
    row.start = "2026-03-02 10:00:00";
    row.end = "2026-03-02 14:00:00";
    row.billed = "9";
    audited_row(&x, row);
    /* Of that order, though in April and of another instance: from the line that leaks most. */
    refund.order = "O1";
    refund.entry = ENTRY_REFUND;
    refund.billed = "-9.5";
    refund.start = "2026-04-03 10:00:00";
    refund.end = NULL;
    audited_row(&x, refund);
    audited_run(&x, "custom:gpu");
    assert_found(&x, "custom:gpu certain i-1 CNY 17 net 7.5: 2=8 3=9\n");
    assert_money(x.audit.findings.at[0]->lines.at[0].net, "7.5");
    audited_release(&x);
}

static void
a_refund_without_a_known_order_is_for_its_instance_item_and_period(void **state)
{
    struct bill_row refund = run_of("i-1");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    audited_row(&x, run_of("i-1"));
    audited_row(&x, run_of("i-2"));
    refund.order = "O7";
    refund.entry = ENTRY_REFUND;
    refund.billed = "-3";
    audited_row(&x, refund);
    audited_run(&x, "custom:gpu");
    assert_found(&x, "custom:gpu certain i-2 CNY 8 net 8: 3=8\n"
        "custom:gpu certain i-1 CNY 8 net 5: 2=8\n");
    audited_release(&x);
}

static void
a_share_is_rounded_per_line_and_one_is_billed_itself(void **state)
{
    struct bill_row row = run_of("i-1");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("{\"share\": \"0.5\"}"));
    row.billed = "1.000000000000000001";
    audited_row(&x, row);
    row.billed = "1.000000001";
    row.start = "2026-03-02 10:00:00";
    row.end = "2026-03-02 14:00:00";
    audited_row(&x, row);
    audited_run(&x, "custom:gpu");
    assert_found(&x,
        "custom:gpu certain i-1 CNY 1.000000001 net 1.000000001: 2=0.5 3=0.500000001\n");
    audited_release(&x);

    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    row.billed = "1.000000000000000001";
    audited_row(&x, row);
    audited_run(&x, "custom:gpu");
    assert_found(&x,
        "custom:gpu certain i-1 CNY 1.000000000000000001 net 1.000000000000000001: "
        "2=1.000000000000000001\n");
    audited_release(&x);
}

static void
small_findings_are_merged_by_platform(void **state)
{
    struct bill_row row = run_of("i-1");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    row.billed = "0.009";
    audited_row(&x, row);
    row.instance = "i-2";
    audited_row(&x, row);
    row.instance = "i-3";
    row.billed = "0.01";
    audited_row(&x, row);
    audited_run(&x, "custom:gpu");
    assert_found(&x, "custom:gpu certain - CNY 0.018 net 0.018: 2=0.009 3=0.009\n"
        "custom:gpu certain i-3 CNY 0.01 net 0.01: 4=0.01\n");
    assert_int_equal(x.audit.findings.at[0]->merged, 2);
    assert_string_equal(x.audit.findings.at[0]->id, "F001");
    audited_release(&x);
}

static void
waived_findings_stay_and_do_not_count(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, "{\"custom_rules\": [{\"id\": \"custom:gpu\", \"where\": "
        "[{\"field\": \"category\", \"is\": \"gpu\"}]}],\n\"waivers\": ["
        "{\"rule\": \"custom:gpu\", \"resource\": \"i-1\", \"until\": \"2026-03-01\", "
        "\"reason\": \"a demo\"},\n"
        "{\"rule\": \"custom:gpu\", \"resource\": \"i-2\", \"until\": \"2026-02-28\"}]}");
    audited_row(&x, run_of("i-1"));
    audited_row(&x, run_of("i-2"));
    audited_run(&x, "custom:gpu");
    assert_found(&x, "custom:gpu possible i-2 CNY 8 net 8: 3=8\n"
        "custom:gpu possible i-1 CNY 8 net 8 waived: 2=8\n");
    assert_string_equal(x.audit.findings.at[1]->waiver, "a demo");
    assert_money(x.audit.leaks.at[0].net, "8");
    assert_int_equal(x.audit.warnings.n, 1);
    assert_string_equal(x.audit.warnings.at[0].warning.code, "waiver-expired");
    assert_int_equal(x.audit.warnings.at[0].warning.line, 3);
    audited_release(&x);
}

static void
custom_rules_group_and_say_as_they_are_told(void **state)
{
    struct audited x;
    char text[MESSAGE_TEXT_MAX];

    (void)state;
    audited_init(&x);
    audited_config(&x, "{\"custom_rules\": [{\"id\": \"custom:sunday\", \"where\": "
        "[{\"field\": \"weekday\", \"in\": [\"sun\"]}, {\"field\": \"billed\", \"over\": \"5\"}, "
        "{\"not\": {\"field\": \"instance\", \"is\": \"i-3\"}}], \"group_by\": [\"weekday\"], "
        "\"leak\": \"0\", \"message\": {\"en\": \"100 % off\", \"zh\": \"周日\"}}]}");
    audited_row(&x, run_of("i-1"));
    audited_row(&x, run_of("i-2"));
    audited_row(&x, run_of("i-3"));
    audited_run(&x, "custom:sunday");
    assert_found(&x, "custom:sunday possible - CNY 0 net 0: 2=0 3=0\n");
    assert_string_equal(finding_says(x.audit.findings.at[0], LANG_EN, text, sizeof(text)),
        "100 % off");
    assert_string_equal(finding_says(x.audit.findings.at[0], LANG_ZH, text, sizeof(text)), "周日");
    audited_release(&x);
}

static void
only_charges_of_the_period_are_judged(void **state)
{
    struct bill_row row = run_of("i-1");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, GPU_RULE("\"billed\""));
    row.billed = "0";
    audited_row(&x, row);
    row.billed = "8";
    row.start = "2026-02-28 22:00:00";
    row.end = "2026-03-01 22:00:00";
    audited_row(&x, row);
    row.start = row.end = NULL;
    audited_row(&x, row);
    row = run_of("i-1");
    row.entry = ENTRY_TAX;
    audited_row(&x, row);
    audited_run(&x, "custom:gpu");
    assert_found(&x, "");
    audited_release(&x);
}

static void
rules_stop_where_they_may_take_no_more_memory(void **state)
{
    struct audit_input in;
    struct audited x;
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];

    (void)state;
    audited_init(&x);
    audited_row(&x, run_of("i-1"));
    audited_run(&x, NULL);
    in = x.audit.in;
    audit_release(&x.audit);
    in.memory_limit = 1;
    assert_int_equal(audit_run(&x.audit, &in, &e), -1);
    assert_int_equal(e.code, ERR_NOMEM);
    assert_non_null(strstr(err_text(&e, LANG_EN, text, sizeof(text)), "--memory allows 0 MB"));
    audit_release(&x.audit);
    in.memory_limit = 0;
    assert_int_equal(audit_run(&x.audit, &in, &e), 0);
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_rules_net_what_is_left),
        cmocka_unit_test(the_first_to_claim_a_piece_of_time_owns_it),
        cmocka_unit_test(refunds_lower_what_is_left_of_their_order),
        cmocka_unit_test(a_refund_without_a_known_order_is_for_its_instance_item_and_period),
        cmocka_unit_test(a_share_is_rounded_per_line_and_one_is_billed_itself),
        cmocka_unit_test(small_findings_are_merged_by_platform),
        cmocka_unit_test(waived_findings_stay_and_do_not_count),
        cmocka_unit_test(custom_rules_group_and_say_as_they_are_told),
        cmocka_unit_test(only_charges_of_the_period_are_judged),
        cmocka_unit_test(rules_stop_where_they_may_take_no_more_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
