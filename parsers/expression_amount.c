/*
 * expression_amount.c - amounts: exact sums and differences of what texts say, and quotients.
 */
#include "ledger/currency.h"
#include "parsers/expression_tree.h"

/* Remember what an amount's text and its heading say of the currency. */
static int
note_currency(struct evaluation *v, const struct money_text *m, struct sv text)
{
    const char *heading = v->column >= 0 ? v->currencies[v->column] : NULL;

    if (heading && v->heading_currency && !money_is_zero(m->value) &&
        !sv_is(sv_of(v->heading_currency), sv_of(heading)))
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "'%.*s' is in another currency than the amounts beside it (%s)", SV_ARG(text),
            v->heading_currency);
    if (heading)
        v->heading_currency = heading;
    if (!m->currency)
        return 0;
    if (v->text_currency && !sv_is(sv_of(v->text_currency), sv_of(m->currency)))
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "'%.*s' is in another currency than the amounts beside it (%s)", SV_ARG(text),
            v->text_currency);
    v->text_currency = m->currency;
    v->is_ambiguous_yen = m->is_ambiguous_yen;
    v->is_ambiguous_dollar = currency_is_bare_dollar(m->currency, text);
    return 0;
}

/* ${decimals} in units of ${unit}. Of several at least one is left, as none means that the amount
 * was printed whole. */
static unsigned char
decimals_in(unsigned decimals, struct money unit)
{
    for (; unit.units > money_of(1).units && decimals > 1; unit.units /= 10)
        decimals--;
    for (; unit.units < money_of(1).units && decimals < MONEY_DECIMALS; unit.units *= 10)
        decimals++;
    return (unsigned char)decimals;
}

/* What 1 is: as the format says, else as the heading of the column does. */
static struct money
unit_of(const struct expression *x, const struct evaluation *v)
{
    struct money unit = MONEY_ZERO;

    if (x->has_unit)
        return x->unit;
    if (x->is_cost && v->units && v->column >= 0)
        unit = v->units[v->column];
    return money_is_zero(unit) ? money_of(1) : unit;
}

/* Refuse what a spreadsheet or a ratio has made of money. A tiny charge of a cloud may stand as
 * 1.2E-07; no payment does. */
static int
refuse_form(struct evaluation *v, const struct money_text *m, struct sv text)
{
    if (m->notes & MONEY_PERCENT)
        return evaluation_reject(v, REJECT_BAD_AMOUNT, "'%.*s' is a percentage, no amount",
            SV_ARG(text));
    if ((m->notes & MONEY_UNWRITTEN_DIGITS) ||
        ((m->notes & MONEY_EXPONENT) && v->format->kind == INPUT_PAYMENT))
        return evaluation_reject(v, REJECT_BAD_AMOUNT,
            "amount '%.*s' has an exponent; expected all its digits, such as 1234.50",
            SV_ARG(text));
    return 0;
}

/* Read ${text} as an amount in units of ${x}. */
static int
read_amount(const struct expression *x, struct evaluation *v, struct sv text, struct value *out)
{
    struct money unit = unit_of(x, v);
    struct money_text m;
    bool is_exact = true;

    if (money_parse_text(&m, text, v->format->decimal_mark, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
    if (x->is_cost && (refuse_form(v, &m, text) || note_currency(v, &m, text)))
        return -1;
    if (money_compare(unit, money_of(1)) != 0 &&
        money_multiply(&m.value, m.value, unit, &is_exact, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
    if ((m.notes & MONEY_ROUNDED_18) || !is_exact)
        v->changes |= CHANGE_ROUNDED_18;
    if (m.notes & MONEY_MARKED)
        v->changes |= CHANGE_TEXT_MARKER;
    out->money = m.value;
    out->decimals = decimals_in(m.decimals, unit);
    return 0;
}

/* One part of an amount. 1; 0: it has no value; -1. */
static int
amount_part(const struct expression *x, size_t i, struct evaluation *v, struct value *out,
    struct err *e)
{
    int has;

    out->decimals = 0;
    has = expression_part(x->parts[i], v, out, e);
    if (has <= 0 || x->parts[i]->gives != WANT_TEXT)
        return has;
    if (money_is_absent(out->text))
        return 0;
    return read_amount(x, v, out->text, out) ? -1 : 1;
}

/* Divide ${sum} by the last part of ${x}. 1; 0: there is nothing to divide by; -1. */
static int
divide(const struct expression *x, struct evaluation *v, struct money *sum, struct err *e)
{
    struct money divisor, back, result;
    struct value last;
    bool is_exact = true;
    int has = amount_part(x, x->part_count - 1, v, &last, e);

    if (has <= 0)
        return has;
    divisor = last.money;
    if (money_is_zero(divisor))
        return 0;
    if (money_is_negative(divisor)) {
        divisor = money_negate(divisor);
        *sum = money_negate(*sum);
    }
    if (money_share(&result, *sum, money_of(1).units, divisor.units, MONEY_DECIMALS, v->trial) ||
        money_multiply(&back, result, divisor, &is_exact, v->trial))
        return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
    if (!is_exact || money_compare(back, *sum) != 0)
        v->changes |= CHANGE_ROUNDED_18;
    *sum = result;
    return 1;
}

static int
sum_of_parts(const struct expression *x, struct evaluation *v, struct value *out, struct err *e)
{
    size_t count = x->part_count - x->has_divisor;
    struct money sum = MONEY_ZERO;
    unsigned char decimals = 0;
    bool has_any = false, has_part = false;

    for (size_t i = 0; i < count; i++) {
        struct value piece;
        bool is_taken = x->minus_from > 0 && i >= x->minus_from;
        int has = amount_part(x, i, v, &piece, e);

        if (has < 0)
            return -1;
        if (has == 0)
            continue;
        if (money_add(&sum, is_taken ? money_negate(piece.money) : piece.money, v->trial))
            return evaluation_reject_trial(v, REJECT_BAD_AMOUNT);
        if (!has_part || piece.decimals < decimals)
            decimals = piece.decimals;
        has_part = true;
        has_any |= !is_taken;
    }
    if (has_any && x->has_divisor) {
        int has = divide(x, v, &sum, e);

        if (has <= 0)
            return has;
    }
    if (x->is_absolute && money_is_negative(sum))
        sum = money_negate(sum);
    out->money = sum;
    out->decimals = decimals;
    return has_any;
}

bool
expression_is_sum(const struct expression *x, const struct format *f)
{
    if (x->verb != VERB_AMOUNT || x->has_unit || x->minus_from > 0 || x->has_divisor ||
        x->is_absolute || f->decimal_mark != '.')
        return false;
    for (size_t i = 0; i < x->part_count; i++)
        if (x->parts[i]->verb != VERB_COLUMN && !expression_is_sum(x->parts[i], f))
            return false;
    return true;
}

bool
expression_is_plain(const struct expression *x, const struct format *f, unsigned *column)
{
    if (x->part_count != 1 || x->parts[0]->verb != VERB_COLUMN || !expression_is_sum(x, f))
        return false;
    *column = x->parts[0]->column;
    return true;
}

/* What nearly every amount is: a plain number in one column, without anything to be noted of its
 * text. False for all else, and ${v} and ${out} are as before. */
static bool
plain_amount(const struct expression *x, struct evaluation *v, struct value *out)
{
    unsigned column, decimals;

    if (!expression_is_plain(x, v->format, &column) ||
        (x->is_cost && v->units && !money_is_zero(v->units[column])) ||
        !money_parse_plain(&out->money, &decimals, v->columns[column]))
        return false;
    out->decimals = (unsigned char)decimals;
    v->column = (int)column;
    if (x->is_cost && v->currencies[column])
        v->heading_currency = v->currencies[column];
    return true;
}

int
expression_amount(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e)
{
    if (plain_amount(x, v, out))
        return 1;
    return sum_of_parts(x, v, out, e);
}
