/*
 * binding_explain.c - how one record became what it became, for people.
 */
#include "parsers/binding_inside.h"
#include "parsers/charge_text.h"

/* Names stand in a column of this width. */
#define NAME_WIDTH 26

static void
add_name(struct buf *out, const char *name)
{
    size_t width = sv_width(sv_of(name));

    buf_addf(out, "  %s", name);
    for (; width < NAME_WIDTH; width++)
        buf_add_char(out, ' ');
}

/* Each column of the format, the heading that is it, and its text. */
static void
explain_columns(const struct binding *b, enum lang lang, struct buf *out)
{
    const struct format *f = b->format;

    buf_addf(out, "%s\n", lang_text(lang, N_("Columns:")));
    for (size_t i = 0; i < f->columns.n; i++) {
        bool is_there = b->columns.ranks[i] > 0 || b->columns.texts[i].n > 0;

        add_name(out, f->columns.at[i].key);
        if (!is_there) {
            buf_addf(out, "%s\n", lang_text(lang, N_("(not in this file)")));
            continue;
        }
        buf_add_escaped(out, b->columns.headings[i]);
        buf_add_text(out, " = '");
        buf_add_escaped(out, b->columns.texts[i]);
        buf_add_text(out, "'\n");
    }
}

/* Sources of one field that are listed. */
#define SOURCES_MAX 16

struct sources {
    const struct binding *binding;
    struct buf *out;
    size_t n;
    unsigned listed[SOURCES_MAX];
};

static void
add_source(void *context, unsigned column)
{
    struct sources *s = context;

    if (s->binding->columns.texts[column].n == 0 || s->n == SOURCES_MAX)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (s->listed[i] == column)
            return;
    s->listed[s->n] = column;
    buf_addf(s->out, "%s", s->n++ > 0 ? ", " : "  <- ");
    buf_add_escaped(s->out, s->binding->columns.headings[column]);
}

static const struct format_field *
field_of(const struct format_fields *fields, const struct column *column)
{
    for (size_t i = 0; i < fields->n; i++)
        if (fields->at[i].column == column)
            return &fields->at[i];
    return NULL;
}

/* Each cell of the ledger line and the columns that it was made of. */
static void
explain_line(const struct binding *b, const struct charge *c, enum lang lang, struct buf *out)
{
    struct buf scratch;

    buf_init(&scratch, RECORD_MAX);
    buf_addf(out, "%s\n", lang_text(lang, N_("Ledger line:")));
    for (const struct column *column = ledger_columns; column->name; column++) {
        const struct format_field *field = field_of(b->fields, column);
        struct sources sources = { .binding = b, .out = out };
        struct sv text;

        if (!charge_text(c, column, &scratch, &text))
            continue;
        add_name(out, column->name);
        buf_add_escaped(out, text);
        if (field)
            expression_columns(field->value, add_source, &sources);
        else
            buf_addf(out, "  <- %s", lang_text(lang, N_("normalising")));
        buf_add_char(out, '\n');
    }
    buf_release(&scratch);
}

static void
explain_observation(const struct binding *b, enum lang lang, struct buf *out)
{
    buf_addf(out, "%s\n", lang_text(lang, N_("Observation, made of:")));
    for (size_t i = 0; i < b->format->fields.n; i++) {
        struct sources sources = { .binding = b, .out = out };

        add_name(out, b->format->fields.at[i].name);
        expression_columns(b->format->fields.at[i].value, add_source, &sources);
        buf_add_char(out, '\n');
    }
}

void
binding_explain(const struct binding *b, const struct record *r, const struct made *made,
    enum lang lang, struct buf *out)
{
    if (r->trouble == RECORD_FINE)
        explain_columns(b, lang, out);
    if (made->outcome == OUTCOME_LINE)
        explain_line(b, &made->charge, lang, out);
    else if (made->outcome == OUTCOME_OBSERVATION)
        explain_observation(b, lang, out);
}
