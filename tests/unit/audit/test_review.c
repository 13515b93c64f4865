/* The sums of a review: totals and where the money went. */
#include "review_sample.h"

static void
sums_the_totals_of_each_currency(void **state)
{
    const struct review_total *t;
    struct review r;
    struct bills b;

    (void)state;
    fill(&b);
    build(&r, &b);
    assert_int_equal(r.totals.n, 2);

    t = &r.totals.at[0];
    assert_string_equal(t->currency, "CNY");
    assert_int_equal(t->lines, 3);
    assert_money(t->list, "150");
    assert_money(t->discount, "26.55");
    assert_money(t->billed, "123.45");
    assert_money(t->voucher, "6.55");
    assert_money(t->cash, "116.9");
    assert_money(t->refunds, "-3");
    assert_money(t->moved, "200");
    assert_true(t->has_list);
    assert_int_equal(t->lines_without_list, 0);

    t = &r.totals.at[1];
    assert_string_equal(t->currency, "USD");
    assert_int_equal(t->lines, 2);
    assert_money(t->billed, "0.75");
    assert_money(t->cash, "0.75");
    assert_money(t->list, "0");
    assert_money(t->moved, "0");
    assert_false(t->has_list);
    assert_int_equal(t->lines_without_list, 2);
    review_release(&r);
    bills_release(&b);
}

static void
leaves_account_moves_out_of_what_was_spent(void **state)
{
    struct review r;
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ .billed = "0", .moved = "100", .voucher = "10",
        .entry = ENTRY_RECHARGE, .start = "2026-03-03 00:00:00" });
    bills_row(&b, a, (struct bill_row){ .billed = "0", .moved = "-30",
        .entry = ENTRY_WITHDRAWAL, .start = "2026-03-04 00:00:00" });
    build(&r, &b);
    assert_int_equal(r.totals.n, 1);
    assert_int_equal(r.totals.at[0].lines, 0);
    assert_money(r.totals.at[0].moved, "70");
    assert_money(r.totals.at[0].voucher, "0");
    assert_money(r.totals.at[0].cash, "0");
    assert_int_equal(r.spend.n, 0);
    assert_int_equal(r.days.n, 0);
    assert_int_equal(r.resources.n, 0);
    assert_int_equal(r.projects.n, 0);
    review_release(&r);
    bills_release(&b);
}

/* Append one list of ${r} as text. */
static void
tell_spend(const struct review *r, struct buf *out)
{
    char billed[MONEY_TEXT_MAX];

    for (size_t i = 0; i < r->spend.n; i++) {
        const struct review_spend *s = &r->spend.at[i];

        buf_addf(out, "%s %s %s %ju %s\n", s->platform, words_category.words[s->category],
            s->currency, (uintmax_t)s->lines, money_format(billed, s->billed));
    }
}

static void
tell_days(const struct review *r, struct buf *out)
{
    char billed[MONEY_TEXT_MAX];

    for (size_t i = 0; i < r->days.n; i++) {
        const struct review_day *d = &r->days.at[i];

        buf_addf(out, "%s %s %s %s %s\n", d->day, d->platform, words_category.words[d->category],
            d->currency, money_format(billed, d->billed));
    }
}

static void
tell_resources(const struct review *r, struct buf *out)
{
    char billed[MONEY_TEXT_MAX];

    for (size_t i = 0; i < r->resources.n; i++) {
        const struct review_resource *s = &r->resources.at[i];

        buf_addf(out, "%s %s '%s' '%s' %s %s\n", s->platform, s->resource, s->name, s->sku,
            s->currency, money_format(billed, s->billed));
    }
}

static void
tell_projects(const struct review *r, struct buf *out)
{
    char billed[MONEY_TEXT_MAX];

    for (size_t i = 0; i < r->projects.n; i++)
        buf_addf(out, "'%s' %s %s\n", r->projects.at[i].project, r->projects.at[i].currency,
            money_format(billed, r->projects.at[i].billed));
}

static void
shows_where_the_money_went_in_sorted_lists(void **state)
{
    static const struct {
        void (*tell)(const struct review *r, struct buf *out);
        const char *text;
    } lists[] = {
        { tell_spend,
            "autodl data-disk CNY 1 51\n"
            "autodl gpu CNY 2 72.45\n"
            "aws cpu USD 1 0.25\n"
            "aws gpu USD 1 0.5\n" },
        { tell_days,
            " aws cpu USD 0.25\n"
            "2026-03-01 autodl data-disk CNY 51\n"
            "2026-03-01 autodl gpu CNY 75.45\n"
            "2026-03-02 autodl gpu CNY -3\n"
            "2026-03-02 aws gpu USD 0.5\n" },
        { tell_resources,
            "autodl disk-9 'data' '' CNY 51\n"
            "autodl i-1 '' '4090' CNY 72.45\n"
            "aws i-2 '' '' USD 0.75\n" },
        { tell_projects,
            "'' CNY 51\n"
            "'' USD 0.75\n"
            "'thesis' CNY 72.45\n" },
    };
    struct review r;
    struct bills b;

    (void)state;
    fill(&b);
    build(&r, &b);
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct buf out;

        buf_init(&out, 4096);
        lists[i].tell(&r, &out);
        assert_sv(buf_sv(&out), lists[i].text);
        buf_release(&out);
    }
    review_release(&r);
    bills_release(&b);
}

static void
takes_projects_from_the_line_then_from_the_config(void **state)
{
    static const char text[] =
        "{\"projects\": [{\"name\": \"thesis\","
        " \"where\": [{\"field\": \"ResourceName\", \"matches\": \"^thesis-\"}]},"
        " {\"name\": \"dear\", \"where\": [{\"field\": \"billed\", \"over\": \"5\"}]}]}";
    static const struct bill_row rows[] = {
        { .name = "thesis-1", .start = "2026-03-01 10:00:00", .billed = "9" },
        /* Equal in all but amount, and so of other projects. */
        { .name = "x", .start = "2026-03-01 10:00:00", .billed = "6" },
        { .name = "x", .start = "2026-03-01 11:00:00", .billed = "1" },
        { .name = "x", .start = "2026-03-01 12:00:00", .billed = "7" },
        { .name = "thesis-1", .start = "2026-03-01 10:00:00", .billed = "4", .project = "own" },
        { .name = "y", .start = "2026-03-01 10:00:00", .billed = "2", .project = "thesis" },
    };
    struct err e = ERR_INIT;
    struct config *config = config_parse("gpubill.json", sv_of(text), &e);
    struct review r;
    struct bills b;
    struct buf told;
    uint32_t a;

    (void)state;
    if (!config)
        assert_err(&e, "");
    bills_init(&b);
    a = bills_input(&b, "a.csv", "x");
    for (size_t i = 0; i < COUNT(rows); i++)
        bills_row(&b, a, rows[i]);
    assert_int_equal(settle_accounts(&b.ledger, &e), 0);
    assert_int_equal(review_build(&r, &b.ledger, &MARCH, config, &e), 0);
    /* The review does not need the config any more. */
    config_free(config);
    assert_int_equal(review_check(&r, &e), 0);
    buf_init(&told, 4096);
    tell_projects(&r, &told);
    assert_sv(buf_sv(&told), "'' CNY 1\n'dear' CNY 13\n'own' CNY 4\n'thesis' CNY 11\n");
    buf_release(&told);
    review_release(&r);
    bills_release(&b);
}

static void
gives_the_same_lists_whatever_the_order_of_the_lines(void **state)
{
    static const struct bill_row rows[] = {
        { .instance = "i-1", .start = "2026-03-01 10:00:00", .billed = "0.1" },
        { .instance = "i-2", .start = "2026-03-02 10:00:00", .billed = "0.2" },
        { .instance = "i-1", .start = "2026-03-02 10:00:00", .billed = "0.4", .project = "p" },
        { .instance = "i-2", .start = "2026-03-01 10:00:00", .billed = "0.8" },
        { .instance = "i-1", .start = "2026-03-01 11:00:00", .billed = "1.6" },
    };

    (void)state;
    for (size_t turn = 0; turn < 2; turn++) {
        struct buf told;
        struct review r;
        struct bills b;
        uint32_t a;

        bills_init(&b);
        a = bills_input(&b, "a.csv", "x");
        for (size_t i = 0; i < COUNT(rows); i++)
            bills_row(&b, a, rows[turn == 0 ? i : COUNT(rows) - 1 - i]);
        build(&r, &b);
        buf_init(&told, 4096);
        tell_spend(&r, &told);
        tell_days(&r, &told);
        tell_resources(&r, &told);
        tell_projects(&r, &told);
        assert_sv(buf_sv(&told),
            "autodl gpu CNY 5 3.1\n"
            "2026-03-01 autodl gpu CNY 2.5\n"
            "2026-03-02 autodl gpu CNY 0.6\n"
            "autodl i-1 '' '' CNY 2.1\n"
            "autodl i-2 '' '' CNY 1\n"
            "'' CNY 2.7\n"
            "'p' CNY 0.4\n");
        buf_release(&told);
        review_release(&r);
        bills_release(&b);
    }
}

static void
refuses_a_sum_beyond_the_range_and_says_which(void **state)
{
    static const struct {
        struct bill_row row;
        const char *message;
    } cases[] = {
        { { .billed = "1", .list = "170000000000000000000" },
            "the sum of ListCost in CNY is larger than 1.7 x 10^20" },
        { { .billed = "1", .voucher = "-170000000000000000000" },
            "the sum of x_Voucher in CNY is larger than 1.7 x 10^20" },
        { { .billed = "0", .moved = "170000000000000000000", .entry = ENTRY_RECHARGE },
            "the sum of x_Moved in CNY is larger than 1.7 x 10^20" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct review r;
        struct bills b;
        uint32_t a;

        bills_init(&b);
        a = bills_input(&b, "a.csv", "x");
        bills_row(&b, a, cases[i].row);
        bills_row(&b, a, cases[i].row);
        assert_int_equal(review_build(&r, &b.ledger, &MARCH, NULL, &e), -1);
        assert_int_equal(e.code, ERR_RANGE);
        assert_err(&e, cases[i].message);
        review_release(&r);
        bills_release(&b);
    }
}

static void
reviews_nothing_too(void **state)
{
    struct review r;
    struct bills b;

    (void)state;
    bills_init(&b);
    build(&r, &b);
    assert_int_equal(r.totals.n, 0);
    assert_int_equal(r.days.n, 0);
    review_release(&r);
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_the_totals_of_each_currency),
        cmocka_unit_test(leaves_account_moves_out_of_what_was_spent),
        cmocka_unit_test(shows_where_the_money_went_in_sorted_lists),
        cmocka_unit_test(takes_projects_from_the_line_then_from_the_config),
        cmocka_unit_test(gives_the_same_lists_whatever_the_order_of_the_lines),
        cmocka_unit_test(refuses_a_sum_beyond_the_range_and_says_which),
        cmocka_unit_test(reviews_nothing_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
