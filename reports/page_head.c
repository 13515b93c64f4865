/*
 * page_head.c - the head of report.html: month, platforms, verdict, the large figures.
 *
 * Amounts of several currencies stand one below the other and are never added.
 */
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/recon_say.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)
#define CATEGORIES_SAID 2

/* What the head is made of, and where it goes. */
struct head {
    struct buf *out;
    const struct results *r;
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n;
    struct buf text; /* scratch */
};

/* Append what the scratch holds, and empty it. */
static void
add_text(struct head *h)
{
    if (h->text.n > 0)
        html_text(h->out, h->text.p);
    buf_reset(&h->text);
}

static void
add_title(struct head *h)
{
    const struct results *r = h->r;
    const char *last = NULL;
    char name[SAY_PLATFORM_MAX];

    buf_add_text(h->out, "<h1>");
    html_text(h->out, lang_text(r->lang, N_("GPU and cloud spend")));
    buf_add_text(h->out, " <span class=\"month\">");
    say_period(&h->text, r);
    add_text(h);
    buf_add_text(h->out, "</span></h1>\n<p class=\"platforms\">");
    for (size_t i = 0; i < r->review->spend.n; i++) {
        const char *id = r->review->spend.at[i].platform;

        if (last && strcmp(last, id) == 0)
            continue;
        if (last)
            buf_add_text(h->out, "&nbsp;· ");
        html_text(h->out, say_platform_read(name, r, id));
        last = id;
    }
    buf_add_text(h->out, "</p>\n");
}

/* A sentence for each currency; that of most lines in large type. */
static int
add_verdict(struct head *h, struct err *e)
{
    if (h->n == 0) {
        buf_add_text(h->out, "<p class=\"verdict\">");
        html_text(h->out, say_nothing_spent(h->r));
        buf_add_text(h->out, "</p>\n");
    }
    for (size_t i = 0; i < h->n; i++) {
        if (say_leak_verdict(&h->text, h->r, h->totals[i], e))
            return -1;
        buf_addf(h->out, "<p class=\"verdict%s\">", i > 0 ? " also" : "");
        add_text(h);
        buf_add_text(h->out, "</p>\n");
    }
    return 0;
}

/* What was given and is in no sum: who reads the head alone must not take it for all. */
static void
add_gaps(struct head *h)
{
    say_gaps(&h->text, h->r);
    if (h->text.n == 0)
        return;
    buf_add_text(h->out, "<p class=\"gaps\"><a href=\"#inputs\">");
    add_text(h);
    buf_add_text(h->out, "</a></p>\n");
}

static void
begin_figure(struct head *h, const char *kind, const char *anchor, const char *name)
{
    buf_addf(h->out, "<li class=\"figure %s\"><a href=\"#%s\"><span class=\"name\">", kind,
        anchor);
    html_text(h->out, lang_text(h->r->lang, name));
    buf_add_text(h->out, "</span>");
}

static void
end_figure(struct head *h)
{
    buf_add_text(h->out, "</a></li>\n");
}

static void
add_money(struct head *h, struct money m, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];

    buf_addf(h->out, "<span class=\"big\" data-v=\"%s\" data-c=\"", money_format(exact, m));
    html_text(h->out, currency);
    buf_addf(h->out, "\" title=\"%s ", exact);
    html_text(h->out, currency);
    buf_add_text(h->out, "\"><small>");
    html_text(h->out, currency);
    buf_addf(h->out, "</small> %s</span>", say_amount(text, m, currency));
}

/* A word or a bare number in large type. */
static void
add_big(struct head *h, const char *text, const char *unit)
{
    buf_addf(h->out, "<span class=\"big\">%s", text);
    if (unit) {
        buf_add_text(h->out, " <small>");
        html_text(h->out, lang_text(h->r->lang, unit));
        buf_add_text(h->out, "</small>");
    }
    buf_add_text(h->out, "</span>");
}

/* A small line under a figure; what the scratch holds. */
static void
add_sub(struct head *h)
{
    if (h->text.n == 0)
        return;
    buf_add_text(h->out, "<span class=\"sub\">");
    add_text(h);
    buf_add_text(h->out, "</span>");
}

static void
add_sub_words(struct head *h, const char *words)
{
    buf_add_text(&h->text, lang_text(h->r->lang, words));
    add_sub(h);
}

static int
add_spent(struct head *h, struct err *e)
{
    char figure[SAY_FIGURE_MAX];

    begin_figure(h, "spent", "where", N_("Spent"));
    if (h->n == 0)
        add_big(h, "0", NULL);
    for (size_t i = 0; i < h->n; i++)
        add_money(h, h->totals[i]->billed, h->totals[i]->currency);
    if (h->n > 0 && say_largest_categories(&h->text, h->r, h->totals[0]->currency,
        CATEGORIES_SAID, e))
        return -1;
    add_sub(h);
    say_converted(&h->text, h->r);
    add_sub(h);
    for (size_t i = 0; i < h->n; i++) {
        say_change(&h->text, h->r, h->totals[i]->currency);
        add_sub(h);
    }
    for (size_t i = 0; i < h->n; i++) {
        if (money_is_zero(h->totals[i]->voucher))
            continue;
        buf_addf(&h->text, "%s %s %s", lang_text(h->r->lang, N_("By voucher")),
            h->totals[i]->currency,
            say_amount(figure, h->totals[i]->voucher, h->totals[i]->currency));
        add_sub(h);
    }
    end_figure(h);
    return 0;
}

static void
add_leaked(struct head *h)
{
    char share[SAY_FIGURE_MAX], said[MESSAGE_TEXT_MAX];
    struct message m;

    if (!h->r->audit)
        return;
    begin_figure(h, "lost", "leaks", N_("Leaked, net"));
    if (h->n == 0)
        add_big(h, "0", NULL);
    for (size_t i = 0; i < h->n; i++) {
        const struct audit_leak *leak = say_leak(h->r, h->totals[i]->currency);

        add_money(h, leak ? leak->net : MONEY_ZERO, h->totals[i]->currency);
    }
    if (say_leak_count(h->r, NULL) > 0)
        say_plural(&h->text, h->r, say_leak_count(h->r, NULL), N_("in %s finding"),
            N_("in %s findings"));
    if (h->n == 1 && h->text.n > 0) {
        message_set(&m, "%s of what was spent",
            say_share(share, say_leak(h->r, h->totals[0]->currency)->share));
        buf_addf(&h->text, "%s%s", h->r->lang == LANG_ZH ? "，" : ", ",
            message_text(&m, h->r->lang, said, sizeof(said)));
    }
    add_sub(h);
    end_figure(h);
}

/* What no invoice covers, where invoices or payments were given. */
static void
add_uncovered(struct head *h)
{
    const struct recon *recon = h->r->recon;

    if (!recon)
        return;
    begin_figure(h, "uncovered", "invoicing", N_("Not covered by invoices"));
    if (!recon_is_there(h->r)) {
        add_big(h, "–", NULL);
        add_sub_words(h, N_("no invoice was given"));
    } else {
        if (h->n == 0)
            add_big(h, "0", NULL);
        for (size_t i = 0; i < h->n; i++) {
            const struct recon_total *total = recon_total_in(recon, h->totals[i]->currency);

            add_money(h, total ? total->uncovered : MONEY_ZERO, h->totals[i]->currency);
        }
        say_plural(&h->text, h->r, recon_open_claims(recon), N_("%s charge"), N_("%s charges"));
        add_sub(h);
    }
    end_figure(h);
}

static void
add_unjudged(struct head *h)
{
    const struct audit *a = h->r->audit;
    char text[SAY_FIGURE_MAX];
    struct money hours = say_unknown_hours(h->r);

    begin_figure(h, "unjudged", a ? "unknown" : "spend_by_resource",
        N_("Could not be judged"));
    if (money_is_zero(hours) && (!a || a->unknown.n == 0)) {
        add_big(h, "0", NULL);
        add_sub_words(h, N_("everything could be judged"));
    } else if (money_is_zero(hours)) {
        add_big(h, say_count(text, a->unknown.n), NULL);
        add_sub_words(h, N_("resources about which something is not known"));
    } else {
        add_big(h, money_format_display(text, hours, 1), N_("GPU hours"));
        add_sub_words(h, N_("without utilisation: idle or not, nothing tells"));
    }
    end_figure(h);
}

static int
add_figures(struct head *h, struct err *e)
{
    buf_addf(h->out, "<ul class=\"figures%s\">\n", h->n > 1 ? " several" : "");
    if (add_spent(h, e))
        return -1;
    add_leaked(h);
    add_uncovered(h);
    add_unjudged(h);
    buf_add_text(h->out, "</ul>\n");
    return 0;
}

int
page_head(struct buf *out, const struct results *r, struct err *e)
{
    struct head h = { .out = out, .r = r };
    int result;

    h.n = say_currencies(r, h.totals);
    buf_init(&h.text, TEXT_BYTES_MAX);
    add_title(&h);
    result = add_verdict(&h, e);
    add_gaps(&h);
    if (result == 0)
        result = add_figures(&h, e) || buf_ok(&h.text, e) ? -1 : 0;
    buf_release(&h.text);
    return result == 0 ? page_largest(out, r, e) : -1;
}

void
page_navigation(struct buf *out, const struct results *r)
{
    static const struct {
        const char *anchor, *title;
        bool needs_audit;
    } links[] = {
        { "where", N_("Where it went"), false },
        { "leaks", N_("Where it leaked"), true },
        { "unknown", N_("What could not be judged"), true },
        { "tables", N_("Spend tables"), false },
        { "months", N_("Against last month"), false },
        { "invoicing", N_("Invoices and payments"), false },
        { "trust", N_("Can I trust this?"), false },
    };

    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        if (links[i].needs_audit && !r->audit)
            continue;
        buf_addf(out, "<a href=\"#%s\">", links[i].anchor);
        html_text(out, lang_text(r->lang, links[i].title));
        buf_add_text(out, "</a>\n");
    }
}
