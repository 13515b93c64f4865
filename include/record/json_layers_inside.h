/*
 * json_layers_inside.h - one layer of JSON being taken off; json_layers.c and json_layers_step.c
 * alone share it.
 */
#ifndef RECORD_JSON_LAYERS_INSIDE_H
#define RECORD_JSON_LAYERS_INSIDE_H

#include "base/buf.h"
#include "input/text.h"
#include "record/json_layers.h"

/* Bytes that a stage makes at once, and the most of them that a step makes beyond what it took. */
#define LAYER_OUT_ROOM ((size_t)64 << 10)
#define LAYER_STEP_ROOM ((size_t)256)

/* What comes next. */
enum layer_state {
    AT_DOCUMENT,
    IN_STRING,      /* which is a document */
    AT_FIRST_VALUE, /* of a list, or its end */
    AT_VALUE,
    AT_FIRST_KEY,   /* of an object, or its end */
    AT_KEY,
    IN_VALUE,       /* of either */
    BEHIND_VALUE,   /* a comma or the end */
};

struct layer_stage {
    struct layer_stage *below; /* NULL: text */
    struct text *text;
    const struct json_layer *layer;
    struct sv in;        /* not yet taken */
    struct buf out;
    enum layer_state state;
    bool is_object;      /* what the values stand in */
    bool is_kept;        /* the value is passed on */
    bool is_in_string, is_escaped; /* within the value */
    uint64_t depth;      /* open brackets of the value */
    struct buf key;      /* of the member */
    bool is_part;        /* the text may end anywhere */
};

/* Have a byte at s->in. 1: there is one; 0: the end. */
int layer_more(struct layer_stage *s, struct err *e);

/* Take what comes next, of which a byte is there. 1; 0: the end. -1: ERR_SYNTAX, or of reading. */
int layer_step(struct layer_stage *s, struct err *e);

#endif
