/*
 * config_reader.h - what config.c and config_entries.c share; nobody else includes it.
 *
 * Beside json_check.h: values that only configs have. All functions return 0, or -1 with the error,
 * which names key and line. Texts are borrowed from the JSON tree.
 */
#ifndef PARSERS_CONFIG_READER_H
#define PARSERS_CONFIG_READER_H

#include "parsers/config.h"
#include "parsers/json_check.h"

struct config_reader {
    struct config *config;
    struct json_origin origin;
    struct err *e;
};

/* Say what is wrong with ${item}; ${format} is a literal. Always returns -1. */
int config_fail(struct config_reader *r, const cJSON *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A text that is not empty; an absent one leaves ${out} alone, unless it ${is_required}. */
int config_text(struct config_reader *r, const cJSON *object, const char *key, bool is_required,
    const char **out);

/* As config_text() for the id of a platform, which the ledger has in lower case. */
int config_platform(struct config_reader *r, const cJSON *object, bool is_required,
    const char **out);

/* ${text} in lower case (ASCII), in the config's arena; NULL: ERR_NOMEM in the reader. */
const char *config_lower(struct config_reader *r, const char *text);

/* An exact amount of at least 0, written as a text. */
int config_amount(struct config_reader *r, const cJSON *object, const char *key,
    struct money *out);

/* A date, as midnight UTC; an absent one leaves ${out} alone. */
int config_date(struct config_reader *r, const cJSON *object, const char *key, int64_t *out);

/* A whole number from 1 to ${max}; an absent one leaves ${out} alone. */
int config_count(struct config_reader *r, const cJSON *object, const char *key, unsigned max,
    unsigned *out);

/* ${list} is a list, ${object} an object with any keys. */
int config_check_list(struct config_reader *r, const cJSON *list);
int config_check_object(struct config_reader *r, const cJSON *object);

/* The line of ${item} in the document. */
uint64_t config_line(const struct config_reader *r, const cJSON *item);

/* The sections of which each element is an entry of its own (config_entries.c). */
int config_read_projects(struct config_reader *r, const cJSON *list);
int config_read_instances(struct config_reader *r, const cJSON *list);
int config_read_prices(struct config_reader *r, const cJSON *list);
int config_read_invoices(struct config_reader *r, const cJSON *object);
int config_read_waivers(struct config_reader *r, const cJSON *list);
int config_read_rates(struct config_reader *r, const cJSON *object);

#endif
