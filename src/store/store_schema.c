/*
 * store_schema.c - whether the tables of a store are those that gpubill makes.
 *
 * A store may come from anybody: a trigger, or a column that is computed, would change what is
 * written into it. Views of others stay, since nothing of ours reads them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "store/store_schema.h"
#include "store/store_sql.h"

#define ENTRY_BYTES_MAX ((size_t)1 << 20)

/* What SQLite keeps for itself: indexes of keys have no text, statistics are as in every file. */
#define ENTRIES "SELECT type, name, tbl_name, sql FROM sqlite_schema " \
    "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"

/* An entry of a schema as one text. */
static struct sv
entry_text(const struct sql *q, struct buf *text)
{
    buf_reset(text);
    for (int i = 0; i < 4; i++) {
        buf_add_text(text, sql_text(q, i));
        buf_add_char(text, '\n');
    }
    return buf_sv(text);
}

/* Keep all entries of ${s} in ${known}. */
static int
read_entries(struct store *s, struct map *known, struct arena *arena, struct err *e)
{
    struct buf text;
    struct sql q;
    bool is_row = false;
    int result = sql_prepare(&q, s, ENTRIES, e);

    buf_init(&text, ENTRY_BYTES_MAX);
    while (result == 0 && (result = sql_next(&q, &is_row, e)) == 0 && is_row) {
        char *copy = arena_text(arena, entry_text(&q, &text));

        if (!copy || !map_put(known, sv_of(copy), NULL))
            result = err_nomem(e);
    }
    buf_release(&text);
    sql_release(&q);
    return result;
}

/* Compare the entries of ${s} with ${known}, all of which must be there. */
static int
compare_entries(struct store *s, const struct map *known, struct err *e)
{
    struct buf text;
    struct sql q;
    size_t found = 0;
    bool is_row = false;
    int result = sql_prepare(&q, s, ENTRIES, e);

    buf_init(&text, ENTRY_BYTES_MAX);
    while (result == 0 && (result = sql_next(&q, &is_row, e)) == 0 && is_row) {
        if (map_get(known, entry_text(&q, &text)))
            found++;
        else if (strcmp(sql_text(&q, 0), "view") != 0)
            result = err_set_whole(e, ERR_IO, N_("the ledger has something that gpubill does not "
                "make so (%s %s); take it from a backup, or remove it and import the files again"),
                sql_text(&q, 0), sql_text(&q, 1));
    }
    if (result == 0 && found != known->n)
        result = sql_damaged(s, e);
    buf_release(&text);
    sql_release(&q);
    return result;
}

int
store_schema_check(struct store *s, struct store *model, struct err *e)
{
    struct map known = MAP_INIT;
    struct arena arena = ARENA_INIT;
    int result = read_entries(model, &known, &arena, e);

    if (result == 0)
        result = compare_entries(s, &known, e);
    map_release(&known);
    arena_release(&arena);
    return result;
}
