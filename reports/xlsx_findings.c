/*
 * xlsx_findings.c - what leaked, and the charges that prove it, as sheets.
 */
#include "reports/say.h"
#include "reports/xlsx_sheets.h"

#define TEXT_MAX 2048

static void
column(struct sheet *s, const struct results *r, const char *key, const char *title,
    enum sheet_kind kind)
{
    sheet_column(s, key, lang_text(r->lang, title), kind);
}

static const char *
rule_title(const struct results *r, const struct finding *f)
{
    return f->of ? lang_text(r->lang, f->of->title) : f->rule;
}

static void
add_finding(struct sheet *s, const struct results *r, const struct finding *f)
{
    int zone = r->audit->period.zone_minutes;
    char text[TEXT_MAX];

    sheet_text(s, f->id);
    sheet_text(s, rule_title(r, f));
    sheet_text(s, lang_text(r->lang, certainty_word(f->certainty)));
    sheet_text(s, say_platform(r, f->platform));
    sheet_text(s, f->account);
    sheet_text(s, f->resource);
    sheet_text(s, f->name);
    sheet_text(s, f->currency);
    sheet_time(s, f->from, zone);
    sheet_time(s, f->to, zone);
    sheet_money(s, f->billed, f->currency);
    sheet_money(s, f->leak, f->currency);
    sheet_money(s, f->net, f->currency);
    sheet_text(s, lang_text(r->lang, f->is_waived ? N_("yes") : N_("no")));
    sheet_count(s, f->lines.n);
    sheet_text(s, finding_says(f, r->lang, text, sizeof(text)));
    sheet_text(s, finding_advises(f, r->lang, text, sizeof(text)));
    sheet_text(s, f->waiver);
    sheet_next(s, f->is_waived ? NULL : f->currency);
}

void
xlsx_findings(struct sheet *s, const struct results *r)
{
    size_t n = r->audit ? r->audit->findings.n : 0;

    column(s, r, "id", N_("Finding"), SHEET_TEXT);
    column(s, r, "rule", N_("Rule"), SHEET_TEXT);
    column(s, r, "certainty", N_("Certainty"), SHEET_TEXT);
    column(s, r, "platform", N_("Platform"), SHEET_TEXT);
    column(s, r, "account", N_("Account"), SHEET_TEXT);
    column(s, r, "resource", N_("Resource"), SHEET_TEXT);
    column(s, r, "name", N_("Name"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "from", N_("From"), SHEET_TIME);
    column(s, r, "to", N_("To"), SHEET_TIME);
    column(s, r, "billed", N_("Billed"), SHEET_MONEY);
    column(s, r, "leak", N_("Leak"), SHEET_SUM);
    column(s, r, "net_leak", N_("Net"), SHEET_SUM);
    column(s, r, "waived", N_("Waived"), SHEET_TEXT);
    column(s, r, "lines", N_("Charges"), SHEET_COUNT);
    column(s, r, "message", N_("What happened"), SHEET_LONG);
    column(s, r, "advice", N_("What to do"), SHEET_LONG);
    column(s, r, "reason", N_("Why it is waived"), SHEET_TEXT);
    sheet_sum_by(s, 7);
    sheet_sum_only(s, 13, lang_text(r->lang, N_("no")));
    sheet_headings(s);
    for (size_t i = 0; i < n && !sheet_is_full(s); i++)
        add_finding(s, r, r->audit->findings.at[i]);
    xlsx_end(s, r, n, "findings.csv");
}

static void
add_evidence(struct sheet *s, const struct results *r, const struct finding *f, size_t k)
{
    const struct finding_line *at = &f->lines.at[k];
    const struct ledger_line *line = audit_line(r->audit, at->line);
    int zone = r->audit->period.zone_minutes;

    sheet_text(s, f->id);
    sheet_text(s, rule_title(r, f));
    sheet_text(s, ledger_input(r->ledger, line)->path);
    sheet_count(s, line->source_line);
    sheet_time(s, line->start, zone);
    sheet_time(s, line->end, zone);
    sheet_text(s, say_category(r, (enum category)ledger_word(line, WORD_CATEGORY)));
    sheet_text(s, ledger_text(line, TEXT_CHARGE_DESCRIPTION));
    sheet_text(s, f->currency);
    sheet_money(s, ledger_billed(line), f->currency);
    sheet_money(s, at->leak, f->currency);
    sheet_money(s, at->net, f->currency);
    sheet_next(s, NULL);
}

void
xlsx_evidence(struct sheet *s, const struct results *r)
{
    size_t n = r->audit ? r->audit->findings.n : 0, all = 0;

    column(s, r, "finding", N_("Finding"), SHEET_TEXT);
    column(s, r, "rule", N_("Rule"), SHEET_TEXT);
    column(s, r, "path", N_("File"), SHEET_TEXT);
    column(s, r, "line", N_("Line"), SHEET_COUNT);
    column(s, r, "start", N_("From"), SHEET_TIME);
    column(s, r, "end", N_("To"), SHEET_TIME);
    column(s, r, "category", N_("Category"), SHEET_TEXT);
    column(s, r, "description", N_("Description"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "billed", N_("Billed"), SHEET_MONEY);
    column(s, r, "leak", N_("Leak"), SHEET_MONEY);
    column(s, r, "net", N_("Net"), SHEET_MONEY);
    sheet_headings(s);
    for (size_t i = 0; i < n; i++) {
        const struct finding *f = r->audit->findings.at[i];

        for (size_t k = 0; k < f->lines.n && !sheet_is_full(s); k++)
            add_evidence(s, r, f, k);
        all += f->lines.n;
    }
    xlsx_end(s, r, all, "review.json");
}
