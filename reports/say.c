/*
 * say.c - how results are put into words and figures for people, the same in every output.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/currency.h"
#include "reports/say.h"

#define DECIMALS_SHOWN 2

const char *
say_platform(const struct results *r, const char *id)
{
    if (id[0] == '\0')
        return lang_text(r->lang, N_("unknown platform"));
    return r->formats ? formats_platform_title(r->formats, id, r->lang) : id;
}

bool
say_is_assumed(const struct results *r, const char *id)
{
    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];

        if (in->lines > 0 && strcmp(in->evidence_level, "assumed") == 0 &&
            strcmp(in->platform, id) == 0)
            return true;
    }
    return false;
}

const char *
say_platform_read(char out[SAY_PLATFORM_MAX], const struct results *r, const char *id)
{
    const char *name = say_platform(r, id);
    struct message m;

    if (!say_is_assumed(r, id))
        return name;
    message_set(&m, "%s (headings assumed)", name);
    return message_text(&m, r->lang, out, SAY_PLATFORM_MAX);
}

const char *
say_category(const struct results *r, enum category c)
{
    return c == CATEGORY_NONE ? lang_text(r->lang, N_("no category"))
        : lang_text(r->lang, category_title(c));
}

const char *
say_evidence(const struct results *r, const char *level)
{
    static const struct {
        const char *level, *words;
    } levels[] = {
        { "documented", N_("its headings are documented by the platform") },
        { "public-sample", N_("its headings are known from a public sample") },
        { "console-copy", N_("its headings are copied from the platform's console") },
        { "assumed", N_("its headings are not publicly documented; they are assumed") },
    };

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
        if (strcmp(levels[i].level, level) == 0)
            return lang_text(r->lang, levels[i].words);
    return "";
}

struct money
say_total(const struct results *r, const char *currency)
{
    for (size_t i = 0; i < r->review->totals.n; i++)
        if (strcmp(r->review->totals.at[i].currency, currency) == 0)
            return r->review->totals.at[i].billed;
    return MONEY_ZERO;
}

const char *
say_unit(const struct results *r, const char *currency)
{
    return strcmp(currency, "DCU") != 0 ? ""
        : lang_text(r->lang, N_("DCU is the unit in which AladdinEdu bills use, not a currency. "
            "Packages of it are bought in yuan, and that purchase is what can be invoiced; here it "
            "is part of no sum of money."));
}

const char *
say_amount(char out[SAY_FIGURE_MAX], struct money m, const char *currency)
{
    unsigned decimals = currency_decimals(sv_of(currency));

    return money_format_display(out, m, decimals < DECIMALS_SHOWN ? decimals : DECIMALS_SHOWN);
}

const char *
say_share(char out[SAY_FIGURE_MAX], struct money share)
{
    char figure[MONEY_DISPLAY_MAX];
    struct money percent = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    /* A share that is too large to be written as a percentage is none. */
    (void)money_multiply(&percent, share, money_of(100), NULL, &ignored);
    (void)snprintf(out, SAY_FIGURE_MAX, "%s %%", money_format_display(figure, percent, 1));
    return out;
}

struct money
say_part_of(struct money part, struct money whole)
{
    struct money share = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    if (!money_is_zero(whole))
        (void)money_share(&share, money_of(1), part.units, whole.units, 4, &ignored);
    return share;
}

const char *
say_count(char out[SAY_FIGURE_MAX], uint64_t n)
{
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%" PRIu64, n);
    size_t at = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

static int
by_lines(const void *a, const void *b)
{
    const struct review_total *x = *(const struct review_total *const *)a;
    const struct review_total *y = *(const struct review_total *const *)b;

    if (x->lines != y->lines)
        return x->lines > y->lines ? -1 : 1;
    return strcmp(x->currency, y->currency);
}

size_t
say_currencies(const struct results *r, const struct review_total **out)
{
    size_t n = 0;

    for (size_t i = 0; i < r->review->totals.n && n < SAY_CURRENCIES_MAX; i++)
        if (r->review->totals.at[i].lines > 0)
            out[n++] = &r->review->totals.at[i];
    if (n > 1)
        qsort(out, n, sizeof(*out), by_lines);
    return n;
}

void
say_period(struct buf *out, const struct results *r)
{
    const struct period *p = &r->review->period;
    char first[TIME_TEXT_MAX], last[TIME_TEXT_MAX];

    if (p->from >= p->to) {
        buf_add_text(out, lang_text(r->lang, N_("no period")));
        return;
    }
    if (p->from == time_month_start(p->from, p->zone_minutes) &&
        p->to == time_month_start(p->to, p->zone_minutes)) {
        (void)time_format_month(first, p->from, p->zone_minutes);
        (void)time_format_month(last, p->to - 1, p->zone_minutes);
    } else {
        (void)time_format_day(first, p->from, p->zone_minutes);
        (void)time_format_day(last, p->to - 1, p->zone_minutes);
    }
    buf_add_text(out, first);
    if (strcmp(first, last) != 0) {
        buf_add_text(out, lang_text(r->lang, N_(" to ")));
        buf_add_text(out, last);
    }
}

const struct gpu_use *
say_gpu_use(const struct results *r, size_t i)
{
    const struct gpu_use *use = r->audit ? r->audit->gpu_use : NULL;

    return use && use[i].is_there ? &use[i] : NULL;
}

struct money
say_unknown_hours(const struct results *r)
{
    return r->audit ? r->audit->unknown_gpu_hours : MONEY_ZERO;
}

bool
say_is_unknown(const struct input *in)
{
    return in->failure.code == ERR_UNKNOWN && (in->was_named || !input_is_aside(in));
}

void
say_count_all(struct say_counts *out, const struct results *r)
{
    *out = (struct say_counts){ .files = r->ledger->inputs.n };
    for (size_t i = 0; i < r->review->spend.n; i++)
        if (i == 0 || strcmp(r->review->spend.at[i].platform, r->review->spend.at[i - 1].platform))
            out->platforms++;
    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];

        out->records += in->records;
        out->lines += in->lines;
        out->rejected += in->rejected;
        for (size_t k = 0; k < SKIP_COUNT; k++)
            out->skipped += in->skipped[k];
        for (size_t k = 0; k < in->warning_counts.n; k++)
            out->warnings += in->warning_counts.at[k].n;
        if (say_is_unknown(in))
            out->unknown++;
        else if (in->failure.code != ERR_NONE && in->failure.code != ERR_UNKNOWN)
            out->unread++;
        out->files -= in->passed != PASSED_NOT;
    }
    out->warnings += r->import ? r->import->warnings.n : 0;
    out->warnings += r->audit ? r->audit->warnings.n : 0;
    out->warnings += r->recon ? r->recon->warnings.n : 0;
}

void
say_plural(struct buf *out, const struct results *r, uint64_t n, const char *one,
    const char *many)
{
    struct sv text = sv_of(lang_text(r->lang, n == 1 ? one : many));
    size_t at = sv_find(text, SV("%s"), 0);
    char figure[SAY_FIGURE_MAX];

    /* A translation need not say the count: "one file". */
    buf_add(out, sv_part(text, 0, at));
    if (at == (size_t)-1)
        return;
    buf_add_text(out, say_count(figure, n));
    buf_add(out, sv_part(text, at + 2, text.n));
}
