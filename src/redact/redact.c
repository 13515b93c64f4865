/*
 * redact.c - what tells of people goes, thing by thing: first what is known, then what quotes it.
 */
#include "ledger/observation.h"
#include "parsers/invoice_reader.h"
#include "parsers/usage.h"
#include "redact/redact_parts.h"

/* Programs that messages name, and words of ours that stand in messages as arguments. */
static const char *const own_words[] = { "pdfinfo", "pdfdetach", "pdftotext", "pdftoppm",
    "zbarimg", "gnuplot", "poppler-utils", "zbar-tools", CONFIG_NAME, "UTF-8", "UTF-16LE",
    "UTF-16BE", "GB18030", "alipay", "wechat", "held", "number", "code", "date", "seller",
    "seller_tax_id", "buyer", "buyer_tax_id", "currency", "words", "red_of", "remark", "references",
    "amount", "tax", "total", "kind", "line", "total with tax", NULL };

static void
open_texts(struct redaction *r, const char *const *texts)
{
    for (; texts && *texts; texts++)
        redaction_open(r, *texts);
}

static void
open_title(struct redaction *r, const struct format_title *title)
{
    redaction_open(r, title->en);
    redaction_open(r, title->zh);
}

/* Names of columns are no cells: a file whose headings are these has nothing to hide in them. */
static void
open_formats(struct redaction *r, const struct formats *formats)
{
    for (size_t i = 0; i < formats->list.n; i++) {
        const struct format *f = formats->list.at[i];

        redaction_open(r, f->id);
        redaction_open(r, f->platform);
        open_title(r, &f->title);
        open_title(r, &f->platform_title);
        open_texts(r, f->lists);
        for (size_t k = 0; k < f->columns.n; k++)
            open_texts(r, f->columns.at[k].names);
    }
    for (const struct usage_reader *const *u = usage_table; *u; u++)
        redaction_open(r, (*u)->name);
    for (const struct invoice_reader *const *v = invoice_reader_table; *v; v++)
        redaction_open(r, (*v)->name);
}

static void
open_columns(struct redaction *r)
{
    for (const struct column *c = ledger_columns; c->name; c++) {
        redaction_open(r, c->name);
        for (size_t i = 0; c->words && i < c->words->count; i++)
            redaction_open(r, c->words->words[i]);
    }
    for (size_t i = 0; i < rule_count(); i++)
        redaction_open(r, rule_at(i)->id);
}

void
redact_open(struct redaction *r, const struct redact_run *run)
{
    const struct ledger *l = &run->import->ledger;

    open_texts(r, own_words);
    open_columns(r);
    if (run->formats)
        open_formats(r, run->formats);
    for (size_t i = 0; i < l->inputs.n; i++) {
        redaction_open(r, l->inputs.at[i]->platform);
        redaction_open(r, l->inputs.at[i]->encoding);
    }
}

static void
redact_review(struct redaction *r, struct review *v)
{
    for (size_t i = 0; i < v->resources.n; i++) {
        redact_text(r, STAND_IN_RESOURCE, &v->resources.at[i].resource);
        redact_text(r, STAND_IN_RESOURCE, &v->resources.at[i].name);
    }
    for (size_t i = 0; i < v->projects.n; i++)
        redact_text(r, STAND_IN_PROJECT, &v->projects.at[i].project);
}

/* Conditions speak of names that are no more. */
void
redact_config(struct redaction *r, struct config *c)
{
    c->path = redaction_of_path(r, c->path);
    redact_text(r, STAND_IN_TAX_ID, &c->buyer_tax_id);
    for (const char **name = c->buyer_names; name && *name; name++)
        redact_text(r, STAND_IN_BUYER, name);
    for (size_t i = 0; i < c->projects.n; i++) {
        redact_text(r, STAND_IN_PROJECT, &c->projects.at[i].name);
        c->projects.at[i].where = NULL;
    }
}

int
redact(struct redaction *r, const struct redact_run *run, struct err *e)
{
    redact_open(r, run);
    if (redact_ledger(r, &run->import->ledger, e))
        return -1;
    if (run->config)
        redact_config(r, run->config);
    redact_documents(r, run->import);
    if (run->review)
        redact_review(r, run->review);
    if (run->recon)
        redact_recon(r, run->recon);
    if (run->audit)
        redact_audit(r, run->audit);
    if (redact_inputs(r, &run->import->ledger, e))
        return -1;
    for (size_t i = 0; i < run->import->warnings.n; i++)
        redaction_message(r, &run->import->warnings.at[i].message, false);
    r->is_complete = true;
    return redaction_ok(r, e);
}
