/* The laws of a reconciliation: every number of it that is wrong is noticed. */
#include "desk.h"

/* One unit of the last decimal. */
static void
nudge(struct money *m)
{
    m->units++;
}

/* Break one number; false when there is none left. */
static bool
corrupt(struct recon *r, unsigned which)
{
    struct recon_total *total = &r->totals.at[0];

    switch (which) {
    case 0: nudge(&total->claimable); break;
    case 1: nudge(&total->invoiced); break;
    case 2: nudge(&total->covered); break;
    case 3: nudge(&total->uncovered); break;
    case 4: nudge(&total->without_charges); break;
    case 5: nudge(&r->claims.at[0].amount); break;
    case 6: r->claims.at[0].is_outside = true; break;
    case 7: nudge(&r->invoices.at[0].covers.at[0].amount); break;
    case 8: nudge(&r->invoices.at[0].rest); break;
    case 9: nudge(&r->differences.at[0].amount); break;
    case 10: r->differences.at[0].currency = "EUR"; break;
    case 11: r->claims.at[0].covered = money_of(99); break;
    case 12: r->claims.at[0].covered = money_of(-1); break;
    case 13: /* One that does not count. */
        r->invoices.at[1].covers.n = 1;
        r->invoices.at[1].covers.at = r->invoices.at[0].covers.at;
        break;
    default: return false;
    }
    return true;
}

/* What the check says of number ${which}, broken; "" when there is none left. */
static void
say_of(unsigned which, char text[ERR_TEXT_MAX])
{
    struct desk d;
    struct err e = ERR_INIT;
    struct cover *borrowed;

    desk_init(&d);
    desk_charge(&d, "20260301001", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "20260302002", "2026-03-02 10:00:00", "20");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "10" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "7", .buyer = "某学院" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "5" });
    desk_build(&d);
    borrowed = d.recon.invoices.at[1].covers.at;
    assert_int_equal(d.recon.invoices.at[0].covers.n, 1);
    assert_int_equal(d.recon.invoices.at[1].covers.n, 0);
    text[0] = '\0';
    if (corrupt(&d.recon, which)) {
        assert_int_equal(recon_check(&d.recon, &e), -1);
        assert_int_equal(e.code, ERR_BUG);
        (void)err_text(&e, LANG_EN, text, ERR_TEXT_MAX);
    }
    d.recon.invoices.at[1].covers.at = borrowed;
    desk_release(&d);
}

static void
notices_every_single_number_that_is_wrong(void **state)
{
    static const char *const laws[] = {
        "claimable is the sum of the claims",
        "invoiced is the sum of the invoices",
        "covered is the sum of the covers",
        "uncovered is claimable - covered",
        "without charges is invoiced - covered",
        "claimable is the sum of the claims",
        "claimable is the sum of the claims",
        "covered is the sum of the covers",
        "invoiced is the sum of the invoices",
        "differences sum to claimable - invoiced",
        "differences sum to claimable - invoiced",
        "no claim is covered beyond its amount",
        "no claim is covered beyond its amount",
        "what does not count covers nothing",
    };
    char text[ERR_TEXT_MAX];

    (void)state;
    for (unsigned i = 0; i < COUNT(laws); i++) {
        say_of(i, text);
        if (!strstr(text, laws[i]))
            fail_msg("number %u: '%s', expected '%s'", i, text, laws[i]);
        assert_non_null(strstr(text, "(CNY)"));
    }
    say_of(COUNT(laws), text);
    assert_string_equal(text, "");
}

static void
lets_a_rounded_sum_cover_a_little_more(void **state)
{
    struct desk d;
    struct err e = ERR_INIT;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "20260301001", "2026-03-01 10:00:00", "10");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "10" });
    desk_build(&d);
    d.recon.claims.at[0].covered = money_of(11);
    d.recon.claims.at[0].is_rounded = true;
    assert_int_equal(recon_check(&d.recon, &e), 0);
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notices_every_single_number_that_is_wrong),
        cmocka_unit_test(lets_a_rounded_sum_cover_a_little_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
