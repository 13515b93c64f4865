/*
 * json_recover.c - how reading goes on behind a damaged value.
 *
 * As long as brackets and strings match, the value's own end is certain. A line end inside a string
 * or a bracket that closes nothing puts the nesting in doubt; then only the beginning of a line
 * helps: one that is indented like the damaged value and begins with {, or a { in the first column.
 */
#include "record/json_scan.h"

/* The line that is being passed. */
struct line_start {
    bool is_fresh; /* nothing but blanks so far */
    bool is_alike; /* and they are the first ones of the value's own indentation */
    size_t n;      /* blanks so far */
};

static void
begin_line(struct line_start *l)
{
    *l = (struct line_start){ .is_fresh = true, .is_alike = true };
}

static void
pass_blank(struct line_start *l, const struct json_scan *s, unsigned char c)
{
    if (l->n >= s->indent_n || s->indent[l->n] != (char)c)
        l->is_alike = false;
    l->n++;
}

/* Whether the damage was noticed at the first byte of a line; the value itself does not count. */
static void
look_back(struct line_start *l, const struct json_scan *s)
{
    const char *p = s->window.bytes;
    size_t at = s->at;

    *l = (struct line_start){ .is_fresh = false };
    if (s->forgets || at - s->window.mark > s->value_max)
        return;
    while (at > s->window.mark && (p[at - 1] == ' ' || p[at - 1] == '\t'))
        at--;
    if (at == s->window.mark || (p[at - 1] != '\n' && p[at - 1] != '\r'))
        return;
    begin_line(l);
    for (; at < s->at; at++)
        pass_blank(l, s, (unsigned char)p[at]);
}

static bool
is_resume(const struct line_start *l, struct json_scan *s, enum json_resume *resume)
{
    if (s->has_indent && l->is_alike && l->n == s->indent_n) {
        *resume = JSON_AT_ELEMENT;
    } else if (l->n == 0) {
        *resume = JSON_AT_DOCUMENT;
        s->has_indent = true;
        s->indent_n = 0;
    } else {
        return false;
    }
    s->is_at_line = true;
    return true;
}

/*
 * A line of NDJSON that was cut off behind a colon, a comma or a bracket swallows the next one. So
 * where a document begins a line and goes on in it, a line behind that begins with { is the next.
 */
static bool
go_back_to_line(struct json_scan *s)
{
    const char *p = s->window.bytes;
    size_t at = s->window.mark;

    if (s->forgets || s->at - at > s->value_max || !s->has_indent || s->indent_n > 0 ||
        s->at - at < 2 || p[at] != '{' || p[at + 1] == '\n' || p[at + 1] == '\r')
        return false;
    for (at += 2; at < s->at; at++)
        if (p[at] == '{' && (p[at - 1] == '\n' || p[at - 1] == '\r')) {
            s->at = at;
            s->is_in_string = false;
            s->is_at_line = true;
            return true;
        }
    return false;
}

/* What a byte outside of strings does to the nesting. */
enum nesting {
    NESTING_ON,
    NESTING_ENDED,       /* the value ended with this byte */
    NESTING_ENDED_BEFORE, /* or before it */
    NESTING_IN_DOUBT,
};

static enum nesting
pass_bracket(struct json_scan *s, enum json_place place, unsigned char c)
{
    if (c == '{' || c == '[') {
        json_scan_push(s, c == '{');
        return NESTING_ON;
    }
    if (s->depth == 0)
        return (place == JSON_IN_LIST && c == ']') || (place == JSON_IN_OBJECT && c == '}')
            ? NESTING_ENDED_BEFORE : NESTING_IN_DOUBT;
    if (!json_scan_fits(s, c))
        return NESTING_IN_DOUBT;
    s->depth--;
    return s->depth == 0 ? NESTING_ENDED : NESTING_ON;
}

static enum nesting
pass_byte(struct json_scan *s, enum json_place place, unsigned char c)
{
    switch (c) {
    case '"':
        s->is_in_string = true;
        return NESTING_ON;
    case '{':
    case '[':
    case '}':
    case ']':
        return pass_bracket(s, place, c);
    case ',':
        return s->depth == 0 && place != JSON_IN_TEXT ? NESTING_ENDED_BEFORE : NESTING_ON;
    default:
        return NESTING_ON;
    }
}

/* Pass over a byte of a string; ${*is_escaped}: a backslash stands before it. */
static void
pass_string(struct json_scan *s, bool *is_escaped, unsigned char c)
{
    if (*is_escaped)
        *is_escaped = false;
    else if (c == '\\')
        *is_escaped = true;
    else if (c == '"')
        s->is_in_string = false;
    s->at++;
}

int
json_scan_recover(struct json_scan *s, enum json_place place, enum json_resume *resume,
    struct err *e)
{
    bool is_in_doubt = false, is_escaped = false;
    struct line_start line;
    int there;

    if (place == JSON_IN_TEXT && go_back_to_line(s)) {
        *resume = JSON_AT_DOCUMENT;
        return 0;
    }
    look_back(&line, s);
    while ((there = json_scan_more(s, e)) > 0) {
        unsigned char c = json_scan_here(s);
        bool is_line_end = c == '\n' || c == '\r';
        enum nesting nesting;

        if (s->is_in_string && !is_line_end) {
            pass_string(s, &is_escaped, c);
            continue;
        }
        if (is_line_end) {
            is_in_doubt |= s->is_in_string;
            s->is_in_string = is_escaped = false;
            if (place == JSON_IN_TEXT && s->depth == 0 && !is_in_doubt)
                break;
            begin_line(&line);
            s->at++;
            continue;
        }
        if (line.is_fresh && json_is_blank(c)) {
            pass_blank(&line, s, c);
            s->at++;
            continue;
        }
        if (line.is_fresh && c == '{' && is_resume(&line, s, resume))
            return 0;
        line.is_fresh = false;

        nesting = is_in_doubt ? NESTING_ON : pass_byte(s, place, c);
        if (nesting == NESTING_ENDED_BEFORE)
            break;
        is_in_doubt |= nesting == NESTING_IN_DOUBT;
        s->at++;
        if (nesting == NESTING_ENDED)
            break;
    }
    if (there < 0)
        return -1;
    *resume = there ? JSON_AFTER_VALUE : JSON_AT_END;
    return 0;
}
