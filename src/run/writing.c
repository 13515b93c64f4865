/*
 * writing.c - the files of a report.
 *
 * One table says which they are, and who renders each.
 */
#include <string.h>

#include "base/file.h"
#include "reports/chart.h"
#include "reports/output_names.h"
#include "run/option_value.h"
#include "run/writing.h"

#define TEXT_MAX ((size_t)1 << 31)

/* Most bytes of the names of all files. */
#define NAMES_MAX ((size_t)1 << 10)

static int
give_ledger(const struct writing *w, render_sink *sink, void *context, struct err *e)
{
    return render_ledger_csv(w->results->ledger, sink, context, e);
}

static int
give_rejected(const struct writing *w, render_sink *sink, void *context, struct err *e)
{
    return render_rejected_csv(w->results->ledger, sink, context, e);
}

static int
give_findings(const struct writing *w, render_sink *sink, void *context, struct err *e)
{
    return render_findings_csv(w->results, sink, context, e);
}

static int
make_reconciliation(const struct writing *w, struct buf *out, struct err *e)
{
    return render_reconciliation_csv(out, w->results, e);
}

static int
make_json(const struct writing *w, struct buf *out, struct err *e)
{
    return render_review_json(out, w->results, e);
}

static int
make_markdown(const struct writing *w, struct buf *out, struct err *e)
{
    return render_report_markdown(out, w->results, w->charts, w->chart_count, e);
}

static int
make_page(const struct writing *w, struct buf *out, struct err *e)
{
    return render_report_html(out, w->results, w->charts, w->chart_count, e);
}

static int
make_reimbursement(const struct writing *w, struct buf *out, struct err *e)
{
    return render_reimbursement_html(out, w->results, e);
}

/* A file of text is given piece by piece, or made as a whole. */
struct text_file {
    enum output_name_id name;
    unsigned output; /* enum output */
    bool needs_bills; /* it has nothing to tell of results that an engine gave */
    int (*give)(const struct writing *w, render_sink *sink, void *context, struct err *e);
    int (*make)(const struct writing *w, struct buf *out, struct err *e);
};

static const struct text_file text_files[] = {
    { OUTPUT_NAME_LEDGER, OUTPUT_CSV, true, give_ledger, NULL },
    { OUTPUT_NAME_REJECTED, OUTPUT_CSV, true, give_rejected, NULL },
    { OUTPUT_NAME_FINDINGS, OUTPUT_CSV, false, give_findings, NULL },
    { OUTPUT_NAME_RECONCILIATION, OUTPUT_CSV, true, NULL, make_reconciliation },
    { OUTPUT_NAME_JSON, OUTPUT_JSON, false, NULL, make_json },
    { OUTPUT_NAME_MARKDOWN, OUTPUT_MARKDOWN, false, NULL, make_markdown },
    { OUTPUT_NAME_PAGE, OUTPUT_HTML, false, NULL, make_page },
    { OUTPUT_NAME_REIMBURSEMENT, OUTPUT_HTML, true, NULL, make_reimbursement },
};

#define TEXT_FILES (sizeof(text_files) / sizeof(text_files[0]))

static int
give(const struct writing *w, const struct text_file *file, render_sink *sink, void *context,
    struct err *e)
{
    struct buf text;
    int result;

    if (file->give)
        return file->give(w, sink, context, e);
    buf_init(&text, TEXT_MAX);
    result = file->make(w, &text, e);
    if (result == 0)
        result = buf_ok(&text, e);
    if (result == 0)
        result = sink(context, buf_sv(&text), e);
    buf_release(&text);
    return result;
}

const char *const writing_words[] = { "html", "md", "csv", "json", "charts", "xlsx", "all", NULL };

int
writing_outputs(unsigned *out, const char *option, const char *list, struct err *e)
{
    struct sv rest = sv_of(list), piece;
    unsigned i;

    *out = 0;
    while (sv_cut(&rest, ',', &piece)) {
        if (option_word(&i, option, writing_words, sv_trim(piece), e) < 0)
            return -1;
        *out |= writing_words[i + 1] ? 1u << i : OUTPUT_ALL;
    }
    return *out ? 0 : err_set(e, ERR_USAGE, N_("%s needs a value: %s"), option, "LIST");
}

void
writing_init(struct writing *w, const struct results *results)
{
    *w = (struct writing){ .results = results, .arena = ARENA_INIT };
}

void
writing_release(struct writing *w)
{
    arena_release(&w->arena);
}

static int
write_charts(struct writing *w, struct outdir *out, struct err *e)
{
    struct buf folder;
    bool is_drawn = false;
    int result;

    buf_init(&folder, ERR_PATH_MAX);
    result = file_join(&folder, outdir_folder(out), OUTPUT_CHARTS_FOLDER, e);
    if (result == 0)
        result = chart_draw_all(w->results, folder.p, &w->arena, w->charts, WRITING_CHARTS_MAX,
            &w->chart_count, &is_drawn, &w->remark, e);
    buf_release(&folder);
    return result;
}

static int
write_xlsx(const struct writing *w, struct outdir *out, struct err *e)
{
    const char *folder = outdir_folder(out);
    struct buf path;
    int result;

    buf_init(&path, ERR_PATH_MAX);
    result = file_join(&path, folder, output_name(OUTPUT_NAME_WORKBOOK), e);
    if (result == 0)
        result = render_xlsx(path.p, folder, w->results, w->owns_stderr, e);
    buf_release(&path);
    return result;
}

int
writing_write(struct writing *w, struct outdir *out, unsigned outputs, struct err *e)
{
    /* The pages show the charts. */
    if ((outputs & OUTPUT_CHARTS) && write_charts(w, out, e) < 0)
        return -1;
    for (size_t i = 0; i < TEXT_FILES; i++) {
        if (!(outputs & text_files[i].output) ||
            (text_files[i].needs_bills && results_are_given(w->results)))
            continue;
        if (outdir_open(out, output_name(text_files[i].name), e) < 0 ||
            give(w, &text_files[i], outdir_sink, out, e) < 0 || outdir_close(out, e) < 0)
            return -1;
    }
    return outputs & OUTPUT_XLSX ? write_xlsx(w, out, e) : 0;
}

int
writing_give(const struct writing *w, const char *name, render_sink *sink, void *context,
    struct err *e)
{
    struct buf names;

    for (size_t i = 0; i < TEXT_FILES; i++)
        if (strcmp(output_name(text_files[i].name), name) == 0)
            return give(w, &text_files[i], sink, context, e);
    buf_init(&names, NAMES_MAX);
    for (size_t i = 0; i < TEXT_FILES; i++)
        buf_addf(&names, "%s%s", i > 0 ? ", " : "",
            output_name(text_files[i].name));
    (void)err_set_whole(e, ERR_USAGE, N_("'%s' is no file of a report; there are %s"), name,
        names.n > 0 ? names.p : "");
    buf_release(&names);
    return -1;
}
