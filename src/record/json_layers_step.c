/*
 * json_layers_step.c - one layer of JSON being taken off, piece by piece.
 *
 * A stage may stop at any byte, when its output is full, so what it is about is kept in its state;
 * what is short (an escape, a key) is taken in one go.
 */
#include <string.h>

#include "record/json_layers_inside.h"
#include "record/json_scan.h"

/* Bytes at the beginning of a string that are looked at for JSON. */
#define OPENING_MAX ((size_t)128)

/* Take ${n} bytes, which are there. */
static struct sv
take(struct layer_stage *s, size_t n)
{
    struct sv taken = sv_part(s->in, 0, n);

    s->in = sv_part(s->in, n, s->in.n);
    return taken;
}

/* What stands here is not JSON. */
static int
refuse(const struct layer_stage *s, struct err *e)
{
    uint64_t at = text_position(s->text) - (s->below ? 0 : s->in.n);

    return err_set(e, ERR_SYNTAX, "the JSON is damaged near byte %ju: '%c' is not "
        "expected there", (uintmax_t)at, s->in.p[0]);
}

/* Pass over blanks and byte order marks. 1: ${*c} comes next; 0: the end. */
static int
blanks(struct layer_stage *s, char *c, struct err *e)
{
    static const char passed[] = { ' ', '\t', '\n', '\r', '\xEF', '\xBB', '\xBF' };
    int there;

    while ((there = layer_more(s, e)) > 0) {
        *c = s->in.p[0];
        if (!memchr(passed, *c, sizeof(passed)))
            break;
        (void)take(s, 1);
    }
    return there;
}

/* Take four hexadecimal digits. 1: they are ${*code}; 0: the end. */
static int
hexadecimal(struct layer_stage *s, unsigned *code, struct err *e)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";

    *code = 0;
    for (int i = 0; i < 4; i++) {
        int there = layer_more(s, e);
        const char *digit;

        if (there <= 0)
            return there;
        digit = memchr(digits, s->in.p[0], sizeof(digits) - 1);
        if (!digit)
            return refuse(s, e);
        *code = *code * 16 + (unsigned)((digit - digits) % 16);
        (void)take(s, 1);
    }
    return 1;
}

/* Take ${c}. 1: it was there; 0: the end. */
static int
expect(struct layer_stage *s, char c, struct err *e)
{
    int there = layer_more(s, e);

    if (there <= 0)
        return there;
    if (s->in.p[0] != c)
        return refuse(s, e);
    (void)take(s, 1);
    return 1;
}

/* What \u stands for, which was taken. Halves of a pair that stand alone become U+FFFD. */
static int
unicode(struct layer_stage *s, struct err *e)
{
    unsigned code, low;
    int there = hexadecimal(s, &code, e);

    if (there > 0 && code >= 0xD800 && code <= 0xDBFF) {
        there = expect(s, '\\', e);
        if (there > 0)
            there = expect(s, 'u', e);
        if (there > 0)
            there = hexadecimal(s, &low, e);
        if (there > 0)
            code = low >= 0xDC00 && low <= 0xDFFF ?
                0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
    }
    if (there > 0)
        buf_add_utf8(&s->out, code);
    return there;
}

/* What an escape stands for, whose backslash was taken. 1, or 0: the end. */
static int
escape(struct layer_stage *s, struct err *e)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int there = layer_more(s, e);
    const char *letter;

    if (there <= 0)
        return there;
    if (s->in.p[0] == 'u') {
        (void)take(s, 1);
        return unicode(s, e);
    }
    letter = memchr(letters, s->in.p[0], sizeof(letters) - 1);
    if (!letter)
        return refuse(s, e);
    (void)take(s, 1);
    buf_add_char(&s->out, meant[letter - letters]);
    return 1;
}

/* A string that is a document: what it says is passed on. */
static int
step_string(struct layer_stage *s, struct err *e)
{
    size_t n = 0, most = s->in.n < LAYER_OUT_ROOM - s->out.n ? s->in.n : LAYER_OUT_ROOM - s->out.n;

    while (n < most && s->in.p[n] != '"' && s->in.p[n] != '\\' && (unsigned char)s->in.p[n] >= 0x20)
        n++;
    buf_add(&s->out, take(s, n));
    if (n == most)
        return 1;
    if (s->in.p[0] == '\\') {
        (void)take(s, 1);
        return escape(s, e);
    }
    if (s->in.p[0] != '"')
        return refuse(s, e);
    (void)take(s, 1);
    buf_add_char(&s->out, '\n');
    s->state = AT_DOCUMENT;
    return 1;
}

static int
step_document(struct layer_stage *s, struct err *e)
{
    char c;
    int there = blanks(s, &c, e);

    if (there <= 0)
        return there;
    if (c != '"' && c != '[' && c != '{')
        return refuse(s, e);
    (void)take(s, 1);
    s->is_object = c == '{';
    s->state = c == '"' ? IN_STRING : c == '[' ? AT_FIRST_VALUE : AT_FIRST_KEY;
    return 1;
}

/* Behind a value, or before the first one. */
static void
end_document(struct layer_stage *s)
{
    (void)take(s, 1);
    s->state = AT_DOCUMENT;
}

static int
step_behind(struct layer_stage *s, struct err *e)
{
    char c;
    int there = blanks(s, &c, e);

    if (there <= 0)
        return there;
    if (c == (s->is_object ? '}' : ']')) {
        end_document(s);
        return 1;
    }
    if (c != ',')
        return refuse(s, e);
    (void)take(s, 1);
    s->state = s->is_object ? AT_KEY : AT_VALUE;
    return 1;
}

/* A value begins here. */
static void
begin_value(struct layer_stage *s, bool is_kept)
{
    s->state = IN_VALUE;
    s->is_kept = is_kept;
    s->is_in_string = s->is_escaped = false;
    s->depth = 0;
}

static void
end_value(struct layer_stage *s)
{
    if (s->is_kept)
        buf_add_char(&s->out, '\n');
    s->state = BEHIND_VALUE;
}

/* Whether ${c} within the value, but outside its strings, ends it; it is taken or not. */
static bool
is_end(struct layer_stage *s, char c, bool *is_taken)
{
    *is_taken = true;
    if (c == '{' || c == '[') {
        s->depth++;
    } else if (c == '}' || c == ']') {
        *is_taken = s->depth > 0;
        return !*is_taken || --s->depth == 0;
    } else if (c == '"') {
        s->is_in_string = true;
    } else if (s->depth == 0) {
        *is_taken = c != ',' && !json_is_blank((unsigned char)c);
        return !*is_taken;
    }
    return false;
}

/* As is_end() within a string. */
static bool
is_end_of_string(struct layer_stage *s, char c)
{
    if (s->is_escaped)
        s->is_escaped = false;
    else if (c == '\\')
        s->is_escaped = true;
    else if (c == '"')
        s->is_in_string = false;
    return !s->is_in_string && s->depth == 0;
}

/* Pass on, or over, more of a value. */
static int
step_value(struct layer_stage *s, struct err *e)
{
    size_t n = 0, most = s->in.n < LAYER_OUT_ROOM - s->out.n ? s->in.n : LAYER_OUT_ROOM - s->out.n;
    bool is_over = false, is_taken;
    struct sv part;

    (void)e;
    while (n < most && !is_over) {
        is_taken = true;
        is_over = s->is_in_string ? is_end_of_string(s, s->in.p[n]) :
            is_end(s, s->in.p[n], &is_taken);
        n += is_taken;
    }
    part = take(s, n);
    if (s->is_kept)
        buf_add(&s->out, part);
    if (is_over)
        end_value(s);
    return 1;
}

static int
step_element(struct layer_stage *s, struct err *e)
{
    char c;
    int there = blanks(s, &c, e);

    if (there <= 0)
        return there;
    if (c == ']' && s->state == AT_FIRST_VALUE) {
        end_document(s);
        return 1;
    }
    if (memchr(",]}:", c, 4))
        return refuse(s, e);
    begin_value(s, true);
    return 1;
}

/* Take a key and its colon; one that is too long is cut. 1; 0: the end. */
static int
take_key(struct layer_stage *s, struct err *e)
{
    bool is_escaped = false;
    char c = '\0';
    int there = expect(s, '"', e);

    buf_reset(&s->key);
    while (there > 0 && (there = layer_more(s, e)) > 0) {
        c = take(s, 1).p[0];
        if (c == '"' && !is_escaped)
            break;
        is_escaped = c == '\\' && !is_escaped;
        if (s->key.n <= JSON_LAYER_KEY_MAX)
            buf_add_char(&s->key, c);
    }
    if (there > 0)
        there = blanks(s, &c, e);
    return there > 0 ? expect(s, ':', e) : there;
}

static bool
is_passed(const struct layer_stage *s)
{
    for (size_t i = 0; i < s->layer->n; i++)
        if (sv_is(s->layer->passed[i], buf_sv(&s->key)))
            return true;
    return false;
}

/*
 * The value of a member is a string, whose quote was taken: keep it where it is JSON behind blanks.
 * 1; 0: the end.
 */
static int
begin_string(struct layer_stage *s, struct err *e)
{
    size_t start = s->out.n;
    bool is_escaped = false, is_blank = true;
    char c = '\0';
    int there = 1;

    buf_add_char(&s->out, '"');
    while (is_blank && s->out.n - start < OPENING_MAX && (there = layer_more(s, e)) > 0) {
        c = s->in.p[0];
        is_blank = is_escaped ? memchr("nrt", c, 3) != NULL :
            c == '\\' || memchr(" \xEF\xBB\xBF", c, 4) != NULL;
        if (!is_blank)
            break;
        is_escaped = c == '\\';
        buf_add(&s->out, take(s, 1));
    }
    if (there <= 0)
        return there;
    begin_value(s, is_escaped ? c == '"' : c == '{' || c == '[');
    s->is_in_string = true;
    s->is_escaped = is_escaped;
    if (!s->is_kept)
        buf_cut(&s->out, start);
    return 1;
}

static int
step_member(struct layer_stage *s, struct err *e)
{
    char c;
    int there = blanks(s, &c, e);

    if (there > 0 && c == '}' && s->state == AT_FIRST_KEY) {
        end_document(s);
        return 1;
    }
    if (there > 0)
        there = take_key(s, e);
    if (there > 0)
        there = blanks(s, &c, e);
    if (there <= 0)
        return there;
    if (memchr(",]}:", c, 4))
        return refuse(s, e);
    if (c != '"' || is_passed(s)) {
        begin_value(s, (c == '{' || c == '[') && !is_passed(s));
        return 1;
    }
    (void)take(s, 1);
    return begin_string(s, e);
}

int
layer_step(struct layer_stage *s, struct err *e)
{
    switch (s->state) {
    case AT_DOCUMENT:
        return step_document(s, e);
    case IN_STRING:
        return step_string(s, e);
    case AT_FIRST_VALUE:
    case AT_VALUE:
        return step_element(s, e);
    case AT_FIRST_KEY:
    case AT_KEY:
        return step_member(s, e);
    case IN_VALUE:
        return step_value(s, e);
    case BEHIND_VALUE:
        break;
    }
    return step_behind(s, e);
}
