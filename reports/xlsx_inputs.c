/*
 * xlsx_inputs.c - every file and what became of its records, as a sheet.
 */
#include "reports/say.h"
#include "reports/xlsx_sheets.h"

/* Why records were skipped, by enum skip. */
static const char *const skips[SKIP_COUNT][2] = {
    [SKIP_BLANK] = { "blank", N_("Blank") },
    [SKIP_REPEATED_HEADER] = { "repeated-header", N_("Headings again") },
    [SKIP_TOTAL_ROW] = { "total-row", N_("Total rows") },
    [SKIP_NOT_A_CHARGE] = { "not-a-charge", N_("No charge") },
    [SKIP_ALREADY_SEEN] = { "already-seen", N_("Seen already") },
    [SKIP_OUT_OF_PERIOD] = { "out-of-period", N_("Out of period") },
    [SKIP_FOLDED] = { "folded", N_("Folded") },
    [SKIP_OBSERVATION] = { "observation", N_("Observations") },
};

/* The sum of ${sums} in ${currency}; an empty cell where there is none. */
static void
add_sum(struct sheet *s, const struct currency_sums *sums, const char *currency)
{
    for (size_t i = 0; i < sums->n; i++)
        if (strcmp(sums->at[i].currency, currency) == 0) {
            sheet_money(s, sums->at[i].sum, currency);
            return;
        }
    sheet_skip(s);
}

/* A row for each currency of ${in}; the counts stand in the first. */
static void
add_input(struct sheet *s, const struct results *r, const struct input *in)
{
    size_t rows = in->billed.n > 0 ? in->billed.n : 1;

    for (size_t k = 0; k < rows && !sheet_is_full(s); k++) {
        const char *currency = in->billed.n > 0 ? in->billed.at[k].currency : NULL;
        char name[SAY_PLATFORM_MAX];

        sheet_text(s, in->path);
        sheet_text(s, in->format && in->format[0] ? say_format(r, in) : "");
        sheet_text(s, in->platform && in->platform[0] ?
            say_platform_read(name, r, in->platform) : "");
        sheet_text(s, in->encoding ? in->encoding : "");
        if (k == 0) {
            sheet_count(s, in->records);
            sheet_count(s, in->lines);
            sheet_count(s, in->rejected);
        }
        for (size_t i = 0; i < (k == 0 ? 0 : 3); i++)
            sheet_skip(s);
        for (size_t i = 0; i < SKIP_COUNT; i++)
            if (k == 0)
                sheet_count(s, in->skipped[i]);
            else
                sheet_skip(s);
        sheet_text(s, currency ? currency : "");
        add_sum(s, &in->billed, currency ? currency : "");
        add_sum(s, &in->declared, currency ? currency : "");
        sheet_text(s, in->sha256);
        sheet_next(s, currency);
    }
}

void
xlsx_inputs(struct sheet *s, const struct results *r)
{
    static const struct {
        const char *key, *title;
        enum sheet_kind kind;
    } before[] = {
        { "path", N_("File"), SHEET_TEXT }, { "format", N_("Format"), SHEET_TEXT },
        { "platform", N_("Platform"), SHEET_TEXT }, { "encoding", N_("Encoding"), SHEET_TEXT },
        { "records", N_("Records"), SHEET_COUNT }, { "ledger_lines", N_("Lines"), SHEET_COUNT },
        { "rejected", N_("Rejected"), SHEET_COUNT },
    }, behind[] = {
        { "currency", N_("Currency"), SHEET_TEXT }, { "billed", N_("Billed"), SHEET_SUM },
        { "declared", N_("Declared by the file"), SHEET_MONEY },
        { "sha256", N_("SHA-256"), SHEET_TEXT },
    };
    const size_t n = r->ledger->inputs.n;

    for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
        sheet_column(s, before[i].key, lang_text(r->lang, before[i].title), before[i].kind);
    for (size_t i = 0; i < SKIP_COUNT; i++)
        sheet_column(s, skips[i][0], lang_text(r->lang, skips[i][1]), SHEET_COUNT);
    for (size_t i = 0; i < sizeof(behind) / sizeof(behind[0]); i++)
        sheet_column(s, behind[i].key, lang_text(r->lang, behind[i].title), behind[i].kind);
    sheet_sum_by(s, sizeof(before) / sizeof(before[0]) + SKIP_COUNT);
    sheet_headings(s);
    for (size_t i = 0; i < n; i++)
        add_input(s, r, r->ledger->inputs.at[i]);
    xlsx_end(s, r, sheet_is_full(s) ? n : sheet_rows(s), "review.json");
}
