/*
 * redact_parts.h - what the files of redact() share; nobody else includes it.
 */
#ifndef REDACT_REDACT_PARTS_H
#define REDACT_REDACT_PARTS_H

#include "redact/redact.h"

/* Replace the text at ${at} by what stands for it. */
static inline void
redact_text(struct redaction *r, enum stand_in kind, const char **at)
{
    *at = redaction_of(r, kind, *at);
}

/* What stays: the words of formats, of logs and of gpubill, and the open columns of the ledger. */
void redact_open(struct redaction *r, const struct redact_run *run);

/* The lines and the paths; what is quoted in warnings and refusals, once all else is known. */
int redact_ledger(struct redaction *r, struct ledger *l, struct err *e);
int redact_inputs(struct redaction *r, struct ledger *l, struct err *e);

/* Invoices and payments, with what the config knows of the buyer. */
void redact_documents(struct redaction *r, struct import *import);
void redact_config(struct redaction *r, struct config *c);

/* What was found; what it says comes last. */
void redact_recon(struct redaction *r, struct recon *recon);
void redact_audit(struct redaction *r, struct audit *a);

#endif
