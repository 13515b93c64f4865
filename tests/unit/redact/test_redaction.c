#include "redact/redaction.h"
#include "unit.h"

static void
setup(struct redaction *r)
{
    redaction_init(r);
    redaction_open(r, "autodl");
    redaction_open(r, "应付金额");
}

static void
one_text_has_one_stand_in_whatever_it_stands_in(void **state)
{
    struct redaction r;
    struct err e = ERR_INIT;

    (void)state;
    setup(&r);
    assert_string_equal(redaction_of(&r, STAND_IN_ACCOUNT, "alice"), "account-1");
    assert_string_equal(redaction_of(&r, STAND_IN_ACCOUNT, "bob"), "account-2");
    assert_string_equal(redaction_of(&r, STAND_IN_BUYER, "alice"), "account-1");
    assert_string_equal(redaction_of(&r, STAND_IN_BUYER, "carol"), "buyer-1");
    assert_ptr_equal(redaction_of(&r, STAND_IN_BUYER, "carol"),
        redaction_of(&r, STAND_IN_SELLER, "carol"));
    assert_int_equal(redaction_ok(&r, &e), 0);
    redaction_release(&r);
}

static void
what_is_open_or_empty_stays(void **state)
{
    struct redaction r;

    (void)state;
    setup(&r);
    assert_string_equal(redaction_of(&r, STAND_IN_SELLER, "autodl"), "autodl");
    assert_string_equal(redaction_of(&r, STAND_IN_SELLER, "应付金额"), "应付金额");
    assert_string_equal(redaction_of(&r, STAND_IN_SELLER, ""), "");
    assert_string_equal(redaction_of(&r, STAND_IN_SELLER, "AutoDL"), "seller-1");
    redaction_release(&r);
}

static void
a_name_like_a_stand_in_is_replaced_too(void **state)
{
    struct redaction r;

    (void)state;
    setup(&r);
    assert_string_equal(redaction_of(&r, STAND_IN_INSTANCE, "vm"), "instance-1");
    assert_string_equal(redaction_of(&r, STAND_IN_INSTANCE, "instance-1"), "instance-2");
    redaction_release(&r);
}

static void
paths_keep_their_ending_and_the_archive_that_they_lie_in(void **state)
{
    static const struct { const char *path, *shown; } cases[] = {
        { "/home/alice/bills/2026-03.csv", "file-1.csv" },
        { "/home/alice/all.tar.gz!march/bill.XLSX", "file-2.gz!file-3.xlsx" },
        { "/home/alice/all.tar.gz!april/bill.txt", "file-2.gz!file-4.txt" },
        { "/home/alice/bills/2026-03.csv", "file-1.csv" },
        { "bill.alice", "file-5" },
        { "-", "-" },
        { "", "" },
    };
    struct redaction r;

    (void)state;
    setup(&r);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(redaction_of_path(&r, cases[i].path), cases[i].shown);
    redaction_release(&r);
}

static void
tags_that_are_json_stay_json(void **state)
{
    struct redaction r;

    (void)state;
    setup(&r);
    assert_string_equal(redaction_of(&r, STAND_IN_TAGS, "{\"owner\": \"alice\"}"),
        "{\"tags\": \"tags-1\"}");
    assert_string_equal(redaction_of(&r, STAND_IN_TAGS, "owner=alice"), "tags-2");
    redaction_release(&r);
}

static void
a_raw_record_keeps_its_shape_alone(void **state)
{
    static const struct { const char *raw, *shape; } cases[] = {
        { "2026-03-01,alice,1.2.3", "9999-99-99,xxxxx,9.9.9" },
        { "账单;a b\t\"c\"", "xx;x x\t\"x\"" },
        { "\xFF" "a", "xx" },
        { "", "" },
    };
    struct redaction r;

    (void)state;
    setup(&r);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_sv(redaction_shape(&r, sv_of(cases[i].raw)), cases[i].shape);
    redaction_release(&r);
}

static void
amounts_and_dates_are_figures_and_ids_are_none(void **state)
{
    static const char *const figures[] = { "12.35", "-0.5%", "CNY 12.35", "12.3 CNY, 5 USD",
        "2026-03", "2026-03-01 08:00:00", "08:00 +08:00", "" };
    static const char *const others[] = { "203.0.113.77", "2026-3-1", "i-12", "alice", "12.35元",
        "CNYX", "12a", "." };
    struct redaction r;

    (void)state;
    setup(&r);
    for (size_t i = 0; i < COUNT(figures); i++)
        assert_string_equal(redaction_of_figures(&r, figures[i]), figures[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        assert_string_not_equal(redaction_of_figures(&r, others[i]), others[i]);
    redaction_release(&r);
}

static void
assert_shown(struct redaction *r, struct message m, bool shows_figures, const char *expected)
{
    char text[MESSAGE_TEXT_MAX];

    redaction_message(r, &m, shows_figures);
    assert_string_equal(message_text(&m, LANG_EN, text, sizeof(text)), expected);
    /* Once more changes nothing. */
    redaction_message(r, &m, shows_figures);
    assert_string_equal(message_text(&m, LANG_EN, text, sizeof(text)), expected);
}

static void
messages_quote_nothing_but_what_is_open(void **state)
{
    struct redaction r;
    struct message m;

    (void)state;
    setup(&r);
    (void)redaction_of(&r, STAND_IN_INSTANCE, "alice-gpu");
    message_set(&m, "%s cost %s on %s, %d times", "alice-gpu", "CNY 12.35", "autodl", 7);
    assert_shown(&r, m, true, "instance-1 cost CNY 12.35 on autodl, 7 times");
    message_set(&m, "amount '%s' in column %s is none", "1234567", "应付金额");
    assert_shown(&r, m, false, "amount 'text-1' in column 应付金额 is none");
    message_set(&m, "format: %s; columns: %s", "autodl", "应付金额, alice, alice-gpu");
    assert_shown(&r, m, false, "format: autodl; columns: 应付金额, text-2, instance-1");
    message_set(&m, "the same row stands at %s", "/home/alice/b.csv");
    assert_shown(&r, m, true, "the same row stands at file-1.csv");
    redaction_release(&r);
}

static void
a_name_that_is_cut_is_not_shown_in_part(void **state)
{
    static const char name[] = "a university with a name that is longer than a quote";
    struct redaction r;
    struct message m;

    (void)state;
    setup(&r);
    (void)redaction_of(&r, STAND_IN_BUYER, name);
    message_set(&m, "it is made out to '%s'", name);
    assert_shown(&r, m, true, "it is made out to 'text-1'");
    redaction_release(&r);
}

static void
errors_lose_their_path_and_keep_their_line(void **state)
{
    struct err e = ERR_INIT;
    struct redaction r;

    (void)state;
    setup(&r);
    (void)err_set(&e, ERR_SYNTAX, "'%s' is no date", "1990-01-01");
    (void)err_at(&e, "/home/alice/b.csv", 17);
    redaction_err(&r, &e);
    assert_err(&e, "file-1.csv:17: 'text-1' is no date");
    redaction_err(&r, &e);
    assert_err(&e, "file-1.csv:17: 'text-1' is no date");
    redaction_release(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_text_has_one_stand_in_whatever_it_stands_in),
        cmocka_unit_test(what_is_open_or_empty_stays),
        cmocka_unit_test(a_name_like_a_stand_in_is_replaced_too),
        cmocka_unit_test(paths_keep_their_ending_and_the_archive_that_they_lie_in),
        cmocka_unit_test(tags_that_are_json_stay_json),
        cmocka_unit_test(a_raw_record_keeps_its_shape_alone),
        cmocka_unit_test(amounts_and_dates_are_figures_and_ids_are_none),
        cmocka_unit_test(messages_quote_nothing_but_what_is_open),
        cmocka_unit_test(a_name_that_is_cut_is_not_shown_in_part),
        cmocka_unit_test(errors_lose_their_path_and_keep_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
