/*
 * ledger_database.h - `ledger --as sqlite`: what --ledger-db would keep, as a file of its own.
 */
#ifndef APP_LEDGER_DATABASE_H
#define APP_LEDGER_DATABASE_H

#include "app/options.h"
#include "run/reading.h"

/* Read the paths of ${o} and write the file of -o, which is there as a whole or not at all.
 * Returns an exit code; all but EXIT_DONE have been said on standard error. */
int ledger_database(struct reading *r, const struct options *o);

#endif
