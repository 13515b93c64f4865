/*
 * expression.c - the values that expressions give for one record.
 *
 * Nothing here allocates but the scratch of the binding. A value that cannot be read never becomes
 * another one: the record is refused, with the column that was read last.
 */
#include <stdarg.h>
#include <string.h>

#include "parsers/expression_memo.h"
#include "parsers/expression_tree.h"
#include "parsers/unit_words.h"
#include "record/json.h"

/* Digits of the days of spreadsheets from 1970, and the last that needs no word of the format. */
#define SERIAL_DIGITS 5
#define SERIAL_MAX 80000

/* From the day 0 of Excel to that of old Macs. */
#define DAYS_TO_1904 1462

int
evaluation_reject(struct evaluation *v, enum reject reason, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    message_setv(&v->why, format, ap);
    va_end(ap);
    v->is_rejected = true;
    v->reject = reason;
    return -1;
}

int
evaluation_reject_trial(struct evaluation *v, enum reject reason)
{
    v->is_rejected = true;
    v->reject = reason;
    v->why = v->trial->message;
    v->trial->code = ERR_NONE;
    return -1;
}

bool
evaluation_column(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const struct evaluation *v = context;

    (void)scratch;
    (void)is_field;
    *out = v->columns[index];
    return out->n > 0;
}

/* Keep ${b}'s text as long as the record. */
static int
keep(struct evaluation *v, const struct buf *b, struct value *out, struct err *e)
{
    if (buf_ok(b, e))
        return -1;
    out->text = scratch_sv(v->scratch, buf_sv(b));
    if (b->n > 0 && !out->text.p)
        return err_nomem(e);
    return out->text.n > 0;
}

static int
concat(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    struct sv all = SV_EMPTY;

    for (size_t i = 0; i < x->part_count; i++) {
        struct value piece;
        int has = expression_part(x->parts[i], v, &piece, e);
        struct sv with = all.n > 0 ? x->text : SV_EMPTY;
        char *joined;

        if (has < 0)
            return -1;
        if (has == 0 || piece.text.n == 0)
            continue;
        joined = scratch_alloc(v->scratch, all.n + with.n + piece.text.n);
        if (!joined)
            return err_nomem(e);
        if (all.n > 0)
            memcpy(joined, all.p, all.n);
        if (with.n > 0)
            memcpy(joined + all.n, with.p, with.n);
        memcpy(joined + all.n + with.n, piece.text.p, piece.text.n);
        all = (struct sv){ joined, all.n + with.n + piece.text.n };
    }
    out->text = all;
    return all.n > 0;
}

static int
regex(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    struct sv groups[TAKE_MAX + 1];
    int found = pattern_match(x->pattern, out->text, 0, groups, (size_t)x->take + 1, e);

    (void)v;
    if (found <= 0)
        return found;
    out->text = sv_trim(groups[x->take]);
    return out->text.n > 0;
}

static int
strip(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    struct sv text = out->text, match;
    size_t from = 0;
    int found;

    buf_reset(v->work);
    while ((found = pattern_match(x->pattern, text, from, &match, 1, e)) > 0) {
        size_t at = (size_t)(match.p - text.p);

        if (match.n == 0)
            break;
        buf_add(v->work, sv_part(text, from, at));
        from = at + match.n;
    }
    if (found < 0)
        return -1;
    if (from == 0)
        return out->text.n > 0;
    buf_add(v->work, sv_part(text, from, text.n));
    if (keep(v, v->work, out, e) < 0)
        return -1;
    out->text = sv_trim(out->text);
    return out->text.n > 0;
}

static int
map(const struct expression *x, struct evaluation *v, bool has, struct value *out, struct err *e)
{
    struct sv word = has ? sv_trim(out->text) : SV_EMPTY;

    for (size_t i = 0; i < x->pair_count; i++)
        if (sv_is_folded(x->pairs[i].from, word)) {
            out->text = x->pairs[i].to;
            return !x->pairs[i].is_none;
        }
    if (x->part_count > 1)
        return expression_part(x->parts[1], v, out, e);
    if (word.n == 0)
        return 0;
    return evaluation_reject(v, REJECT_BAD_WORD, "the word '%.*s' is not known here",
        SV_ARG(word));
}

static int
split(const struct expression *x, struct value *out)
{
    struct sv rest = out->text, sign = x->text;
    int pieces = 1, wanted = x->take;
    size_t at;

    for (at = sv_find(rest, sign, 0); at != (size_t)-1; at = sv_find(rest, sign, at + sign.n))
        pieces++;
    if (wanted < 0)
        wanted += pieces;
    if (wanted < 0 || wanted >= pieces)
        return 0;
    for (; wanted > 0; wanted--)
        rest = sv_part(rest, sv_find(rest, sign, 0) + sign.n, rest.n);
    out->text = sv_trim(sv_part(rest, 0, sv_find(rest, sign, 0)));
    return out->text.n > 0;
}

/* Text markers of spreadsheets ('2026-03-01, ="2026-03-01") are no part of a time. */
static struct sv
without_marker(struct evaluation *v, struct sv text)
{
    struct sv plain = text;

    if (text.n > 1 && (text.p[0] == '\'' || text.p[0] == '`'))
        plain = sv_trim(sv_part(text, 1, text.n));
    else if (text.n > 3 && sv_starts(text, SV("=\"")) && text.p[text.n - 1] == '"')
        plain = sv_trim(sv_part(text, 2, text.n - 1));
    if (plain.n != text.n)
        v->changes |= CHANGE_TEXT_MARKER;
    return plain;
}

/*
 * Is ${text} the number that a spreadsheet has for a time? A bare number of five digits can be no
 * other time, yet days behind 2119-01-10 are taken only where the format has such numbers.
 */
static bool
is_serial(const struct format *f, struct sv text)
{
    unsigned day = 0;
    size_t i = 0;

    for (; i < text.n && i < SERIAL_DIGITS && text.p[i] >= '0' && text.p[i] <= '9'; i++)
        day = day * 10 + (unsigned)(text.p[i] - '0');
    if (i < SERIAL_DIGITS || (i < text.n && text.p[i] != '.'))
        return false;
    return f->excel_dates || day <= SERIAL_MAX;
}

static int
time_of(const struct expression *x, struct evaluation *v, struct value *out)
{
    const struct format *f = v->format;
    int zone = x->has_zone ? x->zone_minutes : v->zone_minutes;
    struct sv text = without_marker(v, sv_trim(out->text));
    struct time_text *t = &out->time;
    bool has_serial = is_serial(f, text);

    if (money_is_absent(text))
        return 0;
    if (time_parse(t, text, f->dates, zone, has_serial, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_TIME);
    if (has_serial && v->has_days_from_1904)
        t->at += DAYS_TO_1904 * TIME_DAY;
    if (t->is_year_first && f->dates != DATE_YEAR_FIRST)
        v->changes |= CHANGE_YEAR_FIRST_DATE;
    out->includes_end = x->is_end && t->is_date;
    if (x->is_end && t->is_month)
        t->at = time_next_month(t->at, t->offset_minutes);
    else if (x->is_end && t->is_date)
        t->at += TIME_DAY;
    if (x->add != 0) {
        t->at += x->add;
        t->is_date = t->is_month = out->includes_end = false;
    }
    return 1;
}

/* Take the minus that ${s} begins with, if any. */
static bool
take_minus(struct sv *s)
{
    static const char *const signs[] = { "-", "−", "–", "－" };

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (sv_starts(*s, sv_of(signs[i]))) {
            *s = sv_part(*s, strlen(signs[i]), s->n);
            return true;
        }
    return false;
}

/* A refund gives hours back: its duration is negative. */
static int
duration(const struct expression *x, struct evaluation *v, struct value *out)
{
    struct sv text = sv_trim(out->text);
    bool is_negative = take_minus(&text);
    struct money length;
    int64_t ms;

    if (money_is_absent(out->text))
        return 0;
    if (time_parse_duration(&ms, text, x->unit_ms, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
    ms = is_negative ? -ms : ms;
    if (money_share(&length, money_of(ms), 1, x->in_ms, MONEY_DECIMALS, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
    if ((money_int)(ms % x->in_ms) * money_of(1).units % x->in_ms != 0)
        v->changes |= CHANGE_ROUNDED_18;
    out->money = length;
    return 1;
}

static int
json_path(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    struct sv found;
    bool has;
    cJSON *tree = record_json_parse(out->text, v->trial);

    if (!tree) {
        if (v->trial->code == ERR_NOMEM)
            return err_nomem(e);
        return evaluation_reject_trial(v, REJECT_BAD_JSON);
    }
    buf_reset(v->work);
    has = record_json_text(tree, x->text, v->work, &found);
    if (has)
        out->text = scratch_sv(v->scratch, sv_trim(found));
    cJSON_Delete(tree);
    if (has && !out->text.p)
        return err_nomem(e);
    return has && out->text.n > 0;
}

/* The value at a path of the element at hand; a path that is empty means the element itself. */
static int
element(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    struct sv found;

    if (!v->element)
        return 0;
    buf_reset(v->work);
    if (!record_json_text(v->element, x->text, v->work, &found))
        return 0;
    out->text = scratch_sv(v->scratch, sv_trim(found));
    if (out->text.n == 0)
        return 0;
    return out->text.p ? 1 : err_nomem(e);
}

static int
hook(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    int has;

    buf_reset(v->work);
    has = x->hook->text(out->text, v->work, e);
    return has > 0 ? keep(v, v->work, out, e) : has;
}

static int
first_of(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    for (size_t i = 0; i < x->part_count; i++) {
        int has = expression_part(x->parts[i], v, out, e);

        if (has != 0)
            return has;
    }
    return 0;
}

static int
negate_if(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    int column, holds, has = expression_part(x->parts[0], v, out, e);

    if (has <= 0)
        return has;
    column = v->column;
    holds = condition_holds(x->when, evaluation_column, v, v->work, e);
    v->column = column;
    if (holds < 0)
        return -1;
    if (!holds)
        return 1;
    if (!x->is_absolute || !money_is_negative(out->money))
        out->money = money_negate(out->money);
    return 1;
}

/* An amount or time as the ledger writes it. */
static int
as_text(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    char text[MONEY_TEXT_MAX > TIME_TEXT_MAX ? MONEY_TEXT_MAX : TIME_TEXT_MAX];

    if (x->parts[0]->gives == WANT_MONEY)
        money_format(text, out->money);
    else
        time_format(text, out->time.at);
    out->text = scratch_sv(v->scratch, sv_of(text));
    return out->text.p ? 1 : err_nomem(e);
}

/* Verbs that make something of the one value of their first part. */
static int
apply(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    int has = expression_part(x->parts[0], v, out, e);

    if (has < 0)
        return -1;
    if (x->verb == VERB_MAP)
        return map(x, v, has > 0, out, e);
    if (has == 0)
        return 0;
    switch (x->verb) {
    case VERB_REGEX:
        return regex(x, v, out, e);
    case VERB_TIME:
        return time_of(x, v, out);
    case VERB_DURATION:
        return duration(x, v, out);
    case VERB_UNIT:
        unit_focus(v->work, out->text);
        return keep(v, v->work, out, e);
    case VERB_STRIP:
        return strip(x, v, out, e);
    case VERB_SPLIT:
        return split(x, out);
    case VERB_JSON_PATH:
        return json_path(x, v, out, e);
    case VERB_HOOK:
        return hook(x, v, out, e);
    case VERB_AS_TEXT:
        return as_text(x, v, out, e);
    case VERB_ELEMENT:
    case VERB_COLUMN:
    case VERB_CONST:
    case VERB_CONCAT:
    case VERB_MAP:
    case VERB_AMOUNT:
    case VERB_FIRST_OF:
    case VERB_NEGATE_IF:
        break;
    }
    return 0;
}

int
expression_work_out(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e)
{
    switch (x->verb) {
    case VERB_COLUMN:
        out->text = v->columns[x->column];
        v->column = (int)x->column;
        return out->text.n > 0;
    case VERB_CONST:
        out->text = x->text;
        return x->text.n > 0;
    case VERB_CONCAT:
        return concat(x, v, out, e);
    case VERB_ELEMENT:
        return element(x, v, out, e);
    case VERB_AMOUNT:
        return expression_amount(x, v, out, e);
    case VERB_FIRST_OF:
        return first_of(x, v, out, e);
    case VERB_NEGATE_IF:
        return negate_if(x, v, out, e);
    case VERB_REGEX:
    case VERB_MAP:
    case VERB_TIME:
    case VERB_DURATION:
    case VERB_UNIT:
    case VERB_STRIP:
    case VERB_SPLIT:
    case VERB_JSON_PATH:
    case VERB_HOOK:
    case VERB_AS_TEXT:
        return apply(x, v, out, e);
    }
    return 0;
}

int
expression_part(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e)
{
    if (x->has_memo && v->memos)
        return expression_remember(x, v, out, e);
    return expression_work_out(x, v, out, e);
}

int
expression_evaluate(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e)
{
    v->column = -1;
    return expression_part(x, v, out, e);
}

void
expression_release(struct expression *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->part_count; i++)
        expression_release(x->parts[i]);
    pattern_free(x->pattern);
    condition_release(x->when);
    x->pattern = NULL;
    x->when = NULL;
    x->part_count = 0;
}

void
expression_columns(const struct expression *x, expression_visit *visit, void *context)
{
    if (x->verb == VERB_COLUMN)
        visit(context, x->column);
    for (size_t i = 0; i < x->part_count; i++)
        expression_columns(x->parts[i], visit, context);
}

void
expression_reads(const struct expression *x, expression_visit *visit, void *context)
{
    if (x->verb == VERB_COLUMN)
        visit(context, x->column);
    condition_columns(x->when, visit, context);
    for (size_t i = 0; i < x->part_count; i++)
        expression_reads(x->parts[i], visit, context);
}
