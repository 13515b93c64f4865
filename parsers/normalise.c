/*
 * normalise.c - what is done to every charge, whatever its format.
 *
 * The order matters: amounts and entry first, since a move of money has no category; then the
 * category, since only computing has GPUs and instances. What follows from the texts and the entry
 * alone is apart from what follows from amounts, times and the ids of a line, so that it can be
 * done once for many rows (recipe.c).
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/memo.h"
#include "parsers/normalise.h"
#include "parsers/scratch.h"

struct normaliser {
    const struct format *format;
    const struct gpu_types *types;
    struct scratch scratch;
    struct memo categories; /* text -> enum category */
    struct memo gpus;       /* platform and text -> index into found + 1; 0: none */
    struct { struct gpu_type *at; size_t n, room; } found;
};

/* Longest text in which GPU types are remembered. */
#define GPU_KEY_MAX 512

struct normaliser *
normaliser_new(const struct format *f, const struct gpu_types *types)
{
    struct normaliser *n = calloc(1, sizeof(*n));

    if (n) {
        n->format = f;
        n->types = types;
    }
    return n;
}

void
normaliser_free(struct normaliser *n)
{
    if (!n)
        return;
    scratch_release(&n->scratch);
    memo_release(&n->categories);
    memo_release(&n->gpus);
    free(n->found.at);
    free(n);
}

/* True for 1.23E+17: what a spreadsheet makes of a long id. */
static bool
is_exponent(struct sv s)
{
    size_t i = 0, digits = 0;

    while (i < s.n && ((s.p[i] >= '0' && s.p[i] <= '9') || s.p[i] == '.'))
        i++;
    if (i == 0 || i + 2 >= s.n || (s.p[i] != 'E' && s.p[i] != 'e') || s.p[i + 1] != '+')
        return false;
    for (i += 2; i < s.n; i++, digits++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return digits > 0;
}

static void
repair_id(struct charge *c, enum text_column column, unsigned *notes)
{
    struct sv *id = &c->text[column];

    if (id->n > 1 && id->p[0] == '\'') {
        *id = sv_trim(sv_part(*id, 1, id->n));
        c->changes |= CHANGE_TEXT_MARKER;
    }
    if (is_exponent(*id)) {
        *id = SV_EMPTY;
        c->changes |= CHANGE_ID_LOST_DIGITS;
        *notes |= NORMAL_ID_LOST_DIGITS;
    }
}

static void
repair_ids(struct charge *c, unsigned *notes)
{
    static const enum text_column ids[] = { TEXT_INVOICE_ID, TEXT_RESOURCE_ID, TEXT_INSTANCE_ID,
        TEXT_BILLING_ACCOUNT_ID, TEXT_SUB_ACCOUNT_ID };

    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        repair_id(c, ids[i], notes);
}

/* The amount in ${m} with the sign of money that goes back. */
static void
make_negative(struct charge *c, enum money_column m)
{
    if (charge_has(c, m) && !money_is_negative(c->money[m]))
        c->money[m] = money_negate(c->money[m]);
}

static bool
is_positive(const struct charge *c, enum money_column m)
{
    return charge_has(c, m) && !money_is_negative(c->money[m]) && !money_is_zero(c->money[m]);
}

static void
settle_entry(struct charge *c, const struct stated *stated, unsigned *notes)
{
    static const enum money_column amounts[] = { MONEY_BILLED_COST, MONEY_LIST_COST,
        MONEY_CONTRACTED_COST, MONEY_EFFECTIVE_COST, MONEY_DISCOUNT, MONEY_VOUCHER, MONEY_CASH };
    bool is_negative = charge_has(c, MONEY_BILLED_COST) &&
        money_is_negative(c->money[MONEY_BILLED_COST]);
    unsigned char *entry = &c->word[WORD_ENTRY];
    unsigned kind = c->word[WORD_CHARGE_CATEGORY];

    if (stated->has_entry && *entry != ENTRY_NONE) {
        if (*entry == ENTRY_CHARGE && is_negative)
            *notes |= NORMAL_NEGATIVE_CHARGE;
        if ((*entry != ENTRY_REFUND && *entry != ENTRY_CREDIT) ||
            !is_positive(c, MONEY_BILLED_COST))
            return;
        for (size_t i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++)
            make_negative(c, amounts[i]);
        c->changes |= CHANGE_SIGN_FROM_DIRECTION;
        return;
    }
    if (kind == CHARGE_TAX)
        *entry = ENTRY_TAX;
    else if (kind == CHARGE_CREDIT)
        *entry = ENTRY_CREDIT;
    else if (is_negative && kind != CHARGE_ADJUSTMENT &&
        c->word[WORD_CHARGE_CLASS] != CHARGE_CLASS_CORRECTION)
        *entry = ENTRY_REFUND;
    else
        *entry = ENTRY_CHARGE;
}

/*
 * A recharge or withdrawal is no spend: its money stands in x_Moved, in cash. The amount that a row
 * states includes the gift part that stands in x_Voucher.
 */
static void
settle_move(struct charge *c)
{
    bool goes_out = c->word[WORD_ENTRY] == ENTRY_WITHDRAWAL;
    struct err ignored = { .code = ERR_NONE };

    if (!charge_has(c, MONEY_MOVED)) {
        struct money moved = c->money[MONEY_BILLED_COST];

        if (charge_has(c, MONEY_VOUCHER) &&
            money_is_negative(c->money[MONEY_VOUCHER]) != money_is_negative(moved))
            (void)money_add(&moved, c->money[MONEY_VOUCHER], &ignored);
        else if (charge_has(c, MONEY_VOUCHER))
            (void)money_sub(&moved, c->money[MONEY_VOUCHER], &ignored);
        if (money_is_negative(moved) != goes_out)
            moved = money_negate(moved);
        charge_set(c, MONEY_MOVED, moved);
    }
    charge_set(c, MONEY_BILLED_COST, MONEY_ZERO);
    charge_unset(c, MONEY_CASH);
    c->word[WORD_CATEGORY] = CATEGORY_NONE;
}

/* Take ${part} off ${*amount}; -1 where that goes beyond the limit. */
static int
take_off(struct money *amount, struct money part)
{
    struct err ignored = ERR_INIT;

    return money_sub(amount, part, &ignored);
}

/* What was settled by voucher and what in cash; the one follows from the other. */
void
normalise_charge_amounts(struct charge *c, unsigned *notes)
{
    struct money rest = c->money[MONEY_BILLED_COST];
    bool has_voucher = charge_has(c, MONEY_VOUCHER), has_cash = charge_has(c, MONEY_CASH);

    if ((!has_voucher && !has_cash) || !charge_has(c, MONEY_BILLED_COST))
        return;
    if (take_off(&rest, c->money[has_voucher ? MONEY_VOUCHER : MONEY_CASH]))
        return;
    if (has_voucher && has_cash)
        *notes |= money_compare(rest, c->money[MONEY_CASH]) != 0 ? NORMAL_PARTS_DIFFER : 0u;
    else
        charge_set(c, has_voucher ? MONEY_CASH : MONEY_VOUCHER, rest);
}

/* An end of hh:59:59 that the format calls inclusive is the next full hour. */
static void
include_end(const struct format *f, struct charge *c, const struct stated *stated,
    enum time_column end)
{
    int64_t at = c->time[end], in_hour;

    if (at == TIME_NONE || !f->billing.is_end_inclusive)
        return;
    in_hour = (at + c->offset_minutes * TIME_MINUTE) % TIME_HOUR;
    if (stated->is_date[end] || stated->is_month[end]) {
        c->changes |= CHANGE_INCLUSIVE_END;
    } else if (in_hour >= TIME_HOUR - TIME_SECOND) {
        c->time[end] = at - in_hour + TIME_HOUR;
        c->changes |= CHANGE_INCLUSIVE_END;
    }
}

/* The end of a period of which only the start is given, and is a day or a month. */
static void
complete_end(struct charge *c, const struct stated *stated, enum time_column start,
    enum time_column end)
{
    if (c->time[start] == TIME_NONE || c->time[end] != TIME_NONE)
        return;
    if (stated->is_month[start])
        c->time[end] = time_next_month(c->time[start], c->offset_minutes);
    else if (stated->is_date[start])
        c->time[end] = c->time[start] + TIME_DAY;
}

/* A day that ends before the start ends at the start where it is included: that is no period. */
static bool
ends_before_start(const struct charge *c, const struct stated *stated, enum time_column start,
    enum time_column end)
{
    if (c->time[start] == TIME_NONE || c->time[end] == TIME_NONE)
        return false;
    return c->time[end] < c->time[start] ||
        (stated->includes_end[end] && c->time[end] == c->time[start]);
}

static int
settle_period(const struct format *f, struct charge *c, const struct stated *stated,
    enum time_column *column)
{
    int64_t *start = &c->time[TIME_CHARGE_PERIOD_START], *end = &c->time[TIME_CHARGE_PERIOD_END];
    int64_t stated_end = *end;

    c->is_of_month = stated->is_month[TIME_CHARGE_PERIOD_START] ||
        stated->is_month[TIME_CHARGE_PERIOD_END];
    complete_end(c, stated, TIME_CHARGE_PERIOD_START, TIME_CHARGE_PERIOD_END);
    complete_end(c, stated, TIME_BILLING_PERIOD_START, TIME_BILLING_PERIOD_END);
    include_end(f, c, stated, TIME_CHARGE_PERIOD_END);
    include_end(f, c, stated, TIME_BILLING_PERIOD_END);

    /* Of a row that states only when it ended, no more is known; a day's row is of that day. */
    if (*start == TIME_NONE && *end != TIME_NONE)
        *start = stated->is_date[TIME_CHARGE_PERIOD_END] ? *end - TIME_DAY : stated_end;

    *column = TIME_CHARGE_PERIOD_END;
    if (ends_before_start(c, stated, TIME_CHARGE_PERIOD_START, TIME_CHARGE_PERIOD_END))
        return 1;
    *column = TIME_BILLING_PERIOD_END;
    return ends_before_start(c, stated, TIME_BILLING_PERIOD_START, TIME_BILLING_PERIOD_END);
}

/* What the table of GPU types says of ${text}. */
static bool
find_gpu(struct normaliser *n, const struct charge *c, struct sv text, struct gpu_type *out)
{
    struct sv platform = c->text[TEXT_PLATFORM];
    char id[64], bytes[GPU_KEY_MAX];
    struct sv key = { bytes, platform.n + 1 + text.n };
    uint64_t known;
    bool found;

    if (text.n == 0 || platform.n >= sizeof(id) || key.n > sizeof(bytes))
        return false;
    if (platform.n > 0)
        memcpy(id, platform.p, platform.n);
    id[platform.n] = '\0';
    memcpy(bytes, id, platform.n + 1);
    memcpy(bytes + platform.n + 1, text.p, text.n);
    if (memo_get(&n->gpus, key, &known)) {
        if (known > 0)
            *out = n->found.at[known - 1];
        return known > 0;
    }
    found = gpu_types_find(n->types, id, text, out);
    if (!found) {
        memo_put(&n->gpus, key, 0);
    } else {
        struct err ignored = { .code = ERR_NONE };

        if (vec_grow(&n->found, 1, SIZE_MAX, &ignored) == 0) {
            n->found.at[n->found.n++] = *out;
            memo_put(&n->gpus, key, n->found.n);
        }
    }
    return found;
}

static const enum text_column gpu_columns[] = { TEXT_SKU_ID, TEXT_SKU_METER, TEXT_RESOURCE_TYPE,
    TEXT_CHARGE_DESCRIPTION };

/* The GPU type that the first of the columns that tell one tells; the number of cards, where it
 * leaves that open, is that of another which tells the same model. */
static bool
find_line_gpu(struct normaliser *n, const struct charge *c, struct gpu_type *out)
{
    bool is_found = false;

    for (size_t i = 0; i < sizeof(gpu_columns) / sizeof(gpu_columns[0]); i++) {
        struct gpu_type gpu;

        if (!find_gpu(n, c, c->text[gpu_columns[i]], &gpu))
            continue;
        if (!is_found)
            *out = gpu;
        else if (out->count == 0 && sv_is(sv_of(out->model), sv_of(gpu.model)))
            out->count = gpu.count;
        is_found = true;
    }
    return is_found;
}

static enum category
category_of_text(struct normaliser *n, struct sv text)
{
    uint64_t known;

    if (text.n == 0)
        return CATEGORY_NONE;
    if (!memo_get(&n->categories, text, &known)) {
        known = category_from_text(text);
        memo_put(&n->categories, text, known);
    }
    return (enum category)known;
}

static void
settle_category(struct normaliser *n, struct charge *c)
{
    static const enum text_column columns[] = { TEXT_SKU_METER, TEXT_CHARGE_DESCRIPTION,
        TEXT_SKU_ID, TEXT_RESOURCE_TYPE, TEXT_SERVICE_NAME };
    unsigned char *category = &c->word[WORD_CATEGORY];
    enum category found = CATEGORY_NONE;
    struct gpu_type gpu;

    if (*category != CATEGORY_NONE)
        return;
    if (c->word[WORD_ENTRY] == ENTRY_TAX) {
        *category = CATEGORY_TAX;
        return;
    }
    if (c->word[WORD_ENTRY] == ENTRY_CREDIT) {
        *category = CATEGORY_CREDIT;
        return;
    }
    for (size_t i = 0; found == CATEGORY_NONE && i < sizeof(columns) / sizeof(columns[0]); i++)
        found = category_of_text(n, c->text[columns[i]]);

    /* "ECS instance" says less than the type of the instance. */
    if ((found == CATEGORY_NONE || found == CATEGORY_CPU) && find_line_gpu(n, c, &gpu))
        found = CATEGORY_GPU;
    if (found == CATEGORY_NONE && c->text[TEXT_GPU_MODEL].n > 0)
        found = CATEGORY_GPU;
    *category = (unsigned char)(found != CATEGORY_NONE ? found : CATEGORY_OTHER);
    c->changes |= CHANGE_CATEGORY_DERIVED;
}

static void
settle_gpu(struct normaliser *n, struct charge *c)
{
    struct sv *model = &c->text[TEXT_GPU_MODEL];
    struct gpu_type gpu = { NULL, 0 };
    bool is_found = model->n > 0 ? find_gpu(n, c, *model, &gpu) :
        c->word[WORD_CATEGORY] == CATEGORY_GPU && find_line_gpu(n, c, &gpu);

    if (!is_found)
        return;
    *model = sv_of(gpu.model);
    if (gpu.count > 0 && !charge_has(c, MONEY_GPU_COUNT))
        charge_set(c, MONEY_GPU_COUNT, money_of(gpu.count));
}

/* The short id: the last part of a path or ARN. */
static struct sv
short_id(struct sv id)
{
    bool is_arn = sv_starts(id, SV("arn:"));

    for (size_t i = id.n; i-- > 0;)
        if (id.p[i] == '/' || (is_arn && id.p[i] == ':'))
            return i + 1 < id.n ? sv_part(id, i + 1, id.n) : id;
    return id;
}

static void
settle_names(struct normaliser *n, struct charge *c)
{
    const struct format *f = n->format;
    struct sv *platform = &c->text[TEXT_PLATFORM];
    struct sv title = sv_of(f->platform[0] ? f->platform_title.en : "");

    if (platform->n == 0)
        *platform = sv_of(f->platform);
    if (title.n == 0)
        title = *platform;
    if (c->text[TEXT_PROVIDER_NAME].n == 0)
        c->text[TEXT_PROVIDER_NAME] = title;
    if (c->text[TEXT_PUBLISHER_NAME].n == 0)
        c->text[TEXT_PUBLISHER_NAME] = c->text[TEXT_PROVIDER_NAME];
    if (c->text[TEXT_INVOICE_ISSUER_NAME].n == 0)
        c->text[TEXT_INVOICE_ISSUER_NAME] = c->text[TEXT_PROVIDER_NAME];

    /* Ids of platforms are in lower case. */
    for (size_t i = 0; i < platform->n; i++) {
        char *copy;

        if (platform->p[i] < 'A' || platform->p[i] > 'Z')
            continue;
        copy = scratch_alloc(&n->scratch, platform->n);
        for (size_t k = 0; copy && k < platform->n; k++)
            copy[k] = platform->p[k] >= 'A' && platform->p[k] <= 'Z' ?
                (char)(platform->p[k] - 'A' + 'a') : platform->p[k];
        if (copy)
            platform->p = copy;
        return;
    }
}

static void
settle_focus(struct charge *c)
{
    static const unsigned char kinds[] = { [ENTRY_NONE] = CHARGE_NONE,
        [ENTRY_CHARGE] = CHARGE_USAGE, [ENTRY_REFUND] = CHARGE_USAGE,
        [ENTRY_CREDIT] = CHARGE_CREDIT, [ENTRY_TAX] = CHARGE_TAX, [ENTRY_RECHARGE] = CHARGE_NONE,
        [ENTRY_WITHDRAWAL] = CHARGE_NONE };
    enum category category = (enum category)c->word[WORD_CATEGORY];

    if (c->word[WORD_CHARGE_CATEGORY] == CHARGE_NONE)
        c->word[WORD_CHARGE_CATEGORY] = kinds[c->word[WORD_ENTRY]];
    if (category == CATEGORY_NONE || c->text[TEXT_SERVICE_CATEGORY].n > 0 ||
        c->text[TEXT_SERVICE_SUBCATEGORY].n > 0)
        return;
    c->text[TEXT_SERVICE_CATEGORY] = sv_of(category_focus_service(category));
    c->text[TEXT_SERVICE_SUBCATEGORY] = sv_of(category_focus_subcategory(category));
}

static bool
is_move(const struct charge *c)
{
    return c->word[WORD_ENTRY] == ENTRY_RECHARGE || c->word[WORD_ENTRY] == ENTRY_WITHDRAWAL;
}

int
normalise_times(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column)
{
    repair_id(c, TEXT_LINE_ID, notes);
    repair_id(c, TEXT_ORDER_ID, notes);
    return settle_period(n->format, c, stated, column);
}

int
normalise_measured(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column)
{
    settle_entry(c, stated, notes);
    if (is_move(c))
        settle_move(c);
    else
        normalise_charge_amounts(c, notes);
    return normalise_times(n, c, stated, notes, column);
}

void
normalise_texts(struct normaliser *n, struct charge *c, unsigned *notes)
{
    scratch_reset(&n->scratch);
    settle_names(n, c);
    repair_ids(c, notes);
    if (!is_move(c)) {
        settle_category(n, c);
        settle_gpu(n, c);
        if (c->text[TEXT_INSTANCE_ID].n == 0 &&
            category_is_compute((enum category)c->word[WORD_CATEGORY]))
            c->text[TEXT_INSTANCE_ID] = short_id(c->text[TEXT_RESOURCE_ID]);
    }
    settle_focus(c);
}

int
normalise(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column)
{
    *notes = 0;
    if (normalise_measured(n, c, stated, notes, column))
        return 1;
    normalise_texts(n, c, notes);
    return 0;
}
