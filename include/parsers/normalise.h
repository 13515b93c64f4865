/*
 * normalise.h - what is done to every charge, whatever its format.
 */
#ifndef PARSERS_NORMALISE_H
#define PARSERS_NORMALISE_H

#include "parsers/binding.h"

/*
 * Complete ${c}: currency default and check; entry from the sign and the words (a negative charge
 * is a refund; refunds, credits and withdrawals negative where the format says that either sign
 * stands); BilledCost 0 and x_Moved for recharges and withdrawals; x_Cash = BilledCost - x_Voucher;
 * end of period by the format's billing rules; x_InstanceId from ResourceId; GPU model and count
 * from parsers/gpu_types.json; category from the words of the line where nothing says it;
 * FOCUS ServiceCategory; provider names. 0: ${*reject} is untouched; 1: the record must be
 * rejected: ${*reject}, ${*column} and ${*why} say so.
 */
int normalise(const struct format *f, struct charge *c, enum reject *reject, struct sv *column,
    struct message *why);

/* The category that the words of ${c} (item, description, SKU, resource type) tell, or
 * CATEGORY_NONE. */
enum category category_from_words(const struct charge *c);

#endif
