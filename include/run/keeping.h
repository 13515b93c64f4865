/*
 * keeping.h - the ledger of --ledger-db in a run: what is new goes in, all the rest comes out.
 *
 * A run holds the store from keeping_take() to keeping_commit(), in one transaction; without that
 * it is as before. Where no store is asked for, all functions do nothing.
 */
#ifndef RUN_KEEPING_H
#define RUN_KEEPING_H

#include "audit/audit.h"
#include "audit/previous.h"
#include "recon/recon.h"
#include "run/run_options.h"
#include "store/store_import.h"

struct reading;

struct keeping {
    const char *path; /* NULL: no store */
    bool is_export;   /* `path` is a file of this run, to be filled once */
    struct store *store;
    bool has_lost_config; /* earlier runs had one, this one has none */
    struct holding holding;
};

void keeping_release(struct keeping *k);

/* Whether ${o}->ledger_db can be the store beside the report in ${o}->out, before anything else is
 * done. -1: ${e}. */
int keeping_check(const struct run_options *o, struct err *e);

/* Whether ${found} is the store or one of its companions, which are no input. */
bool keeping_is_own(const struct keeping *k, const char *found);

/* Behind import_all(): see store_take(). -1: ERR_IO, ERR_NOMEM, ERR_LIMIT. */
int keeping_take(struct keeping *k, struct import *im, struct err *e);

/* Behind settling, in the period of the report. */
void keeping_note_settled(struct keeping *k, const struct import *im);

/*
 * Keep what a review of everything in the store finds. ${audit} and ${recon} are of the report that
 * ${r} is settled for, made without earlier reviews, and are kept if that is of everything; else,
 * or where they are NULL, everything is judged here. ${r} is as before. An exit code; ${e} says why
 * it is not EXIT_DONE.
 */
int keeping_judge(struct keeping *k, struct reading *r, const struct audit *audit,
    const struct recon *recon, struct err *e);

/*
 * What the store knows of the months before the period of ${r}: what the last of them cost, and
 * what invoices were used for. -1: ${e}.
 */
int keeping_history(struct keeping *k, struct reading *r, struct previous_reviews *previous,
    struct earlier *earlier, struct err *e);

/*
 * End the transaction: keep all of it, with the uses of invoices by ${reported} where that is not
 * NULL. -1: ${e}, and the store is as before.
 */
int keeping_commit(struct keeping *k, const struct recon *reported, struct err *e);

#endif
