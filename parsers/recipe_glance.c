/*
 * recipe_glance.c - records of which only the measured values are looked at.
 *
 * What stands between the values that are measured, or that nothing reads, repeats earlier records
 * byte by byte: other cells with their quotes and delimiters, keys, settled values. With the
 * measured ones open, ~ here, the row
 *
 *     us-east-1b,0.10,"Example, Inc.",2026-03-01T01:00:00Z,USD,vol-1
 *
 * has the image
 *
 *     us-east-1b,~,"Example, Inc.",~,USD,vol-1
 *
 * and is compared with that of the record that stood behind the one before the last time. Where the
 * bytes are equal, all in them is what it was: no more of the record is made than its open values.
 * What else it could be is for recipe_row.c and recipe_object.c to tell.
 */
#include "parsers/recipe.h"

#define CACHE_LINE 64

void
recipe_glance_forget(struct recipe_glance *g)
{
    map_release(&g->map);
    g->last = g->before = g->awaited = NULL;
    g->wanted_line = 0;
}

bool
recipe_glance_add(struct recipe_glance *g, const char *from, const char *to)
{
    size_t n = (size_t)(to - from);
    uint16_t length = (uint16_t)n;

    if (n + sizeof(length) > RECIPE_KEY_MAX - g->key_size)
        return false;
    memcpy(g->key + g->key_size, &length, sizeof(length));
    g->key_size += sizeof(length);
    memcpy(g->key + g->key_size, from, n);
    g->key_size += n;
    return true;
}

/* An image that stood behind ${before}, if it is that of what ${ahead} begins with, or NULL. */
static struct recipe_image *
find_behind(struct recipe_glance *g, const struct recipe_kind *kind,
    const struct recipe_image *before, struct sv ahead, size_t *length)
{
    for (unsigned i = 0; i < 2; i++)
        if (before->next[i] && kind->has_image(g, ahead, before->next[i], length))
            return before->next[i];
    return NULL;
}

/*
 * The image that is most likely, if it is that of what ${ahead} begins with, or NULL: those that
 * stood behind the last one; where that resource is gone, the ones behind it; where a new one came
 * between, the one that was awaited in its place.
 */
static struct recipe_image *
guess(struct recipe_glance *g, const struct recipe_kind *kind, struct sv ahead,
    size_t *length)
{
    struct recipe_image *last = g->last, *next = NULL;

    if (last) {
        next = find_behind(g, kind, last, ahead, length);
        if (!next && last->next[0])
            next = find_behind(g, kind, last->next[0], ahead, length);
    }
    if (next || !g->awaited)
        return next;
    if (kind->has_image(g, ahead, g->awaited, length))
        return g->awaited;
    return last ? NULL : find_behind(g, kind, g->awaited, ahead, length);
}

/* ${image} stands behind ${last}. */
static inline void
put_behind(struct recipe_image *last, struct recipe_image *image)
{
    if (last->next[0] == image)
        return;
    last->next[1] = last->next[0];
    last->next[0] = image;
}

struct recipe_image *
recipe_glance_find(struct recipe_glance *g, const struct recipe_kind *kind, struct sv ahead,
    uint64_t line, size_t *length)
{
    struct recipe_image *last = g->last, *image = guess(g, kind, ahead, length);
    bool is_wanted = false;

    if (!image) {
        const struct recipe_shape *shape = kind->make_key(g, ahead, &is_wanted);
        const struct map_entry *entry =
            shape ? map_get(&g->map, (struct sv){ g->key, g->key_size }) : NULL;

        is_wanted |= shape && !entry;
        image = entry ? entry->value.pointer : NULL;
        if (image && (image->shape != shape || !kind->has_image(g, ahead, image, length)))
            image = NULL;
        if (last)
            g->awaited = last->next[0];
    }
    g->wanted_line = is_wanted ? line : 0;
    g->before = last;
    g->last = image;
    if (last && image)
        put_behind(last, image);
    if (image && image->next[0])
        __builtin_prefetch(image->next[0]);
    return image;
}

struct recipe_image *
recipe_glance_image(struct recipes *s, struct recipe *recipe, const struct recipe_shape *shape)
{
    struct recipe_image *image = arena_alloc(&s->arena, sizeof(*image));

    if (!image)
        return NULL;
    *image = (struct recipe_image){ .recipe = recipe, .shape = shape };
    image->key = arena_sv(&s->arena, (struct sv){ s->glance.key, s->glance.key_size });
    return image->key.p ? image : NULL;
}

void
recipe_glance_put(struct recipe_glance *g, struct recipe_image *image)
{
    struct map_entry *entry = map_put(&g->map, image->key, NULL);

    if (!entry)
        return;
    image->next[0] = g->awaited;
    entry->value.pointer = image;
    g->last = image;
    if (g->before)
        put_behind(g->before, image);
}

bool
recipe_glance_keep_texts(struct recipes *s, struct recipe_image *image)
{
    size_t n = s->plan.texts.n, bytes = 0;

    for (size_t i = 0; i < n; i++)
        bytes += s->texts[i].n;
    if (bytes == 0)
        return true;
    image->texts = arena_array(&s->arena, n, sizeof(*image->texts));
    for (size_t i = 0; image->texts && i < n; i++) {
        image->texts[i] = arena_sv(&s->arena, s->texts[i]);
        if (!image->texts[i].p && s->texts[i].n > 0)
            return false;
    }
    return image->texts != NULL;
}

/* Have the processor fetch ${image} while something else is done: where resources are many, it lies
 * in no cache. */
static inline void
fetch(const struct recipe_image *image)
{
    const char *key = image->key.p;

    __builtin_prefetch(image->recipe);
    for (size_t i = 0; i < image->key.n; i += CACHE_LINE)
        __builtin_prefetch(key + i);
}

bool
recipe_glance_apply(struct binding *b, const struct recipe_image *image, uint64_t line,
    struct made *out)
{
    const struct recipe_shape *shape = image->shape;
    struct recipes *s = b->recipes;
    struct record record = { .line = line };

    for (size_t i = 0; i < s->plan.texts.n; i++)
        s->texts[i] = image->texts ? image->texts[i] : SV_EMPTY;
    for (size_t i = 0; i < shape->take_count; i++)
        s->texts[shape->takes[i].text] = s->glance.open.at[shape->takes[i].open];
    if (!recipe_apply(b, &record, true, image->recipe, out)) {
        s->ignored.code = ERR_NONE;
        return false;
    }
    s->hits++;
    out->outcome = OUTCOME_LINE;
    if (image->next[0])
        fetch(image->next[0]);
    return true;
}
