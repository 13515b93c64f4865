/*
 * command_formats.c - the bill formats known, with their evidence; checks new ones.
 */
#include <unistd.h>

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "base/file.h"
#include "ledger/settle.h"
#include "parsers/usage.h"

#define TEXT_MAX ((size_t)1 << 28)
#define FORMAT_MAX ((size_t)16 << 20)

/* A row of the list: a format, or what reads logs that no format can describe. */
struct known {
    const char *id, *platform;
    enum evidence_level evidence;
    const struct format_title *title;
};

/* The ${i}-th that is known, formats first. False behind the last. */
static bool
known_at(const struct formats *all, size_t i, struct known *out)
{
    if (i < all->list.n) {
        const struct format *f = all->list.at[i];

        *out = (struct known){ f->id, f->platform, f->evidence, &f->title };
        return true;
    }
    for (size_t k = 0; usage_table[k]; k++) {
        const struct usage_reader *u = usage_table[k];

        if (k < i - all->list.n)
            continue;
        *out = (struct known){ u->name, u->platform, u->evidence, &u->title };
        return true;
    }
    return false;
}

static const char *
title_of(const struct format_title *title, unsigned lang)
{
    return lang == LANG_ZH && *title->zh ? title->zh : title->en;
}

static void
add_padded(struct buf *out, const char *text, size_t width)
{
    size_t w = sv_width(sv_of(text));

    buf_add_text(out, text);
    do
        buf_add_char(out, ' ');
    while (++w < width);
}

/* A row for each format of ${platform}, or of any where that is NULL. False where there is none. */
static bool
list_text(const struct formats *all, const char *platform, const struct options *o,
    struct buf *out)
{
    size_t widths[3] = { 0, 0, 0 };
    bool is_any = false;
    struct known f;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; known_at(all, i, &f); i++) {
            const char *cells[3] = { f.id, *f.platform ? f.platform : "-",
                lang_text(o->lang, evidence_word(f.evidence)) };

            if (platform && strcmp(f.platform, platform) != 0)
                continue;
            is_any = true;
            for (size_t c = 0; c < 3; c++)
                if (pass == 1)
                    add_padded(out, cells[c], widths[c] + 2);
                else if (sv_width(sv_of(cells[c])) > widths[c])
                    widths[c] = sv_width(sv_of(cells[c]));
            if (pass == 1)
                buf_addf(out, "%s\n", title_of(f.title, o->lang));
        }
    return is_any;
}

static void
add_words(struct buf *out, const char *name, const char *const *words)
{
    buf_addf(out, ", \"%s\": [", name);
    for (size_t i = 0; words && words[i]; i++) {
        buf_add_text(out, i ? ", " : "");
        buf_add_json(out, sv_of(words[i]));
    }
    buf_add_text(out, "]");
}

static void
add_json(struct buf *out, const struct format *f)
{
    buf_add_text(out, "{\"id\": ");
    buf_add_json(out, sv_of(f->id));
    buf_addf(out, ", \"kind\": \"%s\", \"platform\": ", input_kind_word(f->kind));
    buf_add_json(out, sv_of(f->platform));
    buf_add_text(out, ", \"title\": {\"en\": ");
    buf_add_json(out, sv_of(f->title.en));
    buf_add_text(out, ", \"zh\": ");
    buf_add_json(out, sv_of(f->title.zh));
    buf_addf(out, "}, \"evidence\": \"%s\"", evidence_word(f->evidence));
    add_words(out, "sources", (const char *const *)f->sources);
    add_words(out, "sellers", (const char *const *)f->sellers);
    buf_add_text(out, ", \"notes\": ");
    buf_add_json(out, sv_of(f->notes));
    buf_add_text(out, "}");
}

static void
add_usage_json(struct buf *out, const struct usage_reader *u)
{
    buf_add_text(out, "{\"id\": ");
    buf_add_json(out, sv_of(u->name));
    buf_addf(out, ", \"kind\": \"%s\", \"platform\": ", input_kind_word(u->kind));
    buf_add_json(out, sv_of(u->platform));
    buf_add_text(out, ", \"title\": {\"en\": ");
    buf_add_json(out, sv_of(u->title.en));
    buf_add_text(out, ", \"zh\": ");
    buf_add_json(out, sv_of(u->title.zh));
    buf_addf(out, "}, \"evidence\": \"%s\"", evidence_word(u->evidence));
    add_words(out, "sources", u->sources);
    buf_add_text(out, ", \"sellers\": [], \"notes\": \"\"}");
}

static void
show_usage(const struct usage_reader *u, const struct options *o, struct buf *out)
{
    buf_addf(out, "%s\n%s\n\n", u->name, title_of(&u->title, o->lang));
    buf_addf(out, "%s: %s\n", lang_text(o->lang, N_("Kind")),
        lang_text(o->lang, input_kind_word(u->kind)));
    buf_addf(out, "%s: %s\n", lang_text(o->lang, N_("Evidence")),
        lang_text(o->lang, evidence_word(u->evidence)));
    for (size_t i = 0; u->sources[i]; i++)
        buf_addf(out, "    %s\n", u->sources[i]);
}

static void
list_json(const struct formats *all, struct buf *out)
{
    buf_add_text(out, "[");
    for (size_t i = 0; i < all->list.n; i++) {
        buf_add_text(out, i ? ",\n " : "\n ");
        add_json(out, all->list.at[i]);
    }
    for (size_t i = 0; usage_table[i]; i++) {
        buf_add_text(out, i || all->list.n ? ",\n " : "\n ");
        add_usage_json(out, usage_table[i]);
    }
    buf_add_text(out, "\n]\n");
}

static void
show_text(const struct format *f, const struct options *o, struct buf *out)
{
    buf_addf(out, "%s\n%s\n\n", f->id, title_of(&f->title, o->lang));
    buf_addf(out, "%s: %s\n", lang_text(o->lang, N_("Kind")),
        lang_text(o->lang, input_kind_word(f->kind)));
    buf_addf(out, "%s: %s\n", lang_text(o->lang, N_("Platform")),
        *f->platform ? f->platform : lang_text(o->lang, N_("said by each row")));
    buf_addf(out, "%s: %s\n", lang_text(o->lang, N_("Evidence")),
        lang_text(o->lang, evidence_word(f->evidence)));
    for (size_t i = 0; f->sources[i]; i++)
        buf_addf(out, "    %s\n", f->sources[i]);
    if (*f->notes)
        buf_addf(out, "%s\n", f->notes);
    buf_addf(out, "\n%s:\n", lang_text(o->lang, N_("Columns (* required)")));
    for (size_t i = 0; i < f->columns.n; i++) {
        const struct format_column *c = &f->columns.at[i];

        buf_addf(out, "  %c ", c->is_required ? '*' : ' ');
        for (size_t k = 0; c->names[k]; k++)
            buf_addf(out, "%s%s", k ? " | " : "", c->names[k]);
        buf_add_char(out, '\n');
    }
    for (size_t i = 0; f->sellers && f->sellers[i]; i++)
        buf_addf(out, "%s%s\n", i ? "    " : lang_text(o->lang, N_("\nInvoices are issued by: ")),
            f->sellers[i]);
}

/* The format or reader of logs ${id} alone. False where there is none. */
static bool
show_one(const struct reading *r, const char *id, const struct options *o, struct buf *out)
{
    const struct format *f = formats_find(&r->formats, sv_of(id));
    const struct usage_reader *u = f ? NULL : usage_find(sv_of(id));

    if (f && o->is_json)
        add_json(out, f);
    else if (f)
        show_text(f, o, out);
    else if (u && o->is_json)
        add_usage_json(out, u);
    else if (u)
        show_usage(u, o, out);
    else
        return false;
    if (o->is_json)
        buf_add_char(out, '\n');
    return true;
}

static void
unknown_format(const struct formats *all, const char *id, struct err *e)
{
    const char *nearest = formats_nearest(all, sv_of(id));

    /* A platform is none of what --json shows. */
    if (nearest && strcmp(nearest, id) != 0)
        (void)err_set(e, ERR_USAGE,
            N_("no format or platform is called '%s'; did you mean '%s'?"), id, nearest);
    else if (access(id, F_OK) == 0)
        (void)err_set(e, ERR_USAGE, N_("no format or platform is called '%s'; to see which format "
            "reads a file: gpubill detect %s"), id, id);
    else
        (void)err_set(e, ERR_USAGE,
            N_("no format or platform is called '%s'; 'gpubill formats' lists them"), id);
}

static int
show(const struct reading *r, const struct options *o, struct buf *out)
{
    for (size_t i = 0; i < o->path_count; i++) {
        struct err e = ERR_INIT;

        if (show_one(r, o->paths[i], o, out) ||
            (!o->is_json && list_text(&r->formats, o->paths[i], o, out)))
            continue;
        unknown_format(&r->formats, o->paths[i], &e);
        output_error(o, &e);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* Read the bill with the one format; its accounting is what the author wants to see. */
static int
check_bill(const struct formats *one, const struct options *o, struct buf *out)
{
    struct import_options options = { .formats = one, .forced = one->list.at[0],
        .zone_minutes = o->zone_minutes, .jobs = 1, .limits = &o->limits };
    struct reading r;
    struct err e = ERR_INIT;
    int code = EXIT_PARTLY;

    opening_init(&r, o);
    for (size_t i = 0; i < o->path_count; i++)
        if (walk_add(&r.walk, o->paths[i], &e) < 0)
            goto fail;
    walk_finish(&r.walk);
    if (import_all(&r.import, &r.walk, &options, &e) < 0 ||
        settle_accounts(&r.import.ledger, &e) < 0)
        goto fail;
    code = opening_report(&r, o);
    for (size_t i = 0; i < r.import.ledger.inputs.n; i++) {
        const struct input *in = r.import.ledger.inputs.at[i];
        char amount[MONEY_TEXT_MAX];

        buf_add_escaped(out, sv_of(in->path));
        buf_addf(out, ": %llu %s, %llu %s, %llu %s", (unsigned long long)in->records,
            lang_text(o->lang, N_("records")), (unsigned long long)in->lines,
            lang_text(o->lang, N_("lines")), (unsigned long long)in->rejected,
            lang_text(o->lang, N_("rejected")));
        for (size_t k = 0; k < in->billed.n; k++)
            buf_addf(out, ", %s %s", in->billed.at[k].currency,
                money_format(amount, in->billed.at[k].sum));
        buf_add_char(out, '\n');
    }
    goto release;
fail:
    code = output_failure(o, &e, code);
release:
    reading_release(&r);
    return code;
}

static int
check(const struct options *o, struct buf *out)
{
    struct formats one = { .gpu_types = NULL };
    struct format *f = NULL;
    struct buf text;
    struct err e = ERR_INIT;
    int code = EXIT_USAGE;

    buf_init(&text, FORMAT_MAX);
    if (file_read(&text, o->check, &e) < 0) {
        code = EXIT_PARTLY;
        goto fail;
    }
    f = format_load(o->check, buf_sv(&text), &e);
    if (!f || format_check(f, out, &e) < 0)
        goto fail;
    buf_addf(out, "%s: %s\n", o->check,
        lang_text(o->lang, N_("all samples become the lines stated")));
    code = EXIT_DONE;
    if (o->path_count > 0) {
        one.list.at = &f;
        one.list.n = 1;
        code = check_bill(&one, o, out);
    }
    goto release;
fail:
    code = output_failure(o, &e, code);
release:
    format_free(f);
    buf_release(&text);
    return code;
}

static int
run_formats(const struct options *o)
{
    struct reading r;
    struct buf text;
    int code;

    buf_init(&text, TEXT_MAX);
    if (o->check) {
        code = check(o, &text);
        code = output_answer(o, &text, code);
        buf_release(&text);
        return code;
    }
    opening_init(&r, o);
    code = opening_formats(&r, o);
    if (code == EXIT_DONE && o->path_count > 0)
        code = show(&r, o, &text);
    else if (code == EXIT_DONE && o->is_json)
        list_json(&r.formats, &text);
    else if (code == EXIT_DONE)
        (void)list_text(&r.formats, NULL, o, &text);
    code = output_answer(o, &text, code);
    buf_release(&text);
    reading_release(&r);
    return code;
}

static const struct example examples[] = {
    { "autodl-statement", N_("one format at length") },
    { "aliyun", N_("the formats of one platform") },
    { "--check my-cloud.json bill.csv", N_("try a format of your own on a bill") },
    { .arguments = NULL },
};

const struct command command_formats = {
    .name = "formats",
    .summary = N_("The bill formats known, with the evidence that each rests on."),
    .usage = N_("[OPTION]... [ID or PLATFORM]... | --check FILE.json [BILL]..."),
    .details = N_("A format that is marked assumed rests on headings that are not publicly "
        "documented; reports say so. Formats of your own stand in "
        "~/.config/gpubill/formats or in the folder that --formats names."),
    .examples = examples,
    .arguments = ARGUMENTS_FORMATS,
    .order = 6,
    .options = OPTIONS_JSON | OPTIONS_CHECK,
    .run = run_formats,
};
