/*
 * page_inputs.c - every file that was read, and what became of its records.
 *
 *     bills/autodl.csv                       120  =   117  +  3  +  0     CNY 123.45
 *     AutoDL statement · GB18030 · its headings are documented by the platform
 */
#include <inttypes.h>

#include "ledger/input.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/ranking.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

static void
add_words(struct buf *out, const struct results *r, const char *text)
{
    html_text(out, lang_text(r->lang, text));
}

static void
add_count(struct buf *out, const char *sign, uint64_t n)
{
    char figure[SAY_FIGURE_MAX];

    buf_addf(out, "<td class=\"n\" data-v=\"%" PRIu64 "\">%s%s</td>", n, sign,
        say_count(figure, n));
}

/* What ${text} holds, escaped; ${text} is empty afterwards. */
static void
add_made(struct buf *out, struct buf *text)
{
    if (text->n > 0)
        html_text(out, text->p);
    buf_reset(text);
}

static void
add_sums(struct buf *out, const struct currency_sums *sums)
{
    char figure[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];

    buf_add_text(out, "<td class=\"n\">");
    for (size_t i = 0; i < sums->n; i++) {
        const struct currency_sum *s = &sums->at[i];

        buf_addf(out, "%s<span title=\"%s\">", i > 0 ? "<br>" : "", money_format(exact, s->sum));
        html_text(out, s->currency);
        buf_addf(out, " %s</span>", say_amount(figure, s->sum, s->currency));
    }
    buf_add_text(out, "</td>");
}

/* Format, encoding, how its headings are known; then what was skipped, or what went wrong. */
static void
add_about(struct buf *out, const struct results *r, const struct input *in, struct buf *text)
{
    buf_add_text(out, "<span class=\"about\">");
    buf_add_text(text, say_format(r, in));
    if (in->encoding[0])
        buf_addf(text, " · %s", in->encoding);
    if (say_evidence(r, in->evidence_level)[0])
        buf_addf(text, " · %s", say_evidence(r, in->evidence_level));
    add_made(out, text);
    buf_add_text(out, "</span>");
    say_skipped(text, r, in);
    if (text->n > 0) {
        buf_add_text(out, "<span class=\"about\">");
        add_made(out, text);
        buf_add_text(out, "</span>");
    }
}

static void
add_row(struct buf *out, const struct results *r, const struct input *in, struct buf *text)
{
    uint64_t skipped = 0;

    for (unsigned i = 0; i < SKIP_COUNT; i++)
        skipped += in->skipped[i];
    buf_add_text(out, "<tr><th scope=\"row\">");
    html_text(out, in->path);
    add_about(out, r, in, text);
    buf_add_text(out, "</th>");
    add_count(out, "", in->records);
    add_count(out, "= ", in->lines);
    add_count(out, "+ ", skipped);
    add_count(out, "+ ", in->rejected);
    add_sums(out, &in->billed);
    add_sums(out, &in->declared);
    buf_add_text(out, "</tr>\n");
}

int
page_inputs(struct buf *out, const struct results *r, struct err *e)
{
    static const char *const titles[] = { N_("File"), N_("Records"), N_("Lines"), N_("Skipped"),
        N_("Rejected"), N_("Billed"), N_("Declared by the file") };
    size_t n = r->ledger->inputs.n, shown = n < REPORT_ROWS_MAX ? n : REPORT_ROWS_MAX;
    struct table t;
    struct buf text;

    if (n == 0)
        return 0;
    table_init(&t);
    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(out, "<div class=\"card\" id=\"inputs\">\n<h3>");
    add_words(out, r, N_("Files read"));
    buf_add_text(out, "</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    add_words(out, r, N_("Files read"));
    buf_add_text(out, "\"><table><caption class=\"hidden\">");
    add_words(out, r, N_("Files read"));
    buf_add_text(out, "</caption><thead><tr>");
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
        buf_addf(out, "<th scope=\"col\"%s>", i > 0 ? " class=\"n\"" : "");
        add_words(out, r, titles[i]);
        buf_add_text(out, "</th>");
    }
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < shown; i++)
        add_row(out, r, r->ledger->inputs.at[i], &text);
    buf_add_text(out, "</tbody></table></div>\n");
    if (ranking_note(&t, r, shown, n, "review.json", e) == 0 && t.note) {
        buf_add_text(out, "<p class=\"note\">");
        html_text(out, t.note);
        buf_add_text(out, "</p>\n");
    }
    buf_add_text(out, "</div>\n");
    table_release(&t);
    buf_fail_with(out, &text);
    buf_release(&text);
    return buf_ok(out, e);
}
