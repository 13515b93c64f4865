/*
 * json_flat.h - trees of flat objects that are like the one before, without cJSON's work.
 */
#ifndef RECORD_JSON_FLAT_H
#define RECORD_JSON_FLAT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/sv.h"

struct json_flat {
    cJSON root, *members;              /* the tree at hand */
    struct { char **at; size_t n; } keys; /* in the order of the objects, each once */
    char *bytes;                       /* of its texts */
    unsigned misses;                   /* objects since the last one of these keys */
    bool is_off;                       /* nothing is learnt, so nothing read */
};

void json_flat_release(struct json_flat *f);

/*
 * Take over the keys of ${tree}, that the next objects may have too. Where it is not flat, they
 * stay as they are; after many such calls without a tree in between, it is no longer tried.
 */
void json_flat_learn(struct json_flat *f, const cJSON *tree);

/*
 * The tree of the object that ${text} begins with, of ${*length} bytes, as json_tree_new() makes
 * it; numbers have their text alone. It lives until the next call. NULL: this has to be found out
 * the long way; the object may be damaged, cut off, nested, or have other keys.
 */
const cJSON *json_flat_read(struct json_flat *f, struct sv text, size_t *length);

#endif
