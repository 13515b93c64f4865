/*
 * xlsx_strings.c - the strings that the sheets of a workbook share.
 *
 *     <sst><si><t>plain</t></si><si><r><t>in </t></r><r><t>runs</t></r></si></sst>
 */
#include "base/vec.h"
#include "record/xlsx.h"
#include "record/xlsx_parts.h"
#include "record/xml.h"

/* _xHHHH_ */
#define ESCAPE_LENGTH 7

struct strings_reader {
    struct xlsx_strings *strings;
    bool is_text;      /* inside of <t> */
    unsigned phonetic; /* how deep inside of <rPh>, which says how a text is read aloud */
};

void
xlsx_strings_init(struct xlsx_strings *s)
{
    *s = (struct xlsx_strings){ 0 };
    buf_init(&s->text, XLSX_STRINGS_BYTES_MAX);
}

void
xlsx_strings_release(struct xlsx_strings *s)
{
    buf_release(&s->text);
    vec_release(&s->ends);
}

struct sv
xlsx_strings_get(const struct xlsx_strings *s, size_t i)
{
    return sv_part(buf_sv(&s->text), i > 0 ? s->ends.at[i - 1] : 0, s->ends.at[i]);
}

/* The character of an escape at the start of ${s}; false where there is none. */
static bool
read_escape(struct sv s, unsigned *code)
{
    if (s.n < ESCAPE_LENGTH || s.p[0] != '_' || s.p[1] != 'x' || s.p[ESCAPE_LENGTH - 1] != '_')
        return false;
    *code = 0;
    for (size_t i = 2; i < ESCAPE_LENGTH - 1; i++) {
        char c = s.p[i];

        if (c >= '0' && c <= '9')
            *code = *code * 16 + (unsigned)(c - '0');
        else if (c >= 'A' && c <= 'F')
            *code = *code * 16 + (unsigned)(c - 'A') + 10;
        else if (c >= 'a' && c <= 'f')
            *code = *code * 16 + (unsigned)(c - 'a') + 10;
        else
            return false;
    }
    return *code != 0;
}

void
xlsx_unescape(struct buf *b, size_t from)
{
    struct sv rest = sv_part(buf_sv(b), from, b->n);
    struct buf plain;
    unsigned code;

    if (b->failed || sv_find(rest, SV("_x"), 0) == (size_t)-1)
        return;
    buf_init(&plain, SIZE_MAX - 1);
    while (rest.n > 0) {
        if (read_escape(rest, &code)) {
            buf_add_utf8(&plain, code);
            rest = sv_part(rest, ESCAPE_LENGTH, rest.n);
        } else {
            buf_add_char(&plain, rest.p[0]);
            rest = sv_part(rest, 1, rest.n);
        }
    }
    buf_cut(b, from);
    buf_add(b, buf_sv(&plain));
    b->failed = b->failed || plain.failed;
    buf_release(&plain);
}

static int
on_start(void *context, const char *name, const char **attributes, struct err *e)
{
    struct strings_reader *r = context;

    (void)attributes;
    (void)e;
    if (strcmp(name, "rPh") == 0)
        r->phonetic++;
    r->is_text = strcmp(name, "t") == 0;
    return 0;
}

static int
on_text(void *context, struct sv text, struct err *e)
{
    struct strings_reader *r = context;

    if (!r->is_text || r->phonetic > 0)
        return 0;
    buf_add(&r->strings->text, text);
    if (r->strings->text.full)
        return err_set(e, ERR_LIMIT, "the workbook's texts are longer than %zu bytes together; "
            "save the sheet as CSV", XLSX_STRINGS_BYTES_MAX);
    return buf_ok(&r->strings->text, e);
}

static int
on_end(void *context, const char *name, struct err *e)
{
    struct strings_reader *r = context;
    struct xlsx_strings *s = r->strings;

    r->is_text = false;
    if (strcmp(name, "rPh") == 0)
        r->phonetic--;
    if (strcmp(name, "si") != 0)
        return 0;
    xlsx_unescape(&s->text, s->ends.n > 0 ? s->ends.at[s->ends.n - 1] : 0);
    if (buf_ok(&s->text, e))
        return -1;
    if (s->ends.n == XLSX_STRINGS_MAX)
        return err_set(e, ERR_LIMIT, "the workbook has more than %zu texts; save the sheet as CSV",
            XLSX_STRINGS_MAX);
    if (vec_grow(&s->ends, 1, XLSX_STRINGS_MAX, e))
        return -1;
    s->ends.at[s->ends.n++] = s->text.n;
    return 0;
}

int
xlsx_strings_read(struct xlsx_strings *s, struct source *part, struct err *e)
{
    static const struct xml_handlers handlers = {
        .start = on_start,
        .end = on_end,
        .text = on_text,
    };
    struct strings_reader r = { .strings = s };

    return xml_read(part, &handlers, &r, e);
}
