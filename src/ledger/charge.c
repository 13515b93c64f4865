/*
 * charge.c - one charge while it is being made.
 */
#include "ledger/charge.h"

void
charge_init(struct charge *c)
{
    *c = (struct charge){ .line = 0 };
    for (size_t i = 0; i < TIME_COUNT; i++)
        c->time[i] = TIME_NONE;
}
