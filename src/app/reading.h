/*
 * reading.h - what commands that read bills do alike: formats, config, files, ledger, period.
 */
#ifndef APP_READING_H
#define APP_READING_H

#include "app/keeping.h"
#include "audit/rulebook.h"
#include "ledger/settle.h"
#include "parsers/config.h"
#include "parsers/import.h"
#include "parsers/usage_owner.h"

struct reading {
    struct formats formats;
    struct config *config; /* NULL where there is none */
    struct rulebook rulebook;
    struct walk walk;
    struct import import;
    struct keeping keeping; /* of --ledger-db */
    struct period period;
    struct usage_claim *claims; /* of --usage */
    size_t claim_count;
};

/* An empty reading, with the time zone of ${o}. */
void reading_init(struct reading *r, const struct options *o);

/*
 * Do all of it for the paths of ${o}: load formats and config, walk, import (with progress),
 * settle. Where ${is_settled} is false, stop behind the import: every record of every file stays as
 * it was read. With --ledger-db all that was imported before is there as well, and what is new is
 * written, to be kept by keeping_commit(). Returns an exit code; all but EXIT_DONE have been said
 * on standard error. Release ${r} in every case.
 */
int reading_run(struct reading *r, const struct options *o, bool is_settled);
void reading_release(struct reading *r);

/* Load the formats of ${o} alone. As reading_run(). */
int reading_formats(struct reading *r, const struct options *o);

/*
 * Load the config of ${o}, else ./gpubill.json, else that of the folder that is the only path,
 * where there is one, and the rules as it sets them. As reading_run().
 */
int reading_config(struct reading *r, const struct options *o);

/* The options of an import for ${o}. ${r} has its formats. -1: ERR_USAGE, an unknown --format. */
int reading_import_options(const struct reading *r, const struct options *o,
    struct import_options *out, struct err *e);

/* What the run reads is never overwritten: -1 where -o names such a file, with it. */
int reading_refuse_output(const struct reading *r, const struct options *o, struct err *e);

/*
 * Say on standard error which files could not be read or recognised and what was noticed in the
 * others. Returns EXIT_PARTLY where a named file failed, or with --strict a record was rejected;
 * else EXIT_DONE.
 */
int reading_report(const struct reading *r, const struct options *o);

#endif
