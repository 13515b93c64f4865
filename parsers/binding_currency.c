/*
 * binding_currency.c - the currency of a charge, and whether all that names it agrees.
 */
#include "ledger/currency.h"
#include "parsers/binding_inside.h"

/* The code for ${text}, with the last answer remembered: a bill rarely has more than one. */
static const char *
code_of(struct binding *b, struct sv text)
{
    if (b->last_currency.n > 0 && sv_is(b->last_currency, text))
        return b->last_code;
    b->last_code = currency_code(text, NULL);
    b->last_currency = SV_EMPTY;
    if (text.n > 0 && text.n <= sizeof(b->last_bytes)) {
        memcpy(b->last_bytes, text.p, text.n);
        b->last_currency = (struct sv){ b->last_bytes, text.n };
    }
    return b->last_code;
}

static bool
is_code(const char *a, const char *b)
{
    return sv_is(sv_of(a), sv_of(b));
}

static bool
sign_fits(const struct evaluation *v, const char *code)
{
    return currency_fits(v->text_currency, v->is_ambiguous_yen, v->is_ambiguous_dollar, code);
}

/* Amounts of one charge are in one currency. */
static int
reject_contrary(struct binding *b, const struct fields_said *said)
{
    b->v.column = said->contrary.column;
    return evaluation_reject(&b->v, REJECT_BAD_CURRENCY,
        "the headings '%.*s' (%s) and '%.*s' (%s) name two currencies for the amounts of "
        "one charge",
        SV_ARG(b->columns.headings[said->named.column]), said->named.currency,
        SV_ARG(b->columns.headings[said->contrary.column]), said->contrary.currency);
}

int
binding_settle_currency(struct binding *b, struct charge *c, const struct fields_said *said)
{
    struct evaluation *v = &b->v;
    struct sv text = sv_trim(c->text[TEXT_BILLING_CURRENCY]);
    const char *code = NULL;

    if (said->contrary.currency)
        return reject_contrary(b, said);
    v->column = text.n > 0 ? said->currency_column : said->billed_column;
    if (text.n > 0) {
        code = code_of(b, text);
        if (!code)
            return evaluation_reject(v, REJECT_BAD_CURRENCY,
                "'%.*s' is no currency; an ISO 4217 code like CNY is expected", SV_ARG(text));
        if (said->billed_heading && !is_code(code, said->billed_heading))
            return evaluation_reject(v, REJECT_BAD_CURRENCY,
                "the currency %s contradicts the heading of the amount (%s)", code,
                said->billed_heading);
    }
    if (!code)
        code = said->billed_heading ? said->billed_heading : said->other_heading;
    if (!code && b->format->currency[0] && sign_fits(v, b->format->currency))
        code = b->format->currency;
    if (!code && v->text_currency && v->is_ambiguous_yen)
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "the yen sign is CNY or JPY, and nothing here tells which");
    if (!code && v->text_currency && !b->format->currency[0])
        code = v->text_currency;
    if (!code && v->text_currency)
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "the amount is not in the currency of this bill");
    if (!code)
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "the bill does not tell the currency; add a column with it");
    if (!sign_fits(v, code))
        return evaluation_reject(v, REJECT_BAD_CURRENCY,
            "an amount in %s contradicts the currency %s", v->text_currency, code);
    c->text[TEXT_BILLING_CURRENCY] = sv_of(code);
    return 0;
}
