/*
 * audit_check.c - the law of leaks, from the findings anew.
 */
#include <stdlib.h>

#include "audit/audit.h"

/* The nets of lines, over all findings; few lines are in one. */
struct sums {
    uint32_t *places; /* per line: its place in `at`, from 1; 0: no finding is about it */
    struct money *at;
    uint32_t n;
};

static int
sums_init(struct sums *s, const struct audit *a, struct err *e)
{
    size_t most = 0;

    for (size_t i = 0; i < a->findings.n; i++)
        most += a->findings.at[i]->lines.n;
    if (most > a->in.ledger->lines.n)
        most = a->in.ledger->lines.n;
    s->n = 0;
    s->places = calloc(a->in.ledger->lines.n + 1, sizeof(*s->places));
    s->at = calloc(most + 1, sizeof(*s->at));
    return s->places && s->at ? 0 : err_nomem(e);
}

static void
sums_release(struct sums *s)
{
    free(s->places);
    free(s->at);
}

static struct money *
sum_of(struct sums *s, uint32_t line)
{
    if (s->places[line] == 0)
        s->places[line] = ++s->n;
    return &s->at[s->places[line] - 1];
}

static int
sum_lines(const struct audit *a, struct sums *sums, struct err *e)
{
    for (size_t i = 0; i < a->findings.n; i++) {
        const struct finding *f = a->findings.at[i];
        struct money leak = MONEY_ZERO, net = MONEY_ZERO;

        for (size_t k = 0; k < f->lines.n; k++) {
            const struct finding_line *at = &f->lines.at[k];

            if (money_is_negative(at->net) || money_compare(at->net, at->leak) > 0)
                return err_set(e, ERR_BUG, "finding %s: the net of a line is not within its leak",
                    f->id);
            if (money_add(sum_of(sums, at->line), at->net, e) || money_add(&leak, at->leak, e) ||
                money_add(&net, at->net, e))
                return -1;
        }
        if (money_compare(leak, f->leak) != 0 || money_compare(net, f->net) != 0)
            return err_set(e, ERR_BUG, "finding %s: its sums are not those of its lines", f->id);
    }
    return 0;
}

static int
check_leaks(const struct audit *a, struct err *e)
{
    for (size_t i = 0; i < a->leaks.n; i++) {
        struct money gross = MONEY_ZERO, net = MONEY_ZERO;

        for (size_t k = 0; k < a->rule_leaks.n; k++)
            if (strcmp(a->rule_leaks.at[k].currency, a->leaks.at[i].currency) == 0 &&
                (money_add(&gross, a->rule_leaks.at[k].gross, e) ||
                    money_add(&net, a->rule_leaks.at[k].net, e)))
                return -1;
        if (money_compare(gross, a->leaks.at[i].gross) != 0 ||
            money_compare(net, a->leaks.at[i].net) != 0)
            return err_set(e, ERR_BUG, "the leaks in %s are not the sum of those of the rules",
                a->leaks.at[i].currency);
    }
    return 0;
}

int
audit_check(const struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    struct sums sums;
    int result = -1;

    if (sums_init(&sums, a, e) || sum_lines(a, &sums, e) || check_leaks(a, e) ||
        gpu_use_check(a, e))
        goto release;
    for (size_t i = 0; i < l->lines.n; i++) {
        struct money sum = sums.places[i] > 0 ? sums.at[sums.places[i] - 1] : MONEY_ZERO;

        if (money_is_zero(sum) || money_compare(sum, ledger_billed(&l->lines.at[i])) <= 0)
            continue;
        (void)err_set(e, ERR_BUG, "the leaks of a charge come to more than it billed");
        (void)err_at(e, ledger_input(l, &l->lines.at[i])->path, l->lines.at[i].source_line);
        goto release;
    }
    result = 0;
release:
    sums_release(&sums);
    return result;
}
