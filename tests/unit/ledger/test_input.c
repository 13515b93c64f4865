/* The accounting of an input: every record is counted once, details are kept up to their limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/input.h"

static struct input *
new_input(void)
{
    struct input *in = input_new(SV("bills/a.csv"), true);

    assert_non_null(in);
    return in;
}

static void
begins_empty_and_closed(void **state)
{
    struct input *in = new_input();

    (void)state;
    assert_string_equal(in->path, "bills/a.csv");
    assert_true(in->was_named);
    assert_string_equal(in->format, "");
    assert_string_equal(in->platform, "");
    assert_string_equal(in->encoding, "");
    assert_string_equal(in->sha256, "");
    assert_int_equal(in->kind, INPUT_UNKNOWN);
    assert_int_equal(in->failure.code, ERR_NONE);
    assert_true(input_is_closed(in));
    input_free(in);
    input_free(NULL);
}

static void
counts_every_record_once(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;

    (void)state;
    input_skip(in, SKIP_BLANK);
    input_skip(in, SKIP_BLANK);
    input_skip(in, SKIP_OBSERVATION);
    assert_int_equal(input_reject(in, 7, REJECT_BAD_TIME, SV("时间"), SV("x,y"), NULL, &e), 0);
    assert_int_equal(in->records, 4);
    assert_int_equal(in->skipped[SKIP_BLANK], 2);
    assert_int_equal(in->skipped[SKIP_OBSERVATION], 1);
    assert_int_equal(in->rejected, 1);
    assert_true(input_is_closed(in));

    in->records++;
    assert_false(input_is_closed(in));
    in->lines++;
    assert_true(input_is_closed(in));
    input_free(in);
}

static void
keeps_what_was_rejected_and_why(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;
    char column[] = "amount", raw[] = "1.2.3,x", buf[MESSAGE_TEXT_MAX];
    struct message why;

    (void)state;
    message_set(&why, "amount '%s' is not a number", "1.2.3");
    assert_int_equal(
        input_reject(in, 9, REJECT_BAD_AMOUNT, sv_of(column), sv_of(raw), &why, &e), 0);
    assert_int_equal(input_reject(in, 10, REJECT_TOO_LONG, SV_EMPTY, SV_EMPTY, NULL, &e), 0);
    memset(column, '?', sizeof(column));
    memset(raw, '?', sizeof(raw));

    assert_int_equal(in->rejections.n, 2);
    assert_int_equal(in->rejections.at[0].line, 9);
    assert_int_equal(in->rejections.at[0].reason, REJECT_BAD_AMOUNT);
    assert_string_equal(in->rejections.at[0].column, "amount");
    assert_true(sv_is(in->rejections.at[0].raw, SV("1.2.3,x")));
    message_unfold(&why, in->rejections.at[0].why);
    assert_string_equal(message_text(&why, LANG_EN, buf, sizeof(buf)),
        "amount '1.2.3' is not a number");
    assert_string_equal(in->rejections.at[1].column, "");
    assert_int_equal(in->rejections.at[1].raw.n, 0);
    message_unfold(&why, in->rejections.at[1].why);
    assert_string_equal(message_text(&why, LANG_EN, buf, sizeof(buf)),
        "the field or record is too long");
    input_free(in);
}

static void
rejections_share_what_they_have_in_common(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;
    struct message why, other;
    size_t before = 0;

    (void)state;
    message_set(&why, "amount '%s' is not a number", "1.2.3");
    message_set(&other, "amount '%s' is not a number", "1.2.4");
    for (uint64_t line = 1; line <= 1000; line++) {
        const struct message *m = line % 3 == 0 ? &other : &why;
        struct sv column = line % 2 == 0 ? SV("amount") : SV("金额");

        assert_int_equal(
            input_reject(in, line, REJECT_BAD_AMOUNT, column, SV("x"), m, &e), 0);
        if (line == 10)
            before = in->rejected_texts.total;
    }
    assert_true(sizeof(struct rejection) <= 48);
    assert_true(in->rejected_texts.total - before <= 32 * 1000);
    for (size_t i = 0; i < 1000; i++) {
        message_unfold(&why, in->rejections.at[i].why);
        assert_string_equal(in->rejections.at[i].column, i % 2 == 1 ? "amount" : "金额");
        assert_string_equal(why.args, i % 3 == 2 ? "1.2.4" : "1.2.3");
    }
    input_free(in);
}

static void
has_words_of_its_own_for_every_reason(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;
    struct message why;

    (void)state;
    for (enum reject r = 0; r < REJECT_COUNT; r++) {
        assert_int_equal(input_reject(in, 1, r, SV_EMPTY, SV_EMPTY, NULL, &e), 0);
        message_unfold(&why, in->rejections.at[r].why);
        assert_non_null(why.format);
    }
    input_free(in);
}

static void
cuts_long_raw_text_at_a_character(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;
    char raw[REJECT_RAW_MAX + 10];

    (void)state;
    memset(raw, 'a', sizeof(raw));
    memcpy(raw + REJECT_RAW_MAX - 1, "元", 3);
    assert_int_equal(input_reject(in, 1, REJECT_TOO_LONG, SV_EMPTY,
        (struct sv){ raw, sizeof(raw) }, NULL, &e), 0);
    assert_int_equal(in->rejections.at[0].raw.n, REJECT_RAW_MAX - 1);
    assert_int_equal(input_reject(in, 1, REJECT_TOO_LONG, SV_EMPTY,
        (struct sv){ raw, REJECT_RAW_MAX - 1 }, NULL, &e), 0);
    assert_int_equal(in->rejections.at[1].raw.n, REJECT_RAW_MAX - 1);
    input_free(in);
}

static void
keeps_the_first_warnings_of_each_code_and_counts_all(void **state)
{
    struct input *in = new_input();
    char buf[MESSAGE_TEXT_MAX];

    (void)state;
    for (unsigned i = 0; i < WARNINGS_KEPT + 5; i++)
        input_warn(in, "already-seen", i + 1, "line %u was delivered before", i + 1);
    input_warn(in, "declared-total", 0, "the file states %s", "12.50");

    assert_int_equal(in->warnings.n, WARNINGS_KEPT + 1);
    assert_int_equal(in->warnings.at[0].line, 1);
    assert_string_equal(in->warnings.at[WARNINGS_KEPT].code, "declared-total");
    assert_int_equal(in->warnings.at[WARNINGS_KEPT].line, 0);
    assert_string_equal(
        message_text(&in->warnings.at[WARNINGS_KEPT].message, LANG_EN, buf, sizeof(buf)),
        "the file states 12.50");
    assert_int_equal(in->warning_counts.n, 2);
    assert_string_equal(in->warning_counts.at[0].code, "already-seen");
    assert_int_equal(in->warning_counts.at[0].n, WARNINGS_KEPT + 5);
    assert_int_equal(in->warning_counts.at[1].n, 1);
    assert_true(input_is_closed(in));
    input_free(in);
}

static void
keeps_evidence_in_order(void **state)
{
    struct input *in = new_input();
    char buf[MESSAGE_TEXT_MAX];

    (void)state;
    input_evidence(in, "heading '%s'", "应付金额");
    input_evidence(in, "%d of %d headings", 9, 10);
    assert_int_equal(in->evidence.n, 2);
    assert_string_equal(message_text(&in->evidence.at[0], LANG_EN, buf, sizeof(buf)),
        "heading '应付金额'");
    assert_string_equal(message_text(&in->evidence.at[1], LANG_EN, buf, sizeof(buf)),
        "9 of 10 headings");
    input_free(in);
}

static void
sums_currencies_apart_and_sorted(void **state)
{
    struct input *in = new_input();
    struct err e = ERR_INIT;
    struct money limit = { (money_int)((money_uint)-1 >> 1) };

    (void)state;
    assert_int_equal(currency_sums_add(&in->billed, "USD", money_of(1), &e), 0);
    assert_int_equal(currency_sums_add(&in->billed, "CNY", money_of(7), &e), 0);
    assert_int_equal(currency_sums_add(&in->billed, "EUR", money_of(3), &e), 0);
    assert_int_equal(currency_sums_add(&in->billed, "CNY", money_of(-2), &e), 0);
    assert_int_equal(in->billed.n, 3);
    assert_string_equal(in->billed.at[0].currency, "CNY");
    assert_string_equal(in->billed.at[1].currency, "EUR");
    assert_string_equal(in->billed.at[2].currency, "USD");
    assert_int_equal(money_compare(in->billed.at[0].sum, money_of(5)), 0);
    assert_int_equal(money_compare(in->billed.at[2].sum, money_of(1)), 0);
    assert_int_equal(in->declared.n, 0);

    assert_int_equal(currency_sums_add(&in->billed, "USD", limit, &e), -1);
    assert_int_equal(e.code, ERR_RANGE);
    assert_int_equal(money_compare(in->billed.at[2].sum, money_of(1)), 0);
    input_free(in);
}

static void
speaks_the_words_of_the_contract(void **state)
{
    static const char *const skips[] = {
        "blank", "repeated-header", "total-row", "not-a-charge", "already-seen", "out-of-period",
        "folded", "observation",
    };
    static const char *const rejects[] = {
        "bad-amount", "bad-time", "too-few-fields", "too-many-fields", "bad-encoding",
        "missing-field", "bad-currency", "too-long", "bad-json", "bad-quote", "bad-word",
    };

    (void)state;
    for (enum skip s = 0; s < SKIP_COUNT; s++)
        assert_string_equal(skip_word(s), skips[s]);
    for (enum reject r = 0; r < REJECT_COUNT; r++)
        assert_string_equal(reject_word(r), rejects[r]);
    assert_string_equal(input_kind_word(INPUT_UNKNOWN), "unknown");
    assert_string_equal(input_kind_word(INPUT_BILL), "bill");
    assert_string_equal(input_kind_word(INPUT_USAGE), "usage");
    assert_string_equal(input_kind_word(INPUT_STATES), "states");
    assert_string_equal(input_kind_word(INPUT_INVOICE), "invoice");
    assert_string_equal(input_kind_word(INPUT_PAYMENT), "payment");
    assert_string_equal(input_kind_word(INPUT_OURS), "ours");
    assert_string_equal(input_kind_word(INPUT_CONFIG), "config");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_empty_and_closed),
        cmocka_unit_test(counts_every_record_once),
        cmocka_unit_test(keeps_what_was_rejected_and_why),
        cmocka_unit_test(rejections_share_what_they_have_in_common),
        cmocka_unit_test(has_words_of_its_own_for_every_reason),
        cmocka_unit_test(cuts_long_raw_text_at_a_character),
        cmocka_unit_test(keeps_the_first_warnings_of_each_code_and_counts_all),
        cmocka_unit_test(keeps_evidence_in_order),
        cmocka_unit_test(sums_currencies_apart_and_sorted),
        cmocka_unit_test(speaks_the_words_of_the_contract),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
