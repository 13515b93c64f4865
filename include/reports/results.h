/*
 * results.h - everything a report may speak of, borrowed and read-only.
 *
 * Reports fill tables from it, renderers draw them. A report never reads records or files.
 */
#ifndef REPORTS_RESULTS_H
#define REPORTS_RESULTS_H

#include "audit/audit.h"
#include "audit/review.h"
#include "base/lang.h"
#include "parsers/format.h"
#include "parsers/import.h"
#include "recon/recon.h"

struct results {
    const struct ledger *ledger;
    const struct review *review;
    const struct import *import;
    const struct formats *formats;
    enum lang lang;
    const char *version;
    /* Facts of the run, which differ from run to run. */
    int64_t started;      /* milliseconds UTC */
    int64_t milliseconds; /* that it took */
    uint64_t peak_memory; /* bytes */
    const struct audit *audit; /* NULL: nothing was judged */
    const struct recon *recon; /* NULL: nothing was reconciled */
    const struct config *config; /* NULL: there is none */
    const struct program_limits *limits; /* of the drawing of charts; NULL: PROGRAM_LIMITS_INIT */
    bool is_redacted; /* names and ids are stand-ins (redact.h) */
};

/* Whether an engine computed them (audit_take()): the ledger then has only lines that leak, and
 * nobody knows what is unknown, what became no line, or how GPUs were used. */
static inline bool
results_are_given(const struct results *r)
{
    return r->audit && r->audit->is_given;
}

#endif
