/*
 * recon_json.h - a reconciliation as JSON, in review.json and of `reconcile --json`.
 */
#ifndef REPORTS_RECON_JSON_H
#define REPORTS_RECON_JSON_H

#include "base/lang.h"
#include "recon/recon.h"
#include "reports/jsonw.h"

/* Write ${r} (NULL: an empty object) as the member ${key}, or as the whole document if it is
 * NULL. Sentences are in ${lang}. */
void recon_json(struct jsonw *w, const char *key, const struct recon *r, enum lang lang);

#endif
