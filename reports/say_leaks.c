/*
 * say_leaks.c - words for what leaked, and for what changed.
 */
#include <string.h>

#include "audit/previous.h"
#include "reports/breakdown.h"
#include "reports/say.h"

const struct audit_leak *
say_leak(const struct results *r, const char *currency)
{
    for (size_t i = 0; r->audit && i < r->audit->leaks.n; i++)
        if (strcmp(r->audit->leaks.at[i].currency, currency) == 0)
            return &r->audit->leaks.at[i];
    return NULL;
}

bool
say_is_leak(const struct finding *f)
{
    return !f->is_waived && !money_is_zero(f->leak);
}

struct money
say_certain_leak(const struct results *r, const char *currency)
{
    struct money sum = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    /* A part of the audit's own sum, which is in range. */
    for (size_t i = 0; r->audit && i < r->audit->findings.n; i++) {
        const struct finding *f = r->audit->findings.at[i];

        if (say_is_leak(f) && f->certainty == CERTAIN && strcmp(f->currency, currency) == 0)
            (void)money_add(&sum, f->net, &ignored);
    }
    return sum;
}

size_t
say_leak_count(const struct results *r, const char *currency)
{
    size_t n = 0;

    for (size_t i = 0; r->audit && i < r->audit->findings.n; i++) {
        const struct finding *f = r->audit->findings.at[i];

        n += say_is_leak(f) && (!currency || strcmp(f->currency, currency) == 0);
    }
    return n;
}

static const struct {
    const char *title, *remedy;
} unknowns[] = {
    [UNKNOWN_UTILISATION] = { N_("Whether GPUs were used"),
        N_("put utilisation logs (nvidia-smi) beside the bills") },
    [UNKNOWN_PERIOD] = { N_("When it was charged for"),
        N_("a bill that says from when to when each charge is") },
    [UNKNOWN_STATE] = { N_("Whether the instance was running"),
        N_("a state log of the whole period (gpubill-states)") },
    [UNKNOWN_COMPUTE] = { N_("Whether the instance of a disk was running"),
        N_("the export with the compute charges, or a state log (gpubill-states)") },
    [UNKNOWN_PRICE] = { N_("What was to be paid"),
        N_("a price in the bill, or in the price book of the config (price_book)") },
    [UNKNOWN_ID] = { N_("Whether it was charged before"),
        N_("the export as the platform wrote it, not saved by a spreadsheet") },
    [UNKNOWN_BALANCE] = { N_("Whether the balance follows from the rows"),
        N_("the statement with all its rows, not filtered, in the platform's order") },
};

const char *
say_unknown(enum unknown_what what)
{
    return unknowns[what].title;
}

const char *
say_remedy(enum unknown_what what)
{
    return unknowns[what].remedy;
}

const char *
say_rule(const struct results *r, const struct finding *f)
{
    const char *said = r->lang == LANG_ZH ? f->said_zh : f->said_en;

    if (f->of)
        return lang_text(r->lang, f->of->title);
    if (!said[0])
        said = r->lang == LANG_ZH ? f->said_en : f->said_zh;
    return said[0] ? said : f->rule;
}

void
say_days(struct buf *out, const struct results *r, int64_t from, int64_t to)
{
    int zone = r->review->period.zone_minutes;
    char first[TIME_TEXT_MAX], last[TIME_TEXT_MAX];

    if (from == TIME_NONE)
        return;
    (void)time_format_day(first, from, zone);
    (void)time_format_day(last, to != TIME_NONE && to > from ? to - 1 : from, zone);
    buf_add_text(out, first);
    if (strcmp(first, last) != 0)
        buf_addf(out, "%s%s", lang_text(r->lang, N_(" to ")), last);
}

void
say_span(struct buf *out, const struct results *r, const struct finding *f)
{
    say_days(out, r, f->from, f->to);
}

int
say_leak_verdict(struct buf *out, const struct results *r, const struct review_total *total,
    struct err *e)
{
    const struct audit_leak *leak = say_leak(r, total->currency);
    struct money certain = say_certain_leak(r, total->currency);
    char text[MESSAGE_TEXT_MAX], spent[SAY_FIGURE_MAX], net[SAY_FIGURE_MAX];
    char share[SAY_FIGURE_MAX], sure[SAY_FIGURE_MAX];
    const char *currency = total->currency;
    struct message m;

    if (!leak || money_is_zero(total->billed) || money_is_negative(total->billed))
        return say_verdict(out, r, total, e);
    (void)say_amount(spent, total->billed, currency);
    (void)say_amount(net, leak->net, currency);
    (void)say_amount(sure, certain, currency);
    (void)say_share(share, leak->share);
    if (money_is_zero(leak->net))
        message_set(&m, "Of %s %s spent, nothing was found to leak.", currency, spent);
    else if (money_compare(certain, leak->net) == 0)
        message_set(&m, "Of %s %s spent, %s leaked (%s), all of it for certain.", currency, spent,
            net, share);
    else if (money_is_zero(certain))
        message_set(&m, "Of %s %s spent, %s leaked (%s), none of it for certain.", currency,
            spent, net, share);
    else
        message_set(&m, "Of %s %s spent, %s leaked (%s); %s of it is certain.", currency, spent,
            net, share, sure);
    buf_add_text(out, message_text(&m, r->lang, text, sizeof(text)));
    return buf_ok(out, e);
}

int
say_largest_categories(struct buf *out, const struct results *r, const char *currency, size_t n,
    struct err *e)
{
    struct breakdown b;
    char share[SAY_FIGURE_MAX];
    int result = breakdown_build(&b, r, BREAKDOWN_CATEGORY, currency, e);

    for (size_t i = 0; result == 0 && i < n && i < b.bars.n; i++)
        if (!money_is_negative(b.bars.at[i].total) && !money_is_zero(b.bars.at[i].total))
            buf_addf(out, "%s%s %s", i > 0 ? r->lang == LANG_ZH ? "，" : ", " : "",
                b.bars.at[i].label,
                say_share(share, say_part_of(b.bars.at[i].total, b.total)));
    breakdown_release(&b);
    return result;
}

void
say_change(struct buf *out, const struct results *r, const char *currency)
{
    const struct previous *then = r->audit ? r->audit->in.previous : NULL;
    struct money before = MONEY_ZERO, change = say_total(r, currency);
    char month[TIME_TEXT_MAX], amount[SAY_FIGURE_MAX], share[SAY_FIGURE_MAX];
    struct err ignored = ERR_INIT;
    bool is_any = false;

    if (!then || !previous_is_month_before(&then->period, &r->review->period))
        return;
    for (size_t i = 0; i < then->n; i++)
        if (strcmp(then->spend[i].currency, currency) == 0) {
            if (money_add(&before, then->spend[i].billed, &ignored))
                return;
            is_any = true;
        }
    if (!is_any || money_sub(&change, before, &ignored))
        return;
    (void)time_format_month(month, then->period.from, then->period.zone_minutes);
    buf_addf(out, "%s: %s %s", month, currency, say_amount(amount, before, currency));
    if (!money_is_zero(before) && !money_is_negative(before))
        buf_addf(out, ", %s%s", money_is_negative(change) ? "" : "+",
            say_share(share, say_part_of(change, before)));
}
