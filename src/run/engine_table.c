/*
 * engine_table.c - a table that an engine hands back.
 *
 * Read strictly: a row that is left out would be money that is missing.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "record/csv.h"
#include "run/engine_table.h"

/* Parts the cells of a key; no cell of a bill holds it. */
#define KEY_PART "\x1f"

#define KEY_MAX ((size_t)1 << 24)
#define NOT_THERE SIZE_MAX
#define TIME_LAST INT64_C(253402300799999) /* the end of the year 9999 */

struct table_reading {
    const struct engine_table *table;
    engine_visit *visit;
    void *context;
    size_t places[ENGINE_COLUMNS_MAX]; /* of the table's columns in the file */
    size_t columns;                    /* of the file; 0: no headings yet */
    struct arena arena;
    struct map seen; /* keys, to their line */
    struct buf key;
};

int
engine_amount(const struct engine_row *row, size_t i, struct money *out, struct err *e)
{
    struct money_text text;
    struct err ignored = ERR_INIT;

    if (money_parse_text(&text, row->cells[i], '.', &ignored) < 0 || text.currency ||
        (text.notes & ~(unsigned)MONEY_EXPONENT))
        return ENGINE_REFUSE(row, i, e, N_("column %s: '%.*s' is no exact amount such as 12.5"));
    *out = text.value;
    return 0;
}

int
engine_count(const struct engine_row *row, size_t i, uint64_t *out, struct err *e)
{
    struct money whole;
    unsigned decimals;

    if (!money_parse_plain(&whole, &decimals, row->cells[i]) || decimals > 0 ||
        money_is_negative(whole))
        return ENGINE_REFUSE(row, i, e, N_("column %s: '%.*s' is no whole number such as 12"));
    *out = (uint64_t)(whole.units / money_of(1).units);
    return 0;
}

int
engine_time(const struct engine_row *row, size_t i, int64_t *out, struct err *e)
{
    uint64_t at;

    *out = TIME_NONE;
    if (row->cells[i].n == 0)
        return 0;
    if (engine_count(row, i, &at, e) < 0)
        return -1;
    if (at > (uint64_t)TIME_LAST)
        return ENGINE_REFUSE(row, i, e,
            N_("column %s: '%.*s' is no time in milliseconds since 1970"));
    *out = (int64_t)at;
    return 0;
}

static int
take_headings(struct table_reading *t, const struct record *r, struct err *e)
{
    for (size_t i = 0; t->table->columns[i]; i++) {
        t->places[i] = NOT_THERE;
        for (size_t k = 0; k < r->n; k++) {
            if (!sv_is(r->cells[k], sv_of(t->table->columns[i])))
                continue;
            if (t->places[i] != NOT_THERE)
                return err_set(e, ERR_SYNTAX, N_("the heading '%s' is there twice"),
                    t->table->columns[i]);
            t->places[i] = k;
        }
        if (t->places[i] == NOT_THERE)
            return err_set(e, ERR_SYNTAX, N_("no heading is called '%s'; docs/SCALE.md lists the "
                "columns that an engine hands back"), t->table->columns[i]);
    }
    t->columns = r->n;
    return 0;
}

/* Refuse a row that was there before. */
static int
check_key(struct table_reading *t, const struct engine_row *row, struct err *e)
{
    struct map_entry *entry;
    struct sv key;
    bool is_new = false;

    buf_reset(&t->key);
    for (size_t i = 0; i < t->table->keys; i++) {
        buf_add(&t->key, row->cells[i]);
        buf_add_text(&t->key, KEY_PART);
    }
    if (buf_ok(&t->key, e) < 0)
        return -1;
    key = arena_sv(&t->arena, buf_sv(&t->key));
    entry = key.p ? map_put(&t->seen, key, &is_new) : NULL;
    if (!entry)
        return err_nomem(e);
    if (!is_new)
        return err_set(e, ERR_SYNTAX, N_("this row is there before, in line %llu"),
            (unsigned long long)entry->value.number);
    entry->value.number = row->line;
    return 0;
}

static int
take_row(struct table_reading *t, const struct record *r, struct err *e)
{
    struct sv cells[ENGINE_COLUMNS_MAX];
    const struct engine_row row = { t->table, r->line, cells };

    if (r->trouble != RECORD_FINE)
        return err_set_message(e, ERR_SYNTAX, &r->why);
    if (t->columns == 0)
        return take_headings(t, r, e);
    if (r->n != t->columns)
        return err_set(e, ERR_SYNTAX, N_("%zu cells, but there are %zu headings"), r->n,
            t->columns);
    for (size_t i = 0; t->table->columns[i]; i++)
        cells[i] = r->cells[t->places[i]];
    return check_key(t, &row, e) || t->visit(t->context, &row, e) ? -1 : 0;
}

static int
visit_record(void *context, const struct record *r, struct err *e)
{
    if (r->trouble == RECORD_FINE && r->n == 0)
        return 0;
    return take_row(context, r, e) < 0 ? err_at(e, "", r->line) : 0;
}

/* Read ${text} and look whether there were headings at all. */
static int
read_rows(struct table_reading *t, struct text *text, struct err *e)
{
    if (record_csv_read(text, ',', visit_record, t, e) < 0)
        return -1;
    return t->columns > 0 ? 0 : err_set(e, ERR_SYNTAX,
        N_("the file is empty; a table of an engine has headings"));
}

int
engine_table_read(const char *path, const struct engine_table *table, engine_visit *visit,
    void *context, struct err *e)
{
    struct table_reading t = { .table = table, .visit = visit, .context = context };
    struct charset_found found;
    struct source *source = NULL;
    struct text *text = NULL;
    int result = -1;

    buf_init(&t.key, KEY_MAX);
    if (source_open(&source, path, e) == 0 && charset_find(&found, source, e) == 0 &&
        (text = text_new(source, &found, e)) != NULL)
        result = read_rows(&t, text, e);
    if (result < 0)
        (void)err_at(e, path, e->line);
    text_free(text);
    source_free(source);
    buf_release(&t.key);
    map_release(&t.seen);
    arena_release(&t.arena);
    return result;
}
