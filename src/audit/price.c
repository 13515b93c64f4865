/*
 * price.c - looking things up in the price book of the config.
 */
#include "audit/price.h"

/* How well ${p} names what is asked for: 0 not at all; SKU before model before category. */
static int
fit(const struct config_price *p, const struct price_query *q)
{
    if (p->sku[0])
        return q->sku && sv_is(sv_of(p->sku), sv_of(q->sku)) ? 3 : 0;
    if (p->gpu_model[0])
        return q->gpu_model && sv_is_folded(sv_of(p->gpu_model), sv_of(q->gpu_model)) ? 2 : 0;
    return p->category != CATEGORY_NONE && p->category == q->category ? 1 : 0;
}

static bool
is_meant(const struct config_price *p, const struct price_query *q, int zone_minutes)
{
    enum pricing pricing = q->pricing == PRICING_NONE ? PRICING_STANDARD : q->pricing;

    return sv_is(sv_of(p->platform), sv_of(q->platform)) &&
        sv_is(sv_of(p->currency), sv_of(q->currency)) && p->unit == q->unit &&
        p->pricing == pricing &&
        (q->per == PRICE_PER_ANY || p->is_per_card == (q->per == PRICE_PER_CARD)) &&
        (p->from == TIME_NONE || config_day(p->from, zone_minutes) <= q->at);
}

const struct config_price *
price_find(const struct config *c, const struct price_query *q, int zone_minutes)
{
    const struct config_price *best = NULL;
    int best_fit = 0;

    for (size_t i = 0; c && i < c->prices.n; i++) {
        const struct config_price *p = &c->prices.at[i];
        int f = is_meant(p, q, zone_minutes) ? fit(p, q) : 0;

        /* TIME_NONE is before every day. */
        if (f > best_fit || (f > 0 && f == best_fit && p->from > best->from)) {
            best = p;
            best_fit = f;
        }
    }
    return best;
}

int64_t
price_unit_length(enum price_unit unit)
{
    static const int64_t lengths[] = { TIME_HOUR, TIME_DAY, 7 * TIME_DAY, 30 * TIME_DAY };

    return lengths[unit];
}
