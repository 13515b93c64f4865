/*
 * xlsx_styles.c - which cells of a workbook are dates or money, by their number formats.
 *
 *     <styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts>
 *     <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>
 *
 * A cell names its entry in cellXfs. numFmts may stand behind it: what they say is put in last.
 */
#include "base/vec.h"
#include "record/xlsx.h"
#include "record/xlsx_parts.h"
#include "record/xml.h"

/* A number format of the workbook's own. */
struct code {
    unsigned id, format;
    struct xlsx_sign sign;
};

struct styles_reader {
    struct { struct code *at; size_t n, room; } codes;
    struct { unsigned *at; size_t n, room; } ids; /* number format of each of cellXfs */
    bool is_codes, is_cells;                      /* inside of numFmts, of cellXfs */
};

void
xlsx_styles_release(struct xlsx_styles *s)
{
    vec_release(&s->formats);
    vec_release(&s->signs);
}

unsigned
xlsx_format_of_id(unsigned id)
{
    static const struct { unsigned first, last, format; } built_in[] = {
        { 14, 17, XLSX_DATE },
        { 18, 21, XLSX_TIME },
        { 22, 22, XLSX_DATE | XLSX_TIME },
        /* Those from here are of Chinese, Japanese and Korean Excel. */
        { 27, 31, XLSX_DATE },
        { 32, 35, XLSX_TIME },
        { 36, 36, XLSX_DATE },
        { 45, 45, XLSX_TIME },
        { 46, 46, XLSX_ELAPSED },
        { 47, 47, XLSX_TIME | XLSX_FRACTION },
        { 50, 54, XLSX_DATE },
        { 55, 56, XLSX_TIME },
        { 57, 58, XLSX_DATE },
    };

    for (size_t i = 0; i < sizeof(built_in) / sizeof(built_in[0]); i++)
        if (id >= built_in[i].first && id <= built_in[i].last)
            return built_in[i].format;
    return 0;
}

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* What stands in brackets shows nothing (a colour, a locale), unless it is [h], [mm], [ss]. */
static unsigned
format_of_brackets(struct sv inside)
{
    char first = inside.n > 0 ? lower(inside.p[0]) : '\0';

    if (first != 'h' && first != 'm' && first != 's')
        return 0;
    for (size_t i = 1; i < inside.n; i++)
        if (lower(inside.p[i]) != first)
            return 0;
    return XLSX_ELAPSED;
}

/* Bytes of ${s} at ${i} that show themselves and nothing of the number: quoted, escaped. */
static size_t
literal_length(struct sv s, size_t i)
{
    static const struct sv words[] = { { "AM/PM", 5 }, { "A/P", 3 }, { "General", 7 } };
    size_t end;

    if (s.p[i] == '"') {
        end = sv_find(s, SV("\""), i + 1);
        return end == (size_t)-1 ? s.n - i : end + 1 - i;
    }
    if (s.p[i] == '\\' || s.p[i] == '_' || s.p[i] == '*')
        return 2;
    for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
        if (sv_is_folded(sv_part(s, i, i + words[w].n), words[w]))
            return words[w].n;
    return 0;
}

/* In a date or time, the place of a digit at ${i} can only be one of a second's fraction. */
static bool
is_fraction(struct sv code, size_t i)
{
    return i > 0 && (code.p[i - 1] == '.' || code.p[i - 1] == ',' || code.p[i - 1] == '0');
}

unsigned
xlsx_format_of_code(struct sv code)
{
    unsigned format = 0;
    bool has_m = false;
    size_t length;

    /* Behind the first semicolon stand the formats of other values (negative, zero, text). */
    for (size_t i = 0; i < code.n && code.p[i] != ';'; i += length) {
        char c = lower(code.p[i]);

        length = literal_length(code, i);
        if (length > 0)
            continue;
        length = 1;
        if (c == '[') {
            size_t end = sv_find(code, SV("]"), i);

            end = end == (size_t)-1 ? code.n : end;
            format |= format_of_brackets(sv_part(code, i + 1, end));
            length = end + 1 - i;
        } else if (c == 'y' || c == 'd') {
            format |= XLSX_DATE;
        } else if (c == 'h' || c == 's') {
            format |= XLSX_TIME;
        } else if (c == 'm') {
            has_m = true;
        } else if ((c == '0' || c == '#') && !is_fraction(code, i)) {
            return 0;
        } else if (c == '.' && (format & (XLSX_TIME | XLSX_ELAPSED)) && i + 1 < code.n &&
            code.p[i + 1] == '0') {
            format |= XLSX_FRACTION;
        }
    }
    /* m is the minute beside hours or seconds, else the month. */
    if (has_m && format == 0)
        format = XLSX_DATE;
    if (format & XLSX_ELAPSED)
        format &= ~(unsigned)(XLSX_DATE | XLSX_TIME);
    return format;
}

/* The sign in "$SIGN-LOCALE", which is what stands in brackets; "" where it is none. */
static struct xlsx_sign
sign_of_brackets(struct sv inside)
{
    struct xlsx_sign sign = { .text = "" };
    size_t n = inside.n;

    if (!sv_starts(inside, SV("$")))
        return sign;
    for (size_t i = 1; i < inside.n; i++)
        if (inside.p[i] == '-')
            n = i;
    inside = sv_trim(sv_part(inside, 1, n));
    if (inside.n < sizeof(sign.text))
        memcpy(sign.text, inside.p, inside.n);
    return sign;
}

struct xlsx_sign
xlsx_sign_of_code(struct sv code)
{
    struct xlsx_sign sign = { .text = "" };
    bool has_digits = false;
    size_t length;

    for (size_t i = 0; i < code.n && code.p[i] != ';' && sign.text[0] == '\0'; i += length) {
        length = literal_length(code, i);
        if (length > 0)
            continue;
        length = 1;
        has_digits |= code.p[i] == '0' || code.p[i] == '#';
        if (code.p[i] == '[') {
            size_t end = sv_find(code, SV("]"), i);

            end = end == (size_t)-1 ? code.n : end;
            sign = sign_of_brackets(sv_part(code, i + 1, end));
            sign.is_behind = has_digits;
            length = end + 1 - i;
        }
    }
    return sign;
}

/* The number in ${text}; 0, which is no date, where it is none. */
static unsigned
read_id(const char *text)
{
    unsigned id = 0;

    for (; text && *text >= '0' && *text <= '9' && id < 1000000; text++)
        id = id * 10 + (unsigned)(*text - '0');
    return id;
}

static int
on_start(void *context, const char *name, const char **attributes, struct err *e)
{
    struct styles_reader *r = context;
    unsigned id = read_id(xml_attribute(attributes, "numFmtId"));

    if (strcmp(name, "numFmts") == 0)
        r->is_codes = true;
    else if (strcmp(name, "cellXfs") == 0)
        r->is_cells = true;
    if (r->is_codes && strcmp(name, "numFmt") == 0) {
        if (vec_grow_named(&r->codes, 1, XLSX_PARTS_MAX, N_("number formats"), e))
            return -1;
        struct sv code = sv_of(xml_attribute(attributes, "formatCode"));

        r->codes.at[r->codes.n++] = (struct code){ id, xlsx_format_of_code(code),
            xlsx_sign_of_code(code) };
    } else if (r->is_cells && strcmp(name, "xf") == 0) {
        if (vec_grow_named(&r->ids, 1, XLSX_PARTS_MAX, N_("number formats"), e))
            return -1;
        r->ids.at[r->ids.n++] = id;
    }
    return 0;
}

static int
on_end(void *context, const char *name, struct err *e)
{
    struct styles_reader *r = context;

    (void)e;
    if (strcmp(name, "numFmts") == 0)
        r->is_codes = false;
    else if (strcmp(name, "cellXfs") == 0)
        r->is_cells = false;
    return 0;
}

/* A code of the workbook's own comes before what Excel has built in. */
static struct code
code_of(const struct styles_reader *r, unsigned id)
{
    for (size_t i = 0; i < r->codes.n; i++)
        if (r->codes.at[i].id == id)
            return r->codes.at[i];
    return (struct code){ .id = id, .format = xlsx_format_of_id(id) };
}

int
xlsx_styles_read(struct xlsx_styles *s, struct source *part, struct err *e)
{
    static const struct xml_handlers handlers = { .start = on_start, .end = on_end };
    struct styles_reader r = { 0 };
    int result = xml_read(part, &handlers, &r, e);

    if (result == 0 && r.ids.n > 0)
        result = vec_grow(&s->formats, r.ids.n, XLSX_PARTS_MAX, e) ||
                vec_grow(&s->signs, r.ids.n, XLSX_PARTS_MAX, e)
            ? -1
            : 0;
    for (size_t i = 0; result == 0 && i < r.ids.n; i++) {
        struct code code = code_of(&r, r.ids.at[i]);

        s->formats.at[s->formats.n++] = (unsigned char)code.format;
        s->signs.at[s->signs.n++] = code.sign;
    }
    vec_release(&r.codes);
    vec_release(&r.ids);
    return result;
}
