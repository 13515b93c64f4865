/*
 * leak_refund.c - what refunds leave of lines that leak.
 *
 * A refund is for the charges of its order; where no charge has that order, for those of its
 * instance, item and period. It takes from the line that leaks most first. Refunds of orders go
 * before the others: within each kind a line belongs to one key, so their order changes nothing.
 */
#include <stdlib.h>

#include "audit/leak_refund.h"
#include "ledger/line_fact.h"

/* What charges and their refund have in common; texts are the ledger's. */
struct refund_key {
    const char *platform, *account, *currency;
    const char *order;           /* or else: */
    const char *instance, *item;
    int64_t start, end;
};

/* The charges that a refund can be for. */
struct target {
    struct refund_key key;
    bool has_charge;
    struct leaking **lines;
    size_t n, room;
    size_t first; /* of the lines of which something is left */
};

struct refunds {
    struct arena arena;
    struct map by_key; /* struct refund_key -> struct target */
};

static struct refund_key
order_key(const struct ledger_line *line)
{
    return (struct refund_key){ .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY), .order = line->order_id };
}

static struct refund_key
thing_key(const struct ledger_line *line)
{
    struct refund_key key = order_key(line);

    key.order = NULL;
    key.instance = ledger_text(line, TEXT_INSTANCE_ID);
    key.item = line_item(line);
    key.start = line->start;
    key.end = line->end;
    return key;
}

static bool
is_refund(const struct ledger_line *line)
{
    return line_is_known(line) && ledger_word(line, WORD_ENTRY) == ENTRY_REFUND &&
        money_is_negative(ledger_billed(line));
}

static struct target *
find(const struct refunds *r, const struct refund_key *key)
{
    struct map_entry *entry = map_get(&r->by_key, (struct sv){ (const char *)key, sizeof(*key) });

    return entry ? entry->value.pointer : NULL;
}

static int
add_target(struct refunds *r, struct refund_key key, struct err *e)
{
    struct target *target;
    struct map_entry *entry;

    if (find(r, &key))
        return 0;
    target = arena_alloc(&r->arena, sizeof(*target));
    if (!target)
        return err_nomem(e);
    target->key = key;
    entry = map_put(&r->by_key, (struct sv){ (const char *)&target->key, sizeof(key) }, NULL);
    if (!entry)
        return err_nomem(e);
    entry->value.pointer = target;
    return 0;
}

/* True where the key without an order says enough to mean one thing. */
static bool
says_thing(const struct ledger_line *line)
{
    return line->start != TIME_NONE &&
        (ledger_text(line, TEXT_INSTANCE_ID)[0] || line_item(line)[0]);
}

static int
find_targets(struct refunds *r, const struct ledger *l, struct err *e)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (!is_refund(line))
            continue;
        if ((line->order_id[0] && add_target(r, order_key(line), e)) ||
            (says_thing(line) && add_target(r, thing_key(line), e)))
            return -1;
    }
    for (size_t i = 0; r->by_key.n > 0 && i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct refund_key key = order_key(line);
        struct target *target;

        if (!line_is_known(line) || !line->order_id[0] ||
            ledger_word(line, WORD_ENTRY) != ENTRY_CHARGE)
            continue;
        target = find(r, &key);
        if (target)
            target->has_charge = true;
    }
    return 0;
}

static int
add_line(struct refunds *r, struct target *target, struct leaking *line, struct err *e)
{
    if (target->n == target->room) {
        size_t room = target->room ? 2 * target->room : 4;
        struct leaking **lines = arena_array(&r->arena, room, sizeof(struct leaking *));

        if (!lines)
            return err_nomem(e);
        if (target->n > 0)
            memcpy(lines, target->lines, target->n * sizeof(*lines));
        target->lines = lines;
        target->room = room;
    }
    target->lines[target->n++] = line;
    return 0;
}

static int
compare_leaking(const void *left, const void *right)
{
    const struct leaking *a = *(struct leaking *const *)left, *b = *(struct leaking *const *)right;
    int order = money_compare(b->gross, a->gross);

    return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* What is used up stays so: each line is passed over once. */
static void
take(struct target *target, struct money amount)
{
    for (; target->first < target->n; target->first++) {
        struct money *left = &target->lines[target->first]->left;
        struct money part = money_compare(amount, *left) < 0 ? amount : *left;

        left->units -= part.units;
        amount.units -= part.units;
        if (!money_is_zero(*left))
            return;
    }
}

static int
fill_targets(struct refunds *r, struct leaking *lines, size_t n, const struct ledger *l,
    struct err *e)
{
    for (size_t i = 0; i < n; i++) {
        const struct ledger_line *line = &l->lines.at[lines[i].line];
        struct refund_key keys[2] = { order_key(line), thing_key(line) };

        for (size_t k = 0; k < 2; k++) {
            struct target *target = find(r, &keys[k]);

            if (target && add_line(r, target, &lines[i], e))
                return -1;
        }
    }
    for (size_t i = 0; i < r->by_key.n; i++) {
        struct target *target = r->by_key.entries[i].value.pointer;

        if (target->n > 0)
            qsort(target->lines, target->n, sizeof(*target->lines), compare_leaking);
    }
    return 0;
}

/* Take the refunds of orders, or those of things. */
static void
take_all(const struct refunds *r, const struct ledger *l, bool by_order)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct refund_key order = order_key(line), thing = thing_key(line);
        struct target *of_order, *target;

        if (!is_refund(line))
            continue;
        of_order = find(r, &order);
        if (by_order != (of_order && of_order->has_charge))
            continue;
        target = by_order ? of_order : find(r, &thing);
        if (target)
            take(target, money_negate(ledger_billed(line)));
    }
}

int
leak_take_refunds(struct leaking *lines, size_t n, const struct ledger *l, struct err *e)
{
    struct refunds r = { .arena = ARENA_INIT };
    int result = -1;

    if (find_targets(&r, l, e) || (r.by_key.n > 0 && fill_targets(&r, lines, n, l, e)))
        goto release;
    if (r.by_key.n > 0) {
        take_all(&r, l, true);
        take_all(&r, l, false);
    }
    result = 0;
release:
    map_release(&r.by_key);
    arena_release(&r.arena);
    return result;
}
