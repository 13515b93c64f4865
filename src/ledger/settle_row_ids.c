/*
 * settle_row_ids.c - rows with an id of the platform's own that are delivered twice.
 *
 * A row is known by its format, platform, id, entry, period and item. A record may give several
 * lines that have even all that in common: then the n-th of them is one with the n-th of another
 * record. Formats are kept apart, since two of one platform are views of the same money, which is
 * settled as a whole.
 */
#include <stdlib.h>

#include "ledger/settle_rows.h"

#define END UINT32_MAX

/* A charge that is known by its id. */
struct known {
    uint32_t line;    /* its latest version, which counts */
    uint32_t record;  /* first line of the record that last delivered it */
    uint32_t ordinal; /* among lines of one record with the same key */
    uint32_t next;    /* one with the same key and another account; END: none */
};

struct ids {
    struct ledger *ledger;
    const uint32_t *formats;
    struct row_events *events;
    struct known *known;
    size_t n;
    struct row_set rows;    /* of known: heads of the lists of accounts */
    struct row_set holders; /* of lines: the first with an id in its account */
};

struct key {
    const struct ids *ids;
    const struct ledger_line *line;
    uint32_t ordinal;
};

/* What tells apart things that a careless bill gives one id. */
static const enum text_column item_columns[] = {
    TEXT_RESOURCE_ID, TEXT_INSTANCE_ID, TEXT_SKU_ID, TEXT_SKU_METER,
};

#define ITEM_COLUMNS (sizeof(item_columns) / sizeof(item_columns[0]))

static bool
is_same_id(const struct ids *ids, const struct ledger_line *a, const struct ledger_line *b)
{
    return a->line_id == b->line_id && ids->formats[a->input] == ids->formats[b->input] &&
        ledger_text(a, TEXT_PLATFORM) == ledger_text(b, TEXT_PLATFORM);
}

static bool
is_same_key(const void *context, uint32_t number)
{
    const struct key *key = context;
    const struct known *known = &key->ids->known[number];
    const struct ledger_line *a = key->line, *b = &key->ids->ledger->lines.at[known->line];

    if (key->ordinal != known->ordinal || !is_same_id(key->ids, a, b) || a->start != b->start ||
        a->end != b->end || ledger_word(a, WORD_ENTRY) != ledger_word(b, WORD_ENTRY))
        return false;
    for (size_t i = 0; i < ITEM_COLUMNS; i++)
        if (ledger_text(a, item_columns[i]) != ledger_text(b, item_columns[i]))
            return false;
    return true;
}

static uint64_t
hash_key(const struct key *key)
{
    const struct ledger_line *line = key->line;
    struct {
        const void *text[2 + ITEM_COLUMNS];
        int64_t start, end;
        uint32_t format, ordinal;
    } bytes = {
        .text = { line->line_id, ledger_text(line, TEXT_PLATFORM) },
        .start = line->start,
        .end = line->end,
        .format = key->ids->formats[line->input],
        .ordinal = key->ordinal,
    };

    for (size_t i = 0; i < ITEM_COLUMNS; i++)
        bytes.text[2 + i] = ledger_text(line, item_columns[i]);
    return map_hash((struct sv){ (const char *)&bytes, sizeof(bytes) });
}

static bool
is_same_holder(const void *context, uint32_t number)
{
    const struct key *key = context;
    const struct ledger_line *a = key->line, *b = &key->ids->ledger->lines.at[number];

    return is_same_id(key->ids, a, b) &&
        ledger_text(a, TEXT_BILLING_ACCOUNT_ID) == ledger_text(b, TEXT_BILLING_ACCOUNT_ID);
}

static bool
is_same_record(const struct ledger_line *a, const struct ledger_line *b)
{
    return a->input == b->input && a->source_line == b->source_line;
}

/* Both have an id and no more to tell them apart: say so if another thing has the id already. */
static int
note_holder(struct ids *ids, uint32_t index, struct err *e)
{
    const struct ledger_line *line = &ids->ledger->lines.at[index];
    const struct key key = { ids, line, 0 };
    const struct {
        const void *id, *platform, *account;
        uint64_t format;
    } bytes = { line->line_id, ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_ACCOUNT_ID), ids->formats[line->input] };
    uint64_t hash = map_hash((struct sv){ (const char *)&bytes, sizeof(bytes) });
    struct row_slot *slot = row_set_find(&ids->holders, hash, is_same_holder, &key);

    if (slot->number == 0) {
        row_slot_take(slot, hash, index);
        return 0;
    }
    if (is_same_record(line, &ids->ledger->lines.at[slot->number - 1]))
        return 0;
    return row_event_add(ids->events, ROW_REUSED, index, slot->number - 1, e);
}

/* All else being equal: every column but those that name the account. */
static bool
is_same_but_account(const struct ledger_line *a, const struct ledger_line *b)
{
    if (a->order_id != b->order_id || !row_is_same_amounts(a, b) ||
        memcmp(a->facets->word, b->facets->word, sizeof(a->facets->word)) != 0 ||
        a->facets->billing_start != b->facets->billing_start ||
        a->facets->billing_end != b->facets->billing_end)
        return false;
    for (enum text_column t = 0; t < TEXT_COUNT; t++)
        if (t != TEXT_BILLING_ACCOUNT_ID && t != TEXT_BILLING_ACCOUNT_NAME &&
            a->facets->text[t] != b->facets->text[t])
            return false;
    return true;
}

static bool
is_same_delivery(const struct ledger_line *a, const struct ledger_line *b)
{
    const char *of_a = ledger_text(a, TEXT_BILLING_ACCOUNT_ID);
    const char *of_b = ledger_text(b, TEXT_BILLING_ACCOUNT_ID);

    if (of_a == of_b)
        return true;
    return (!of_a[0] || !of_b[0]) && is_same_but_account(a, b);
}

/* The amount that a row is about: its price, or what it moved and gave. */
static bool
is_same_amount(const struct ledger_line *a, const struct ledger_line *b)
{
    struct money of_a[2], of_b[2];

    if (ledger_text(a, TEXT_BILLING_CURRENCY) != ledger_text(b, TEXT_BILLING_CURRENCY) ||
        money_compare(ledger_billed(a), ledger_billed(b)) != 0)
        return false;
    if (ledger_is_spend(a))
        return true;
    (void)ledger_money(a, MONEY_MOVED, &of_a[0]);
    (void)ledger_money(b, MONEY_MOVED, &of_b[0]);
    (void)ledger_money(a, MONEY_VOUCHER, &of_a[1]);
    (void)ledger_money(b, MONEY_VOUCHER, &of_b[1]);
    return money_compare(of_a[0], of_b[0]) == 0 && money_compare(of_a[1], of_b[1]) == 0;
}

/* ${known} is what line ${index} of record ${record} delivers again. */
static int
settle_again(struct ids *ids, struct known *known, uint32_t index, uint32_t record,
    struct err *e)
{
    struct ledger_line *line = &ids->ledger->lines.at[index];
    struct ledger_line *before = &ids->ledger->lines.at[known->line];
    uint32_t other = known->line;

    known->record = record;
    if (is_same_amount(line, before)) {
        line->fate = FATE_ALREADY_SEEN;
        return row_event_add(ids->events, ROW_SEEN, index, other, e);
    }
    before->fate = FATE_ALREADY_SEEN;
    known->line = index;
    return row_event_add(ids->events, ROW_CHANGED, other, index, e);
}

static uint32_t
add_known(struct ids *ids, uint32_t index, uint32_t record, uint32_t ordinal)
{
    ids->known[ids->n] = (struct known){ index, record, ordinal, END };
    return (uint32_t)ids->n++;
}

static int
settle_line(struct ids *ids, uint32_t index, uint32_t record, struct err *e)
{
    const struct ledger_line *line = &ids->ledger->lines.at[index];
    struct key key = { ids, line, 0 };

    for (;; key.ordinal++) {
        uint64_t hash = hash_key(&key);
        struct row_slot *slot = row_set_find(&ids->rows, hash, is_same_key, &key);
        struct known *known, *last = NULL;

        if (slot->number == 0) {
            row_slot_take(slot, hash, add_known(ids, index, record, key.ordinal));
            break;
        }
        known = &ids->known[slot->number - 1];
        while (known && !is_same_delivery(line, &ids->ledger->lines.at[known->line])) {
            last = known;
            known = known->next == END ? NULL : &ids->known[known->next];
        }
        if (!known) {
            last->next = add_known(ids, index, record, key.ordinal);
            break;
        }
        if (known->record != record)
            return settle_again(ids, known, index, record, e);
    }
    return note_holder(ids, index, e);
}

static bool
is_candidate(const struct ledger_line *line)
{
    return line->fate == FATE_COUNTED && line->line_id[0] != '\0';
}

int
row_settle_ids(struct ledger *l, const uint32_t *formats, struct row_events *events,
    struct err *e)
{
    struct ids ids = { .ledger = l, .formats = formats, .events = events };
    size_t candidates = 0;
    uint32_t record = 0;
    int result = -1;

    for (size_t i = 0; i < l->lines.n; i++)
        candidates += is_candidate(&l->lines.at[i]);
    if (candidates == 0)
        return 0;
    ids.known = calloc(candidates, sizeof(*ids.known));
    if (!ids.known) {
        err_nomem(e);
        goto out;
    }
    if (row_set_init(&ids.rows, candidates, e) || row_set_init(&ids.holders, candidates, e))
        goto out;
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (i == 0 || !is_same_record(line, line - 1))
            record = (uint32_t)i;
        if (is_candidate(line) && settle_line(&ids, (uint32_t)i, record, e))
            goto out;
    }
    result = 0;
out:
    free(ids.known);
    row_set_release(&ids.rows);
    row_set_release(&ids.holders);
    return result;
}
