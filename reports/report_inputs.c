/*
 * report_inputs.c - every input and its accounting: records = lines + skipped + rejected.
 */
#include "base/buf.h"
#include "reports/ranking.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

/* What say_skipped() says; NULL when out of memory. */
static const char *
remark_text(struct table *t, const struct input *in, const struct results *r)
{
    struct buf text;
    const char *kept;

    buf_init(&text, TEXT_BYTES_MAX);
    say_skipped(&text, r, in);
    kept = text.failed ? NULL : table_text(t, text.n > 0 ? text.p : "");
    buf_release(&text);
    return kept;
}

/* "CNY 1,265.22", to be held against the total that the platform shows; NULL when out of memory. */
static const char *
sums_text(struct table *t, const struct currency_sums *sums)
{
    char figure[SAY_FIGURE_MAX];
    struct buf text;
    const char *kept;

    buf_init(&text, TEXT_BYTES_MAX);
    for (size_t i = 0; i < sums->n; i++)
        buf_addf(&text, "%s%s %s", text.n > 0 ? ", " : "", sums->at[i].currency,
            say_amount(figure, sums->at[i].sum, sums->at[i].currency));
    kept = text.failed ? NULL : table_text(t, text.n > 0 ? text.p : "");
    buf_release(&text);
    return kept;
}

static int
add_row(struct table *t, const struct results *r, const struct input *in, struct err *e)
{
    const char *remark = remark_text(t, in, r), *billed = sums_text(t, &in->billed);
    const char *declared = sums_text(t, &in->declared);
    uint64_t n = 0;

    if (!remark || !billed || !declared)
        return err_nomem(e);
    for (unsigned i = 0; i < SKIP_COUNT; i++)
        n += in->skipped[i];
    return table_add(t, cell_text(in->path), e) || table_add(t, cell_count(in->records), e) ||
        table_add(t, cell_count(in->lines), e) || table_add(t, cell_count(n), e) ||
        table_add(t, cell_count(in->rejected), e) || table_add(t, cell_text(billed), e) ||
        table_add(t, cell_text(declared), e) ||
        table_add(t, cell_text(in->encoding), e) ||
        table_add(t, cell_text(say_format(r, in)), e) ||
        table_add(t, cell_text(say_evidence(r, in->evidence_level)), e) ||
        table_add(t, cell_text(remark), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t n = r->ledger->inputs.n;
    size_t shown = n < REPORT_ROWS_MAX ? n : REPORT_ROWS_MAX;

    table_column(t, "path", N_("File"), false);
    table_column(t, "records", N_("Records"), true);
    table_column(t, "ledger_lines", N_("Lines"), true);
    table_column(t, "skipped", N_("Skipped"), true);
    table_column(t, "rejected", N_("Rejected"), true);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "declared", N_("Declared by the file"), true);
    table_column(t, "encoding", N_("Encoding"), false);
    table_column(t, "format", N_("Format"), false);
    table_column(t, "evidence_level", N_("How the format is known"), false);
    table_column(t, "remark", N_("Skipped, or could not be read, because"), false);
    for (size_t i = 0; i < shown; i++)
        if (add_row(t, r, r->ledger->inputs.at[i], e))
            return -1;
    return ranking_note(t, r, shown, n, "review.json", e);
}

const struct report report_inputs = {
    .name = "inputs",
    .title = N_("Files read"),
    .order = REPORT_TRUST + 10,
    .fill = fill,
};
