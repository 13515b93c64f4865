/*
 * opened_review.h - a review of the library, and a bill in memory for it.
 */
#ifndef TESTS_UNIT_OPENED_REVIEW_H
#define TESTS_UNIT_OPENED_REVIEW_H

#include <gpubill.h>

#include "unit.h"

#define BILL                                                                                       \
    "platform,instance,item,category,start,end,amount,currency\n"                                  \
    "matpool,i-1,GPU,gpu,2026-03-01 10:00:00,2026-03-01 11:00:00,1.000000000000000001,CNY\n"       \
    "matpool,i-1,GPU,gpu,2026-03-02 10:00:00,2026-03-02 11:00:00,2.5,CNY\n"                        \
    "matpool,i-2,disk,data-disk,2026-03-02 10:00:00,,-0.003,USD\n"

/* Its third line is no record. */
#define BAD_BILL                                                                                   \
    "platform,start,amount\n"                                                                      \
    "matpool,2026-03-01 10:00:00,1.88\n"                                                           \
    "matpool,2026-03-02 10:00:00,1.8.8\n"

/* Adds ${bytes}, a literal, which must go well. */
#define ADD(review, name, bytes)                                                                   \
    assert_int_equal(gpubill_add_bytes(review, name, bytes, sizeof(bytes) - 1), GPUBILL_DONE)

static inline struct gpubill *
opened(void)
{
    struct gpubill *review = gpubill_open();

    assert_non_null(review);
    assert_int_equal(gpubill_set(review, "jobs", "2"), GPUBILL_DONE);
    return review;
}

#endif
