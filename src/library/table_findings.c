/*
 * table_findings.c - what the rules found, and what they could not judge.
 */
#include "library/table.h"

#define SENTENCES_MAX 2048

static bool
next_finding(struct gpubill_rows *rows)
{
    return TABLE_STEP_POINTERS(rows, &rows->results->audit->findings);
}

static void
make_certainty(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct finding *f = rows->row;

    (void)text;
    value_set_text(out, certainty_word(f->certainty));
}

/* Put ${said} into ${text}, where it stays. */
static void
set_said(struct value *out, const char *said, struct buf *text)
{
    buf_add_text(text, said);
    value_set_text(out, text->n > 0 ? text->p : "");
}

static void
make_message(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    char said[SENTENCES_MAX];

    set_said(out, finding_says(rows->row, rows->results->lang, said, sizeof(said)), text);
}

static void
make_advice(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    char said[SENTENCES_MAX];

    set_said(out, finding_advises(rows->row, rows->results->lang, said, sizeof(said)), text);
}

static const struct field finding_fields[] = {
    { "id", FIELD_CHARS, OF_ROW(finding, id) },
    { "rule", FIELD_TEXT, OF_ROW(finding, rule) },
    { "certainty", MADE(make_certainty) },
    { "platform", FIELD_TEXT, OF_ROW(finding, platform) },
    { "account", FIELD_TEXT, OF_ROW(finding, account) },
    { "resource", FIELD_TEXT, OF_ROW(finding, resource) },
    { "name", FIELD_TEXT, OF_ROW(finding, name) },
    { "currency", FIELD_TEXT, OF_ROW(finding, currency) },
    { "from", FIELD_TIME, OF_ROW(finding, from) },
    { "to", FIELD_TIME, OF_ROW(finding, to) },
    { "billed", FIELD_MONEY, OF_ROW(finding, billed) },
    { "leak", FIELD_MONEY, OF_ROW(finding, leak) },
    { "net", FIELD_MONEY, OF_ROW(finding, net) },
    { "waived", FIELD_FLAG, OF_ROW(finding, is_waived) },
    { "reason", FIELD_TEXT, OF_ROW(finding, waiver) },
    { "message", MADE(make_message) },
    { "advice", MADE(make_advice) },
    { "lines", FIELD_SIZE, OF_ROW(finding, lines.n) },
    { .name = NULL },
};

const struct table_view table_findings = { GPUBILL_FINDINGS, finding_fields, next_finding, { 0 } };

/* The finding that rows->i stands on; NULL behind the last. */
static const struct finding *
finding_at(const struct gpubill_rows *rows)
{
    const struct audit *a = rows->results->audit;

    if (rows->parent)
        return rows->i == 0 ? rows->parent_row : NULL;
    return rows->i < a->findings.n ? a->findings.at[rows->i] : NULL;
}

static bool
next_line(struct gpubill_rows *rows)
{
    const struct finding *f;

    for (; (f = finding_at(rows)) != NULL; rows->i++, rows->k = 0) {
        if (rows->k >= f->lines.n)
            continue;
        rows->owner = f;
        rows->row = &f->lines.at[rows->k++];
        return true;
    }
    return false;
}

static const struct ledger_line *
line_of(const struct gpubill_rows *rows)
{
    const struct finding_line *l = rows->row;

    return &rows->results->ledger->lines.at[l->line];
}

static void
make_path(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    value_set_text(out, ledger_input(rows->results->ledger, line_of(rows))->path);
}

static void
make_line(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    value_set_number(out, (int64_t)line_of(rows)->source_line);
}

static void
make_billed(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    *out = (struct value){ .kind = VALUE_MONEY, .money = ledger_billed(line_of(rows)) };
}

static const struct field line_fields[] = {
    { "finding", FIELD_CHARS, OF_OWNER(finding, id) },
    { "path", MADE(make_path) },
    { "line", MADE(make_line) },
    { "billed", MADE(make_billed) },
    { "leak", FIELD_MONEY, OF_ROW(finding_line, leak) },
    { "net", FIELD_MONEY, OF_ROW(finding_line, net) },
    { .name = NULL },
};

const struct table_view table_finding_lines = { GPUBILL_FINDING_LINES, line_fields, next_line,
    { GPUBILL_FINDINGS } };

static bool
next_rule_leak(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->audit->rule_leaks);
}

static const struct field rule_fields[] = {
    { "rule", FIELD_TEXT, OF_ROW(audit_rule_leak, rule) },
    { "currency", FIELD_TEXT, OF_ROW(audit_rule_leak, currency) },
    { "findings", FIELD_SIZE, OF_ROW(audit_rule_leak, findings) },
    { "gross", FIELD_MONEY, OF_ROW(audit_rule_leak, gross) },
    { "net", FIELD_MONEY, OF_ROW(audit_rule_leak, net) },
    { .name = NULL },
};

const struct table_view table_leaks_by_rule = { GPUBILL_LEAKS_BY_RULE, rule_fields, next_rule_leak,
    { 0 } };

static bool
next_unknown(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->audit->unknown);
}

static void
make_what(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct audit_unknown *u = rows->row;

    (void)text;
    value_set_text(out, unknown_word(u->what));
}

static void
make_rules(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct audit_unknown *u = rows->row;

    for (const char **rule = u->rules; *rule; rule++)
        buf_addf(text, "%s%s", text->n > 0 ? " " : "", *rule);
    value_set_text(out, text->n > 0 ? text->p : "");
}

static const struct field unknown_fields[] = {
    { "what", MADE(make_what) },
    { "platform", FIELD_TEXT, OF_ROW(audit_unknown, platform) },
    { "account", FIELD_TEXT, OF_ROW(audit_unknown, account) },
    { "resource", FIELD_TEXT, OF_ROW(audit_unknown, resource) },
    { "gpu_hours", FIELD_MONEY, OF_ROW(audit_unknown, gpu_hours) },
    { "rules", MADE(make_rules) },
    { .name = NULL },
};

const struct table_view table_unknown = { GPUBILL_UNKNOWN, unknown_fields, next_unknown, { 0 } };
