/*
 * drafting_table.c - an unknown bill as rows under headings.
 *
 * Delimiter, heading row and list are those whose headings the dictionary knows best. Where it
 * knows none, the first row with the most cells holds the headings, so that they can be shown.
 */
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "input/text.h"
#include "ledger/money.h"
#include "parsers/detect.h"
#include "parsers/drafting_inside.h"
#include "record/csv.h"
#include "record/json.h"

/* Largest JSON document whose lists are looked for. */
#define DOCUMENT_MAX ((size_t)64 << 20)

#define LIST_DEPTH_MAX 6
#define KEY_DEPTH_MAX 4
#define PATH_MAX_BYTES 256

/* What a heading adds that is in the dictionary, and one that holds a word of it. */
#define FIT_NAME 10u
#define FIT_PART 3u

struct gathering {
    struct drafting_table *table;
    const struct headings *dictionary;
    struct map columns; /* objects: path of a key -> index */
};

void
drafting_table_release(struct drafting_table *t)
{
    vec_release(&t->rows);
    arena_release(&t->arena);
}

static unsigned
fit_of(const struct headings *h, struct sv name, struct arena *arena)
{
    unsigned best = 0;

    if (name.n == 0)
        return 0;
    for (int role = 0; role < ROLE_COUNT; role++) {
        unsigned found = headings_fit(h, (enum heading_role)role, name, arena);

        best = found > best ? found : best;
    }
    return best >= 100 ? FIT_NAME : best > 0 ? FIT_PART : 0;
}

/* Headings are no times and no amounts. */
static bool
is_number(struct sv cell)
{
    struct err ignored = ERR_INIT;
    struct time_text time;
    struct money amount;

    return cell.n > 0 && (money_parse(&amount, cell, &ignored) == 0 ||
        time_parse(&time, cell, DATE_YEAR_FIRST, 0, false, &ignored) == 0);
}

static int
add_row(struct gathering *g, const struct drafting_row *row, struct err *e)
{
    struct drafting_table *t = g->table;

    if (vec_grow(&t->rows, 1, SIZE_MAX, e))
        return -1;
    t->rows.at[t->rows.n++] = *row;
    t->is_cut = t->rows.n == DRAFTING_ROWS_MAX;
    return t->is_cut;
}

static int
keep_row(void *context, const struct record *r, struct err *e)
{
    struct gathering *g = context;
    struct arena *arena = &g->table->arena;
    struct drafting_row row = { .line = r->line, .n = r->n };
    struct sv *cells;

    if (r->trouble != RECORD_FINE || record_is_blank(r))
        return 0;
    cells = arena_array(arena, r->n + 1, sizeof(*cells));
    row.raw = arena_sv(arena, r->raw);
    if (!cells || (r->raw.n > 0 && !row.raw.p))
        return err_nomem(e);
    for (size_t i = 0; i < r->n; i++) {
        cells[i] = arena_sv(arena, r->cells[i]);
        if (r->cells[i].n > 0 && !cells[i].p)
            return err_nomem(e);
        if (r->line <= DETECT_HEADING_LINES && is_number(cells[i]))
            row.has_numbers = true;
    }
    row.cells = cells;
    return add_row(g, &row, e);
}

/* Take row ${at} as the headings and what is behind it as the records. */
static void
take_headings(struct drafting_table *t, size_t at)
{
    const struct drafting_row *row = &t->rows.at[at];

    t->raw_heading = row->raw;
    t->column_count = row->n < DRAFTING_COLUMNS_MAX ? row->n : DRAFTING_COLUMNS_MAX;
    for (size_t i = 0; i < t->column_count; i++) {
        struct sv name = sv_trim(row->cells[i]);

        /* A final star would stand for all headings that begin so. */
        t->headings[i] = sv_ends(name, SV("*")) ? SV_EMPTY : name;
        for (size_t k = 0; k < i; k++)
            if (sv_is(t->headings[k], name))
                t->headings[i] = SV_EMPTY;
    }
    memmove(t->rows.at, t->rows.at + at + 1, (t->rows.n - at - 1) * sizeof(*t->rows.at));
    t->rows.n -= at + 1;
}

static void
find_headings(struct gathering *g)
{
    struct drafting_table *t = g->table;
    size_t best = 0, most = 0;
    bool is_found = false;

    for (size_t i = 0; i < t->rows.n && t->rows.at[i].line <= DETECT_HEADING_LINES; i++) {
        const struct drafting_row *row = &t->rows.at[i];
        unsigned fit = 0;
        size_t filled = 0;

        for (size_t k = 0; k < row->n; k++) {
            fit += fit_of(g->dictionary, row->cells[k], &t->arena);
            filled += row->cells[k].n > 0;
        }
        if (row->n < 2 || row->has_numbers ||
            (is_found && (fit < t->fit || (fit == t->fit && filled <= most))))
            continue;
        is_found = true;
        best = i;
        most = filled;
        t->fit = fit;
    }
    if (is_found)
        take_headings(t, best);
    else
        t->rows.n = 0;
}

/* Let ${t} be the better of it and ${other}; the worse is released. */
static void
keep_better(struct drafting_table *t, struct drafting_table *other)
{
    bool is_better = other->fit != t->fit ? other->fit > t->fit :
        other->column_count > t->column_count;

    if (is_better) {
        drafting_table_release(t);
        *t = *other;
    } else {
        drafting_table_release(other);
    }
}

static int
read_delimited(struct drafting_table *out, struct source *s, const struct charset_found *charset,
    char delimiter, const struct headings *h, struct err *e)
{
    struct drafting_table t = { .arena = ARENA_INIT, .delimiter = delimiter };
    struct gathering g = { .table = &t, .dictionary = h };
    struct text *text = text_new(s, charset, e);

    if (!text || record_csv_read(text, delimiter, keep_row, &g, e)) {
        text_free(text);
        drafting_table_release(&t);
        return -1;
    }
    text_free(text);
    find_headings(&g);
    keep_better(out, &t);
    return 0;
}

static int
read_sheet(struct drafting_table *out, const struct content_item *item, const struct headings *h,
    struct err *e)
{
    struct gathering g = { .table = out, .dictionary = h };

    if (xlsx_read(item->workbook, item->sheet, keep_row, &g, e))
        return -1;
    find_headings(&g);
    return 0;
}

/* The text of the scalar ${value}; false where it is none. */
static bool
scalar_text(const cJSON *value, struct sv *out)
{
    if (cJSON_IsBool(value))
        *out = cJSON_IsTrue(value) ? SV("true") : SV("false");
    else if (cJSON_IsString(value) || (cJSON_IsNumber(value) && value->valuestring))
        *out = sv_of(value->valuestring);
    else
        return false;
    return true;
}

/* The index of the column whose key has ${path}, made where it is new; -1 where there is no
 * room. */
static int
key_column(struct gathering *g, struct sv path, struct err *e)
{
    struct drafting_table *t = g->table;
    struct map_entry *entry = map_get(&g->columns, path);

    if (entry)
        return (int)entry->value.number;
    if (t->column_count == DRAFTING_COLUMNS_MAX)
        return err_set(e, ERR_LIMIT, "the records have more than %d keys", DRAFTING_COLUMNS_MAX);
    path = arena_sv(&t->arena, path);
    entry = path.p ? map_put(&g->columns, path, NULL) : NULL;
    if (!entry)
        return err_nomem(e);
    entry->value.number = t->column_count;
    t->headings[t->column_count] = path;
    return (int)t->column_count++;
}

/* Put the scalars of ${object}, whose own path is ${path}, into ${cells}. */
static int
flatten(struct gathering *g, const cJSON *object, struct buf *path, struct sv *cells,
    unsigned depth, struct err *e)
{
    size_t n = path->n;

    for (const cJSON *item = object->child; item; item = item->next) {
        struct sv key = sv_of(item->string), text;
        int column;

        if (key.n == 0 || key.p[0] == '$' || sv_find(key, SV("."), 0) != (size_t)-1 ||
            sv_ends(key, SV("*")) || n + key.n + 1 > PATH_MAX_BYTES)
            continue;
        buf_cut(path, n);
        buf_add_text(path, n > 0 ? "." : "");
        buf_add(path, key);
        if (buf_ok(path, e))
            return -1;
        if (cJSON_IsObject(item) && depth < KEY_DEPTH_MAX &&
            flatten(g, item, path, cells, depth + 1, e))
            return -1;
        if (!scalar_text(item, &text))
            continue;
        column = key_column(g, buf_sv(path), e);
        if (column < 0)
            return -1;
        cells[column] = arena_sv(&g->table->arena, text);
        if (text.n > 0 && !cells[column].p)
            return err_nomem(e);
    }
    buf_cut(path, n);
    return 0;
}

static int
keep_object(void *context, const struct record *r, struct err *e)
{
    struct gathering *g = context;
    struct arena *arena = &g->table->arena;
    struct drafting_row row = { .line = r->line };
    struct sv cells[DRAFTING_COLUMNS_MAX], *copy;
    struct buf path;
    int result;

    if (r->trouble != RECORD_FINE || !cJSON_IsObject(r->object))
        return 0;
    memset(cells, 0, sizeof(cells));
    buf_init(&path, PATH_MAX_BYTES);
    result = flatten(g, r->object, &path, cells, 1, e);
    buf_release(&path);
    if (result)
        return -1;
    row.n = g->table->column_count;
    row.raw = arena_sv(arena, r->raw);
    copy = arena_array(arena, row.n + 1, sizeof(*copy));
    if (!copy || !row.raw.p)
        return err_nomem(e);
    memcpy(copy, cells, row.n * sizeof(*copy));
    row.cells = copy;
    return add_row(g, &row, e);
}

/* Read the list at ${path}, and keep it if it looks more like a bill than ${out}. */
static int
read_list(struct drafting_table *out, struct source *s, const struct charset_found *charset,
    const char *path, const struct headings *h, struct err *e)
{
    struct drafting_table t = { .arena = ARENA_INIT, .is_objects = true };
    struct gathering g = { .table = &t, .dictionary = h, .columns = MAP_INIT };
    struct text *text = text_new(s, charset, e);
    struct err trial = ERR_INIT;
    int result = -1;

    if (!text)
        return -1;
    result = record_json_read(text, path, keep_object, &g, &trial);
    text_free(text);
    map_release(&g.columns);
    t.list = arena_text(&t.arena, sv_of(path));
    if (!t.list)
        result = err_nomem(&trial);
    if (result && trial.code != ERR_SYNTAX) {
        *e = trial;
        drafting_table_release(&t);
        return -1;
    }
    for (size_t i = 0; i < t.column_count; i++)
        t.fit += fit_of(h, t.headings[i], &t.arena);
    keep_better(out, &t);
    return 0;
}

/* What the lists of a document are looked for with. */
struct list_search {
    struct drafting_table *out;
    struct source *source;
    const struct charset_found *charset;
    const struct headings *dictionary;
    struct buf path;
};

/* Read every list of objects below ${object}. */
static int
read_lists(struct list_search *s, const cJSON *object, unsigned depth, struct err *e)
{
    size_t n = s->path.n;

    for (const cJSON *item = object->child; item; item = item->next) {
        struct sv key = sv_of(item->string);

        if (key.n == 0 || sv_find(key, SV("."), 0) != (size_t)-1 ||
            sv_find(key, SV("["), 0) != (size_t)-1 || n + key.n + 1 > PATH_MAX_BYTES)
            continue;
        buf_cut(&s->path, n);
        buf_add_text(&s->path, n > 0 ? "." : "");
        buf_add(&s->path, key);
        if (buf_ok(&s->path, e))
            return -1;
        if (cJSON_IsArray(item) && cJSON_IsObject(item->child) &&
            read_list(s->out, s->source, s->charset, s->path.p, s->dictionary, e))
            return -1;
        if (cJSON_IsObject(item) && depth < LIST_DEPTH_MAX && read_lists(s, item, depth + 1, e))
            return -1;
    }
    buf_cut(&s->path, n);
    return 0;
}

static int
read_whole(struct buf *out, struct source *s, const struct charset_found *charset, struct err *e)
{
    struct text *text = text_new(s, charset, e);
    struct sv chunk;
    int more = -1;

    while (text && (more = text_next(text, &chunk, e)) > 0)
        buf_add(out, chunk);
    text_free(text);
    if (more == 0 && out->full)
        return err_set(e, ERR_LIMIT,
            "a JSON document of more than 64 MiB; make the draft from a part of it");
    return more == 0 ? buf_ok(out, e) : -1;
}

static int
read_objects(struct drafting_table *out, struct source *source, const struct charset_found *charset,
    const struct headings *h, struct err *e)
{
    struct list_search s = { .out = out, .source = source, .charset = charset,
        .dictionary = h };
    struct err ignored = ERR_INIT;
    struct buf text;
    cJSON *json = NULL;
    int result = -1;

    buf_init(&text, DOCUMENT_MAX);
    buf_init(&s.path, PATH_MAX_BYTES);
    if (read_whole(&text, source, charset, e))
        goto done;
    json = record_json_parse(buf_sv(&text), &ignored);
    if (json && cJSON_IsObject(json) && read_lists(&s, json, 1, e))
        goto done;
    /* The document itself: a list, an object, objects one behind the other. */
    result = read_list(out, source, charset, "", h, e);
done:
    cJSON_Delete(json);
    buf_release(&s.path);
    buf_release(&text);
    return result;
}

int
drafting_read(struct drafting_table *out, const struct content_item *item,
    const struct charset_found *charset, bool is_json, const struct headings *h, struct err *e)
{
    static const char delimiters[] = ",\t;|";

    *out = (struct drafting_table){ .arena = ARENA_INIT };
    if (item->workbook)
        return read_sheet(out, item, h, e);
    if (is_json)
        return read_objects(out, item->source, charset, h, e);
    for (const char *d = delimiters; *d; d++)
        if (read_delimited(out, item->source, charset, *d, h, e))
            return -1;
    return 0;
}
