/*
 * columns_object.c - a format's columns in JSON objects, by the paths of their keys.
 *
 * All names of a format form a tree of path steps. An object is walked once; what a key means below
 * a node of the tree is worked out when it is first seen, so that folding a name is no work per
 * record. A name is also looked for as one key, dots included.
 *
 * Objects of a list have their keys in one order: the key behind another is first taken to be the
 * one that was there in the object before.
 */
#include "base/buf.h"
#include "parsers/columns.h"
#include "parsers/names.h"
#include "record/json.h"

/* Different keys whose meaning is remembered; those beyond are worked out again each time. */
#define KEYS_MAX 65536

/* Most bytes of a node's number and a key together. */
#define KEY_MAX 512

struct object_end {
    unsigned column;
    struct sv whole;
};

struct object_node {
    unsigned id;
    bool has_children;
    struct object_end *ends; /* columns whose path ends here */
    size_t end_count, end_room;
    struct key_meaning *first; /* of the first key below it, a guess; or NULL */
};

struct key_hit {
    unsigned column, rank;
};

/* What a raw key means below a node. */
struct key_meaning {
    const char *key;          /* NULL where it is not remembered */
    struct key_meaning *next; /* of the key behind it, a guess; or NULL */
    struct object_node *node; /* NULL: nothing */
    struct key_hit *hits;
    size_t hit_count;
};

/* Node and key as one key of a map, in ${bytes}; empty where it is too long. */
static struct sv
join(char bytes[KEY_MAX], const struct object_node *parent, struct sv key)
{
    if (key.n > KEY_MAX - sizeof(parent->id))
        return SV_EMPTY;
    memcpy(bytes, &parent->id, sizeof(parent->id));
    if (key.n > 0)
        memcpy(bytes + sizeof(parent->id), key.p, key.n);
    return (struct sv){ bytes, sizeof(parent->id) + key.n };
}

/* The child of ${parent} by the folded ${step}, without brackets, or NULL. */
static struct object_node *
find_child(const struct columns *c, const struct object_node *parent, struct sv step)
{
    char bytes[KEY_MAX];
    struct sv key = join(bytes, parent, step);
    const struct map_entry *entry = key.n > 0 ? map_get(&c->nodes, key) : NULL;

    return entry ? entry->value.pointer : NULL;
}

/* As find_child(), made where there is none. NULL: memory is out. Names of formats are short. */
static struct object_node *
child_of(struct columns *c, struct object_node *parent, struct sv step)
{
    char bytes[KEY_MAX];
    struct object_node *n = find_child(c, parent, step);
    struct sv key;
    struct map_entry *entry;

    if (n)
        return n;
    n = arena_alloc(&c->arena, sizeof(*n));
    key = arena_sv(&c->arena, join(bytes, parent, step));
    entry = n && key.n > 0 && key.p ? map_put(&c->nodes, key, NULL) : NULL;
    if (!entry)
        return NULL;
    n->id = (unsigned)c->nodes.n;
    parent->has_children = true;
    entry->value.pointer = n;
    return n;
}

static int
add_end(struct columns *c, struct object_node *n, unsigned column, struct sv whole,
    struct err *e)
{
    if (n->end_count == n->end_room) {
        size_t room = n->end_room > 0 ? 2 * n->end_room : 1;
        struct object_end *ends = arena_array(&c->arena, room, sizeof(*ends));

        if (!ends)
            return err_nomem(e);
        if (n->end_count > 0)
            memcpy(ends, n->ends, n->end_count * sizeof(*ends));
        n->ends = ends;
        n->end_room = room;
    }
    n->ends[n->end_count++] = (struct object_end){ column, whole };
    return 0;
}

/* Enter name ${name} (folded ${folded}, whole ${whole}) of ${column} as a path. */
static int
add_path(struct columns *c, unsigned column, struct sv folded, struct sv whole, struct err *e)
{
    struct object_node *n = c->root;
    struct sv step, last = whole;

    while (sv_cut(&folded, '.', &step)) {
        n = child_of(c, n, step);
        if (!n)
            return err_nomem(e);
    }
    while (sv_cut(&whole, '.', &step))
        last = step;
    return add_end(c, n, column, last, e);
}

int
columns_object_bind(struct columns *c, struct err *e)
{
    const struct format *f = c->format;

    c->root = arena_alloc(&c->arena, sizeof(*c->root));
    c->is_around = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->is_around));
    if (!c->root || !c->is_around)
        return err_nomem(e);
    for (unsigned i = 0; i < f->columns.n; i++) {
        const struct format_column *column = &f->columns.at[i];

        c->headings[i] = sv_of(column->names[0]);
        c->has_families |= columns_is_family(column);
        for (size_t k = 0; column->names[k]; k++) {
            struct sv folded = sv_of(column->folded[k]), whole = sv_of(column->whole[k]);
            struct object_node *n;

            c->is_around[i] |= sv_starts(sv_of(column->names[k]), SV("$."));
            if (sv_starts(folded, SV("$.")))
                continue;
            if (add_path(c, i, folded, whole, e))
                return -1;
            if (sv_find(folded, SV("."), 0) == (size_t)-1)
                continue;
            n = child_of(c, c->root, folded);
            if (!n || add_end(c, n, i, whole, e))
                return err_nomem(e);
        }
    }
    return 0;
}

static int
work_out(struct columns *c, const struct object_node *parent, struct sv raw,
    struct key_meaning *out, struct err *e)
{
    struct folded_name name;
    struct object_node *n;
    unsigned rank = 2;

    *out = (struct key_meaning){ .node = NULL };
    if (columns_fold(&name, &c->arena, raw, e))
        return -1;
    n = find_child(c, parent, name.folded);
    if (!n && name.bracket.n > 0) {
        n = find_child(c, parent, name.bracket);
        rank = 1;
    }
    out->node = n;
    if (!n || n->end_count == 0)
        return 0;
    out->hits = arena_array(&c->arena, n->end_count, sizeof(*out->hits));
    if (!out->hits)
        return err_nomem(e);
    for (size_t i = 0; i < n->end_count; i++) {
        struct key_hit hit = { n->ends[i].column, rank };
        const char *currency = columns_currency(raw);

        if (sv_is(n->ends[i].whole, name.whole))
            hit.rank = 3;
        if (currency)
            c->currencies[hit.column] = currency;
        c->units[hit.column] = columns_unit(raw);
        out->hits[out->hit_count++] = hit;
    }
    return 0;
}

/* What ${raw} means below ${parent}: remembered, or worked out into ${space}. */
static int
meaning_of(struct columns *c, const struct object_node *parent, struct sv raw,
    struct key_meaning *space, struct key_meaning **out, struct err *e)
{
    char bytes[KEY_MAX];
    struct sv key = join(bytes, parent, raw);
    struct map_entry *entry;
    struct key_meaning *kept;

    *out = space;
    if (key.n == 0)
        return work_out(c, parent, raw, space, e);
    entry = map_get(&c->keys, key);
    if (entry) {
        *out = entry->value.pointer;
        return 0;
    }
    if (c->keys.n >= KEYS_MAX)
        return work_out(c, parent, raw, space, e);
    kept = arena_alloc(&c->arena, sizeof(*kept));
    key = arena_sv(&c->arena, key);
    if (!kept || !key.p || work_out(c, parent, raw, kept, e))
        return err_nomem(e);
    kept->key = arena_text(&c->arena, raw);
    entry = kept->key ? map_put(&c->keys, key, NULL) : NULL;
    if (!entry)
        return err_nomem(e);
    entry->value.pointer = kept;
    *out = kept;
    return 0;
}

int
columns_object_visit(struct columns *c, struct sv key, expression_visit *visit, void *context,
    struct err *e)
{
    struct key_meaning space, *meaning;

    if (meaning_of(c, c->root, key, &space, &meaning, e))
        return -1;
    for (size_t i = 0; i < meaning->hit_count; i++)
        visit(context, meaning->hits[i].column);
    return 0;
}

/* As meaning_of() for the key ${key}, which is taken to be what ${*guess} says. */
static int
guess_meaning(struct columns *c, const struct object_node *parent, const char *key,
    struct key_meaning **guess, struct key_meaning *space, struct key_meaning **out,
    struct err *e)
{
    if (*guess && strcmp((*guess)->key, key) == 0) {
        *out = *guess;
        return 0;
    }
    if (meaning_of(c, parent, sv_of(key), space, out, e))
        return -1;
    if ((*out)->key)
        *guess = *out;
    return 0;
}

/* The text of ${item} for a column; empty where it has none. */
static int
text_of(struct columns *c, const cJSON *item, struct scratch *scratch, struct sv *out,
    struct err *e)
{
    *out = SV_EMPTY;
    if (cJSON_IsString(item) || cJSON_IsNumber(item)) {
        *out = sv_trim(sv_of(item->valuestring));
        return 0;
    }
    if (cJSON_IsBool(item)) {
        *out = cJSON_IsTrue(item) ? SV("true") : SV("false");
        return 0;
    }
    buf_reset(&c->printed);
    if (!item->child || !record_json_text(item, SV_EMPTY, &c->printed, out))
        return 0;
    *out = scratch_sv(scratch, *out);
    return out->p ? 0 : err_nomem(e);
}

static int walk(struct columns *c, struct object_node *node, const cJSON *item,
    struct scratch *scratch, struct err *e);

/* Put ${child}, of which ${meaning} tells, where it belongs. */
static int
take(struct columns *c, const struct key_meaning *meaning, const cJSON *child,
    struct scratch *scratch, struct err *e)
{
    struct sv text = SV_EMPTY;

    if (!meaning->node)
        return 0;
    if (meaning->hit_count > 0 && text_of(c, child, scratch, &text, e))
        return -1;
    for (size_t i = 0; i < meaning->hit_count; i++) {
        unsigned column = meaning->hits[i].column, rank = meaning->hits[i].rank;

        if (columns_put(c, column, rank, text, e))
            return -1;
        if (text.n > 0 && rank > c->ranks[column])
            c->ranks[column] = (unsigned char)rank;
    }
    return meaning->node->has_children && child->child ?
        walk(c, meaning->node, child, scratch, e) : 0;
}

static int
walk(struct columns *c, struct object_node *node, const cJSON *item, struct scratch *scratch,
    struct err *e)
{
    struct key_meaning **guess = &node->first;
    size_t index = 0;

    for (const cJSON *child = item->child; child; child = child->next, index++) {
        struct key_meaning space, *meaning;
        int result;

        if (child->string) {
            result = guess_meaning(c, node, child->string, guess, &space, &meaning, e);
        } else {
            buf_reset(&c->printed);
            buf_addf(&c->printed, "%zu", index);
            result = meaning_of(c, node, buf_sv(&c->printed), &space, &meaning, e);
        }
        if (result || take(c, meaning, child, scratch, e))
            return -1;
        if (child->string && meaning->key)
            guess = &meaning->next;
    }
    return 0;
}

/* Put what stands around the record at hand, which c->printed may hold, into column ${i}. */
static int
put_around(struct columns *c, unsigned i, struct sv text, struct scratch *scratch, struct err *e)
{
    text = sv_trim(text);
    if (text.n == 0)
        return 0;
    text = scratch_sv(scratch, text);
    return text.p ? columns_put(c, i, 2, text, e) : err_nomem(e);
}

int
columns_object_fill(struct columns *c, const struct record *r, struct scratch *scratch,
    struct err *e)
{
    const struct format *f = c->format;

    memset(c->ranks, 0, f->columns.n * sizeof(*c->ranks));
    if (r->object && walk(c, c->root, r->object, scratch, e))
        return -1;
    for (unsigned i = 0; r->envelope && i < f->columns.n; i++) {
        struct sv text;

        if (!c->is_around[i])
            continue;
        for (const char **name = f->columns.at[i].names; *name && c->texts[i].n == 0; name++)
            if (sv_starts(sv_of(*name), SV("$.")) &&
                record_envelope_text(r->envelope, sv_of(*name + 2), &c->printed, &text) &&
                put_around(c, i, text, scratch, e))
                return -1;
    }
    return 0;
}
