/*
 * xlsx_spend.c - where the money went, as sheets: by platform and category, resource, day, project.
 */
#include "reports/say.h"
#include "reports/xlsx_sheets.h"

static void
column(struct sheet *s, const struct results *r, const char *key, const char *title,
    enum sheet_kind kind)
{
    sheet_column(s, key, lang_text(r->lang, title), kind);
}

void
xlsx_spend(struct sheet *s, const struct results *r)
{
    const struct review *v = r->review;

    column(s, r, "platform", N_("Platform"), SHEET_TEXT);
    column(s, r, "id", N_("Platform id"), SHEET_TEXT);
    column(s, r, "category", N_("Category"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "lines", N_("Lines"), SHEET_COUNT);
    column(s, r, "billed", N_("Billed"), SHEET_SUM);
    column(s, r, "share", N_("Share"), SHEET_SHARE);
    sheet_sum_by(s, 3);
    sheet_headings(s);
    for (size_t i = 0; i < v->spend.n && !sheet_is_full(s); i++) {
        const struct review_spend *row = &v->spend.at[i];
        char name[SAY_PLATFORM_MAX];

        sheet_text(s, say_platform_read(name, r, row->platform));
        sheet_text(s, row->platform);
        sheet_text(s, say_category(r, row->category));
        sheet_text(s, row->currency);
        sheet_count(s, row->lines);
        sheet_money(s, row->billed, row->currency);
        sheet_share(s, say_part_of(row->billed, say_total(r, row->currency)));
        sheet_next(s, row->currency);
    }
    xlsx_end(s, r, v->spend.n, "review.json");
}

/* GPU hours of resource ${i}, by what the GPUs did. */
static void
add_hours(struct sheet *s, const struct results *r, size_t i)
{
    const struct gpu_use *use = say_gpu_use(r, i);

    if (use)
        sheet_money(s, use->hours, NULL);
    else
        sheet_skip(s);
    for (size_t k = 0; k < GPU_STATES; k++)
        if (use)
            sheet_money(s, use->state[k], NULL);
        else
            sheet_skip(s);
}

void
xlsx_resources(struct sheet *s, const struct results *r)
{
    const struct review *v = r->review;

    column(s, r, "platform", N_("Platform"), SHEET_TEXT);
    column(s, r, "resource", N_("Resource"), SHEET_TEXT);
    column(s, r, "name", N_("Name"), SHEET_TEXT);
    column(s, r, "sku", N_("SKU"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "billed", N_("Billed"), SHEET_SUM);
    column(s, r, "gpu_hours", N_("GPU hours"), SHEET_SUM);
    column(s, r, "gpu_hours_used", N_("Hours used"), SHEET_SUM);
    column(s, r, "gpu_hours_idle", N_("Hours idle"), SHEET_SUM);
    column(s, r, "gpu_hours_unknown", N_("Hours unknown"), SHEET_SUM);
    sheet_sum_by(s, 4);
    sheet_headings(s);
    for (size_t i = 0; i < v->resources.n && !sheet_is_full(s); i++) {
        const struct review_resource *row = &v->resources.at[i];

        sheet_text(s, say_platform(r, row->platform));
        sheet_text(s, row->resource);
        sheet_text(s, row->name);
        sheet_text(s, row->sku);
        sheet_text(s, row->currency);
        sheet_money(s, row->billed, row->currency);
        add_hours(s, r, i);
        sheet_next(s, row->currency);
    }
    xlsx_end(s, r, v->resources.n, "review.json");
}

void
xlsx_days(struct sheet *s, const struct results *r)
{
    const struct review *v = r->review;

    column(s, r, "day", N_("Day"), SHEET_TEXT);
    column(s, r, "platform", N_("Platform"), SHEET_TEXT);
    column(s, r, "category", N_("Category"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "billed", N_("Billed"), SHEET_SUM);
    sheet_sum_by(s, 3);
    sheet_headings(s);
    for (size_t i = 0; i < v->days.n && !sheet_is_full(s); i++) {
        const struct review_day *row = &v->days.at[i];

        sheet_text(s, row->day);
        sheet_text(s, say_platform(r, row->platform));
        sheet_text(s, say_category(r, row->category));
        sheet_text(s, row->currency);
        sheet_money(s, row->billed, row->currency);
        sheet_next(s, row->currency);
    }
    xlsx_end(s, r, v->days.n, "review.json");
}

void
xlsx_projects(struct sheet *s, const struct results *r)
{
    const struct review *v = r->review;

    column(s, r, "project", N_("Project"), SHEET_TEXT);
    column(s, r, "currency", N_("Currency"), SHEET_TEXT);
    column(s, r, "billed", N_("Billed"), SHEET_SUM);
    sheet_sum_by(s, 1);
    sheet_headings(s);
    for (size_t i = 0; i < v->projects.n && !sheet_is_full(s); i++) {
        const struct review_project *row = &v->projects.at[i];

        sheet_text(s, row->project[0] ? row->project : lang_text(r->lang, N_("no project")));
        sheet_text(s, row->currency);
        sheet_money(s, row->billed, row->currency);
        sheet_next(s, row->currency);
    }
    xlsx_end(s, r, v->projects.n, "review.json");
}
