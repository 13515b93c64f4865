/*
 * table_sums.c - the period, the totals, and where the money went.
 */
#include "library/table.h"
#include "reports/say.h"

static void
set_money(struct value *out, struct money m)
{
    *out = (struct value){ .kind = VALUE_MONEY, .money = m };
}

/* A period without an end holds no lines. */
static bool
next_period(struct gpubill_rows *rows)
{
    rows->row = &rows->results->review->period;
    return rows->i++ == 0;
}

static void
make_from(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct period *p = rows->row;

    (void)text;
    if (p->from < p->to)
        value_set_time(out, p->from);
}

static void
make_to(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct period *p = rows->row;

    (void)text;
    if (p->from < p->to)
        value_set_time(out, p->to);
}

static const struct field period_fields[] = {
    { "from", MADE(make_from) },
    { "to", MADE(make_to) },
    { .name = NULL },
};

const struct table_view table_period = { GPUBILL_PERIOD, period_fields, next_period, { 0 } };

/* What leaks in the currency of the row; 0 where nothing does. */
static struct audit_leak
leak_of(const struct gpubill_rows *rows)
{
    const struct review_total *t = rows->row;
    const struct audit *a = rows->results->audit;

    for (size_t i = 0; i < a->leaks.n; i++)
        if (strcmp(a->leaks.at[i].currency, t->currency) == 0)
            return a->leaks.at[i];
    return (struct audit_leak){ .gross = MONEY_ZERO };
}

static void
make_gross(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    set_money(out, leak_of(rows).gross);
}

static void
make_net(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    (void)text;
    set_money(out, leak_of(rows).net);
}

static bool
next_total(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->review->totals);
}

static const struct field total_fields[] = {
    { "currency", FIELD_TEXT, OF_ROW(review_total, currency) },
    { "lines", FIELD_COUNT, OF_ROW(review_total, lines) },
    { "list", FIELD_MONEY, OF_ROW(review_total, list) },
    { "discount", FIELD_MONEY, OF_ROW(review_total, discount) },
    { "billed", FIELD_MONEY, OF_ROW(review_total, billed) },
    { "voucher", FIELD_MONEY, OF_ROW(review_total, voucher) },
    { "cash", FIELD_MONEY, OF_ROW(review_total, cash) },
    { "refunds", FIELD_MONEY, OF_ROW(review_total, refunds) },
    { "moved", FIELD_MONEY, OF_ROW(review_total, moved) },
    { "lines_without_list", FIELD_COUNT, OF_ROW(review_total, lines_without_list) },
    { "leaks_gross", MADE(make_gross) },
    { "leaks_net", MADE(make_net) },
    { .name = NULL },
};

const struct table_view table_totals = { GPUBILL_TOTALS, total_fields, next_total, { 0 } };

static bool
next_spend(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->review->spend);
}

static void
make_category(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct review_spend *s = rows->row;

    (void)text;
    value_set_text(out, words_category.words[s->category]);
}

static const struct field spend_fields[] = {
    { "platform", FIELD_TEXT, OF_ROW(review_spend, platform) },
    { "category", MADE(make_category) },
    { "currency", FIELD_TEXT, OF_ROW(review_spend, currency) },
    { "lines", FIELD_COUNT, OF_ROW(review_spend, lines) },
    { "billed", FIELD_MONEY, OF_ROW(review_spend, billed) },
    { .name = NULL },
};

const struct table_view table_spend = { GPUBILL_SPEND, spend_fields, next_spend, { 0 } };

static bool
next_day(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->review->days);
}

static void
make_category_of_day(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct review_day *d = rows->row;

    (void)text;
    value_set_text(out, words_category.words[d->category]);
}

static const struct field day_fields[] = {
    { "day", FIELD_CHARS, OF_ROW(review_day, day) },
    { "platform", FIELD_TEXT, OF_ROW(review_day, platform) },
    { "category", MADE(make_category_of_day) },
    { "currency", FIELD_TEXT, OF_ROW(review_day, currency) },
    { "billed", FIELD_MONEY, OF_ROW(review_day, billed) },
    { .name = NULL },
};

const struct table_view table_spend_by_day = { GPUBILL_SPEND_BY_DAY, day_fields, next_day, { 0 } };

static bool
next_resource(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->review->resources);
}

static void
make_gpu_hours(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct gpu_use *use = say_gpu_use(rows->results, rows->i - 1);

    (void)text;
    if (use)
        set_money(out, use->hours);
}

static const struct field resource_fields[] = {
    { "platform", FIELD_TEXT, OF_ROW(review_resource, platform) },
    { "resource", FIELD_TEXT, OF_ROW(review_resource, resource) },
    { "name", FIELD_TEXT, OF_ROW(review_resource, name) },
    { "sku", FIELD_TEXT, OF_ROW(review_resource, sku) },
    { "currency", FIELD_TEXT, OF_ROW(review_resource, currency) },
    { "billed", FIELD_MONEY, OF_ROW(review_resource, billed) },
    { "gpu_hours", MADE(make_gpu_hours) },
    { .name = NULL },
};

const struct table_view table_spend_by_resource = { GPUBILL_SPEND_BY_RESOURCE, resource_fields,
    next_resource, { 0 } };

static bool
next_project(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->review->projects);
}

static const struct field project_fields[] = {
    { "project", FIELD_TEXT, OF_ROW(review_project, project) },
    { "currency", FIELD_TEXT, OF_ROW(review_project, currency) },
    { "billed", FIELD_MONEY, OF_ROW(review_project, billed) },
    { .name = NULL },
};

const struct table_view table_spend_by_project = { GPUBILL_SPEND_BY_PROJECT, project_fields,
    next_project, { 0 } };
