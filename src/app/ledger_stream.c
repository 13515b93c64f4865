/*
 * ledger_stream.c - `ledger --stream`: one bill through the program, as an engine's mapper.
 *
 * Two streams come out: the lines, and the account, NDJSON with a record for each skipped or
 * rejected record of the bill and a closing one for each input. What was written of an input counts
 * only where its closing record is there and names no failure. What looks beyond the file (equal
 * files and rows, deliveries, views, the period) is left to the engine.
 */
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/ledger_stream.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"
#include "base/file.h"
#include "base/vec.h"
#include "ledger/settle_sums.h"
#include "parsers/import_stream.h"
#include "reports/jsonw.h"
#include "reports/render.h"

/* Most bytes of a record of the account. */
#define RECORD_TEXT_MAX ((size_t)1 << 20)

struct run {
    struct reading *reading;
    const struct options *o;
    const struct where *where;
    render_sink *lines; /* where they go */
    void *lines_context;
    struct output_file account;
    bool has_account; /* else it goes to standard error */
    struct buf text;
    uint64_t not_asked; /* lines of the input at hand that do not meet the conditions */
    struct currency_sums chosen; /* what the others billed; empty without conditions */
    bool has_headings;
    int code;
};

/* Lines that cannot be written end the run with its own exit code. */
static int
unwritten(struct run *run, struct err *e)
{
    const struct output_file *f = run->lines_context;

    run->code = EXIT_OUTPUT;
    if (f)
        return err_at(e, f->path.p, 0);
    /* Who has seen enough of standard output need not be told. */
    return e->code == ERR_GONE ? -1
        : err_at(e, lang_text((enum lang)run->o->lang, N_("standard output")), 0);
}

static int
write_headings(struct run *run, struct err *e)
{
    if (run->has_headings || run->o->ledger_form != LEDGER_CSV)
        return 0;
    run->has_headings = true;
    return render_engine_headings(ENGINE_LEDGER, run->lines, run->lines_context, e)
        ? unwritten(run, e) : 0;
}

/* Count and sum the lines of ${l} by what the conditions chose. */
static int
account_chosen(struct run *run, const struct ledger *l, struct err *e)
{
    if (run->o->where_count == 0)
        return 0;
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        run->not_asked += line->fate == FATE_NOT_ASKED;
        if (line->fate == FATE_COUNTED && settle_sums_add_billed(&run->chosen, l, line, e))
            return -1;
    }
    return 0;
}

/* An import_sink. */
static int
write_lines(void *context, struct ledger *l, uint64_t first, struct err *e)
{
    struct run *run = context;
    const struct engine_tables tables = { .ledger = l,
        .gpu_types = run->reading->formats.gpu_types,
        .zone_minutes = run->reading->period.zone_minutes, .first_row = first };

    if (reading_assign_projects(run->reading, l, e) ||
        where_choose(run->where, l, run->reading->period.zone_minutes, e)) {
        run->code = EXIT_USAGE;
        return -1;
    }
    if (account_chosen(run, l, e) || write_headings(run, e))
        return -1;
    return render_engine_lines(&tables, run->o->ledger_form == LEDGER_NDJSON, run->lines,
        run->lines_context, e) ? unwritten(run, e) : 0;
}

/* Begin a record of the account. */
static struct jsonw
begin_record(struct run *run, const char *kind, const struct input *in)
{
    struct jsonw w = { .out = &run->text };

    buf_reset(&run->text);
    jsonw_begin(&w, NULL, '{', true);
    jsonw_text(&w, "record", kind);
    jsonw_text(&w, "path", in->path);
    return w;
}

static int
end_record(struct run *run, struct jsonw *w, struct err *e)
{
    int fd = run->has_account ? run->account.fd : STDERR_FILENO;

    jsonw_end(w);
    if (buf_ok(&run->text, e) == 0 && file_write_fd(fd, buf_sv(&run->text), e) == 0)
        return 0;
    run->code = EXIT_OUTPUT;
    return run->has_account ? err_at(e, run->account.path.p, 0) : -1;
}

static int
write_skipped(void *context, const struct input *in, uint64_t line, enum skip skip,
    struct err *e)
{
    struct run *run = context;
    struct jsonw w = begin_record(run, "skipped", in);

    jsonw_count(&w, "line", line);
    jsonw_text(&w, "reason", skip_word(skip));
    return end_record(run, &w, e);
}

static int
write_rejected(void *context, const struct input *in, const struct rejection *rejection,
    struct err *e)
{
    struct run *run = context;
    struct jsonw w = begin_record(run, "rejected", in);
    struct message why;

    message_unfold(&why, rejection->why);

    jsonw_count(&w, "line", rejection->line);
    jsonw_text(&w, "reason", reject_word(rejection->reason));
    jsonw_text(&w, "column", rejection->column);
    jsonw_sv(&w, "raw", rejection->raw);
    jsonw_message(&w, "message", &why, (enum lang)run->o->lang);
    return end_record(run, &w, e);
}

static void
add_sums(struct jsonw *w, const char *key, const struct currency_sums *sums)
{
    jsonw_begin(w, key, '{', true);
    for (size_t i = 0; i < sums->n; i++)
        jsonw_money(w, sums->at[i].currency, sums->at[i].sum);
    jsonw_end(w);
}

static void
add_counts(struct jsonw *w, const struct run *run, const struct input *in)
{
    jsonw_count(w, "records", in->records);
    jsonw_count(w, "ledger_lines", in->lines - run->not_asked);
    if (run->o->where_count > 0)
        jsonw_count(w, "not_asked", run->not_asked);
    jsonw_begin(w, "skipped", '{', true);
    for (size_t i = 0; i < SKIP_COUNT; i++)
        jsonw_count(w, skip_word((enum skip)i), in->skipped[i]);
    jsonw_end(w);
    jsonw_count(w, "rejected", in->rejected);
    add_sums(w, "billed", run->o->where_count > 0 ? &run->chosen : &in->billed);
    add_sums(w, "declared_total", &in->declared);
}

static void
add_warnings(struct jsonw *w, const struct input *in)
{
    jsonw_begin(w, "warnings", '{', true);
    for (size_t i = 0; i < in->warning_counts.n; i++)
        jsonw_count(w, in->warning_counts.at[i].code, in->warning_counts.at[i].n);
    jsonw_end(w);
}

/* The closing record of an input. */
static int
write_account(struct run *run, const struct input *in, struct err *e)
{
    struct jsonw w = begin_record(run, "input", in);

    jsonw_text(&w, "sha256", in->sha256);
    jsonw_text(&w, "file", input_file(in));
    jsonw_text(&w, "file_sha256", input_file_sha256(in));
    jsonw_count(&w, "bytes", in->bytes);
    jsonw_text(&w, "kind", input_kind_word(in->kind));
    jsonw_text(&w, "format", in->format);
    jsonw_text(&w, "platform", in->platform);
    jsonw_text(&w, "encoding", in->encoding);
    add_counts(&w, run, in);
    add_warnings(&w, in);
    if (in->failure.code == ERR_NONE)
        jsonw_plain(&w, "failure", "null");
    else
        jsonw_message(&w, "failure", &in->failure.message, (enum lang)run->o->lang);
    return end_record(run, &w, e);
}

static void
say_warnings(const struct run *run, const struct input *in)
{
    for (size_t i = 0; i < in->warnings.n; i++)
        output_warning(run->o, in->path, in->warnings.at[i].line, &in->warnings.at[i].message);
}

static int
end_input(void *context, const struct input *in, struct err *e)
{
    struct run *run = context;

    if (in->failure.code != ERR_NONE && in->was_named)
        output_error(run->o, &in->failure);
    else if (in->failure.code != ERR_NONE)
        output_warning(run->o, in->path, in->failure.line, &in->failure.message);
    if (in->failure.code != ERR_NONE ? reading_is_missed(in, run->o->is_strict)
            : run->o->is_strict && in->rejected > 0)
        run->code = EXIT_PARTLY;
    opening_report_strict(run->o, in->rejected, 0);
    say_warnings(run, in);
    if (in->failure.code == ERR_NONE && !input_is_closed(in)) {
        run->code = EXIT_BUG;
        return err_set(e, ERR_BUG, "%s: records, lines, skips and rejections do not add up",
            in->path);
    }
    if (write_account(run, in, e))
        return -1;
    run->not_asked = 0;
    run->chosen.n = 0;
    return 0;
}

/* Options that need all of a ledger do not go with a stream. */
static int
check_options(const struct options *o, struct err *e)
{
    bool has_path = o->path_count > 1 || (o->path_count == 1 && strcmp(o->paths[0], "-") != 0);

    if (has_path)
        return err_set(e, ERR_USAGE,
            N_("--stream reads standard input: 'gpubill ledger --stream < FILE'"));
    if (o->is_focus || o->engine_table != ENGINE_TABLE_COUNT ||
        (o->ledger_form != LEDGER_CSV && o->ledger_form != LEDGER_NDJSON))
        return err_set(e, ERR_USAGE, N_("--stream writes csv or ndjson"));
    if (o->month || o->from || o->to || o->ledger_db || o->is_redacted)
        return err_set(e, ERR_USAGE, N_("--stream knows one file only: it takes no period, "
            "no --ledger-db and no --redact"));
    return 0;
}

/* What the run reads is never overwritten. */
static int
refuse_output(const struct reading *r, const char *path, struct err *e)
{
    if (!file_is_open_as(STDIN_FILENO, path))
        return reading_refuse_output(r, path, e);
    (void)err_set(e, ERR_IO, N_("this is the bill on standard input; name another file"));
    return err_at(e, path, 0);
}

/* Whether the lines and the account can go where they are wanted. */
static int
check_outputs(const struct reading *r, const struct options *o, struct err *e)
{
    const char *lines = o->output_file, *account = o->rejections;

    if (lines && account && (file_is_same(lines, account) ||
            (strcmp(lines, account) == 0 && access(lines, F_OK) != 0))) {
        (void)err_set(e, ERR_IO, N_("-o and --rejections name the same file; name two"));
        return err_at(e, account, 0);
    }
    if (lines && refuse_output(r, lines, e))
        return -1;
    return account ? refuse_output(r, account, e) : 0;
}

/* Read all of it; an exit code. */
static int
stream(struct run *run, const struct import_options *options, struct err *e)
{
    const struct import_sink sink = { run, write_lines, write_skipped, write_rejected,
        end_input };
    const char *path = run->o->as_path ? run->o->as_path : "-";
    int result = import_stream(STDIN_FILENO, path, options, &sink, e);

    if (result == 0)
        result = write_headings(run, e);
    if (result && run->code == EXIT_DONE)
        run->code = EXIT_PARTLY;
    return result;
}

static int
stream_to(struct run *run, const struct import_options *options, struct err *e)
{
    struct output_file out;
    int result;

    run->lines = output_sink;
    if (!run->o->output_file)
        return stream(run, options, e);
    if (output_file_open(&out, run->o->output_file, run->o->stop, e)) {
        run->code = EXIT_OUTPUT;
        return -1;
    }
    run->lines = output_file_sink;
    run->lines_context = &out;
    result = stream(run, options, e);
    if (output_file_close(&out, result, e) == 0)
        return 0;
    if (result == 0)
        run->code = EXIT_OUTPUT;
    return -1;
}

/* What the run failed of is not the account's. */
static int
close_account(struct run *run, int result, struct err *e)
{
    struct err ignored = ERR_INIT;

    if (output_file_close(&run->account, result, result ? &ignored : e) == 0)
        return 0;
    if (result == 0)
        run->code = EXIT_OUTPUT;
    return -1;
}

int
ledger_stream(struct reading *r, const struct options *o, const struct where *where)
{
    struct run run = { .reading = r, .o = o, .where = where, .code = EXIT_DONE };
    struct import_options options;
    struct err e = ERR_INIT;
    int result;

    if (check_options(o, &e))
        return output_failure(o, &e, EXIT_USAGE);
    run.code = opening_formats(r, o);
    if (run.code == EXIT_DONE)
        run.code = opening_config(r, o);
    if (run.code != EXIT_DONE)
        return run.code;
    if (reading_import_options(r, &options, &e))
        return output_failure(o, &e, EXIT_USAGE);
    if (check_outputs(r, o, &e))
        return output_failure(o, &e, EXIT_OUTPUT);
    if (o->rejections && output_file_open(&run.account, o->rejections, o->stop, &e))
        return output_failure(o, &e, EXIT_OUTPUT);
    run.has_account = o->rejections != NULL;
    buf_init(&run.text, RECORD_TEXT_MAX);
    result = stream_to(&run, &options, &e);
    if (run.has_account)
        result = close_account(&run, result, &e);
    vec_release(&run.chosen);
    buf_release(&run.text);
    return result ? output_failure(o, &e, run.code) : run.code;
}
