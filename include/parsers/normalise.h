/*
 * normalise.h - what is done to every charge, whatever its format.
 */
#ifndef PARSERS_NORMALISE_H
#define PARSERS_NORMALISE_H

#include "ledger/charge.h"
#include "parsers/format.h"
#include "parsers/gpu_types.h"

struct normaliser;

/* What a format's fields said of a charge beside its values. */
struct stated {
    bool is_date[TIME_COUNT];  /* written without a time of day */
    bool is_month[TIME_COUNT]; /* written without a day */
    bool includes_end[TIME_COUNT]; /* as an end: stands behind the day or month that was written */
    bool has_entry;            /* x_Entry was set by the fields */
};

/* What normalise() noticed; warnings for the input. */
enum normal_note {
    NORMAL_NEGATIVE_CHARGE = 1, /* the bill calls a negative amount a charge */
    NORMAL_ID_LOST_DIGITS = 2,  /* an id in the form 1.23E+17 was dropped */
    NORMAL_PARTS_DIFFER = 4,    /* x_Voucher + x_Cash is not BilledCost */
};

/* A normaliser for one input of ${f} with the table ${types} (both borrowed), or NULL when memory
 * is out. One thread at a time. */
struct normaliser *normaliser_new(const struct format *f, const struct gpu_types *types);
void normaliser_free(struct normaliser *n);

/*
 * Complete ${c}, whose BillingCurrency is settled: ids without spreadsheet damage; entry from the
 * sign (a negative charge is a refund); refunds and credits that x_Entry states negative;
 * BilledCost 0 and x_Moved for recharges and withdrawals; x_Cash = BilledCost - x_Voucher; ends of
 * periods by the format's billing rules; category from the words of the line where nothing says it;
 * GPU model and count; x_InstanceId from ResourceId; FOCUS categories; provider names.
 * docs/FORMATS.md, "What is done for every format". ${*notes} gets bits of enum normal_note. 0, or
 * 1: the period ends before it starts and ${*column} is the end. Texts that are made live in the
 * normaliser until its next use.
 */
int normalise(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column);

/*
 * The two halves of normalise(); bits are added to ${*notes}. The first is what follows from
 * amounts, times, words and the ids of the line and its order; it returns as normalise() and leaves
 * the entry settled. The second is what follows from the other texts, from words and x_GpuCount; it
 * changes nothing else.
 */
int normalise_measured(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column);

/* Of the first half, what follows from the amounts of a charge that is a plain one (ENTRY_CHARGE,
 * nothing below 0). */
void normalise_charge_amounts(struct charge *c, unsigned *notes);

/* Of the first half, what follows from the times and the ids of the line and its order alone. */
int normalise_times(struct normaliser *n, struct charge *c, const struct stated *stated,
    unsigned *notes, enum time_column *column);

void normalise_texts(struct normaliser *n, struct charge *c, unsigned *notes);

/* The category that ${text} alone tells, or CATEGORY_NONE. */
enum category category_from_text(struct sv text);

/* The entry that ${text} means ("账户充值" is a recharge), or ENTRY_NONE. */
enum entry entry_from_text(struct sv text);

#endif
