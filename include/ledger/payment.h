/*
 * payment.h - a payment as a statement tells it: Alipay, WeChat Pay, gpubill-payments.
 */
#ifndef LEDGER_PAYMENT_H
#define LEDGER_PAYMENT_H

#include "base/arena.h"
#include "base/err.h"
#include "ledger/money.h"
#include "ledger/timestamp.h"

struct payment {
    const char *channel; /* "alipay", "wechat", or the file's word */
    int64_t time;
    const char *payee;
    struct money amount; /* what was paid; a refund is negative until payments_settle() */
    const char *currency;
    const char *order_id, *trade_id, *status, *note;
    uint32_t input; /* index into ledger.inputs */
    uint64_t line;
};

struct payments {
    struct arena arena; /* all texts */
    struct { struct payment *at; size_t n, room; } list;
};

void payments_init(struct payments *p);
void payments_release(struct payments *p);

/* Add a copy of ${one}, texts included. -1: ERR_NOMEM, ERR_LIMIT. */
int payments_add(struct payments *p, const struct payment *one, struct err *e);

/* Move all of ${from} behind ${into}, adding ${input_shift} to each input. -1: ERR_NOMEM. */
int payments_merge(struct payments *into, struct payments *from, uint32_t input_shift,
    struct err *e);

/* Sort by time, payments before refunds, then input and line. */
void payments_sort(struct payments *p);

/*
 * Of sorted payments, keep those that several statements show once, with what is left by the one
 * that leaves less, and take refunds (negative) off the payment of their channel that has their
 * trade id, else their order id, or what these begin with before a '_'. Refunds, and payments of
 * which nothing is left, are gone afterwards. -1: ERR_NOMEM.
 */
int payments_settle(struct payments *p, struct err *e);

#endif
