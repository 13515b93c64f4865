/*
 * format.c - loading one format file.
 *
 * The JSON tree stays with the format: most texts of a format are views into it.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "base/vec.h"
#include "parsers/expression.h"
#include "parsers/format_parts.h"
#include "parsers/own_document.h"
#include "parsers/pattern.h"
#include "record/json.h"

static const char *const top_keys[] = { "id", "kind", "platform", "title", "platform_title",
    "evidence", "read", "columns", "recognise", "skip", "fields", "required", "lines",
    "categories", "billing", "invoice", "hooks", "samples", NULL };

typedef int format_part(struct format_loading *l, struct err *e);

/* In this order, since later parts name columns. */
static format_part *const parts[] = { format_read_identity, format_read_reading,
    format_read_columns, format_read_recognise, format_read_skips, format_read_fields,
    format_read_lines, format_read_categories, format_read_billing, format_read_invoice,
    format_read_hooks, format_read_samples };

static int
read_all(struct format_loading *l, struct err *e)
{
    if (json_check_keys(&l->origin, l->root, top_keys, e))
        return -1;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (parts[i](l, e))
            return -1;
    return 0;
}

struct format *
format_load(const char *path, struct sv text, struct err *e)
{
    struct format_loading loading = { 0 };
    struct format *f = calloc(1, sizeof(*f));

    if (!f) {
        err_nomem(e);
        return NULL;
    }
    f->path = arena_text(&f->arena, sv_of(path));
    f->text = arena_text(&f->arena, text);
    if (!f->path || !f->text) {
        err_nomem(e);
        goto fail;
    }
    if (own_document_check(OWN_FORMAT, sv_of(f->text), e)) {
        err_at(e, path, 0);
        goto fail;
    }
    f->json = record_json_parse(sv_of(f->text), e);
    if (!f->json) {
        err_at(e, path, e->line);
        goto fail;
    }
    loading.format = f;
    loading.root = f->json;
    loading.origin = (struct json_origin){ f->path, sv_of(f->text), f->json };
    if (read_all(&loading, e)) {
        err_at(e, path, e->line);
        goto fail;
    }
    return f;

fail:
    format_free(f);
    return NULL;
}

void
format_free(struct format *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->conditions.n; i++)
        condition_release(f->conditions.at[i]);
    for (size_t i = 0; i < f->expressions.n; i++)
        expression_release(f->expressions.at[i]);
    for (size_t i = 0; i < f->lines.n; i++)
        vec_release(&f->lines.at[i].fields);
    vec_release(&f->lines);
    vec_release(&f->conditions);
    vec_release(&f->expressions);
    if (!f->file) /* those of an outline are constant */
        vec_release(&f->columns);
    vec_release(&f->fields);
    vec_release(&f->skips);
    vec_release(&f->categories);
    vec_release(&f->tested);
    pattern_free(f->named_by);
    format_free(atomic_load(&f->loaded));
    cJSON_Delete(f->json);
    arena_release(&f->arena);
    free(f);
}

const struct format *
format_whole(const struct format *f, struct err *e)
{
    /* What is loaded is a cache: it changes nothing that the outline says. */
    struct format *own = (struct format *)f, *made, *kept = NULL;

    if (!f->file)
        return f;
    kept = atomic_load(&own->loaded);
    if (kept)
        return kept;
    made = format_load(f->file->name, (struct sv){ (const char *)f->file->bytes, f->file->length },
        e);
    if (!made)
        return NULL;
    made->gpu_types = f->gpu_types;
    if (atomic_compare_exchange_strong(&own->loaded, &kept, made))
        return made;
    /* Another thread came first. */
    format_free(made);
    return kept;
}

const char *
evidence_word(enum evidence_level level)
{
    static const char *const words[] = { "documented", "public-sample", "console-copy", "assumed" };

    return words[level];
}

/* Index of the column called ${name}, or -1. */
static int
find_column(const struct format_loading *l, struct sv name)
{
    for (int i = 0; l->column_keys[i]; i++)
        if (sv_is(sv_of(l->column_keys[i]), name))
            return i;
    return -1;
}

static int
resolve(void *context, bool is_field, struct sv name)
{
    struct format_loading *l = context;
    struct err ignored = ERR_INIT;
    const struct column *column = is_field && l->tests_categories ? column_find(name) : NULL;
    int index = is_field ? (column ? (int)(column - ledger_columns) : -1) : find_column(l, name);

    if (index < 0 || !l->tests_categories)
        return index;
    if (vec_grow(&l->format->tested, 1, SIZE_MAX, &ignored))
        return CONDITION_NO_MEMORY;
    l->format->tested.at[l->format->tested.n++] = (struct tested){ index, is_field };
    return index;
}

const struct condition *
format_condition(struct format_loading *l, const cJSON *json, struct err *e)
{
    struct format *f = l->format;
    struct condition *c = condition_compile(&f->arena, json, &l->origin, resolve, l, e);

    if (c && vec_grow(&f->conditions, 1, SIZE_MAX, e)) {
        condition_release(c);
        return NULL;
    }
    if (c)
        f->conditions.at[f->conditions.n++] = c;
    return c;
}
