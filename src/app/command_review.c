/*
 * command_review.c - the main job: read everything, sum it, write the report.
 */
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "app/command.h"
#include "app/fail_on.h"
#include "app/output.h"
#include "app/reading.h"
#include "app/reconciling.h"
#include "app/redacting.h"
#include "app/stop.h"
#include "base/file.h"
#include "reports/chart.h"
#include "reports/outdir.h"
#include "reports/output_names.h"
#include "reports/render.h"
#include "reports/say.h"

#define CHARTS_MAX 64
#define TEXT_MAX ((size_t)1 << 31)

/* Warnings and rejected records that a terminal shows below the summary. */
#define WARNINGS_SHOWN 3

/* Most bytes of the names of files that are gone. */
#define NAMES_MAX ((size_t)1 << 12)

struct run {
    const struct options *o;
    struct reading reading;
    struct review review;
    struct audit audit;
    struct fail_on fail_on;
    struct reconciling reconciling;
    struct results results;
    struct outdir *out;
    struct arena arena; /* of the charts' images */
    struct chart_image charts[CHARTS_MAX];
    size_t chart_count;
};

static int64_t
wall_clock(void)
{
    struct timespec t;

    return clock_gettime(CLOCK_REALTIME, &t) == 0 ? t.tv_sec * TIME_SECOND : 0;
}

static void
fill_results(struct run *run, int64_t started, const struct timespec *begun)
{
    struct timespec now;
    struct rusage used;
    struct results *r = &run->results;

    *r = (struct results){ .ledger = &run->reading.import.ledger, .review = &run->review,
        .import = &run->reading.import, .formats = &run->reading.formats,
        .lang = (enum lang)run->o->lang, .version = GPUBILL_VERSION, .started = started,
        .audit = &run->audit, .recon = &run->reconciling.recon, .config = run->reading.config,
        .limits = &run->o->limits.program, .is_redacted = run->o->is_redacted };
    if (clock_gettime(CLOCK_MONOTONIC, &now) == 0)
        r->milliseconds = (now.tv_sec - begun->tv_sec) * TIME_SECOND +
            (now.tv_nsec - begun->tv_nsec) / 1000000;
    if (getrusage(RUSAGE_SELF, &used) == 0)
        r->peak_memory = (uint64_t)used.ru_maxrss * 1024;
}

/* Write the text that a renderer made. */
static int
write_text(struct outdir *out, const char *name, struct buf *text, int result, struct err *e)
{
    if (result == 0)
        result = buf_ok(text, e);
    if (result == 0)
        result = outdir_write(out, name, buf_sv(text), e);
    buf_release(text);
    return result;
}

static int
write_csv(struct run *run, struct err *e)
{
    struct outdir *out = run->out;
    const struct ledger *l = run->results.ledger;
    struct buf text;

    if (outdir_open(out, output_name(OUTPUT_NAME_LEDGER), e) < 0 ||
        render_ledger_csv(l, outdir_sink, out, e) < 0 || outdir_close(out, e) < 0)
        return -1;
    if (outdir_open(out, output_name(OUTPUT_NAME_REJECTED), e) < 0 ||
        render_rejected_csv(l, outdir_sink, out, e) < 0 || outdir_close(out, e) < 0)
        return -1;
    if (outdir_open(out, output_name(OUTPUT_NAME_FINDINGS), e) < 0 ||
        render_findings_csv(&run->results, outdir_sink, out, e) < 0 || outdir_close(out, e) < 0)
        return -1;
    buf_init(&text, TEXT_MAX);
    return write_text(out, output_name(OUTPUT_NAME_RECONCILIATION), &text,
        render_reconciliation_csv(&text, &run->results, e), e);
}

static int
draw_charts(struct run *run, struct err *e)
{
    struct buf folder;
    struct message why;
    bool is_drawn = false;
    int result;

    buf_init(&folder, ERR_PATH_MAX);
    result = file_join(&folder, outdir_folder(run->out), OUTPUT_CHARTS_FOLDER, e);
    if (result == 0)
        result = chart_draw_all(&run->results, buf_sv(&folder).p, &run->arena, run->charts,
            CHARTS_MAX, &run->chart_count, &is_drawn, &why, e);
    buf_release(&folder);
    if (result == 0 && why.format)
        output_warning(run->o, NULL, 0, &why);
    return result;
}

static int
write_xlsx(struct run *run, struct err *e)
{
    const char *folder = outdir_folder(run->out);
    struct buf path;
    int result;

    buf_init(&path, ERR_PATH_MAX);
    result = file_join(&path, folder, output_name(OUTPUT_NAME_WORKBOOK), e);
    if (result == 0)
        result = render_xlsx(path.p, folder, &run->results, e);
    buf_release(&path);
    return result;
}

static int
write_outputs(struct run *run, struct err *e)
{
    unsigned outputs = run->o->outputs;
    struct buf text;

    if ((outputs & OUTPUT_CHARTS) && draw_charts(run, e) < 0)
        return -1;
    if ((outputs & OUTPUT_CSV) && write_csv(run, e) < 0)
        return -1;
    if ((outputs & OUTPUT_XLSX) && write_xlsx(run, e) < 0)
        return -1;
    buf_init(&text, TEXT_MAX);
    if ((outputs & OUTPUT_JSON) &&
        write_text(run->out, output_name(OUTPUT_NAME_JSON), &text,
            render_review_json(&text, &run->results, e), e) < 0)
        return -1;
    buf_init(&text, TEXT_MAX);
    if ((outputs & OUTPUT_MARKDOWN) &&
        write_text(run->out, output_name(OUTPUT_NAME_MARKDOWN), &text,
            render_report_markdown(&text, &run->results, run->charts, run->chart_count, e), e) < 0)
        return -1;
    buf_init(&text, TEXT_MAX);
    if ((outputs & OUTPUT_HTML) &&
        write_text(run->out, output_name(OUTPUT_NAME_PAGE), &text,
            render_report_html(&text, &run->results, run->charts, run->chart_count, e), e) < 0)
        return -1;
    buf_init(&text, TEXT_MAX);
    if ((outputs & OUTPUT_HTML) &&
        write_text(run->out, output_name(OUTPUT_NAME_REIMBURSEMENT), &text,
            render_reimbursement_html(&text, &run->results, e), e) < 0)
        return -1;
    return 0;
}

static int
commit(struct run *run, struct err *e)
{
    int result;

    stop_hold(run->o->stop);
    result = keeping_commit(&run->reading.keeping, &run->reconciling.recon, e);
    if (result == 0)
        result = outdir_commit(run->out, e);
    stop_allow(run->o->stop);
    return result;
}

/* The folder of the report as it is shown: with --redact, not where it lies. */
static const char *
shown_folder(const struct run *run)
{
    const char *slash = run->o->is_redacted ? strrchr(run->o->out, '/') : NULL;

    return slash ? slash + 1 : run->o->out;
}

/* The summary ends with the page to open, or with the folder where no page was asked for. */
static int
print_summary(const struct run *run, struct err *e)
{
    const char *folder = shown_folder(run);
    struct buf text, page;
    int result;

    buf_init(&text, TEXT_MAX);
    buf_init(&page, ERR_PATH_MAX);
    result = file_join(&page, folder, output_name(OUTPUT_NAME_PAGE), e);
    if (result == 0)
        result = render_summary(&text, &run->results,
            run->o->outputs & OUTPUT_HTML ? page.p : folder, output_width(),
            output_is_coloured(run->o), e);
    if (result == 0)
        result = buf_ok(&text, e);
    if (result == 0)
        result = output_coloured(buf_sv(&text), e);
    buf_release(&page);
    buf_release(&text);
    return result;
}

/* Keep what a review of all that is kept finds, which may be this one. */
static int
keep_judgement(struct run *run, struct err *e)
{
    struct reading *r = &run->reading;
    bool is_plain = !run->audit.in.previous && run->reconciling.earlier.list.n == 0;

    return keeping_judge(&r->keeping, r, is_plain ? &run->audit : NULL,
        is_plain ? &run->reconciling.recon : NULL, e);
}

/* Judge what was summed; an exit code. */
static int
judge(struct run *run, struct err *e)
{
    struct reading *r = &run->reading;
    struct audit_input in = { .ledger = &r->import.ledger, .review = &run->review,
        .observations = &r->import.observations, .formats = &r->formats, .config = r->config,
        .rulebook = &r->rulebook };

    if (reconciling_read(&run->reconciling, &run->reading, run->o, e) < 0)
        return EXIT_PARTLY;
    in.previous = previous_for(&run->reconciling.previous, &r->period);
    if (review_build(&run->review, &r->import.ledger, &r->period, r->config, e) < 0)
        return EXIT_PARTLY;
    if (review_check(&run->review, e) < 0)
        return EXIT_BUG;
    if (audit_run(&run->audit, &in, e) < 0)
        return e->code == ERR_BUG ? EXIT_BUG : e->code == ERR_USAGE ? EXIT_USAGE : EXIT_PARTLY;
    if (audit_check(&run->audit, e) < 0)
        return EXIT_BUG;
    return reconciling_run(&run->reconciling, r, e);
}

static void
hold(void *stop)
{
    stop_hold(stop);
}

static void
allow(void *stop)
{
    stop_allow(stop);
}

/* The output folder and the ledger that is kept are looked at before anything is read, so that a
 * refusal comes at once. */
static int
begin(struct run *run, struct err *e)
{
    const struct outdir_guard guard = { .hold = hold, .allow = allow, .context = run->o->stop };
    struct stop *stop = run->o->stop;
    int result = -1;

    run->out = outdir_begin(run->o->out, run->o->is_forced, &guard, e);
    if (run->out)
        result = stop_remove_on_signal(stop, outdir_temporary(run->out), outdir_lock(run->out), e);
    stop_allow(stop);
    return result < 0 ? -1 : keeping_check(run->o, e);
}

static int
say(const struct run *run, const struct err *e, int code)
{
    return output_failure(run->o, e, code);
}

/* What the rules and the reconciliation had to say. */
static void
report_judged(const struct run *run, const struct options *o)
{
    for (size_t i = 0; i < run->audit.warnings.n; i++) {
        const struct audit_warning *w = &run->audit.warnings.at[i];

        output_warning(o, w->path, w->warning.line, &w->warning.message);
    }
    for (size_t i = 0; i < run->reconciling.recon.warnings.n; i++)
        output_warning(o, NULL, 0, &run->reconciling.recon.warnings.at[i].message);
}

/* Files met in a folder that nothing recognises: each is told as a warning. */
static uint64_t
count_unknown(const struct ledger *l)
{
    uint64_t n = 0;

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        n += in->failure.code == ERR_UNKNOWN && !in->was_named && !in->is_prose;
    }
    return n;
}

/*
 * What was not right; an exit code. A terminal has room for a few warnings below the summary: more
 * of them are only counted there, unless --verbose asks for all.
 */
static int
report_trouble(const struct run *run)
{
    struct options shown = *run->o;
    struct say_counts counts;
    struct message more;
    int code;

    say_count_all(&counts, &run->results);
    counts.warnings += count_unknown(run->results.ledger);
    if (isatty(STDERR_FILENO) && !shown.is_verbose && !shown.is_quiet &&
        counts.warnings + counts.rejected > WARNINGS_SHOWN)
        shown.is_quiet = true;
    code = reading_report(&run->reading, &shown);
    report_judged(run, &shown);
    if (shown.is_quiet && !run->o->is_quiet) {
        message_set(&more,
            N_("warnings: %llu, which --verbose shows; they also stand in the report"),
            (unsigned long long)counts.warnings);
        output_note(run->o, &more);
    }
    return code;
}

/* True where every file is one that could not be read or recognised. */
static bool
is_nothing_read(const struct run *run)
{
    const struct ledger *l = &run->reading.import.ledger;
    bool is_named = false;

    for (size_t i = 0; i < l->inputs.n; i++) {
        if (l->inputs.at[i]->failure.code == ERR_NONE)
            return false;
        is_named = is_named || l->inputs.at[i]->was_named;
    }
    return is_named;
}

/* The report of the run before is worth more than one of nothing. */
static int
leave_report(const struct run *run)
{
    struct err e = ERR_INIT;
    int code = report_trouble(run);

    (void)err_set_whole(&e, ERR_UNKNOWN,
        N_("nothing could be read; the earlier report in %s stays as it is"), run->o->out);
    return say(run, &e, code);
}

/* Files of the report before which this one does not have. */
static void
report_dropped(const struct run *run, const struct buf *names)
{
    struct message m;

    if (names->n == 0)
        return;
    message_set_whole(&m, N_("gone with the earlier report in %s, since not written again: %s"),
        run->o->out, names->p);
    output_note(run->o, &m);
}

/* Last of all, so that a run that fails leaves the report of the one before; an exit code. */
static int
finish(struct run *run)
{
    struct err e = ERR_INIT, reached = ERR_INIT;
    struct buf dropped;
    int result, code;

    if (is_nothing_read(run) && outdir_has_report(run->out))
        return leave_report(run);
    buf_init(&dropped, NAMES_MAX);
    result = write_outputs(run, &e);
    if (result == 0)
        result = outdir_dropped(run->out, &dropped, &e);
    if (result == 0)
        result = print_summary(run, &e);
    if (result == 0)
        result = commit(run, &e);
    code = report_trouble(run);
    if (result == 0)
        report_dropped(run, &dropped);
    buf_release(&dropped);
    if (result < 0)
        return say(run, &e, EXIT_OUTPUT);
    if (code == EXIT_DONE && fail_on_is_reached(&run->fail_on, &run->audit, run->o, &reached))
        return say(run, &reached, EXIT_LEAKS);
    return code;
}

static int
review(struct run *run)
{
    struct err e = ERR_INIT;
    struct timespec begun = { 0 };
    int64_t started = wall_clock();
    int code;

    clock_gettime(CLOCK_MONOTONIC, &begun);
    reading_init(&run->reading, run->o);
    if (fail_on_read(&run->fail_on, run->o, &e) < 0)
        return say(run, &e, EXIT_USAGE);
    if ((run->o->path_count > 0 || run->o->ledger_db) && begin(run, &e) < 0)
        return say(run, &e, e.code == ERR_USAGE ? EXIT_USAGE : EXIT_OUTPUT);
    code = reading_run(&run->reading, run->o, true);
    if (code != EXIT_DONE)
        return code;
    code = judge(run, &e);
    if (code == EXIT_DONE)
        code = keep_judgement(run, &e);
    if (code == EXIT_DONE && redacting_results(run->o, &run->reading, &run->review, &run->audit,
            &run->reconciling.recon, &e) < 0)
        code = EXIT_OUTPUT;
    if (code != EXIT_DONE)
        return say(run, &e, code);
    fill_results(run, started, &begun);
    return finish(run);
}

/* From here on another run may have what was ours. */
static void
end(struct run *run)
{
    struct err ignored = ERR_INIT;

    stop_hold(run->o->stop);
    outdir_free(run->out);
    (void)stop_remove_on_signal(run->o->stop, NULL, NULL, &ignored);
    stop_allow(run->o->stop);
}

static int
run_review(const struct options *o)
{
    struct run run = { .o = o };
    int code = review(&run);

    reconciling_release(&run.reconciling);
    audit_release(&run.audit);
    review_release(&run.review);
    reading_release(&run.reading);
    arena_release(&run.arena);
    end(&run);
    return code;
}

static const struct example examples[] = {
    { "bills", N_("all months that are in the folder") },
    { "--month 2026-03 --out march bills", N_("one month, into a folder of its own") },
    { "--ledger-db lab.db --fail-on 100CNY march",
        N_("March, added to what lab.db keeps; exit 1 where CNY 100 leaked") },
    { .arguments = NULL },
};

const struct command command_review = {
    .name = "review",
    .summary = N_("Read all bills, sum them up and write the report."),
    .usage = N_("[OPTION]... PATH..."),
    .details = N_("Every file is recognised by its content, never by its name: bills, usage logs, "
        "invoices and payment statements may be mixed, packed in archives or not. Each "
        "record becomes a line of the ledger, is skipped with a reason, or is rejected "
        "with its file and line; the program checks that all sums agree. The report takes"
        " the place of the one before only when it is whole."),
    .examples = examples,
    .order = 1,
    .options = OPTIONS_INPUT | OPTIONS_PERIOD | OPTIONS_REVIEW,
    .run = run_review,
};
