/*
 * binding_lines.c - a record that becomes several lines: its parts one by one.
 *
 * Where a list in the record gives a line for each element, its tree lives until the next record.
 */
#include "parsers/binding_inside.h"
#include "record/json.h"

void
binding_begin_lines(struct binding *b)
{
    cJSON_Delete(b->list);
    b->list = NULL;
    b->next_element = b->v.element = NULL;
    b->line = 0;
    b->is_begun = false;
}

static void
go_on(struct binding *b)
{
    size_t line = b->line + 1;

    binding_begin_lines(b);
    b->line = line;
}

void
binding_forget_line(struct binding *b)
{
    b->v.changes = 0;
    b->v.column = -1;
    b->v.heading_currency = b->v.text_currency = NULL;
    b->v.is_ambiguous_yen = b->v.is_ambiguous_dollar = b->v.is_rejected = false;
}

/* Parse the list whose elements give a line each. 1; 0: there is none; -1. */
static int
read_list(struct binding *b, const struct expression *each, struct err *e)
{
    struct value text;
    int has = expression_evaluate(each, &b->v, &text, e);

    if (has <= 0)
        return has;
    b->list = record_json_parse(text.text, &b->trial);
    if (!b->list && b->trial.code == ERR_NOMEM)
        return err_nomem(e);
    if (!cJSON_IsArray(b->list) && !cJSON_IsObject(b->list)) {
        b->trial.code = ERR_NONE;
        return evaluation_reject(&b->v, REJECT_BAD_JSON, "'%.*s' is no list in JSON",
            SV_ARG(sv_head(text.text, 80)));
    }
    b->next_element = cJSON_IsArray(b->list) ? b->list->child : b->list;
    return b->next_element != NULL;
}

/* Whether the line at hand takes part, its first element included. 1, 0 or -1. */
static int
begin_line(struct binding *b, const struct format_line *l, struct err *e)
{
    int holds = condition_holds(l->when, evaluation_column, &b->v, &b->cell, e);

    b->is_begun = true;
    if (holds <= 0 || !l->each)
        return holds;
    return read_list(b, l->each, e);
}

/* Step to the next thing that gives a line. 1; 0: none is left; -1. */
static int
step(struct binding *b, struct err *e)
{
    const struct format *f = b->format;

    while (b->line < f->lines.n) {
        const struct format_line *l = &f->lines.at[b->line];
        int has = b->is_begun ? b->next_element != NULL : begin_line(b, l, e);

        if (has < 0)
            return -1;
        if (has == 0) {
            go_on(b);
            continue;
        }
        b->v.element = b->next_element;
        if (b->next_element)
            b->next_element = b->list == b->next_element ? NULL : b->next_element->next;
        return 1;
    }
    return 0;
}

int
binding_next_line(struct binding *b, const struct record *r, struct charge *c,
    struct err *e)
{
    const struct format *f = b->format;

    for (;;) {
        const struct format_line *l;
        int has;

        binding_forget_line(b);
        has = step(b, e);
        if (has > 0) {
            l = &f->lines.at[b->line];
            b->fields = &l->fields;
            has = binding_make_charge(b, r, c, e) ? -1 : 1;
        }
        if (has < 0)
            b->line = f->lines.n;
        if (has <= 0 || !l->is_nonzero || !money_is_zero(c->money[MONEY_BILLED_COST]))
            return has;
    }
}
