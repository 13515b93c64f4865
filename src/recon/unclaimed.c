/*
 * unclaimed.c - spend that no claim speaks of: of platforms that invoice recharges and show none.
 *
 * What a platform bills by recharge is claimed when money is recharged. Where no bill shows a
 * recharge, what was spent would be neither covered nor uncovered, and nobody would see it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/claims.h"
#include "recon/unclaimed.h"

/* Platforms and currencies together. */
#define SUMS_MAX 10000

struct sums {
    struct recon_unclaimed *at;
    size_t n, room;
};

static bool
shows_no_recharge(const struct recon *r, const char *platform)
{
    const struct recon_platform *p = platforms_by_id(r, platform);

    return p && p->basis == BASIS_RECHARGE && !p->has_recharges;
}

static int
add(struct sums *sums, const struct ledger_line *line, struct err *e)
{
    struct recon_unclaimed one = { ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_CURRENCY), MONEY_ZERO };
    struct money part;
    size_t i = 0;

    while (i < sums->n && (strcmp(sums->at[i].platform, one.platform) != 0 ||
            strcmp(sums->at[i].currency, one.currency) != 0))
        i++;
    if (i == sums->n) {
        if (vec_grow_named(sums, 1, SUMS_MAX, N_("platforms"), e))
            return -1;
        sums->at[sums->n++] = one;
    }
    if (ledger_money(line, MONEY_BILLED_COST, &part) &&
        money_add(&sums->at[i].spent, part, e))
        return -1;
    return ledger_money(line, MONEY_VOUCHER, &part) ? money_sub(&sums->at[i].spent, part, e) : 0;
}

/* By platform and currency, whatever file came first. */
static int
compare(const void *left, const void *right)
{
    const struct recon_unclaimed *a = left, *b = right;
    int by_platform = strcmp(a->platform, b->platform);

    return by_platform != 0 ? by_platform : strcmp(a->currency, b->currency);
}

static int
warn(struct recon *r, const struct recon_unclaimed *sum, const struct formats *formats,
    struct err *e)
{
    char amount[MONEY_TEXT_MAX], platform[FORMATS_PLATFORM_MAX];

    if (money_is_zero(sum->spent))
        return 0;
    if (vec_grow(&r->unclaimed, 1, SUMS_MAX, e) || vec_grow(&r->warnings, 1, SIZE_MAX, e))
        return -1;
    r->unclaimed.at[r->unclaimed.n++] = *sum;
    r->warnings.at[r->warnings.n] = (struct warning){ .code = "recharges-unseen" };
    message_set_whole(&r->warnings.at[r->warnings.n++].message,
        N_("%s invoices recharges, and no bill shows one: %s %s spent there is in no claim, "
            "neither covered nor uncovered; add its list of recharges"),
        formats_platform_words(platform, formats, sum->platform), sum->currency,
        money_format(amount, sum->spent));
    return 0;
}

int
unclaimed_warn(struct recon *r, const struct ledger *l, const struct formats *formats,
    struct err *e)
{
    struct sums sums = { 0 };
    const char *platform = NULL;
    bool is_unseen = false;
    int result = 0;

    for (size_t i = 0; i < l->lines.n && r->invoices.n > 0 && result == 0; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (line->fate != FATE_COUNTED || !ledger_is_spend(line))
            continue;
        if (ledger_text(line, TEXT_PLATFORM) != platform) {
            platform = ledger_text(line, TEXT_PLATFORM);
            is_unseen = shows_no_recharge(r, platform);
        }
        if (is_unseen)
            result = add(&sums, line, e);
    }
    if (sums.n > 1)
        qsort(sums.at, sums.n, sizeof(*sums.at), compare);
    for (size_t i = 0; i < sums.n && result == 0; i++)
        result = warn(r, &sums.at[i], formats, e);
    vec_release(&sums);
    return result;
}
