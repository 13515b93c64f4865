/*
 * fail_on.h - --fail-on: leaks that make a review fail.
 */
#ifndef APP_FAIL_ON_H
#define APP_FAIL_ON_H

#include "app/options.h"
#include "audit/audit.h"

struct fail_on {
    struct money amount;  /* 0: nothing makes it fail */
    const char *currency; /* NULL: any */
};

/* "10" and "10CNY" of ${o}. -1: ERR_USAGE. */
int fail_on_read(struct fail_on *f, const struct options *o, struct err *e);

/* True where what leaks net in one currency reaches it; ${e} then says what did. */
bool fail_on_is_reached(const struct fail_on *f, const struct audit *a, const struct options *o,
    struct err *e);

#endif
