/*
 * observation.c - what is known beside charges: states, utilisation, payments.
 *
 * Texts are interned once per table. Millions of samples share a few names, so merging remembers
 * the last name that it carried over.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ledger/observation.h"

#define OBSERVATIONS_MAX UINT32_MAX

static const char *const field_names[OBSERVATION_FIELD_COUNT] = {
    [OBSERVATION_PLATFORM] = "platform",
    [OBSERVATION_ACCOUNT] = "account",
    [OBSERVATION_INSTANCE] = "instance",
    [OBSERVATION_STATE] = "state",
    [OBSERVATION_FROM] = "from",
    [OBSERVATION_TO] = "to",
    [OBSERVATION_TIME] = "time",
    [OBSERVATION_GPU] = "gpu",
    [OBSERVATION_UTILISATION] = "utilisation",
    [OBSERVATION_MEMORY_USED] = "memory_used",
    [OBSERVATION_MEMORY_TOTAL] = "memory_total",
    [OBSERVATION_POWER] = "power",
    [OBSERVATION_PAYEE] = "payee",
    [OBSERVATION_AMOUNT] = "amount",
    [OBSERVATION_CURRENCY] = "currency",
    [OBSERVATION_CHANNEL] = "channel",
    [OBSERVATION_ORDER_ID] = "order_id",
    [OBSERVATION_TRADE_ID] = "trade_id",
    [OBSERVATION_STATUS] = "status",
    [OBSERVATION_NOTE] = "note",
};

/* One text on its way from one table of strings to another. */
struct carried {
    const char *from, *to;
};

void
observations_init(struct observations *o)
{
    *o = (struct observations){ .strings = INTERN_INIT };
    payments_init(&o->payments);
}

void
observations_release(struct observations *o)
{
    intern_release(&o->strings);
    vec_release(&o->states);
    vec_release(&o->samples);
    payments_release(&o->payments);
    observations_init(o);
}

/* ${m} x ${scale} as a whole number, or -1 where that is no number from 0 to ${max}. */
static int64_t
whole(struct money m, int64_t scale, int64_t max)
{
    struct err ignored;
    struct money product;

    if (money_is_negative(m) || money_multiply(&product, m, money_of(scale), NULL, &ignored))
        return -1;
    product = money_round(product, 0);
    if (money_compare(product, money_of(max)) > 0)
        return -1;
    return (int64_t)(product.units / money_of(1).units);
}

static int
add_state(struct observations *o, uint32_t input, const struct observation *row, struct err *e)
{
    struct state_entry entry = {
        .platform = intern_text(&o->strings, row->platform),
        .account = intern_text(&o->strings, row->account),
        .instance = intern_text(&o->strings, row->instance),
        .state = row->state,
        .from = row->from,
        .to = row->to,
        .input = input,
        .line = row->line,
    };

    if (!entry.platform || !entry.account || !entry.instance)
        return err_nomem(e);
    if (vec_grow(&o->states, 1, OBSERVATIONS_MAX, e))
        return -1;
    o->states.at[o->states.n++] = entry;
    return 0;
}

static int
add_sample(struct observations *o, uint32_t input, const struct observation *row, struct err *e)
{
    struct usage_sample sample = {
        .platform = intern_text(&o->strings, row->platform),
        .instance = intern_text(&o->strings, row->instance),
        .gpu = intern_text(&o->strings, row->gpu),
        .time = row->from,
        .until = row->to > row->from ? row->to : TIME_NONE,
        .utilisation = row->has_utilisation ? (int32_t)whole(row->utilisation, 100, 10000) : -1,
        .memory_used = row->has_memory_used ? whole(row->memory_used, 1, INT64_MAX) : -1,
        .memory_total = row->has_memory_total ? whole(row->memory_total, 1, INT64_MAX) : -1,
        .power = row->has_power ? whole(row->power, 1000, INT64_MAX) : -1,
        .input = input,
        .line = row->line,
    };

    if (!sample.platform || !sample.instance || !sample.gpu)
        return err_nomem(e);
    if (vec_grow(&o->samples, 1, OBSERVATIONS_MAX, e))
        return -1;
    o->samples.at[o->samples.n++] = sample;
    return 0;
}

/* Texts of a row as they are needed to add a payment: NUL-ended, interned. */
static int
add_payment(struct observations *o, uint32_t input, const struct observation *row,
    struct err *e)
{
    struct payment one = {
        .channel = intern_text(&o->strings, row->channel),
        .time = row->from,
        .payee = intern_text(&o->strings, row->payee),
        .amount = row->amount,
        .currency = intern_text(&o->strings, row->currency),
        .order_id = intern_text(&o->strings, row->order_id),
        .trade_id = intern_text(&o->strings, row->trade_id),
        .status = intern_text(&o->strings, row->status),
        .note = intern_text(&o->strings, row->note),
        .input = input,
        .line = row->line,
    };

    if (!one.channel || !one.payee || !one.currency || !one.order_id || !one.trade_id ||
        !one.status || !one.note)
        return err_nomem(e);
    return payments_add(&o->payments, &one, e);
}

int
observations_add(struct observations *o, uint32_t input, const struct observation *row,
    struct err *e)
{
    if (row->kind == INPUT_STATES)
        return add_state(o, input, row, e);
    if (row->kind == INPUT_PAYMENT)
        return add_payment(o, input, row, e);
    return add_sample(o, input, row, e);
}

/* Make ${*text} a text of ${into}, by way of ${last}. */
static int
carry(struct intern *into, const char **text, struct carried *last, struct err *e)
{
    if (*text != last->from) {
        const char *copy = intern_text(into, sv_of(*text));

        if (!copy)
            return err_nomem(e);
        *last = (struct carried){ *text, copy };
    }
    *text = last->to;
    return 0;
}

static int
merge_states(struct observations *into, const struct observations *from, uint32_t input_shift,
    struct err *e)
{
    struct carried last[3] = { 0 };

    for (size_t i = 0; i < from->states.n; i++) {
        struct state_entry entry = from->states.at[i];

        if (carry(&into->strings, &entry.platform, &last[0], e) ||
            carry(&into->strings, &entry.account, &last[1], e) ||
            carry(&into->strings, &entry.instance, &last[2], e))
            return -1;
        entry.input += input_shift;
        into->states.at[into->states.n++] = entry;
    }
    return 0;
}

static int
merge_samples(struct observations *into, const struct observations *from, uint32_t input_shift,
    struct err *e)
{
    struct carried last[3] = { 0 };

    for (size_t i = 0; i < from->samples.n; i++) {
        struct usage_sample sample = from->samples.at[i];

        if (carry(&into->strings, &sample.platform, &last[0], e) ||
            carry(&into->strings, &sample.instance, &last[1], e) ||
            carry(&into->strings, &sample.gpu, &last[2], e))
            return -1;
        sample.input += input_shift;
        into->samples.at[into->samples.n++] = sample;
    }
    return 0;
}

int
observations_merge(struct observations *into, struct observations *from, uint32_t input_shift,
    struct err *e)
{
    if (vec_grow(&into->states, from->states.n, OBSERVATIONS_MAX, e) ||
        vec_grow(&into->samples, from->samples.n, OBSERVATIONS_MAX, e))
        return -1;
    if (merge_states(into, from, input_shift, e) || merge_samples(into, from, input_shift, e) ||
        payments_merge(&into->payments, &from->payments, input_shift, e))
        return -1;
    observations_release(from);
    return 0;
}

static int
compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Interned texts: equal ones are the same pointer. */
static int
compare_texts(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

static int
compare_places(uint32_t input, uint64_t line, uint32_t other_input, uint64_t other_line)
{
    if (input != other_input)
        return input < other_input ? -1 : 1;
    return (line > other_line) - (line < other_line);
}

static int
compare_states(const void *left, const void *right)
{
    const struct state_entry *a = left, *b = right;
    int order = compare_texts(a->platform, b->platform);

    if (order == 0)
        order = compare_texts(a->account, b->account);
    if (order == 0)
        order = compare_texts(a->instance, b->instance);
    if (order == 0)
        order = compare_numbers(a->from, b->from);
    return order ? order : compare_places(a->input, a->line, b->input, b->line);
}

static int
compare_samples(const void *left, const void *right)
{
    const struct usage_sample *a = left, *b = right;
    int order = compare_texts(a->platform, b->platform);

    if (order == 0)
        order = compare_texts(a->instance, b->instance);
    if (order == 0)
        order = compare_texts(a->gpu, b->gpu);
    if (order == 0)
        order = compare_numbers(a->time, b->time);
    return order ? order : compare_places(a->input, a->line, b->input, b->line);
}

void
observations_sort(struct observations *o)
{
    if (o->states.n > 0)
        qsort(o->states.at, o->states.n, sizeof(*o->states.at), compare_states);
    if (o->samples.n > 0)
        qsort(o->samples.at, o->samples.n, sizeof(*o->samples.at), compare_samples);
    payments_sort(&o->payments);
}

struct sv *
observation_text_of(struct observation *o, enum observation_field field)
{
    struct sv *const texts[OBSERVATION_FIELD_COUNT] = {
        [OBSERVATION_PLATFORM] = &o->platform,
        [OBSERVATION_ACCOUNT] = &o->account,
        [OBSERVATION_INSTANCE] = &o->instance,
        [OBSERVATION_GPU] = &o->gpu,
        [OBSERVATION_PAYEE] = &o->payee,
        [OBSERVATION_CHANNEL] = &o->channel,
        [OBSERVATION_ORDER_ID] = &o->order_id,
        [OBSERVATION_TRADE_ID] = &o->trade_id,
        [OBSERVATION_STATUS] = &o->status,
        [OBSERVATION_NOTE] = &o->note,
    };

    return texts[field];
}

int
observation_field_find(struct sv name)
{
    for (int i = 0; i < OBSERVATION_FIELD_COUNT; i++)
        if (sv_is(name, sv_of(field_names[i])))
            return i;
    return -1;
}
