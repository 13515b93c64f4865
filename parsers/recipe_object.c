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
 * Instructions for an object of 25 members and 770 bytes (callgrind, -O2): 900 to compare it and
 * take its open values, where its tree, columns and key took 13,000.
 */
#include "parsers/recipe.h"
#include "record/json_span.h"

/* Orders of keys that are known, and keys of an object. */
#define SHAPES_MAX 16
#define KEYS_MAX 200

static inline bool
span(const char **at, const char *end, char delimiter, struct sv *text)
{
    (void)delimiter;
    return json_span_plain(at, end, text);
}

/* As json_span_plain() gives it. */
static inline void
text_in(struct sv value, struct sv *text)
{
    *text = value;
    if (value.p[0] == '"')
        *text = (struct sv){ value.p + 1, value.n - 2 };
    else if (value.p[0] == 'n')
        *text = SV_EMPTY;
}

static bool
has_image(struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
    size_t *length)
{
    return recipe_image_fits(g, ahead, image, length, span, text_in);
}

/* Make the id of what ${ahead} begins with. 1: it has ${shape}; 0: it has not; -1: it is none that
 * is looked at. */
static int
make_id(struct recipe_glance *g, struct sv ahead, const struct recipe_shape *shape)
{
    struct json_span s = { .at = ahead.p, .end = ahead.p + ahead.n };
    struct sv key, value;
    size_t n = 0, open = 0;
    int has;

    for (; (has = json_span_next(&s, &key, &value)) > 0; n++) {
        if (n == shape->key_count || !sv_is(key, shape->keys[n].name))
            return 0;
        if (!shape->keys[n].is_open)
            continue;
        g->open[open].from = (size_t)(value.p - ahead.p);
        g->open[open++].to = (size_t)(value.p - ahead.p) + value.n;
    }
    if (has < 0)
        return -1;
    if (n < shape->key_count)
        return 0;
    return recipe_glance_make_id(g, (struct sv){ ahead.p, (size_t)(s.at - ahead.p) }, open) ? 1 :
        -1;
}

/* The shape of what ${ahead} begins with, whose id is then made; NULL: none that is known, and
 * ${*is_new} where that is wanted. */
static const struct recipe_shape *
find_shape(struct recipe_glance *g, struct sv ahead, bool *is_new)
{
    *is_new = false;
    for (const struct recipe_shape *shape = g->shapes; shape; shape = shape->next) {
        int result = make_id(g, ahead, shape);

        if (result != 0)
            return result > 0 && !shape->is_no_use ? shape : NULL;
    }
    *is_new = g->shape_count < SHAPES_MAX;
    return NULL;
}

/* Take the open texts as columns do, but for those that an earlier object had; false where one
 * needs a closer look. */
static bool
take_open(struct recipe_glance *g, const struct recipe_image *image)
{
    size_t n = image->is_ordinary ? g->new_count : image->shape->open_count;

    g->has_trimmed = false;
    for (size_t i = 0; i < n; i++) {
        struct sv *text = &g->open[image->is_ordinary ? g->news[i] : i].text;
        size_t before = text->n;
        unsigned char first, last;

        if (before == 0)
            continue;
        first = (unsigned char)text->p[0];
        last = (unsigned char)text->p[before - 1];
        if (first <= ' ' || first >= 0x80 || last <= ' ' || last >= 0x80)
            *text = sv_trim(*text);
        g->has_trimmed |= text->n < before;
        if (columns_is_marked(*text))
            return false;
    }
    return true;
}

bool
recipes_glance_object(struct binding *b, struct sv ahead, uint64_t line, size_t *length,
    struct made *out)
{
    static const struct recipe_kind objects = { has_image, find_shape };
    struct recipes *s = b->recipes;
    struct recipe_image *image;

    s->glance.wanted_line = 0;
    if (s->is_off)
        return false;
    image = recipe_glance_find(&s->glance, &objects, ahead, line, length);
    return image && take_open(&s->glance, image) &&
        recipe_glance_apply(b, image, (struct sv){ ahead.p, *length }, line, out);
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
        const struct recipe_text *text = &k->recipes->plan.texts.at[i];

        if (text->column != column)
            continue;
        if (shape->take_count == k->room) {
            shape->is_no_use = true;
            return;
        }
        shape->uses[shape->open_count - 1] |= (unsigned char)text->use;
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

/* Note which texts of ${p} are measured and not taken. */
static void
list_rest(struct recipe_shape *shape, const struct recipe_plan *p)
{
    for (size_t i = 0; i < p->texts.n; i++) {
        size_t k = 0;

        while (k < shape->take_count && shape->takes[k].text != i)
            k++;
        if (k == shape->take_count && p->texts.at[i].use != 0)
            shape->rest[shape->rest_count++] = i;
    }
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
    list_rest(shape, &s->plan);
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
    if (recipe_shape_init(shape, s, n) || recipe_glance_make_room(g, n))
        return;
    shape->next = g->shapes;
    shape->key_count = n;
    shape->keys = arena_array(arena, n, sizeof(*shape->keys));
    if (!shape->keys)
        return;
    for (size_t i = 0; i < n; i++) {
        shape->keys[i].name = arena_sv(arena, keys[i]);
        if (keys[i].n > 0 && !shape->keys[i].name.p)
            return;
    }
    if (open_keys(b, shape, &s->ignored))
        return;
    g->shapes = shape;
    g->shape_count++;
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
    shape = g->wanted;
    if (!shape) {
        learn_shape(b, r);
        shape = find_shape(g, r->raw, &is_new);
    }
    image = shape ? recipe_glance_image(s, recipe, shape) : NULL;
    if (!image)
        return;
    for (size_t i = 0; i < s->plan.texts.n; i++)
        s->texts[i] = b->columns.texts[s->plan.texts.at[i].column];
    for (size_t i = 0; i < shape->take_count; i++)
        s->texts[shape->takes[i].text] = SV_EMPTY;
    if (recipe_glance_keep_texts(s, image))
        recipe_glance_put(g, image);
}
