/*
 * config.h - gpubill.json: what the user knows and no bill says.
 *
 * Everything is optional. Reading is strict: an unknown or doubled key, a wrong type, a word
 * outside its list is an error that names the key, the line and what was expected. What rules
 * check in detail (their settings, custom rules) stays JSON here, with its shape checked.
 */
#ifndef PARSERS_CONFIG_H
#define PARSERS_CONFIG_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "ledger/line_field.h"
#include "parsers/condition.h"
#include "parsers/format.h"

/* What a config is called where no other name is given. */
#define CONFIG_NAME "gpubill.json"

/* Most bytes of a config file. */
#define CONFIG_MAX (4u << 20)

/* The bound of matching where the config gives none. */
#define CONFIG_MAX_STATES 5000000

/* Days after its last claim by which an invoice is due where the config says nothing. */
#define CONFIG_DEADLINE_DAYS 365

struct config_project {
    const char *name;
    struct condition *where; /* NULL: holds for no line */
    uint64_t line; /* in the config, for messages */
};

struct config_instance {
    const char *platform, *instance; /* never "" */
    const char *name, *gpu_model;    /* "" if not given */
    unsigned gpu_count;              /* 0 if not given */
    const char **usage;              /* patterns of paths, NULL-ended */
    uint64_t line;                   /* in the config */
};

enum price_unit { PRICE_HOUR, PRICE_DAY, PRICE_WEEK, PRICE_MONTH };

/* A price is for exactly one of gpu_model, sku and category. */
struct config_price {
    const char *platform;
    const char *gpu_model, *sku; /* "" if it is not for that */
    enum category category;      /* CATEGORY_NONE if it is not for that */
    enum price_unit unit;
    struct money price;
    bool is_per_card; /* else per instance */
    const char *currency;
    enum pricing pricing; /* PRICING_STANDARD (on-demand), _DYNAMIC (spot), _COMMITTED (prepaid) */
    int64_t from;         /* midnight UTC of the date: see config_day(); TIME_NONE: always */
    uint64_t line;
};

struct config_invoice {
    const char *platform;
    bool has_basis;
    enum invoice_basis basis;
    const char **sellers, **payees; /* NULL-ended */
};

struct config_waiver {
    const char *rule, *platform, *resource, *reason; /* "" if not given; rule never */
    int64_t until; /* midnight UTC of the date: see config_day(); TIME_NONE: for ever */
    uint64_t line;
};

/* 1 ${from} is ${rate} ${to}. */
struct config_rate {
    const char *from, *to; /* ISO codes */
    struct money rate;
};

struct config {
    struct arena arena;
    const char *path; /* for messages */
    char *text;       /* the document */
    size_t text_length;
    cJSON *json;
    bool has_timezone;
    int zone_minutes;
    const char **buyer_names; /* NULL-ended */
    const char *buyer_tax_id; /* "" if not given */
    struct { struct config_project *at; size_t n, room; } projects; /* in the config's order */
    struct { struct config_instance *at; size_t n, room; } instances;
    struct { struct config_price *at; size_t n, room; } prices;
    struct { struct config_invoice *at; size_t n, room; } invoices;
    struct { struct config_waiver *at; size_t n, room; } waivers;
    struct { struct config_rate *at; size_t n, room; } rates;
    unsigned deadline_days;
    const char **invoice_items; /* NULL-ended */
    unsigned max_states;
    const cJSON *rules;        /* an object of objects, by rule id; NULL if not given */
    const cJSON *custom_rules; /* a list of objects; NULL if not given */
};

/*
 * Read the document ${text} of ${path} (both copied). NULL: ERR_USAGE or ERR_SYNTAX with path and
 * line, ERR_NOMEM. Free with config_free(). The result is read-only and thread-safe.
 */
struct config *config_parse(const char *path, struct sv text, struct err *e);

/* As config_parse() for the file ${path}. Also ERR_IO, ERR_LIMIT. */
struct config *config_load(const char *path, struct err *e);

/* NULL is fine. */
void config_free(struct config *c);

/* The start of a day of the config in the review's zone. TIME_NONE stays. */
int64_t config_day(int64_t day, int zone_minutes);

/*
 * The name of the first project all of whose conditions hold for the line of ${subject} into
 * ${*name}, NULL if there is none (or ${c} is NULL). ${scratch} is the caller's, one per thread.
 * -1: ERR_LIMIT from a pattern, with the config's path and line; ERR_NOMEM.
 */
int config_project(const struct config *c, const struct line_subject *subject,
    struct buf *scratch, const char **name, struct err *e);

#endif
