/*
 * invoice_readers.c - which reader a file is for.
 */
#include "input/sniff.h"
#include "input/text.h"
#include "parsers/invoice_rows.h"

/* UTF-16 of either order begins with its mark, or with < and a NUL. */
static bool
is_utf16_markup(struct sv head)
{
    return sv_starts(head, SV("\xFF\xFE")) || sv_starts(head, SV("\xFE\xFF")) ||
        sv_starts(head, (struct sv){ "<\0", 2 }) || sv_starts(head, (struct sv){ "\0<", 2 });
}

/* Read the first bytes of ${s}, those of a document in UTF-16 as UTF-8. */
static int
read_head(struct source *s, char bytes[SNIFF_HEAD], size_t *n, struct err *e)
{
    struct charset_found charset;
    struct text *text;
    struct sv chunk, head;
    int result;

    if (source_read(s, bytes, SNIFF_HEAD, 0, n, e))
        return -1;
    head = (struct sv){ bytes, *n };
    if (!is_utf16_markup(head) || sniff(head) != CONTENT_XML)
        return 0;
    if (charset_find(&charset, s, e))
        return -1;
    text = text_new(s, &charset, e);
    if (!text)
        return -1;
    result = text_next(text, &chunk, e);
    if (result > 0) {
        *n = chunk.n < SNIFF_HEAD ? chunk.n : SNIFF_HEAD;
        memcpy(bytes, chunk.p, *n);
    }
    text_free(text);
    return result < 0 ? -1 : 0;
}

const struct invoice_reader *
invoice_reader_find(struct source *s)
{
    const struct invoice_reader *best = NULL;
    struct err ignored = ERR_INIT;
    char bytes[SNIFF_HEAD];
    size_t n;
    int surest = 0;

    if (read_head(s, bytes, &n, &ignored))
        return NULL;
    for (const struct invoice_reader *const *r = invoice_reader_table; *r; r++) {
        int sure = (*r)->recognise ? (*r)->recognise((struct sv){ bytes, n }, s) : 0;

        if (sure > surest) {
            surest = sure;
            best = *r;
        }
    }
    return best;
}

/* Whether ${s} can be a list: lines of text. */
static bool
is_text(struct source *s)
{
    struct err ignored = ERR_INIT;
    char bytes[SNIFF_HEAD];
    size_t n;

    return source_read(s, bytes, sizeof(bytes), 0, &n, &ignored) == 0 &&
        sniff((struct sv){ bytes, n }) == CONTENT_TEXT;
}

static void
describe(struct input *in, const struct invoice_reader *reader)
{
    in->kind = INPUT_INVOICE;
    in->format = reader->name;
    in->platform = "";
    in->evidence_level = "documented";
    in->is_whole_month = false;
    in->view_rank = 0;
}

/* Read a list, if ${rows} is one. */
static int
read_list(struct invoice_rows *rows, struct input *in, struct invoices *out, struct err *e)
{
    struct err failure = ERR_INIT;
    const struct invoice_reader *reader = rows_find(rows, &failure);
    int result = 0;

    if (reader) {
        describe(in, reader);
        input_evidence(in, "line %ju holds the headings of %s", (uintmax_t)rows->heading_line,
            reader->name);
        result = reader->read_rows(rows, in, out, e) ? -1 : 1;
    } else if (failure.code == ERR_NOMEM || failure.code == ERR_IO) {
        *e = failure;
        result = -1;
    }
    rows_release(rows);
    return result;
}

int
invoices_read_list(struct source *s, struct xlsx *x, size_t sheet, struct input *in,
    struct invoices *out, struct err *e)
{
    struct invoice_rows rows = { .source = x ? NULL : s, .workbook = x, .sheet = sheet };

    return x || is_text(s) ? read_list(&rows, in, out, e) : 0;
}

int
invoices_read(struct source *s, struct xlsx *x, size_t sheet, struct input *in,
    struct invoices *out, struct err *e)
{
    const struct invoice_reader *reader = x ? NULL : invoice_reader_find(s);
    const struct input before = *in;

    if (reader) {
        describe(in, reader);
        if (reader->read(s, in, out, e) == 0) {
            input_evidence(in, "its content is that of %s", reader->name);
            return 1;
        }
        if (e->code == ERR_SYNTAX || e->code == ERR_UNKNOWN) {
            in->kind = before.kind;
            in->format = before.format;
            in->evidence_level = before.evidence_level;
        }
        return -1;
    }
    return invoices_read_list(s, x, sheet, in, out, e);
}
