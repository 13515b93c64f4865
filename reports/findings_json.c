/*
 * findings_json.c - what the rules found, as review.json has it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "audit/gpu_time.h"
#include "reports/findings_json.h"

#define TEXT_MAX 2048

static void
add_leaks(struct jsonw *w, const struct audit *a)
{
    jsonw_begin(w, "leaks", '{', false);
    for (size_t i = 0; i < a->leaks.n; i++) {
        jsonw_begin(w, a->leaks.at[i].currency, '{', true);
        jsonw_money(w, "gross", a->leaks.at[i].gross);
        jsonw_money(w, "net", a->leaks.at[i].net);
        jsonw_money(w, "share_of_billed", a->leaks.at[i].share);
        jsonw_end(w);
    }
    jsonw_end(w);
    jsonw_begin(w, "leaks_by_rule", '[', false);
    for (size_t i = 0; i < a->rule_leaks.n; i++) {
        jsonw_element(w);
        jsonw_text(w, "rule", a->rule_leaks.at[i].rule);
        jsonw_text(w, "currency", a->rule_leaks.at[i].currency);
        jsonw_count(w, "findings", a->rule_leaks.at[i].findings);
        jsonw_money(w, "gross", a->rule_leaks.at[i].gross);
        jsonw_money(w, "net", a->rule_leaks.at[i].net);
        jsonw_end(w);
    }
    jsonw_end(w);
}

/* Durations are told in hours, as all quantities of time. */
static void
add_fact(struct jsonw *w, const struct fact *fact, int zone_minutes)
{
    char text[32];

    switch (fact->kind) {
    case FACT_TEXT:
        jsonw_text(w, fact->name, fact->text);
        break;
    case FACT_AMOUNT:
        jsonw_money(w, fact->name, fact->amount);
        break;
    case FACT_COUNT:
        (void)snprintf(text, sizeof(text), "%" PRId64, fact->number);
        jsonw_plain(w, fact->name, text);
        break;
    case FACT_TIME:
        jsonw_time(w, fact->name, fact->number, zone_minutes);
        break;
    case FACT_DURATION:
        (void)snprintf(text, sizeof(text), "%s_hours", fact->name);
        jsonw_money(w, text, gpu_time_hours(money_of(fact->number)));
        break;
    }
}

static void
add_facts(struct jsonw *w, const struct finding *f, int zone_minutes)
{
    jsonw_begin(w, "facts", '{', true);
    for (size_t i = 0; i < f->facts.n; i++)
        add_fact(w, &f->facts.at[i], zone_minutes);
    if (f->merged > 0)
        jsonw_count(w, "merged", f->merged);
    jsonw_end(w);
}

static void
add_lines(struct jsonw *w, const struct results *r, const struct finding *f)
{
    jsonw_begin(w, "lines", '[', false);
    for (size_t i = 0; i < f->lines.n; i++) {
        const struct ledger_line *line = &r->ledger->lines.at[f->lines.at[i].line];

        if (i + LEDGER_AHEAD < f->lines.n)
            ledger_fetch(&r->ledger->lines.at[f->lines.at[i + LEDGER_AHEAD].line]);
        jsonw_element(w);
        jsonw_text(w, "path", ledger_input(r->ledger, line)->path);
        jsonw_count(w, "line", line->source_line);
        jsonw_money(w, "billed", ledger_billed(line));
        jsonw_money(w, "leak", f->lines.at[i].leak);
        jsonw_money(w, "net", f->lines.at[i].net);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_finding(struct jsonw *w, const struct results *r, const struct finding *f)
{
    int zone = r->audit->period.zone_minutes;
    char text[TEXT_MAX];

    jsonw_begin(w, NULL, '{', false);
    jsonw_text(w, "id", f->id);
    jsonw_text(w, "rule", f->rule);
    jsonw_text(w, "certainty", certainty_word(f->certainty));
    jsonw_text(w, "platform", f->platform);
    jsonw_text(w, "account", f->account);
    jsonw_text(w, "resource", f->resource);
    jsonw_text(w, "name", f->name);
    jsonw_text(w, "currency", f->currency);
    jsonw_time(w, "from", f->from, zone);
    jsonw_time(w, "to", f->to, zone);
    jsonw_money(w, "billed", f->billed);
    jsonw_money(w, "leak", f->leak);
    jsonw_money(w, "net_leak", f->net);
    if (f->is_waived) {
        jsonw_plain(w, "waived", "true");
        jsonw_text(w, "reason", f->waiver);
    }
    jsonw_text(w, "message", finding_says(f, r->lang, text, sizeof(text)));
    jsonw_text(w, "advice", finding_advises(f, r->lang, text, sizeof(text)));
    add_facts(w, f, zone);
    add_lines(w, r, f);
    jsonw_end(w);
}

static void
add_unknown(struct jsonw *w, const struct audit_unknown *u)
{
    jsonw_element(w);
    jsonw_text(w, "what", unknown_word(u->what));
    jsonw_text(w, "platform", u->platform);
    jsonw_text(w, "account", u->account);
    jsonw_text(w, "resource", u->resource);
    jsonw_money(w, "gpu_hours", u->gpu_hours);
    jsonw_begin(w, "rules", '[', true);
    for (const char **rule = u->rules; *rule; rule++)
        jsonw_text(w, NULL, *rule);
    jsonw_end(w);
    jsonw_end(w);
}

void
json_add_audit(struct jsonw *w, const struct results *r)
{
    const struct audit *a = r->audit;

    add_leaks(w, a);
    jsonw_begin(w, "findings", '[', false);
    for (size_t i = 0; i < a->findings.n; i++)
        add_finding(w, r, a->findings.at[i]);
    jsonw_end(w);
    jsonw_begin(w, "unknown", '[', false);
    for (size_t i = 0; i < a->unknown.n; i++)
        add_unknown(w, &a->unknown.at[i]);
    jsonw_end(w);
}
