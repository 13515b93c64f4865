/*
 * words.h - the closed word lists of the ledger.
 *
 * Each list is an enum whose value 0 means "not said" and is written as an empty cell.
 */
#ifndef LEDGER_WORDS_H
#define LEDGER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sv.h"

/* x_Entry. Recharges and withdrawals move money and are never spend. */
enum entry {
    ENTRY_NONE,
    ENTRY_CHARGE,
    ENTRY_REFUND,
    ENTRY_CREDIT,
    ENTRY_TAX,
    ENTRY_RECHARGE,
    ENTRY_WITHDRAWAL,
};

/* x_Category: what was paid for. */
enum category {
    CATEGORY_NONE,
    CATEGORY_GPU,
    CATEGORY_CPU,
    CATEGORY_SYSTEM_DISK,
    CATEGORY_DATA_DISK,
    CATEGORY_FILE_STORAGE,
    CATEGORY_OBJECT_STORAGE,
    CATEGORY_SNAPSHOT,
    CATEGORY_IMAGE,
    CATEGORY_TRAFFIC,
    CATEGORY_PUBLIC_ADDRESS,
    CATEGORY_SOFTWARE,
    CATEGORY_MODEL_API,
    CATEGORY_SUPPORT,
    CATEGORY_TAX,
    CATEGORY_CREDIT,
    CATEGORY_OTHER,
    CATEGORY_COUNT,
};

/* x_InstanceState: where the bill says so. */
enum instance_state {
    STATE_NONE,
    STATE_RUNNING,
    STATE_STOPPED,
    STATE_NO_GPU,
    STATE_RELEASED,
    STATE_UNATTACHED,
    STATE_UNKNOWN,
};

/* FOCUS ChargeCategory. */
enum charge_category {
    CHARGE_NONE,
    CHARGE_USAGE,
    CHARGE_PURCHASE,
    CHARGE_TAX,
    CHARGE_CREDIT,
    CHARGE_ADJUSTMENT,
};

/* FOCUS ChargeClass. */
enum charge_class {
    CHARGE_CLASS_NONE,
    CHARGE_CLASS_CORRECTION,
};

/* FOCUS ChargeFrequency. */
enum charge_frequency {
    FREQUENCY_NONE,
    FREQUENCY_ONE_TIME,
    FREQUENCY_RECURRING,
    FREQUENCY_USAGE_BASED,
};

/* FOCUS PricingCategory. */
enum pricing {
    PRICING_NONE,
    PRICING_STANDARD,
    PRICING_DYNAMIC,
    PRICING_COMMITTED,
    PRICING_OTHER,
};

/* x_Changes: what normalising had to decide or repair; bits, each with its code. */
enum change {
    CHANGE_ROUNDED_18 = 1 << 0,          /* rounded-18 */
    CHANGE_INCLUSIVE_END = 1 << 1,       /* inclusive-end */
    CHANGE_YEAR_FIRST_DATE = 1 << 2,     /* year-first-date: where the format has another order */
    CHANGE_ID_FROM_REMARK = 1 << 3,      /* id-from-remark */
    CHANGE_SIGN_FROM_DIRECTION = 1 << 4, /* sign-from-direction */
    CHANGE_PERIOD_REBUILT = 1 << 5,      /* period-rebuilt: from the platform's row pattern */
    CHANGE_VOUCHER_ADDED = 1 << 6,       /* voucher-added: payable was without the voucher */
    CHANGE_CATEGORY_DERIVED = 1 << 7,    /* category-derived: from item and description */
    CHANGE_BOM_DROPPED = 1 << 8,         /* bom-dropped: U+FEFF inside a cell */
    CHANGE_ID_LOST_DIGITS = 1 << 9,      /* id-lost-digits: 1.23E+17 is no id */
    CHANGE_TOTAL_PRICE_SPLIT = 1 << 10,  /* total-price-split */
    CHANGE_TEXT_MARKER = 1 << 11,        /* text-marker: a leading ' or ` or ="..." was dropped */
    CHANGE_SHEET_DIGITS = 1 << 12,       /* sheet-number-15-digits: a sheet's number had more */
    CHANGE_GUESSED = 1 << 13,            /* guessed: by a draft whose answers nobody has checked */
};
#define CHANGE_COUNT 14

/* A list: `words[v]` is the word of value v; words[0] is "". */
struct word_list {
    const char *name; /* the ledger column */
    const char *const *words;
    size_t count;
};

extern const struct word_list words_entry, words_category, words_state, words_charge_category,
    words_charge_class, words_charge_frequency, words_pricing;

/*
 * The value of ${word} in ${list} (case of ASCII letters ignored, blanks trimmed; "" is 0), or -1.
 */
int word_find(const struct word_list *list, struct sv word);

/* The code of the one bit ${change} ("rounded-18"); a literal. */
const char *change_code(unsigned change);

/* Compute is gpu and cpu; disk the two disks; storage those and files, objects, snapshots,
 * images. */
static inline bool
category_is_compute(enum category c)
{
    return c == CATEGORY_GPU || c == CATEGORY_CPU;
}

static inline bool
category_is_disk(enum category c)
{
    return c == CATEGORY_SYSTEM_DISK || c == CATEGORY_DATA_DISK;
}

bool category_is_storage(enum category c);

/* FOCUS ServiceCategory and ServiceSubcategory for a category; literals, never NULL. */
const char *category_focus_service(enum category c);
const char *category_focus_subcategory(enum category c);

/* The plain name of a category for people, a key for lang_text() ("GPU", "data disk"). */
const char *category_title(enum category c);

#endif
