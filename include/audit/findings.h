/*
 * findings.h - findings while the rules check; a part of audit.c and finding.c.
 */
#ifndef AUDIT_FINDINGS_H
#define AUDIT_FINDINGS_H

#include "audit/audit.h"
#include "audit/leak.h"

/* What cannot be judged, of one resource. */
struct unknown_row {
    enum unknown_what what;
    const char *platform, *account, *resource;
    struct money gpu_time; /* card-milliseconds */
    bool *rules;           /* by rule_at(); custom rules have no unknown */
};

struct findings {
    struct audit *audit;
    struct claims claims;
    struct intern strings; /* keys of groups; goes to the audit's arena at the end */
    struct map groups;     /* to struct finding */
    struct map unknown_of; /* to struct unknown_row */
    struct unknown_row **unknown_by[UNKNOWN_COUNT]; /* by the number of a line's facets, which tell
                                                       all of its key; NULL before the first */
    struct { struct finding **at; size_t n, room; } list;
    struct { struct unknown_row **at; size_t n, room; } unknown;
    size_t rule_total;
    size_t lines_added;    /* to all findings */
    /* The rule that checks. */
    const struct rule *rule; /* NULL: a custom one */
    const char *rule_id;
    unsigned order;
};

void findings_init(struct findings *f, struct audit *a);
void findings_release(struct findings *f);

/* Line ${line} with a leak and a net that are known, which nobody else may claim of. -1: ERR_NOMEM,
 * ERR_LIMIT, ERR_RANGE. */
int finding_give(struct findings *f, struct finding *to, uint32_t line, struct money leak,
    struct money net, struct err *e);

#endif
