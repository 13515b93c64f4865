/*
 * recipe_object.c - flat JSON objects of which only the open values are looked at.
 *
 * Objects of a list have their keys in one order. What stands between the values that are measured,
 * or that nothing reads, repeats earlier objects byte by byte: keys, colons, blanks and settled
 * values. With the measured ones open, ~ here, the object
 *
 *     {"zone":"b","cost":0.10,"id":"i-1"}      has the image    {"zone":"b","cost":~,"id":"i-1"}
 *
 * and is compared with that of the object that stood behind the one before the last time. Where the
 * bytes are equal, and each open value is a word, a number or a string without escapes, the object
 * is as sound as that one was, which was read the long way, and all else in it is what it was.
 * No tree of it is made, and no column is filled but those of open values.
 *
 * An image is kept of flat objects alone that have no escape in a key, no key twice and no marks of
 * spreadsheets, and where no two keys are for one measured column.
 *
 * Instructions for an object of 25 members and 770 bytes (callgrind, -O2): 1,300 to compare it and
 * take its open values, where its tree, columns and key took 13,000.
 */
#include <stdlib.h>

#include "parsers/recipe.h"
#include "record/json_span.h"

/* Orders of keys that are known, and keys of an object. */
#define SHAPES_MAX 16
#define KEYS_MAX 200

/* Behind the bytes of an image that stand before or behind an open value. Not valid in JSON. */
#define SEPARATOR '\1'

/* Whether ${ahead} begins with an object that has the image ${image}, of ${*length} bytes; its open
 * values are then in g->open. */
static bool
has_image(const struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
    size_t *length)
{
    const char *at = ahead.p, *end = ahead.p + ahead.n, *bytes = image->key.p;

    for (size_t i = 0;; i++) {
        size_t n = image->lengths[i];

        if ((size_t)(end - at) < n || memcmp(at, bytes, n) != 0)
            return false;
        at += n;
        bytes += n + 1;
        if (i == image->shape->open_count)
            break;
        if (!json_span_plain(&at, end, &g->open.at[i]))
            return false;
    }
    *length = (size_t)(at - ahead.p);
    return true;
}

/* Add ${bytes} to the key of an image. */
static bool
add_bytes(struct recipe_glance *g, const char *from, const char *to)
{
    size_t n = (size_t)(to - from);

    if (n >= RECIPE_KEY_MAX - g->key_size)
        return false;
    memcpy(g->key + g->key_size, from, n);
    g->key_size += n;
    g->key[g->key_size++] = SEPARATOR;
    return true;
}

/* Make the key of the image of what ${ahead} begins with. 1: it has ${shape}; 0: it has not; -1: it
 * is none that is looked at. */
static int
make_key(struct recipe_glance *g, struct sv ahead, const struct recipe_shape *shape)
{
    struct json_span s = { .at = ahead.p, .end = ahead.p + ahead.n };
    const char *from = ahead.p;
    struct sv key, value;
    size_t n = 0;
    int has;

    g->key_size = 0;
    for (; (has = json_span_next(&s, &key, &value)) > 0; n++) {
        if (n == shape->key_count || !sv_is(key, shape->keys[n].name))
            return 0;
        if (!shape->keys[n].is_open)
            continue;
        if (!add_bytes(g, from, value.p))
            return -1;
        from = value.p + value.n;
    }
    if (has < 0)
        return -1;
    if (n < shape->key_count)
        return 0;
    return add_bytes(g, from, s.at) ? 1 : -1;
}

/* The shape of what ${ahead} begins with, whose key is then made; NULL: none that is known, and
 * ${*is_new} where that is wanted. */
static const struct recipe_shape *
find_shape(struct recipe_glance *g, struct sv ahead, bool *is_new)
{
    *is_new = false;
    for (const struct recipe_shape *shape = g->shapes; shape; shape = shape->next) {
        int result = make_key(g, ahead, shape);

        if (result != 0)
            return result > 0 && !shape->is_no_use ? shape : NULL;
    }
    *is_new = g->shape_count < SHAPES_MAX;
    return NULL;
}

/* The image that is most likely, if it is that of what ${ahead} begins with, or NULL. */
static struct recipe_image *
guess(const struct recipe_glance *g, struct sv ahead, size_t *length)
{
    struct recipe_image *next = g->last ? g->last->next : g->awaited;

    for (unsigned i = 0; next && i < 2; i++, next = next->next)
        if (has_image(g, ahead, next, length))
            return next;
    next = g->last ? g->awaited : NULL;
    return next && has_image(g, ahead, next, length) ? next : NULL;
}

/* The image of the object that ${ahead} begins with. NULL: there is none, and it may be wanted. */
static struct recipe_image *
find_image(struct recipe_glance *g, struct sv ahead, uint64_t line, size_t *length)
{
    struct recipe_image *last = g->last, *image = guess(g, ahead, length);
    const struct map_entry *entry;
    bool is_wanted = false;

    if (!image) {
        const struct recipe_shape *shape = find_shape(g, ahead, &is_wanted);

        entry = shape ? map_get(&g->map, (struct sv){ g->key, g->key_size }) : NULL;
        is_wanted |= shape && !entry;
        image = entry ? entry->value.pointer : NULL;
        if (image && (image->shape != shape || !has_image(g, ahead, image, length)))
            image = NULL;
        if (last)
            g->awaited = last->next;
    }
    g->wanted_line = is_wanted ? line : 0;
    g->before = last;
    g->last = image;
    if (last && image)
        last->next = image;
    return image;
}

/* Take the open texts as columns do; false where one needs a closer look. */
static bool
take_open(struct recipes *s, const struct recipe_image *image)
{
    const struct recipe_shape *shape = image->shape;
    struct sv *open = s->glance.open.at;

    for (size_t i = 0; i < shape->open_count; i++) {
        unsigned char first, last;

        if (open[i].n == 0)
            continue;
        first = (unsigned char)open[i].p[0];
        last = (unsigned char)open[i].p[open[i].n - 1];
        if (first <= ' ' || first >= 0x80 || last <= ' ' || last >= 0x80)
            open[i] = sv_trim(open[i]);
        if (columns_is_marked(open[i]))
            return false;
    }
    for (size_t i = 0; i < s->plan.texts.n; i++)
        s->texts[i] = image->texts ? image->texts[i] : SV_EMPTY;
    for (size_t i = 0; i < shape->take_count; i++)
        s->texts[shape->takes[i].text] = open[shape->takes[i].open];
    return true;
}

bool
recipes_glance_object(struct binding *b, struct sv ahead, uint64_t line, size_t *length,
    struct made *out)
{
    struct recipes *s = b->recipes;
    struct record record = { .line = line };
    struct recipe_image *image;

    s->glance.wanted_line = 0;
    if (s->is_off)
        return false;
    image = find_image(&s->glance, ahead, line, length);
    if (!image || !take_open(s, image))
        return false;
    if (!recipe_apply(b, &record, true, image->recipe, out)) {
        s->ignored.code = ERR_NONE;
        return false;
    }
    s->hits++;
    out->outcome = OUTCOME_LINE;
    return true;
}

/* What the keys of an object are for. */
struct uses {
    const struct recipe_plan *plan;
    unsigned *times;  /* per column: how many keys are for it */
    bool is_settled;  /* a column of the key at hand is */
};

static void
count(void *context, unsigned column)
{
    struct uses *u = context;

    u->times[column]++;
    u->is_settled |= u->plan->is_settled[column];
}

/* What is asked of the columns of one open key. */
struct open_key {
    const struct recipes *recipes;
    struct recipe_shape *shape;
    const unsigned *times;
    size_t room; /* of shape->takes */
};

static void
take_column(void *context, unsigned column)
{
    struct open_key *k = context;
    struct recipe_shape *shape = k->shape;

    shape->is_no_use |= k->times[column] > 1;
    for (size_t i = 0; i < k->recipes->plan.texts.n; i++) {
        if (k->recipes->plan.texts.at[i].column != column)
            continue;
        if (shape->take_count == k->room) {
            shape->is_no_use = true;
            return;
        }
        shape->takes[shape->take_count].open = shape->open_count - 1;
        shape->takes[shape->take_count++].text = i;
    }
}

/* The keys of the flat object ${raw}: their number, 0 where it is none or has a key twice. */
static size_t
list_keys(struct sv raw, struct sv keys[KEYS_MAX])
{
    struct json_span s = { .at = raw.p, .end = raw.p + raw.n };
    struct sv value;
    size_t n = 0;
    int has = 1;

    while (n < KEYS_MAX && (has = json_span_next(&s, &keys[n], &value)) > 0) {
        for (size_t i = 0; i < n; i++)
            if (sv_is(keys[i], keys[n]))
                return 0;
        n++;
    }
    return has == 0 && s.at == s.end ? n : 0;
}

/* Find out which of the keys of ${shape} are open. -1: memory is out. */
static int
open_keys(struct binding *b, struct recipe_shape *shape, struct err *e)
{
    struct recipes *s = b->recipes;
    struct uses u = { .plan = &s->plan };
    struct open_key k = { .recipes = s, .shape = shape, .room = s->plan.texts.n };

    u.times = arena_array(&s->plan_arena, b->format->columns.n + 1, sizeof(*u.times));
    if (!u.times)
        return -1;
    for (size_t i = 0; i < shape->key_count; i++) {
        u.is_settled = columns_family_has(&b->columns, shape->keys[i].name);
        if (columns_object_visit(&b->columns, shape->keys[i].name, count, &u, e))
            return -1;
        shape->keys[i].is_open = !u.is_settled;
    }
    k.times = u.times;
    for (size_t i = 0; i < shape->key_count; i++) {
        if (!shape->keys[i].is_open)
            continue;
        shape->open_count++;
        if (columns_object_visit(&b->columns, shape->keys[i].name, take_column, &k, e))
            return -1;
    }
    return 0;
}

/* Learn the keys of ${r}, an object. */
static void
learn_shape(struct binding *b, const struct record *r)
{
    struct recipes *s = b->recipes;
    struct recipe_glance *g = &s->glance;
    struct arena *arena = &s->plan_arena;
    struct recipe_shape *shape = arena_alloc(arena, sizeof(*shape));
    struct sv keys[KEYS_MAX];
    size_t n = list_keys(r->raw, keys);

    if (!shape || n == 0)
        return;
    *shape = (struct recipe_shape){ .next = g->shapes, .key_count = n };
    shape->keys = arena_array(arena, n, sizeof(*shape->keys));
    shape->takes = arena_array(arena, s->plan.texts.n + 1, sizeof(*shape->takes));
    if (!shape->keys || !shape->takes)
        return;
    for (size_t i = 0; i < n; i++) {
        shape->keys[i].name = arena_sv(arena, keys[i]);
        if (keys[i].n > 0 && !shape->keys[i].name.p)
            return;
    }
    if (n > g->open.room) {
        struct sv *open = realloc(g->open.at, n * sizeof(*open));

        if (!open)
            return;
        g->open.at = open;
        g->open.room = n;
    }
    if (open_keys(b, shape, &s->ignored))
        return;
    g->shapes = shape;
    g->shape_count++;
}

/* Keep in ${image} the texts that are not taken of what is open. */
static bool
keep_texts(struct binding *b, struct recipe_image *image)
{
    struct recipes *s = b->recipes;
    const struct recipe_shape *shape = image->shape;
    size_t n = s->plan.texts.n, bytes = 0;

    for (size_t i = 0; i < n; i++)
        s->texts[i] = b->columns.texts[s->plan.texts.at[i].column];
    for (size_t i = 0; i < shape->take_count; i++)
        s->texts[shape->takes[i].text] = SV_EMPTY;
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

/* Note how the bytes of ${image} are parted. */
static bool
keep_lengths(struct recipe_image *image)
{
    const struct recipe_shape *shape = image->shape;
    const char *at = image->key.p, *end = at + image->key.n;

    for (size_t i = 0; i <= shape->open_count; i++) {
        const char *to = memchr(at, SEPARATOR, (size_t)(end - at));

        if (!to)
            return false;
        image->lengths[i] = (uint16_t)(to - at);
        at = to + 1;
    }
    return at == end;
}

void
recipes_keep_object(struct binding *b, const struct record *r, struct recipe *recipe)
{
    struct recipes *s = b->recipes;
    struct recipe_glance *g = &s->glance;
    const struct recipe_shape *shape;
    struct recipe_image *image;
    bool is_new;

    if (g->wanted_line == 0 || g->wanted_line != r->line || b->columns.changed_marker)
        return;
    g->wanted_line = 0;
    shape = find_shape(g, r->raw, &is_new);
    if (!shape && is_new) {
        learn_shape(b, r);
        shape = find_shape(g, r->raw, &is_new);
    }
    image = shape ? arena_alloc(&s->arena, sizeof(*image)) : NULL;
    if (!image)
        return;
    *image = (struct recipe_image){ .recipe = recipe, .shape = shape };
    image->key = arena_sv(&s->arena, (struct sv){ g->key, g->key_size });
    image->lengths = arena_array(&s->arena, shape->open_count + 1, sizeof(*image->lengths));
    if (image->key.p && image->lengths && keep_lengths(image) && keep_texts(b, image))
        recipe_glance_put(g, image);
}
