/*
 * reading.c - from paths to a settled ledger.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "parsers/usage.h"
#include "run/reading.h"

/* Most bytes of a field that conditions of the config look at. */
#define SCRATCH_MAX ((size_t)1 << 20)

/* The exit code of what ended the reading. */
static int
code_of(const struct err *e)
{
    switch (e->code) {
    case ERR_USAGE:
        return EXIT_USAGE;
    case ERR_BUG:
        return EXIT_BUG;
    case ERR_NONE:
    case ERR_IO:
    case ERR_GONE:
    case ERR_ENCODING:
    case ERR_SYNTAX:
    case ERR_RANGE:
    case ERR_LIMIT:
    case ERR_UNKNOWN:
    case ERR_NOMEM:
        break;
    }
    return EXIT_PARTLY;
}

void
reading_init(struct reading *r, const struct run_options *o)
{
    *r = (struct reading){ .options = *o, .period.zone_minutes = o->zone_minutes,
        .keeping.path = o->ledger_db };
    walk_init(&r->walk);
    r->walk.depth_max = o->limits.folders;
    import_init(&r->import);
}

int
reading_formats(struct reading *r, struct err *e)
{
    return formats_load(&r->formats, r->options.formats, e) < 0 ? EXIT_USAGE : EXIT_DONE;
}

int
reading_config(struct reading *r, struct err *e)
{
    const struct run_options *o = &r->options;

    if (o->config) {
        r->config = o->config_text.p ? config_parse(o->config, o->config_text, e)
            : config_load(o->config, e);
        if (!r->config)
            return EXIT_USAGE;
        if (!o->has_timezone && r->config->has_timezone)
            r->period.zone_minutes = r->config->zone_minutes;
    }
    return rulebook_load(&r->rulebook, r->config, e) < 0 ? EXIT_USAGE : EXIT_DONE;
}

/* A day or month of the user's as its start in the review's zone. */
static int
parse_day(int64_t *out, const char *option, const char *text, bool is_month, int zone,
    struct err *e)
{
    struct time_text t;
    struct err ignored = ERR_INIT;

    if (time_parse(&t, sv_of(text), DATE_YEAR_FIRST, zone, false, &ignored) < 0 || !t.is_date ||
        t.is_month != is_month) {
        return is_month ? err_set(e, ERR_USAGE, N_("%s: '%s' is not a month such as 2026-03"),
            option, text) : err_set(e, ERR_USAGE, N_("%s: '%s' is not a day such as 2026-03-01"),
            option, text);
    }
    *out = t.at;
    return 0;
}

int
reading_period(struct reading *r, bool *is_asked, struct err *e)
{
    const struct run_options *o = &r->options;
    struct period *p = &r->period;
    int zone = p->zone_minutes;

    *is_asked = o->month || o->from || o->to;
    if (!*is_asked)
        return 0;
    if (o->month && (o->from || o->to))
        return err_set(e, ERR_USAGE, N_("--month and --from/--to exclude each other"));
    if (o->month) {
        if (parse_day(&p->from, "--month", o->month, true, zone, e) < 0)
            return -1;
        p->to = time_next_month(p->from, zone);
        return 0;
    }
    if (!o->from || !o->to)
        return err_set(e, ERR_USAGE, N_("--from and --to go together"));
    if (parse_day(&p->from, "--from", o->from, false, zone, e) < 0 ||
        parse_day(&p->to, "--to", o->to, false, zone, e) < 0)
        return -1;
    if (p->to <= p->from)
        return err_set(e, ERR_USAGE, N_("--to must be after --from: the end is excluded"));
    return 0;
}

static bool
format_completes(void *context, const char *format, const char *other)
{
    const struct format *f = formats_find(context, sv_of(format));

    for (const char **id = f ? f->billing.completes : NULL; id && *id; id++)
        if (strcmp(*id, other) == 0)
            return true;
    return false;
}

static const char *
format_title(void *context, char buf[SETTLE_TITLE_MAX], const char *format)
{
    return formats_title_words(buf, SETTLE_TITLE_MAX, context, format);
}

/* Give ${line} the project that the config says, if it has none of its own. */
static int
assign_project(const struct reading *r, struct ledger *l, struct ledger_line *line,
    struct buf *scratch, struct err *e)
{
    struct line_subject subject = { l, line, r->period.zone_minutes };
    struct charge c;
    const char *name;

    if (line->fate != FATE_COUNTED || ledger_text(line, TEXT_PROJECT)[0])
        return 0;
    if (config_project(r->config, &subject, scratch, &name, e) < 0) {
        if (e->code == ERR_LIMIT)
            e->code = ERR_USAGE;
        return -1;
    }
    if (!name)
        return 0;
    ledger_unpack(line, &c);
    c.text[TEXT_PROJECT] = sv_of(name);
    return ledger_change(l, line, &c, e);
}

int
reading_assign_projects(const struct reading *r, struct ledger *l, struct err *e)
{
    struct buf scratch;
    int result = 0;

    if (!r->config || r->config->projects.n == 0)
        return 0;
    buf_init(&scratch, SCRATCH_MAX);
    for (size_t i = 0; i < l->lines.n && result == 0; i++)
        result = assign_project(r, l, &l->lines.at[i], &scratch, e);
    buf_release(&scratch);
    return result;
}

/* All that does not depend on the period. */
static int
settle(struct reading *r, struct err *e)
{
    const struct settle_formats formats = { &r->formats, format_completes, format_title };
    struct ledger *l = &r->import.ledger;

    if (settle_equal_files(l, e) < 0 || settle_deliveries(l, e) < 0 || settle_rows(l, e) < 0 ||
        settle_views(l, &formats, e) < 0 ||
        usage_owner_find(l, &r->import.observations, r->config, NULL, 0, e) < 0)
        return -1;
    observations_sort(&r->import.observations);
    return invoices_unite(&r->import.invoices, e) || reading_assign_projects(r, l, e) ? -1 : 0;
}

static int
settle_in_period(struct reading *r, bool is_asked, struct err *e)
{
    struct ledger *l = &r->import.ledger;

    if (!is_asked)
        settle_find_period_of_run(l, &r->period);
    settle_period(l, &r->period);
    return settle_accounts(l, e);
}

static int
unknown_format(const struct reading *r, const char *id, struct err *e)
{
    const char *nearest = formats_nearest(&r->formats, sv_of(id));

    if (nearest && formats_find(&r->formats, sv_of(nearest)))
        return err_set(e, ERR_USAGE, N_("--format: no format is called '%s'; did you mean '%s'?"),
            id, nearest);
    return err_set(e, ERR_USAGE,
        N_("--format: no format is called '%s'; 'gpubill formats' lists them"), id);
}

int
reading_import_options(const struct reading *r, struct import_options *out, struct err *e)
{
    const struct run_options *o = &r->options;

    *out = (struct import_options){ .formats = &r->formats, .jobs = o->jobs,
        .zone_minutes = r->period.zone_minutes, .usage_columns = o->usage_columns,
        .limits = &o->limits, .progress = o->progress,
        .progress_context = o->progress_context };
    if (o->usage_columns && usage_columns_check(o->usage_columns, e))
        return -1;
    if (!o->format)
        return 0;
    out->forced = formats_find(&r->formats, sv_of(o->format));
    return out->forced ? 0 : unknown_format(r, o->format, e);
}

/* Add the log ${path}, which is not among the paths. */
static int
add_log(struct walk *w, const char *path, struct err *e)
{
    size_t i = w->found.n;

    if (walk_add(w, path, e) < 0)
        return -1;
    for (; i < w->found.n; i++)
        w->found.at[i].is_log = true;
    return 0;
}

/* The logs of --usage are read as well, if they are not among the paths. */
static int
add_claims(struct reading *r, struct err *e)
{
    const struct run_options *o = &r->options;

    if (o->usage_count == 0)
        return 0;
    r->claims = calloc(o->usage_count, sizeof(*r->claims));
    if (!r->claims)
        return err_nomem(e);
    for (size_t i = 0; i < o->usage_count; i++) {
        struct usage_claim *c = &r->claims[r->claim_count];
        bool is_found = false;

        if (usage_claim_parse(c, o->usage[i], e) < 0)
            return -1;
        r->claim_count++;
        for (size_t k = 0; k < r->walk.found.n && !is_found; k++)
            is_found = usage_claim_is_of(c, r->walk.found.at[k].path);
        if (!is_found && add_log(&r->walk, c->path, e) < 0)
            return -1;
    }
    return 0;
}

/* Configs among the files that this run does not use; who wrote them may think that it does. */
static void
warn_unused_configs(struct reading *r)
{
    struct ledger *l = &r->import.ledger;

    for (size_t i = 0; i < l->inputs.n; i++) {
        struct input *in = l->inputs.at[i];

        if (in->kind == INPUT_CONFIG && !(r->config && file_is_same(in->path, r->config->path)))
            input_warn(in, "config-not-used", 0,
                "a config that this run does not use; give it with --config");
    }
}

/* --usage is for logs that do not tell whose they are. */
static void
warn_needless_claim(struct input *in)
{
    if (in->failure.code != ERR_NONE)
        return;
    if (in->kind == INPUT_USAGE && !usage_find(sv_of(in->format)))
        input_warn(in, "usage-tells-its-own", 0,
            "each row of this log names its instance; --usage changes nothing of that");
    else if (in->kind != INPUT_USAGE && in->kind != INPUT_UNKNOWN)
        input_warn(in, "usage-is-no-log", 0,
            "--usage takes a utilisation log, and this is read as %s", in->format);
}

/* What --usage says of the logs that were read. */
static int
note_claims(struct reading *r, struct err *e)
{
    for (size_t i = 0; i < r->import.ledger.inputs.n; i++) {
        struct input *in = r->import.ledger.inputs.at[i];
        size_t k = 0;

        while (k < r->claim_count && !usage_claim_is_of(&r->claims[k], in->path))
            k++;
        if (k == r->claim_count)
            continue;
        warn_needless_claim(in);
        in->usage_owner = arena_text(&in->arena, r->claims[k].instance);
        if (!in->usage_owner)
            return err_nomem(e);
    }
    return 0;
}

/* Whether both paths lead to one file or folder. */
static bool
is_same_place(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether ${f} is what this run itself has under way beside the folder of its report. */
static bool
is_scratch(const struct reading *r, const struct found *f)
{
    return r->out && f->passed == PASSED_DOT && (is_same_place(f->path, outdir_lock(r->out)) ||
        is_same_place(f->path, outdir_temporary(r->out)));
}

/* Whether ${f} is the report that this run replaces. */
static bool
is_replaced(struct reading *r, const struct found *f)
{
    if (f->kind != FOUND_OURS || f->was_named || !r->options.out ||
        !is_same_place(f->path, r->options.out))
        return false;
    r->replaced = f->path;
    return true;
}

/* The files to read; the ledger that is kept, and the report, may lie among them. */
static int
find_files(struct reading *r, struct err *e)
{
    const struct run_options *o = &r->options;
    size_t n = 0;

    for (size_t i = 0; i < o->path_count; i++)
        if (walk_add(&r->walk, o->paths[i], e) < 0)
            return -1;
    for (size_t i = 0; i < o->bytes_count; i++)
        if (walk_add_bytes(&r->walk, o->bytes[i].name, o->bytes[i].bytes, e) < 0)
            return -1;
    if (add_claims(r, e) < 0)
        return -1;
    walk_finish(&r->walk);
    for (size_t i = 0; i < r->walk.found.n; i++)
        if (!keeping_is_own(&r->keeping, r->walk.found.at[i].path) &&
            !is_scratch(r, &r->walk.found.at[i]) && !is_replaced(r, &r->walk.found.at[i]))
            r->walk.found.at[n++] = r->walk.found.at[i];
    r->walk.found.n = n;
    return 0;
}

static int
read_files(struct reading *r, struct err *e)
{
    struct import_options options;

    if (reading_import_options(r, &options, e) < 0 ||
        import_all(&r->import, &r->walk, &options, e) < 0)
        return -1;
    warn_unused_configs(r);
    return note_claims(r, e);
}

/* Without bills there is nothing to begin a ledger with: its name may be wrong. */
static int
require_ledger(const struct run_options *o, struct err *e)
{
    if (!o->ledger_db || o->path_count + o->bytes_count > 0 || access(o->ledger_db, F_OK) == 0)
        return 0;
    (void)err_set(e, ERR_USAGE, N_("--ledger-db: no ledger is kept here, and no file or folder is "
        "given to begin one with"));
    return err_at(e, o->ledger_db, 0);
}

int
reading_run(struct reading *r, bool is_settled, struct err *e)
{
    bool is_asked = false;

    if (require_ledger(&r->options, e) < 0 || reading_period(r, &is_asked, e) < 0 ||
        find_files(r, e) < 0 ||
        (r->options.path_count + r->options.bytes_count > 0 && read_files(r, e) < 0))
        return code_of(e);
    if (!is_settled)
        return EXIT_DONE;
    if (keeping_take(&r->keeping, &r->import, e) < 0)
        return EXIT_OUTPUT;
    if (settle(r, e) < 0)
        return code_of(e);
    if (settle_in_period(r, is_asked, e) < 0 || memory_check(r->options.limits.memory, e))
        return code_of(e);
    keeping_note_settled(&r->keeping, &r->import);
    return EXIT_DONE;
}

/* Whether the run reads ${path} beside the bills: its kept ledger, config, formats, --previous. */
static bool
is_read_beside(const struct reading *r, const char *path)
{
    const struct run_options *o = &r->options;

    if (keeping_is_own(&r->keeping, path) || (r->config && file_is_same(path, r->config->path)))
        return true;
    for (size_t i = 0; o->formats && i < r->formats.list.n; i++)
        if (file_is_same(path, r->formats.list.at[i]->path))
            return true;
    for (size_t i = 0; i < o->previous_count; i++)
        if (file_is_same(path, o->previous[i]))
            return true;
    return false;
}

int
reading_refuse_output(const struct reading *r, const char *path, struct err *e)
{
    for (size_t i = 0; i < r->walk.found.n; i++) {
        if (r->walk.found.at[i].passed || !file_is_same(path, r->walk.found.at[i].path))
            continue;
        (void)err_set(e, ERR_IO, N_("this is one of the bills; name another file with -o"));
        return err_at(e, path, 0);
    }
    if (!is_read_beside(r, path))
        return 0;
    (void)err_set(e, ERR_IO, N_("this run reads this file; name another one with -o"));
    return err_at(e, path, 0);
}

bool
reading_is_missed(const struct input *in, bool is_strict)
{
    if (in->failure.code == ERR_NONE)
        return false;
    return in->was_named || (is_strict && !in->is_kept && !input_is_aside(in));
}

int
reading_outcome(const struct reading *r, bool is_strict)
{
    const struct ledger *l = &r->import.ledger;

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        if (reading_is_missed(in, is_strict) || (is_strict && !in->is_kept && in->rejected > 0))
            return EXIT_PARTLY;
    }
    return EXIT_DONE;
}

void
reading_release(struct reading *r)
{
    keeping_release(&r->keeping);
    import_release(&r->import);
    walk_release(&r->walk);
    rulebook_release(&r->rulebook);
    config_free(r->config);
    formats_release(&r->formats);
    free(r->claims);
}
