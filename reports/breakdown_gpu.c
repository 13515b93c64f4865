/*
 * breakdown_gpu.c - GPU hours by resource, cut by what the GPUs did.
 */
#include "reports/breakdown_inside.h"
#include "reports/say.h"

#define LABEL_MAX ((size_t)1 << 20)

/* "thesis (AutoDL)": the resource's name, or its id, and the platform. NULL when memory is out. */
static const char *
label_of(struct filling *f, const struct review_resource *s)
{
    struct buf text;
    const char *label = NULL;
    struct err ignored = ERR_INIT;

    buf_init(&text, LABEL_MAX);
    if (s->name[0] != '\0' || s->resource[0] != '\0')
        buf_add_text(&text, s->name[0] != '\0' ? s->name : s->resource);
    else
        buf_add_text(&text, lang_text(f->r->lang, N_("no resource named")));
    buf_addf(&text, " (%s)", say_platform(f->r, s->platform));
    if (buf_ok(&text, &ignored) == 0)
        label = arena_text(&f->b->arena, buf_sv(&text));
    buf_release(&text);
    return label;
}

/* Rows of one resource, which differ by name, SKU or currency, are one bar: its key holds both. */
static const char *
key_of(struct filling *f, const struct review_resource *s)
{
    struct buf text;
    const char *key = NULL;
    struct err ignored = ERR_INIT;

    buf_init(&text, LABEL_MAX);
    buf_addf(&text, "%s\n%s", s->platform, s->resource[0] != '\0' ? s->resource : s->name);
    if (buf_ok(&text, &ignored) == 0)
        key = arena_text(&f->b->arena, buf_sv(&text));
    buf_release(&text);
    return key;
}

static int
add_resource(struct filling *f, size_t i, const struct gpu_use *use, struct err *e)
{
    const struct review_resource *s = &f->r->review->resources.at[i];
    const char *key = key_of(f, s);
    struct breakdown_bar *bar;

    if (!key)
        return err_nomem(e);
    for (unsigned state = 0; state < GPU_STATES; state++)
        if (!money_is_zero(use->state[state]) &&
            filling_add(f, key, state, use->state[state], e))
            return -1;
    bar = filling_bar(f, key, e);
    if (!bar)
        return -1;
    bar->leaked[GPU_IDLE] = bar->part[GPU_IDLE];
    if (!bar->label)
        bar->label = label_of(f, s);
    return bar->label ? 0 : err_nomem(e);
}

int
filling_add_gpu_time(struct filling *f, struct err *e)
{
    for (size_t i = 0; i < f->r->review->resources.n; i++) {
        const struct gpu_use *use = say_gpu_use(f->r, i);

        if (use && !money_is_zero(use->hours) && add_resource(f, i, use, e))
            return -1;
    }
    return 0;
}
