/*
 * price.h - looking things up in the price book of the config.
 */
#ifndef AUDIT_PRICE_H
#define AUDIT_PRICE_H

#include "parsers/config.h"

enum price_per { PRICE_PER_ANY, PRICE_PER_CARD, PRICE_PER_INSTANCE };

/* What is asked for; a price for the SKU is taken before one for the model. */
struct price_query {
    const char *platform, *currency;
    const char *sku, *gpu_model; /* "" or NULL: not asked for */
    enum category category;      /* CATEGORY_NONE: not asked for */
    enum price_unit unit;
    enum price_per per;
    enum pricing pricing;        /* PRICING_NONE is on-demand */
    int64_t at;                  /* the price valid then */
};

/* The price of ${q}, the latest of those from a day (in the zone) up to q->at; NULL: none. */
const struct config_price *price_find(const struct config *c, const struct price_query *q,
    int zone_minutes);

/* Milliseconds of a unit (a month is 30 days). */
int64_t price_unit_length(enum price_unit unit);

#endif
