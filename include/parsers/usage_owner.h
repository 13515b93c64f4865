/*
 * usage_owner.h - to which billed instance a utilisation log belongs.
 *
 * Most logs name a host, or nothing. The instance is, in this order: what the user says on the
 * command line, what the config says (instances[].usage), an instance id in a host name or label of
 * the log, one in the file's name (usage/INSTANCE.csv, INSTANCE-2026-03.csv).
 */
#ifndef PARSERS_USAGE_OWNER_H
#define PARSERS_USAGE_OWNER_H

#include "ledger/ledger.h"
#include "ledger/observation.h"
#include "parsers/config.h"

/* The user's word that the log ${path} is of ${instance}. */
struct usage_claim {
    struct sv instance;
    const char *path;
};

/* Whether ${path} is the file of ${c}, or lies in it (FILE!MEMBER). */
bool usage_claim_is_of(const struct usage_claim *c, const char *path);

/* Cut "INSTANCE=FILE" at its first =; ${text} is kept by the caller. -1: ERR_USAGE. */
int usage_claim_parse(struct usage_claim *out, const char *text, struct err *e);

/*
 * Give the samples of all logs that were read by a struct usage_reader, or name no instance, to
 * instances of ${l}, ${o} (states) and ${config} (may be NULL). Those that belong to none are
 * dropped, with a warning usage-without-instance in their input. Call after import_all(); samples
 * must be sorted again. -1: ERR_NOMEM.
 */
int usage_owner_find(struct ledger *l, struct observations *o, const struct config *config,
    const struct usage_claim *claims, size_t n, struct err *e);

#endif
