/*
 * words.c - the closed word lists of the ledger.
 *
 * The words stand in the order of their enums. FOCUS's own words are those of FOCUS 1.2.
 */
#include <assert.h>

#include "base/lang.h"
#include "ledger/words.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *const entry_words[] = {
    [ENTRY_NONE] = "", [ENTRY_CHARGE] = "charge", [ENTRY_REFUND] = "refund",
    [ENTRY_CREDIT] = "credit", [ENTRY_TAX] = "tax", [ENTRY_RECHARGE] = "recharge",
    [ENTRY_WITHDRAWAL] = "withdrawal",
};

static const char *const category_words[] = {
    [CATEGORY_NONE] = "",
    [CATEGORY_GPU] = "gpu",
    [CATEGORY_CPU] = "cpu",
    [CATEGORY_SYSTEM_DISK] = "system-disk",
    [CATEGORY_DATA_DISK] = "data-disk",
    [CATEGORY_FILE_STORAGE] = "file-storage",
    [CATEGORY_OBJECT_STORAGE] = "object-storage",
    [CATEGORY_SNAPSHOT] = "snapshot",
    [CATEGORY_IMAGE] = "image",
    [CATEGORY_TRAFFIC] = "traffic",
    [CATEGORY_PUBLIC_ADDRESS] = "public-address",
    [CATEGORY_SOFTWARE] = "software",
    [CATEGORY_MODEL_API] = "model-api",
    [CATEGORY_SUPPORT] = "support",
    [CATEGORY_TAX] = "tax",
    [CATEGORY_CREDIT] = "credit",
    [CATEGORY_OTHER] = "other",
};

static const char *const state_words[] = {
    [STATE_NONE] = "", [STATE_RUNNING] = "running", [STATE_STOPPED] = "stopped",
    [STATE_NO_GPU] = "no-gpu", [STATE_RELEASED] = "released", [STATE_UNATTACHED] = "unattached",
    [STATE_UNKNOWN] = "unknown",
};

static const char *const charge_category_words[] = {
    [CHARGE_NONE] = "", [CHARGE_USAGE] = "Usage", [CHARGE_PURCHASE] = "Purchase",
    [CHARGE_TAX] = "Tax", [CHARGE_CREDIT] = "Credit", [CHARGE_ADJUSTMENT] = "Adjustment",
};

static const char *const charge_class_words[] = {
    [CHARGE_CLASS_NONE] = "", [CHARGE_CLASS_CORRECTION] = "Correction",
};

static const char *const charge_frequency_words[] = {
    [FREQUENCY_NONE] = "", [FREQUENCY_ONE_TIME] = "One-Time", [FREQUENCY_RECURRING] = "Recurring",
    [FREQUENCY_USAGE_BASED] = "Usage-Based",
};

static const char *const pricing_words[] = {
    [PRICING_NONE] = "", [PRICING_STANDARD] = "Standard", [PRICING_DYNAMIC] = "Dynamic",
    [PRICING_COMMITTED] = "Committed", [PRICING_OTHER] = "Other",
};

const struct word_list words_entry = { "x_Entry", entry_words, COUNT(entry_words) };
const struct word_list words_category = { "x_Category", category_words, COUNT(category_words) };
const struct word_list words_state = { "x_InstanceState", state_words, COUNT(state_words) };
const struct word_list words_charge_category = {
    "ChargeCategory", charge_category_words, COUNT(charge_category_words),
};
const struct word_list words_charge_class = {
    "ChargeClass", charge_class_words, COUNT(charge_class_words),
};
const struct word_list words_charge_frequency = {
    "ChargeFrequency", charge_frequency_words, COUNT(charge_frequency_words),
};
const struct word_list words_pricing = {
    "PricingCategory", pricing_words, COUNT(pricing_words),
};

/* How a category stands in FOCUS, and what people call it. */
struct category_names {
    const char *service, *subcategory, *title;
};

static const struct category_names category_names[CATEGORY_COUNT] = {
    [CATEGORY_NONE] = { "Other", "Other (Other)", N_("uncategorised") },
    [CATEGORY_GPU] = { "Compute", "Virtual Machines", N_("GPU") },
    [CATEGORY_CPU] = { "Compute", "Virtual Machines", N_("CPU") },
    [CATEGORY_SYSTEM_DISK] = { "Storage", "Block Storage", N_("system disk") },
    [CATEGORY_DATA_DISK] = { "Storage", "Block Storage", N_("data disk") },
    [CATEGORY_FILE_STORAGE] = { "Storage", "File Storage", N_("file storage") },
    [CATEGORY_OBJECT_STORAGE] = { "Storage", "Object Storage", N_("object storage") },
    [CATEGORY_SNAPSHOT] = { "Storage", "Backup Storage", N_("snapshot") },
    [CATEGORY_IMAGE] = { "Storage", "Other (Storage)", N_("machine image") },
    [CATEGORY_TRAFFIC] = { "Networking", "Network Connectivity", N_("traffic") },
    [CATEGORY_PUBLIC_ADDRESS] = { "Networking", "Network Infrastructure", N_("public address") },
    [CATEGORY_SOFTWARE] = { "Other", "Other (Other)", N_("software") },
    [CATEGORY_MODEL_API] = { "AI and Machine Learning", "Generative AI", N_("model API") },
    [CATEGORY_SUPPORT] = { "Management and Governance", "Support", N_("support") },
    [CATEGORY_TAX] = { "Other", "Other (Other)", N_("tax") },
    [CATEGORY_CREDIT] = { "Other", "Other (Other)", N_("credit") },
    [CATEGORY_OTHER] = { "Other", "Other (Other)", N_("other") },
};

int
word_find(const struct word_list *list, struct sv word)
{
    word = sv_trim(word);
    for (size_t i = 0; i < list->count; i++)
        if (sv_is_folded(word, sv_of(list->words[i])))
            return (int)i;
    return -1;
}

const char *
change_code(unsigned change)
{
    static const char *const codes[CHANGE_COUNT] = {
        "rounded-18", "inclusive-end", "year-first-date", "id-from-remark", "sign-from-direction",
        "period-rebuilt", "voucher-added", "category-derived", "bom-dropped", "id-lost-digits",
        "total-price-split", "text-marker", "sheet-number-15-digits", "guessed",
    };
    size_t bit = 0;

    while (bit + 1 < CHANGE_COUNT && !(change >> bit & 1u))
        bit++;
    assert(change == 1u << bit);
    return codes[bit];
}

bool
category_is_storage(enum category c)
{
    return category_is_disk(c) || c == CATEGORY_FILE_STORAGE || c == CATEGORY_OBJECT_STORAGE
        || c == CATEGORY_SNAPSHOT || c == CATEGORY_IMAGE;
}

const char *
category_focus_service(enum category c)
{
    assert(c < CATEGORY_COUNT);
    return category_names[c].service;
}

const char *
category_focus_subcategory(enum category c)
{
    assert(c < CATEGORY_COUNT);
    return category_names[c].subcategory;
}

const char *
category_title(enum category c)
{
    assert(c < CATEGORY_COUNT);
    return category_names[c].title;
}
