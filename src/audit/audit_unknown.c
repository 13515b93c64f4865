/*
 * audit_unknown.c - what could not be judged, resource by resource.
 *
 * Rules noted it by the facets of lines; several facets may be of one resource.
 */
#include <stdlib.h>

#include "audit/audit_parts.h"
#include "audit/gpu_time.h"
#include "base/vec.h"
#include "ledger/line_fact.h"

#define ROWS_MAX UINT32_MAX

/* Texts are the ledger's, which are equal exactly where their pointers are. */
struct row_key {
    const char *platform, *account, *resource;
    uint64_t what;
};

struct row {
    struct row_key key;
    uint64_t rules; /* bits, by rule_at() */
    struct money gpu_time;
};

struct unknown {
    const struct findings *f;
    struct arena arena; /* of keys */
    struct map by_key;  /* struct row_key -> index of its row */
    struct { struct row *at; size_t n, room; } rows;
};

/* The row of ${what} of which lines of the facets ${f} are, made where there is none. */
static struct row *
row_of(struct unknown *u, size_t what, const struct ledger_facets *f, struct err *e)
{
    const struct ledger_line line = { .facets = f };
    struct row_key key = { ledger_text(&line, TEXT_PLATFORM),
        ledger_text(&line, TEXT_BILLING_ACCOUNT_ID), line_resource(&line), what };
    struct sv bytes = { (const char *)&key, sizeof(key) };
    struct map_entry *entry = map_get(&u->by_key, bytes);

    if (entry)
        return &u->rows.at[entry->value.number];
    if (vec_grow(&u->rows, 1, ROWS_MAX, e))
        return NULL;
    bytes = arena_sv(&u->arena, bytes);
    entry = bytes.p ? map_put(&u->by_key, bytes, NULL) : NULL;
    if (!entry)
        return err_nomem(e), NULL;
    entry->value.number = u->rows.n;
    u->rows.at[u->rows.n] = (struct row){ .key = key };
    return &u->rows.at[u->rows.n++];
}

/* What rules could not judge of lines of the facets ${facets}. */
static int
add_facets(struct unknown *u, const struct ledger_facets *facets, struct err *e)
{
    for (size_t what = 0; what < UNKNOWN_COUNT; what++) {
        const uint64_t *rules = u->f->unknown_by[what];
        struct row *row;

        if (!rules || rules[facets->number] == 0)
            continue;
        row = row_of(u, what, facets, e);
        if (!row)
            return -1;
        row->rules |= rules[facets->number];
        if (what == UNKNOWN_UTILISATION && u->f->unknown_time &&
            money_add(&row->gpu_time, u->f->unknown_time[facets->number], e))
            return -1;
    }
    return 0;
}

static int
add_row(struct audit *a, const struct findings *f, const struct row *row, struct err *e)
{
    const char **rules = arena_array(&a->arena,
        (size_t)__builtin_popcountll(row->rules) + 1, sizeof(*rules));
    size_t n = 0;

    if (!rules)
        return err_nomem(e);
    for (size_t i = 0; i < f->rule_total; i++)
        if (row->rules >> i & 1u)
            rules[n++] = rule_at(i)->id;
    if (vec_grow(&a->unknown, 1, ROWS_MAX, e))
        return -1;
    a->unknown.at[a->unknown.n++] = (struct audit_unknown){
        .what = (enum unknown_what)row->key.what,
        .platform = row->key.platform, .account = row->key.account, .resource = row->key.resource,
        .gpu_hours = gpu_time_hours(row->gpu_time), .rules = rules };
    return 0;
}

static int
compare_unknown(const void *left, const void *right)
{
    const struct audit_unknown *a = left, *b = right;
    int order = (int)a->what - (int)b->what;

    if (order == 0)
        order = strcmp(a->platform, b->platform);
    if (order == 0)
        order = strcmp(a->resource, b->resource);
    return order ? order : strcmp(a->account, b->account);
}

static bool
is_any_unknown(const struct findings *f)
{
    for (size_t what = 0; what < UNKNOWN_COUNT; what++)
        if (f->unknown_by[what])
            return true;
    return false;
}

int
audit_list_unknown(struct audit *a, const struct findings *f, struct err *e)
{
    const struct map *facets = &a->in.ledger->facets;
    struct unknown u = { .f = f };
    struct money all = MONEY_ZERO;
    int result = 0;

    for (size_t i = 0; is_any_unknown(f) && i < facets->n && result == 0; i++)
        result = add_facets(&u, facets->entries[i].value.pointer, e);
    for (size_t i = 0; i < u.rows.n && result == 0; i++)
        if (money_add(&all, u.rows.at[i].gpu_time, e) || add_row(a, f, &u.rows.at[i], e))
            result = -1;
    a->unknown_gpu_hours = gpu_time_hours(all);
    if (a->unknown.n > 0)
        qsort(a->unknown.at, a->unknown.n, sizeof(*a->unknown.at), compare_unknown);
    vec_release(&u.rows);
    map_release(&u.by_key);
    arena_release(&u.arena);
    return result;
}
