/*
 * import_explain.c - one record from bytes to ledger line, step by step, for people.
 *
 * The whole file is read, since what a line becomes may depend on others (rebuilt periods).
 */
#include <stdarg.h>
#include <unistd.h>

#include "ledger/line_field.h"
#include "parsers/charge_text.h"
#include "parsers/reader.h"
#include "parsers/usage.h"

/* Bytes at the start of a record that are shown in hexadecimal. */
#define HEX_MAX 32

/* Bytes of a record's text that are shown. */
#define TEXT_MAX 2000

struct explainer {
    uint64_t line;
    enum lang lang;
    struct buf *out;
    const struct reader *reader;
    bool is_found;
    uint64_t first, last; /* lines of the first and the last record */
    struct buf cells;     /* of the line as the record alone makes it: "\n  NAME = TEXT\n" */
    size_t lines;         /* that the record makes */
};

/* Append the message in the explainer's language and a line end. ${format} is a literal. */
static void explain(struct explainer *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
explain(struct explainer *x, const char *format, ...)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;
    va_list ap;

    va_start(ap, format);
    message_set_wholev(&m, format, ap);
    va_end(ap);
    buf_add_text(x->out, message_text(&m, x->lang, text, sizeof(text)));
    buf_add_char(x->out, '\n');
}

/* Where in a source a physical line is looked for. */
struct line_scan {
    uint64_t line, offset; /* of the next unit */
    uint64_t start;        /* offset of the current line */
    unsigned returns;      /* CR right before the next unit, that may belong to its LF */
};

/*
 * Take the unit ${unit} of ${width} bytes. LF, CRLF, CRCRLF and CR end a line: a CR that more
 * follows ends its line as soon as what follows shows that it is alone.
 */
static void
scan_unit(struct line_scan *s, unsigned unit, unsigned width)
{
    if (unit == '\n') {
        s->line++;
        s->start = s->offset + width;
        s->returns = 0;
    } else if (unit == '\r' && s->returns < 2) {
        s->returns++;
    } else if (s->returns > 0) {
        s->line += s->returns;
        s->start = s->offset;
        s->returns = unit == '\r';
    }
    s->offset += width;
}

/* The offset at which physical line ${line} begins. -1: ERR_IO. */
static int
find_offset(struct source *source, const struct charset_found *charset, uint64_t line,
    uint64_t *offset, struct err *e)
{
    struct line_scan s = { .line = 1, .offset = charset->bom, .start = charset->bom };
    bool is_wide = charset->charset == CHARSET_UTF16LE || charset->charset == CHARSET_UTF16BE;
    unsigned width = is_wide ? 2 : 1, high = charset->charset == CHARSET_UTF16LE;
    unsigned char bytes[8192];
    size_t got = sizeof(bytes);

    while (s.line < line && got >= width) {
        if (source_read(source, bytes, sizeof(bytes), s.offset, &got, e))
            return -1;
        for (size_t i = 0; i + width <= got && s.line < line; i += width) {
            unsigned unit = is_wide ?
                (unsigned)bytes[i + high] << 8 | bytes[i + 1 - high] : bytes[i];

            scan_unit(&s, unit, width);
        }
    }
    *offset = s.start;
    return 0;
}

static int
explain_bytes(struct explainer *x, const struct record *r, struct err *e)
{
    static const char digits[] = "0123456789ABCDEF";
    const struct reader *reader = x->reader;
    unsigned char bytes[HEX_MAX];
    char hex[3 * HEX_MAX + 1];
    uint64_t offset;
    size_t n = 0;

    if (reader->workbook) {
        explain(x, "row %ju of the sheet '%s'", (uintmax_t)r->line,
            xlsx_sheet(reader->workbook, reader->sheet)->name);
        return 0;
    }
    if (reader->found->list) {
        explain(x, "element %ju of the list at '%s'", (uintmax_t)r->line, reader->found->list);
        return 0;
    }
    if (find_offset(reader->source, &reader->found->charset, r->line, &offset, e) ||
        source_read(reader->source, bytes, sizeof(bytes), offset, &n, e))
        return -1;
    for (size_t i = 0; i < n; i++) {
        hex[3 * i] = digits[bytes[i] >> 4];
        hex[3 * i + 1] = digits[bytes[i] & 15];
        hex[3 * i + 2] = ' ';
    }
    hex[n > 0 ? 3 * n - 1 : 0] = '\0';
    explain(x, "line %ju begins at byte %ju: %s", (uintmax_t)r->line, (uintmax_t)offset, hex);
    return 0;
}

/* "\n  NAME = TEXT\n": what begins and ends a cell cannot stand in one. */
static void
add_cell(struct buf *out, const char *name, struct sv text)
{
    buf_addf(out, "\n  %s = ", name);
    buf_add_escaped(out, sv_head(text, TEXT_MAX));
    buf_add_char(out, '\n');
}

static void
explain_outcome(struct explainer *x, const struct made *m)
{
    switch (m->outcome) {
    case OUTCOME_LINE:
        explain(x, "it is a ledger line");
        return;
    case OUTCOME_OBSERVATION:
        explain(x, "it is an observation of instance '%.*s'", SV_ARG(m->observation.instance));
        return;
    case OUTCOME_SKIPPED:
        explain(x, "it is skipped: %s", skip_word(m->skip));
        return;
    case OUTCOME_REJECTED:
        break;
    }
    if (m->column.n > 0)
        explain(x, "it is rejected: %s, column '%.*s'", reject_word(m->reject),
            SV_ARG(m->column));
    else
        explain(x, "it is rejected: %s", reject_word(m->reject));
    if (m->why.format) {
        char text[MESSAGE_TEXT_MAX];

        buf_add_text(x->out, message_text(&m->why, x->lang, text, sizeof(text)));
        buf_add_char(x->out, '\n');
    }
}

static void
explain_file(struct explainer *x, const struct reader *r)
{
    const struct detection *d = r->found;

    buf_add_escaped(x->out, sv_of(r->input->path));
    buf_add_char(x->out, '\n');
    explain(x, "format %s", d->format->id);
    if (r->workbook) {
        explain(x, "the headings stand in row %ju", (uintmax_t)d->heading_line);
        return;
    }
    if (d->charset.bom > 0)
        explain(x, "charset %s, told by its byte order mark", charset_name(d->charset.charset));
    else
        explain(x, "charset %s", charset_name(d->charset.charset));
    if (d->list)
        return;
    if (d->delimiter == '\t')
        explain(x, "cells are parted by TABs");
    else
        explain(x, "cells are parted by '%c'", d->delimiter);
    explain(x, "the headings stand in line %ju", (uintmax_t)d->heading_line);
}

/* Keep the cells of ${c}, to tell later what other records changed in it. */
static void
keep_cells(struct explainer *x, const struct charge *c)
{
    struct buf scratch;

    x->lines++;
    buf_init(&scratch, RECORD_FIELD_MAX);
    for (const struct column *column = ledger_columns; column->name; column++) {
        struct sv text;

        if (charge_text(c, column, &scratch, &text))
            add_cell(&x->cells, column->name, text);
    }
    buf_release(&scratch);
}

static void
watch_record(void *context, const struct record *r, const struct binding *binding,
    const struct made *made)
{
    struct explainer *x = context;
    struct err ignored;

    if (x->first == 0)
        x->first = r->line;
    x->last = r->line;
    if (r->line != x->line)
        return;
    if (!x->is_found)
        explain_file(x, x->reader);
    x->is_found = true;
    if (explain_bytes(x, r, &ignored))
        explain(x, "its bytes cannot be read again");
    buf_add_escaped(x->out, sv_head(r->raw, TEXT_MAX));
    buf_add_char(x->out, '\n');
    /* Only what was looked into has an account of its columns and fields. */
    if (r->trouble == RECORD_FINE && !record_is_blank(r) &&
        !(made->outcome == OUTCOME_SKIPPED && made->skip == SKIP_REPEATED_HEADER))
        binding_explain(binding, r, made, x->lang, x->out);
    if (made->outcome == OUTCOME_LINE)
        keep_cells(x, &made->charge);
    explain_outcome(x, made);
}

/*
 * What a line became after all records were read, as far as it differs from what the record alone
 * makes of it. Lines of one record cannot be told apart here: each is shown whole.
 */
static void
explain_changes(struct explainer *x, const struct line_subject *subject)
{
    struct buf cell, scratch;
    bool is_first = true;

    buf_init(&cell, RECORD_FIELD_MAX);
    buf_init(&scratch, RECORD_FIELD_MAX);
    for (const struct column *c = ledger_columns; c->name; c++) {
        struct sv text;

        if (c->kind == COLUMN_SOURCE ||
            !line_field_text(subject, line_field_find(sv_of(c->name)), &scratch, &text))
            continue;
        buf_cut(&cell, 0);
        add_cell(&cell, c->name, text);
        if (x->lines == 1 && sv_find(buf_sv(&x->cells), buf_sv(&cell), 0) != (size_t)-1)
            continue;
        if (is_first)
            explain(x, "in the ledger, after all records were read:");
        is_first = false;
        buf_add(x->out, sv_part(buf_sv(&cell), 1, cell.n));
    }
    buf_release(&scratch);
    buf_release(&cell);
}

static void
explain_lines(struct explainer *x, const struct ledger *l)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        struct line_subject subject = { l, &l->lines.at[i], 0 };

        if (subject.line->source_line == x->line)
            explain_changes(x, &subject);
    }
}

/* Read ${item} and account for record ${x}->line of it. */
static int
explain_reader(struct explainer *x, struct reader *r, const struct content_item *item,
    struct err *e)
{
    struct detection found;
    int result = -1;

    reader_take(r, item);
    if (reader_read(r, &found, e)) {
        (void)err_at(e, item->path, e->line);
    } else if (found.usage) {
        (void)err_set(e, ERR_USAGE,
            "a utilisation or state log (%s); its records become no ledger lines",
            found.usage->name);
        (void)err_at(e, item->path, 0);
    } else if (x->first == 0) {
        (void)err_set(e, ERR_USAGE, "the file has no records");
        (void)err_at(e, item->path, 0);
    } else if (!x->is_found) {
        (void)err_set(e, ERR_USAGE,
            "no record begins in line %ju; the first is in line %ju, the last in line %ju",
            (uintmax_t)x->line, (uintmax_t)x->first, (uintmax_t)x->last);
        (void)err_at(e, item->path, 0);
    } else {
        explain_lines(x, r->ledger);
        result = buf_ok(x->out, e);
    }
    detection_release(&found);
    return result;
}

static int
explain_item(struct explainer *x, const struct content_item *item,
    const struct import_options *options, struct err *e)
{
    struct ledger ledger;
    struct observations observations;
    struct input *input = input_new(sv_of(item->path), true);
    struct reader r = {
        .options = options,
        .input = input,
        .ledger = &ledger,
        .observations = &observations,
        .watch = watch_record,
        .watch_context = x,
    };
    uint32_t ignored;
    int result = -1;

    if (!input) {
        source_free(item->source);
        return err_nomem(e);
    }
    x->reader = &r;
    buf_init(&x->cells, SIZE_MAX - 1);
    ledger_init(&ledger);
    observations_init(&observations);
    if (ledger_add_input(&ledger, input, &ignored, e)) {
        input_free(input);
        source_free(item->source);
    } else {
        result = explain_reader(x, &r, item, e);
    }
    reader_release(&r);
    observations_release(&observations);
    ledger_release(&ledger);
    buf_release(&x->cells);
    return result;
}

/* The search for the one thing in a file that is to be explained. */
struct search {
    struct explainer *x;
    const struct import_options *options;
    const char *path; /* of the thing, or of the file where it is the only one in it */
    bool is_file;
    bool is_done;
    int result;
    struct err *e;
};

static int
search_item(void *context, const struct content_item *item, struct err *e)
{
    struct search *s = context;
    bool is_it = strcmp(item->path, s->path) == 0 || (s->is_file && !item->is_one_of_many);

    (void)e;
    if (!is_it || s->is_done) {
        source_free(item->source);
        return 1;
    }
    s->is_done = true;
    if (item->failure) {
        *s->e = *item->failure;
        s->result = err_at(s->e, item->path, 0);
    } else {
        s->result = explain_item(s->x, item, s->options, s->e);
    }
    return 1;
}

/*
 * Open the file that ${path} names, which may name something in it: FILE!MEMBER. ${file} is set to
 * the name of the file.
 */
static int
open_outermost(struct source **out, const char *path, struct buf *file, struct err *e)
{
    struct found found = { .path = path, .was_named = true, .kind = FOUND_FILE };
    const char *mark = strchr(path, '!');

    buf_add_text(file, path);
    if (sv_is(sv_of(path), SV("-"))) {
        found.kind = FOUND_STDIN;
        mark = NULL;
    }
    for (; mark && access(path, F_OK) != 0; mark = strchr(mark + 1, '!')) {
        buf_cut(file, 0);
        buf_add(file, (struct sv){ path, (size_t)(mark - path) });
        if (buf_ok(file, e))
            return -1;
        if (access(file->p, F_OK) == 0) {
            found.path = file->p;
            break;
        }
    }
    return import_open(out, &found, e) ? err_at(e, path, 0) : 0;
}

int
import_explain(const char *path, uint64_t line, const struct import_options *options,
    enum lang lang, struct buf *out, struct err *e)
{
    static const struct limits usual = LIMITS_INIT;
    struct explainer x = { .line = line, .lang = lang, .out = out };
    struct search s = { .x = &x, .options = options, .path = path, .e = e };
    struct source *source;
    struct buf file;
    int result = -1;

    buf_init(&file, SIZE_MAX - 1);
    if (open_outermost(&source, path, &file, e))
        goto done;
    s.is_file = strcmp(path, file.p) == 0;
    if (contents_walk(source, file.p, true, options->limits ? options->limits : &usual,
            search_item, &s, e))
        goto done;
    result = s.result;
    if (!s.is_done && s.is_file)
        result = err_set(e, ERR_USAGE,
            "there are several files in it; name one of them as FILE!MEMBER");
    else if (!s.is_done)
        result = err_set(e, ERR_USAGE, "there is nothing of this name in the file");
    if (!s.is_done)
        (void)err_at(e, path, 0);
done:
    buf_release(&file);
    return result;
}
