/*
 * page_largest.c - the findings that leak most, at the top of report.html: each with what to do.
 */
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

#define LARGEST 3
#define TEXT_MAX 2048

static void
add_item(struct buf *out, const struct results *r, const struct finding *f)
{
    char figure[SAY_FIGURE_MAX], text[TEXT_MAX];

    buf_addf(out, "<li><a href=\"#%s\"><span class=\"amount\"><small>", f->id);
    html_text(out, f->currency);
    buf_addf(out, "</small> %s</span><span class=\"what\"><b>",
        say_amount(figure, f->net, f->currency));
    html_text(out, say_rule(r, f));
    buf_add_text(out, "</b> <span class=\"where\">");
    html_text(out, f->name[0] ? f->name : say_platform(r, f->platform));
    if (f->name[0]) {
        buf_add_text(out, ", ");
        html_text(out, say_platform(r, f->platform));
    }
    buf_add_text(out, "</span></span></a><span class=\"todo\">");
    html_text(out, finding_advises(f, r->lang, text, sizeof(text)));
    buf_add_text(out, "</span></li>\n");
}

/* Of the currency with most lines that leaks at all: others are another measure. */
static const char *
leaking_currency(const struct results *r)
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
    const char *currency = leaking_currency(r);
    size_t shown = 0;

    if (!currency)
        return buf_ok(out, e);
    buf_add_text(out, "<section class=\"largest\" aria-labelledby=\"largest\"><h2 id=\"largest\">");
    html_text(out, lang_text(r->lang, say_leak_count(r, currency) > 1 ? N_("The largest leaks")
        : N_("The leak")));
    buf_add_text(out, "</h2>\n<ol>\n");
    for (size_t i = 0; i < r->audit->findings.n && shown < LARGEST; i++) {
        const struct finding *f = r->audit->findings.at[i];

        if (!say_is_leak(f) || strcmp(f->currency, currency) != 0)
            continue;
        add_item(out, r, f);
        shown++;
    }
    buf_add_text(out, "</ol></section>\n");
    return buf_ok(out, e);
}
