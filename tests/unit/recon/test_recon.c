/* Whole reconciliations: laws, order of files, speed. */
#include <time.h>

#include "desk.h"
#include "recon/claims.h"

static uint64_t
next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* One random row of the ledger. */
static struct bill_row
random_row(uint64_t *seed, char text[5][32])
{
    static const char *const platforms[] = { "autodl", "aliyun", "tencent", "runpod", "vast" };
    static const enum entry entries[] = { ENTRY_CHARGE, ENTRY_CHARGE, ENTRY_CHARGE, ENTRY_CHARGE,
        ENTRY_REFUND, ENTRY_CREDIT, ENTRY_TAX, ENTRY_RECHARGE, ENTRY_WITHDRAWAL };
    struct bill_row row = { .entry = entries[next(seed) % COUNT(entries)] };
    bool goes_out = row.entry == ENTRY_REFUND || row.entry == ENTRY_CREDIT ||
        row.entry == ENTRY_WITHDRAWAL;
    bool moves = row.entry == ENTRY_RECHARGE || row.entry == ENTRY_WITHDRAWAL;

    (void)snprintf(text[0], 32, "order-%03u", (unsigned)(next(seed) % 12));
    (void)snprintf(text[1], 32, "2026-%02u-%02u %02u:00:00", (unsigned)(next(seed) % 3 + 2),
        (unsigned)(next(seed) % 28 + 1), (unsigned)(next(seed) % 24));
    (void)snprintf(text[2], 32, "%s%u.%03u", goes_out ? "-" : "", (unsigned)(next(seed) % 30),
        (unsigned)(next(seed) % 4 * 335 + 1));
    (void)snprintf(text[3], 32, "%u", (unsigned)(next(seed) % 3));
    row.platform = platforms[next(seed) % COUNT(platforms)];
    row.account = next(seed) % 3 ? "" : "b";
    row.order = next(seed) % 4 ? text[0] : "";
    row.start = text[1];
    row.billed = moves ? "0" : text[2];
    row.moved = moves ? text[2] : NULL;
    row.voucher = row.entry == ENTRY_CHARGE && next(seed) % 3 == 0 ? text[3] : NULL;
    row.currency = next(seed) % 9 ? "CNY" : "USD";
    return row;
}

static void
random_invoice(struct desk *d, uint64_t *seed)
{
    static const char *const sellers[] = { "甲(北京)公司", "乙公司", "R Inc.", "丙公司" };
    struct desk_invoice row = { .seller = sellers[next(seed) % COUNT(sellers)] };
    char total[32], date[32], remark[32];

    (void)snprintf(total, sizeof(total), "%s%u.%02u", next(seed) % 12 ? "" : "-",
        (unsigned)(next(seed) % 60), (unsigned)(next(seed) % 3 * 33 + 1));
    (void)snprintf(date, sizeof(date), "2026-%02u-%02u", (unsigned)(next(seed) % 4 + 2),
        (unsigned)(next(seed) % 28 + 1));
    (void)snprintf(remark, sizeof(remark), "order-%03u", (unsigned)(next(seed) % 12));
    row.total = total;
    row.date = date;
    row.remark = next(seed) % 5 ? "" : remark;
    row.buyer = next(seed) % 10 ? NULL : "别人";
    (void)desk_invoice(d, row);
}

static void
fill(struct desk *d, uint64_t seed, unsigned rows, unsigned invoices, unsigned payments)
{
    char text[5][32];

    for (unsigned i = 0; i < rows; i++)
        (void)desk_row(d, random_row(&seed, text));
    for (unsigned i = 0; i < invoices; i++)
        random_invoice(d, &seed);
    for (unsigned i = 0; i < payments; i++) {
        struct bill_row row = random_row(&seed, text);

        if (row.billed[0] != '-')
            desk_payment(d, (struct desk_payment){ .time = row.start, .amount = text[2][0] == '-'
                ? text[2] + 1 : text[2], .order = text[0] });
    }
}

/* All that a reconciliation says, as one text. */
static char *
transcript(const struct desk *d)
{
    static const size_t room = 1 << 18;
    char *text = calloc(1, room);

    assert_non_null(text);
    desk_claims(d, text, room / 5);
    desk_invoices(d, text + strlen(text), room / 5);
    desk_checks(d, text + strlen(text), room / 5);
    desk_sums(d, text + strlen(text), room / 5);
    desk_payments(d, text + strlen(text), room / 5);
    return text;
}

static void
keeps_the_laws_on_whatever_comes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct desk d;

        desk_init_with(&d, seed % 2 ? "" : ", \"matching\": {\"max_states\": 50}");
        d.format.net_of_tax = seed % 3 == 0;
        fill(&d, seed, (unsigned)(seed % 60), (unsigned)(seed % 17), (unsigned)(seed % 9));
        /* desk_build() checks the laws. */
        desk_build(&d);
        for (size_t i = 0; i < d.recon.differences.n; i++)
            if (strcmp(d.recon.differences.at[i].kind, "unexplained") == 0)
                assert_true(money_is_zero(d.recon.differences.at[i].amount));
        desk_release(&d);
    }
}

static void
does_not_depend_on_the_order_of_files(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct desk d;
        char *before, *after;
        uint64_t shuffle = seed * 77;

        desk_init(&d);
        fill(&d, seed, 40, 15, 8);
        desk_build(&d);
        before = transcript(&d);
        for (size_t i = d.invoices.list.n; i > 1; i--) {
            size_t k = next(&shuffle) % i;
            struct invoice swap = d.invoices.list.at[i - 1];

            d.invoices.list.at[i - 1] = d.invoices.list.at[k];
            d.invoices.list.at[k] = swap;
        }
        for (size_t i = d.payments.list.n; i > 1; i--) {
            size_t k = next(&shuffle) % i;
            struct payment swap = d.payments.list.at[i - 1];

            d.payments.list.at[i - 1] = d.payments.list.at[k];
            d.payments.list.at[k] = swap;
        }
        for (size_t i = d.bills.ledger.lines.n; i > 1; i--) {
            size_t k = next(&shuffle) % i;
            struct ledger_line swap = d.bills.ledger.lines.at[i - 1];

            d.bills.ledger.lines.at[i - 1] = d.bills.ledger.lines.at[k];
            d.bills.ledger.lines.at[k] = swap;
        }
        desk_build(&d);
        after = transcript(&d);
        if (strcmp(before, after) != 0)
            print_error("seed %u:\n%s\n---\n%s\n", (unsigned)seed, before, after);
        assert_string_equal(before, after);
        free(before);
        free(after);
        desk_release(&d);
    }
}

/* A second run on what was built has the same result as the first. */
static void
gives_the_same_twice(void **state)
{
    struct desk d;
    char *before, *after;

    (void)state;
    desk_init(&d);
    fill(&d, 5, 50, 16, 8);
    desk_build(&d);
    before = transcript(&d);
    desk_build(&d);
    after = transcript(&d);
    assert_string_equal(before, after);
    free(before);
    free(after);
    desk_release(&d);
}

/* Parting a charge in two of one order changes nothing but the number of rows. */
static void
does_not_care_how_an_order_is_cut_into_rows(void **state)
{
    struct desk d;
    char *before, *after;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "10.333");
    desk_charge(&d, "order-2", "2026-03-02 10:00:00", "5");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "15.33" });
    desk_build(&d);
    before = transcript(&d);
    desk_release(&d);
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "4.1115");
    desk_charge(&d, "order-2", "2026-03-02 10:00:00", "5");
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "6.2215");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "15.33" });
    desk_build(&d);
    after = transcript(&d);
    assert_string_equal(before, after);
    free(before);
    free(after);
    desk_release(&d);
}

/* A second is for the program as users build it; looking for errors takes its time. */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MILLISECONDS_MAX 1000
#else
#define MILLISECONDS_MAX 20000
#endif

/* Reconcile, and say how many milliseconds it took. */
static long
build_in(struct desk *d)
{
    struct timespec from, to;

    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from), 0);
    desk_build(d);
    assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to), 0);
    return (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
}

static void
matches_200_claims_and_40_invoices_in_a_second(void **state)
{
    static const unsigned ranges[] = { 100, 2000, 100000 };

    (void)state;
    for (size_t r = 0; r < COUNT(ranges); r++) {
        uint64_t seed = 11 + r;
        struct desk d;
        char text[3][32];
        long took;

        desk_init(&d);
        for (unsigned i = 0; i < 200; i++) {
            (void)snprintf(text[0], 32, "order-%u", i);
            (void)snprintf(text[1], 32, "2026-03-%02u %02u:00:00", i / 7 + 1, i % 7);
            (void)snprintf(text[2], 32, "%u.%02u", (unsigned)(next(&seed) % ranges[r]),
                (unsigned)(next(&seed) % 100));
            desk_charge(&d, text[0], text[1], text[2]);
        }
        for (unsigned i = 0; i < 40; i++) {
            (void)snprintf(text[0], 32, "%u.%02u", (unsigned)(next(&seed) % (ranges[r] * 4)),
                (unsigned)(next(&seed) % 100));
            (void)desk_invoice(&d, (struct desk_invoice){ .total = text[0] });
        }
        took = build_in(&d);
        print_message("range %u: %ld ms, %zu searches gave up\n", ranges[r], took,
            d.recon.warnings.n);
        assert_true(took < MILLISECONDS_MAX);
        desk_release(&d);
    }
}

/* As many platforms as rows: each is found by its id, and has differences of its own. */
static void
reconciles_30000_platforms_in_a_second(void **state)
{
    static const unsigned count = 30000;
    struct desk d;
    long took;

    (void)state;
    desk_init(&d);
    for (unsigned i = 0; i < count; i++) {
        char platform[32], billed[32];

        /* Not in the order of their names. */
        (void)snprintf(platform, sizeof(platform), "cloud-%05u", i * 7 % count);
        (void)snprintf(billed, sizeof(billed), "%u", i * 7 % count + 2);
        (void)desk_row(&d, (struct bill_row){ .platform = platform, .billed = billed,
            .voucher = "1", .start = "2026-03-05 10:00:00" });
    }
    took = build_in(&d);
    print_message("%u platforms: %ld ms\n", count, took);
    assert_true(took < MILLISECONDS_MAX);
    assert_int_equal(d.recon.claims.n, count);
    for (size_t i = 0; i < count; i++) {
        const struct claim *c = &d.recon.claims.at[i];
        const struct recon_platform *p = platforms_by_id(&d.recon, c->platform);

        assert_ptr_equal(p, &d.recon.platforms.at[c->platform_index]);
        assert_string_equal(p->id, c->platform);
        assert_int_equal(strtoul(c->platform + 6, NULL, 10) + 1, c->amount.units /
            money_of(1).units);
    }
    assert_null(platforms_by_id(&d.recon, "cloud-"));
    assert_int_equal(d.recon.differences.n, 2 * count + 1);
    assert_string_equal(d.recon.differences.at[0].platform, "cloud-00000");
    assert_true(money_compare(d.recon.differences.at[0].amount, money_of(1)) == 0);
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_laws_on_whatever_comes),
        cmocka_unit_test(does_not_depend_on_the_order_of_files),
        cmocka_unit_test(gives_the_same_twice),
        cmocka_unit_test(does_not_care_how_an_order_is_cut_into_rows),
        cmocka_unit_test(matches_200_claims_and_40_invoices_in_a_second),
        cmocka_unit_test(reconciles_30000_platforms_in_a_second),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
