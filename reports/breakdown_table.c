/*
 * breakdown_table.c - the bars of a chart as a table, in their order.
 */
#include "reports/breakdown.h"
#include "reports/say.h"

static const char *
first_heading(const struct breakdown *b)
{
    switch (b->kind) {
    case BREAKDOWN_CATEGORY:
        return N_("Category");
    case BREAKDOWN_PLATFORM:
        return N_("Platform");
    case BREAKDOWN_LEAKS:
        return N_("Rule");
    case BREAKDOWN_DAY:
        return b->is_monthly ? N_("Month") : b->is_weekly ? N_("Week") : N_("Day");
    case BREAKDOWN_GPU_TIME:
        return N_("Resource");
    case BREAKDOWN_MONTH:
        break;
    }
    return N_("Month");
}

const char *
breakdown_part_label(const struct breakdown *b, const struct results *r, unsigned part)
{
    if (b->kind == BREAKDOWN_LEAKS)
        return lang_text(r->lang, certainty_word((enum certainty)part));
    if (b->kind == BREAKDOWN_GPU_TIME)
        return lang_text(r->lang, gpu_state_word((enum gpu_state)part));
    return say_category(r, (enum category)part);
}

const char *
breakdown_part_key(const struct breakdown *b, unsigned part)
{
    if (b->kind == BREAKDOWN_GPU_TIME)
        return gpu_state_word((enum gpu_state)part);
    return b->kind == BREAKDOWN_LEAKS ? certainty_word((enum certainty)part)
        : words_category.words[part];
}

static void
add_columns(const struct breakdown *b, const struct results *r, struct table *t)
{
    bool is_cut = b->kind != BREAKDOWN_CATEGORY;

    t->title = breakdown_title(b);
    table_column(t, "key", first_heading(b), false);
    for (size_t i = 0; is_cut && i < b->part_count; i++)
        table_column(t, breakdown_part_key(b, b->parts[i]),
            breakdown_part_label(b, r, b->parts[i]), true);
    table_column(t, "total", is_cut ? N_("Total") : N_("Billed"), true);
    if (!money_is_zero(b->leaked))
        table_column(t, "leaked", N_("Leaked"), true);
    if (b->kind == BREAKDOWN_MONTH)
        table_column(t, "change", N_("Change"), true);
    else
        table_column(t, "share", N_("Share"), true);
}

static struct table_cell
whole_figure(const struct breakdown *b, struct money amount)
{
    return b->kind == BREAKDOWN_GPU_TIME ? cell_number(amount) : cell_amount(amount, b->currency);
}

static struct table_cell
figure(const struct breakdown *b, struct money amount)
{
    return money_is_zero(amount) ? cell_empty() : whole_figure(b, amount);
}

static int
add_leaked(const struct breakdown *b, const struct breakdown_bar *bar, struct table *t,
    struct err *e)
{
    struct money leaked = MONEY_ZERO;

    if (money_is_zero(b->leaked))
        return 0;
    for (size_t i = 0; i < BREAKDOWN_PARTS; i++)
        if (money_add(&leaked, bar->leaked[i], e))
            return -1;
    return table_add(t, figure(b, leaked), e);
}

static int
add_row(const struct breakdown *b, const struct breakdown_bar *bar, struct table *t,
    struct err *e)
{
    bool is_cut = b->kind != BREAKDOWN_CATEGORY;
    struct table_cell last = cell_share(say_part_of(bar->total, b->total));

    if (table_add(t, cell_text(bar->label), e))
        return -1;
    for (size_t i = 0; is_cut && i < b->part_count; i++)
        if (table_add(t, figure(b, bar->part[b->parts[i]]), e))
            return -1;
    if (b->kind == BREAKDOWN_MONTH)
        last = bar->has_change ? cell_change(cell_share(bar->change)) : cell_empty();
    return table_add(t, whole_figure(b, bar->total), e) || add_leaked(b, bar, t, e) ||
        table_add(t, last, e) ? -1 : 0;
}

int
breakdown_table(const struct breakdown *b, const struct results *r, struct table *t,
    struct err *e)
{
    add_columns(b, r, t);
    for (size_t i = 0; i < b->bars.n; i++)
        if (add_row(b, &b->bars.at[i], t, e))
            return -1;
    return 0;
}
