/*
 * reading.h - from paths to a settled ledger: formats, config, files, ledger, period.
 *
 * Nothing here prints. Functions that do a step return an enum exit_code; ${e} says why it is not
 * EXIT_DONE.
 */
#ifndef RUN_READING_H
#define RUN_READING_H

#include "audit/rulebook.h"
#include "ledger/settle.h"
#include "parsers/config.h"
#include "parsers/import.h"
#include "parsers/usage_owner.h"
#include "reports/outdir.h"
#include "run/keeping.h"
#include "run/outcome.h"
#include "run/run_options.h"

struct reading {
    struct run_options options; /* what they borrow outlives the reading */
    struct formats formats;
    struct config *config; /* NULL where there is none */
    struct rulebook rulebook;
    struct walk walk;
    struct import import;
    struct keeping keeping; /* of the ledger that is kept */
    const struct outdir *out; /* into which this run writes its report, or NULL; borrowed */
    const char *replaced; /* the report that this run replaces, where it was met; else NULL. It is
                           * no input: a second run gives the same report */
    struct period period;
    struct usage_claim *claims; /* of options.usage */
    size_t claim_count;
};

/* An empty reading for ${o}, in its time zone. */
void reading_init(struct reading *r, const struct run_options *o);
void reading_release(struct reading *r);

/* Load the formats: those built in, and those of the user. */
int reading_formats(struct reading *r, struct err *e);

/* Load the config, if there is one, and the rules as it sets them. Its time zone is that of the
 * period where the options give none. */
int reading_config(struct reading *r, struct err *e);

/*
 * The period that the options ask for into r->period, behind reading_config(); ${*is_asked} false
 * leaves it to the lines. -1: ERR_USAGE.
 */
int reading_period(struct reading *r, bool *is_asked, struct err *e);

/*
 * Behind reading_formats() and reading_config(): walk, import, settle. Where ${is_settled} is
 * false, stop behind the import: every record of every file stays as it was read. With a ledger
 * that is kept all that was imported before is there as well, and what is new is written, to be
 * kept by keeping_commit().
 */
int reading_run(struct reading *r, bool is_settled, struct err *e);

/* The options of an import. ${r} has its formats. -1: ERR_USAGE, an unknown --format. */
int reading_import_options(const struct reading *r, struct import_options *out, struct err *e);

/* Give the lines of ${l} that have no project the one that the config says. -1: ERR_USAGE where a
 * pattern took too long, ERR_NOMEM. */
int reading_assign_projects(const struct reading *r, struct ledger *l, struct err *e);

/* What the run reads is never overwritten: -1 where ${path} is such a file, with it. */
int reading_refuse_output(const struct reading *r, const char *path, struct err *e);

/* Whether ${in} could not be read or recognised and that is a failure: of a named file always, of
 * one met in a folder where ${is_strict}, unless it is a text or was passed by. */
bool reading_is_missed(const struct input *in, bool is_strict);

/* EXIT_PARTLY where a file is missed, or, where ${is_strict}, a record was rejected; else
 * EXIT_DONE. */
int reading_outcome(const struct reading *r, bool is_strict);

#endif
