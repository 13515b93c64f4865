/*
 * render_report_markdown.c - report.md: the page's words and tables, for where no page is shown.
 */
#include <string.h>

#include "reports/breakdown.h"
#include "reports/markdown.h"
#include "reports/markdown_findings.h"
#include "reports/output_names.h"
#include "reports/page.h"
#include "reports/recon_say.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)
#define TABLE_ROWS_OPEN 20 /* a longer table stands folded */
#define TABLE_ROWS_MAX 50  /* and is cut */
#define DAYS_MAX 31        /* more of them are weeks */

struct sheet {
    struct buf *out;
    const struct results *r;
    const struct chart_image *charts;
    size_t chart_count;
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n;
};

static void
add_heading(const struct sheet *s, const char *marks, const char *title)
{
    buf_addf(s->out, "\n%s ", marks);
    markdown_text(s->out, sv_of(lang_text(s->r->lang, title)));
    buf_add_text(s->out, "\n\n");
}

static int
add_head(const struct sheet *s, struct err *e)
{
    const struct results *r = s->r;
    struct buf text;
    int result = 0;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(s->out, "# ");
    markdown_text(s->out, sv_of(lang_text(r->lang, N_("GPU and cloud spend"))));
    buf_add_char(s->out, ' ');
    say_period(s->out, r);
    buf_add_char(s->out, '\n');
    if (s->n == 0) {
        buf_add_char(s->out, '\n');
        markdown_text(s->out, sv_of(say_nothing_spent(r)));
        buf_add_char(s->out, '\n');
    }
    for (size_t i = 0; i < s->n && result == 0; i++) {
        buf_reset(&text);
        result = say_leak_verdict(&text, r, s->totals[i], e);
        buf_add_text(s->out, "\n**");
        markdown_text(s->out, buf_sv(&text));
        buf_add_text(s->out, "**\n");
    }
    if (say_not_judged(r)[0]) {
        buf_add_char(s->out, '\n');
        markdown_text(s->out, sv_of(say_not_judged(r)));
        buf_add_char(s->out, '\n');
    }
    buf_fail_with(s->out, &text);
    buf_release(&text);
    return result;
}

/* "CNY 12.30, USD 1.00" for the table of figures. */
static void
add_amount(const struct sheet *s, struct money m, const char *currency, bool is_first)
{
    char figure[SAY_FIGURE_MAX];

    buf_add_text(s->out, is_first ? "" : "<br>");
    markdown_text(s->out, sv_of(currency));
    buf_addf(s->out, " %s", say_amount(figure, m, currency));
}

/* The four figures of the page's head. */
static void
add_figures(const struct sheet *s)
{
    static const char *const titles[] = { N_("Spent"), N_("Leaked, net"),
        N_("Not covered by invoices"), N_("Could not be judged") };
    const struct results *r = s->r;
    char figure[SAY_FIGURE_MAX];

    buf_add_char(s->out, '\n');
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
        buf_addf(s->out, "| %s ", lang_text(r->lang, titles[i]));
    buf_add_text(s->out, "|\n|---:|---:|---:|---:|\n| ");
    for (size_t i = 0; i < s->n; i++)
        add_amount(s, s->totals[i]->billed, s->totals[i]->currency, i == 0);
    buf_add_text(s->out, " | ");
    for (size_t i = 0; i < s->n; i++) {
        const struct audit_leak *leak = say_leak(r, s->totals[i]->currency);

        if (leak)
            add_amount(s, leak->net, leak->currency, i == 0);
    }
    buf_add_text(s->out, " | ");
    for (size_t i = 0; recon_is_there(r) && i < r->recon->totals.n; i++)
        add_amount(s, r->recon->totals.at[i].uncovered, r->recon->totals.at[i].currency, i == 0);
    buf_addf(s->out, " | %s %s |\n", money_format_display(figure, say_unknown_hours(r), 1),
        lang_text(r->lang, N_("GPU hours")));
}

static void
add_chart(const struct sheet *s, const char *name)
{
    for (size_t i = 0; i < s->chart_count; i++)
        if (strcmp(s->charts[i].name, name) == 0) {
            buf_add_text(s->out, "![");
            markdown_text(s->out, sv_of(lang_text(s->r->lang, s->charts[i].title)));
            buf_addf(s->out, "](" OUTPUT_CHARTS_FOLDER "/%s" OUTPUT_PNG ")\n\n", name);
        }
}

/* Where the rows are that a long table leaves out. */
static void
add_note(const struct sheet *s, size_t rows)
{
    char said[MESSAGE_TEXT_MAX];
    struct message m;

    message_set(&m, "The first %zu of %zu rows; all of them are in %s.", (size_t)TABLE_ROWS_MAX,
        rows, "review.json");
    buf_add_char(s->out, '\n');
    markdown_text(s->out, sv_of(message_text(&m, s->r->lang, said, sizeof(said))));
    buf_add_char(s->out, '\n');
}

static void
add_table(const struct sheet *s, const struct table *t)
{
    size_t rows = table_rows(t), shown = rows < TABLE_ROWS_MAX ? rows : TABLE_ROWS_MAX;

    if (rows > TABLE_ROWS_OPEN) {
        buf_add_text(s->out, "<details><summary>");
        say_plural(s->out, s->r, rows, N_("Table of %s row"), N_("Table of %s rows"));
        buf_add_text(s->out, "</summary>\n\n");
    }
    render_markdown_rows(s->out, t, shown, s->r->lang);
    if (shown < rows)
        add_note(s, rows);
    if (rows > TABLE_ROWS_OPEN)
        buf_add_text(s->out, "\n</details>\n");
}

static bool
is_too_long(const struct breakdown *b)
{
    return b->kind == BREAKDOWN_DAY && !b->is_monthly && b->bars.n > DAYS_MAX;
}

static int
add_breakdown(const struct sheet *s, enum breakdown_kind kind, const char *currency,
    struct err *e)
{
    char name[BREAKDOWN_NAME_MAX];
    struct breakdown b;
    struct table t;
    int result = -1;

    table_init(&t);
    if (breakdown_build(&b, s->r, kind, currency, e) == 0 &&
        (!is_too_long(&b) || breakdown_by_week(&b, e) == 0) &&
        breakdown_table(&b, s->r, &t, e) == 0)
        result = 0;
    if (result == 0 && b.bars.n > 0) {
        buf_addf(s->out, "\n### ");
        markdown_text(s->out, sv_of(lang_text(s->r->lang, breakdown_title(&b))));
        buf_addf(s->out, "%s%s\n\n", currency[0] ? " · " : "", currency);
        add_chart(s, breakdown_name(name, s->r, kind, currency));
        add_table(s, &t);
    }
    table_release(&t);
    breakdown_release(&b);
    return result;
}

static int
add_breakdowns(const struct sheet *s, enum page_place place, struct err *e)
{
    struct breakdown_id ids[BREAKDOWN_LIST_MAX];
    size_t n = breakdown_list(s->r, ids);

    for (size_t i = 0; i < n; i++)
        if (page_place_of(ids[i].kind) == place &&
            add_breakdown(s, ids[i].kind, ids[i].currency, e))
            return -1;
    return 0;
}

static int
add_reports(const struct sheet *s, const char *title, int from, int to, struct err *e)
{
    const struct report *reports[PAGE_REPORTS_MAX];
    size_t n = page_order(reports, PAGE_REPORTS_MAX);

    for (size_t i = 0; i < n; i++) {
        struct table t;
        int result;

        /* Each day by platform and category is more than anybody reads; weeks stand above. */
        if (reports[i]->order < from || reports[i]->order >= to ||
            strcmp(reports[i]->name, "spend_by_day") == 0)
            continue;
        table_init(&t);
        result = reports[i]->fill(s->r, &t, e);
        if (result == 0 && table_rows(&t) > 0) {
            if (strcmp(reports[i]->title, title) != 0)
                add_heading(s, "###", reports[i]->title);
            else
                buf_add_char(s->out, '\n');
            add_table(s, &t);
        }
        table_release(&t);
        if (result)
            return -1;
    }
    return 0;
}

/* A heading, and the reports of its section; nothing where there is none. A report of the same
 * title needs none of its own. */
static int
add_section(const struct sheet *s, const char *title, int from, int to, struct err *e)
{
    size_t before = s->out->n, behind;

    add_heading(s, "##", title);
    buf_cut(s->out, s->out->n - 1);
    behind = s->out->n;
    if ((from == REPORT_UNKNOWN && add_breakdowns(s, PAGE_UNKNOWN, e)) ||
        (from == REPORT_COMPARISON && add_breakdowns(s, PAGE_MONTHS, e)) ||
        add_reports(s, title, from, to, e))
        return -1;
    if (s->out->n == behind)
        buf_cut(s->out, before);
    return 0;
}

int
render_report_markdown(struct buf *out, const struct results *r, const struct chart_image *charts,
    size_t n, struct err *e)
{
    struct sheet s = { .out = out, .r = r, .charts = charts, .chart_count = n };

    s.n = say_currencies(r, s.totals);
    if (add_head(&s, e))
        return -1;
    add_figures(&s);
    if (markdown_largest(out, r, e))
        return -1;
    add_heading(&s, "##", N_("Where it went"));
    buf_cut(out, out->n - 1);
    if (add_breakdowns(&s, PAGE_WHERE, e))
        return -1;
    markdown_leaks_heading(out, r);
    if (add_breakdowns(&s, PAGE_LEAKS, e))
        return -1;
    markdown_findings(out, r);
    if (add_section(&s, N_("What could not be judged"), REPORT_UNKNOWN, REPORT_TOTALS, e) ||
        add_section(&s, N_("Spend tables"), REPORT_TOTALS, REPORT_COMPARISON, e) ||
        add_section(&s, N_("Against last month"), REPORT_COMPARISON, REPORT_INVOICES, e) ||
        add_section(&s, N_("Invoices and payments"), REPORT_INVOICES, REPORT_TRUST, e))
        return -1;
    add_heading(&s, "##", N_("Can I trust this?"));
    say_accounts(out, r);
    buf_add_char(out, '\n');
    if (add_reports(&s, "", REPORT_TRUST, REPORT_END, e))
        return -1;
    return buf_ok(out, e);
}
