/*
 * redact.h - what a run has found, without what tells of people, before anything is written.
 *
 * Rules, projects, waivers and matching look at names and ids, and equal ones stay equal: so all of
 * them come first, and find what they find without --redact. Reports come afterwards, and have
 * nothing else to show: the originals are replaced where they stand.
 */
#ifndef REDACT_REDACT_H
#define REDACT_REDACT_H

#include "audit/audit.h"
#include "parsers/import.h"
#include "recon/recon.h"
#include "redact/redaction.h"

/* What a run has in hand; NULL is what it does not have. */
struct redact_run {
    const struct formats *formats;
    struct import *import; /* always there */
    struct config *config;
    struct review *review;
    struct audit *audit;
    struct recon *recon;
};

/*
 * Replace names, ids, paths and all that is quoted in everything that ${run} holds; amounts, dates,
 * platforms, categories, products, regions and units stay. Afterwards it can only be read, and
 * lives no longer than ${r}. The projects of the config hold for no line any more: those of
 * the lines stand there. -1: ERR_NOMEM; nothing may be shown then.
 */
int redact(struct redaction *r, const struct redact_run *run, struct err *e);

#endif
