/*
 * recon_say.c - words for what a reconciliation found.
 */
#include <string.h>

#include "reports/recon_say.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *
recon_claim_title(enum claim_status s)
{
    static const char *const titles[] = { [CLAIM_UNCOVERED] = N_("not covered"),
        [CLAIM_PARTLY_COVERED] = N_("covered in part"), [CLAIM_COVERED] = N_("covered"),
        [CLAIM_CREDIT] = N_("credit") };

    return titles[s];
}

const char *
recon_match_title(enum matched m)
{
    static const char *const titles[] = { [MATCHED] = N_("matched"),
        [PARTLY_MATCHED] = N_("matched in part"), [UNMATCHED] = N_("not matched"),
        [MATCH_INVALID] = N_("invalid"), [MATCH_OTHER_PERIOD] = N_("of another period") };

    return titles[m];
}

struct title {
    const char *word, *title;
};

static const char *
find(const struct title *titles, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(titles[i].word, word) == 0)
            return titles[i].title;
    return word;
}

const char *
recon_difference_title(const char *kind)
{
    static const struct title titles[] = {
        { "missing-invoice", N_("without an invoice") },
        { "missing-charge", N_("invoiced without a charge") },
        { "other-period", N_("invoiced for another period") },
        { "rounding", N_("rounding") },
        { "tax", N_("tax") },
        { "unexplained", N_("not explained") },
        { "voucher", N_("paid by voucher") },
    };

    return find(titles, COUNT(titles), kind);
}

const char *
recon_check_title(const char *check)
{
    static const struct title titles[] = {
        { "unreadable", N_("unreadable") },
        { "arithmetic", N_("arithmetic") },
        { "words", N_("amount in capitals") },
        { "buyer-name", N_("buyer's name") },
        { "buyer-tax-id", N_("buyer's tax id") },
        { "duplicate", N_("duplicate") },
        { "red-letter", N_("red letter") },
        { "void", N_("void") },
        { "tax-id-checksum", N_("check digit") },
        { "seller", N_("seller") },
        { "item", N_("item") },
        { "period", N_("date") },
    };

    return find(titles, COUNT(titles), check);
}

const char *
recon_say_channel(const struct results *r, const char *word)
{
    static const struct title titles[] = { { "alipay", N_("Alipay") },
        { "wechat", N_("WeChat Pay") }, { "bank", N_("bank transfer") } };

    return lang_text(r->lang, find(titles, COUNT(titles), word));
}

const char *
recon_say_ways(char text[MESSAGE_TEXT_MAX], const struct results *r, unsigned solutions)
{
    struct message m;

    if (solutions <= 1)
        return "";
    message_set(&m, N_("one of %u ways"), solutions);
    return message_text(&m, r->lang, text, MESSAGE_TEXT_MAX);
}

const char *
recon_step_title(unsigned step)
{
    static const char *const steps[] = { NULL, N_("order number"), N_("one charge"),
        N_("one month"), N_("several charges"), N_("several invoices"), N_("running total") };

    return step < COUNT(steps) ? steps[step] : NULL;
}

void
recon_say_step(struct buf *out, const struct results *r, const struct recon_invoice *v)
{
    char text[MESSAGE_TEXT_MAX];

    if (v->step == 0)
        return;
    buf_add_text(out, lang_text(r->lang, recon_step_title(v->step)));
    if (strcmp(v->detail, "rounded-sum") == 0)
        buf_addf(out, "%s%s", r->lang == LANG_ZH ? "，" : ", ",
            lang_text(r->lang, N_("rounded as a sum")));
    if (v->is_ambiguous)
        buf_addf(out, "%s%s", r->lang == LANG_ZH ? "，" : ", ",
            recon_say_ways(text, r, v->solutions));
}

void
recon_say_checks(struct buf *out, const struct results *r, const struct recon_invoice *v,
    bool with_warnings)
{
    const char *separator = "";
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < v->checks.n; i++) {
        const struct check_result *c = &v->checks.at[i];

        if (c->is_ok || (c->is_warning && !with_warnings))
            continue;
        buf_addf(out, "%s%s%s%s", separator, lang_text(r->lang, recon_check_title(c->check)),
            r->lang == LANG_ZH ? "：" : ": ", message_text(&c->message, r->lang, text,
                sizeof(text)));
        separator = r->lang == LANG_ZH ? "；" : "; ";
    }
}

void
recon_say_contradictions(struct buf *out, const struct results *r, const struct recon_invoice *v)
{
    struct message m;
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < v->invoice->differences.n; i++) {
        const struct invoice_difference *d = &v->invoice->differences.at[i];

        message_set_whole(&m, N_("'%s' is '%s', but '%s' in %s"), d->field, d->kept, d->other,
            d->other_file);
        buf_addf(out, "%s%s", i == 0 ? "" : r->lang == LANG_ZH ? "；" : "; ",
            message_text(&m, r->lang, text, sizeof(text)));
    }
}

struct money
recon_total_of(const struct recon_invoice *v)
{
    return v->status == MATCH_INVALID && v->invoice->has_total ? v->invoice->total : v->rest;
}

void
recon_say_covers(struct buf *out, const struct results *r, const struct recon_invoice *v)
{
    for (size_t i = 0; i < v->covers.n; i++)
        buf_addf(out, "%s%s", i ? ", " : "", r->recon->claims.at[v->covers.at[i].claim].id);
}

static bool
is_for_invalid(const struct claim *c)
{
    return c->invalid_cover > 0 && c->status == CLAIM_UNCOVERED && c->held.units <= 0;
}

void
recon_say_invalid(struct buf *out, const struct results *r, const struct claim *c)
{
    if (is_for_invalid(c))
        buf_addf(out, r->lang == LANG_ZH ? "（%s）" : " (%s)",
            r->recon->invoices.at[c->invalid_cover - 1].id);
}

const char *
recon_say_gap(const struct results *r, const struct claim *c)
{
    bool has_any = false;

    if (c->status == CLAIM_CREDIT)
        return lang_text(r->lang, N_("a refund or credit that no charge is left for"));
    if (c->held.units > 0)
        return lang_text(r->lang, money_compare(c->held, c->amount) < 0 ?
            N_("an invoice of an earlier review has covered a part of it") :
            N_("an invoice of an earlier review has covered it"));
    if (c->status == CLAIM_PARTLY_COVERED)
        return lang_text(r->lang, N_("the invoice covers only a part"));
    if (!r->recon->platforms.at[c->platform_index].sellers[0])
        return lang_text(r->lang,
            N_("it is not known who invoices for this platform: the config may name it"));
    if (is_for_invalid(c))
        return lang_text(r->lang, N_("the invoice for it does not count"));
    for (size_t i = 0; i < r->recon->invoices.n; i++)
        has_any |= r->recon->invoices.at[i].pool[c->platform_index];
    return lang_text(r->lang, has_any ? N_("no invoice is left for it: ask the seller for one")
        : N_("no invoice was given: ask the seller for one"));
}

void
recon_say_days(struct buf *out, const struct results *r, const struct claim *c)
{
    int zone = r->recon->period.zone_minutes;
    char from[TIME_TEXT_MAX], to[TIME_TEXT_MAX];

    if (c->from == TIME_NONE)
        return;
    (void)time_format_day(from, c->from, zone);
    (void)time_format_day(to, c->to > c->from ? c->to - 1 : c->from, zone);
    buf_add_text(out, from);
    if (strcmp(from, to) != 0)
        buf_addf(out, " %s %s", lang_text(r->lang, N_("to")), to);
}

bool
recon_is_there(const struct results *r)
{
    return r->recon && r->recon->invoices.n + r->recon->payments.n > 0;
}

uint64_t
recon_open_claims(const struct recon *recon)
{
    uint64_t n = 0;

    for (size_t i = 0; i < recon->claims.n; i++) {
        const struct claim *c = &recon->claims.at[i];

        n += !c->is_outside &&
            (c->status == CLAIM_UNCOVERED || c->status == CLAIM_PARTLY_COVERED);
    }
    return n;
}

const struct recon_total *
recon_total_in(const struct recon *recon, const char *currency)
{
    for (size_t i = 0; i < recon->totals.n; i++)
        if (strcmp(recon->totals.at[i].currency, currency) == 0)
            return &recon->totals.at[i];
    return NULL;
}

const char *
recon_keep(struct table *t, struct buf *out)
{
    const char *kept = out->failed ? NULL : table_text(t, out->n > 0 ? out->p : "");

    buf_reset(out);
    return kept;
}
