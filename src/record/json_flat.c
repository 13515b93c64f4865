/*
 * json_flat.c - trees of flat objects that are like the one before, without cJSON's work.
 *
 *     {"id":"i-1","zone":"b","cost":0.10}      scanned, built by cJSON, its keys learnt
 *     {"id":"i-2","cost":0.25}                 keys met in the order learnt: built here
 *     {"cost":1,"id":"i-3"}                    not in this order: the long way, and learnt anew
 *     {"id":"i-4","cost":NaN}                  whatever is odd: the long way, which says why
 *
 * An object is checked, unescaped and built in one pass, its texts copied into one buffer. Keys are
 * only compared; those that follow the order learnt stand there once. What is accepted here is what
 * the scanner accepts (json_scan.c), and the tree is that of cJSON; a test and a fuzz target hold
 * the two ways equal. Of an object of 25 members and 770 bytes, the long way takes 61,000
 * instructions, this one 5,600.
 */
#include <stdlib.h>
#include <string.h>

#include "record/json_flat.h"
#include "record/json_span.h"

/* Longest object. Its texts, each with a NUL for its quotes or the comma behind it, are shorter. */
#define BYTES_MAX ((size_t)32 << 10)

/* Bytes that are read or written beyond where they are needed. */
#define STRIDE JSON_STRIDE

/* Most members of an object. */
#define MEMBERS_MAX 200

/* Objects that may be unlike those before in a row. */
#define MISSES_MAX 50

/* The object while it is read. */
struct walk {
    const char *at, *end;
    char *to; /* where the next text goes */
};

static void
forget_keys(struct json_flat *f)
{
    for (size_t i = 0; i < f->keys.n; i++)
        free(f->keys.at[i]);
    free(f->keys.at);
    f->keys.at = NULL;
    f->keys.n = 0;
    free(f->members);
    f->members = NULL;
}

void
json_flat_release(struct json_flat *f)
{
    forget_keys(f);
    free(f->bytes);
    f->bytes = NULL;
}

/* Whether ${key} is written as it is. */
static bool
is_plain_key(const char *key)
{
    return key[json_plain_length(key, strlen(key))] == '\0';
}

static bool
stands_before(const cJSON *object, const cJSON *member)
{
    for (const cJSON *other = object->child; other != member; other = other->next)
        if (strcmp(other->string, member->string) == 0)
            return true;
    return false;
}

/* How many members ${tree} has where it is flat and all its keys are plain, else 0. */
static size_t
count_members(const cJSON *tree)
{
    size_t n = 0;

    if (!cJSON_IsObject(tree))
        return 0;
    for (const cJSON *child = tree->child; child; child = child->next)
        if (cJSON_IsArray(child) || cJSON_IsObject(child) || ++n > MEMBERS_MAX ||
            !is_plain_key(child->string))
            return 0;
    return n;
}

/* Whether ${tree} has the keys that are known, or some of them, in their order. */
static bool
has_known_keys(const struct json_flat *f, const cJSON *tree)
{
    size_t known = 0;

    for (const cJSON *child = tree->child; child; child = child->next, known++) {
        while (known < f->keys.n && strcmp(f->keys.at[known], child->string) != 0)
            known++;
        if (known == f->keys.n)
            return false;
    }
    return true;
}

void
json_flat_learn(struct json_flat *f, const cJSON *tree)
{
    size_t n = f->is_off ? 0 : count_members(tree);

    f->is_off |= ++f->misses > MISSES_MAX;
    if (n == 0 || has_known_keys(f, tree))
        return;
    forget_keys(f);
    if (!f->bytes)
        f->bytes = malloc(BYTES_MAX + 2 * STRIDE);
    f->keys.at = calloc(n, sizeof(*f->keys.at));
    f->members = calloc(n, sizeof(*f->members));
    if (!f->bytes || !f->keys.at || !f->members)
        return;
    for (const cJSON *child = tree->child; child; child = child->next) {
        char *key = stands_before(tree, child) ? NULL : strdup(child->string);

        if (!key) {
            forget_keys(f);
            return;
        }
        f->keys.at[f->keys.n++] = key;
    }
}

/* Pass over blanks; the byte that comes then, or NUL. */
static inline char
next_byte(struct walk *w)
{
    while (w->at < w->end && json_is_blank((unsigned char)*w->at))
        w->at++;
    return w->at < w->end ? *w->at : '\0';
}

/* Copy what an escape stands for. Characters by their number are not for here. */
static inline bool
copy_escape(struct walk *w)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter;

    if (w->at + 1 >= w->end)
        return false;
    letter = memchr(letters, w->at[1], sizeof(letters) - 1);
    if (!letter)
        return false;
    *w->to++ = meant[letter - letters];
    w->at += 2;
    return true;
}

/* Copy the string that begins here, without its quotes. */
static inline bool
copy_string(struct walk *w)
{
    w->at++;
    for (;;) {
        size_t n = json_plain_copy(w->to, w->at, (size_t)(w->end - w->at));

        w->at += n;
        w->to += n;
        if (w->at == w->end)
            return false;
        if (*w->at == '"')
            break;
        if (*w->at != '\\' || !copy_escape(w))
            return false;
    }
    w->at++;
    *w->to++ = '\0';
    return true;
}

static inline bool
copy_number(struct walk *w)
{
    size_t n = json_number_length(w->at, w->end);

    if (n == 0)
        return false;
    memcpy(w->to, w->at, n);
    w->at += n;
    w->to[n] = '\0';
    w->to += n + 1;
    return true;
}

/* The value that begins here, into ${m}. What must not stand behind it is found by who goes on. */
static inline bool
read_value(struct walk *w, cJSON *m)
{
    static const struct { const char *text; int type; } words[] = {
        { "true", cJSON_True }, { "false", cJSON_False }, { "null", cJSON_NULL },
    };
    char c = next_byte(w);

    m->valuestring = w->to;
    if (c == '"') {
        m->type = cJSON_String;
        return copy_string(w);
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        m->type = cJSON_Number;
        return copy_number(w);
    }
    m->valuestring = NULL;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct sv rest = { w->at, (size_t)(w->end - w->at) };

        if (c == words[i].text[0] && sv_starts(rest, sv_of(words[i].text))) {
            m->type = words[i].type;
            w->at += strlen(words[i].text);
            return true;
        }
    }
    return false;
}

/* Take the key that begins here and its colon. It is one from ${*known} on, where that is left. */
static inline bool
read_key(struct walk *w, const struct json_flat *f, size_t *known)
{
    size_t left;

    if (next_byte(w) != '"')
        return false;
    left = (size_t)(w->end - ++w->at);
    for (; *known < f->keys.n; ++*known) {
        const char *key = f->keys.at[*known];
        size_t n = strlen(key);

        if (n < left && w->at[n] == '"' && memcmp(key, w->at, n) == 0) {
            w->at += n + 1;
            break;
        }
    }
    if (*known == f->keys.n || next_byte(w) != ':')
        return false;
    w->at++;
    return true;
}

const cJSON *
json_flat_read(struct json_flat *f, struct sv text, size_t *length)
{
    struct walk w = { .at = text.p, .end = text.p + text.n, .to = f->bytes };
    cJSON *m = f->members;
    char c = ',';

    if (f->keys.n == 0 || text.n == 0 || *w.at++ != '{')
        return NULL;
    if (text.n > BYTES_MAX)
        w.end = text.p + BYTES_MAX;
    for (size_t known = 0; c == ','; known++, m++) {
        if (!read_key(&w, f, &known) || !read_value(&w, m))
            return NULL;
        m->string = f->keys.at[known];
        m->next = m + 1;
        m->prev = m - 1;
        c = next_byte(&w);
        w.at++;
    }
    if (c != '}')
        return NULL;
    m[-1].next = NULL;
    f->members->prev = m - 1;
    f->root.type = cJSON_Object;
    f->root.child = f->members;
    f->misses = 0;
    *length = (size_t)(w.at - text.p);
    return &f->root;
}
