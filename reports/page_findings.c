/*
 * page_findings.c - where it leaked: findings as cards, those that are alike as one, the largest
 * net amount first.
 *
 * Currency by currency; what does not count as a leak (advice, waived findings) comes last, folded.
 */
#include <string.h>

#include "reports/html.h"
#include "reports/leak_groups.h"
#include "reports/page.h"
#include "reports/say.h"

#define TEXT_MAX 2048

/* Cards of one currency that stand open; most cards of the page. */
#define CARDS_OPEN 12
#define CARDS_MAX 500

/* What is no leak. */
enum kind { ADVICE, WAIVED };

static bool
is_of(const struct finding *f, enum kind kind)
{
    return !say_is_leak(f) && f->is_waived == (kind == WAIVED);
}

static void
add_words(const struct page_cards *c, const char *text)
{
    html_text(c->out, lang_text(c->r->lang, text));
}

/* "7 smaller findings, together CNY 12.30". */
static void
begin_rest(const struct page_cards *c, size_t n, struct money sum, const char *currency)
{
    char figure[SAY_FIGURE_MAX], said[MESSAGE_TEXT_MAX];
    struct message m;
    struct buf text;

    buf_init(&text, TEXT_MAX);
    say_plural(&text, c->r, n, N_("%s smaller finding"), N_("%s smaller findings"));
    message_set(&m, "%s, together %s %s", text.n > 0 ? text.p : "", currency,
        say_amount(figure, sum, currency));
    buf_fail_with(c->out, &text);
    buf_release(&text);
    buf_add_text(c->out, "<details class=\"more\" data-print><summary>");
    html_text(c->out, message_text(&m, c->r->lang, said, sizeof(said)));
    buf_add_text(c->out, "</summary>\n");
}

/* The groups of one currency; those behind the first CARDS_OPEN are folded. */
static void
add_groups(struct page_cards *c, const struct leak_groups *groups, const char *currency)
{
    const struct audit_leak *all = say_leak(c->r, currency);
    struct money rest = all ? all->net : MONEY_ZERO;
    size_t count = say_leak_count(c->r, currency);
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < groups->n && c->shown < CARDS_MAX; i++) {
        if (i == CARDS_OPEN && groups->n > CARDS_OPEN + 1)
            begin_rest(c, count, rest, currency);
        page_group(c, &groups->at[i]);
        count -= groups->at[i].n;
        (void)money_sub(&rest, groups->at[i].net, &ignored);
    }
    if (groups->n > CARDS_OPEN + 1)
        buf_add_text(c->out, "</details>\n");
}

static int
add_leaks(struct page_cards *c, const char *currency, struct err *e)
{
    struct leak_groups groups;
    int result = leak_groups_build(&groups, c->r, currency, e);

    if (result == 0 && groups.n > 0 && c->shown < CARDS_MAX) {
        buf_add_text(c->out, "<h3 class=\"currency\">");
        html_text(c->out, currency);
        buf_add_text(c->out, "</h3>\n");
        c->largest = groups.at[0].net;
        add_groups(c, &groups, currency);
    }
    leak_groups_release(&groups);
    return result;
}

static void
add_folded(struct page_cards *c, enum kind kind, const char *title)
{
    const struct audit *a = c->r->audit;
    char figure[SAY_FIGURE_MAX];
    size_t n = 0;

    for (size_t i = 0; i < a->findings.n; i++)
        n += is_of(a->findings.at[i], kind);
    if (n == 0 || c->shown >= CARDS_MAX)
        return;
    buf_add_text(c->out, "<details class=\"more\" data-print><summary>");
    add_words(c, title);
    buf_addf(c->out, " <span class=\"count\">%s</span></summary>\n", say_count(figure, n));
    for (size_t i = 0; i < a->findings.n && c->shown < CARDS_MAX; i++)
        if (is_of(a->findings.at[i], kind))
            page_card(c, a->findings.at[i], "h4");
    buf_add_text(c->out, "</details>\n");
}

static void
add_legend(const struct page_cards *c)
{
    static const struct {
        enum certainty certainty;
        const char *words;
    } legend[] = {
        { CERTAIN, N_("the bill, or bill and state log, prove it") },
        { LIKELY, N_("evidence supports it; have a look") },
        { POSSIBLE, N_("a choice that cost more than another one") },
    };

    buf_add_text(c->out, "<ul class=\"legend\">");
    for (size_t i = 0; i < sizeof(legend) / sizeof(legend[0]); i++) {
        buf_add_text(c->out, "<li>");
        page_certainty(c->out, c->r, legend[i].certainty);
        buf_add_char(c->out, ' ');
        add_words(c, legend[i].words);
        buf_add_text(c->out, "</li>");
    }
    buf_add_text(c->out, "</ul>\n");
}

int
page_findings(struct buf *out, const struct results *r, const struct page_charts *charts,
    struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    struct page_cards c = { .out = out, .r = r, .room = PAGE_EVIDENCE_ALL };

    if (!r->audit)
        return 0;
    buf_add_text(out, "<h2>");
    add_words(&c, N_("Where it leaked"));
    buf_add_text(out, "</h2>\n");
    if (say_leak_count(r, NULL) == 0) {
        buf_add_text(out, "<p class=\"none\">");
        add_words(&c, N_("Nothing was found to leak."));
        buf_add_text(out, "</p>\n");
    } else {
        if (page_charts(out, r, charts, PAGE_LEAKS, e))
            return -1;
        add_legend(&c);
    }
    for (size_t i = 0; i < n; i++)
        if (add_leaks(&c, totals[i]->currency, e))
            return -1;
    c.largest = MONEY_ZERO;
    add_folded(&c, ADVICE, N_("Worth a look, without a leak"));
    add_folded(&c, WAIVED, N_("Waived"));
    page_cards_note(&c, c.shown, r->audit->findings.n);
    return buf_ok(out, e);
}
