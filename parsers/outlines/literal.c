/*
 * literal.c - the plain text that every match of a pattern holds.
 *
 * Only what stands outside of groups, classes and repetitions counts, so that little of the syntax
 * need be known; what is not known makes the pattern one without such a text.
 */
#include <string.h>

#include "parsers/outlines/literal.h"

#define RUNS_MAX 32

/* The runs of one alternative. */
struct runs {
    char text[RUNS_MAX][LITERAL_MAX];
    size_t length[RUNS_MAX];
    size_t n; /* that are closed; text[n] is being added to */
    bool is_unknown;
};

static void
close_run(struct runs *r)
{
    if (r->length[r->n] == 0)
        return;
    if (r->n + 1 < RUNS_MAX)
        r->n++;
    r->length[r->n] = 0;
}

static void
add_char(struct runs *r, char c)
{
    if (r->length[r->n] + 1 == LITERAL_MAX)
        close_run(r);
    r->text[r->n][r->length[r->n]++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Behind the element at ${i}: a character, an escape, a class or a group. */
static size_t
element_end(struct sv s, size_t i)
{
    size_t depth = 0;
    bool is_class = false;

    do {
        char c = s.p[i++];

        if (c == '\\')
            i++;
        else if (is_class)
            is_class = c != ']';
        else if (c == '[')
            is_class = true;
        else if (c == '(')
            depth++;
        else if (c == ')')
            depth--;
    } while (i < s.n && (depth > 0 || is_class));
    return i < s.n ? i : s.n;
}

/* Behind the repetition at ${i}, if there is one. ${*may_be_none}: it allows none at all. */
static size_t
repetition_end(struct sv s, size_t i, bool *may_be_none)
{
    *may_be_none = i < s.n && (s.p[i] == '?' || s.p[i] == '*' || s.p[i] == '{');
    if (i < s.n && s.p[i] == '{')
        while (i < s.n && s.p[i] != '}')
            i++;
    else if (!*may_be_none && !(i < s.n && s.p[i] == '+'))
        return i;
    i++;
    return i < s.n && (s.p[i] == '?' || s.p[i] == '+') ? i + 1 : i;
}

/* The element from ${i} to ${end}, once or more, or ${is_repeated} or left out. */
static void
add_element(struct runs *r, struct sv s, size_t i, size_t end, bool may_be_none, bool is_repeated)
{
    bool is_escape = s.p[i] == '\\' && end == i + 2;
    char c = is_escape ? s.p[i + 1] : s.p[i];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    bool is_plain = end == i + 1 ? !strchr(".^$|()[]", c) : is_escape && !is_letter;

    if (is_escape && is_letter && !strchr("bBdDsSwW", c))
        r->is_unknown = true;
    if (is_plain && c > ' ' && c <= '~' && !may_be_none)
        add_char(r, c);
    if (!is_plain || c <= ' ' || c > '~' || may_be_none || is_repeated)
        close_run(r);
}

static void
find_runs(struct runs *r, struct sv s)
{
    r->n = 0;
    r->length[0] = 0;
    for (size_t i = 0; i < s.n;) {
        size_t end = element_end(s, i), next;
        bool may_be_none;

        next = repetition_end(s, end, &may_be_none);
        add_element(r, s, i, end, may_be_none, next != end);
        i = next;
    }
    close_run(r);
}

/* The alternative of ${*s} up to its first '|' outside of groups; ${*s} is what follows. */
static struct sv
cut_alternative(struct sv *s)
{
    struct sv whole = *s;

    for (size_t i = 0; i < whole.n; i = element_end(whole, i))
        if (whole.p[i] == '|') {
            *s = sv_part(whole, i + 1, whole.n);
            return sv_part(whole, 0, i);
        }
    *s = SV_EMPTY;
    return whole;
}

static bool
is_in_some(const struct runs *r, struct sv text)
{
    for (size_t i = 0; i < r->n; i++)
        if (sv_find((struct sv){ r->text[i], r->length[i] }, text, 0) != (size_t)-1)
            return true;
    return false;
}

/* Forget the runs of ${first} that are no part of ${other}'s. */
static void
keep_common(struct runs *first, const struct runs *other)
{
    for (size_t i = 0; i < first->n; i++)
        if (!is_in_some(other, (struct sv){ first->text[i], first->length[i] }))
            first->length[i] = 0;
}

void
literal_of(char out[LITERAL_MAX], struct sv pattern)
{
    struct runs first = { .n = 0 }, other = { .n = 0 };
    size_t best = 0;

    out[0] = '\0';
    /* A group around all of it. */
    if (pattern.n > 4 && (sv_starts(pattern, SV("(?|")) || sv_starts(pattern, SV("(?:"))) &&
        element_end(pattern, 0) == pattern.n && pattern.p[pattern.n - 1] == ')')
        pattern = sv_part(pattern, 3, pattern.n - 1);
    find_runs(&first, cut_alternative(&pattern));
    while (pattern.n > 0) {
        find_runs(&other, cut_alternative(&pattern));
        keep_common(&first, &other);
    }
    if (first.is_unknown || other.is_unknown)
        return;
    for (size_t i = 0; i < first.n; i++)
        if (first.length[i] > best) {
            best = first.length[i];
            memcpy(out, first.text[i], best);
            out[best] = '\0';
        }
}
