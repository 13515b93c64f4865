/*
 * jsonw.c - writing JSON: commas, indents and escapes.
 */
#include <assert.h>

#include "reports/jsonw.h"

/* Digits of the largest count. */
#define COUNT_TEXT_MAX 20

static void
new_line(struct jsonw *w)
{
    buf_add_char(w->out, '\n');
    for (unsigned i = 0; i < w->depth; i++)
        buf_add_text(w->out, "  ");
}

/* What stands before a member: the comma of the one before, the line, the key. */
static void
lead_in(struct jsonw *w, const char *key)
{
    if (w->depth > 0) {
        bool is_first = !w->levels[w->depth - 1].has_member;

        w->levels[w->depth - 1].has_member = true;
        if (!is_first)
            buf_add_char(w->out, ',');
        if (!w->levels[w->depth - 1].is_one_line)
            new_line(w);
        else if (!is_first)
            buf_add_char(w->out, ' ');
    }
    if (key) {
        buf_add_json(w->out, sv_of(key));
        buf_add_text(w->out, ": ");
    }
}

void
jsonw_begin(struct jsonw *w, const char *key, char open, bool is_one_line)
{
    assert(w->depth < JSONW_DEPTH_MAX);
    lead_in(w, key);
    buf_add_char(w->out, open);
    w->levels[w->depth].close = open == '{' ? '}' : ']';
    w->levels[w->depth].has_member = false;
    w->levels[w->depth].is_one_line = is_one_line ||
        (w->depth > 0 && w->levels[w->depth - 1].is_one_line);
    w->depth++;
}

void
jsonw_end(struct jsonw *w)
{
    assert(w->depth > 0);
    w->depth--;
    if (w->levels[w->depth].has_member && !w->levels[w->depth].is_one_line)
        new_line(w);
    buf_add_char(w->out, w->levels[w->depth].close);
    if (w->depth == 0)
        buf_add_char(w->out, '\n');
}

void
jsonw_sv(struct jsonw *w, const char *key, struct sv text)
{
    lead_in(w, key);
    buf_add_json(w->out, text);
}

void
jsonw_text(struct jsonw *w, const char *key, const char *text)
{
    jsonw_sv(w, key, sv_of(text));
}

void
jsonw_money(struct jsonw *w, const char *key, struct money m)
{
    char text[MONEY_TEXT_MAX];

    lead_in(w, key);
    buf_add_char(w->out, '"');
    buf_add_text(w->out, money_format(text, m));
    buf_add_char(w->out, '"');
}

void
jsonw_count(struct jsonw *w, const char *key, uint64_t n)
{
    char text[COUNT_TEXT_MAX], *end = text + sizeof(text), *p = end;

    do
        *--p = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    lead_in(w, key);
    buf_add(w->out, (struct sv){ p, (size_t)(end - p) });
}

void
jsonw_plain(struct jsonw *w, const char *key, const char *value)
{
    lead_in(w, key);
    buf_add_text(w->out, value);
}

void
jsonw_bool(struct jsonw *w, const char *key, bool value)
{
    jsonw_plain(w, key, value ? "true" : "false");
}

void
jsonw_time(struct jsonw *w, const char *key, int64_t at, int zone_minutes)
{
    char text[TIME_TEXT_MAX];

    if (at == TIME_NONE)
        jsonw_plain(w, key, "null");
    else
        jsonw_text(w, key, time_format_zone(text, at, zone_minutes));
}

void
jsonw_message(struct jsonw *w, const char *key, const struct message *m, enum lang lang)
{
    char text[MESSAGE_TEXT_MAX];

    jsonw_text(w, key, m->format ? message_text(m, lang, text, sizeof(text)) : "");
}

void
jsonw_element(struct jsonw *w)
{
    jsonw_begin(w, NULL, '{', true);
}
