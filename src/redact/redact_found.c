/*
 * redact_found.c - what the rules and the reconciliation found, and say.
 *
 * Their messages quote amounts, times and what the ledger, the invoices and the config hold, all of
 * which is known by then.
 */
#include "redact/redact_parts.h"

/* Facts whose texts are words of gpubill, platforms or models. All others are replaced. */
static const char *const open_facts[] = { "category", "memory", "kind", "model", "cheapest" };

static bool
is_open_fact(const struct fact *fact)
{
    for (size_t i = 0; i < sizeof(open_facts) / sizeof(open_facts[0]); i++)
        if (strcmp(fact->name, open_facts[i]) == 0)
            return true;
    return false;
}

static const char *
rule_of(struct redaction *r, const char *id)
{
    return redaction_of(r, STAND_IN_RULE, id);
}

static void
redact_finding(struct redaction *r, struct finding *f)
{
    f->rule = rule_of(r, f->rule);
    redact_text(r, STAND_IN_ACCOUNT, &f->account);
    redact_text(r, STAND_IN_RESOURCE, &f->resource);
    redact_text(r, STAND_IN_RESOURCE, &f->name);
    redact_text(r, STAND_IN_TEXT, &f->key);
    redact_text(r, STAND_IN_REASON, &f->waiver);
    for (size_t i = 0; i < f->facts.n; i++)
        if (f->facts.at[i].kind == FACT_TEXT && !is_open_fact(&f->facts.at[i]))
            redact_text(r, STAND_IN_TEXT, &f->facts.at[i].text);
    redaction_message(r, &f->message, true);
    redaction_message(r, &f->advice, true);
    f->said_en = f->said_zh = "";
}

void
redact_audit(struct redaction *r, struct audit *a)
{
    for (size_t i = 0; i < a->findings.n; i++)
        redact_finding(r, a->findings.at[i]);
    for (size_t i = 0; i < a->rule_leaks.n; i++)
        a->rule_leaks.at[i].rule = rule_of(r, a->rule_leaks.at[i].rule);
    for (size_t i = 0; i < a->unknown.n; i++) {
        redact_text(r, STAND_IN_ACCOUNT, &a->unknown.at[i].account);
        redact_text(r, STAND_IN_RESOURCE, &a->unknown.at[i].resource);
    }
    for (size_t i = 0; i < a->warnings.n; i++) {
        a->warnings.at[i].path = redaction_of_path(r, a->warnings.at[i].path);
        redaction_message(r, &a->warnings.at[i].warning.message, true);
    }
}

static void
redact_claim(struct redaction *r, struct claim *c)
{
    redact_text(r, STAND_IN_ACCOUNT, &c->account);
    redact_text(r, STAND_IN_ORDER, &c->order_id);
    for (size_t i = 0; i < c->earlier.n; i++)
        redact_text(r, STAND_IN_INVOICE, &c->earlier.at[i].number);
}

static void
redact_recharge(struct redaction *r, struct recharge *one)
{
    redact_text(r, STAND_IN_ACCOUNT, &one->account);
    redact_text(r, STAND_IN_ORDER, &one->order_id);
    redact_text(r, STAND_IN_LINE, &one->line_id);
}

/* The invoice itself is replaced where it was read. */
static void
redact_recon_invoice(struct redaction *r, struct recon_invoice *v)
{
    if (v->reversed_by)
        redact_text(r, STAND_IN_INVOICE, &v->reversed_by);
    redact_text(r, STAND_IN_INVOICE, &v->red_of);
    for (size_t i = 0; i < v->earlier.n; i++) {
        redact_text(r, STAND_IN_ACCOUNT, &v->earlier.at[i].account);
        redact_text(r, STAND_IN_ORDER, &v->earlier.at[i].order_id);
    }
    for (size_t i = 0; i < v->checks.n; i++)
        redaction_message(r, &v->checks.at[i].message, true);
}

void
redact_recon(struct redaction *r, struct recon *recon)
{
    for (size_t i = 0; i < recon->claims.n; i++)
        redact_claim(r, &recon->claims.at[i]);
    for (size_t i = 0; i < recon->recharges.n; i++)
        redact_recharge(r, &recon->recharges.at[i]);
    for (size_t i = 0; i < recon->invoices.n; i++)
        redact_recon_invoice(r, &recon->invoices.at[i]);
    for (size_t i = 0; i < recon->differences.n; i++)
        redaction_message(r, &recon->differences.at[i].message, true);
    for (size_t i = 0; i < recon->warnings.n; i++)
        redaction_message(r, &recon->warnings.at[i].message, true);
}
