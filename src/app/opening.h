/*
 * opening.h - what commands that read bills do alike: read them as the options ask, and say on
 * standard error what was wrong with them.
 */
#ifndef APP_OPENING_H
#define APP_OPENING_H

#include "app/options.h"
#include "run/reading.h"

/* What ${o} asks a run for. What it borrows is that of ${o}. */
struct run_options opening_options(const struct options *o);

/* An empty reading for ${o}. Release it with reading_release(). */
void opening_init(struct reading *r, const struct options *o);

/*
 * As reading_formats(), reading_config() and all of reading_run(); the config is that of ${o}, else
 * ./gpubill.json, else that of the folder that is the only path, where there is one. Return an exit
 * code; all but EXIT_DONE have been said on standard error.
 */
int opening_formats(struct reading *r, const struct options *o);
int opening_config(struct reading *r, const struct options *o);
int opening_run(struct reading *r, const struct options *o, bool is_settled);

/*
 * Say on standard error which files could not be read or recognised and what was noticed in the
 * others. Returns EXIT_PARTLY where a named file failed, or with --strict a record was rejected;
 * else EXIT_DONE.
 */
int opening_report(const struct reading *r, const struct options *o);

/* With --strict and --quiet, say in one line why the run fails: ${rejected} records and ${missed}
 * files, of which nothing else tells. Nothing where there are none. */
void opening_report_strict(const struct options *o, uint64_t rejected, uint64_t missed);

#endif
