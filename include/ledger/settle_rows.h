/*
 * settle_rows.h - the two halves of settle_rows(): rows with a line id, and rows without.
 *
 * Both only set fates and note what they found; settle_rows() says it, in the order of the lines,
 * so that nothing depends on the order of a hash table.
 */
#ifndef LEDGER_SETTLE_ROWS_H
#define LEDGER_SETTLE_ROWS_H

#include "ledger/ledger.h"

enum row_event_kind {
    ROW_SEEN,    /* `line` is delivered by `other` too */
    ROW_CHANGED, /* `other` is a later version of `line` */
    ROW_REUSED,  /* `line` has the id of `other` and is something else */
};

struct row_event {
    uint32_t line, other; /* indexes of lines */
    enum row_event_kind kind;
};

struct row_events {
    struct row_event *at;
    size_t n, room;
};

/* Note an event. -1: ERR_NOMEM. */
int row_event_add(struct row_events *events, enum row_event_kind kind, uint32_t line,
    uint32_t other, struct err *e);

/* A set of numbers of rows with a hash and an equality that the caller has; made for at most as
 * many as it is told. */
struct row_set {
    struct row_slot { uint32_t hash, number; } *slots; /* number + 1; 0 is free */
    size_t slot_count;
};

/* An empty set for ${n} numbers. -1: ERR_NOMEM. Free it with row_set_release(). */
int row_set_init(struct row_set *s, size_t n, struct err *e);
void row_set_release(struct row_set *s);

/*
 * The slot of the number for which ${is_equal} says yes, or the free one where it belongs, which
 * the caller fills by row_slot_take().
 */
typedef bool row_is_equal(const void *context, uint32_t number);
struct row_slot *row_set_find(const struct row_set *s, uint64_t hash, row_is_equal *is_equal,
    const void *context);
void row_slot_take(struct row_slot *slot, uint64_t hash, uint32_t number);

/*
 * Lines with ids, and lines without, that are delivered twice. ${formats} is from
 * settle_number_formats().
 * -1: ERR_NOMEM.
 */
int row_settle_ids(struct ledger *l, const uint32_t *formats, struct row_events *events,
    struct err *e);
int row_settle_contents(struct ledger *l, const uint32_t *formats, struct row_events *events,
    struct err *e);

/* Equal currency, price, and all other amounts and quantities. */
bool row_is_same_amounts(const struct ledger_line *a, const struct ledger_line *b);

#endif
