/*
 * json_tree.h - cJSON trees of text that the scanner has accepted.
 */
#ifndef RECORD_JSON_TREE_H
#define RECORD_JSON_TREE_H

#include <cjson/cJSON.h>

#include "base/err.h"
#include "base/message.h"
#include "base/sv.h"

/* Most steps "[]" of a path. */
#define JSON_OUTER_MAX 8

/* What stands around the elements of a list. */
struct record_envelope {
    cJSON *root; /* the document without its list, as far as it was read */
    /* The elements of outer lists that the record lies in, outermost first, and their paths. */
    const cJSON *outer[JSON_OUTER_MAX];
    struct sv outer_path[JSON_OUTER_MAX];
    size_t outer_n;
};

/*
 * The tree of ${text}, one value that the scanner has accepted, with the text of each number in its
 * valuestring; free it with cJSON_Delete(). NULL: ${why} says that a key stands twice with
 * different values, or ${e} is ERR_NOMEM and ${why} is left alone.
 */
cJSON *json_tree_new(struct sv text, struct message *why, struct err *e);

/* Whether two values are the same, numbers by their text and members in the same order. */
bool json_tree_same(const cJSON *a, const cJSON *b);

/* The member ${key} of an object, or the element of that number of a list; NULL if none. */
const cJSON *json_tree_child(const cJSON *object, struct sv key);

#endif
