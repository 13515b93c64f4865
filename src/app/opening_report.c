/*
 * opening_report.c - what was noticed while files were read, on standard error.
 */
#include <string.h>

#include "app/opening.h"
#include "app/output.h"
#include "base/confine.h"

/* Most bytes of the names of files in one line. */
#define NAMES_MAX ((size_t)200)
#define MESSAGE_ROOM ((size_t)2 * NAMES_MAX + 64)

/* Warnings beyond those that were kept are counted in one line. */
static void
report_warnings(const struct input *in, const struct options *o)
{
    for (size_t i = 0; i < in->warnings.n; i++)
        output_warning(o, in->path, in->warnings.at[i].line, &in->warnings.at[i].message);
    for (size_t i = 0; i < in->warning_counts.n; i++) {
        struct message more;

        if (in->warning_counts.at[i].n <= WARNINGS_KEPT)
            continue;
        message_set(&more, N_("%llu more of the kind '%s'"),
            (unsigned long long)(in->warning_counts.at[i].n - WARNINGS_KEPT),
            in->warning_counts.at[i].code);
        output_warning(o, in->path, 0, &more);
    }
}

/* Rejected records: the first few in full, the rest counted; all are in rejected.csv. */
static void
report_rejections(const struct input *in, const struct options *o)
{
    size_t shown = in->rejections.n < WARNINGS_KEPT ? in->rejections.n : WARNINGS_KEPT;
    struct message why, more;

    for (size_t i = 0; i < shown; i++) {
        message_unfold(&why, in->rejections.at[i].why);
        output_warning(o, in->path, in->rejections.at[i].line, &why);
    }
    if (shown == in->rejections.n)
        return;
    message_set(&more, N_("%zu more rejected records; rejected.csv lists them all"),
        in->rejections.n - shown);
    output_warning(o, in->path, 0, &more);
}

/* Texts for people that lie among the bills are told in one line, and not as a warning. */
static void
report_prose(const struct ledger *l, const struct options *o)
{
    struct message note;
    struct buf names;
    size_t n = 0;

    buf_init(&names, NAMES_MAX);
    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];
        const char *slash = strrchr(in->path, '/');

        if (!in->is_prose || in->was_named)
            continue;
        n++;
        buf_add_text(&names, names.n > 0 ? ", " : "");
        buf_add_escaped(&names, sv_of(slash ? slash + 1 : in->path));
    }
    if (n > 0 && !names.full)
        message_set_whole(&note, N_("not read, since they are texts without a table: %s"), names.p);
    else
        message_set(&note, N_("%zu texts without a table are not read"), n);
    if (n > 0)
        output_note(o, &note);
    buf_release(&names);
}

/* What was passed by for ${why}, in one line: as many names as fit, and the number of the rest. */
static void
report_passed(const struct reading *r, const struct options *o, enum passed why)
{
    const char *slash = r->replaced ? strrchr(r->replaced, '/') : NULL;
    const struct ledger *l = &r->import.ledger;
    struct message note;
    struct buf names;
    size_t more = 0;

    buf_init(&names, MESSAGE_ROOM);
    if (why == PASSED_OURS && r->replaced)
        buf_add_escaped(&names, sv_of(o->is_redacted && slash ? slash + 1 : r->replaced));
    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        if (in->passed != why || in->is_kept)
            continue;
        if (more > 0 || names.n + strlen(in->path) > NAMES_MAX) {
            more++;
            continue;
        }
        buf_add_text(&names, names.n > 0 ? ", " : "");
        buf_add_escaped(&names, sv_of(in->path));
    }
    if (more > 0)
        buf_addf(&names, "%s… +%zu", names.n > 0 ? ", " : "", more);
    if (names.n > 0) {
        passed_note(&note, why, names.p);
        output_note(o, &note);
    }
    buf_release(&names);
}

/* A bill of a platform that has no format is not the end of the road. */
static void
report_unfamiliar(const struct ledger *l, const struct options *o)
{
    struct message note;
    size_t i = 0;

    while (i < l->inputs.n && (!l->inputs.at[i]->is_unfamiliar ||
            l->inputs.at[i]->kind != INPUT_UNKNOWN ||
            l->inputs.at[i]->failure.code != ERR_UNKNOWN))
        i++;
    if (i == l->inputs.n)
        return;
    message_set(&note, N_("is it a bill of a platform that has no format yet? "
        "'gpubill draft FILE -o ID.json' writes a first one"));
    output_note(o, &note);
}

/* Which means against hostile PDF this system lacks, for those who want to know all. */
static void
report_confinement(const struct ledger *l, const struct options *o)
{
    unsigned lacking = CONFINE_ALL & ~confine_available();
    struct message note;
    size_t i = 0;

    while (i < l->inputs.n && strcmp(l->inputs.at[i]->format, "pdf") != 0 &&
        strcmp(l->inputs.at[i]->format, "qr-picture") != 0)
        i++;
    if (!o->is_verbose || lacking == 0 || i == l->inputs.n)
        return;
    message_set(&note, N_("the programs that read PDF and pictures are not wholly kept to their "
        "folder, for this system lacks: %s"), lacking == CONFINE_ALL ? "Landlock, seccomp" :
        lacking == CONFINE_FILES ? "Landlock" : "seccomp");
    output_note(o, &note);
}

/* What came into a ledger that is kept, and what that changed of earlier files. */
static void
report_kept(const struct keeping *k, const struct options *o)
{
    const struct holding *h = &k->holding;
    struct message m;

    if (!k->store || k->is_export)
        return;
    for (size_t i = 0; i < h->news.n; i++)
        output_warning(o, h->news.at[i].input->path, h->news.at[i].warning->line,
            &h->news.at[i].warning->message);
    if (k->has_lost_config) {
        message_set_whole(&m, N_("earlier runs had a config, this one has none: projects, rules "
            "and invoices are now judged without it; give it by --config"));
        output_warning(o, k->path, 0, &m);
    }
    if (holding_is_unchanged(h) && h->known == 0)
        return;
    if (h->changed > 0) {
        message_set_whole(&m, N_("%s: files that are read in another way than before, and whose "
            "lines were replaced: %zu"), k->path, h->changed);
        output_note(o, &m);
    }
    if (h->taken == 0 && h->changed == 0)
        message_set_whole(&m, N_("%s: nothing new, all files were imported before (%zu)"), k->path,
            h->known);
    else
        message_set_whole(&m, N_("%s: new files: %zu (lines: %ju, counted: %ju); imported before: "
            "%zu"), k->path, h->taken, (uintmax_t)h->lines_taken, (uintmax_t)h->lines_counted,
            h->known);
    output_note(o, &m);
}

void
opening_report_strict(const struct options *o, uint64_t rejected, uint64_t missed)
{
    struct err e = ERR_INIT;

    if (!o->is_strict || !o->is_quiet || rejected + missed == 0)
        return;
    (void)err_set(&e, ERR_SYNTAX, N_("--strict: rejected records: %llu, files not read: %llu"),
        (unsigned long long)rejected, (unsigned long long)missed);
    output_error(o, &e);
}

/* As opening_report_strict() for all that was read in this run. */
static void
report_strict(const struct ledger *l, const struct options *o)
{
    uint64_t rejected = 0, missed = 0;

    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];

        rejected += in->is_kept ? 0 : in->rejected;
        missed += !in->was_named && reading_is_missed(in, o->is_strict);
    }
    opening_report_strict(o, rejected, missed);
}

int
opening_report(const struct reading *r, const struct options *o)
{
    for (size_t i = 0; i < r->import.warnings.n; i++)
        output_warning(o, NULL, 0, &r->import.warnings.at[i].message);
    for (size_t i = 0; i < r->import.ledger.inputs.n; i++) {
        const struct input *in = r->import.ledger.inputs.at[i];

        if (in->failure.code != ERR_NONE && in->was_named) {
            output_error(o, &in->failure);
        } else if (in->failure.code != ERR_NONE && !input_is_aside(in)) {
            struct options shown = *o;

            /* That some file is no bill may be left unsaid; not that a bill is refused. */
            shown.is_quiet = o->is_quiet && in->failure.code == ERR_UNKNOWN;
            output_warning(&shown, in->path, in->failure.line, &in->failure.message);
        }
        if (in->is_kept)
            continue; /* was said when it was imported */
        report_warnings(in, o);
        report_rejections(in, o);
    }
    report_prose(&r->import.ledger, o);
    for (unsigned why = PASSED_SETTINGS + 1; why < PASSED_COUNT; why++)
        report_passed(r, o, (enum passed)why);
    report_unfamiliar(&r->import.ledger, o);
    report_confinement(&r->import.ledger, o);
    report_kept(&r->keeping, o);
    report_strict(&r->import.ledger, o);
    return reading_outcome(r, o->is_strict);
}
