/*
 * engine_sums.c - the sums of an engine into a review, and whether they close.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/review_sort.h"
#include "base/file.h"
#include "base/vec.h"
#include "run/engine_parts.h"

#define ROWS_MAX UINT32_MAX

#define TOTALS_FILE "totals.csv"

static const char *const totals_columns[] = { "currency", "n", "n_without_list", "list",
    "discount", "billed", "voucher", "cash", "refunds", "moved", NULL };
static const char *const spend_columns[] = { "platform", "category", "currency", "n", "billed",
    NULL };
static const char *const days_columns[] = { "day", "platform", "category", "currency", "billed",
    NULL };
static const char *const resources_columns[] = { "platform", "resource", "name", "sku",
    "currency", "billed", NULL };
static const char *const projects_columns[] = { "project", "currency", "billed", NULL };
static const char *const inputs_columns[] = { "path", "currency", "n", "billed", NULL };
static const char *const checks_columns[] = { "what", "currency", "expected", "found", NULL };

static int
take_total(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct review_total t = { .currency = NULL };
    struct money *const amounts[] = { &t.list, &t.discount, &t.billed, &t.voucher, &t.cash,
        &t.refunds, &t.moved };
    struct money rest;

    if (vec_grow(&x->review->totals, 1, ROWS_MAX, e) ||
        engine_currency(x, row, 0, &t.currency, e) || engine_count(row, 1, &t.lines, e) ||
        engine_count(row, 2, &t.lines_without_list, e))
        return -1;
    for (size_t i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++)
        if (engine_amount(row, i + 3, amounts[i], e))
            return -1;
    if (t.lines_without_list > t.lines)
        return err_set(e, ERR_BUG, N_("more lines are without a list price than there are lines"));
    rest = t.billed;
    if (money_sub(&rest, t.voucher, e))
        return -1;
    if (money_compare(rest, t.cash) != 0)
        return err_set(e, ERR_BUG, N_("what is paid in cash is not what is billed less vouchers"));
    t.has_list = t.lines_without_list == 0;
    x->review->totals.at[x->review->totals.n++] = t;
    return 0;
}

static int
take_spend(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct review_spend s = { .platform = engine_text(x, row->cells[0], e) };

    if (!s.platform || vec_grow(&x->review->spend, 1, ROWS_MAX, e) ||
        engine_category(row, 1, &s.category, e) || engine_currency(x, row, 2, &s.currency, e) ||
        engine_count(row, 3, &s.lines, e) || engine_amount(row, 4, &s.billed, e))
        return -1;
    x->review->spend.at[x->review->spend.n++] = s;
    return 0;
}

/* A day as review.json has it, or nothing. */
static int
take_day_text(const struct engine_row *row, char day[11], struct err *e)
{
    struct time_text time;
    struct err ignored = ERR_INIT;
    char same[TIME_TEXT_MAX];

    day[0] = '\0';
    if (row->cells[0].n == 0)
        return 0;
    if (time_parse(&time, row->cells[0], DATE_YEAR_FIRST, 0, false, &ignored) < 0 ||
        !sv_is(row->cells[0], sv_of(time_format_day(same, time.at, 0))))
        return ENGINE_REFUSE(row, 0, e, N_("column %s: '%.*s' is no day such as 2026-03-01"));
    memcpy(day, same, 11);
    return 0;
}

static int
take_day(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct review_day d = { .platform = engine_text(x, row->cells[1], e) };

    if (!d.platform || vec_grow(&x->review->days, 1, ROWS_MAX, e) ||
        take_day_text(row, d.day, e) || engine_category(row, 2, &d.category, e) ||
        engine_currency(x, row, 3, &d.currency, e) || engine_amount(row, 4, &d.billed, e))
        return -1;
    x->review->days.at[x->review->days.n++] = d;
    return 0;
}

static int
take_resource(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct review_resource s = { .platform = engine_text(x, row->cells[0], e),
        .resource = engine_text(x, row->cells[1], e), .name = engine_text(x, row->cells[2], e),
        .sku = engine_text(x, row->cells[3], e) };

    if (!s.platform || !s.resource || !s.name || !s.sku ||
        vec_grow(&x->review->resources, 1, ROWS_MAX, e) ||
        engine_currency(x, row, 4, &s.currency, e) || engine_amount(row, 5, &s.billed, e))
        return -1;
    x->review->resources.at[x->review->resources.n++] = s;
    return 0;
}

static int
take_project(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct review_project p = { .project = engine_text(x, row->cells[0], e) };

    if (!p.project || vec_grow(&x->review->projects, 1, ROWS_MAX, e) ||
        engine_currency(x, row, 1, &p.currency, e) || engine_amount(row, 2, &p.billed, e))
        return -1;
    x->review->projects.at[x->review->projects.n++] = p;
    return 0;
}

static int
take_input(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct engine_input_sum s = { .path = engine_text(x, row->cells[0], e) };

    if (!s.path || vec_grow(&x->sums, 1, ROWS_MAX, e) ||
        engine_currency(x, row, 1, &s.currency, e) || engine_count(row, 2, &s.lines, e) ||
        engine_amount(row, 3, &s.billed, e))
        return -1;
    if (!s.path[0])
        return ENGINE_REFUSE(row, 0, e, N_("column %s: '%.*s' is no path of a file"));
    x->sums.at[x->sums.n++] = s;
    return 0;
}

static int
compare_sums(const void *left, const void *right)
{
    const struct engine_input_sum *a = left, *b = right;
    int order = strcmp(a->path, b->path);

    return order ? order : strcmp(a->currency, b->currency);
}

const struct engine_input_sum *
engine_input_sum(const struct engine_reading *x, const char *path, const char *currency)
{
    const struct engine_input_sum key = { .path = path, .currency = currency };

    return x->sums.n > 0
        ? bsearch(&key, x->sums.at, x->sums.n, sizeof(key), compare_sums) : NULL;
}

/* An input for each path, whose place in the ledger is that of its path. */
static int
make_inputs(struct engine_reading *x, struct err *e)
{
    struct ledger *l = &x->r->import.ledger;
    struct input *in = NULL;
    uint32_t index = 0;

    if (x->sums.n > 0)
        qsort(x->sums.at, x->sums.n, sizeof(*x->sums.at), compare_sums);
    for (size_t i = 0; i < x->sums.n; i++) {
        struct engine_input_sum *s = &x->sums.at[i];

        if (i == 0 || strcmp(s->path, x->sums.at[i - 1].path) != 0) {
            struct map_entry *entry = map_put(&x->inputs, sv_of(s->path), NULL);

            in = entry ? input_new(sv_of(s->path), false) : NULL;
            if (!in)
                return err_nomem(e);
            if (ledger_add_input(l, in, &index, e)) {
                input_free(in);
                return -1;
            }
            entry->value.number = index;
            in->kind = INPUT_BILL;
        }
        s->input = index;
        in->records += s->lines;
        in->lines += s->lines;
        if (currency_sums_add(&in->billed, s->currency, s->billed, e))
            return -1;
    }
    return 0;
}

int
engine_read_sums(struct engine_reading *x, const char *folder, struct err *e)
{
    static const struct {
        const char *name;
        struct engine_table table;
        engine_visit *visit;
    } files[] = {
        { TOTALS_FILE, { totals_columns, 1 }, take_total },
        { "spend.csv", { spend_columns, 3 }, take_spend },
        { "spend_by_day.csv", { days_columns, 4 }, take_day },
        { "spend_by_resource.csv", { resources_columns, 5 }, take_resource },
        { "spend_by_project.csv", { projects_columns, 2 }, take_project },
        { "spend_by_input.csv", { inputs_columns, 2 }, take_input },
        { "checks.csv", { checks_columns, 2 }, engine_take_law },
    };
    struct buf path;
    int result = 0;

    buf_init(&path, ERR_PATH_MAX);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && result == 0; i++)
        if (file_join(&path, folder, files[i].name, e) ||
            engine_table_read(path.p, &files[i].table, files[i].visit, x, e))
            result = -1;
    buf_release(&path);
    if (result == 0)
        review_sort(x->review);
    return result < 0 ? -1 : make_inputs(x, e);
}
