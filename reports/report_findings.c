/*
 * report_findings.c - where it leaked: findings by money, what to do about each.
 */
#include "reports/ranking.h"
#include "reports/say.h"

#define TEXT_MAX 2048

static int
add_row(struct table *t, const struct results *r, const struct finding *f, struct err *e)
{
    char text[TEXT_MAX];
    const char *says = table_text(t, finding_says(f, r->lang, text, sizeof(text)));
    const char *advises = table_text(t, finding_advises(f, r->lang, text, sizeof(text)));

    if (!says || !advises)
        return err_nomem(e);
    return table_add(t, cell_text(f->id), e) ||
        table_add(t, cell_amount(f->net, f->currency), e) ||
        table_add(t, cell_text(f->currency), e) ||
        table_add(t, f->is_waived ? cell_label(N_("waived")) :
            cell_label(certainty_word(f->certainty)), e) ||
        table_add(t, cell_text(say_platform(r, f->platform)), e) ||
        table_add(t, f->of ? cell_label(f->of->title) : cell_text(f->rule), e) ||
        table_add(t, cell_text(says), e) || table_add(t, cell_text(advises), e) ||
        table_add(t, cell_count(f->lines.n), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t n = r->audit ? r->audit->findings.n : 0;

    table_column(t, "id", N_("Finding"), false);
    table_column(t, "net_leak", N_("Leaked"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "certainty", N_("Certainty"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "rule", N_("Rule"), false);
    table_column(t, "message", N_("What happened"), false);
    table_column(t, "advice", N_("What to do"), false);
    table_column(t, "lines", N_("Lines"), true);
    for (size_t i = 0; i < n && i < REPORT_ROWS_MAX; i++)
        if (add_row(t, r, r->audit->findings.at[i], e))
            return -1;
    return ranking_note(t, r, table_rows(t), n, "findings.csv", e);
}

const struct report report_findings = {
    .name = "findings",
    .title = N_("Where it leaked"),
    .order = REPORT_LEAKS + 10,
    .fill = fill,
};
