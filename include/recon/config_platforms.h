/*
 * config_platforms.h - platforms that the config names and nobody knows.
 */
#ifndef RECON_CONFIG_PLATFORMS_H
#define RECON_CONFIG_PLATFORMS_H

#include "recon/recon.h"

/*
 * Warn of each platform of `invoice` and of each that a custom rule asks for of which there is
 * neither a line nor a format: such an entry is never used, and such a rule finds nothing. Without
 * any line nothing is said. -1: ERR_NOMEM.
 */
int config_platforms_warn(struct recon *r, const struct ledger *l, const struct formats *formats,
    const struct config *config, struct err *e);

#endif
