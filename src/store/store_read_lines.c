/*
 * store_read_lines.c - ledger lines of one source, as they were read.
 */
#include "base/vec.h"
#include "store/store_source.h"

#define STATEMENT_MAX ((size_t)1 << 13)

/* What stands before the columns of the ledger in each statement. */
#define FACETS_FIRST 4
#define LINES_FIRST 7

static int
prepare(struct sql *q, struct store *s, const char *head, const char *tail,
    bool (*is_wanted)(const struct column *c), struct err *e)
{
    struct buf text;
    int result;

    buf_init(&text, STATEMENT_MAX);
    buf_add_text(&text, head);
    (void)columns_add_names(&text, is_wanted);
    buf_add_text(&text, tail);
    result = buf_ok(&text, e) || sql_prepare(q, s, text.p, e) ? -1 : 0;
    buf_release(&text);
    return result;
}

int
lines_prepare_read(struct kept_reader *r, struct err *e)
{
    if (prepare(&r->facets, r->store, "SELECT facet, offset_minutes, is_actual_use, is_of_month",
            " FROM facets WHERE source = ? ORDER BY facet", facets_have, e))
        return -1;
    return prepare(&r->lines, r->store,
        "SELECT number, facet, line, decimals, x_Changes, left_out, x_Project",
        " FROM lines WHERE source = ? ORDER BY number", lines_have, e);
}

/* Column ${column} of the row into ${c}; texts are copied into ${arena}, or borrowed where that is
 * NULL. */
static int
read_column(const struct sql *q, int column, const struct column *of, struct charge *c,
    struct arena *arena, struct err *e)
{
    struct money m;
    bool has;
    int word;

    switch (of->kind) {
    case COLUMN_TEXT:
        c->text[of->slot] = sv_of(sql_text(q, column));
        if (arena && c->text[of->slot].n > 0)
            c->text[of->slot] = arena_sv(arena, c->text[of->slot]);
        return c->text[of->slot].p ? 0 : err_nomem(e);
    case COLUMN_WORD:
        word = word_find(of->words, sv_of(sql_text(q, column)));
        if (word < 0)
            return sql_damaged(q->store, e);
        c->word[of->slot] = (unsigned char)word;
        return 0;
    case COLUMN_TIME:
        c->time[of->slot] = sql_time(q, column);
        return 0;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (sql_money(q, column, &m, &has, e))
            return -1;
        if (has)
            charge_set(c, (enum money_column)of->slot, m);
        return 0;
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
    return 0;
}

static int
read_columns(const struct sql *q, int column, bool (*is_wanted)(const struct column *c),
    struct charge *c, struct arena *arena, struct err *e)
{
    for (const struct column *of = ledger_columns; of->name; of++)
        if (is_wanted(of) && read_column(q, column++, of, c, arena, e))
            return -1;
    return 0;
}

struct facets_read {
    struct charge *at; /* that hold what facets say */
    size_t n, room;
};

static int
read_facets(struct kept_reader *r, int64_t id, struct facets_read *facets, struct err *e)
{
    bool is_row;

    sql_put_int(&r->facets, id);
    for (;;) {
        struct charge *c;

        if (sql_next(&r->facets, &is_row, e))
            return -1;
        if (!is_row)
            return 0;
        if (sql_int(&r->facets, 0) != (int64_t)facets->n)
            return sql_damaged(r->store, e);
        if (vec_grow(facets, 1, LEDGER_LINES_MAX, e))
            return -1;
        c = &facets->at[facets->n++];
        charge_init(c);
        c->offset_minutes = (int)sql_int(&r->facets, 1);
        c->is_actual_use = sql_int(&r->facets, 2) != 0;
        c->is_of_month = sql_int(&r->facets, 3) != 0;
        if (read_columns(&r->facets, FACETS_FIRST, facets_have, c, &r->arena, e))
            return -1;
    }
}

/* The bits of "rounded-18;inclusive-end". */
static int
read_changes(const struct sql *q, const char *text, unsigned *changes, struct err *e)
{
    struct sv rest = sv_of(text), code;

    *changes = 0;
    while (text[0] != '\0' && sv_cut(&rest, ';', &code)) {
        unsigned i = 0;

        while (i < CHANGE_COUNT && !sv_is(code, sv_of(change_code(1u << i))))
            i++;
        if (i == CHANGE_COUNT)
            return sql_damaged(q->store, e);
        *changes |= 1u << i;
    }
    return 0;
}

/* What the store decided of a line when it was last settled. */
static int
read_fate(const struct sql *q, struct kept_fates *fates, size_t i, struct arena *arena,
    struct err *e)
{
    const char *left_out = sql_text(q, 5), *project = sql_text(q, 6);

    fates->fate[i] = FATE_COUNTED;
    while (strcmp(fate_word(fates->fate[i]), left_out) != 0)
        if (fates->fate[i]++ == FATE_OTHER_VIEW)
            return sql_damaged(q->store, e);
    fates->project[i] = "";
    if (project[0] == '\0')
        return 0;
    if (i > 0 && strcmp(fates->project[i - 1], project) == 0)
        fates->project[i] = fates->project[i - 1];
    else
        fates->project[i] = arena_text(arena, sv_of(project));
    return fates->project[i] ? 0 : err_nomem(e);
}

static int
read_line(struct kept_reader *r, struct ledger *l, uint32_t input,
    const struct facets_read *facets, struct err *e)
{
    const struct sql *q = &r->lines;
    uint64_t facet = (uint64_t)sql_int(q, 1);
    int64_t decimals = sql_int(q, 3);
    struct charge c;

    if (facet >= facets->n)
        return sql_damaged(r->store, e);
    c = facets->at[facet];
    c.line = (uint64_t)sql_int(q, 2);
    c.decimals[MONEY_LIST_UNIT_PRICE] = (unsigned char)(decimals & 0xff);
    c.decimals[MONEY_CONTRACTED_UNIT_PRICE] = (unsigned char)(decimals >> 8 & 0xff);
    c.decimals[MONEY_PRICING_QUANTITY] = (unsigned char)(decimals >> 16 & 0xff);
    if (read_changes(q, sql_text(q, 4), &c.changes, e) ||
        read_columns(q, LINES_FIRST, lines_have, &c, NULL, e))
        return -1;
    return ledger_add(l, input, &c, e);
}

int
lines_read(struct kept_reader *r, int64_t id, struct ledger *l, uint32_t input,
    struct kept_fates *fates, struct arena *arena, struct err *e)
{
    size_t n = (size_t)l->inputs.at[input]->lines, i = 0;
    struct facets_read facets = { 0 };
    bool is_row = true;
    int result = -1;

    *fates = (struct kept_fates){ arena_alloc(arena, n + 1),
        arena_array(arena, n + 1, sizeof(*fates->project)), n };
    if (!fates->fate || !fates->project) {
        (void)err_nomem(e);
        goto done;
    }
    if (read_facets(r, id, &facets, e))
        goto done;
    sql_put_int(&r->lines, id);
    for (; is_row; i++) {
        if (sql_next(&r->lines, &is_row, e))
            goto done;
        if (is_row && (i >= n || sql_int(&r->lines, 0) != (int64_t)i)) {
            (void)sql_damaged(r->store, e);
            goto done;
        }
        if (is_row && (read_fate(&r->lines, fates, i, arena, e) ||
                read_line(r, l, input, &facets, e)))
            goto done;
    }
    result = i == n + 1 ? 0 : sql_damaged(r->store, e);
done:
    (void)sqlite3_reset(r->facets.statement);
    (void)sqlite3_reset(r->lines.statement);
    vec_release(&facets);
    return result;
}
