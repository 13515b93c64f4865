/*
 * judging.c - from what was read to sums, findings and a reconciliation.
 *
 * Each step is checked by the law that it must keep before the next one builds on it.
 */
#include "run/judging.h"

static int
find_leaks(struct judging *j, struct reading *r, struct err *e)
{
    const struct audit_input in = { .ledger = &r->import.ledger, .review = &j->review,
        .observations = &r->import.observations, .formats = &r->formats, .config = r->config,
        .rulebook = &r->rulebook,
        .previous = previous_for(&j->reconciling.previous, &r->period),
        .memory_limit = r->options.limits.memory, .jobs = r->options.jobs };

    if (audit_run(&j->audit, &in, e) < 0)
        return e->code == ERR_BUG ? EXIT_BUG : e->code == ERR_USAGE ? EXIT_USAGE : EXIT_PARTLY;
    return audit_check(&j->audit, e) < 0 ? EXIT_BUG : EXIT_DONE;
}

static int
judge(struct judging *j, struct reading *r, struct err *e)
{
    int code;

    if (reconciling_read(&j->reconciling, r, e) < 0 ||
        review_build(&j->review, &r->import.ledger, &r->period, r->config, e) < 0)
        return EXIT_PARTLY;
    if (review_check(&j->review, e) < 0)
        return EXIT_BUG;
    code = find_leaks(j, r, e);
    return code == EXIT_DONE ? reconciling_run(&j->reconciling, r, e) : code;
}

/* Keep what a review of all that is kept finds, which may be this one. */
static int
keep(const struct judging *j, struct reading *r, struct err *e)
{
    bool is_plain = !j->audit.in.previous && j->reconciling.earlier.list.n == 0;

    return keeping_judge(&r->keeping, r, is_plain ? &j->audit : NULL,
        is_plain ? &j->reconciling.recon : NULL, e);
}

int
judging_run(struct judging *j, struct reading *r, struct err *e)
{
    int code = judge(j, r, e);

    return code == EXIT_DONE ? keep(j, r, e) : code;
}

void
judging_release(struct judging *j)
{
    reconciling_release(&j->reconciling);
    audit_release(&j->audit);
    review_release(&j->review);
}
