/*
 * page_evidence.c - what stands behind a finding, folded: its rows, and how the leak was computed.
 */
#include <inttypes.h>

#include "ledger/line_fact.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"
#include "reports/working.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

struct evidence {
    struct buf *out;
    const struct results *r;
    const struct finding *f;
    bool has_net; /* some row's net is not its leak */
};

static void
add_amount(struct buf *out, struct money m, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];

    (void)say_amount(text, m, currency);
    (void)money_format(exact, m);

    /* The exact amount is told only where it is another one: rows are many. */
    buf_add_text(out, "<td class=\"n\"");
    if (money_compare(money_round(m, 2), m) != 0)
        buf_addf(out, " title=\"%s\"", exact);
    buf_addf(out, ">%s</td>", text);
}

static void
add_heading(const struct evidence *v, const char *title, bool is_right)
{
    buf_addf(v->out, "<th scope=\"col\"%s>", is_right ? " class=\"n\"" : "");
    html_text(v->out, lang_text(v->r->lang, title));
    buf_add_text(v->out, "</th>");
}

static void
add_row(const struct evidence *v, const struct finding_line *row)
{
    const struct ledger_line *line = &v->r->ledger->lines.at[row->line];
    char text[FINDING_TEXT_MAX];

    buf_add_text(v->out, "<tr><td class=\"at\">");
    html_text(v->out, ledger_input(v->r->ledger, line)->path);
    buf_addf(v->out, ":%" PRIu64 "</td><td>", line->source_line);
    if (line->start != TIME_NONE)
        buf_add_text(v->out, finding_time_text(text, line->start,
            v->r->review->period.zone_minutes));
    buf_add_text(v->out, "</td><td>");
    html_text(v->out, say_category(v->r, (enum category)ledger_word(line, WORD_CATEGORY)));
    buf_add_text(v->out, "</td>");
    add_amount(v->out, ledger_billed(line), v->f->currency);
    add_amount(v->out, row->leak, v->f->currency);
    if (v->has_net)
        add_amount(v->out, row->net, v->f->currency);
    buf_add_text(v->out, "</tr>\n");
}

static void
add_sum(const struct evidence *v)
{
    buf_add_text(v->out, "<tfoot><tr><th scope=\"row\" colspan=\"3\">");
    html_text(v->out, lang_text(v->r->lang, N_("All rows")));
    buf_add_text(v->out, "</th>");
    add_amount(v->out, v->f->billed, v->f->currency);
    add_amount(v->out, v->f->leak, v->f->currency);
    if (v->has_net)
        add_amount(v->out, v->f->net, v->f->currency);
    buf_add_text(v->out, "</tr></tfoot>");
}

static void
add_cut(const struct evidence *v, size_t shown)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    message_set(&m, "The first %zu of %zu rows. findings.csv has the sums, review.json every row.",
        shown, v->f->lines.n);
    buf_add_text(v->out, "<p class=\"note\">");
    html_text(v->out, message_text(&m, v->r->lang, text, sizeof(text)));
    buf_add_text(v->out, "</p>\n");
}

/* "Evidence (17 rows)", or the same for the table's caption. */
static void
add_rows_title(const struct evidence *v)
{
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    say_plural(&text, v->r, v->f->lines.n, N_("Evidence (%s row)"), N_("Evidence (%s rows)"));
    if (text.n > 0)
        html_text(v->out, text.p);
    buf_fail_with(v->out, &text);
    buf_release(&text);
}

static void
add_rows(const struct evidence *v, size_t shown)
{
    buf_addf(v->out, "<details class=\"evidence\"%s><summary>",
        shown <= PAGE_EVIDENCE_PRINTED ? " data-print" : "");
    add_rows_title(v);
    buf_addf(v->out, "</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"%s\"><table><caption class=\"hidden\">%s, ", v->f->id, v->f->id);
    add_rows_title(v);
    buf_add_text(v->out, "</caption><thead><tr>");
    add_heading(v, N_("File and line"), false);
    add_heading(v, N_("From"), false);
    add_heading(v, N_("Category"), false);
    add_heading(v, N_("Billed"), true);
    add_heading(v, N_("Leak"), true);
    if (v->has_net)
        add_heading(v, N_("Net"), true);
    buf_add_text(v->out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < shown; i++)
        add_row(v, &v->f->lines.at[i]);
    buf_add_text(v->out, "</tbody>");
    add_sum(v);
    buf_add_text(v->out, "</table></div>\n");
    if (shown < v->f->lines.n)
        add_cut(v, shown);
    buf_add_text(v->out, "</details>\n");
}

static void
add_working(const struct evidence *v)
{
    const struct rule *rule = v->f->of;
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(v->out, "<details class=\"how\" data-print><summary>");
    html_text(v->out, lang_text(v->r->lang, N_("How it is computed")));
    buf_add_text(v->out, "</summary>\n");
    if (rule) {
        buf_add_text(v->out, "<p>");
        html_text(v->out, lang_text(v->r->lang, rule->formula));
        buf_add_text(v->out, "</p>\n");
    }
    buf_add_text(v->out, "<p class=\"working\">");
    working_say(&text, v->r, v->f);
    if (text.n > 0)
        html_text(v->out, text.p);
    buf_add_text(v->out, "</p>\n");
    buf_reset(&text);
    working_say_net(&text, v->r, v->f);
    if (text.n > 0) {
        buf_add_text(v->out, "<p class=\"working\">");
        html_text(v->out, text.p);
        buf_add_text(v->out, "</p>\n");
    }
    buf_add_text(v->out, "</details>\n");
    buf_fail_with(v->out, &text);
    buf_release(&text);
}

void
page_evidence(struct buf *out, const struct results *r, const struct finding *f, size_t *room)
{
    struct evidence v = { .out = out, .r = r, .f = f };
    size_t shown = f->lines.n < PAGE_EVIDENCE_MAX ? f->lines.n : PAGE_EVIDENCE_MAX;

    shown = shown < *room ? shown : *room;
    *room -= shown;
    for (size_t i = 0; i < f->lines.n; i++)
        v.has_net |= money_compare(f->lines.at[i].leak, f->lines.at[i].net) != 0;
    buf_add_text(out, "<div class=\"folds\">\n");
    if (f->lines.n > 0)
        add_rows(&v, shown);
    add_working(&v);
    buf_add_text(out, "</div>\n");
}
