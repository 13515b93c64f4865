/*
 * usage_json.h - what readers of logs in JSON share.
 */
#ifndef PARSERS_USAGE_JSON_H
#define PARSERS_USAGE_JSON_H

#include <cjson/cJSON.h>

#include "parsers/usage.h"

/* True where ${text} holds ${key} in quotes. */
bool usage_has_key(struct sv text, const char *key);

/* Member ${key} of ${object}; NULL if it has none, or is no object. */
const cJSON *usage_member(const cJSON *object, const char *key);

/* The text of a string or number ("" for anything else), and of a member. */
struct sv usage_text(const cJSON *item);
struct sv usage_member_text(const cJSON *object, const char *key);

/* The first of the NULL-ended ${keys} that is a member with a text, or "". */
struct sv usage_first_text(const cJSON *object, const char *const *keys);

/* What is the same for all points of a series. */
struct usage_series {
    const struct record *record;
    struct sv instance, gpu, platform;
    struct usage_metric metric; /* USAGE_NOTHING: the points are counted alone */
};

/* Take the point (${time}, ${value}) of ${s}. -1: ERR_NOMEM, ERR_LIMIT. */
int usage_point(struct usage_sink *sink, const struct usage_series *s, struct sv time,
    struct sv value, struct err *e);

/*
 * Take points whose times and values are lists of equal length. Where these differ, the series is
 * rejected.
 */
int usage_points(struct usage_sink *sink, const struct usage_series *s, const cJSON *times,
    const cJSON *values, struct err *e);

/* Warn that the metric ${name} of ${r} tells nothing of GPUs. */
void usage_warn_metric(struct usage_sink *sink, const struct record *r, struct sv name);

/* What a point with statistics says: the mean, else the maximum; a minimum proves nothing. */
struct sv usage_statistic(const cJSON *point);

/* Read the records of ${t} at ${path} with ${visit}; a document without any is no failure. */
struct usage_visit {
    struct usage_sink *sink;
    int (*take)(struct usage_sink *sink, const struct record *r, struct err *e);
};
int usage_json_read(struct usage_sink *sink, struct text *t, const char *path,
    int (*take)(struct usage_sink *sink, const struct record *r, struct err *e), struct err *e);

#endif
