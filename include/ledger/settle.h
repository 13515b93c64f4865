/*
 * settle.h - which lines count: nothing twice, nothing outside the period.
 *
 * Works on the merged ledger and only sets fates; what it decided is said as warnings of the inputs
 * concerned. The laws are those of the ledger's design, "Sign and sum rules", and of rule 1 (a).
 * Run the steps in this order; each looks only at lines that still count.
 */
#ifndef LEDGER_SETTLE_H
#define LEDGER_SETTLE_H

#include "ledger/ledger.h"

/*
 * The same file twice: inputs with equal content (SHA-256) but the first are FATE_ALREADY_SEEN as a
 * whole, with a warning `already-seen` naming both. -1: ERR_NOMEM.
 */
int settle_equal_files(struct ledger *l, struct err *e);

/*
 * Newer deliveries: among inputs of one format that says delivery: whole-month, per account and
 * billing month, the newest (InvoiceId filled, else more rows; ties: the later path) stays, the
 * rows of the others are FATE_ALREADY_SEEN; warning `replaced-delivery` with both totals. An older
 * delivery has more than half of its charges in common with newer ones. Rows of it that newer ones
 * have in no form (neither the same charge nor one of the same thing at an overlapping time) are
 * kept, unless only the newer one has an InvoiceId: then both are slices of one whole (warning
 * `overlapping-slices`; `slices-differ` where amounts changed). Inputs that have less in common are
 * parts of one export and stay (warning `several-deliveries` where they lie in different folders or
 * share rows). -1: ERR_NOMEM, ERR_RANGE where a sum is too large.
 */
int settle_deliveries(struct ledger *l, struct err *e);

/*
 * The same row delivered twice: equal line id, entry, period and amount from one platform, account
 * and format (two formats are views, see below). An unnamed account equals a named one only where
 * all else is equal; lines of one record are never the same. For rows without ids the k-th
 * occurrence of a row equal in every column in one file matches the k-th in another file of the
 * same format (the larger count stays). Warning `already-seen`. Restated rows: equal line id, entry
 * and period with another amount: the last counts, warning `row-changed` with both amounts. Equal
 * line id with another entry, period, resource or SKU: both stay, warning `line-id-reused`.
 * -1: ERR_NOMEM.
 */
int settle_rows(struct ledger *l, struct err *e);

/* Room for what people call a format, in both languages, with the NUL. */
#define SETTLE_TITLE_MAX 192

/* What settling asks about formats, which it knows by their ids. Any of it may be NULL. */
struct settle_formats {
    void *context; /* passed to both */

    /* Whether ${format} says that it completes ${other}. */
    bool (*completes)(void *context, const char *format, const char *other);

    /* What people call ${format}, as an argument of a message (MESSAGE_PAIR), into ${buf}; NULL:
     * its id. Returns ${buf}. */
    const char *(*title)(void *context, char buf[SETTLE_TITLE_MAX], const char *format);
};

/*
 * Views of the same money: two formats of one platform that cover one account (an unnamed one
 * equals any other of that platform) and month, unless one says that it completes the other. The
 * one with the higher view rank counts (ties: more lines, then the smaller format id), the other's
 * rows of that month are FATE_OTHER_VIEW; a difference of their sums is the warning `views-differ`
 * with the amount, equal sums are the warning `other-view`. Account moves are compared apart from
 * spend. The month is that of the bill, else that of the start; lines of no month always count.
 * -1: ERR_NOMEM, ERR_RANGE where a sum is too large.
 */
int settle_views(struct ledger *l, const struct settle_formats *formats, struct err *e);

/* A review's period; lines belong to it by their start. */
struct period {
    int64_t from, to; /* [from, to) in milliseconds UTC; from == to: no lines at all */
    int zone_minutes;
};

/*
 * The whole months (in the zone of ${p}) that hold all lines that count, into ${p}. A line without
 * a start is placed by its billing period, else it belongs to every period.
 */
void settle_find_period(const struct ledger *l, struct period *p);

/*
 * The same over the lines of the inputs of this run alone (not is_kept): those that count, else
 * whatever their fate; all lines where these inputs have none.
 */
void settle_find_period_of_run(const struct ledger *l, struct period *p);

/* Set FATE_OUT_OF_PERIOD on lines outside ${p}. */
void settle_period(struct ledger *l, const struct period *p);

/* Let the lines outside of a period count again, for another one. */
void settle_reopen(struct ledger *l);

/*
 * Bring the inputs' counters in line with the fates: `lines` are those that count, the others move
 * to `skipped` (already-seen, not-a-charge, out-of-period); `billed` is summed anew; declared
 * totals are compared with the sum over the input's lines that were not rejected, whatever their
 * fate (warning `declared-total`). May be done again for another period. -1: ERR_NOMEM, ERR_RANGE
 * where a sum is too large.
 */
int settle_accounts(struct ledger *l, struct err *e);

/* Say where what ${in} states of itself is not ${all}, what its rows come to; once. */
void settle_declared(struct input *in, const struct currency_sums *all);

#endif
