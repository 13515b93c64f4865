/*
 * json_scan.c - where the values of a JSON text begin and end, checked strictly against RFC 8259.
 *
 * A state machine with a stack of open brackets, so that nesting takes no stack of the program.
 */
#include "record/json_scan.h"

/* What a step of the scanner came to. */
enum step {
    STEP_FAILED = -1,
    STEP_ON,
    STEP_DONE, /* the value is complete */
    STEP_BAD,
};

static bool
is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_word(unsigned char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
        c == '-' || c == '.' || c == '_';
}

static enum step
end_value(struct json_scan *s)
{
    s->state = WANT_COMMA_OR_END;
    return s->depth == 0 ? STEP_DONE : STEP_ON;
}

/* Four hexadecimal digits. */
static enum step
scan_hex(struct json_scan *s, unsigned *code, struct err *e)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int there = json_scan_more(s, e);
        unsigned char c, lower;

        if (there < 0)
            return STEP_FAILED;
        c = there ? json_scan_here(s) : 0;
        lower = c | 0x20;
        if (!is_digit(c) && (lower < 'a' || lower > 'f')) {
            message_set(&s->why, "\\u needs four hexadecimal digits");
            return STEP_BAD;
        }
        *code = *code * 16 + (is_digit(c) ? c - (unsigned)'0' : lower - (unsigned)'a' + 10);
        s->at++;
    }
    return STEP_ON;
}

/* What follows \u: a character, or a pair of surrogates. */
static enum step
scan_unicode(struct json_scan *s, struct err *e)
{
    enum step step;
    unsigned code, low;

    step = scan_hex(s, &code, e);
    if (step != STEP_ON)
        return step;
    if (code == 0) {
        message_set(&s->why, "a string holds \\u0000");
        return STEP_BAD;
    }
    if (code < 0xD800 || code > 0xDFFF)
        return STEP_ON;

    /* Only a high one that a low one follows is a character. */
    for (const char *p = "\\u"; code <= 0xDBFF && *p; p++) {
        int there = json_scan_more(s, e);

        if (there < 0)
            return STEP_FAILED;
        if (!there || json_scan_here(s) != (unsigned char)*p)
            code = 0xDFFF;
        else
            s->at++;
    }
    if (code <= 0xDBFF) {
        step = scan_hex(s, &low, e);
        if (step != STEP_ON)
            return step;
        if (low >= 0xDC00 && low <= 0xDFFF)
            return STEP_ON;
    }
    message_set(&s->why, "a string holds half a surrogate pair");
    return STEP_BAD;
}

static enum step
scan_escape(struct json_scan *s, struct err *e)
{
    int there = json_scan_more(s, e);
    unsigned char c;

    if (there < 0)
        return STEP_FAILED;
    c = there ? json_scan_here(s) : 0;
    if (c == '\0' || !strchr("\"\\/bfnrtu", c)) {
        message_set(&s->why, "a string holds an escape that JSON does not have");
        return STEP_BAD;
    }
    s->at++;
    return c == 'u' ? scan_unicode(s, e) : STEP_ON;
}

/* The rest of a string, behind its opening quote. */
static enum step
scan_string(struct json_scan *s, struct err *e)
{
    enum step step = STEP_ON;
    int there;

    s->is_in_string = true;
    while ((there = json_scan_more(s, e)) > 0) {
        const char *p = s->window.bytes;
        size_t at = s->at, to = s->window.to;

        at += json_plain_length(p + at, to - at);
        s->at = at;
        if (at == to)
            continue;
        if (p[at] == '"') {
            s->at++;
            s->is_in_string = false;
            return STEP_ON;
        }
        if (p[at] != '\\') {
            message_set(&s->why, "a string holds a line end or another control character");
            return STEP_BAD;
        }
        s->at++;
        step = scan_escape(s, e);
        if (step != STEP_ON)
            return step;
    }
    if (there < 0)
        return STEP_FAILED;
    message_set(&s->why, "the text ends inside a string");
    return STEP_BAD;
}

/* Collect letters, digits and signs. STEP_BAD where there are more than JSON_NUMBER_MAX. */
static enum step
scan_word(struct json_scan *s, char word[JSON_NUMBER_MAX + 1], struct err *e)
{
    size_t n = 0;
    int there;

    word[0] = '\0';
    while ((there = json_scan_more(s, e)) > 0 && is_word(json_scan_here(s))) {
        if (n == JSON_NUMBER_MAX) {
            message_set(&s->why, "a number has more than %d characters", JSON_NUMBER_MAX);
            return STEP_BAD;
        }
        word[n++] = (char)json_scan_here(s);
        word[n] = '\0';
        s->at++;
    }
    return there < 0 ? STEP_FAILED : STEP_ON;
}

static const char *
skip_digits(const char *p)
{
    while (is_digit((unsigned char)*p))
        p++;
    return p;
}

/* -?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)? */
static bool
is_number(const char *p)
{
    const char *start;

    p += *p == '-';
    if (!is_digit((unsigned char)*p))
        return false;
    p = *p == '0' ? p + 1 : skip_digits(p);
    if (*p == '.') {
        start = ++p;
        p = skip_digits(p);
        if (p == start)
            return false;
    }
    if (*p == 'e' || *p == 'E') {
        p++;
        p += *p == '+' || *p == '-';
        start = p;
        p = skip_digits(p);
        if (p == start)
            return false;
    }
    return *p == '\0';
}

/* A number, true, false or null. */
static enum step
scan_scalar(struct json_scan *s, struct err *e)
{
    char word[JSON_NUMBER_MAX + 1];
    enum step step = scan_word(s, word, e);

    if (step != STEP_ON)
        return step;
    if (is_number(word) || strcmp(word, "true") == 0 || strcmp(word, "false") == 0 ||
        strcmp(word, "null") == 0)
        return end_value(s);
    message_set(&s->why, "'%s' is no value of JSON", word);
    return STEP_BAD;
}

static enum step
open_bracket(struct json_scan *s, bool is_object)
{
    if (s->depth >= s->depth_max) {
        if (s->depth_max < RECORD_DEPTH_HIGHEST)
            message_set(&s->why, "nested deeper than %zu levels; --limit nesting=N allows more",
                s->depth_max);
        else
            message_set(&s->why, "nested deeper than %zu levels", s->depth_max);
        return STEP_BAD;
    }
    json_scan_push(s, is_object);
    s->state = is_object ? WANT_KEY_OR_END : WANT_VALUE_OR_END;
    s->at++;
    return STEP_ON;
}

static enum step
close_bracket(struct json_scan *s)
{
    s->at++;
    s->depth--;
    return end_value(s);
}

static enum step
step_value(struct json_scan *s, unsigned char c, struct err *e)
{
    enum step step;

    if (c == '{' || c == '[')
        return open_bracket(s, c == '{');
    if (c == ']' && s->state == WANT_VALUE_OR_END)
        return close_bracket(s);
    if (is_word(c))
        return scan_scalar(s, e);
    if (c != '"') {
        message_set(&s->why, "a value is expected where '%c' stands", (char)c);
        return STEP_BAD;
    }
    s->at++;
    step = scan_string(s, e);
    return step == STEP_ON ? end_value(s) : step;
}

static enum step
step_key(struct json_scan *s, unsigned char c, struct err *e)
{
    if (c == '}' && s->state == WANT_KEY_OR_END)
        return close_bracket(s);
    if (c != '"') {
        message_set(&s->why, "a key in quotes is expected where '%c' stands", (char)c);
        return STEP_BAD;
    }
    s->at++;
    s->state = WANT_COLON;
    return scan_string(s, e);
}

static enum step
step_comma(struct json_scan *s, unsigned char c)
{
    bool is_object = json_scan_fits(s, '}');

    if (c == ',') {
        s->at++;
        s->state = is_object ? WANT_KEY : WANT_VALUE;
        return STEP_ON;
    }
    if (c == (is_object ? '}' : ']'))
        return close_bracket(s);
    message_set(&s->why, "a comma or the closing bracket is expected where '%c' stands", (char)c);
    return STEP_BAD;
}

static enum step
step_on(struct json_scan *s, unsigned char c, struct err *e)
{
    switch (s->state) {
    case WANT_VALUE:
    case WANT_VALUE_OR_END:
        return step_value(s, c, e);
    case WANT_KEY:
    case WANT_KEY_OR_END:
        return step_key(s, c, e);
    case WANT_COLON:
        break;
    case WANT_COMMA_OR_END:
        return step_comma(s, c);
    }
    if (c != ':') {
        message_set(&s->why, "a colon is expected where '%c' stands", (char)c);
        return STEP_BAD;
    }
    s->at++;
    s->state = WANT_VALUE;
    return STEP_ON;
}

int
json_scan_value(struct json_scan *s, bool *is_bad, struct err *e)
{
    enum step step = STEP_ON;

    json_scan_begin(s);
    s->why.format = NULL;
    while (step == STEP_ON) {
        int there = json_scan_more(s, e);

        if (there < 0)
            return -1;
        if (!there) {
            message_set(&s->why, "the text ends inside a value");
            step = STEP_BAD;
        } else if (json_is_blank(json_scan_here(s))) {
            s->at++;
        } else {
            step = step_on(s, json_scan_here(s), e);
        }
    }
    *is_bad = step == STEP_BAD;
    return step == STEP_FAILED ? -1 : 0;
}
