/*
 * json_tree.c - cJSON trees of text that the scanner has accepted.
 *
 * Nothing here judges the text, so the text is walked by bytes: outside of strings, a digit or a
 * minus begins a number. Recursion goes as deep as the scanner allows.
 */
#include <stdint.h>
#include <stdlib.h>

#include "record/json.h"
#include "record/json_scan.h"
#include "record/json_tree.h"

/* Bits of the filter that finds keys which may stand twice. */
#define FILTER_BITS 1024

/* The offset behind the string that begins at ${at}. */
static size_t
skip_string(struct sv s, size_t at)
{
    const char *quote = s.p + at;
    size_t slashes;

    /* A quote behind an odd number of backslashes belongs to the string. */
    do {
        quote++;
        quote = memchr(quote, '"', s.n - (size_t)(quote - s.p));
        if (!quote)
            return s.n;
        for (slashes = 0; quote[-1 - (ptrdiff_t)slashes] == '\\';)
            slashes++;
    } while (slashes % 2 == 1);
    return (size_t)(quote - s.p) + 1;
}

static bool
is_number_byte(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* Take the next number of ${*rest} and what is before it. There must be one. */
static struct sv
take_number(struct sv *rest)
{
    size_t at = 0, end;
    struct sv number;

    while (at < rest->n && !(rest->p[at] >= '0' && rest->p[at] <= '9') && rest->p[at] != '-')
        at = rest->p[at] == '"' ? skip_string(*rest, at) : at + 1;
    end = at;
    while (end < rest->n && is_number_byte(rest->p[end]))
        end++;
    number = sv_part(*rest, at, end);
    *rest = sv_part(*rest, end, rest->n);
    return number;
}

/* Put the texts of all numbers into the tree, in the order of the text. */
static int
add_number_texts(cJSON *item, struct sv *rest, struct err *e)
{
    if (cJSON_IsNumber(item)) {
        struct sv number = take_number(rest);
        char *text = malloc(number.n + 1);

        if (!text)
            return err_nomem(e);
        memcpy(text, number.p, number.n);
        text[number.n] = '\0';
        item->valuestring = text; /* cJSON_Delete() frees it */
    }
    for (cJSON *child = item->child; child; child = child->next)
        if (add_number_texts(child, rest, e))
            return -1;
    return 0;
}

bool
json_tree_same(const cJSON *a, const cJSON *b)
{
    const cJSON *x = a->child, *y = b->child;

    if ((a->type & 0xFF) != (b->type & 0xFF))
        return false;
    if (cJSON_IsString(a) || cJSON_IsNumber(a))
        return strcmp(a->valuestring, b->valuestring) == 0;
    for (; x && y; x = x->next, y = y->next) {
        if (cJSON_IsObject(a) && strcmp(x->string, y->string) != 0)
            return false;
        if (!json_tree_same(x, y))
            return false;
    }
    return x == y;
}

/* Note ${key} in the filter. Whether it may have been noted before. */
static bool
note_key(uint64_t filter[FILTER_BITS / 64], const char *key)
{
    uint32_t hash = 2166136261u;
    bool was_there;

    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    hash ^= hash >> 16;
    hash %= FILTER_BITS;
    was_there = filter[hash / 64] >> hash % 64 & 1;
    filter[hash / 64] |= (uint64_t)1 << hash % 64;
    return was_there;
}

/* A member of ${object} before ${member} that has its key and another value. */
static bool
has_rival(const cJSON *object, const cJSON *member)
{
    for (const cJSON *other = object->child; other != member; other = other->next)
        if (strcmp(other->string, member->string) == 0 && !json_tree_same(other, member))
            return true;
    return false;
}

/* The key of a member of ${item} or below that stands twice with different values, or NULL. */
static const char *
find_rival(const cJSON *item)
{
    uint64_t filter[FILTER_BITS / 64] = { 0 };

    for (const cJSON *child = item->child; child; child = child->next) {
        const char *below = child->child ? find_rival(child) : NULL;

        if (below)
            return below;
        if (cJSON_IsObject(item) && note_key(filter, child->string) && has_rival(item, child))
            return child->string;
    }
    return NULL;
}

cJSON *
json_tree_new(struct sv text, struct message *why, struct err *e)
{
    cJSON *tree = cJSON_ParseWithLength(text.p, text.n);
    const char *rival;

    if (!tree) {
        err_nomem(e);
        return NULL;
    }
    if (add_number_texts(tree, &text, e))
        goto fail;
    rival = find_rival(tree);
    if (rival) {
        message_set(why, "the key '%s' stands twice with different values", rival);
        goto fail;
    }
    return tree;

fail:
    cJSON_Delete(tree);
    return NULL;
}

static int
fail_at(struct err *e, const struct message *why, struct sv text, size_t offset)
{
    uint64_t line = 1;

    for (size_t i = 0; i < offset && i < text.n; i++)
        line += text.p[i] == '\n';
    err_set(e, ERR_SYNTAX, "this is no JSON");
    e->message = *why;
    e->line = line;
    return -1;
}

/* Check that ${s} holds one value, from ${*start} to ${*end}, and nothing else. */
static int
check_whole(struct json_scan *s, struct sv text, size_t *start, size_t *end, struct err *e)
{
    bool is_bad;
    int c;

    if (json_scan_blanks(s, true, &c, e))
        return -1;
    *start = s->at;
    if (c < 0) {
        message_set(&s->why, "the text is empty");
        return fail_at(e, &s->why, text, 0);
    }
    if (json_scan_value(s, &is_bad, e))
        return -1;
    *end = s->at;
    if (!is_bad && json_scan_blanks(s, false, &c, e))
        return -1;
    if (!is_bad && c >= 0) {
        is_bad = true;
        message_set(&s->why, "the text goes on behind its value");
    }
    return is_bad ? fail_at(e, &s->why, text, s->at) : 0;
}

cJSON *
record_json_parse(struct sv text, struct err *e)
{
    struct record_limits limits = RECORD_LIMITS_INIT;
    size_t valid = sv_utf8_valid(text), start, end;
    struct json_scan s;
    cJSON *tree = NULL;

    limits.record = SIZE_MAX;
    limits.depth = RECORD_DEPTH_HIGHEST;
    json_scan_init(&s, NULL, text, &limits);
    if (valid < text.n) {
        message_set(&s.why, "byte %zu is no valid UTF-8", valid + 1);
        fail_at(e, &s.why, text, valid);
    } else if (check_whole(&s, text, &start, &end, e) == 0) {
        s.why.format = NULL;
        tree = json_tree_new(sv_part(text, start, end), &s.why, e);
        if (!tree && s.why.format)
            fail_at(e, &s.why, text, start);
    }
    json_scan_release(&s);
    return tree;
}

/* Count the values of the tree before ${item}, in the order of the text. */
static bool
count_before(const cJSON *tree, const cJSON *item, size_t *before)
{
    if (tree == item)
        return true;
    ++*before;
    for (const cJSON *child = tree->child; child; child = child->next)
        if (count_before(child, item, before))
            return true;
    return false;
}

/* Whether the string that ends before ${at} is a key. */
static bool
is_key(struct sv text, size_t at)
{
    while (at < text.n && json_is_blank((unsigned char)text.p[at]))
        at++;
    return at < text.n && text.p[at] == ':';
}

uint64_t
record_json_line(struct sv text, const cJSON *root, const cJSON *item)
{
    size_t before = 0, at = 0;
    uint64_t line = 1;

    if (!root || !item || !count_before(root, item, &before))
        return 0;
    while (at < text.n) {
        char c = text.p[at];
        size_t next = c == '"' ? skip_string(text, at) : at + 1;
        bool is_word = is_number_byte(c) || (c >= 'a' && c <= 'z');
        bool is_value = c == '{' || c == '[' || is_word || (c == '"' && !is_key(text, next));

        if (is_value && before-- == 0)
            return line;
        while (is_word && next < text.n && (is_number_byte(text.p[next]) ||
            (text.p[next] >= 'a' && text.p[next] <= 'z')))
            next++;
        line += c == '\n';
        at = next;
    }
    return 0;
}
