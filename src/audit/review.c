/*
 * review.c - the sums of a review: totals and where the money went.
 *
 * One pass over the lines. What a line adds to is found by its facets: lines of equal facets add to
 * the same rows of all tables but that of days (and that of projects, where the config gives them).
 * Keys hold pointers, since the ledger interns its texts; tables are sorted once they are full.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "audit/review.h"
#include "audit/review_sort.h"

#define SCRATCH_MAX ((size_t)1 << 20)

/* A row's key in any of the tables; unused parts are NULL and 0. */
struct key {
    const char *text[5];
    int64_t number;
};

/* Where lines of equal facets add to: indexes into the tables. */
struct cell {
    const struct ledger_facets *facets;
    size_t total, spend, resource, project;
    size_t day;                /* of [day_from, day_to), the day of the last line */
    int64_t day_from, day_to;
};

struct builder {
    struct review *r;
    const struct config *config;
    struct arena arena; /* keys and cells */
    struct map cells, totals, spend, days, resources, projects;
    struct intern names; /* of projects */
    struct cell *last;
    struct buf scratch;
};

/* Add ${amount} to ${sum} of column ${what}. */
static int
add(struct money *sum, struct money amount, enum money_column what, const char *currency,
    struct err *e)
{
    struct err inner = ERR_INIT;

    if (money_add(sum, amount, &inner) == 0)
        return 0;
    return err_set(e, ERR_RANGE, "the sum of %s in %s is larger than 1.7 x 10^20",
        column_of(COLUMN_MONEY, what)->name, currency);
}

static int
add_billed(struct money *sum, const struct ledger_line *line, struct err *e)
{
    return add(sum, line->billed, MONEY_BILLED_COST, ledger_text(line, TEXT_BILLING_CURRENCY), e);
}

/*
 * The index of ${key} in a table into ${*index}: that of the row it has, else ${n}, that of the
 * row which the caller then makes.
 */
static int
find_row(struct builder *b, struct map *map, const struct key *key, size_t n, size_t *index,
    struct err *e)
{
    struct map_entry *entry = map_get(map, (struct sv){ (const char *)key, sizeof(*key) });

    if (!entry) {
        struct key *kept = arena_alloc(&b->arena, sizeof(*kept));

        if (!kept)
            return err_nomem(e);
        *kept = *key;
        entry = map_put(map, (struct sv){ (const char *)kept, sizeof(*kept) }, NULL);
        if (!entry)
            return err_nomem(e);
        entry->value.number = n;
    }
    *index = (size_t)entry->value.number;
    return 0;
}

static int
find_total(struct builder *b, const struct ledger_line *line, size_t *index, struct err *e)
{
    struct review *r = b->r;
    struct key key = { .text = { ledger_text(line, TEXT_BILLING_CURRENCY) } };

    if (vec_grow(&r->totals, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->totals, &key, r->totals.n, index, e))
        return -1;
    if (*index == r->totals.n)
        r->totals.at[r->totals.n++] =
            (struct review_total){ .currency = key.text[0], .has_list = true };
    return 0;
}

static int
find_spend(struct builder *b, const struct ledger_line *line, size_t *index, struct err *e)
{
    struct review *r = b->r;
    unsigned category = ledger_word(line, WORD_CATEGORY);
    struct key key = {
        .text = { ledger_text(line, TEXT_PLATFORM), ledger_text(line, TEXT_BILLING_CURRENCY) },
        .number = category,
    };

    if (vec_grow(&r->spend, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->spend, &key, r->spend.n, index, e))
        return -1;
    if (*index == r->spend.n)
        r->spend.at[r->spend.n++] = (struct review_spend){
            .platform = key.text[0],
            .category = (enum category)category,
            .currency = key.text[1],
        };
    return 0;
}

static int
find_resource(struct builder *b, const struct ledger_line *line, size_t *index, struct err *e)
{
    struct review *r = b->r;
    const char *resource = ledger_text(line, TEXT_RESOURCE_ID);
    struct key key = {
        .text = { ledger_text(line, TEXT_PLATFORM),
            resource[0] ? resource : ledger_text(line, TEXT_INSTANCE_ID),
            ledger_text(line, TEXT_RESOURCE_NAME), ledger_text(line, TEXT_SKU_ID),
            ledger_text(line, TEXT_BILLING_CURRENCY) },
    };

    if (vec_grow(&r->resources, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->resources, &key, r->resources.n, index, e))
        return -1;
    if (*index == r->resources.n)
        r->resources.at[r->resources.n++] = (struct review_resource){
            .platform = key.text[0],
            .resource = key.text[1],
            .name = key.text[2],
            .sku = key.text[3],
            .currency = key.text[4],
        };
    return 0;
}

static int
find_project(struct builder *b, const struct ledger_line *line, size_t *index, struct err *e)
{
    struct review *r = b->r;
    const char *project = ledger_text(line, TEXT_PROJECT), *given = NULL;
    struct key key = { .text = { NULL, ledger_text(line, TEXT_BILLING_CURRENCY) } };

    if (!project[0]) {
        struct line_subject subject = {
            .ledger = r->ledger,
            .line = line,
            .zone_minutes = r->period.zone_minutes,
        };

        if (config_project(b->config, &subject, &b->scratch, &given, e))
            return -1;
        project = given ? given : "";
    }
    /* The ledger and the config have the same name at different places. */
    key.text[0] = intern_text(&b->names, sv_of(project));
    if (!key.text[0])
        return err_nomem(e);
    if (vec_grow(&r->projects, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->projects, &key, r->projects.n, index, e))
        return -1;
    if (*index == r->projects.n)
        r->projects.at[r->projects.n++] =
            (struct review_project){ .project = key.text[0], .currency = key.text[1] };
    return 0;
}

/* Make the day of ${line} that of ${cell}. */
static int
find_day(struct builder *b, const struct ledger_line *line, struct cell *cell, struct err *e)
{
    struct review *r = b->r;
    int zone = r->period.zone_minutes;
    unsigned category = ledger_word(line, WORD_CATEGORY);
    int64_t from = line->start == TIME_NONE ? TIME_NONE : time_day_start(line->start, zone);
    struct key key = {
        .text = { ledger_text(line, TEXT_PLATFORM), ledger_text(line, TEXT_BILLING_CURRENCY),
            words_category.words[category] },
        .number = from,
    };
    char day[TIME_TEXT_MAX];

    if (vec_grow(&r->days, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->days, &key, r->days.n, &cell->day, e))
        return -1;
    if (cell->day == r->days.n) {
        struct review_day *row = &r->days.at[r->days.n++];

        *row = (struct review_day){
            .platform = key.text[0],
            .category = (enum category)category,
            .currency = key.text[1],
        };
        if (from != TIME_NONE)
            memcpy(row->day, time_format_day(day, from, zone), sizeof(row->day));
    }
    cell->day_from = from;
    cell->day_to = from == TIME_NONE ? TIME_NONE + 1 : from + TIME_DAY;
    return 0;
}

/* The cell of ${line} as b->last. */
static int
find_cell(struct builder *b, const struct ledger_line *line, struct err *e)
{
    const struct ledger_facets *facets = line->facets;
    struct map_entry *entry;
    struct cell *cell;

    if (b->last && b->last->facets == facets)
        return 0;
    entry = map_get(&b->cells, (struct sv){ (const char *)&facets, sizeof(facets) });
    if (entry) {
        b->last = entry->value.pointer;
        return 0;
    }
    cell = arena_alloc(&b->arena, sizeof(*cell));
    if (!cell)
        return err_nomem(e);
    cell->facets = facets;
    if (find_total(b, line, &cell->total, e))
        return -1;
    if (ledger_is_spend(line) &&
        (find_spend(b, line, &cell->spend, e) || find_resource(b, line, &cell->resource, e) ||
            find_project(b, line, &cell->project, e) || find_day(b, line, cell, e)))
        return -1;
    entry = map_put(&b->cells, (struct sv){ (const char *)&cell->facets, sizeof(facets) }, NULL);
    if (!entry)
        return err_nomem(e);
    entry->value.pointer = b->last = cell;
    return 0;
}

static int
add_to_total(struct review_total *total, const struct ledger_line *line, struct err *e)
{
    struct money list, discount, voucher;

    total->lines++;
    if (!ledger_money(line, MONEY_LIST_COST, &list)) {
        total->has_list = false;
        total->lines_without_list++;
    }
    (void)ledger_money(line, MONEY_DISCOUNT, &discount);
    (void)ledger_money(line, MONEY_VOUCHER, &voucher);
    if (add(&total->list, list, MONEY_LIST_COST, total->currency, e) ||
        add(&total->discount, discount, MONEY_DISCOUNT, total->currency, e) ||
        add(&total->voucher, voucher, MONEY_VOUCHER, total->currency, e) ||
        add_billed(&total->billed, line, e))
        return -1;
    if (ledger_word(line, WORD_ENTRY) == ENTRY_REFUND)
        return add_billed(&total->refunds, line, e);
    return 0;
}

static int
add_line(struct builder *b, const struct ledger_line *line, struct err *e)
{
    struct review *r = b->r;
    struct money moved;
    struct cell *cell;
    const char *currency;

    if (find_cell(b, line, e))
        return -1;
    cell = b->last;
    currency = r->totals.at[cell->total].currency;
    if (!ledger_is_spend(line)) {
        (void)ledger_money(line, MONEY_MOVED, &moved);
        return add(&r->totals.at[cell->total].moved, moved, MONEY_MOVED, currency, e);
    }
    if ((line->start < cell->day_from || line->start >= cell->day_to) &&
        find_day(b, line, cell, e))
        return -1;
    if (b->config && b->config->projects.n > 0 && !ledger_text(line, TEXT_PROJECT)[0] &&
        find_project(b, line, &cell->project, e))
        return -1;
    r->spend.at[cell->spend].lines++;
    if (add_to_total(&r->totals.at[cell->total], line, e))
        return -1;
    return add_billed(&r->spend.at[cell->spend].billed, line, e) ||
        add_billed(&r->days.at[cell->day].billed, line, e) ||
        add_billed(&r->resources.at[cell->resource].billed, line, e) ||
        add_billed(&r->projects.at[cell->project].billed, line, e) ? -1 : 0;
}

static int
finish(struct review *r, struct err *e)
{
    for (size_t i = 0; i < r->totals.n; i++) {
        struct review_total *total = &r->totals.at[i];

        total->cash = total->billed;
        if (add(&total->cash, money_negate(total->voucher), MONEY_CASH, total->currency, e))
            return -1;
    }
    review_sort(r);
    return 0;
}

int
review_build(struct review *r, const struct ledger *l, const struct period *period,
    const struct config *config, struct err *e)
{
    struct builder b = { .r = r, .config = config, .names = INTERN_INIT };
    int result = -1;

    *r = (struct review){ .ledger = l, .period = *period };
    buf_init(&b.scratch, SCRATCH_MAX);
    for (size_t i = 0; i < l->lines.n; i++)
        if (l->lines.at[i].fate == FATE_COUNTED && add_line(&b, &l->lines.at[i], e))
            goto out;
    result = finish(r, e);
out:
    /* Names of projects live as long as the review. */
    arena_merge(&r->arena, &b.names.arena);
    intern_release(&b.names);
    buf_release(&b.scratch);
    map_release(&b.cells);
    map_release(&b.totals);
    map_release(&b.spend);
    map_release(&b.days);
    map_release(&b.resources);
    map_release(&b.projects);
    arena_release(&b.arena);
    return result;
}

void
review_release(struct review *r)
{
    vec_release(&r->totals);
    vec_release(&r->spend);
    vec_release(&r->days);
    vec_release(&r->resources);
    vec_release(&r->projects);
    arena_release(&r->arena);
    *r = (struct review){ 0 };
}
