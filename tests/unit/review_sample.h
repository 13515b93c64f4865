/*
 * review_sample.h - reviews for tests, made of a few rows.
 */
#ifndef TESTS_REVIEW_SAMPLE_H
#define TESTS_REVIEW_SAMPLE_H

#include "audit/review.h"
#include "bills.h"

/* March 2026 in China. */
#define MARCH ((struct period){ INT64_C(1772294400000), INT64_C(1774972800000), 480 })

/* Settle the accounts of ${b}, build its review, and check it. */
static inline void
build(struct review *r, struct bills *b)
{
    struct err e = ERR_INIT;

    assert_int_equal(settle_accounts(&b->ledger, &e), 0);
    assert_int_equal(review_build(r, &b->ledger, &MARCH, NULL, &e), 0);
    if (review_check(r, &e) != 0)
        assert_err(&e, "");
}

/* Lines of every kind: two platforms, currencies, days, projects; a refund, a recharge. */
static inline void
fill(struct bills *b)
{
    uint32_t a, c;

    bills_init(b);
    a = bills_input(b, "a.csv", "autodl-statement");
    bills_row(b, a, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 00:00:00",
        .end = "2026-03-01 01:30:00", .cards = "2", .billed = "75.45", .list = "100",
        .discount = "24.55", .voucher = "6.55", .project = "thesis", .sku = "4090" });
    bills_row(b, a, (struct bill_row){ .instance = "i-1", .resource = "disk-9", .name = "data",
        .start = "2026-03-01 23:59:59", .end = "2026-03-02 00:59:59", .billed = "51",
        .list = "53", .discount = "2", .category = CATEGORY_DATA_DISK });
    bills_row(b, a, (struct bill_row){ .instance = "i-1", .start = "2026-03-02 00:00:00",
        .billed = "-3", .list = "-3", .entry = ENTRY_REFUND, .project = "thesis",
        .sku = "4090" });
    bills_row(b, a, (struct bill_row){ .start = "2026-03-03 00:00:00", .billed = "0",
        .moved = "200", .voucher = "20", .entry = ENTRY_RECHARGE, .category = CATEGORY_OTHER });
    c = bills_input(b, "c.csv", "gpubill-simple");
    bills_row(b, c, (struct bill_row){ .platform = "aws", .resource = "i-2", .currency = "USD",
        .start = "2026-03-02 00:00:00", .end = "2026-03-02 02:00:00", .billed = "0.5" });
    bills_row(b, c, (struct bill_row){ .platform = "aws", .resource = "i-2", .currency = "USD",
        .billed = "0.25", .category = CATEGORY_CPU });
    bills_row(b, c, (struct bill_row){ .platform = "aws", .resource = "i-2", .currency = "USD",
        .billed = "1000", .start = "2026-04-02 00:00:00" });
    settle_period(&b->ledger, &MARCH);
}

#endif
