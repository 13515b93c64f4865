/*
 * json_layers.c - JSON that lies in other JSON, as a source of its own.
 *
 * Each layer is a stage that takes the bytes of the stage below it, the lowest one those of the
 * text, and makes others.
 */
#include <stdlib.h>
#include <string.h>

#include "record/json_layers_inside.h"

/* What is left of a file is kept in memory where it is not larger than this. */
#define KEPT_MAX ((size_t)32 << 20)

struct layers {
    struct text *text;
    size_t n;
    struct sv ready; /* of the last stage */
    struct layer_stage stages[JSON_LAYERS_MAX];
};

static int produce(struct layer_stage *s, struct err *e);

int
layer_more(struct layer_stage *s, struct err *e)
{
    int there = 1;

    while (s->in.n == 0 && there > 0) {
        if (!s->below) {
            there = text_next(s->text, &s->in, e);
            continue;
        }
        there = produce(s->below, e);
        s->in = buf_sv(&s->below->out);
    }
    return there;
}

/* Make the next bytes in s->out. 1: there are some; 0: the end. */
static int
produce(struct layer_stage *s, struct err *e)
{
    int there = 1;

    buf_reset(&s->out);
    while (s->out.n < LAYER_OUT_ROOM - LAYER_STEP_ROOM && there > 0) {
        there = layer_more(s, e);
        if (there > 0)
            there = layer_step(s, e);
    }
    if (there < 0 || buf_ok(&s->out, e) || buf_ok(&s->key, e))
        return -1;
    if (there == 0 && s->state != AT_DOCUMENT && !s->is_part)
        return err_set(e, ERR_SYNTAX, "the JSON is cut off; fetch the file again");
    return s->out.n > 0;
}

static void
begin(struct layers *l)
{
    l->ready = SV_EMPTY;
    for (size_t i = 0; i < l->n; i++) {
        l->stages[i].in = SV_EMPTY;
        l->stages[i].state = AT_DOCUMENT;
    }
}

static int
layers_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct layers *l = context;
    struct layer_stage *last = &l->stages[l->n - 1];

    if (l->ready.n == 0) {
        if (produce(last, e) < 0)
            return -1;
        l->ready = buf_sv(&last->out);
    }
    *got = l->ready.n < room ? l->ready.n : room;
    if (*got > 0)
        memcpy(buffer, l->ready.p, *got);
    l->ready = sv_part(l->ready, *got, l->ready.n);
    return 0;
}

static int
layers_rewind(void *context, struct err *e)
{
    struct layers *l = context;

    (void)e;
    text_rewind(l->text);
    begin(l);
    return 0;
}

static void
layers_free(void *context)
{
    struct layers *l = context;

    for (size_t i = 0; i < l->n; i++) {
        buf_release(&l->stages[i].out);
        buf_release(&l->stages[i].key);
    }
    text_free(l->text);
    free(l);
}

int
json_layers_open(struct source **out, struct source *s, const struct charset_found *found,
    const struct json_layer *layers, size_t n, bool is_part, struct err *e)
{
    static const struct source_reader reader = {
        .read = layers_read,
        .rewind = layers_rewind,
        .free = layers_free,
    };
    struct layers *l = calloc(1, sizeof(*l));

    if (!l)
        return err_nomem(e);
    l->text = text_new(s, found, e);
    if (!l->text) {
        free(l);
        return -1;
    }
    l->n = n;
    for (size_t i = 0; i < n; i++) {
        struct layer_stage *stage = &l->stages[i];

        *stage = (struct layer_stage){ .below = i > 0 ? stage - 1 : NULL, .text = l->text,
            .layer = &layers[i], .is_part = is_part };
        buf_init(&stage->out, 2 * LAYER_OUT_ROOM);
        buf_init(&stage->key, 2 * JSON_LAYER_KEY_MAX);
    }
    begin(l);
    if (source_of_reader(out, &reader, l, KEPT_MAX, e))
        return -1;
    source_take_limits(*out, s);
    return 0;
}
