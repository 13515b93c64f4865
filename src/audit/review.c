/*
 * review.c - the sums of a review: totals and where the money went.
 *
 * One pass over the lines, in which a line adds to what its facets come to, and to its day. Then
 * the facets, of which there are far fewer, add to the totals, categories, resources and projects:
 * what a line adds to there its facets tell. (But not its project, where the config gives it.)
 * Keys hold pointers, since the ledger interns its texts; tables are sorted once they are full.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "audit/review.h"
#include "audit/review_sort.h"

#define SCRATCH_MAX ((size_t)1 << 20)

/* How many rows of days are found without a search; a power of two. */
#define RECENT 1024

/* A row's key in any of the tables; unused parts are NULL and 0. */
struct key {
    const char *text[5];
    int64_t number;
};

/* What lines of equal facets come to, and the rows that they add to. */
struct cell {
    const struct ledger_line *line; /* one of them; NULL: there are none */
    size_t total, spend, resource, project;
    uint64_t lines, without_list;
    struct money billed, list, discount, voucher, moved;
    bool is_spend, is_refund;
    bool is_project_apart; /* each line asks the config for its own */
};

/* A row of days that was found before. */
struct recent {
    int64_t from;
    size_t spend, row; /* row + 1; 0: none */
};

struct builder {
    struct review *r;
    const struct config *config;
    struct arena arena; /* keys, cells and recent days */
    struct map totals, spend, days, resources, projects;
    struct intern names; /* of projects */
    struct cell *cells;  /* by the number of the facets */
    struct recent *recent;
    int64_t day_from, day_to; /* the day of the last line: [from, to) */
    struct buf scratch;
};

/* Add ${amount} to ${sum} of column ${what}. */
static int
add(struct money *sum, struct money amount, enum money_column what, const char *currency,
    struct err *e)
{
    if (money_add(sum, amount, e) == 0)
        return 0;
    return err_set(e, ERR_RANGE, "the sum of %s in %s is larger than 1.7 x 10^20",
        column_of(COLUMN_MONEY, what)->name, currency);
}

static int
add_billed(struct money *sum, struct money billed, const char *currency, struct err *e)
{
    return add(sum, billed, MONEY_BILLED_COST, currency, e);
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

/* The row of days that begin at ${from} for lines of the row ${spend} into ${*index}. */
static int
find_day(struct builder *b, size_t spend, int64_t from, size_t *index, struct err *e)
{
    struct review *r = b->r;
    const struct review_spend *of = &r->spend.at[spend];
    struct key key = { .text = { of->platform, of->currency, words_category.words[of->category] },
        .number = from };
    char day[TIME_TEXT_MAX];

    if (vec_grow(&r->days, 1, LEDGER_LINES_MAX, e) ||
        find_row(b, &b->days, &key, r->days.n, index, e))
        return -1;
    if (*index == r->days.n) {
        struct review_day *row = &r->days.at[r->days.n++];

        *row = (struct review_day){
            .platform = of->platform,
            .category = of->category,
            .currency = of->currency,
        };
        if (from != TIME_NONE)
            memcpy(row->day, time_format_day(day, from, r->period.zone_minutes),
                sizeof(row->day));
    }
    return 0;
}

/* The start of the day of ${line}. */
static int64_t
day_of(struct builder *b, const struct ledger_line *line)
{
    if (line->start == TIME_NONE)
        return TIME_NONE;
    if (line->start < b->day_from || line->start >= b->day_to) {
        b->day_from = time_day_start(line->start, b->r->period.zone_minutes);
        b->day_to = b->day_from + TIME_DAY;
    }
    return b->day_from;
}

static int
add_to_day(struct builder *b, const struct ledger_line *line, const struct cell *cell,
    struct err *e)
{
    int64_t from = day_of(b, line);
    struct recent *recent =
        &b->recent[((uint64_t)(from / TIME_DAY) + 31 * cell->spend) % RECENT];
    struct review_day *row;

    if (recent->row == 0 || recent->from != from || recent->spend != cell->spend) {
        size_t index;

        if (find_day(b, cell->spend, from, &index, e))
            return -1;
        *recent = (struct recent){ from, cell->spend, index + 1 };
    }
    row = &b->r->days.at[recent->row - 1];
    return add_billed(&row->billed, ledger_billed(line), row->currency, e);
}

/* Find the rows of the first line of ${cell}. */
static int
open_cell(struct builder *b, struct cell *cell, const struct ledger_line *line, struct err *e)
{
    cell->line = line;
    cell->is_spend = ledger_is_spend(line);
    cell->is_refund = ledger_word(line, WORD_ENTRY) == ENTRY_REFUND;
    if (find_total(b, line, &cell->total, e))
        return -1;
    if (!cell->is_spend)
        return 0;
    cell->is_project_apart =
        b->config && b->config->projects.n > 0 && !ledger_text(line, TEXT_PROJECT)[0];
    if (find_spend(b, line, &cell->spend, e) || find_resource(b, line, &cell->resource, e))
        return -1;
    return cell->is_project_apart ? 0 : find_project(b, line, &cell->project, e);
}

static int
add_to_project(struct builder *b, const struct ledger_line *line, struct err *e)
{
    struct review_project *row;
    size_t index;

    if (find_project(b, line, &index, e))
        return -1;
    row = &b->r->projects.at[index];
    return add_billed(&row->billed, ledger_billed(line), row->currency, e);
}

static int
add_line(struct builder *b, const struct ledger_line *line, struct err *e)
{
    struct cell *cell = &b->cells[line->facets->number];
    const char *currency = ledger_text(line, TEXT_BILLING_CURRENCY);
    struct money m;

    if (!cell->line && open_cell(b, cell, line, e))
        return -1;
    if (!cell->is_spend)
        return ledger_money(line, MONEY_MOVED, &m) ?
            add(&cell->moved, m, MONEY_MOVED, currency, e) : 0;
    cell->lines++;
    if (!ledger_money(line, MONEY_LIST_COST, &m))
        cell->without_list++;
    else if (add(&cell->list, m, MONEY_LIST_COST, currency, e))
        return -1;
    if (ledger_money(line, MONEY_DISCOUNT, &m) &&
        add(&cell->discount, m, MONEY_DISCOUNT, currency, e))
        return -1;
    if (ledger_money(line, MONEY_VOUCHER, &m) &&
        add(&cell->voucher, m, MONEY_VOUCHER, currency, e))
        return -1;
    if (cell->is_project_apart && add_to_project(b, line, e))
        return -1;
    return add_billed(&cell->billed, ledger_billed(line), currency, e) ||
        add_to_day(b, line, cell, e) ? -1 : 0;
}

/* Add what the lines of ${cell} come to to its rows. */
static int
add_cell(struct builder *b, const struct cell *cell, struct err *e)
{
    struct review *r = b->r;
    struct review_total *total = &r->totals.at[cell->total];
    const char *currency = total->currency;

    if (!cell->is_spend)
        return add(&total->moved, cell->moved, MONEY_MOVED, currency, e);
    total->lines += cell->lines;
    total->lines_without_list += cell->without_list;
    total->has_list = total->lines_without_list == 0;
    r->spend.at[cell->spend].lines += cell->lines;
    if (add(&total->list, cell->list, MONEY_LIST_COST, currency, e) ||
        add(&total->discount, cell->discount, MONEY_DISCOUNT, currency, e) ||
        add(&total->voucher, cell->voucher, MONEY_VOUCHER, currency, e) ||
        add_billed(&total->billed, cell->billed, currency, e) ||
        (cell->is_refund && add_billed(&total->refunds, cell->billed, currency, e)) ||
        add_billed(&r->spend.at[cell->spend].billed, cell->billed, currency, e) ||
        add_billed(&r->resources.at[cell->resource].billed, cell->billed, currency, e))
        return -1;
    return cell->is_project_apart ? 0 :
        add_billed(&r->projects.at[cell->project].billed, cell->billed, currency, e);
}

static int
add_all(struct builder *b, const struct ledger *l, struct err *e)
{
    b->cells = arena_array(&b->arena, l->facets.n + 1, sizeof(*b->cells));
    b->recent = arena_array(&b->arena, RECENT, sizeof(*b->recent));
    if (!b->cells || !b->recent)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++) {
        ledger_ahead(l, i);
        if (l->lines.at[i].fate == FATE_COUNTED && add_line(b, &l->lines.at[i], e))
            return -1;
    }
    for (size_t i = 0; i < l->facets.n; i++)
        if (b->cells[i].line && add_cell(b, &b->cells[i], e))
            return -1;
    return 0;
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
    int result;

    *r = (struct review){ .ledger = l, .period = *period };
    buf_init(&b.scratch, SCRATCH_MAX);
    result = add_all(&b, l, e) || finish(r, e) ? -1 : 0;
    /* Names of projects live as long as the review. */
    arena_merge(&r->arena, &b.names.arena);
    intern_release(&b.names);
    buf_release(&b.scratch);
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
