/*
 * usage_snapshot.h - states from lists of instances, which show one moment.
 *
 * Such a list does not say when it was made. What it shows held at least up to the latest thing
 * that it tells of; beyond that nothing is known. Only what is released stays so.
 */
#ifndef PARSERS_USAGE_SNAPSHOT_H
#define PARSERS_USAGE_SNAPSHOT_H

#include "parsers/usage_json.h"

/* What an instance of a list says. */
struct usage_state {
    struct sv instance;
    enum instance_state state; /* STATE_NONE: one that lasts no time, as "pending" */
    int64_t from;              /* TIME_NONE: the list does not say */
    int64_t latest;            /* of all times in the instance that are past; TIME_NONE: none */
    struct message why;        /* where it cannot be understood: format set */
    const char *column;
    enum reject reject;
};

/* Look at the instance ${object}. */
typedef void usage_look(const cJSON *object, struct usage_state *out);

/*
 * Read the instances of ${t} at ${path}, or at the document itself where ${path} is not there, in
 * two passes: the latest time first.
 */
int usage_snapshot_read(struct usage_sink *sink, struct text *t, const char *path,
    const char *platform, usage_look *look, struct err *e);

/* Let ${*latest} be the time ${text} in UTC where that is later. */
void usage_later(int64_t *latest, struct sv text);

#endif
