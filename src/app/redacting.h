/*
 * redacting.h - --redact: nothing that tells of people leaves the program.
 *
 * What was found is redacted as a whole before reports are made of it; whatever else is said on
 * standard error is redacted as it is said (output.h).
 */
#ifndef APP_REDACTING_H
#define APP_REDACTING_H

#include "app/options.h"
#include "audit/audit.h"
#include "recon/recon.h"
#include "run/reading.h"

/* Run the command of ${o} with its redaction; refused where its output cannot be redacted. An exit
 * code. */
int redacting_command(struct options *o);

/*
 * With --redact, redact what ${r} has read and what was found in it; ${review}, ${audit} and
 * ${recon} may be NULL. Behind all that judges, before all that reports. -1: ERR_NOMEM.
 */
int redacting_results(const struct options *o, struct reading *r, struct review *review,
    struct audit *audit, struct recon *recon, struct err *e);

#endif
