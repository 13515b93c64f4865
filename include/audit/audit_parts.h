/*
 * audit_parts.h - the steps of audit_run() behind the rules; nobody else includes it.
 */
#ifndef AUDIT_AUDIT_PARTS_H
#define AUDIT_AUDIT_PARTS_H

#include "audit/findings.h"

/* Add the findings of custom rule ${i}. -1: ERR_LIMIT from a pattern, ERR_NOMEM, ERR_RANGE. */
int audit_check_custom(struct findings *f, size_t i, struct err *e);

/* From what the rules claimed to the nets of the findings. -1: ERR_NOMEM, ERR_RANGE. */
int audit_net(struct audit *a, struct findings *f, struct err *e);

/*
 * From findings with nets to the audit's list, which has them then: waivers, merging of small
 * findings, order, ids, messages. -1: ERR_NOMEM, ERR_RANGE.
 */
int audit_close_findings(struct audit *a, struct findings *f, struct err *e);

/* Mark what waivers cover; warn of those that are expired. -1: ERR_NOMEM. */
int audit_waive(struct audit *a, struct findings *f, struct err *e);

/* Sums by currency and rule. -1: ERR_NOMEM, ERR_RANGE. */
int audit_sum(struct audit *a, struct err *e);

/* What is unknown. -1: ERR_NOMEM, ERR_RANGE. */
int audit_list_unknown(struct audit *a, const struct findings *f, struct err *e);

/* The sentences of a finding that the core itself says: of custom rules, of merged ones, of those
 * that an engine found. */
void audit_tell(const struct audit *a, struct finding *f);

#endif
