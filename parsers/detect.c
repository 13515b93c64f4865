/*
 * detect.c - what a source is, by its content, and how that was found.
 *
 * Detection is evidence, not order: each format is tried at its best place in the beginning of the
 * file, and the one with the most columns there wins. Nothing depends on the file's name, but for
 * configs.
 */
#include <stdlib.h>
#include <string.h>

#include "input/text.h"
#include "parsers/candidate.h"
#include "parsers/config.h"
#include "parsers/detect_layers.h"
#include "parsers/named_platform.h"
#include "parsers/own_document.h"
#include "parsers/prose.h"
#include "parsers/usage.h"

/* Bytes of column names that a message lists. */
#define LIST_MAX 110

void
detect_list_add(struct buf *list, struct sv text, size_t max)
{
    if (sv_ends(buf_sv(list), SV("...")))
        return;
    if (list->n > 0)
        buf_add_text(list, ", ");
    if (list->n + text.n > max)
        buf_add_text(list, "...");
    else
        buf_add(list, text);
}

/* What to do with a file that is no text. */
static void
refuse_content(enum content content, struct message *why)
{
    switch (content) {
    case CONTENT_EMPTY:
        message_set(why, "the file is empty");
        return;
    case CONTENT_GZIP:
    case CONTENT_ZSTD:
    case CONTENT_XZ:
    case CONTENT_BZIP2:
    case CONTENT_TAR:
    case CONTENT_ZIP:
    case CONTENT_7ZIP:
        message_set(why, "an archive; unpack it first");
        return;
    case CONTENT_RAR:
        message_set(why, "a RAR archive; unpack it and name the folder, or pack it as zip or 7z");
        return;
    case CONTENT_OLE:
        message_set(why, "an old Excel workbook (.xls); save it as .xlsx");
        return;
    case CONTENT_PDF:
        message_set(why, "a PDF; export the bill as CSV, XLSX or JSON");
        return;
    case CONTENT_HTML:
        message_set(why, "a web page: a log-in page, or a table that is called .xls; open it in a "
            "spreadsheet and save it as .xlsx, or export the bill as CSV or JSON");
        return;
    case CONTENT_XML:
        message_set(why, "XML; export the bill as CSV, XLSX or JSON");
        return;
    case CONTENT_PARQUET:
        message_set(why, "a Parquet file; convert it to CSV");
        return;
    case CONTENT_SQLITE:
        message_set(why, "an SQLite database; export the table as CSV");
        return;
    case CONTENT_IMAGE:
        message_set(why, "a picture; export the bill as CSV, XLSX or JSON");
        return;
    case CONTENT_BINARY:
        message_set(why, "no text; export the bill as CSV, XLSX or JSON");
        return;
    case CONTENT_TEXT:
    case CONTENT_JSON:
        return;
    }
}

/* The first bytes of ${s} tell what it is. */
static int
sniff_source(struct detection *out, struct source *s, struct err *e)
{
    char bytes[SNIFF_HEAD];
    size_t n = 0;

    if (source_read(s, bytes, sizeof(bytes), 0, &n, e))
        return -1;
    out->content = sniff((struct sv){ bytes, n });
    return 0;
}

/* Read the beginning of ${s} as UTF-8. */
static int
read_head(struct head *head, struct source *s, const struct charset_found *charset,
    struct err *e)
{
    struct text *t = text_new(s, charset, e);
    struct sv chunk;
    int more = 1;

    if (!t)
        return -1;
    while (head->text.n < DETECT_HEAD && (more = text_next(t, &chunk, e)) > 0)
        buf_add(&head->text, chunk);
    if (more > 0)
        more = text_next(t, &chunk, e);
    text_free(t);
    if (more < 0)
        return -1;
    head->is_whole = more == 0;
    return buf_ok(&head->text, e);
}

/* What a format that does not fit lacks: columns, else what tells it from others. */
static size_t
lack_of(const struct candidate *c)
{
    return c->missing > 0 ? c->missing : 1;
}

/* Lacking less of what is required is nearer. */
static bool
is_nearer(const struct candidate *a, const struct candidate *b)
{
    size_t left = lack_of(a) * b->required, right = lack_of(b) * a->required;

    if (left != right)
        return left < right;
    return a->found > b->found;
}

/* The formats that could read the file if it said of which platform it is. */
static int
list_unnamed(const struct detector *k, struct buf *list, struct err *e)
{
    for (size_t i = 0; i < k->n; i++) {
        struct candidate c = k->candidates[i];

        if (!c.is_unnamed || c.found < 2)
            continue;
        c.is_unnamed = false;
        if (candidate_fits(&c))
            detect_list_add(list, sv_of(c.format->id), LIST_MAX);
    }
    return buf_ok(list, e);
}

/* Columns that many platforms have, and nothing that names one. 1: said. */
static int
explain_unnamed(struct detector *k, struct err *e)
{
    struct buf list;
    int result;

    buf_init(&list, LIST_MAX + 8);
    result = detect_unnamed_objects(k, e) || list_unnamed(k, &list, e) ? -1 : 0;
    if (result == 0 && list.n > 0) {
        message_set_whole(&k->out->why, "nothing in it says of which platform it is; if it is of "
            "one of these, name the format with --format: %s", list.p);
        result = 1;
    }
    buf_release(&list);
    return result;
}

/* Headings with records above them. True: said. */
static bool
explain_below_records(const struct detector *k)
{
    const struct candidate *best = NULL;

    for (size_t i = 0; i < k->n; i++) {
        const struct candidate *c = &k->candidates[i];

        if (c->is_below_records && !c->is_unnamed && c->found > 1 &&
            (!k->forced || c->format == k->forced) && (!best || c->found > best->found))
            best = c;
    }
    if (!best)
        return false;
    k->out->closest = best->format;
    message_set(&k->out->why, "line %ju holds the headings of %s, but records stand above it; "
        "move the headings to the top", (uintmax_t)best->heading_line, best->format->id);
    return true;
}

/* Whether the name of the file tells more than ${closest}, which lacks most of its columns. */
static bool
is_of_another(const struct detector *k, const struct candidate *closest, const struct input *input)
{
    const struct format *named = named_platform(k->formats, sv_of(input->path));

    return !k->forced && named && 2 * closest->missing > closest->required &&
        strcmp(named->platform, closest->format->platform) != 0;
}

/* What no format is near to: by the name of the file it may at least be told where to look. */
static void
explain_strange(struct detector *k, struct input *input)
{
    const struct format *named = named_platform(k->formats, sv_of(input->path));
    struct message *why = &k->out->why;
    char platform[FORMATS_PLATFORM_MAX];

    input->is_prose = !k->forced && k->out->content == CONTENT_TEXT &&
        prose_is(sv_of(input->path), buf_sv(&k->head.text));
    input->is_unfamiliar = input->is_unfamiliar && !input->is_prose;
    if (k->forced)
        message_set(why, "nothing in it belongs to format %s", k->forced->id);
    else if (input->is_prose)
        message_set(why, "a text without a table: no bill");
    else if (named)
        message_set_whole(why, "no known format has columns like these; by its name it may be of "
            "%s: 'gpubill formats %s' lists which of its exports are read",
            formats_platform_words(platform, k->formats, named->platform), named->platform);
    else
        message_set(why, "no known format has columns like these");
}

/* Say what came nearest, and what it misses. */
static int
explain_nothing(struct detector *k, struct input *input, struct err *e)
{
    const struct candidate *closest = NULL;
    struct message *why = &k->out->why;
    struct buf missing;
    int result;

    if (explain_below_records(k))
        return 0;
    input->is_unfamiliar = !k->forced;
    for (size_t i = 0; i < k->n; i++) {
        const struct candidate *c = &k->candidates[i];

        if (c->found < 2 || c->missing > c->found || (k->forced && c->format != k->forced) ||
            (c->format->named_by && !k->forced))
            continue;
        if (!closest || is_nearer(c, closest))
            closest = c;
    }
    if (!k->forced && (!closest || 2 * closest->missing > closest->required)) {
        result = explain_unnamed(k, e);
        if (result != 0)
            return result < 0 ? -1 : 0;
    }
    if (!closest || is_of_another(k, closest, input)) {
        explain_strange(k, input);
        return 0;
    }
    k->out->closest = closest->format;
    if (closest->headings.n > 0)
        input_evidence(input, "line %ju holds: %.*s", (uintmax_t)closest->heading_line,
            SV_ARG(closest->headings));
    if (closest->missing == 0) {
        message_set(why, "closest format: %s; but what must tell it from others is not there",
            closest->format->id);
        return 0;
    }

    buf_init(&missing, LIST_MAX + 8);
    for (size_t i = 0; i < closest->format->columns.n; i++)
        if (closest->format->columns.at[i].is_required && !closest->has[i])
            detect_list_add(&missing, sv_of(closest->format->columns.at[i].names[0]), LIST_MAX);
    result = buf_ok(&missing, e);
    if (result == 0)
        message_set_whole(why, "closest format: %s; columns missing: %s", closest->format->id,
            missing.p);
    buf_release(&missing);
    return result;
}

static void
tell_delimiter(struct input *input, char delimiter)
{
    if (delimiter == '\0')
        input_evidence(input, "a sheet of an Excel workbook");
    else if (delimiter == ',')
        input_evidence(input, "cells are parted by commas");
    else if (delimiter == '\t')
        input_evidence(input, "cells are parted by TABs");
    else
        input_evidence(input, "cells are parted by '%c'", delimiter);
}

/* A copy of ${text} that lives as long as ${input}. */
static int
copy_text(struct input *input, const char **out, const char *text, struct err *e)
{
    *out = arena_text(&input->arena, sv_of(text));
    if (*out)
        return 0;
    *out = "";
    return err_nomem(e);
}

/* Take over what the winner found. */
static int
recognise(struct detection *out, const struct candidate *c, struct input *input, struct err *e)
{
    const struct format *f = format_whole(c->format, e);

    if (!f)
        return -1;
    out->format = f;
    out->delimiter = c->delimiter;
    out->heading_line = c->heading_line;
    out->list = c->list;
    input->kind = f->kind;
    if (copy_text(input, &input->format, f->id, e) ||
        copy_text(input, &input->platform, f->platform, e))
        return -1;
    input->evidence_level = evidence_word(f->evidence);
    input->is_whole_month = f->billing.is_whole_month;
    input->view_rank = f->billing.view_rank;
    if (c->list) {
        if (c->list[0] == '\0')
            input_evidence(input, "the elements hold %zu of the %zu columns of %s", c->found,
                f->columns.n, f->id);
        else
            input_evidence(input, "the list at '%s' holds %zu of the %zu columns of %s", c->list,
                c->found, f->columns.n, f->id);
        return 0;
    }
    tell_delimiter(input, c->delimiter);
    input_evidence(input, "line %ju holds %zu of the %zu columns of %s",
        (uintmax_t)c->heading_line, c->found, f->columns.n, f->id);
    return 0;
}

/*
 * A config holds keys of all kinds, any of which may be missing or wrong: it is known by its name,
 * but only where it is a JSON object that nothing else recognises.
 */
static bool
is_config(const struct detector *k, const struct input *input)
{
    struct sv path = sv_of(input->path), name = SV(CONFIG_NAME);
    bool has_folder = path.n > name.n;

    return k->out->content == CONTENT_JSON && !k->workbook && sv_ends(path, name) &&
        (!has_folder || strchr("/!", path.p[path.n - name.n - 1]));
}

static int
recognise_config(struct detector *k, struct input *input, bool is_named)
{
    input->kind = INPUT_CONFIG;
    input->format = "gpubill-config";
    if (is_named)
        input_evidence(input, "it is called %s and holds JSON", CONFIG_NAME);
    else
        input_evidence(input, "it has the keys of %s", CONFIG_NAME);
    message_set(&k->out->why, "a config of gpubill; give it the bills themselves");
    return 0;
}

/* A config under another name, or a format, is no bill; people name them in the bills' place. */
static bool
recognise_own(struct detector *k, struct input *input)
{
    enum own_document own = k->out->content == CONTENT_JSON && !k->workbook && !k->forced
        ? own_document_of(buf_sv(&k->head.text)) : OWN_NONE;

    if (own == OWN_CONFIG)
        (void)recognise_config(k, input, false);
    if (own == OWN_FORMAT)
        message_set(&k->out->why, "a bill format of gpubill, no bill; 'gpubill formats "
            "--check' tries it, --formats FOLDER uses it");
    return own == OWN_CONFIG || own == OWN_FORMAT;
}

/* Look at JSON that lies in other JSON. */
static int
recognise_layers(struct detector *k, struct input *input, struct err *e)
{
    const struct candidate *winner = NULL;

    if (!k->workbook && detect_layers(k, &winner, input, e))
        return -1;
    if (winner)
        return recognise(k->out, winner, input, e);
    return k->out->why.format ? 0 : explain_nothing(k, input, e);
}

/* Ask the readers of logs, where no format fits; sheets of workbooks are never logs. */
static int
recognise_usage(struct detector *k, struct input *input, struct err *e)
{
    const struct usage_head head = { buf_sv(&k->head.text), k->out->content == CONTENT_JSON,
        k->usage_columns };
    const struct usage_reader *usage = k->workbook ? NULL : usage_recognise(&head);

    if (!usage && is_config(k, input))
        return recognise_config(k, input, true);
    if (!usage)
        return recognise_own(k, input) ? 0 : recognise_layers(k, input, e);
    k->out->usage = usage;
    input->kind = usage->kind;
    if (copy_text(input, &input->format, usage->name, e) ||
        copy_text(input, &input->platform, usage->platform, e))
        return -1;
    input->evidence_level = evidence_word(usage->evidence);
    if (head.is_json)
        input_evidence(input, "it has the keys of %s", usage->name);
    else
        input_evidence(input, "it has the columns or names of %s", usage->name);
    return 0;
}

/* Try all formats on the head. */
static int
judge(struct detector *k, struct input *input, struct err *e)
{
    const struct candidate *winner = NULL;

    if (k->out->content == CONTENT_JSON ? detect_objects(k, e) : detect_rows(k, e))
        return -1;
    if (k->is_ours && !is_config(k, input)) {
        input->kind = INPUT_OURS;
        message_set(&k->out->why, "gpubill's own output; give it the bills themselves");
        return 0;
    }
    if (detect_choose(k, &winner, input, e))
        return -1;
    if (!winner)
        return recognise_usage(k, input, e);
    if (winner->list && detect_layers_beside(k, winner, input, e))
        return -1;
    return recognise(k->out, winner, input, e);
}

int
detect(struct detection *out, struct source *s, const struct formats *formats,
    const struct format *forced, const char *usage_columns, struct input *input, struct err *e)
{
    struct detector k = { .out = out, .forced = forced, .usage_columns = usage_columns,
        .head.limits = source_limits(s) };
    int result;

    *out = (struct detection){ .arena = ARENA_INIT };
    if (sniff_source(out, s, e))
        return -1;
    if (out->content != CONTENT_TEXT && out->content != CONTENT_JSON) {
        refuse_content(out->content, &out->why);
        return 0;
    }
    if (charset_find(&out->charset, s, e))
        return -1;
    input->encoding = charset_name(out->charset.charset);
    if (out->charset.bom > 0)
        input_evidence(input, "charset %s, told by its byte order mark", input->encoding);
    else
        input_evidence(input, "charset %s", input->encoding);
    if (out->charset.has_bad_bytes)
        input_warn(input, "bad-bytes", 0,
            "the file is %s but for some bytes, the first at offset %ju; records that hold them "
            "are rejected", input->encoding, (uintmax_t)out->charset.bad_offset);

    buf_init(&k.head.text, DETECT_HEAD + TEXT_CHUNK_MAX);
    result = read_head(&k.head, s, &out->charset, e) || candidates_make(&k, formats, e) ||
            judge(&k, input, e)
        ? -1
        : 0;
    buf_release(&k.head.text);
    return result;
}

int
detect_sheet(struct detection *out, struct xlsx *x, size_t sheet,
    const struct formats *formats, const struct format *forced, struct input *input,
    struct err *e)
{
    struct detector k = { .out = out, .forced = forced, .workbook = x, .sheet = sheet };

    *out = (struct detection){ .arena = ARENA_INIT, .content = CONTENT_ZIP };
    return candidates_make(&k, formats, e) || judge(&k, input, e) ? -1 : 0;
}

void
detection_release(struct detection *d)
{
    arena_release(&d->arena);
}
