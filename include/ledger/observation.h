/*
 * observation.h - what is known beside charges: states and utilisation of instances, payments.
 *
 * Rows of state and usage logs are kept here for the timeline, those of payment statements for
 * reconciling; they are never ledger lines.
 */
#ifndef LEDGER_OBSERVATION_H
#define LEDGER_OBSERVATION_H

#include "base/err.h"
#include "base/intern.h"
#include "ledger/input.h"
#include "ledger/payment.h"
#include "ledger/timestamp.h"
#include "ledger/words.h"

/* Columns of gpubill-states, gpubill-usage and gpubill-payments as format fields. */
enum observation_field {
    OBSERVATION_PLATFORM,
    OBSERVATION_ACCOUNT,
    OBSERVATION_INSTANCE,
    OBSERVATION_STATE,
    OBSERVATION_FROM,
    OBSERVATION_TO,
    OBSERVATION_TIME,
    OBSERVATION_GPU,
    OBSERVATION_UTILISATION,
    OBSERVATION_MEMORY_USED,
    OBSERVATION_MEMORY_TOTAL,
    OBSERVATION_POWER,
    OBSERVATION_PAYEE,
    OBSERVATION_AMOUNT,
    OBSERVATION_CURRENCY,
    OBSERVATION_CHANNEL,
    OBSERVATION_ORDER_ID,
    OBSERVATION_TRADE_ID,
    OBSERVATION_STATUS,
    OBSERVATION_NOTE,
    OBSERVATION_FIELD_COUNT,
};

/* A row while it is being read; texts are views. */
struct observation {
    enum input_kind kind; /* INPUT_STATES, INPUT_USAGE or INPUT_PAYMENT */
    struct sv platform, account, instance, gpu;
    enum instance_state state;
    /* States: `to` TIME_NONE: until the next entry. Usage: the moment, and where the value is a
     * mean its end, else TIME_NONE. */
    int64_t from, to;
    bool has_utilisation; /* false: "[N/A]", no sample */
    bool has_memory_used, has_memory_total, has_power;
    struct money utilisation, memory_used, memory_total, power; /* percent, MiB, MiB, W */
    /* Payments, at `from`; a refund that the statement has in a row of its own is negative. */
    struct sv payee, currency, channel, order_id, trade_id, status, note;
    struct money amount;
    uint64_t line;
};

struct state_entry {
    const char *platform, *account, *instance; /* interned; account "" matches any */
    enum instance_state state;
    int64_t from, to;
    uint32_t input; /* index into ledger.inputs */
    uint64_t line;
};

struct usage_sample {
    const char *platform, *instance, *gpu; /* interned; platform "" if unknown */
    int64_t time;
    int64_t until;        /* of a mean: the end of its time; TIME_NONE: a moment */
    int32_t utilisation;  /* hundredths of a percent, 0 to 10000; -1: no value */
    int64_t memory_used, memory_total; /* MiB; -1 if unknown */
    int64_t power;        /* mW; -1 if unknown */
    uint32_t input;
    uint64_t line;
};

struct observations {
    struct intern strings;
    struct { struct state_entry *at; size_t n, room; } states;
    struct { struct usage_sample *at; size_t n, room; } samples;
    struct payments payments;
};

void observations_init(struct observations *o);
void observations_release(struct observations *o);

/*
 * Keep ${row} of input ${input}; texts are copied. A utilisation that is not from 0 to 100, and
 * anything negative, is kept as no value. -1: ERR_NOMEM, ERR_LIMIT.
 */
int observations_add(struct observations *o, uint32_t input, const struct observation *row,
    struct err *e);

/*
 * Move all of ${from} behind ${into}, adding ${input_shift} to each row's input; ${from} is empty
 * afterwards. -1: ERR_NOMEM, ERR_LIMIT, with both in a state that can only be released.
 */
int observations_merge(struct observations *into, struct observations *from,
    uint32_t input_shift, struct err *e);

/* Sort states by platform, account, instance, from, and samples by platform, instance, gpu, time,
 * then input and line; payments as payments_sort() does. */
void observations_sort(struct observations *o);

/* Where ${o} keeps field ${field} if that is a text as the row has it, else NULL. */
struct sv *observation_text_of(struct observation *o, enum observation_field field);

/* The field called ${name} ("utilisation"), or -1. */
int observation_field_find(struct sv name);

#endif
