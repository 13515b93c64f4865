/*
 * binding.c - from records to charges.
 *
 * All that can be settled before the first record is settled in binding_new(); per record nothing
 * is allocated once the scratch memory and the texts have grown to their size.
 */
#include <stdlib.h>

#include "ledger/ledger_repeat.h"
#include "parsers/binding_inside.h"
#include "parsers/expression_memo.h"
#include "parsers/recipe.h"

/* Longest text that is made on the way to a value. */
#define WORK_MAX RECORD_MAX

static void
mark_time(void *context, unsigned column)
{
    struct binding *b = context;

    b->is_time_column[column] = true;
}

static void
mark_times(struct binding *b, const struct format_fields *fields)
{
    for (size_t i = 0; i < fields->n; i++)
        if (fields->at[i].column && fields->at[i].column->kind == COLUMN_TIME)
            expression_columns(fields->at[i].value, mark_time, b);
}

/* What the format's fields and conditions tell once and for all. */
static int
prepare(struct binding *b, struct err *e)
{
    const struct format *f = b->format;

    b->is_time_column = calloc(f->columns.n + 1, sizeof(*b->is_time_column));
    if (!b->is_time_column)
        return err_nomem(e);
    mark_times(b, &f->fields);
    for (size_t i = 0; i < f->lines.n; i++)
        mark_times(b, &f->lines.at[i].fields);
    b->is_text_tested = true;
    for (size_t i = 0; i < f->tested.n; i++)
        if (f->tested.at[i].is_field &&
            ledger_columns[f->tested.at[i].index].kind != COLUMN_TEXT &&
            ledger_columns[f->tested.at[i].index].kind != COLUMN_WORD)
            b->is_text_tested = false;
    return 0;
}

struct binding *
binding_new(const struct format *f, const struct sv *cells, size_t n, int zone_minutes,
    struct input *input, struct err *e)
{
    const struct gpu_types *types = f->gpu_types;
    struct binding *b = calloc(1, sizeof(*b));

    if (!b) {
        err_nomem(e);
        return NULL;
    }
    b->format = f;
    b->input = input;
    buf_init(&b->work, WORK_MAX);
    buf_init(&b->cell, WORK_MAX);
    buf_init(&b->key, WORK_MAX);
    if (columns_bind(&b->columns, f, cells, n, input, e) || prepare(b, e))
        goto fail;
    if (!types)
        types = b->own_types = gpu_types_load(e);
    if (!types)
        goto fail;
    b->normaliser = normaliser_new(f, types);
    if (!b->normaliser) {
        err_nomem(e);
        goto fail;
    }
    b->v.format = f;
    b->v.zone_minutes = f->has_timezone ? f->zone_minutes : zone_minutes;
    b->v.scratch = &b->scratch;
    b->v.work = &b->work;
    b->v.trial = &b->trial;
    b->v.memos = expression_memos_new(f);
    if (!b->v.memos) {
        err_nomem(e);
        goto fail;
    }
    return b;

fail:
    binding_free(b);
    return NULL;
}

void
binding_free(struct binding *b)
{
    if (!b)
        return;
    normaliser_free(b->normaliser);
    gpu_types_free(b->own_types);
    columns_release(&b->columns);
    memo_release(&b->categories);
    expression_memos_free(b->v.memos, b->format);
    scratch_release(&b->scratch);
    buf_release(&b->work);
    buf_release(&b->cell);
    buf_release(&b->key);
    binding_begin_lines(b);
    recipes_free(b->recipes);
    free(b->is_time_column);
    free(b);
}

void
binding_use_recipes(struct binding *b)
{
    b->has_recipes = true;
    b->recipes = recipes_new(b);
}

void
binding_begin_ledger(struct binding *b)
{
    recipes_free(b->recipes);
    b->recipes = b->has_recipes ? recipes_new(b) : NULL;
}

bool
binding_is_rebound(const struct binding *b)
{
    return b->is_rebound;
}

static int
skip(struct made *out, enum skip reason)
{
    out->outcome = OUTCOME_SKIPPED;
    out->skip = reason;
    return 0;
}

/* The record as such is broken: it is counted, not read. */
static int
refuse_broken(const struct record *r, struct made *out)
{
    static const enum reject reasons[] = { [RECORD_FINE] = REJECT_BAD_QUOTE,
        [RECORD_BAD_QUOTE] = REJECT_BAD_QUOTE, [RECORD_BAD_ENCODING] = REJECT_BAD_ENCODING,
        [RECORD_TOO_LONG] = REJECT_TOO_LONG, [RECORD_BAD_JSON] = REJECT_BAD_JSON };

    out->outcome = OUTCOME_REJECTED;
    out->reject = reasons[r->trouble];
    out->column = SV_EMPTY;
    out->why = r->why;
    return 0;
}

/* The heading of the column that was read last. */
static struct sv
column_concerned(const struct binding *b)
{
    return b->v.column >= 0 ? b->columns.headings[b->v.column] : SV_EMPTY;
}

/* True where at least half of the cells that hold something are headings of the file. */
static bool
looks_like_headings(const struct binding *b, const struct record *r)
{
    size_t filled = 0, known = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (r->cells[i].n == 0)
            continue;
        filled++;
        for (size_t k = 0; k < b->columns.row_length; k++)
            if (sv_is_folded(r->cells[i], b->columns.row_headings[k])) {
                known++;
                break;
            }
    }
    return filled > 0 && known * 2 >= filled;
}

/* A second table in the same file begins with headings of its own, in another order. */
static bool
starts_table(struct binding *b, const struct record *r)
{
    struct columns again;
    struct err ignored = ERR_INIT;

    if (!looks_like_headings(b, r))
        return false;
    if (columns_bind(&again, b->format, r->cells, r->n, NULL, &ignored)) {
        columns_release(&again);
        return false;
    }
    columns_release(&b->columns);
    b->columns = again;
    b->is_rebound = true;
    binding_begin_ledger(b);
    return true;
}

static int
refuse(struct binding *b, const struct record *r, struct made *out)
{
    if (r->cells && (binding_holds_only_units(r) || starts_table(b, r)))
        return skip(out, SKIP_REPEATED_HEADER);
    out->outcome = OUTCOME_REJECTED;
    out->reject = b->v.reject;
    out->column = column_concerned(b);
    out->why = b->v.why;
    return 0;
}

/* Cells beyond the headings must be empty, and those that must be there there. */
static bool
has_right_length(struct binding *b, const struct record *r)
{
    size_t expected = b->columns.row_length;

    for (size_t i = expected; i < r->n; i++)
        if (r->cells[i].n > 0) {
            evaluation_reject(&b->v, REJECT_TOO_MANY_FIELDS,
                "%zu cells stand under %zu headings; a delimiter in a cell needs quotes", r->n,
                expected);
            return false;
        }
    if (r->n < columns_least_cells(&b->columns)) {
        evaluation_reject(&b->v, REJECT_TOO_FEW_FIELDS, "%zu cells stand under %zu headings",
            r->n, expected);
        return false;
    }
    return true;
}

/* The amount that a total row declares, where it stands in the column of amounts. */
static int
make_declared(struct binding *b, bool is_subtotal, struct made *out, struct err *e)
{
    skip(out, SKIP_TOTAL_ROW);
    if (is_subtotal || b->format->kind != INPUT_BILL)
        return 0;
    if (binding_make_total(b, &out->charge, e))
        return b->v.is_rejected ? 0 : -1;
    out->is_declared_total = charge_has(&out->charge, MONEY_BILLED_COST);
    return 0;
}

static int
test_skips(struct binding *b, struct made *out, struct err *e)
{
    const struct format *f = b->format;

    for (size_t i = 0; i < f->skips.n; i++) {
        int holds = condition_holds(f->skips.at[i].when, evaluation_column, &b->v, &b->cell, e);

        if (holds < 0)
            return -1;
        if (holds > 0)
            return skip(out, f->skips.at[i].as) + 1;
    }
    return 0;
}

static void
start(struct binding *b, struct made *out)
{
    out->is_declared_total = out->is_repeated = out->is_like = false;
    out->repeat = NULL;
    out->column = SV_EMPTY;
    scratch_reset(&b->scratch);
    b->v.columns = b->columns.texts;
    b->v.currencies = b->columns.currencies;
    b->v.units = b->columns.units;
    b->fields = &b->format->fields;
    binding_forget_line(b);
}

/*
 * The first line of a record. Where none of the lines that the format describes comes of it, it is
 * one line with the format's fields: no record is lost.
 */
static int
make_first(struct binding *b, const struct record *r, struct charge *c, struct err *e)
{
    int has;

    binding_begin_lines(b);
    has = b->format->lines.n > 0 ? binding_next_line(b, r, c, e) : 0;
    if (has != 0)
        return has > 0 ? 0 : -1;
    b->fields = &b->format->fields;
    return binding_make_charge(b, r, c, e);
}

int
binding_more(struct binding *b, const struct record *r, struct made *out, struct err *e)
{
    int has = b->line < b->format->lines.n ? binding_next_line(b, r, &out->charge, e) : 0;

    if (has == 0)
        return 0;
    if (has < 0)
        return b->v.is_rejected ? refuse(b, r, out) + 1 : -1;
    out->outcome = OUTCOME_LINE;
    return 1;
}

int
binding_make(struct binding *b, const struct record *r, struct made *out, struct err *e)
{
    bool is_subtotal = false;
    int done;

    binding_begin_lines(b);
    b->line = b->format->lines.n;
    if (r->trouble != RECORD_FINE)
        return refuse_broken(r, out);
    start(b, out);
    if (r->cells && recipes_make(b, r, out))
        return 0;
    if (record_is_blank(r) || (r->cells && binding_is_rule(r)))
        return skip(out, SKIP_BLANK);
    if (r->cells && binding_repeats_headings(b, r))
        return skip(out, SKIP_REPEATED_HEADER);
    if (columns_fill(&b->columns, r, &b->scratch, e))
        return -1;
    if (!r->cells && recipes_make(b, r, out))
        return 0;
    if (r->cells && binding_is_total(b, r, &is_subtotal))
        return make_declared(b, is_subtotal, out, e);
    if (r->cells && !has_right_length(b, r))
        return refuse(b, r, out);
    done = test_skips(b, out, e);
    if (done != 0)
        return done > 0 ? 0 : -1;
    if (b->format->kind == INPUT_BILL) {
        out->outcome = OUTCOME_LINE;
        done = make_first(b, r, &out->charge, e);
        if (done == 0 && b->recipes)
            out->repeat = b->recipes->learned;
    } else {
        out->outcome = OUTCOME_OBSERVATION;
        done = binding_make_observation(b, r, &out->observation, e);
    }
    if (done == 0)
        return 0;
    return b->v.is_rejected ? refuse(b, r, out) : -1;
}

int
made_add(const struct made *m, struct ledger *l, uint32_t input, struct err *e)
{
    if (m->is_repeated)
        return ledger_add_repeated(l, input, m->repeat, &m->charge, e);
    if (m->is_like ? ledger_add_like(l, input, m->repeat, &m->charge, e) :
            ledger_add(l, input, &m->charge, e))
        return -1;
    if (m->repeat)
        ledger_repeat_last(m->repeat, l);
    return 0;
}

bool
binding_glance_row(struct binding *b, struct sv ahead, char delimiter, uint64_t line,
    size_t *length, struct made *out)
{
    if (!b->recipes)
        return false;
    b->line = b->format->lines.n;
    start(b, out);
    return recipes_glance_row(b, ahead, delimiter, line, length, out);
}

bool
binding_glance_object(struct binding *b, struct sv ahead, uint64_t line, size_t *length,
    struct made *out)
{
    if (!b->recipes)
        return false;
    b->line = b->format->lines.n;
    start(b, out);
    return recipes_glance_object(b, ahead, line, length, out);
}
