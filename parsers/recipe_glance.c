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
 * The record that had the image last is kept, byte by byte, and what comes is compared with the one
 * behind that of the record before. Most open values are what they were, too; of those that are not
 * the end is found. Where all else is equal, it is what it was: no more of the record is made than
 * its open values. What else it could be is for recipe_row.c and recipe_object.c to tell.
 */
#include <stdlib.h>

#include "parsers/recipe.h"

#define CACHE_LINE 64

/* Of the bytes of a record so much more are reserved for one with longer values. */
#define ROOM_SHARE 16

/* Between open values stands a byte at least, so that the lengths of what does are no more. */
#define KEY_ROOM ((sizeof(uint16_t) + 1) * RECIPE_KEY_MAX + sizeof(uint16_t))

void
recipe_glance_forget(struct recipe_glance *g)
{
    map_release(&g->map);
    g->last = g->before = g->awaited = NULL;
    g->wanted_line = 0;
}

int
recipe_glance_init(struct recipe_glance *g)
{
    g->key = malloc(KEY_ROOM);
    g->kept = malloc(RECIPE_KEY_MAX);
    return g->key && g->kept ? 0 : -1;
}

void
recipe_glance_release(struct recipe_glance *g)
{
    recipe_glance_forget(g);
    free(g->key);
    free(g->kept);
    free(g->open);
    free(g->news);
}

int
recipe_shape_init(struct recipe_shape *shape, struct recipes *s, size_t n)
{
    struct arena *arena = &s->plan_arena;

    *shape = (struct recipe_shape){ .open_count = 0 };
    shape->uses = arena_array(arena, n + 1, sizeof(*shape->uses));
    shape->takes = arena_array(arena, s->plan.texts.n + 1, sizeof(*shape->takes));
    shape->rest = arena_array(arena, s->plan.texts.n + 1, sizeof(*shape->rest));
    return shape->uses && shape->takes && shape->rest ? 0 : -1;
}

int
recipe_glance_make_room(struct recipe_glance *g, size_t n)
{
    struct recipe_value *open;
    size_t *news;

    if (n <= g->open_room)
        return 0;
    open = realloc(g->open, n * sizeof(*open));
    if (open)
        g->open = open;
    news = realloc(g->news, n * sizeof(*news));
    if (news)
        g->news = news;
    if (!open || !news)
        return -1;
    g->open_room = n;
    return 0;
}

/* Add the bytes from ${from} to ${to} of ${record}, with their number before them, to the ${size}
 * bytes of the key. */
static size_t
add(struct recipe_glance *g, struct sv record, size_t from, size_t to, size_t size)
{
    uint16_t length = (uint16_t)(to - from);

    memcpy(g->key + size, &length, sizeof(length));
    memcpy(g->key + size + sizeof(length), record.p + from, to - from);
    return size + sizeof(length) + (to - from);
}

bool
recipe_glance_make_id(struct recipe_glance *g, struct sv record, size_t open)
{
    size_t size = 0, from = 0;

    if (record.n > RECIPE_KEY_MAX)
        return false;
    for (size_t i = 0; i < open; i++) {
        size = add(g, record, from, g->open[i].from, size);
        from = g->open[i].to;
    }
    size = add(g, record, from, record.n, size);
    g->record = record;
    g->id = map_hash((struct sv){ g->key, size });
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

/* The image by the id of what ${ahead} begins with, or NULL; ${*is_wanted} where it is to be made.
 * Two images of one id are no more than a nuisance: the one that came first is kept. */
static struct recipe_image *
look_up(struct recipe_glance *g, const struct recipe_kind *kind, struct sv ahead, size_t *length,
    bool *is_wanted)
{
    const struct recipe_shape *shape = kind->make_id(g, ahead, is_wanted);
    const struct map_entry *entry;
    struct recipe_image *image;

    g->wanted = NULL;
    if (!shape)
        return NULL;
    entry = map_get(&g->map, (struct sv){ (const char *)&g->id, sizeof(g->id) });
    if (!entry) {
        *is_wanted = true;
        g->wanted = shape;
        memcpy(g->kept, g->record.p, g->record.n);
        g->record.p = g->kept;
        return NULL;
    }
    image = entry->value.pointer;
    return image->shape == shape && kind->has_image(g, ahead, image, length) ? image : NULL;
}

struct recipe_image *
recipe_glance_find(struct recipe_glance *g, const struct recipe_kind *kind, struct sv ahead,
    uint64_t line, size_t *length)
{
    struct recipe_image *last = g->last, *image = guess(g, kind, ahead, length);
    bool is_wanted = false;

    if (!image) {
        image = look_up(g, kind, ahead, length, &is_wanted);
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
    const struct recipe_glance *g = &s->glance;
    struct recipe_image *image = arena_alloc(&s->arena, sizeof(*image));
    size_t n = g->record.n, room = n + n / ROOM_SHARE;

    if (!image)
        return NULL;
    *image = (struct recipe_image){ .id = g->id, .recipe = recipe, .shape = shape,
        .n = (uint16_t)n, .room = (uint16_t)room };
    image->open = arena_array(&s->arena, shape->open_count + 1, sizeof(*image->open));
    image->bytes = arena_alloc(&s->arena, room);
    if (!image->open || !image->bytes)
        return NULL;
    for (size_t i = 0; i < shape->open_count; i++)
        image->open[i] = (struct recipe_place){ (uint16_t)g->open[i].from,
            (uint16_t)g->open[i].to };
    memcpy(image->bytes, g->record.p, n);
    return image;
}

void
recipe_glance_put(struct recipe_glance *g, struct recipe_image *image)
{
    struct sv id = { (const char *)&image->id, sizeof(image->id) };
    struct map_entry *entry = map_put(&g->map, id, NULL);

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
    __builtin_prefetch(image->recipe);
    __builtin_prefetch(image->open);
    for (size_t i = 0; i < image->n; i += CACHE_LINE)
        __builtin_prefetch(image->bytes + i);
}

/* Let the bytes of ${image} be those of ${record}, which has it. False: there is no room. */
static bool
keep(const struct recipe_glance *g, struct recipe_image *image, struct sv record)
{
    size_t shift = 0, k = 0;

    if (g->new_count == 0 && image->is_ordinary)
        return true;
    if (record.n > image->room)
        return false;
    for (size_t i = 0; g->has_moved && i < image->shape->open_count; i++) {
        struct recipe_place *open = &image->open[i];
        bool is_new = k < g->new_count && g->news[k] == i;
        size_t to = is_new ? g->open[i].to : open->to + shift;

        k += is_new;
        open->from = (uint16_t)(open->from + shift);
        shift = to - open->to;
        open->to = (uint16_t)to;
    }
    memcpy(image->bytes, record.p, record.n);
    image->n = (uint16_t)record.n;
    image->is_ordinary = !g->has_trimmed;
    return true;
}

bool
recipe_glance_apply(struct binding *b, struct recipe_image *image, struct sv record,
    uint64_t line, struct made *out)
{
    const struct recipe_shape *shape = image->shape;
    struct recipe_repeat *repeat = &image->recipe->repeat;
    struct recipes *s = b->recipes;
    struct record numbered = { .line = line };
    bool has_same_amounts = repeat->line.amounts && repeat->image == image &&
        !(s->glance.new_uses & USED_FOR_AMOUNTS);

    for (size_t i = 0; i < shape->rest_count; i++)
        s->texts[shape->rest[i]] = image->texts ? image->texts[shape->rest[i]] : SV_EMPTY;
    for (size_t i = 0; i < shape->take_count; i++)
        s->texts[shape->takes[i].text] = s->glance.open[shape->takes[i].open].text;
    if (!recipe_apply(b, &numbered, true, has_same_amounts, image->recipe, out)) {
        s->ignored.code = ERR_NONE;
        return false;
    }
    repeat->image = keep(&s->glance, image, record) ? image : NULL;
    s->hits++;
    out->outcome = OUTCOME_LINE;
    if (image->next[0])
        fetch(image->next[0]);
    return true;
}
