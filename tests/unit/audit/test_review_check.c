/* The law of conservation: every number of a review that is wrong is noticed. */
#include "review_sample.h"

/* One unit of the last decimal. */
static void
nudge(struct money *m)
{
    m->units++;
}

static void
swap_pence(struct money *a, struct money *b)
{
    a->units++;
    b->units--;
}

/* Break one number of the totals; false when there is none left. */
static bool
corrupt_totals(struct review *r, unsigned which)
{
    struct review_total *total = &r->totals.at[0];

    switch (which) {
    case 0: nudge(&total->billed); break;
    case 1: nudge(&total->list); break;
    case 2: nudge(&total->discount); break;
    case 3: nudge(&total->voucher); break;
    case 4: nudge(&total->cash); break;
    case 5: nudge(&total->refunds); break;
    case 6: nudge(&total->moved); break;
    case 7: total->lines++; break;
    case 8: total->has_list = !total->has_list; break;
    case 9: total->lines_without_list++; break;
    case 10: r->totals.n--; break;
    default: return false;
    }
    return true;
}

static bool
corrupt_lists(struct review *r, unsigned which)
{
    switch (which) {
    case 0: nudge(&r->spend.at[1].billed); break;
    case 1: r->spend.at[1].lines--; break;
    case 2: r->spend.at[0].platform = "aliyun"; break;
    case 3: nudge(&r->days.at[1].billed); break;
    case 4: r->days.at[1].day[9] = '9'; break;
    case 5: swap_pence(&r->days.at[1].billed, &r->days.at[2].billed); break;
    case 6: /* A day without lines, which no sum betrays. */
        assert_true(r->days.n < r->days.room);
        r->days.at[r->days.n] = r->days.at[r->days.n - 1];
        r->days.at[r->days.n].billed = MONEY_ZERO;
        memcpy(r->days.at[r->days.n++].day, "2026-03-31", 11);
        break;
    case 7: nudge(&r->resources.at[1].billed); break;
    case 8: r->resources.n--; break;
    case 9: swap_pence(&r->resources.at[0].billed, &r->resources.at[1].billed); break;
    case 10: nudge(&r->projects.at[2].billed); break;
    case 11: r->projects.at[0].currency = "EUR"; break;
    case 12: r->projects.n--; break;
    default: return false;
    }
    return true;
}

static void
nudge_billed(struct ledger *l, struct ledger_line *line)
{
    struct err e = ERR_INIT;
    struct charge c;

    ledger_unpack(line, &c);
    nudge(&c.money[MONEY_BILLED_COST]);
    assert_int_equal(ledger_change(l, line, &c, &e), 0);
}

static bool
corrupt_inputs(struct bills *b, unsigned which)
{
    struct input *in = b->ledger.inputs.at[0];

    switch (which) {
    case 0: nudge(&in->billed.at[0].sum); break;
    case 1: in->billed.n = 0; break;
    case 2: memcpy(in->billed.at[0].currency, "EUR", 4); break;
    case 3: in->records++; break;
    case 4: in->lines++, in->records++; break;
    case 5: b->ledger.lines.at[0].fate = FATE_ALREADY_SEEN; break;
    case 6: nudge_billed(&b->ledger, &b->ledger.lines.at[0]); break;
    case 7: swap_pence(&in->billed.at[0].sum, &b->ledger.inputs.at[1]->billed.at[0].sum); break;
    default: return false;
    }
    return true;
}

static void
notices_every_single_number_that_is_wrong(void **state)
{
    unsigned area = 0, which = 0, found = 0;

    (void)state;
    while (area < 3) {
        struct err e = ERR_INIT;
        struct review r;
        struct bills b;
        bool is_corrupt;

        fill(&b);
        build(&r, &b);
        is_corrupt = (area == 0 && corrupt_totals(&r, which)) ||
            (area == 1 && corrupt_lists(&r, which)) || (area == 2 && corrupt_inputs(&b, which));
        if (is_corrupt) {
            if (review_check(&r, &e) == 0)
                fail_msg("overlooked corruption %u of area %u", which, area);
            assert_int_equal(e.code, ERR_BUG);
            found++;
            which++;
        } else {
            area++;
            which = 0;
        }
        review_release(&r);
        bills_release(&b);
    }
    assert_int_equal(found, 11 + 13 + 8);
}

static void
says_which_sum_does_not_close(void **state)
{
    struct err e = ERR_INIT;
    struct review r;
    struct bills b;

    (void)state;
    fill(&b);
    build(&r, &b);
    nudge(&r.totals.at[0].discount);
    assert_int_equal(review_check(&r, &e), -1);
    assert_err(&e, "totals.discount in CNY is 26.550000000000000001, but the lines come to 26.55");
    review_release(&r);
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notices_every_single_number_that_is_wrong),
        cmocka_unit_test(says_which_sum_does_not_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
