/*
 * store_write_lines.c - ledger lines of one source, and what they have in common.
 */
#include "base/buf.h"
#include "store/store_source.h"

#define STATEMENT_MAX ((size_t)1 << 13)
#define CHANGES_MAX 512

static int
prepare(struct sql *q, struct store *s, const char *head, const char *tail,
    bool (*is_wanted)(const struct column *c), size_t others, struct err *e)
{
    struct buf text;
    int result;

    buf_init(&text, STATEMENT_MAX);
    buf_add_text(&text, head);
    others += columns_add_names(&text, is_wanted);
    buf_addf(&text, "%s) VALUES (?", tail);
    while (--others > 0)
        buf_add_text(&text, ", ?");
    buf_add_text(&text, ")");
    result = buf_ok(&text, e) || sql_prepare(q, s, text.p, e) ? -1 : 0;
    buf_release(&text);
    return result;
}

int
lines_prepare_write(struct kept_writer *w, struct err *e)
{
    if (prepare(&w->facets, w->store, "INSERT INTO facets (source, facet",
            ", offset_minutes, is_actual_use, is_of_month", facets_have, 5, e))
        return -1;
    return prepare(&w->lines, w->store, "INSERT INTO lines (source, number, facet",
        ", line, decimals, x_Changes", lines_have, 6, e);
}

static void
put_text(struct kept_writer *w, struct sql *q, const char *text)
{
    digest_text(&w->line_digest, sv_of(text));
    if (w->store)
        sql_put_text(q, text);
}

static void
put_number(struct kept_writer *w, struct sql *q, int64_t n)
{
    digest_number(&w->line_digest, (uint64_t)n);
    if (w->store)
        sql_put_int(q, n);
}

static void
put_time(struct kept_writer *w, struct sql *q, int64_t at)
{
    digest_number(&w->line_digest, (uint64_t)at);
    if (w->store)
        sql_put_time(q, at);
}

/* The value of column ${c} of ${line}. */
static void
put_column(struct kept_writer *w, struct sql *q, const struct ledger_line *line,
    const struct column *c)
{
    struct money m;
    bool has;

    switch (c->kind) {
    case COLUMN_TEXT:
        put_text(w, q, ledger_text(line, (enum text_column)c->slot));
        break;
    case COLUMN_WORD:
        put_text(w, q, c->words->words[ledger_word(line, (enum word_column)c->slot)]);
        break;
    case COLUMN_TIME:
        put_time(w, q, ledger_time(line, (enum time_column)c->slot));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        has = ledger_money(line, (enum money_column)c->slot, &m);
        digest_money(&w->line_digest, has ? &m : NULL);
        if (w->store)
            sql_put_money(q, has ? &m : NULL);
        break;
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
}

/* The number of the facets of ${line}, which are written where they are new. */
static int
write_facets(struct kept_writer *w, int64_t id, const struct ledger_line *line,
    int64_t *number, struct err *e)
{
    const struct ledger_facets *f = line->facets;
    struct sv key = { (const char *)&line->facets, sizeof(line->facets) };
    struct map_entry *entry = map_get(&w->facet_numbers, key);

    if (entry) {
        *number = (int64_t)entry->value.number;
        return 0;
    }
    *number = (int64_t)w->facet_numbers.n;
    key = arena_sv(&w->arena, key);
    entry = key.p ? map_put(&w->facet_numbers, key, NULL) : NULL;
    if (!entry)
        return err_nomem(e);
    entry->value.number = (uint64_t)*number;
    if (w->store) {
        sql_put_int(&w->facets, id);
        sql_put_int(&w->facets, *number);
    }
    for (const struct column *c = ledger_columns; c->name; c++)
        if (facets_have(c))
            put_column(w, &w->facets, line, c);
    put_number(w, &w->facets, f->offset_minutes);
    put_number(w, &w->facets, f->is_actual_use);
    put_number(w, &w->facets, f->is_of_month);
    return w->store ? sql_run(&w->facets, e) : 0;
}

/* "rounded-18;inclusive-end", as in ledger.csv. */
static void
changes_text(struct buf *out, unsigned changes)
{
    buf_reset(out);
    for (unsigned i = 0; i < CHANGE_COUNT; i++)
        if ((changes >> i & 1u) != 0)
            buf_addf(out, "%s%s", out->n > 0 ? ";" : "", change_code(1u << i));
}

static int
write_line(struct kept_writer *w, int64_t id, int64_t number, int64_t facet,
    const struct ledger_line *line, const char *changes, struct err *e)
{
    const unsigned char *decimals = line->amounts->packing->decimals;

    if (w->store) {
        sql_put_int(&w->lines, id);
        sql_put_int(&w->lines, number);
    }
    put_number(w, &w->lines, facet);
    for (const struct column *c = ledger_columns; c->name; c++)
        if (lines_have(c))
            put_column(w, &w->lines, line, c);
    put_number(w, &w->lines, (int64_t)line->source_line);
    put_number(w, &w->lines, decimals[0] | decimals[1] << 8 | decimals[2] << 16);
    put_text(w, &w->lines, changes);
    return w->store ? sql_run(&w->lines, e) : 0;
}

int
lines_write(struct kept_writer *w, int64_t id, const struct ledger *l, uint32_t input,
    size_t first, struct err *e)
{
    const struct ledger_facets *last = NULL;
    unsigned last_changes = 0;
    int64_t facet = 0;
    struct buf changes;
    int result = 0;

    buf_init(&changes, CHANGES_MAX);
    changes_text(&changes, 0);
    buf_add_text(&changes, "");
    map_reset(&w->facet_numbers);
    arena_release(&w->arena);
    for (size_t i = first; result == 0 && i < l->lines.n && l->lines.at[i].input == input; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (line->facets != last && write_facets(w, id, line, &facet, e)) {
            result = -1;
            break;
        }
        last = line->facets;
        if (line->changes != last_changes)
            changes_text(&changes, line->changes);
        last_changes = line->changes;
        result = write_line(w, id, (int64_t)(i - first), facet, line,
            changes.n > 0 ? changes.p : "", e);
    }
    buf_release(&changes);
    return result;
}
