/*
 * settle_rows.c - the same row delivered twice counts once.
 *
 * Rows with ids and rows without are looked at apart; what was found is said at the end, in the
 * order of the lines.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/settle.h"
#include "ledger/settle_rows.h"
#include "ledger/settle_sums.h"

int
row_event_add(struct row_events *events, enum row_event_kind kind, uint32_t line, uint32_t other,
    struct err *e)
{
    /* One for each line at most. */
    if (vec_grow(events, 1, LEDGER_LINES_MAX, e))
        return -1;
    events->at[events->n++] = (struct row_event){ line, other, kind };
    return 0;
}

bool
row_is_same_amounts(const struct ledger_line *a, const struct ledger_line *b)
{
    const struct ledger_packing *p = a->amounts->packing, *q = b->amounts->packing;

    /* A running balance is no part of its row. */
    if (((unsigned)(p->set ^ q->set) & ~(1u << MONEY_BALANCE)) != 0 ||
        money_compare(ledger_billed(a), ledger_billed(b)) != 0 ||
        ledger_text(a, TEXT_BILLING_CURRENCY) != ledger_text(b, TEXT_BILLING_CURRENCY))
        return false;
    if (a->amounts == b->amounts)
        return true;
    for (enum money_column m = 0; m < MONEY_COUNT; m++) {
        struct money of_a, of_b;

        if (m == MONEY_BALANCE)
            continue;
        (void)ledger_money(a, m, &of_a);
        (void)ledger_money(b, m, &of_b);
        if (money_compare(of_a, of_b) != 0)
            return false;
    }
    return true;
}

static int
compare_events(const void *left, const void *right)
{
    const struct row_event *a = left, *b = right;

    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

/* The event that took line ${line} out because of a later version, or NULL. */
static const struct row_event *
find_change(const struct row_events *events, uint32_t line)
{
    const struct row_event wanted = { line, 0, ROW_CHANGED };

    return bsearch(&wanted, events->at, events->n, sizeof(wanted), compare_events);
}

/* A row that was restated more than once gives way to the last version of all. */
static void
find_last_versions(struct row_events *events)
{
    for (size_t i = events->n; i-- > 0;) {
        struct row_event *event = &events->at[i];
        const struct row_event *later;

        if (event->kind != ROW_CHANGED)
            continue;
        /* Versions come in the order of the lines, so that the later one is done already. */
        later = find_change(events, event->other);
        if (later)
            event->other = later->other;
    }
}

/* What a row is about, as far as it can be said in one number. */
static struct money
main_amount(const struct ledger_line *line)
{
    struct money moved;

    if (ledger_is_spend(line))
        return ledger_billed(line);
    (void)ledger_money(line, MONEY_MOVED, &moved);
    return moved;
}

static void
say(const struct ledger *l, const struct row_event *event)
{
    const struct ledger_line *line = &l->lines.at[event->line];
    const struct ledger_line *other = &l->lines.at[event->other];
    struct input *in = ledger_input(l, line);
    const char *path = ledger_input(l, other)->path;
    char here[MONEY_TEXT_MAX], there[MONEY_TEXT_MAX];

    switch (event->kind) {
    case ROW_SEEN:
        input_warn_whole(in, "already-seen", line->source_line,
            "the same row stands at %s:%ju; it is counted once", path,
            (uintmax_t)other->source_line);
        break;
    case ROW_CHANGED:
        input_warn_whole(in, "row-changed", line->source_line, "this row (%s %s) is restated at "
            "%s:%ju (%s %s), which counts in its place",
            money_format(here, main_amount(line)), ledger_text(line, TEXT_BILLING_CURRENCY), path,
            (uintmax_t)other->source_line, money_format(there, main_amount(other)),
            ledger_text(other, TEXT_BILLING_CURRENCY));
        break;
    case ROW_REUSED:
        input_warn_whole(in, "line-id-reused", line->source_line, "the id of this row stands at "
            "%s:%ju too, with another entry, period or item; both count", path,
            (uintmax_t)other->source_line);
        break;
    }
}

int
settle_rows(struct ledger *l, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct row_events events = { 0 };
    uint32_t *formats = settle_number_formats(l, &scratch, e);
    int result = -1;

    if (!formats || row_settle_ids(l, formats, &events, e) ||
        row_settle_contents(l, formats, &events, e))
        goto out;
    if (events.n > 0)
        qsort(events.at, events.n, sizeof(*events.at), compare_events);
    find_last_versions(&events);
    for (size_t i = 0; i < events.n; i++)
        say(l, &events.at[i]);
    result = 0;
out:
    vec_release(&events);
    arena_release(&scratch);
    return result;
}
