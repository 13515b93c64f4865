/*
 * command_review.c - the main job: read everything, sum it, write the report.
 */
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/engine_review.h"
#include "app/fail_on.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/redacting.h"
#include "app/stop.h"
#include "base/file.h"
#include "reports/outdir.h"
#include "reports/output_names.h"
#include "reports/render.h"
#include "reports/say.h"
#include "run/judging.h"
#include "run/stopwatch.h"
#include "run/writing.h"

#define TEXT_MAX ((size_t)1 << 31)

/* Warnings and rejected records that a terminal shows below the summary. */
#define WARNINGS_SHOWN 3

/* Most bytes of the names of files that are gone. */
#define NAMES_MAX ((size_t)1 << 12)

struct run {
    const struct options *o;
    struct stopwatch stopwatch;
    struct reading reading;
    struct judging judging;
    struct fail_on fail_on;
    struct results results;
    struct outdir *out;
};

static void
fill_results(struct run *run)
{
    const struct judging *j = &run->judging;

    run->results = (struct results){ .ledger = &run->reading.import.ledger,
        .review = &j->review, .import = &run->reading.import, .formats = &run->reading.formats,
        .lang = (enum lang)run->o->lang, .version = GPUBILL_VERSION, .audit = &j->audit,
        .recon = &j->reconciling.recon, .config = run->reading.config,
        .limits = &run->o->limits.program, .is_redacted = run->o->is_redacted };
    if (engine_review_is_asked(run->o))
        run->results.recon = NULL;
    stopwatch_tell(&run->stopwatch, &run->results);
}

static int
write_outputs(struct run *run, struct err *e)
{
    struct writing w;
    int result;

    writing_init(&w, &run->results);
    w.owns_stderr = true;
    result = writing_write(&w, run->out, run->o->outputs, e);
    if (w.remark.format)
        output_warning(run->o, NULL, 0, &w.remark);
    writing_release(&w);
    return result;
}

static int
commit(struct run *run, struct err *e)
{
    int result;

    stop_hold(run->o->stop);
    result = keeping_commit(&run->reading.keeping, &run->judging.reconciling.recon, e);
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
    return result < 0 ? -1 : keeping_check(&run->reading.options, e);
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
    for (size_t i = 0; i < run->judging.audit.warnings.n; i++) {
        const struct audit_warning *w = &run->judging.audit.warnings.at[i];

        output_warning(o, w->path, w->warning.line, &w->warning.message);
    }
    for (size_t i = 0; i < run->judging.reconciling.recon.warnings.n; i++)
        output_warning(o, NULL, 0, &run->judging.reconciling.recon.warnings.at[i].message);
}

/* Files met in a folder that nothing recognises: each is told as a warning. */
static uint64_t
count_unknown(const struct ledger *l)
{
    uint64_t n = 0;

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        n += in->failure.code == ERR_UNKNOWN && !in->was_named && !input_is_aside(in);
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
    code = opening_report(&run->reading, &shown);
    report_judged(run, &shown);
    if (shown.is_quiet && !run->o->is_quiet) {
        message_set(&more,
            N_("warnings: %llu, which --verbose shows; they also stand in the report"),
            (unsigned long long)(counts.warnings + counts.rejected));
        output_note(run->o, &more);
    }
    return code;
}

/* True where there is no file, of this run or kept, that could be read and recognised. */
static bool
is_nothing_read(const struct run *run)
{
    const struct ledger *l = &run->reading.import.ledger;

    if (engine_review_is_asked(run->o))
        return false;
    for (size_t i = 0; i < l->inputs.n; i++)
        if (l->inputs.at[i]->failure.code == ERR_NONE && l->inputs.at[i]->kind != INPUT_CONFIG)
            return false;
    return true;
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

/* True where not even the bytes of any file could be read: the names may be wrong. */
static bool
is_nothing_there(const struct run *run)
{
    const struct ledger *l = &run->reading.import.ledger;
    bool is_named = false;

    for (size_t i = 0; i < l->inputs.n; i++) {
        if (l->inputs.at[i]->sha256[0] != '\0')
            return false;
        is_named = is_named || l->inputs.at[i]->was_named;
    }
    return is_named && is_nothing_read(run);
}

/* There is a report, as the exit code promises; nobody should have to open it to know. */
static int
leave_empty_report(const struct run *run, int code)
{
    struct err e = ERR_INIT;

    (void)err_set_whole(&e, ERR_UNKNOWN,
        N_("nothing could be read; the report in %s is empty"), run->o->out);
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
    if (result < 0 && e.code == ERR_GONE)
        (void)err_set_whole(&e, ERR_IO, N_("nobody reads the summary any more, so the report was "
            "not written into %s"), run->o->out);
    if (result < 0)
        return say(run, &e, EXIT_OUTPUT);
    if (is_nothing_there(run))
        return leave_empty_report(run, code);
    if (code == EXIT_DONE &&
        fail_on_is_reached(&run->fail_on, &run->judging.audit, run->o, &reached))
        return say(run, &reached, EXIT_LEAKS);
    return code;
}

/* Read and judge what the options name; an exit code. */
static int
judge(struct run *run)
{
    struct err e = ERR_INIT;
    int code;

    if (engine_review_is_asked(run->o))
        return engine_review_run(&run->judging, &run->reading, run->o);
    code = opening_run(&run->reading, run->o, true);
    if (code != EXIT_DONE)
        return code;
    code = judging_run(&run->judging, &run->reading, &e);
    return code == EXIT_DONE ? code : say(run, &e, code);
}

static int
review(struct run *run)
{
    bool is_of_engine = engine_review_is_asked(run->o);
    struct err e = ERR_INIT;
    int code;

    stopwatch_start(&run->stopwatch);
    opening_init(&run->reading, run->o);
    if (fail_on_read(&run->fail_on, run->o, &e) < 0 ||
        (is_of_engine && engine_review_check(run->o, &e) < 0))
        return say(run, &e, EXIT_USAGE);
    if ((run->o->path_count > 0 || run->o->ledger_db || is_of_engine) && begin(run, &e) < 0)
        return say(run, &e, e.code == ERR_USAGE ? EXIT_USAGE : EXIT_OUTPUT);
    run->reading.out = run->out;
    code = judge(run);
    if (code != EXIT_DONE)
        return code;
    if (redacting_results(run->o, &run->reading, &run->judging.review,
            &run->judging.audit, &run->judging.reconciling.recon, &e) < 0)
        return say(run, &e, EXIT_OUTPUT);
    fill_results(run);
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

    judging_release(&run.judging);
    reading_release(&run.reading);
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
