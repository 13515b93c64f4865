/*
 * command_draft.c - a first format for a bill that no format reads.
 */
#include <string.h>

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"
#include "base/file.h"
#include "parsers/drafting.h"

/* Bytes of headings in one line. */
#define HEADINGS_MAX 180

#define TEXT_MAX ((size_t)65536)

/* What stands in the file, so that the user sees what the columns might be. */
static void
list_headings(const struct drafting *d, const struct options *o)
{
    struct buf line;
    struct message m;

    buf_init(&line, 2 * HEADINGS_MAX);
    for (size_t i = 0; i < d->heading_count; i++) {
        struct sv heading = sv_head(d->headings[i], HEADINGS_MAX / 2);

        if (line.n > 0)
            buf_add_text(&line, ", ");
        buf_add(&line, heading);
        if (i + 1 < d->heading_count &&
            line.n + sv_head(d->headings[i + 1], HEADINGS_MAX / 2).n + 2 <= HEADINGS_MAX)
            continue;
        message_set_whole(&m, "its headings: %s", line.p);
        output_warning(o, o->paths[0], 0, &m);
        buf_reset(&line);
    }
    buf_release(&line);
}

/* Which part of an archive or a workbook the draft is made from, where there are others. */
static void
say_passed(const struct drafting *d, const struct options *o)
{
    struct message m;

    if (d->passed_count == 0)
        return;
    message_set(&m, "the draft is made from this part of the file alone");
    output_warning(o, d->used, 0, &m);
    for (size_t i = 0; i < d->passed_count; i++) {
        message_set(&m, "not used for the draft; if the format does not read it, extract it and "
            "make a draft of it alone");
        output_warning(o, d->passed[i], 0, &m);
    }
}

/* What to do with the draft. */
static int
say_next(const struct options *o)
{
    struct err e = ERR_INIT;
    struct buf text;
    int result;

    buf_init(&text, TEXT_MAX);
    buf_add_escaped(&text, sv_of(o->output_file));
    buf_addf(&text, ": %s\n    gpubill formats --check ",
        lang_text(o->lang, N_("a first format; read its notes, correct it, and check it:")));
    buf_add_escaped(&text, sv_of(o->output_file));
    buf_add_char(&text, ' ');
    buf_add_escaped(&text, sv_of(o->paths[0]));
    buf_add_char(&text, '\n');
    result = buf_ok(&text, &e) || output_text(buf_sv(&text), &e);
    buf_release(&text);
    if (!result)
        return EXIT_DONE;
    output_error(o, &e);
    return EXIT_OUTPUT;
}

static int
write_draft(const struct drafting *d, const struct options *o)
{
    struct output_file out;
    struct err e = ERR_INIT;
    int result;

    if (!o->output_file) {
        result = output_text(buf_sv(&d->text), &e);
    } else {
        result = output_file_open(&out, o->output_file, o->stop, &e);
        if (result == 0)
            result = output_file_close(&out, output_file_sink(&out, buf_sv(&d->text), &e), &e);
    }
    if (result < 0) {
        output_error(o, &e);
        return EXIT_OUTPUT;
    }
    return o->output_file ? say_next(o) : EXIT_DONE;
}

/* Draft the format ${id}, which is written unless something reads the bill already. */
static int
make(const struct options *o, const struct formats *formats, const char *id)
{
    struct drafting d;
    struct err e = ERR_INIT;
    int code = EXIT_DONE;

    if (drafting_make(&d, o->paths[0], id, formats, &o->limits, o->lang, &e)) {
        code = output_failure(o, &e, EXIT_PARTLY);
        list_headings(&d, o);
    } else if (d.known) {
        err_set(&e, ERR_NONE, N_("it is read as %s; no draft is needed"), d.known);
        err_at(&e, o->paths[0], 0);
        output_error(o, &e);
    } else {
        code = write_draft(&d, o);
        say_passed(&d, o);
    }
    drafting_release(&d);
    return code;
}

/* What is wrong with the command line, if anything is. */
static int
check_usage(const struct options *o, const char *id, struct err *e)
{
    const char *slash = o->output_file ? strrchr(o->output_file, '/') : NULL;
    struct sv name = sv_of(slash ? slash + 1 : o->output_file);

    if (o->path_count != 1)
        return err_set(e, ERR_USAGE, N_("name one bill; for example: gpubill draft bill.csv"));
    if (!o->output_file)
        return 0;
    if (file_is_same(o->output_file, o->paths[0]))
        return err_set(e, ERR_USAGE, N_("-o: this is the bill; name another file"));
    if (sv_ends(name, SV(".json")) && !sv_is(sv_part(name, 0, name.n - 5), sv_of(id)))
        return err_set(e, ERR_USAGE, N_("-o: the name of the file is the format's id, of small "
            "letters, digits and dashes; for example %s.json"), id);
    return 0;
}

static int
run_draft(const struct options *o)
{
    struct reading r;
    struct err e = ERR_INIT;
    struct buf id;
    int code;

    opening_init(&r, o);
    buf_init(&id, TEXT_MAX);
    drafting_id(&id, o->output_file ? o->output_file : o->path_count ? o->paths[0] : "");
    if (buf_ok(&id, &e) || check_usage(o, id.p, &e)) {
        code = output_failure(o, &e, EXIT_USAGE);
    } else {
        code = opening_formats(&r, o);
        if (code == EXIT_DONE)
            code = make(o, &r.formats, id.p);
    }
    buf_release(&id);
    reading_release(&r);
    return code;
}

static const struct example examples[] = {
    { "bill.csv -o my-cloud.json", N_("a draft, ready to be checked") },
    { .arguments = NULL },
};

const struct command command_draft = {
    .name = "draft",
    .summary = N_("Write a first format for a bill that no format reads."),
    .usage = N_("[OPTION]... FILE"),
    .details = N_("Guesses charset, delimiter, headings, times and amounts, and takes some rows as "
        "samples. The draft is yours to mend; formats --check tries it."),
    .examples = examples,
    .order = 7,
    .options = OPTIONS_DRAFT,
    .run = run_draft,
};
