/*
 * page_largest.c - what leaks most, at the top of report.html: each with how certain it is, where,
 * when, and what to do. Findings that are alike are one line.
 */
#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

#define NAMES_SHOWN 2
#define TEXT_BYTES_MAX ((size_t)1 << 16)

/* Append what ${text} holds, and empty it. */
static void
add_made(struct buf *out, struct buf *text)
{
    if (text->n > 0)
        html_text(out, text->p);
    buf_reset(text);
}

static void
add_item(struct buf *out, const struct results *r, const struct leak_group *g, struct buf *text)
{
    const struct finding *first = g->findings[0];
    const char *between = r->lang == LANG_ZH ? "，" : ", ";
    char figure[SAY_FIGURE_MAX];

    buf_addf(out, "<li><a href=\"#%s%s\"><span class=\"amount\"><small>", first->id,
        g->n > 1 ? "-all" : "");
    html_text(out, first->currency);
    buf_addf(out, "</small> %s</span><span class=\"what\"><b>",
        say_amount(figure, g->net, first->currency));
    html_text(out, say_rule(r, first));
    buf_add_text(out, "</b> ");
    page_certainty(out, r, g->certainty);
    buf_add_text(out, "<span class=\"where\">");
    buf_add_text(text, say_platform(r, first->platform));
    buf_add_text(text, between);
    leak_group_names(text, r, g, NAMES_SHOWN);
    if (g->findings[0]->name[0])
        buf_add_text(text, between);
    if (g->n > 1) {
        say_plural(text, r, g->n, N_("%s finding"), N_("%s findings"));
        buf_add_text(text, between);
    }
    leak_group_span(text, r, g);
    add_made(out, text);
    buf_add_text(out, "</span></span></a><span class=\"todo\">");
    leak_group_advice(text, r, g);
    add_made(out, text);
    buf_add_text(out, "</span></li>\n");
}

const char *
page_leaking_currency(const struct results *r)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);

    for (size_t i = 0; i < n; i++)
        if (say_leak_count(r, totals[i]->currency) > 0)
            return totals[i]->currency;
    return NULL;
}

int
page_largest(struct buf *out, const struct results *r, struct err *e)
{
    const char *currency = page_leaking_currency(r);
    struct leak_groups groups;
    struct buf text;

    if (!currency)
        return buf_ok(out, e);
    if (leak_groups_build(&groups, r, currency, e)) {
        leak_groups_release(&groups);
        return -1;
    }
    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(out, "<section class=\"largest\" aria-labelledby=\"largest\"><h2 id=\"largest\">");
    html_text(out, lang_text(r->lang, groups.n > 1 ? N_("The largest leaks") : N_("The leak")));
    buf_add_text(out, "</h2>\n<ol>\n");
    for (size_t i = 0; i < groups.n && i < PAGE_LARGEST; i++)
        add_item(out, r, &groups.at[i], &text);
    buf_add_text(out, "</ol></section>\n");
    buf_fail_with(out, &text);
    buf_release(&text);
    leak_groups_release(&groups);
    return buf_ok(out, e);
}
