/*
 * json_behind.c - what stands behind the list in a JSON document.
 *
 * Both passes meet the same documents in the same order, damage included, so a number tells which
 * is which.
 */
#include "base/vec.h"
#include "record/json.h"
#include "record/json_behind.h"

int
json_behind_keep(struct json_reader *r, struct err *e)
{
    struct json_behinds *b = r->behinds;

    if (!r->has_behind || r->members_bytes > JSON_BEHIND_MAX - b->bytes)
        return 0;
    if (vec_grow(b, 1, SIZE_MAX, e))
        return -1;
    b->bytes += r->members_bytes;
    b->at[b->n++] = (struct json_behind){ r->document, r->envelope.root };
    r->envelope.root = NULL;
    return 0;
}

cJSON *
json_behind_take(struct json_reader *r)
{
    struct json_behinds *b = r->behinds;
    cJSON *root;

    if (!b || r->next_behind == b->n || b->at[r->next_behind].document != r->document)
        return NULL;
    root = b->at[r->next_behind].root;
    b->at[r->next_behind++].root = NULL;
    return root;
}

void
json_behinds_release(struct json_behinds *b)
{
    for (size_t i = 0; i < b->n; i++)
        cJSON_Delete(b->at[i].root);
    vec_release(b);
}
