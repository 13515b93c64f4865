/*
 * settle_delivery_parts.c - the rows of one account and month in one input.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/settle_delivery.h"
#include "ledger/settle_sums.h"

/* What parts of a group have in common; with the input, a part. */
struct part_key {
    const void *platform, *account;
    uint32_t format, input; /* input + 1; 0 in the key of a group */
    int64_t month;
};

struct finder {
    struct deliveries *d;
    const uint32_t *formats, *folders; /* per input */
    struct map parts, groups;
    struct part_key last; /* of the line before */
    uint32_t last_part;
};

/* The number of ${key} in ${map}, ${n} if it is new there. UINT32_MAX when memory is out. */
static uint32_t
number_of(struct deliveries *d, struct map *map, const struct part_key *key, size_t n)
{
    struct map_entry *entry = map_get(map, (struct sv){ (const char *)key, sizeof(*key) });
    struct part_key *kept;

    if (entry)
        return (uint32_t)entry->value.number;
    kept = arena_alloc(&d->arena, sizeof(*kept));
    if (!kept)
        return UINT32_MAX;
    *kept = *key;
    entry = map_put(map, (struct sv){ (const char *)kept, sizeof(*kept) }, NULL);
    if (!entry)
        return UINT32_MAX;
    entry->value.number = n;
    return (uint32_t)n;
}

/* The part of ${line} into ${*number}. */
static int
find_part(struct finder *f, const struct ledger_line *line, uint32_t *number, struct err *e)
{
    struct deliveries *d = f->d;
    struct part_key key = {
        .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .format = f->formats[line->input],
        .input = line->input + 1,
        .month = settle_month(line),
    };
    uint32_t group;

    if (d->parts.n > 0 && memcmp(&key, &f->last, sizeof(key)) == 0) {
        *number = f->last_part;
        return 0;
    }
    f->last = key;
    if (vec_grow(&d->parts, 1, LEDGER_LINES_MAX, e))
        return -1;
    *number = f->last_part = number_of(d, &f->parts, &key, d->parts.n);
    key.input = 0;
    group = number_of(d, &f->groups, &key, d->groups);
    if (*number == UINT32_MAX || group == UINT32_MAX)
        return err_nomem(e);
    if (*number == d->parts.n)
        d->parts.at[d->parts.n++] = (struct delivery_part){
            .input = line->input,
            .group = group,
            .folder = f->folders[line->input],
            .month = (int32_t)key.month,
        };
    d->groups = f->groups.n;
    return 0;
}

/* For each input the number of what stands before the last '/' or '!' of its path. */
static uint32_t *
find_folders(const struct ledger *l, struct arena *arena, struct err *e)
{
    uint32_t *numbers = arena_array(arena, l->inputs.n + 1, sizeof(*numbers));
    struct map seen = MAP_INIT;

    for (size_t i = 0; numbers && i < l->inputs.n; i++) {
        struct sv path = sv_of(l->inputs.at[i]->path);
        struct map_entry *entry;
        bool is_new;

        while (path.n > 0 && path.p[path.n - 1] != '/' && path.p[path.n - 1] != '!')
            path.n--;
        entry = map_put(&seen, path, &is_new);
        if (!entry) {
            numbers = NULL;
            break;
        }
        if (is_new)
            entry->value.number = seen.n - 1;
        numbers[i] = (uint32_t)entry->value.number;
    }
    map_release(&seen);
    if (!numbers)
        (void)err_nomem(e);
    return numbers;
}

static int
find_all(struct finder *f, struct err *e)
{
    struct deliveries *d = f->d;
    const struct ledger *l = d->ledger;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct delivery_part *part;

        d->part_of[i] = DELIVERY_NONE;
        if (line->fate != FATE_COUNTED || !ledger_input(l, line)->is_whole_month)
            continue;
        if (find_part(f, line, &d->part_of[i], e))
            return -1;
        part = &d->parts.at[d->part_of[i]];
        part->rows++;
        part->ends += line->end != TIME_NONE ? line->end / TIME_SECOND : 0;
        part->has_invoice |= ledger_text(line, TEXT_INVOICE_ID)[0] != '\0';
        if (settle_sums_add(&part->sums, l, line, e))
            return -1;
    }
    return 0;
}

static uint64_t
hash_charge(const struct ledger_line *line, uint32_t group)
{
    const struct {
        const void *text[6];
        int64_t start;
        uint32_t group, entry;
    } key = {
        { ledger_text(line, TEXT_RESOURCE_ID), ledger_text(line, TEXT_INSTANCE_ID),
            ledger_text(line, TEXT_SKU_ID), ledger_text(line, TEXT_SKU_METER),
            ledger_text(line, TEXT_CHARGE_DESCRIPTION), ledger_text(line, TEXT_RESOURCE_NAME) },
        line->start, group, ledger_word(line, WORD_ENTRY),
    };

    return map_hash((struct sv){ (const char *)&key, sizeof(key) });
}

static int
compare_rows(const void *left, const void *right)
{
    const struct delivery_row *a = left, *b = right;

    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Lay out the rows of groups that have several parts. */
static int
make_rows(struct deliveries *d, struct err *e)
{
    const struct ledger *l = d->ledger;
    size_t n = 0;

    d->group_parts = arena_array(&d->arena, d->groups + 1, sizeof(*d->group_parts));
    if (!d->group_parts)
        return err_nomem(e);
    for (size_t i = 0; i < d->parts.n; i++)
        d->group_parts[d->parts.at[i].group]++;
    for (size_t i = 0; i < d->parts.n; i++)
        if (d->group_parts[d->parts.at[i].group] > 1)
            n += d->parts.at[i].rows;
    if (n == 0)
        return 0;
    d->rows = malloc(n * sizeof(*d->rows));
    if (!d->rows)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++) {
        uint32_t part = d->part_of[i], group;

        if (part == DELIVERY_NONE)
            continue;
        group = d->parts.at[part].group;
        if (d->group_parts[group] > 1)
            d->rows[d->row_count++] =
                (struct delivery_row){ hash_charge(&l->lines.at[i], group), part, (uint32_t)i };
    }
    qsort(d->rows, d->row_count, sizeof(*d->rows), compare_rows);
    return 0;
}

int
delivery_find_parts(struct deliveries *d, struct err *e)
{
    struct finder f = {
        .d = d,
        .formats = settle_number_formats(d->ledger, &d->arena, e),
    };
    int result = -1;

    if (!f.formats)
        return -1;
    f.folders = find_folders(d->ledger, &d->arena, e);
    if (!f.folders)
        return -1;
    d->part_of = arena_array(&d->arena, d->ledger->lines.n + 1, sizeof(*d->part_of));
    if (!d->part_of)
        err_nomem(e);
    else if (find_all(&f, e) == 0)
        result = make_rows(d, e);
    map_release(&f.parts);
    map_release(&f.groups);
    return result;
}
