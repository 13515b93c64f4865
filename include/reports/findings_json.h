/*
 * findings_json.h - what the rules found, as review.json has it; a part of render_review_json.c.
 */
#ifndef REPORTS_FINDINGS_JSON_H
#define REPORTS_FINDINGS_JSON_H

#include "reports/jsonw.h"
#include "reports/results.h"

/* The members leaks, leaks_by_rule, findings and unknown; r->audit is there. */
void json_add_audit(struct jsonw *w, const struct results *r);

#endif
