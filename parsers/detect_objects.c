/*
 * detect_objects.c - the list in a JSON document, and the formats that its elements fit.
 *
 * Each path at which some format looks for its list is read once; the first elements there are
 * shown to all formats that name it.
 */
#include "input/text.h"
#include "parsers/candidate.h"
#include "parsers/names.h"
#include "record/json.h"

/* Elements of a list that are looked at. */
#define ELEMENTS_MAX 30

/* One list while it is read; per format what its elements hold. */
struct list {
    struct detector *k;
    struct arena *arena;
    const char *path;
    struct sight *sights; /* by candidate */
    struct buf *scratch;
    size_t n; /* elements that were seen */
};

struct sight {
    bool *has; /* per column; NULL where the format does not read this list */
    bool is_ruled_out, where_held;
};

/* A record, for the conditions of `where` and for looking up columns. */
struct subject {
    const struct format *format;
    const struct record *record;
    const struct sv *keys; /* folded, in the order of the object's members */
};

static bool
find_text(const struct subject *s, const struct format_column *c, struct buf *scratch,
    struct sv *out)
{
    for (const char **name = c->names; *name; name++) {
        struct sv path = sv_of(*name);

        if (sv_starts(path, SV("$."))) {
            if (s->record->envelope &&
                record_envelope_text(s->record->envelope, sv_part(path, 2, path.n), out))
                return true;
        } else if (record_json_text(s->record->object, path, scratch, out)) {
            return true;
        }
    }
    return false;
}

/* The member of the object whose key is one of the column's names once both are folded. */
static const cJSON *
find_member(const struct subject *s, const struct format_column *c)
{
    size_t i = 0;

    for (const cJSON *item = s->record->object->child; item; item = item->next, i++)
        for (const char **name = c->folded; *name; name++)
            if (s->keys[i].n > 0 && sv_is(s->keys[i], sv_of(*name)))
                return item;
    return NULL;
}

static bool
subject_value(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const struct subject *s = context;
    const struct format_column *c = &s->format->columns.at[(size_t)index];
    const cJSON *member;

    (void)is_field;
    buf_reset(scratch);
    if (find_text(s, c, scratch, out))
        return true;
    member = find_member(s, c);
    return member && record_json_text(s->record->object, sv_of(member->string), scratch, out);
}

/* The folded keys of ${object}, in the arena. */
static struct sv *
fold_keys(struct arena *arena, const cJSON *object)
{
    size_t n = (size_t)cJSON_GetArraySize(object), i = 0;
    struct sv *keys = arena_array(arena, n + 1, sizeof(*keys));

    for (const cJSON *item = object->child; keys && item; item = item->next) {
        keys[i] = name_fold(arena, sv_of(item->string), NULL);
        if (!keys[i].p)
            return NULL;
        i++;
    }
    return keys;
}

static bool
has_absent(const struct subject *s)
{
    for (const char **name = s->format->absent; name && *name; name++) {
        size_t i = 0;

        for (const cJSON *item = s->record->object->child; item; item = item->next, i++)
            if (sv_is(s->keys[i], sv_of(*name)))
                return true;
    }
    return false;
}

/* Show the element of ${s} to the format of ${sight}. */
static int
look(struct subject *s, struct sight *sight, struct buf *scratch, struct err *e)
{
    const struct format *f = s->format;
    struct sv ignored;
    int holds;

    for (size_t i = 0; i < f->columns.n; i++) {
        if (sight->has[i])
            continue;
        buf_reset(scratch);
        sight->has[i] = find_member(s, &f->columns.at[i]) != NULL ||
            find_text(s, &f->columns.at[i], scratch, &ignored);
    }
    sight->is_ruled_out = sight->is_ruled_out || has_absent(s);
    if (sight->where_held)
        return 0;
    holds = condition_holds(f->where, subject_value, s, scratch, e);
    if (holds < 0)
        return -1;
    sight->where_held = holds > 0;
    return 0;
}

static int
look_at_element(void *context, const struct record *r, struct err *e)
{
    struct list *list = context;
    struct subject subject = { .record = r };

    if (r->trouble != RECORD_FINE || !cJSON_IsObject(r->object))
        return 0;
    subject.keys = fold_keys(list->arena, r->object);
    if (!subject.keys)
        return err_nomem(e);
    for (size_t i = 0; i < list->k->n; i++) {
        if (!list->sights[i].has)
            continue;
        subject.format = list->k->candidates[i].format;
        if (look(&subject, &list->sights[i], list->scratch, e))
            return -1;
    }
    return ++list->n == ELEMENTS_MAX;
}

static bool
reads_list(const struct format *f, const char *path)
{
    for (const char *const *list = f->lists; f->reads_objects && *list; list++)
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

        if (!reads_list(f, list->path))
            continue;
        /* What a candidate keeps outlives the list. */
        list->sights[i].has =
            arena_array(&k->out->arena, f->columns.n + 1, sizeof(*list->sights[i].has));
        if (!list->sights[i].has)
            return err_nomem(e);
        list->sights[i].where_held = f == k->forced;
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

/* Read the elements at ${path} in the head. A document without them is no failure here. */
static int
read_list(struct detector *k, const char *path, struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct arena arena = ARENA_INIT;
    struct list list = { .k = k, .arena = &arena, .path = path };
    struct source *s = source_of_memory(buf_sv(&k->head.text));
    struct text *t = NULL;
    struct buf scratch;
    struct err trial = ERR_INIT;
    int result = -1;

    buf_init(&scratch, RECORD_MAX);
    list.scratch = &scratch;
    if (!s) {
        (void)err_nomem(e);
        goto done;
    }
    t = text_new(s, &utf8, e);
    if (!t || make_sights(&list, e))
        goto done;
    result = record_json_read(t, path, look_at_element, &list, &trial);
    if (result && trial.code == ERR_SYNTAX)
        result = 0;
    else if (result)
        *e = trial;
    if (result == 0)
        keep_best(&list);
done:
    text_free(t);
    source_free(s);
    buf_release(&scratch);
    arena_release(&arena);
    return result;
}

/* Whether list ${path} of candidate ${n} was named by a format before it, or earlier by itself. */
static bool
was_read(const struct detector *k, size_t n, const char *const *path)
{
    const struct format *f = k->candidates[n].format;

    for (size_t i = 0; i < n; i++)
        if (reads_list(k->candidates[i].format, *path))
            return true;
    for (const char *const *list = f->lists; list < path; list++)
        if (sv_is(sv_of(*list), sv_of(*path)))
            return true;
    return false;
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
    for (size_t i = 0; i < k->n; i++) {
        const struct format *f = k->candidates[i].format;

        for (const char *const *path = f->lists; f->reads_objects && *path; path++)
            if (!was_read(k, i, path) && read_list(k, *path, e))
                return -1;
    }
    return 0;
}
