/*
 * table_inputs.c - what was added, what became of its records, and what was said of it.
 */
#include "library/table.h"

static void
make_kind(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct input *in = rows->row;

    (void)text;
    value_set_text(out, input_kind_word(in->kind));
}

static void
make_failure(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct input *in = rows->row;

    if (in->failure.code != ERR_NONE)
        value_set_message(rows, out, &in->failure.message, text);
}

static void
make_failure_line(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct input *in = rows->row;

    (void)text;
    if (in->failure.code != ERR_NONE && in->failure.line > 0)
        value_set_number(out, (int64_t)in->failure.line);
}

static bool
next_input(struct gpubill_rows *rows)
{
    return TABLE_STEP_POINTERS(rows, &rows->results->ledger->inputs);
}

#define SKIPPED(reason) FIELD_COUNT, OF_ROW(input, skipped[reason])

static const struct field input_fields[] = {
    { "path", FIELD_TEXT, OF_ROW(input, path) },
    { "sha256", FIELD_CHARS, OF_ROW(input, sha256) },
    { "kind", MADE(make_kind) },
    { "format", FIELD_TEXT, OF_ROW(input, format) },
    { "platform", FIELD_TEXT, OF_ROW(input, platform) },
    { "encoding", FIELD_TEXT, OF_ROW(input, encoding) },
    { "evidence_level", FIELD_TEXT, OF_ROW(input, evidence_level) },
    { "named", FIELD_FLAG, OF_ROW(input, was_named) },
    { "records", FIELD_COUNT, OF_ROW(input, records) },
    { "ledger_lines", FIELD_COUNT, OF_ROW(input, lines) },
    { "rejected", FIELD_COUNT, OF_ROW(input, rejected) },
    { "skipped.blank", SKIPPED(SKIP_BLANK) },
    { "skipped.repeated-header", SKIPPED(SKIP_REPEATED_HEADER) },
    { "skipped.total-row", SKIPPED(SKIP_TOTAL_ROW) },
    { "skipped.not-a-charge", SKIPPED(SKIP_NOT_A_CHARGE) },
    { "skipped.already-seen", SKIPPED(SKIP_ALREADY_SEEN) },
    { "skipped.out-of-period", SKIPPED(SKIP_OUT_OF_PERIOD) },
    { "skipped.folded", SKIPPED(SKIP_FOLDED) },
    { "skipped.observation", SKIPPED(SKIP_OBSERVATION) },
    { "failure", MADE(make_failure) },
    { "failure_line", MADE(make_failure_line) },
    { .name = NULL },
};

const struct table_view table_inputs = { GPUBILL_INPUTS, input_fields, next_input, { 0 } };

/* The input that rows->i stands on: the one to which the rows belong, or the next of all; NULL
 * behind the last. */
static const struct input *
input_at(const struct gpubill_rows *rows)
{
    const struct ledger *l = rows->results->ledger;

    if (rows->parent)
        return rows->i == 0 ? rows->parent_row : NULL;
    return rows->i < l->inputs.n ? l->inputs.at[rows->i] : NULL;
}

/* Go on to the next input. */
static void
leave_input(struct gpubill_rows *rows)
{
    rows->i++;
    rows->k = 0;
}

/* The sum of ${sums} in the currency of the row. */
static void
set_sum(const struct gpubill_rows *rows, struct value *out, const struct currency_sums *sums)
{
    const char *currency = rows->row;

    for (size_t i = 0; i < sums->n; i++)
        if (strcmp(sums->at[i].currency, currency) == 0)
            *out = (struct value){ .kind = VALUE_MONEY, .money = sums->at[i].sum };
}

static void
make_billed(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct input *in = rows->owner;

    (void)text;
    set_sum(rows, out, &in->billed);
}

static void
make_declared(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct input *in = rows->owner;

    (void)text;
    set_sum(rows, out, &in->declared);
}

/* Whether ${sums} have ${currency}. */
static bool
has_currency(const struct currency_sums *sums, const char *currency)
{
    for (size_t i = 0; i < sums->n; i++)
        if (strcmp(sums->at[i].currency, currency) == 0)
            return true;
    return false;
}

/* A row is the text of a currency: first those of what is billed, then those that are only
 * declared. */
static bool
next_sum(struct gpubill_rows *rows)
{
    const struct input *in;

    for (; (in = input_at(rows)) != NULL; leave_input(rows)) {
        rows->owner = in;
        while (rows->k < in->billed.n + in->declared.n) {
            size_t k = rows->k++;
            bool is_billed = k < in->billed.n;

            rows->row = is_billed ? in->billed.at[k].currency
                : in->declared.at[k - in->billed.n].currency;
            if (is_billed || !has_currency(&in->billed, rows->row))
                return true;
        }
    }
    return false;
}

static const struct field sum_fields[] = {
    { "path", FIELD_TEXT, OF_OWNER(input, path) },
    { "currency", FIELD_CHARS, 0, NULL, false },
    { "billed", MADE(make_billed) },
    { "declared_total", MADE(make_declared) },
    { .name = NULL },
};

const struct table_view table_input_sums = { GPUBILL_INPUT_SUMS, sum_fields, next_sum,
    { GPUBILL_INPUTS } };

static void
make_reason(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct rejection *r = rows->row;

    (void)text;
    value_set_text(out, reject_word(r->reason));
}

/* Raw text may hold NUL bytes: those are shown as U+FFFD, as in rejected.csv they are escaped. */
static void
make_raw(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct rejection *r = rows->row;

    for (size_t i = 0; i < r->raw.n; i++) {
        if (r->raw.p[i] == '\0')
            buf_add_utf8(text, 0xFFFD);
        else
            buf_add_char(text, r->raw.p[i]);
    }
    value_set_text(out, text->n > 0 ? text->p : "");
}

static void
make_why(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct rejection *r = rows->row;
    struct message why;

    message_unfold(&why, r->why);
    value_set_message(rows, out, &why, text);
}

static bool
next_rejection(struct gpubill_rows *rows)
{
    const struct input *in;

    for (; (in = input_at(rows)) != NULL; leave_input(rows)) {
        if (rows->k >= in->rejections.n)
            continue;
        rows->owner = in;
        rows->row = &in->rejections.at[rows->k++];
        return true;
    }
    return false;
}

static const struct field rejection_fields[] = {
    { "path", FIELD_TEXT, OF_OWNER(input, path) },
    { "line", FIELD_COUNT, OF_ROW(rejection, line) },
    { "reason", MADE(make_reason) },
    { "column", FIELD_TEXT, OF_ROW(rejection, column) },
    { "raw", MADE(make_raw) },
    { "message", MADE(make_why) },
    { .name = NULL },
};

const struct table_view table_rejections = { GPUBILL_REJECTIONS, rejection_fields, next_rejection,
    { GPUBILL_INPUTS } };

/* Of all warnings, those of the run come first; see warning_next(). */
static bool
next_warning(struct gpubill_rows *rows)
{
    const struct input *in = rows->parent_row;

    if (!rows->parent) {
        if (!warning_next(&rows->warning, rows->results))
            return false;
        rows->owner = rows->warning.path;
        rows->row = rows->warning.warning;
        return true;
    }
    rows->owner = in->path;
    return TABLE_STEP(rows, &in->warnings);
}

static void
make_warning_path(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    value_set_text(out, rows->owner);
}

static const struct field warning_fields[] = {
    { "code", FIELD_TEXT, OF_ROW(warning, code) },
    { "path", MADE(make_warning_path) },
    { "line", FIELD_COUNT, OF_ROW(warning, line) },
    { "message", FIELD_MESSAGE, OF_ROW(warning, message) },
    { .name = NULL },
};

const struct table_view table_warnings = { GPUBILL_WARNINGS, warning_fields, next_warning,
    { GPUBILL_INPUTS } };
