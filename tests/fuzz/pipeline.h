/*
 * pipeline.h - the steps of a review between reading and reporting, in memory.
 */
#ifndef TESTS_FUZZ_PIPELINE_H
#define TESTS_FUZZ_PIPELINE_H

#include "audit/audit.h"
#include "parsers/import.h"
#include "parsers/usage_owner.h"
#include "recon/recon.h"

/* A review; all that it is made from is borrowed. */
struct pipeline {
    struct import *import;
    const struct formats *formats;
    const struct config *config; /* or NULL */
    struct period period;
    struct rulebook rulebook;
    struct review review;
    struct audit audit;
    struct recon recon;
};

static inline bool
pipeline_completes(void *context, const char *format, const char *other)
{
    const struct format *f = formats_find(context, sv_of(format));

    for (const char **id = f ? f->billing.completes : NULL; id && *id; id++)
        if (strcmp(*id, other) == 0)
            return true;
    return false;
}

/* Let nothing count twice. -1: as the steps of settle.h. */
static inline int
pipeline_settle(struct pipeline *p, struct err *e)
{
    /* settle.h wants a context that is not const, and formats_find() takes one that is. */
    union { const struct formats *given; void *taken; } formats = { p->formats };
    const struct settle_formats questions = { formats.taken, pipeline_completes, NULL };
    struct ledger *l = &p->import->ledger;
    struct observations *o = &p->import->observations;

    p->period = (struct period){ .zone_minutes = 480 };
    if (settle_equal_files(l, e) || settle_deliveries(l, e) || settle_rows(l, e) ||
        settle_views(l, &questions, e) || usage_owner_find(l, o, p->config, NULL, 0, e))
        return -1;
    observations_sort(o);
    settle_find_period(l, &p->period);
    settle_period(l, &p->period);
    return settle_accounts(l, e);
}

/* Sum, judge and reconcile. -1: as these. */
static inline int
pipeline_judge(struct pipeline *p, struct err *e)
{
    struct import *im = p->import;
    struct audit_input in = { .ledger = &im->ledger, .review = &p->review,
        .observations = &im->observations, .formats = p->formats, .config = p->config,
        .rulebook = &p->rulebook };

    return rulebook_load(&p->rulebook, p->config, e) ||
        review_build(&p->review, &im->ledger, &p->period, p->config, e) ||
        audit_run(&p->audit, &in, e) || invoices_unite(&im->invoices, e) ||
        recon_build(&p->recon, &im->ledger, &im->invoices, &im->observations.payments,
            &p->period, p->formats, p->config, NULL, e) ? -1 : 0;
}

/* The laws that every review obeys; -1: one is broken. */
static inline int
pipeline_check(const struct pipeline *p, struct err *e)
{
    return review_check(&p->review, e) || audit_check(&p->audit, e) || recon_check(&p->recon, e)
        ? -1 : 0;
}

static inline void
pipeline_release(struct pipeline *p)
{
    recon_release(&p->recon);
    audit_release(&p->audit);
    review_release(&p->review);
    rulebook_release(&p->rulebook);
}

#endif
