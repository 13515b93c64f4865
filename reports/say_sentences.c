/*
 * say_sentences.c - the sentences at the head of a report.
 */
#include <string.h>

#include "reports/breakdown.h"
#include "reports/say.h"

const char *
say_not_judged(const struct results *r)
{
    if (results_are_given(r))
        return lang_text(r->lang, N_("An engine computed this: its sums close, but evidence, GPU "
            "hours, what could not be judged, records that became no line, and invoices are not "
            "known here."));
    if (!r->recon || r->recon->invoices.n > 0)
        return "";
    return lang_text(r->lang, N_("No invoice was given: charges were compared with none."));
}

void
say_accounts(struct buf *out, const struct results *r)
{
    struct say_counts n;
    struct message m;
    char text[MESSAGE_TEXT_MAX], records[SAY_FIGURE_MAX], lines[SAY_FIGURE_MAX];
    char skipped[SAY_FIGURE_MAX], rejected[SAY_FIGURE_MAX];

    say_count_all(&n, r);
    if (results_are_given(r)) {
        message_set(&m, "%s ledger lines, as an engine counted them; records that became no line "
            "are not known here", say_count(lines, n.lines));
        buf_add_text(out, message_text(&m, r->lang, text, sizeof(text)));
        return;
    }
    message_set(&m, "%s records = %s ledger lines + %s skipped + %s rejected",
        say_count(records, n.records), say_count(lines, n.lines), say_count(skipped, n.skipped),
        say_count(rejected, n.rejected));
    buf_add_text(out, message_text(&m, r->lang, text, sizeof(text)));
}

void
say_gaps(struct buf *out, const struct results *r)
{
    struct say_counts n;
    const char *between;

    say_count_all(&n, r);
    const struct { uint64_t n; const char *one, *many; } gaps[] = {
        { n.rejected, N_("%s rejected record"), N_("%s rejected records") },
        { n.unread, N_("%s file that could not be read"), N_("%s files that could not be read") },
        { n.unknown, N_("%s file that gpubill does not know"),
            N_("%s files that gpubill does not know") },
    };

    between = lang_text(r->lang, N_("In no sum: "));
    for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++) {
        if (gaps[i].n == 0)
            continue;
        buf_add_text(out, between);
        say_plural(out, r, gaps[i].n, gaps[i].one, gaps[i].many);
        between = r->lang == LANG_ZH ? "，" : ", ";
    }
    if (n.rejected + n.unread + n.unknown > 0)
        buf_add_text(out, r->lang == LANG_ZH ? "。" : ".");
}

/* Platforms with spend in ${currency}. */
static uint64_t
platforms_of(const struct results *r, const char *currency)
{
    const char *last = NULL;
    uint64_t n = 0;

    for (size_t i = 0; i < r->review->spend.n; i++) {
        const struct review_spend *s = &r->review->spend.at[i];

        if (strcmp(s->currency, currency) != 0 || (last && strcmp(last, s->platform) == 0))
            continue;
        last = s->platform;
        n++;
    }
    return n;
}

int
say_verdict(struct buf *out, const struct results *r, const struct review_total *total,
    struct err *e)
{
    struct breakdown b;
    struct message m;
    struct buf platforms;
    char text[MESSAGE_TEXT_MAX], amount[SAY_FIGURE_MAX], share[SAY_FIGURE_MAX];
    int result = -1;

    buf_init(&platforms, sizeof(text));
    say_plural(&platforms, r, platforms_of(r, total->currency), N_("%s platform"),
        N_("%s platforms"));
    (void)say_amount(amount, total->billed, total->currency);
    if (breakdown_build(&b, r, BREAKDOWN_CATEGORY, total->currency, e) || buf_ok(&platforms, e))
        goto done;
    if (b.bars.n > 1 && !money_is_negative(b.total) &&
        money_compare(b.bars.at[0].total, b.total) < 0)
        message_set(&m, "%s %s was spent on %s, %s of it on %s.", total->currency, amount,
            platforms.p, say_share(share, say_part_of(b.bars.at[0].total, b.total)),
            b.bars.at[0].label);
    else
        message_set(&m, "%s %s was spent on %s.", total->currency, amount, platforms.p);
    buf_add_text(out, message_text(&m, r->lang, text, sizeof(text)));
    result = buf_ok(out, e);

done:
    breakdown_release(&b);
    buf_release(&platforms);
    return result;
}

/* ${m} of ${from} in ${to} by the rates of the config, either way round; false without one. */
static bool
convert(const struct config *c, struct money m, const char *from, const char *to,
    struct money *out)
{
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < c->rates.n; i++) {
        const struct config_rate *rate = &c->rates.at[i];

        if (strcmp(rate->from, from) == 0 && strcmp(rate->to, to) == 0)
            return money_multiply(out, m, rate->rate, NULL, &ignored) == 0;
        if (strcmp(rate->from, to) == 0 && strcmp(rate->to, from) == 0)
            return money_share(out, m, money_of(1).units, rate->rate.units, MONEY_DECIMALS,
                &ignored) == 0;
    }
    return false;
}

void
say_converted(struct buf *out, const struct results *r)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    char said[MESSAGE_TEXT_MAX], amount[SAY_FIGURE_MAX];
    struct err ignored = ERR_INIT;
    struct money sum, part;
    struct message m;

    if (n < 2 || !r->config)
        return;
    sum = totals[0]->billed;
    for (size_t i = 1; i < n; i++)
        if (!convert(r->config, totals[i]->billed, totals[i]->currency, totals[0]->currency,
            &part) || money_add(&sum, part, &ignored))
            return;
    message_set(&m, "together about %s %s, by the rates of the config", totals[0]->currency,
        say_amount(amount, sum, totals[0]->currency));
    buf_add_text(out, message_text(&m, r->lang, said, sizeof(said)));
}
