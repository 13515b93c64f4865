/*
 * json_bytes.c - the bytes that the JSON scanner stands on.
 *
 * window.mark <= at <= window.to. The bytes of a value are kept from the mark on; when there are
 * more than value_max of them, the first ones are put aside and the others forgotten.
 */
#include <stdlib.h>

#include "record/json_scan.h"

void
json_scan_init(struct json_scan *s, struct text *t, struct sv whole,
    const struct record_limits *limits)
{
    *s = (struct json_scan){ .value_max = limits->record, .is_at_line = true, .has_indent = true };
    s->depth_max = limits->depth < RECORD_DEPTH_HIGHEST ? limits->depth : RECORD_DEPTH_HIGHEST;
    if (t)
        window_init(&s->window, t);
    else
        window_init_whole(&s->window, whole);
}

void
json_scan_release(struct json_scan *s)
{
    window_release(&s->window);
    free(s->head);
    s->head = NULL;
}

/* Put the first bytes of a value aside that is too long to be kept. */
static int
put_aside(struct json_scan *s, struct err *e)
{
    struct sv seen = { s->window.bytes + s->window.mark, s->at - s->window.mark };

    seen = sv_head(seen, s->value_max);
    free(s->head);
    s->head = malloc(seen.n + 1);
    if (!s->head)
        return err_nomem(e);
    memcpy(s->head, seen.p, seen.n);
    s->head_n = seen.n;
    s->forgets = true;
    return 0;
}

int
json_scan_fill(struct json_scan *s, struct err *e)
{
    while (s->at == s->window.to && !s->window.is_end) {
        size_t shift;

        if (!s->forgets && s->at - s->window.mark > s->value_max && put_aside(s, e))
            return -1;
        if (s->forgets)
            s->window.mark = s->at;
        if (window_fill(&s->window, &shift, e))
            return -1;
        s->at -= shift;
    }
    return s->at < s->window.to;
}

void
json_scan_push(struct json_scan *s, bool is_object)
{
    uint8_t bit = (uint8_t)(1u << s->depth % 8);

    if (s->depth < RECORD_DEPTH_HIGHEST) {
        s->objects[s->depth / 8] &= (uint8_t)~bit;
        s->objects[s->depth / 8] |= is_object ? bit : 0;
    }
    s->depth++;
}

bool
json_scan_fits(const struct json_scan *s, unsigned char closing)
{
    size_t top = s->depth - 1;

    /* What is deeper than the stack is only counted. */
    if (top >= RECORD_DEPTH_HIGHEST)
        return true;
    return ((s->objects[top / 8] >> top % 8 & 1) != 0) == (closing == '}');
}

void
json_scan_begin(struct json_scan *s)
{
    s->window.mark = s->at;
    s->forgets = s->is_in_string = false;
    s->depth = 0;
    s->state = WANT_VALUE;
}

void
json_scan_take(struct json_scan *s)
{
    s->at++;
}

/* Whether a U+FEFF stands here; it is never cut. */
static bool
is_at_bom(const struct json_scan *s)
{
    struct sv rest = { s->window.bytes + s->at, s->window.to - s->at };

    return sv_starts(rest, SV("\xEF\xBB\xBF"));
}

int
json_scan_blanks(struct json_scan *s, bool is_text, int *c, struct err *e)
{
    int there;

    if (!s->is_at_line) {
        s->has_indent = false;
        s->indent_n = 0;
    }
    s->forgets = true;
    while ((there = json_scan_more(s, e)) > 0) {
        unsigned char byte = json_scan_here(s);

        if (is_text && is_at_bom(s)) {
            s->at += 3;
            continue;
        }
        if (!json_is_blank(byte))
            break;
        if (byte == '\n' || byte == '\r') {
            s->has_indent = true;
            s->indent_n = 0;
        } else if (s->indent_n < JSON_INDENT_MAX) {
            s->indent[s->indent_n++] = (char)byte;
        } else {
            s->has_indent = false;
        }
        s->at++;
    }
    s->window.mark = s->at;
    s->is_at_line = false;
    *c = there > 0 ? json_scan_here(s) : -1;
    return there < 0 ? -1 : 0;
}

struct sv
json_scan_raw(const struct json_scan *s, bool *is_long)
{
    struct sv raw = { s->window.bytes + s->window.mark, s->at - s->window.mark };

    if (s->forgets)
        raw = (struct sv){ s->head, s->head_n };
    *is_long = s->forgets || raw.n > s->value_max;
    raw = sv_head(raw, s->value_max);
    while (raw.n > 0 && json_is_blank((unsigned char)raw.p[raw.n - 1]))
        raw.n--;
    return raw;
}
