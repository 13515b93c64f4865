/*
 * findings.h - findings while the rules check; a part of audit.c and finding.c.
 *
 * Each rule has its own, so that rules can check beside each other; what all of them found is
 * joined in order of precedence afterwards.
 */
#ifndef AUDIT_FINDINGS_H
#define AUDIT_FINDINGS_H

#include "audit/audit.h"
#include "audit/leak.h"

struct findings {
    const struct audit *audit;
    struct arena arena;    /* findings, what rules make for them; the audit's at the end */
    struct intern strings; /* keys of groups; as the arena */
    struct claims claims;
    struct map groups;     /* to struct finding */
    struct { struct finding **at; size_t n, room; } list;
    /* By the number of a line's facets, which tell whom it is about; NULL before the first. */
    struct finding **found_by[CERTAINTY_COUNT];
    uint64_t *unknown_by[UNKNOWN_COUNT]; /* the rules that cannot judge it: bits, by rule_at() */
    struct money *unknown_time; /* card-milliseconds of which no utilisation is known */
    struct input **said;   /* by input: what it is warned of, of no file; NULL: nothing */
    size_t rule_total;
    size_t lines_added;    /* to all findings */
    /* The rule that checks. */
    const struct rule *rule; /* NULL: a custom one */
    const char *rule_id;
    unsigned order;
};

void findings_init(struct findings *f, const struct audit *a);

/* Free all that is left in ${f}, findings in its list too. */
void findings_release(struct findings *f);

/* The rule has checked: let go of what only helps to find findings again. */
void findings_close(struct findings *f);

/*
 * Move what ${from} holds, which is closed, behind what ${into} has; warnings go to their inputs.
 * -1: ERR_NOMEM, ERR_LIMIT, ERR_RANGE, with both in a state that can only be released.
 */
int findings_join(struct findings *into, struct findings *from, struct err *e);

/* Line ${line} with a leak and a net that are known, which nobody else may claim of. -1: ERR_NOMEM,
 * ERR_LIMIT, ERR_RANGE. */
int finding_give(struct findings *f, struct finding *to, uint32_t line, struct money leak,
    struct money net, struct err *e);

#endif
