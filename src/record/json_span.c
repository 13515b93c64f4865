/*
 * json_span.c - where the keys and values of a flat object stand, without looking into them.
 */
#include "record/json_span.h"

static void
skip_blanks(struct json_span *s)
{
    while (s->at < s->end && json_is_blank((unsigned char)*s->at))
        s->at++;
}

/* Pass over ${c}, behind blanks. */
static bool
take(struct json_span *s, char c)
{
    skip_blanks(s);
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

/* Pass over the rest of a string, behind its opening quote. */
static bool
skip_string(struct json_span *s)
{
    for (;;) {
        s->at += json_plain_length(s->at, (size_t)(s->end - s->at));
        if (s->at == s->end)
            return false;
        if (*s->at == '"') {
            s->at++;
            return true;
        }
        if (*s->at != '\\' || s->end - s->at < 2)
            return false;
        s->at += 2;
    }
}

static bool
skip_value(struct json_span *s)
{
    const char *from = s->at;

    if (from < s->end && *from == '"') {
        s->at++;
        return skip_string(s);
    }
    while (s->at < s->end && *s->at != ',' && *s->at != '}' && *s->at != '{' && *s->at != '[' &&
        !json_is_blank((unsigned char)*s->at))
        s->at++;
    return s->at > from && s->at < s->end;
}

int
json_span_next(struct json_span *s, struct sv *key, struct sv *value)
{
    if (!s->is_begun) {
        if (!take(s, '{'))
            return -1;
        s->is_begun = true;
    } else if (take(s, '}')) {
        return 0;
    } else if (!take(s, ',')) {
        return -1;
    }
    if (!take(s, '"'))
        return -1;
    key->p = s->at;
    if (!skip_string(s))
        return -1;
    key->n = (size_t)(s->at - key->p) - 1;
    if (memchr(key->p, '\\', key->n) || !take(s, ':'))
        return -1;
    skip_blanks(s);
    value->p = s->at;
    if (!skip_value(s))
        return -1;
    value->n = (size_t)(s->at - value->p);
    return 1;
}
