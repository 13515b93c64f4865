/*
 * drafting.c - a first format for a bill that no format reads.
 *
 * The draft is run on its own sample here, so that it states the lines that it makes, and is
 * checked as any format before it is handed out.
 */
#include <stdint.h>
#include <stdlib.h>

#include "parsers/detect.h"
#include "parsers/drafting_inside.h"
#include "parsers/reader.h"
#include "parsers/usage.h"

#define TEXT_MAX ((size_t)16 << 20)

#define ID_MAX 60

/* The end of a sample of which no line is known yet. */
#define NO_LINES ",\n      \"lines\": []\n    }"

/* The walk through what the file holds. */
struct search {
    struct drafting *out;
    const char *id, *bill;
    const struct formats *formats;
    enum lang lang;
    bool is_done, is_tried;
    struct err failure; /* of the first thing that can be no bill */
};

void
drafting_id(struct buf *out, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t start = out->n, end = dot && dot > name ? (size_t)(dot - name) : strlen(name);

    for (size_t i = 0; i < end && out->n - start < ID_MAX; i++) {
        char c = name[i];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            buf_add_char(out, c);
        else if (out->n > start && out->p[out->n - 1] != '-')
            buf_add_char(out, '-');
    }
    if (out->n > start && out->p[out->n - 1] == '-')
        buf_cut(out, out->n - 1);
    if (out->n == start)
        buf_add_text(out, "draft");
}

/* Complete the sample by the lines that the draft makes of it. */
static int
complete(struct buf *text, const char *id, struct err *e)
{
    static const char end[] = "\n  ]\n}\n";
    size_t n = text->n, lines;
    struct format *f = NULL;
    struct buf printed;
    int result = -1;

    buf_init(&printed, TEXT_MAX);
    buf_add_text(text, NO_LINES);
    buf_add_text(text, end);
    if (buf_ok(text, e))
        goto done;
    f = format_load(id, buf_sv(text), e);
    if (!f || format_print_samples(f, &printed, e) || buf_ok(&printed, e))
        goto done;
    lines = sv_find(buf_sv(&printed), SV(",\n      \"lines\": ["), 0);
    buf_cut(text, n);
    buf_add(text, sv_trim(sv_part(buf_sv(&printed), lines, printed.n)));
    buf_add_text(text, end);
    format_free(f);
    f = buf_ok(text, e) ? NULL : format_load(id, buf_sv(text), e);
    result = f ? format_check(f, NULL, e) : -1;
done:
    format_free(f);
    buf_release(&printed);
    return result;
}

static int
list_headings(struct drafting *out, const struct drafting_table *t, struct err *e)
{
    struct sv *list = arena_array(&out->arena, t->column_count + 1, sizeof(*list));

    if (out->headings)
        return -1;
    if (!list)
        return err_nomem(e);
    for (size_t i = 0; i < t->column_count; i++) {
        struct sv copy = arena_sv(&out->arena, t->headings[i]);

        if (t->headings[i].n > 0 && !copy.p)
            return err_nomem(e);
        if (copy.n > 0)
            list[out->heading_count++] = copy;
    }
    out->headings = list;
    return -1;
}

static int
draft_item(struct search *s, const struct content_item *item, const struct detection *found,
    struct err *e)
{
    struct headings *dictionary = headings_load(e);
    struct drafting_table *table = calloc(1, sizeof(*table));
    struct drafting_guess guess = { 0 };
    int result = -1;

    guess.columns = calloc(DRAFTING_COLUMNS_MAX, sizeof(*guess.columns));
    if (!table || !guess.columns) {
        (void)err_nomem(e);
        goto done;
    }
    if (!dictionary || drafting_read(table, item, &found->charset, found->content == CONTENT_JSON,
        dictionary, e))
        goto done;
    if (drafting_guess(&guess, table, dictionary, e)) {
        result = e->code == ERR_UNKNOWN ? list_headings(s->out, table, e) : -1;
        goto done;
    }
    drafting_write(&s->out->text, &guess, s->id, s->bill, s->formats, s->lang);
    result = complete(&s->out->text, s->id, e);
done:
    free(guess.columns);
    if (table)
        drafting_table_release(table);
    free(table);
    headings_free(dictionary);
    return result;
}

/* Name ${path} among what the draft is not made from. */
static int
pass_by(struct drafting *out, const char *path, struct err *e)
{
    const char **at = &out->passed[out->passed_count];

    if (out->passed_count == DRAFTING_PASSED_MAX)
        return 0;
    *at = arena_text(&out->arena, sv_of(path));
    if (!*at)
        return err_nomem(e);
    out->passed_count++;
    return 0;
}

/* Draft a format for ${item}, which nothing reads, unless there is a draft. */
static int
try_unread(struct search *s, const struct content_item *item, const struct detection *found,
    struct err *e)
{
    struct err ignored = ERR_INIT;

    if (s->is_done)
        return pass_by(s->out, item->path, e);
    if (draft_item(s, item, found, e)) {
        s->is_tried = true;
        buf_reset(&s->out->text);
        if (e->code == ERR_UNKNOWN)
            (void)pass_by(s->out, item->path, &ignored);
        return -1;
    }
    s->is_done = true;
    s->out->used = arena_text(&s->out->arena, sv_of(item->path));
    return s->out->used ? 0 : err_nomem(e);
}

static int
try_item(struct search *s, const struct content_item *item, struct err *e)
{
    struct input *input = input_new(sv_of(item->path), true);
    struct detection found = { .arena = ARENA_INIT };
    int result = -1;

    if (!input)
        return err_nomem(e);
    if (item->workbook ?
        detect_sheet(&found, item->workbook, item->sheet, s->formats, NULL, input, e) :
        detect(&found, item->source, s->formats, NULL, NULL, input, e))
        goto done;
    if (found.format || found.usage) {
        s->out->known = arena_text(&s->out->arena,
            sv_of(found.format ? found.format->id : found.usage->name));
        result = s->out->known ? 0 : err_nomem(e);
    } else if (input->kind == INPUT_OURS || input->kind == INPUT_CONFIG ||
        (input->is_prose && item->is_one_of_many) || (!item->workbook &&
        found.content != CONTENT_TEXT && found.content != CONTENT_JSON)) {
        result = err_set_message(e, ERR_UNKNOWN, &found.why);
    } else {
        result = try_unread(s, item, &found, e);
    }
done:
    if (result)
        (void)err_at(e, item->path, 0);
    detection_release(&found);
    input_free(input);
    return result;
}

static int
visit(void *context, const struct content_item *item, struct err *e)
{
    struct search *s = context;
    bool was_tried = s->is_tried;
    struct err failure = ERR_INIT;
    int result;

    if (item->passed)
        return 0;
    if (item->failure)
        failure = *item->failure;
    result = item->failure ? err_at(&failure, item->path, 0) : try_item(s, item, &failure);
    source_free(item->source);
    if (result && failure.code == ERR_NOMEM) {
        *e = failure;
        return -1;
    }
    /* That of the first thing which may be a bill tells most. */
    if (result && (s->failure.code == ERR_NONE || (s->is_tried && !was_tried)))
        s->failure = failure;
    return result == 0 || s->is_done;
}

int
drafting_make(struct drafting *out, const char *path, const char *id,
    const struct formats *formats, const struct limits *limits, enum lang lang, struct err *e)
{
    bool is_stdin = strcmp(path, "-") == 0;
    const struct found file = { .path = path, .was_named = true,
        .kind = is_stdin ? FOUND_STDIN : FOUND_FILE };
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    struct search s = { .out = out, .id = id, .bill = is_stdin ? "standard input" : name,
        .formats = formats, .lang = lang };
    struct source *source;

    *out = (struct drafting){ .arena = ARENA_INIT };
    buf_init(&out->text, TEXT_MAX);
    if (import_open(&source, &file, e))
        return err_at(e, path, 0);
    if (contents_walk(source, path, true, limits, visit, &s, e))
        return -1;
    if (s.is_done) {
        out->known = NULL;
        return 0;
    }
    if ((s.is_tried || !out->known) && s.failure.code != ERR_NONE) {
        *e = s.failure;
        return -1;
    }
    return 0;
}

void
drafting_release(struct drafting *d)
{
    buf_release(&d->text);
    arena_release(&d->arena);
}
