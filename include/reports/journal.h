/*
 * journal.h - the ledger as double-entry bookkeeping: each line an entry whose postings sum to 0.
 *
 * Accounts:
 *   Expenses:CATEGORY:PLATFORM            what was billed, refunds and credits taken off
 *   Assets:Prepaid:PLATFORM[:ACCOUNT]     the cash account at the platform: recharges fill it, the
 *                                         cash part of charges uses it up; below 0: still owed
 *   Assets:Vouchers:PLATFORM[:ACCOUNT]    the same of vouchers, gifts and cards
 *   Equity:Paid-In:PLATFORM               where recharges come from, withdrawals go to
 *   Income:Gifts:PLATFORM                 where the gift part of recharges comes from
 */
#ifndef REPORTS_JOURNAL_H
#define REPORTS_JOURNAL_H

#include "ledger/ledger.h"
#include "reports/journal_names.h"
#include "reports/render.h"

#define JOURNAL_POSTINGS_MAX 4

struct journal_posting {
    const char *account;
    struct money amount;
};

struct journal_entry {
    const struct ledger_line *line;
    char day[TIME_TEXT_MAX]; /* of its start in the zone, else of its end, else of its bill */
    const char *currency;
    struct journal_posting postings[JOURNAL_POSTINGS_MAX];
    size_t n;
};

struct journal_item {
    int64_t at;
    size_t line;
};

struct journal {
    const struct ledger *ledger;
    int zone_minutes;
    struct journal_names names;
    struct map accounts;   /* names in use; in order of first use */
    struct map currencies; /* commodity -> most decimals of any amount in it */
    struct { struct journal_item *at; size_t n, room; } items; /* lines that count, by time */
};

/*
 * Prepare the lines of ${l} that count: their order, accounts and currencies. -1: ERR_NOMEM,
 * ERR_RANGE. journal_release() in every case.
 */
int journal_init(struct journal *j, const struct ledger *l, int zone_minutes, struct err *e);

/* Entry ${i} (below j->items.n) into ${out}. -1: ERR_NOMEM, ERR_RANGE. */
int journal_entry_at(struct journal *j, size_t i, struct journal_entry *out, struct err *e);

/* The first day of the journal in its zone. Returns ${buf}. */
const char *journal_first_day(const struct journal *j, char buf[TIME_TEXT_MAX]);

/* Who was paid, and for what: texts of the bill, neither of them empty. */
const char *journal_payee(const struct ledger_line *line);
const char *journal_narration(const struct ledger_line *line);

void journal_release(struct journal *j);

/* How a program writes a journal: what stands before all entries, and one entry. */
struct journal_form {
    void (*head)(struct buf *out, const struct journal *j);
    void (*entry)(struct buf *out, const struct journal *j, const struct journal_entry *entry);
};

/* Write the lines of ${l} that count in ${form}. -1: ${sink} failed, ERR_NOMEM, ERR_RANGE. */
int journal_write(const struct journal_form *form, const struct ledger *l, int zone_minutes,
    render_sink *sink, void *context, struct err *e);

#endif
