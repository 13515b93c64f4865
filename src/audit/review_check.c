/*
 * review_check.c - the law of conservation, from the lines anew.
 *
 * Shares no code with the building of a review but the reading of lines, and sums in another way:
 * each line adds by itself to its row of each list, or rather to a shadow of it. Rows are found by
 * binary search in the sorted lists, once for lines of equal facets, which alone tell the row; the
 * days of such lines are found once for each. Each line casts on one row of each list, so that the
 * lists come to the totals where all rows equal their shadows.
 */
#include <string.h>

#include "audit/review.h"

/* How many rows of days are found without a search; a power of two. */
#define RECENT 1024

/* Sums are modulo 2^128, so that a wrong one is a difference and not an overflow. */
struct shadow {
    uint64_t lines;
    money_uint billed;
};

struct total_shadow {
    uint64_t without_list;
    money_uint list, discount, voucher, refunds, moved;
};

/* A line that looks for its rows. */
struct subject {
    const struct ledger_line *line;
    char day[TIME_TEXT_MAX]; /* of its start, "" if it has none */
};

/* The order of a line relative to the row of index ${i} of a list. */
typedef int place_line(const struct review *r, const struct subject *s, size_t i);

/* A list whose rows have shadows. */
struct list {
    const char *name;
    size_t n;
    place_line *place;
    struct shadow *shadows;
};

enum { LIST_TOTALS, LIST_SPEND, LIST_RESOURCES, LIST_DAYS, LIST_COUNT };

/* The rows of lines of equal facets in all lists but that of days; row + 1, 0: not sought yet. */
struct place {
    size_t rows[LIST_DAYS];
};

/* A row of days that was found before. */
struct known_day {
    int64_t from;
    size_t spend, row; /* row + 1; 0: none */
};

struct check {
    const struct review *r;
    struct arena arena;
    struct list lists[LIST_COUNT];
    struct total_shadow *totals;
    struct place *places; /* by the number of the facets */
    struct known_day *days;
    struct subject subject;
    int64_t day_from, day_to; /* the day of the subject: [from, to) */
    uint64_t *input_lines;
    money_uint *input_billed; /* per input and row of the totals */
};

static money_uint
units(struct money m)
{
    return (money_uint)m.units;
}

static money_uint
amount(const struct ledger_line *line, enum money_column column)
{
    struct money m;

    (void)ledger_money(line, column, &m);
    return units(m);
}

/* Most texts that meet here are equal, and then one interned string. */
static int
compare(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

static int
place_total(const struct review *r, const struct subject *s, size_t i)
{
    return compare(ledger_text(s->line, TEXT_BILLING_CURRENCY), r->totals.at[i].currency);
}

static int
place_in(const struct subject *s, const char *platform, enum category category,
    const char *currency)
{
    const char *word = words_category.words[ledger_word(s->line, WORD_CATEGORY)];
    int order = compare(ledger_text(s->line, TEXT_PLATFORM), platform);

    if (order == 0)
        order = compare(word, words_category.words[category]);
    return order ? order : compare(ledger_text(s->line, TEXT_BILLING_CURRENCY), currency);
}

static int
place_spend(const struct review *r, const struct subject *s, size_t i)
{
    const struct review_spend *row = &r->spend.at[i];

    return place_in(s, row->platform, row->category, row->currency);
}

static int
place_day(const struct review *r, const struct subject *s, size_t i)
{
    const struct review_day *row = &r->days.at[i];
    int order = compare(s->day, row->day);

    return order ? order : place_in(s, row->platform, row->category, row->currency);
}

static int
place_resource(const struct review *r, const struct subject *s, size_t i)
{
    const struct review_resource *row = &r->resources.at[i];
    bool has_id = ledger_text(s->line, TEXT_RESOURCE_ID)[0] != '\0';
    const struct {
        const char *line, *row;
    } keys[] = {
        { ledger_text(s->line, TEXT_PLATFORM), row->platform },
        { ledger_text(s->line, has_id ? TEXT_RESOURCE_ID : TEXT_INSTANCE_ID), row->resource },
        { ledger_text(s->line, TEXT_RESOURCE_NAME), row->name },
        { ledger_text(s->line, TEXT_SKU_ID), row->sku },
        { ledger_text(s->line, TEXT_BILLING_CURRENCY), row->currency },
    };
    int order = 0;

    for (size_t k = 0; order == 0 && k < sizeof(keys) / sizeof(keys[0]); k++)
        order = compare(keys[k].line, keys[k].row);
    return order;
}

/* The row of the subject in list ${which} into ${*row}, plus 1. */
static int
find(const struct check *c, size_t which, size_t *row, struct err *e)
{
    const struct list *list = &c->lists[which];
    size_t low = 0, high = list->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = list->place(c->r, &c->subject, middle);

        if (order == 0) {
            *row = middle + 1;
            return 0;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    err_set(e, ERR_BUG, "this line has no row in %s", list->name);
    return err_at(e, ledger_input(c->r->ledger, c->subject.line)->path,
        c->subject.line->source_line);
}

/* The row of the subject, whose row of spend is ${spend}, in the list of days, plus 1. */
static int
find_day(struct check *c, size_t spend, size_t *row, struct err *e)
{
    int64_t start = c->subject.line->start;
    int zone = c->r->period.zone_minutes;
    struct known_day *known;

    if (start < c->day_from || start >= c->day_to) {
        c->day_from = time_day_start(start, zone);
        c->day_to = start == TIME_NONE ? TIME_NONE + 1 : c->day_from + TIME_DAY;
        time_format_day(c->subject.day, start, zone);
    }
    known = &c->days[((uint64_t)(c->day_from / TIME_DAY) + 31 * spend) % RECENT];
    if (known->row == 0 || known->from != c->day_from || known->spend != spend) {
        if (find(c, LIST_DAYS, row, e))
            return -1;
        *known = (struct known_day){ c->day_from, spend, *row };
    }
    *row = known->row;
    return 0;
}

static void
cast(struct list *list, size_t row, const struct ledger_line *line)
{
    list->shadows[row - 1].lines++;
    list->shadows[row - 1].billed += units(ledger_billed(line));
}

static void
cast_total(struct total_shadow *shadow, const struct ledger_line *line)
{
    struct money list;

    if (!ledger_is_spend(line)) {
        shadow->moved += amount(line, MONEY_MOVED);
        return;
    }
    shadow->without_list += !ledger_money(line, MONEY_LIST_COST, &list);
    shadow->list += units(list);
    shadow->discount += amount(line, MONEY_DISCOUNT);
    shadow->voucher += amount(line, MONEY_VOUCHER);
    if (ledger_word(line, WORD_ENTRY) == ENTRY_REFUND)
        shadow->refunds += units(ledger_billed(line));
}

/* Add ${line} to the shadows of its rows and to its input. */
static int
cast_all(struct check *c, const struct ledger_line *line, struct err *e)
{
    bool is_spend = ledger_is_spend(line);
    size_t *rows = c->places[line->facets->number].rows, day;

    c->subject.line = line;
    for (size_t i = 0; i < (is_spend ? LIST_DAYS : LIST_SPEND); i++)
        if (rows[i] == 0 && find(c, i, &rows[i], e))
            return -1;
    cast_total(&c->totals[rows[LIST_TOTALS] - 1], line);
    for (size_t i = 0; i < LIST_DAYS && is_spend; i++)
        cast(&c->lists[i], rows[i], line);
    if (is_spend) {
        if (find_day(c, rows[LIST_SPEND], &day, e))
            return -1;
        cast(&c->lists[LIST_DAYS], day, line);
    }
    c->input_billed[line->input * c->r->totals.n + rows[LIST_TOTALS] - 1] +=
        units(ledger_billed(line));
    c->input_lines[line->input]++;
    return 0;
}

/* ${what} in ${currency} is ${found}, and should be ${expected}. */
static int
check_sum(const char *what, const char *currency, money_uint expected, struct money found,
    struct err *e)
{
    char wanted[MONEY_TEXT_MAX], told[MONEY_TEXT_MAX];

    if (expected == units(found))
        return 0;
    return err_set(e, ERR_BUG, "%s in %s is %s, but the lines come to %s", what, currency,
        money_format(told, found),
        money_format(wanted, (struct money){ .units = (money_int)expected }));
}

static int
check_count(const char *what, const char *key, uint64_t expected, uint64_t found, struct err *e)
{
    if (expected == found)
        return 0;
    return err_set(e, ERR_BUG, "%s of %s is %ju, but there are %ju lines", what, key,
        (uintmax_t)found, (uintmax_t)expected);
}

static int
check_total(const struct review_total *row, const struct shadow *s, const struct total_shadow *t,
    struct err *e)
{
    struct money cash = { .units = (money_int)(s->billed - t->voucher) };

    if (check_count("totals.lines", row->currency, s->lines, row->lines, e) ||
        check_count("totals.lines_without_list", row->currency, t->without_list,
            row->lines_without_list, e) ||
        check_sum("totals.billed", row->currency, s->billed, row->billed, e) ||
        check_sum("totals.list", row->currency, t->list, row->list, e) ||
        check_sum("totals.discount", row->currency, t->discount, row->discount, e) ||
        check_sum("totals.voucher", row->currency, t->voucher, row->voucher, e) ||
        check_sum("totals.cash", row->currency, units(cash), row->cash, e) ||
        check_sum("totals.refunds", row->currency, t->refunds, row->refunds, e) ||
        check_sum("totals.moved", row->currency, t->moved, row->moved, e))
        return -1;
    if (row->has_list != (t->without_list == 0))
        return err_set(e, ERR_BUG, "totals.has_list of %s is wrong", row->currency);
    return 0;
}

static int
check_totals(const struct check *c, struct err *e)
{
    for (size_t i = 0; i < c->r->totals.n; i++)
        if (check_total(&c->r->totals.at[i], &c->lists[LIST_TOTALS].shadows[i], &c->totals[i], e))
            return -1;
    return 0;
}

static int
check_rows(const struct check *c, struct err *e)
{
    const struct review *r = c->r;

    for (size_t i = 0; i < r->spend.n; i++) {
        const struct review_spend *row = &r->spend.at[i];
        const struct shadow *s = &c->lists[LIST_SPEND].shadows[i];

        if (check_count("spend.lines", row->platform, s->lines, row->lines, e) ||
            check_sum("spend.billed", row->currency, s->billed, row->billed, e))
            return -1;
    }
    for (size_t i = 0; i < r->days.n; i++)
        if (check_sum("spend_by_day.billed", r->days.at[i].currency,
                c->lists[LIST_DAYS].shadows[i].billed, r->days.at[i].billed, e))
            return -1;
    for (size_t i = 0; i < r->resources.n; i++)
        if (check_sum("spend_by_resource.billed", r->resources.at[i].currency,
                c->lists[LIST_RESOURCES].shadows[i].billed, r->resources.at[i].billed, e))
            return -1;
    return 0;
}

/* Rows without any line, which no sum would betray. */
static int
check_empty(const struct check *c, struct err *e)
{
    for (size_t i = LIST_SPEND; i < LIST_COUNT; i++)
        for (size_t row = 0; row < c->lists[i].n; row++)
            if (c->lists[i].shadows[row].lines == 0)
                return err_set(e, ERR_BUG, "a row of %s has no lines", c->lists[i].name);
    return 0;
}

/* Lines do not know their project by themselves, so that only the whole can be compared. */
static int
check_projects(const struct check *c, struct err *e)
{
    const struct review *r = c->r;
    size_t known = 0;

    for (size_t i = 0; i < r->totals.n; i++) {
        const char *currency = r->totals.at[i].currency;
        money_uint sum = 0;

        for (size_t k = 0; k < r->projects.n; k++) {
            if (strcmp(r->projects.at[k].currency, currency) != 0)
                continue;
            sum += units(r->projects.at[k].billed);
            known++;
        }
        if (check_sum("the sum of spend_by_project.billed", currency,
                c->lists[LIST_TOTALS].shadows[i].billed, (struct money){ (money_int)sum }, e))
            return -1;
    }
    if (known != r->projects.n)
        return err_set(e, ERR_BUG, "a row of %s has no lines", "spend_by_project");
    return 0;
}

/* The sum of ${in} in ${currency}; counts in ${*known} the entries that were found. */
static struct money
input_sum(const struct input *in, const char *currency, size_t *known)
{
    for (size_t i = 0; i < in->billed.n; i++) {
        if (strcmp(in->billed.at[i].currency, currency) == 0) {
            (*known)++;
            return in->billed.at[i].sum;
        }
    }
    return MONEY_ZERO;
}

static int
check_input(const struct check *c, size_t index, struct err *e)
{
    const struct review *r = c->r;
    const struct input *in = r->ledger->inputs.at[index];
    const money_uint *billed = c->input_billed + index * r->totals.n;
    size_t known = 0;

    if (!input_is_closed(in))
        return err_set(e, ERR_BUG, "records are not the sum of lines, skipped and rejected");
    if (check_count("ledger_lines", "the input", c->input_lines[index], in->lines, e))
        return -1;
    for (size_t i = 0; i < r->totals.n; i++) {
        const char *currency = r->totals.at[i].currency;

        if (check_sum("billed", currency, billed[i], input_sum(in, currency, &known), e))
            return -1;
    }
    if (known != in->billed.n)
        return err_set(e, ERR_BUG, "a sum of the input is in a currency that has no total");
    return 0;
}

static int
check_inputs(const struct check *c, struct err *e)
{
    const struct ledger *l = c->r->ledger;

    for (size_t i = 0; i < l->inputs.n; i++)
        if (check_input(c, i, e))
            return err_at(e, l->inputs.at[i]->path, 0);
    return 0;
}

static int
make_shadows(struct check *c, struct err *e)
{
    const struct review *r = c->r;
    size_t inputs = r->ledger->inputs.n, cells;

    c->lists[LIST_TOTALS] = (struct list){ "totals", r->totals.n, place_total, NULL };
    c->lists[LIST_SPEND] = (struct list){ "spend", r->spend.n, place_spend, NULL };
    c->lists[LIST_DAYS] = (struct list){ "spend_by_day", r->days.n, place_day, NULL };
    c->lists[LIST_RESOURCES] =
        (struct list){ "spend_by_resource", r->resources.n, place_resource, NULL };
    for (size_t i = 0; i < LIST_COUNT; i++) {
        struct list *list = &c->lists[i];

        list->shadows = arena_array(&c->arena, list->n + 1, sizeof(*list->shadows));
        if (!list->shadows)
            return err_nomem(e);
    }
    c->totals = arena_array(&c->arena, r->totals.n + 1, sizeof(*c->totals));
    c->places = arena_array(&c->arena, r->ledger->facets.n + 1, sizeof(*c->places));
    c->days = arena_array(&c->arena, RECENT, sizeof(*c->days));
    if (!c->totals || !c->places || !c->days ||
        __builtin_mul_overflow(inputs, r->totals.n, &cells))
        return err_nomem(e);
    c->input_lines = arena_array(&c->arena, inputs + 1, sizeof(*c->input_lines));
    c->input_billed = arena_array(&c->arena, cells + 1, sizeof(*c->input_billed));
    return c->input_lines && c->input_billed ? 0 : err_nomem(e);
}

int
review_check(const struct review *r, struct err *e)
{
    struct check c = { .r = r };
    int result = make_shadows(&c, e);

    for (size_t i = 0; result == 0 && i < r->ledger->lines.n; i++) {
        ledger_ahead(r->ledger, i);
        if (r->ledger->lines.at[i].fate == FATE_COUNTED)
            result = cast_all(&c, &r->ledger->lines.at[i], e);
    }
    if (result == 0 &&
        (check_totals(&c, e) || check_rows(&c, e) || check_empty(&c, e) ||
            check_projects(&c, e) || check_inputs(&c, e)))
        result = -1;
    arena_release(&c.arena);
    return result;
}
