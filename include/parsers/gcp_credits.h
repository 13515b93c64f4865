/*
 * gcp_credits.h - which of Google Cloud's credits belong to the price.
 */
#ifndef PARSERS_GCP_CREDITS_H
#define PARSERS_GCP_CREDITS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* True where ${credit} lowers the price of its row (sustained use, committed use, negotiated,
 * reseller); false for promotions, free tiers, benefits and kinds that are not known. */
bool gcp_credit_is_discount(const cJSON *credit);

#endif
