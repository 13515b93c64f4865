/*
 * settle_view_cells.c - what each format has of each account and month.
 */
#include "base/vec.h"
#include "ledger/settle_sums.h"
#include "ledger/settle_view.h"

struct cell_key {
    const char *platform, *account;
    uint32_t format;
    int32_t month;
    uint64_t is_spend;
};

static struct cell_key
key_of(const struct views *v, const struct ledger_line *line, int32_t month)
{
    return (struct cell_key){
        .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .format = v->formats[line->input],
        .month = month,
        .is_spend = ledger_is_spend(line),
    };
}

/*
 * The number of ${key} (of ${size} bytes, copied) in ${map}, ${n} if it is new there. UINT32_MAX
 * when memory is out.
 */
static uint32_t
number_of(struct views *v, struct map *map, const void *key, size_t size, size_t n)
{
    struct map_entry *entry = map_get(map, (struct sv){ key, size });
    struct sv kept;

    if (entry)
        return (uint32_t)entry->value.number;
    kept = arena_sv(&v->arena, (struct sv){ key, size });
    entry = kept.p ? map_put(map, kept, NULL) : NULL;
    if (!entry)
        return UINT32_MAX;
    entry->value.number = n;
    return (uint32_t)n;
}

uint32_t
view_cell_of(struct views *v, const struct ledger_line *line)
{
    int32_t month = settle_month(line);
    const struct map_entry *entry;
    struct cell_key key;

    if (month == SETTLE_NO_MONTH)
        return UINT32_MAX;
    if (line->facets == v->last_facets && line->input == v->last_input &&
        month == v->last_month)
        return v->last_cell;
    key = key_of(v, line, month);
    entry = map_get(&v->by_key, (struct sv){ (const char *)&key, sizeof(key) });
    if (!entry)
        return UINT32_MAX;
    v->last_facets = line->facets;
    v->last_input = line->input;
    v->last_month = month;
    v->last_cell = (uint32_t)entry->value.number;
    return v->last_cell;
}

struct view_cell *
view_cell_beside(struct views *v, const struct view_cell *cell, const struct view_cell *other,
    const char *account)
{
    const struct cell_key key = { cell->platform, account, other->format_number, cell->month,
        cell->is_spend };
    const struct map_entry *entry =
        map_get(&v->by_key, (struct sv){ (const char *)&key, sizeof(key) });

    return entry ? &v->cells.at[entry->value.number] : NULL;
}

static int
add_cell(struct views *v, const struct ledger_line *line, uint32_t *index, struct err *e)
{
    const struct input *in = ledger_input(v->ledger, line);
    struct cell_key key = key_of(v, line, settle_month(line));

    if (vec_grow(&v->cells, 1, LEDGER_LINES_MAX, e))
        return -1;
    *index = number_of(v, &v->by_key, &key, sizeof(key), v->cells.n);
    if (*index == UINT32_MAX)
        return err_nomem(e);
    v->cells.at[v->cells.n++] = (struct view_cell){
        .platform = key.platform,
        .account = key.account,
        .format = in->format,
        .month = key.month,
        .is_spend = key.is_spend,
        .format_number = key.format,
        .first_input = line->input,
    };
    return 0;
}

static int
add_lines(struct views *v, struct err *e)
{
    const struct ledger *l = v->ledger;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        const struct input *in = ledger_input(l, line);
        struct view_cell *cell;
        uint32_t index;

        if (line->fate != FATE_COUNTED || settle_month(line) == SETTLE_NO_MONTH)
            continue;
        index = view_cell_of(v, line);
        if (index == UINT32_MAX && add_cell(v, line, &index, e))
            return -1;
        cell = &v->cells.at[index];
        cell->lines++;
        cell->rank = in->view_rank > cell->rank ? in->view_rank : cell->rank;
        if (settle_sums_add(&cell->sums, l, line, e))
            return -1;
    }
    return 0;
}

struct group_key {
    const char *platform;
    int32_t month;
    uint32_t is_spend;
};

/* Number the groups (platform, month, kind), and note in ${unnamed} those with unnamed accounts. */
static int
find_groups(struct views *v, struct map *groups, bool *unnamed, struct err *e)
{
    for (size_t i = 0; i < v->cells.n; i++) {
        struct view_cell *cell = &v->cells.at[i];
        struct group_key key = { cell->platform, cell->month, cell->is_spend };

        cell->group = number_of(v, groups, &key, sizeof(key), groups->n);
        if (cell->group == UINT32_MAX)
            return err_nomem(e);
        unnamed[cell->group] |= !cell->account[0];
    }
    return 0;
}

struct holding_key {
    const char *scope;
    uint32_t group, format;
};

static int
find_holdings(struct views *v, struct map *holdings, const bool *unnamed, struct err *e)
{
    for (size_t i = 0; i < v->cells.n; i++) {
        struct view_cell *cell = &v->cells.at[i];
        struct view_holding *holding;
        struct holding_key key;

        /* A literal, so that equal scopes are equal pointers; named accounts are interned. */
        cell->scope = unnamed[cell->group] ? NULL : cell->account;
        key = (struct holding_key){ cell->scope, cell->group, cell->format_number };
        if (vec_grow(&v->holdings, 1, LEDGER_LINES_MAX, e))
            return -1;
        cell->holding = number_of(v, holdings, &key, sizeof(key), v->holdings.n);
        if (cell->holding == UINT32_MAX)
            return err_nomem(e);
        if (cell->holding == v->holdings.n)
            v->holdings.at[v->holdings.n++] = (struct view_holding){ 0 };
        holding = &v->holdings.at[cell->holding];
        holding->lines += cell->lines;
        holding->rank = cell->rank > holding->rank ? cell->rank : holding->rank;
        if (!cell->scope)
            cell->scope = "";
    }
    return 0;
}

static bool
has_two_formats(const struct views *v)
{
    for (size_t i = 0; i < v->ledger->inputs.n; i++)
        if (v->formats[i] != v->formats[0])
            return true;
    return false;
}

int
view_find_cells(struct views *v, struct err *e)
{
    struct map groups = MAP_INIT, holdings = MAP_INIT;
    bool *unnamed;
    int result = -1;

    v->formats = settle_number_formats(v->ledger, &v->arena, e);
    if (!v->formats)
        return -1;
    if (!has_two_formats(v))
        return 0;
    if (add_lines(v, e))
        return -1;
    unnamed = arena_array(&v->arena, v->cells.n + 1, sizeof(*unnamed));
    if (!unnamed)
        err_nomem(e);
    else if (find_groups(v, &groups, unnamed, e) == 0)
        result = find_holdings(v, &holdings, unnamed, e);
    map_release(&groups);
    map_release(&holdings);
    return result;
}
