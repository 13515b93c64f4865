/*
 * gpu_types.c - the table of GPU models by instance type and spec text.
 */
#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "base/vec.h"
#include "parsers/gpu_types.h"
#include "parsers/json_check.h"
#include "parsers/pattern.h"
#include "record/json.h"

extern const struct embedded embedded_parser_data[];

#define GROUPS_MAX 16
#define CARDS_MAX 1024

struct row {
    const char *platform, *model; /* in the tree */
    struct pattern *pattern;
    unsigned count, count_group;
};

struct gpu_types {
    struct arena arena;
    cJSON *json;
    struct { struct row *at; size_t n, room; } rows;
};

/* The pattern of a row, which ignores case. */
static struct pattern *
compile(struct arena *arena, const char *text, struct err *e)
{
    size_t n = strlen(text);
    char *whole = arena_alloc(arena, n + 5);

    if (!whole) {
        err_nomem(e);
        return NULL;
    }
    memcpy(whole, "(?i)", 4);
    memcpy(whole + 4, text, n);
    return pattern_new((struct sv){ whole, n + 4 }, e);
}

static int
read_row(struct gpu_types *t, const struct json_origin *origin, const cJSON *item, struct err *e)
{
    static const char *const known[] = { "platform", "pattern", "model", "count", "count_group",
        "source", NULL };
    struct row row = { 0 };
    const char *pattern, *source;

    if (json_check_keys(origin, item, known, e) ||
        json_get_text(origin, item, "platform", "", &row.platform, e) ||
        json_get_text(origin, item, "pattern", NULL, &pattern, e) ||
        json_get_text(origin, item, "model", NULL, &row.model, e) ||
        json_get_text(origin, item, "source", NULL, &source, e) ||
        json_get_number(origin, item, "count", 0, CARDS_MAX, &row.count, e) ||
        json_get_number(origin, item, "count_group", 0, GROUPS_MAX - 1, &row.count_group, e) ||
        vec_grow(&t->rows, 1, SIZE_MAX, e))
        return -1;
    row.pattern = compile(&t->arena, pattern, e);
    if (!row.pattern)
        return json_place(origin, item, e);
    t->rows.at[t->rows.n++] = row;
    if (row.count_group <= pattern_groups(row.pattern))
        return 0;
    err_set(e, ERR_SYNTAX, "the pattern has no group %u", row.count_group);
    return json_place(origin, item, e);
}

static int
read_table(struct gpu_types *t, const struct embedded *file, struct err *e)
{
    static const char *const known[] = { "types", NULL };
    struct json_origin origin = { file->name, { (const char *)file->bytes, file->length }, NULL };
    const cJSON *item;

    t->json = record_json_parse(origin.text, e);
    if (!t->json)
        return err_at(e, file->name, e->line);
    origin.root = t->json;
    if (json_check_keys(&origin, t->json, known, e))
        return -1;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(t->json, "types")) {
        if (read_row(t, &origin, item, e))
            return -1;
    }
    return 0;
}

struct gpu_types *
gpu_types_load(struct err *e)
{
    struct gpu_types *t = calloc(1, sizeof(*t));

    if (!t) {
        err_nomem(e);
        return NULL;
    }
    for (const struct embedded *f = embedded_parser_data; f->name; f++)
        if (sv_is(sv_of(f->name), SV("gpu_types.json")) && read_table(t, f, e)) {
            gpu_types_free(t);
            return NULL;
        }
    return t;
}

void
gpu_types_free(struct gpu_types *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->rows.n; i++)
        pattern_free(t->rows.at[i].pattern);
    vec_release(&t->rows);
    cJSON_Delete(t->json);
    arena_release(&t->arena);
    free(t);
}

/* The number of cards in ${text}, which may be written in full-width digits or not be one. */
static unsigned
cards(struct sv text)
{
    unsigned n = 0;

    if (text.n == 0 || text.n > 4)
        return 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9')
            return 0;
        n = n * 10 + (unsigned)(text.p[i] - '0');
    }
    return n <= CARDS_MAX ? n : 0;
}

bool
gpu_types_find(const struct gpu_types *t, const char *platform, struct sv text,
    struct gpu_type *out)
{
    struct err ignored = ERR_INIT;

    if (text.n == 0)
        return false;
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct row *r = &t->rows.at[i];
        struct sv groups[GROUPS_MAX];

        if (r->platform[0] && !sv_is(sv_of(r->platform), sv_of(platform)))
            continue;
        if (pattern_match(r->pattern, text, 0, groups, r->count_group + 1, &ignored) <= 0)
            continue;
        out->model = r->model;
        out->count = r->count_group > 0 && groups[r->count_group].p ?
            cards(groups[r->count_group]) : r->count;
        return true;
    }
    return false;
}
