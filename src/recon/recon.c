/*
 * recon.c - the steps of a reconciliation, in their order.
 */
#include <string.h>

#include "base/vec.h"
#include "recon/checks.h"
#include "recon/claims.h"
#include "recon/config_platforms.h"
#include "recon/differences.h"
#include "recon/matching.h"
#include "recon/payments_match.h"
#include "recon/reserve.h"
#include "recon/unclaimed.h"

/* ${v} covers, in this review, the claim that is called ${cover}. */
static bool
covers_it(const struct recon *r, const struct recon_invoice *v, const struct earlier_cover *cover)
{
    char month[TIME_TEXT_MAX];

    for (size_t i = 0; i < v->covers.n; i++) {
        const struct claim *c = &r->claims.at[v->covers.at[i].claim];

        if (strcmp(c->platform, cover->platform) == 0 &&
            strcmp(c->account, cover->account) == 0 &&
            strcmp(c->order_id, cover->order_id) == 0 &&
            strcmp(time_format_month(month, c->month, r->period.zone_minutes),
                cover->month) == 0)
            return true;
    }
    return false;
}

static int
keep_earlier(struct recon_invoice *v, const struct earlier_cover *cover, struct err *e)
{
    for (size_t i = 0; i < v->earlier.n; i++) {
        const struct earlier_cover *kept = &v->earlier.at[i];

        if (strcmp(kept->platform, cover->platform) == 0 &&
            strcmp(kept->account, cover->account) == 0 &&
            strcmp(kept->order_id, cover->order_id) == 0 &&
            strcmp(kept->month, cover->month) == 0)
            return 0;
    }
    if (vec_grow(&v->earlier, 1, SIZE_MAX, e))
        return -1;
    v->earlier.at[v->earlier.n++] = *cover;
    return 0;
}

/* Find what ${v} covered earlier, and whether it covers something else now. */
static int
find_duplicate(struct recon *r, struct recon_invoice *v, const struct earlier *earlier,
    bool *is_found, struct err *e)
{
    for (size_t i = 0; i < earlier->list.n; i++) {
        const struct earlier_invoice *other = &earlier->list.at[i];
        const struct invoice one = { .number = other->number, .code = other->code,
            .seller = other->seller };

        if (!one.number[0] || invoice_compare_identity(v->invoice, &one) != 0)
            continue;
        if (!covers_it(r, v, &other->cover)) {
            *is_found = true;
            check_fail(v, CHECK_DUPLICATE,
                N_("in an earlier review it covered %s of %s, which it does not cover here"),
                other->cover.order_id[0] ? other->cover.order_id : other->cover.month,
                other->cover.platform);
        }
        if (keep_earlier(v, &other->cover, e))
            return -1;
    }
    return 0;
}

/* What invoices of earlier reviews are used a second time; only these keep their earlier covers. */
static int
find_duplicates(struct recon *r, const struct earlier *earlier, bool *is_found, struct err *e)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];
        bool is_duplicate = false;

        if (v->status == MATCH_INVALID)
            continue;
        if (find_duplicate(r, v, earlier, &is_duplicate, e))
            return -1;
        if (!is_duplicate)
            v->earlier.n = 0;
        *is_found |= is_duplicate;
    }
    return 0;
}

static int
match(struct recon *r, const struct config *config, const struct earlier *earlier, struct err *e)
{
    uint64_t max_states = config ? config->max_states : CONFIG_MAX_STATES;
    bool is_found = false;

    if (!earlier)
        return matching_run(r, max_states, e);
    if (reserve_earlier(r, earlier, e) || matching_run(r, max_states, e) ||
        find_duplicates(r, earlier, &is_found, e))
        return -1;
    if (!is_found)
        return 0;
    return reserve_earlier(r, earlier, e) || matching_run(r, max_states, e) ? -1 : 0;
}

/* Part what each invoice covers inside and outside the period. */
static int
cut_period(struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];
        size_t kept = 0;

        for (size_t k = 0; k < v->covers.n; k++) {
            struct cover cover = v->covers.at[k];

            if (!r->claims.at[cover.claim].is_outside) {
                v->covers.at[kept++] = cover;
                continue;
            }
            if (vec_grow(&v->outer, 1, SIZE_MAX, e))
                return -1;
            v->outer.at[v->outer.n++] = cover;
        }
        v->covers.n = kept;
        if (kept == 0 && v->outer.n > 0)
            v->status = MATCH_OTHER_PERIOD;
    }
    return 0;
}

/* Where nothing tells the basis, say that one was taken. */
static int
warn_of_bases(struct recon *r, const struct formats *formats, struct err *e)
{
    for (size_t i = 0; r->invoices.n > 0 && i < r->platforms.n; i++) {
        const struct recon_platform *p = &r->platforms.at[i];
        char platform[FORMATS_PLATFORM_MAX];

        if (!p->has_lines || p->is_basis_known)
            continue;
        if (vec_grow(&r->warnings, 1, SIZE_MAX, e))
            return -1;
        r->warnings.at[r->warnings.n] = (struct warning){ .code = "basis-unknown" };
        message_set(&r->warnings.at[r->warnings.n++].message,
            N_("%s: not known whether it invoices consumption or recharges; consumption is "
        "taken (config: invoice.%s.basis)"),
            formats_platform_words(platform, formats, p->id), p->id);
    }
    return 0;
}

/* Files of one invoice that contradict each other: the better one was believed, or none. */
static int
warn_of_contradictions(struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct invoice *one = r->invoices.at[i].invoice;

        for (size_t k = 0; k < one->differences.n; k++) {
            const struct invoice_difference *d = &one->differences.at[k];

            if (vec_grow(&r->warnings, 1, SIZE_MAX, e))
                return -1;
            r->warnings.at[r->warnings.n] = (struct warning){ .code = "invoice-files-differ" };
            message_set_whole(&r->warnings.at[r->warnings.n++].message,
                N_("invoice %s: '%s' is '%s', but '%s' in %s"), one->number, d->field, d->kept,
                d->other, d->other_file);
        }
    }
    return 0;
}

int
recon_build(struct recon *r, const struct ledger *l, const struct invoices *invoices,
    const struct payments *payments, const struct period *period, const struct formats *formats,
    const struct config *config, const struct earlier *earlier, struct err *e)
{
    *r = (struct recon){ .arena = ARENA_INIT, .period = *period };
    if (platforms_find(r, l, formats, config, e) || claims_make(r, l, e) ||
        checks_list(r, invoices, e) || checks_run(r, config, e) ||
        match(r, config, earlier, e) ||
        matching_run_invalid(r, config ? config->max_states : CONFIG_MAX_STATES, e))
        return -1;
    checks_period(r, config);
    return cut_period(r, e) || payments_match(r, payments, e) || totals_sum(r, l, e) ||
        differences_find(r, l, e) || warn_of_bases(r, formats, e) ||
        unclaimed_warn(r, l, formats, e) || reserve_warn(r, e) || warn_of_contradictions(r, e) ||
        config_platforms_warn(r, l, formats, config, e) ? -1 : 0;
}

void
recon_release(struct recon *r)
{
    for (size_t i = 0; i < r->claims.n; i++) {
        vec_release(&r->claims.at[i].lines);
        vec_release(&r->claims.at[i].payments);
        vec_release(&r->claims.at[i].earlier);
    }
    for (size_t i = 0; i < r->recharges.n; i++)
        vec_release(&r->recharges.at[i].payments);
    for (size_t i = 0; i < r->invoices.n; i++) {
        vec_release(&r->invoices.at[i].checks);
        vec_release(&r->invoices.at[i].covers);
        vec_release(&r->invoices.at[i].outer);
        vec_release(&r->invoices.at[i].earlier);
    }
    for (size_t i = 0; i < r->payments.n; i++) {
        vec_release(&r->payments.at[i].recharges);
        vec_release(&r->payments.at[i].claims);
    }
    vec_release(&r->platforms);
    vec_release(&r->claims);
    vec_release(&r->recharges);
    vec_release(&r->invoices);
    vec_release(&r->payments);
    vec_release(&r->totals);
    vec_release(&r->differences);
    vec_release(&r->unclaimed);
    vec_release(&r->warnings);
    arena_release(&r->arena);
}
