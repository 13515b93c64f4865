/*
 * hook_python_json.c - a list or object as Python writes it, as JSON.
 *
 *     [{'name': "it's", 'amount': -5e-06, 'id': None}]
 *
 * Texts in single or double quotes with Python's escapes, None, True and False; everything else is
 * copied. What is JSON already stays what it is. Scripts that read a table and write it as CSV
 * leave such cells.
 */
#include "parsers/hook.h"

/* Bytes of the escape \xHH, \uHHHH at the start of ${s}, or 0. */
static size_t
hex_escape(struct sv s)
{
    return s.n >= 4 && s.p[1] == 'x' ? 4 : 0;
}

/* Append the text that begins with the quote at ${*at}; ${*at} is then behind it. */
static void
add_text(struct buf *out, struct sv s, size_t *at)
{
    char quote = s.p[(*at)++];

    buf_add_char(out, '"');
    for (; *at < s.n && s.p[*at] != quote; (*at)++) {
        struct sv rest = sv_part(s, *at, s.n);

        if (rest.p[0] == '\\' && hex_escape(rest)) {
            buf_add_text(out, "\\u00");
            buf_add(out, sv_part(rest, 2, 4));
            *at += 3;
        } else if (rest.p[0] == '\\' && rest.n > 1) {
            if (rest.p[1] != '\'')
                buf_add_char(out, '\\');
            buf_add_char(out, rest.p[1]);
            (*at)++;
        } else {
            if (rest.p[0] == '"')
                buf_add_char(out, '\\');
            buf_add_char(out, rest.p[0]);
        }
    }
    if (*at < s.n)
        (*at)++;
    buf_add_char(out, '"');
}

/* The word at the start of ${s} as JSON writes it, or NULL. */
static const char *
json_word(struct sv s, size_t *length)
{
    static const char *const words[][2] = { { "None", "null" }, { "True", "true" },
        { "False", "false" } };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        *length = strlen(words[i][0]);
        if (sv_starts(s, sv_of(words[i][0])))
            return words[i][1];
    }
    return NULL;
}

static int
json_of(struct sv in, struct buf *out, struct err *e)
{
    size_t at = 0;

    in = sv_trim(in);
    if (in.n == 0)
        return 0;
    while (at < in.n) {
        size_t length;
        const char *word = json_word(sv_part(in, at, in.n), &length);

        if (in.p[at] == '\'' || in.p[at] == '"') {
            add_text(out, in, &at);
        } else if (word) {
            buf_add_text(out, word);
            at += length;
        } else {
            buf_add_char(out, in.p[at++]);
        }
    }
    return buf_ok(out, e) ? -1 : 1;
}

const struct hook hook_python_json = {
    .name = "python_json",
    .text = json_of,
};
