/*
 * engine_results.h - what an engine has computed by `gpubill sql`, in the place of bills.
 *
 * docs/SCALE.md tells the tables. There is a ledger of only those lines that leak, whose inputs
 * count all lines; no evidence, no facts, nothing unknown, no GPU hours, no reconciliation.
 */
#ifndef RUN_ENGINE_RESULTS_H
#define RUN_ENGINE_RESULTS_H

#include "run/judging.h"
#include "run/reading.h"

/*
 * Behind reading_formats() and reading_config(): read the findings of the file ${findings} and the
 * sums of the CSV files in ${folder} into ${r} and ${j}, and check that all of them close. The
 * period is what the options ask for, else the whole months that hold all days. Returns an exit
 * code; ${e} says why it is not EXIT_DONE. ${j} is as JUDGING_INIT, and is released in every case,
 * before ${r}.
 */
int engine_results_run(struct judging *j, struct reading *r, const char *findings,
    const char *folder, struct err *e);

#endif
