/*
 * judging.c - from what was read to sums, findings and a reconciliation.
 *
 * Each step is checked by the law that it must keep before the next one builds on it. Sums, the
 * timeline and the reconciliation need nothing of each other and are made beside each other; where
 * several fail, the first in that order is told.
 */
#include "base/pool.h"
#include "run/judging.h"

static int
sum_up(struct judging *j, struct reading *r, struct err *e)
{
    if (review_build(&j->review, &r->import.ledger, &r->period, r->config, e) < 0)
        return EXIT_PARTLY;
    return review_check(&j->review, e) < 0 ? EXIT_BUG : EXIT_DONE;
}

/* The exit code of an audit that failed. */
static int
code_of(const struct err *e)
{
    return e->code == ERR_BUG ? EXIT_BUG : e->code == ERR_USAGE ? EXIT_USAGE : EXIT_PARTLY;
}

static int
look(struct judging *j, struct reading *r, struct err *e)
{
    const struct audit_input in = { .ledger = &r->import.ledger, .review = &j->review,
        .observations = &r->import.observations, .formats = &r->formats, .config = r->config,
        .rulebook = &r->rulebook,
        .previous = previous_for(&j->reconciling.previous, &r->period),
        .memory_limit = r->options.limits.memory, .jobs = r->options.jobs };

    return audit_begin(&j->audit, &in, &r->period, e) < 0 ? code_of(e) : EXIT_DONE;
}

static int
reconcile(struct judging *j, struct reading *r, struct err *e)
{
    return reconciling_run(&j->reconciling, r, e);
}

enum { SUMS, TIMELINE, RECONCILIATION, STEPS };

struct steps {
    struct judging *j;
    struct reading *r;
    int codes[STEPS];
    struct err errs[STEPS];
};

static void
run_step(void *context, size_t index)
{
    static int (*const steps[STEPS])(struct judging *j, struct reading *r, struct err *e) = {
        [SUMS] = sum_up, [TIMELINE] = look, [RECONCILIATION] = reconcile };
    struct steps *s = context;

    s->codes[index] = steps[index](s->j, s->r, &s->errs[index]);
}

/* The exit code of step ${step}, of which ${e} tells. */
static int
result_of(const struct steps *s, size_t step, struct err *e)
{
    if (s->codes[step] != EXIT_DONE)
        *e = s->errs[step];
    return s->codes[step];
}

static int
find_leaks(struct judging *j, struct err *e)
{
    if (audit_judge(&j->audit, e) < 0)
        return code_of(e);
    return audit_check(&j->audit, e) < 0 ? EXIT_BUG : EXIT_DONE;
}

static int
judge(struct judging *j, struct reading *r, struct err *e)
{
    struct steps s = { .j = j, .r = r };
    int code;

    if (reconciling_read(&j->reconciling, r, e) < 0 ||
        pool_run(r->options.jobs, STEPS, run_step, &s, e) < 0)
        return EXIT_PARTLY;
    code = result_of(&s, SUMS, e);
    if (code == EXIT_DONE)
        code = result_of(&s, TIMELINE, e);
    if (code == EXIT_DONE)
        code = find_leaks(j, e);
    return code == EXIT_DONE ? result_of(&s, RECONCILIATION, e) : code;
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
