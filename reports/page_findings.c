/*
 * page_findings.c - where it leaked: findings as cards, the largest net amount first.
 *
 * Currency by currency; what does not count as a leak (advice, waived findings) comes last, folded.
 */
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/ranking.h"
#include "reports/say.h"

#define TEXT_MAX 2048
#define SPAN_BYTES_MAX ((size_t)1 << 10)

/* Cards of one currency that stand open; most cards of the page. */
#define CARDS_OPEN 12
#define CARDS_MAX 500

struct cards {
    struct buf *out;
    const struct results *r;
    const char *currency; /* NULL: all */
    size_t shown;
    size_t room; /* for rows of evidence, on the whole page */
    struct money largest;
};

enum group { LEAKS, ADVICE, WAIVED };

static bool
is_in(const struct cards *c, const struct finding *f, enum group group)
{
    if (c->currency && strcmp(f->currency, c->currency) != 0)
        return false;
    return group == LEAKS ? say_is_leak(f) : f->is_waived == (group == WAIVED) &&
        !say_is_leak(f);
}

static void
add_words(const struct cards *c, const char *text)
{
    html_text(c->out, lang_text(c->r->lang, text));
}

static void
add_amount(const struct cards *c, const struct finding *f)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX], percent[SAY_FIGURE_MAX];
    struct money share = say_part_of(f->net, c->largest);

    share.units *= 100;
    buf_addf(c->out, "<p class=\"amount\" data-v=\"%s\" data-c=\"", money_format(exact, f->net));
    html_text(c->out, f->currency);
    buf_addf(c->out, "\" title=\"%s ", exact);
    html_text(c->out, f->currency);
    buf_add_text(c->out, "\"><small>");
    html_text(c->out, f->currency);
    buf_addf(c->out, "</small> <b>%s</b>", say_amount(text, f->net, f->currency));
    if (!money_is_zero(share) && !money_is_negative(share))
        buf_addf(c->out, "<span class=\"bar\"><i style=\"width:%s%%\"></i></span>",
            money_format_display(percent, share, 1));
    buf_add_text(c->out, "</p>\n");
}

/* Certainty, resource, platform, span, anchor. */
static void
add_meta(const struct cards *c, const struct finding *f)
{
    struct buf span;

    buf_init(&span, SPAN_BYTES_MAX);
    buf_addf(c->out, "<p class=\"meta\"><span class=\"mark %s\"><i aria-hidden=\"true\"></i>",
        certainty_word(f->certainty));
    add_words(c, certainty_word(f->certainty));
    buf_add_text(c->out, "</span>");
    if (f->name[0]) {
        buf_add_text(c->out, "<span class=\"resource\">");
        html_text(c->out, f->name);
        buf_add_text(c->out, "</span>");
    }
    buf_add_text(c->out, "<span>");
    html_text(c->out, say_platform(c->r, f->platform));
    buf_add_text(c->out, "</span>");
    say_span(&span, c->r, f);
    if (span.n > 0) {
        buf_add_text(c->out, "<span class=\"span\">");
        html_text(c->out, span.p);
        buf_add_text(c->out, "</span>");
    }
    buf_release(&span);
    buf_addf(c->out, "<a class=\"anchor\" href=\"#%s\">%s</a></p>\n", f->id, f->id);
}

static void
add_card(struct cards *c, const struct finding *f)
{
    char text[TEXT_MAX];

    buf_addf(c->out, "<article class=\"finding\" id=\"%s\" aria-labelledby=\"%s-rule\">\n", f->id,
        f->id);
    add_amount(c, f);
    buf_addf(c->out, "<div>\n<h4 id=\"%s-rule\">", f->id);
    html_text(c->out, say_rule(c->r, f));
    buf_add_text(c->out, "</h4>\n");
    add_meta(c, f);
    buf_add_text(c->out, "<p class=\"fact\">");
    html_text(c->out, finding_says(f, c->r->lang, text, sizeof(text)));
    buf_add_text(c->out, "</p>\n");
    if (f->is_waived && f->waiver[0]) {
        buf_add_text(c->out, "<p class=\"todo\"><b>");
        add_words(c, N_("Waived"));
        buf_add_text(c->out, "</b> ");
        html_text(c->out, f->waiver);
        buf_add_text(c->out, "</p>\n");
    } else if (finding_advises(f, c->r->lang, text, sizeof(text))[0]) {
        buf_add_text(c->out, "<p class=\"todo\"><b>");
        add_words(c, N_("What to do"));
        buf_add_text(c->out, "</b> ");
        html_text(c->out, text);
        buf_add_text(c->out, "</p>\n");
    }
    page_evidence(c->out, c->r, f, &c->room);
    buf_add_text(c->out, "</div>\n</article>\n");
    c->shown++;
}

/* "7 smaller findings, together CNY 12.30". */
static void
begin_rest(const struct cards *c, size_t n, struct money sum)
{
    char figure[SAY_FIGURE_MAX], said[MESSAGE_TEXT_MAX];
    struct message m;
    struct buf text;

    buf_init(&text, TEXT_MAX);
    say_plural(&text, c->r, n, N_("%s smaller finding"), N_("%s smaller findings"));
    message_set(&m, "%s, together %s %s", text.n > 0 ? text.p : "", c->currency,
        say_amount(figure, sum, c->currency));
    buf_release(&text);
    buf_add_text(c->out, "<details class=\"more\" data-print><summary>");
    html_text(c->out, message_text(&m, c->r->lang, said, sizeof(said)));
    buf_add_text(c->out, "</summary>\n");
}

/* The leaks of c->currency; those behind the first CARDS_OPEN are folded. */
static void
add_leaks(struct cards *c)
{
    const struct audit *a = c->r->audit;
    const struct audit_leak *all = say_leak(c->r, c->currency);
    struct money rest = all ? all->net : MONEY_ZERO;
    size_t count = say_leak_count(c->r, c->currency), n = 0;
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < a->findings.n && c->shown < CARDS_MAX; i++) {
        const struct finding *f = a->findings.at[i];

        if (!is_in(c, f, LEAKS))
            continue;
        if (n == 0)
            c->largest = f->net;
        if (n == CARDS_OPEN && count > CARDS_OPEN + 1)
            begin_rest(c, count - n, rest);
        add_card(c, f);
        (void)money_sub(&rest, f->net, &ignored);
        n++;
    }
    if (n > CARDS_OPEN && count > CARDS_OPEN + 1)
        buf_add_text(c->out, "</details>\n");
}

static void
add_folded(struct cards *c, enum group group, const char *title)
{
    const struct audit *a = c->r->audit;
    char figure[SAY_FIGURE_MAX];
    size_t n = 0;

    for (size_t i = 0; i < a->findings.n; i++)
        n += is_in(c, a->findings.at[i], group);
    if (n == 0 || c->shown >= CARDS_MAX)
        return;
    buf_add_text(c->out, "<details class=\"more\" data-print><summary>");
    add_words(c, title);
    buf_addf(c->out, " <span class=\"count\">%s</span></summary>\n", say_count(figure, n));
    for (size_t i = 0; i < a->findings.n && c->shown < CARDS_MAX; i++)
        if (is_in(c, a->findings.at[i], group))
            add_card(c, a->findings.at[i]);
    buf_add_text(c->out, "</details>\n");
}

/* Cards that are left out, and where they are. */
static int
add_note(const struct cards *c, struct err *e)
{
    struct table t;
    int result;

    table_init(&t);
    result = ranking_note(&t, c->r, c->shown, c->r->audit->findings.n, "findings.csv", e);
    if (result == 0 && t.note) {
        buf_add_text(c->out, "<p class=\"note\">");
        html_text(c->out, t.note);
        buf_add_text(c->out, "</p>\n");
    }
    table_release(&t);
    return result;
}

static void
add_legend(const struct cards *c)
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
        const char *word = certainty_word(legend[i].certainty);

        buf_addf(c->out, "<li><span class=\"mark %s\"><i aria-hidden=\"true\"></i>", word);
        add_words(c, word);
        buf_add_text(c->out, "</span> ");
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
    struct cards c = { .out = out, .r = r, .room = PAGE_EVIDENCE_ALL };

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
    for (size_t i = 0; i < n; i++) {
        c.currency = totals[i]->currency;
        if (say_leak_count(r, c.currency) == 0)
            continue;
        buf_add_text(out, "<h3 class=\"currency\">");
        html_text(out, c.currency);
        buf_add_text(out, "</h3>\n");
        add_leaks(&c);
    }
    c.currency = NULL;
    c.largest = MONEY_ZERO;
    add_folded(&c, ADVICE, N_("Worth a look, without a leak"));
    add_folded(&c, WAIVED, N_("Waived"));
    return add_note(&c, e) || buf_ok(out, e) ? -1 : 0;
}
