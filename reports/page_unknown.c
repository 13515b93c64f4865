/*
 * page_unknown.c - what could not be judged: what is missing, how much it is, which file would
 * settle it.
 */
#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)
#define ROWS_MAX 1000

static void
add_words(struct buf *out, const struct results *r, const char *text)
{
    html_text(out, lang_text(r->lang, text));
}

static size_t
count_of(const struct audit *a, enum unknown_what what)
{
    size_t n = 0;

    for (size_t i = 0; i < a->unknown.n; i++)
        n += a->unknown.at[i].what == what;
    return n;
}

/* "10 resources, 1,242.9 GPU hours". */
static void
add_how_much(struct buf *out, const struct results *r, enum unknown_what what, size_t n)
{
    char figure[SAY_FIGURE_MAX];
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    say_plural(&text, r, n, N_("%s resource"), N_("%s resources"));
    if (what == UNKNOWN_UTILISATION)
        buf_addf(&text, "%s%s %s", r->lang == LANG_ZH ? "，" : ", ",
            money_format_display(figure, r->audit->unknown_gpu_hours, 1),
            lang_text(r->lang, N_("GPU hours")));
    if (text.n > 0)
        html_text(out, text.p);
    buf_fail_with(out, &text);
    buf_release(&text);
}

static void
add_row(struct buf *out, const struct results *r, const struct audit_unknown *u)
{
    char figure[SAY_FIGURE_MAX];

    buf_add_text(out, "<tr><td>");
    html_text(out, say_platform(r, u->platform));
    buf_add_text(out, "</td><td>");
    html_text(out, u->resource);
    buf_add_text(out, "</td>");
    if (u->what == UNKNOWN_UTILISATION)
        buf_addf(out, "<td class=\"n\">%s</td>", money_format_display(figure, u->gpu_hours, 2));
    buf_add_text(out, "<td>");
    for (const char **id = u->rules; *id; id++) {
        const struct rule *rule = rule_find(*id);

        if (id != u->rules)
            buf_add_text(out, r->lang == LANG_ZH ? "、" : ", ");
        html_text(out, rule ? lang_text(r->lang, rule->title) : *id);
    }
    buf_add_text(out, "</td></tr>\n");
}

static void
add_rows(struct buf *out, const struct results *r, enum unknown_what what, size_t n)
{
    const struct audit *a = r->audit;
    char text[MESSAGE_TEXT_MAX];
    size_t shown = 0;
    struct message m;

    buf_add_text(out, "<details><summary>");
    add_how_much(out, r, what, n);
    buf_addf(out, "</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-labelledby=\"unknown-%s\"><table><caption class=\"hidden\">", unknown_word(what));
    add_words(out, r, say_unknown(what));
    buf_add_text(out, "</caption><thead><tr><th scope=\"col\">");
    add_words(out, r, N_("Platform"));
    buf_add_text(out, "</th><th scope=\"col\">");
    add_words(out, r, N_("Resource"));
    if (what == UNKNOWN_UTILISATION) {
        buf_add_text(out, "</th><th scope=\"col\" class=\"n\">");
        add_words(out, r, N_("GPU hours"));
    }
    buf_add_text(out, "</th><th scope=\"col\">");
    add_words(out, r, N_("Not judged by"));
    buf_add_text(out, "</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < a->unknown.n && shown < ROWS_MAX; i++)
        if (a->unknown.at[i].what == what) {
            add_row(out, r, &a->unknown.at[i]);
            shown++;
        }
    buf_add_text(out, "</tbody></table></div>\n");
    if (shown < n) {
        message_set(&m, "The first %zu of %zu rows; all of them are in %s.", shown, n,
            "review.json");
        buf_add_text(out, "<p class=\"note\">");
        html_text(out, message_text(&m, r->lang, text, sizeof(text)));
        buf_add_text(out, "</p>\n");
    }
    buf_add_text(out, "</details>\n");
}

int
page_unknown(struct buf *out, const struct results *r, const struct page_charts *charts,
    struct err *e)
{
    static const enum unknown_what all[] = { UNKNOWN_UTILISATION, UNKNOWN_PERIOD, UNKNOWN_STATE,
        UNKNOWN_COMPUTE, UNKNOWN_PRICE, UNKNOWN_ID, UNKNOWN_BALANCE };

    if (!r->audit)
        return 0;
    buf_add_text(out, "<h2>");
    add_words(out, r, N_("What could not be judged"));
    buf_add_text(out, "</h2>\n");
    if (r->audit->unknown.n == 0) {
        buf_add_text(out, "<p class=\"none\">");
        if (results_are_given(r))
            html_text(out, say_not_judged(r));
        else
            add_words(out, r, N_("Everything could be judged."));
        buf_add_text(out, "</p>\n");
    }
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        size_t n = count_of(r->audit, all[i]);

        if (n == 0)
            continue;
        buf_addf(out, "<div class=\"unknown\">\n<h3 id=\"unknown-%s\">", unknown_word(all[i]));
        add_words(out, r, say_unknown(all[i]));
        buf_add_text(out, "</h3>\n<p class=\"todo\"><b>");
        add_words(out, r, N_("What would settle it"));
        buf_add_text(out, "</b> ");
        add_words(out, r, say_remedy(all[i]));
        buf_add_text(out, "</p>\n");
        add_rows(out, r, all[i], n);
        buf_add_text(out, "</div>\n");
    }
    return page_charts(out, r, charts, PAGE_UNKNOWN, e) || buf_ok(out, e) ? -1 : 0;
}
