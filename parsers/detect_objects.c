/*
 * detect_objects.c - the list in a JSON document, and the formats that its elements fit.
 *
 * Each path at which some format looks for its list is read once; the first elements there are
 * shown to all formats that name it. They are read again where formats whose columns are there say
 * which records are theirs.
 */
#include <string.h>

#include "input/text.h"
#include "parsers/candidate.h"
#include "parsers/columns.h"
#include "parsers/names.h"
#include "record/json.h"

/* Elements of a list that are looked at. */
#define ELEMENTS_MAX 30

/* What the elements of one list hold of one format. */
struct sight {
    bool *has; /* per column; NULL where the format does not read this list */
    const struct condition *where; /* still asked for; NULL: not at all */
    bool is_ruled_out, where_held;
    struct columns columns;
};

/* One list while it is read. */
struct list {
    struct detector *k;
    struct arena *arena;
    const char *path;
    struct sight *sights;   /* by candidate */
    struct scratch scratch; /* of the record at hand */
    struct buf text;
    size_t n; /* elements that were seen */
    bool asks_where;
};

/* The text of a column in the record at hand; ${context} is its struct columns. */
static bool
column_value(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const struct columns *columns = context;

    (void)is_field;
    (void)scratch;
    *out = columns->texts[index];
    return out->n > 0;
}

/* The folded keys of ${object}, in the arena, ended by an empty one. */
static struct sv *
fold_keys(struct arena *arena, const cJSON *object)
{
    size_t n = (size_t)cJSON_GetArraySize(object), i = 0;
    struct sv *keys = arena_array(arena, n + 1, sizeof(*keys));

    for (const cJSON *item = object->child; keys && item; item = item->next) {
        keys[i] = name_fold(arena, sv_of(item->string), NULL);
        if (!keys[i].p)
            return NULL;
        /* Empty keys mean nothing, and would end the list. */
        i += keys[i].n > 0;
    }
    if (keys)
        keys[i] = SV_EMPTY;
    return keys;
}

/* Whether one of the folded ${names} is among ${keys}: also where its value is null. */
static bool
has_key(const struct sv *keys, const char **names)
{
    for (; names && *names; names++)
        for (const struct sv *key = keys; key->n > 0; key++)
            if (sv_is(*key, sv_of(*names)))
                return true;
    return false;
}

/* The columns of the element ${r}. */
static int
fill(struct list *list, struct sight *sight, const struct record *r, struct err *e)
{
    struct err trial = ERR_INIT;

    /* Two keys that mean one column are a matter of reading. */
    scratch_reset(&list->scratch);
    if (columns_fill(&sight->columns, r, &list->scratch, &trial) && trial.code == ERR_NOMEM)
        return err_nomem(e);
    return 0;
}

/* Show the element ${r} to the format ${f}. */
static int
look(struct list *list, struct sight *sight, const struct format *f, const struct record *r,
    const struct sv *keys, struct err *e)
{
    if (fill(list, sight, r, e))
        return -1;
    for (size_t i = 0; i < f->columns.n; i++)
        if (sight->columns.texts[i].n > 0 ||
            has_key(keys, f->columns.at[i].folded))
            sight->has[i] = true;
    if (has_key(keys, f->absent))
        sight->is_ruled_out = true;
    return 0;
}

/* Whether the element ${r} is one of which the format speaks. */
static int
ask_where(struct list *list, struct sight *sight, const struct record *r, struct err *e)
{
    int holds;

    if (!sight->where || sight->where_held)
        return 0;
    if (fill(list, sight, r, e))
        return -1;
    holds = condition_holds(sight->where, column_value, &sight->columns, &list->text, e);
    sight->where_held = holds > 0;
    return holds < 0 ? -1 : 0;
}

static int
look_at_element(void *context, const struct record *r, struct err *e)
{
    struct list *list = context;
    const struct sv *keys;

    if (r->trouble != RECORD_FINE || !cJSON_IsObject(r->object))
        return 0;
    for (size_t i = 0; list->asks_where && i < list->k->n; i++)
        if (ask_where(list, &list->sights[i], r, e))
            return -1;
    if (list->asks_where)
        return ++list->n == ELEMENTS_MAX;
    keys = fold_keys(list->arena, r->object);
    if (!keys)
        return err_nomem(e);
    for (size_t i = 0; i < list->k->n; i++)
        if (list->sights[i].has &&
            look(list, &list->sights[i], list->k->candidates[i].format, r, keys, e))
            return -1;
    return ++list->n == ELEMENTS_MAX;
}

/* Whether candidate ${n} is looked at now, and its format reads the list at ${path}. */
static bool
reads_list(const struct detector *k, size_t n, const char *path)
{
    const struct format *f = k->candidates[n].format;

    if (!f->reads_objects || k->candidates[n].is_unnamed != k->by_text)
        return false;
    for (const char *const *list = f->lists; *list; list++)
        if (sv_is(sv_of(*list), sv_of(path)))
            return true;
    return false;
}

static int
make_sights(struct list *list, struct err *e)
{
    const struct detector *k = list->k;

    list->sights = arena_array(list->arena, k->n + 1, sizeof(*list->sights));
    if (!list->sights)
        return err_nomem(e);
    for (size_t i = 0; i < k->n; i++) {
        const struct format *f = k->candidates[i].format;

        if (!reads_list(k, i, list->path))
            continue;
        /* What a candidate keeps outlives the list. */
        list->sights[i].has =
            arena_array(&k->out->arena, f->columns.n + 1, sizeof(*list->sights[i].has));
        if (!list->sights[i].has)
            return err_nomem(e);
        if (columns_bind(&list->sights[i].columns, f, NULL, 0, NULL, e))
            return -1;
        list->sights[i].where_held = !f->has_where || f == k->forced;
    }
    return 0;
}

/* What speaks for a format alone once its columns are there: the others need not be loaded. */
static int
find_where(struct list *list, struct err *e)
{
    for (size_t i = 0; i < list->k->n; i++) {
        struct candidate c = list->k->candidates[i];
        struct sight *sight = &list->sights[i];
        const struct format *whole;

        if (!sight->has || sight->where_held)
            continue;
        candidate_count(&c, sight->has);
        if (c.missing > 0)
            continue;
        whole = format_whole(c.format, e);
        if (!whole)
            return -1;
        sight->where = whole->where;
        list->asks_where = true;
    }
    return 0;
}

/* Keep what was seen at this list where it is better than at those before. */
static void
keep_best(struct list *list)
{
    for (size_t i = 0; i < list->k->n; i++) {
        struct candidate *best = &list->k->candidates[i], c = *best;

        if (!list->sights[i].has)
            continue;
        candidate_count(&c, list->sights[i].has);
        c.is_ruled_out = list->sights[i].is_ruled_out || !list->sights[i].where_held;
        c.list = list->path;
        if (c.found > 0 && (!best->list || candidate_is_better(&c, best)))
            *best = c;
    }
}

static void
list_release(struct list *list)
{
    for (size_t i = 0; list->sights && i < list->k->n; i++)
        if (list->sights[i].has)
            columns_release(&list->sights[i].columns);
    scratch_release(&list->scratch);
    buf_release(&list->text);
    arena_release(list->arena);
}

/* Show the elements in the head. A document without them is no failure here. */
static int
read_elements(struct list *list, struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct source *s = source_of_memory(buf_sv(&list->k->head.text));
    struct err trial = ERR_INIT;
    struct text *t;
    int result = -1;

    if (!s)
        return err_nomem(e);
    source_set_limits(s, list->k->head.limits);
    list->n = 0;
    t = text_new(s, &utf8, e);
    if (t) {
        result = record_json_read(t, list->path, look_at_element, list, &trial);
        if (result && trial.code == ERR_SYNTAX)
            result = 0;
        else if (result)
            *e = trial;
    }
    text_free(t);
    source_free(s);
    return result;
}

/* Read the list at ${path}. */
static int
read_list(struct detector *k, const char *path, struct err *e)
{
    struct arena arena = ARENA_INIT;
    struct list list = { .k = k, .arena = &arena, .path = path, .scratch = SCRATCH_INIT };
    int result;

    buf_init(&list.text, RECORD_MAX);
    result = make_sights(&list, e) || read_elements(&list, e) || find_where(&list, e) ? -1 : 0;
    if (result == 0 && list.asks_where)
        result = read_elements(&list, e);
    if (result == 0)
        keep_best(&list);
    list_release(&list);
    return result;
}

/* Whether list ${path} of candidate ${n} was named by a format before it, or earlier by itself. */
static bool
was_read(const struct detector *k, size_t n, const char *const *path)
{
    const struct format *f = k->candidates[n].format;

    for (size_t i = 0; i < n; i++)
        if (reads_list(k, i, *path))
            return true;
    for (const char *const *list = f->lists; list < path; list++)
        if (sv_is(sv_of(*list), sv_of(*path)))
            return true;
    return false;
}

/*
 * Whether there can be a list at ${path} in ${head}: its first key stands there, or might behind an
 * escape. Where there is none the head would be read to its end in vain, once for each path.
 */
static bool
may_hold(struct sv head, const char *path)
{
    struct sv key = { path, strcspn(path, ".[") };

    if (key.n == 0 || sv_find(head, SV("\\u"), 0) != (size_t)-1)
        return true;
    for (size_t at = sv_find(head, key, 1); at != (size_t)-1; at = sv_find(head, key, at + 1))
        if (head.p[at - 1] == '"' && at + key.n < head.n && head.p[at + key.n] == '"')
            return true;
    return false;
}

static int
read_lists(struct detector *k, struct err *e)
{
    struct sv head = buf_sv(&k->head.text);

    for (size_t i = 0; i < k->n; i++) {
        const char *const *path = k->candidates[i].format->lists;

        for (; *path; path++)
            if (reads_list(k, i, *path) && !was_read(k, i, path) && may_hold(head, *path) &&
                read_list(k, *path, e))
                return -1;
    }
    return 0;
}

int
detect_objects(struct detector *k, struct err *e)
{
    struct sv start = sv_part(buf_sv(&k->head.text), 0, SNIFF_HEAD);

    if (sv_find(start, SV("\"gpubill.review/"), 0) != (size_t)-1 ||
        (sv_find(start, SV("\"x_SourceFile\""), 0) != (size_t)-1 &&
            sv_find(start, SV("\"x_Entry\""), 0) != (size_t)-1)) {
        k->is_ours = true;
        return 0;
    }
    start = buf_sv(&k->head.text);
    if (detect_name(k, sv_part(start, 0, sv_utf8_valid(start)), e))
        return -1;
    return read_lists(k, e);
}

int
detect_unnamed_objects(struct detector *k, struct err *e)
{
    k->by_text = true;
    return k->is_in_rows ? 0 : read_lists(k, e);
}
