/*
 * binding_observation.c - the fields of a record of a state or usage log, or of a payment.
 */
#include "ledger/currency.h"
#include "parsers/binding_inside.h"

/* Monitoring tools write "[N/A]", "[Not Supported]" and the like where they have no value. */
static bool
is_no_sample(struct sv text)
{
    return money_is_absent(text) || text.p[0] == '[' || sv_is_folded(text, SV("nan")) ||
        sv_is_folded(text, SV("unknown"));
}

static int
set_utilisation(struct binding *b, struct observation *o, struct sv text)
{
    struct money_text m;
    bool is_exact;

    if (is_no_sample(text))
        return 0;
    if (money_parse_text(&m, text, b->format->decimal_mark, &b->trial))
        goto bad;

    /* "45 %" is 45 here, not 0.45. */
    if ((m.notes & MONEY_PERCENT) &&
        money_multiply(&m.value, m.value, money_of(100), &is_exact, &b->trial))
        goto bad;
    if (money_is_negative(m.value) || money_compare(m.value, money_of(100)) > 0)
        goto bad;
    o->utilisation = m.value;
    o->has_utilisation = true;
    return 0;

bad:
    return evaluation_reject(&b->v, REJECT_BAD_AMOUNT,
        "'%.*s' is no utilisation from 0 to 100", SV_ARG(text));
}

static int
set_state(struct binding *b, struct observation *o, struct sv text)
{
    int word = word_find(&words_state, text);

    if (word <= 0)
        return evaluation_reject(&b->v, REJECT_BAD_WORD, "'%.*s' is no word for %s", SV_ARG(text),
            "state");
    o->state = (enum instance_state)word;
    return 0;
}

static int
set_currency(struct binding *b, struct observation *o, struct sv text)
{
    const char *code = currency_code(text, NULL);

    if (!code)
        return evaluation_reject(&b->v, REJECT_BAD_CURRENCY,
            "'%.*s' is no currency; an ISO 4217 code like CNY is expected", SV_ARG(text));
    o->currency = sv_of(code);
    return 0;
}

static int
set_field(struct binding *b, struct observation *o, enum observation_field field,
    const struct value *value)
{
    struct sv *text = observation_text_of(o, field);

    if (text)
        *text = value->text;
    switch (field) {
    case OBSERVATION_STATE:
        return set_state(b, o, value->text);
    case OBSERVATION_FROM:
    case OBSERVATION_TIME:
        o->from = value->time.at;
        break;
    case OBSERVATION_TO:
        o->to = value->time.at;
        break;
    case OBSERVATION_UTILISATION:
        return set_utilisation(b, o, value->text);
    case OBSERVATION_MEMORY_USED:
        o->memory_used = value->money;
        o->has_memory_used = true;
        break;
    case OBSERVATION_MEMORY_TOTAL:
        o->memory_total = value->money;
        o->has_memory_total = true;
        break;
    case OBSERVATION_AMOUNT:
        o->amount = value->money;
        break;
    case OBSERVATION_CURRENCY:
        return set_currency(b, o, value->text);
    case OBSERVATION_POWER:
        o->power = value->money;
        o->has_power = true;
        break;
    case OBSERVATION_PLATFORM:
    case OBSERVATION_ACCOUNT:
    case OBSERVATION_INSTANCE:
    case OBSERVATION_GPU:
    case OBSERVATION_PAYEE:
    case OBSERVATION_CHANNEL:
    case OBSERVATION_ORDER_ID:
    case OBSERVATION_TRADE_ID:
    case OBSERVATION_STATUS:
    case OBSERVATION_NOTE:
    case OBSERVATION_FIELD_COUNT:
        break;
    }
    return 0;
}

/* The sign of an amount and its currency agree. */
static int
check_sign(struct evaluation *v, const struct observation *o)
{
    const char *code = o->currency.p; /* a literal, or the format's: it ends with a NUL */

    if (currency_fits(v->text_currency, v->is_ambiguous_yen, v->is_ambiguous_dollar, code))
        return 0;
    return evaluation_reject(v, REJECT_BAD_CURRENCY,
        "an amount in %s contradicts the currency %s", v->text_currency, code);
}

int
binding_make_observation(struct binding *b, const struct record *r, struct observation *o,
    struct err *e)
{
    const struct format *f = b->format;

    *o = (struct observation){ .kind = f->kind, .platform = sv_of(f->platform),
        .currency = sv_of(f->kind == INPUT_PAYMENT ? f->currency : ""),
        .from = TIME_NONE, .to = TIME_NONE, .line = r->line };
    for (size_t i = 0; i < f->fields.n; i++) {
        const struct format_field *field = &f->fields.at[i];
        struct value value;
        int has = expression_evaluate(field->value, &b->v, &value, e);

        if (has < 0)
            return -1;
        if (has == 0 && field->is_required)
            return binding_missing(b, field);
        if (has > 0 && set_field(b, o, (enum observation_field)field->observation_field, &value))
            return -1;
    }
    if (o->to != TIME_NONE && o->from != TIME_NONE && o->to < o->from)
        return evaluation_reject(&b->v, REJECT_BAD_TIME, "the period ends before it starts");
    return f->kind == INPUT_PAYMENT ? check_sign(&b->v, o) : 0;
}
