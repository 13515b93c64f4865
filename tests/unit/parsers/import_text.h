/*
 * import_text.h - what comes of files as text: two readings of one file are the same where their
 * texts are.
 */
#ifndef TESTS_IMPORT_TEXT_H
#define TESTS_IMPORT_TEXT_H

#include <inttypes.h>

#include "base/buf.h"
#include "ledger/ledger.h"
#include "parsers/charge_text.h"

/* One line of ${out} for ${line}; ${cell} is for texts on their way. */
static inline void
add_line_text(struct buf *out, const struct ledger_line *line, struct buf *cell)
{
    struct charge c;
    struct sv text;

    ledger_unpack(line, &c);
    buf_addf(out, "line %" PRIu64 " %u", c.line, line->input);
    for (const struct column *column = ledger_columns; column->name; column++)
        if (charge_text(&c, column, cell, &text))
            buf_addf(out, "|%s=%.*s", column->name, SV_ARG(text));
    buf_addf(out, "|%x %x %d %d %d", c.money_set, c.changes, c.offset_minutes, c.is_actual_use,
        c.is_of_month);
    for (size_t i = 0; i < LEDGER_DECIMALS; i++)
        buf_addf(out, " %u", line->amounts->packing->decimals[i]);
    buf_add_char(out, '\n');
}

static inline void
add_message_text(struct buf *out, const char *kind, uint64_t line, const struct message *m)
{
    char text[MESSAGE_TEXT_MAX];

    buf_addf(out, "%s %" PRIu64 " %s\n", kind, line,
        m->format ? message_text(m, LANG_EN, text, sizeof(text)) : "");
}

/* What ${in} counts, and what is said of it. */
static inline void
add_input_text(struct buf *out, const struct input *in)
{
    char text[ERR_TEXT_MAX], amount[MONEY_TEXT_MAX];

    buf_addf(out, "input %s %s %s %" PRIu64 " %" PRIu64 " %" PRIu64, in->path, in->format,
        in->platform, in->records, in->lines, in->rejected);
    for (size_t i = 0; i < SKIP_COUNT; i++)
        buf_addf(out, " %" PRIu64, in->skipped[i]);
    buf_addf(out, " %s\n",
        in->failure.code != ERR_NONE ? err_text(&in->failure, LANG_EN, text, sizeof(text)) : "");
    for (size_t i = 0; i < in->rejections.n; i++) {
        const struct rejection *r = &in->rejections.at[i];
        struct message why;

        message_unfold(&why, r->why);
        buf_addf(out, "%d '%s' '%.*s' ", (int)r->reason, r->column, SV_ARG(r->raw));
        add_message_text(out, "rejected", r->line, &why);
    }
    for (size_t i = 0; i < in->warnings.n; i++)
        add_message_text(out, in->warnings.at[i].code, in->warnings.at[i].line,
            &in->warnings.at[i].message);
    for (size_t i = 0; i < in->warning_counts.n; i++)
        buf_addf(out, "%s %" PRIu64 "\n", in->warning_counts.at[i].code,
            in->warning_counts.at[i].n);
    for (size_t i = 0; i < in->declared.n; i++)
        buf_addf(out, "declared %s %s\n", in->declared.at[i].currency,
            money_format(amount, in->declared.at[i].sum));
}

/* All inputs and lines of ${l}. */
static inline void
add_ledger_text(struct buf *out, const struct ledger *l)
{
    struct buf cell;

    buf_init(&cell, out->max);
    for (size_t i = 0; i < l->inputs.n; i++)
        add_input_text(out, l->inputs.at[i]);
    for (size_t i = 0; i < l->lines.n; i++)
        add_line_text(out, &l->lines.at[i], &cell);
    buf_addf(out, "facets %zu\n", l->facets.n);
    buf_release(&cell);
}

#endif
