/*
 * names.c - column names in a form in which equal ones are equal.
 *
 * Of NFKC, what occurs in headings is done: full-width forms and all kinds of blanks. Everything
 * else stays as it is, so that two different names never become one by accident.
 */
#include "base/buf.h"
#include "parsers/names.h"

/* Longest name that is compared for suggestions, in bytes. */
#define NEAREST_MAX 64

#define NAME_MAX_BYTES 65536

/* One character of a name, as ASCII where it has a full-width or otherwise equal form. */
static unsigned
fold_char(unsigned c)
{
    if (c >= 0xFF01 && c <= 0xFF5E)
        c -= 0xFEE0;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    switch (c) {
    case 0x3010: /* lenticular brackets */
    case '[':
        return '(';
    case 0x3011:
    case ']':
        return ')';
    case 0xFFE5:
        return 0xA5;
    case '\t':
    case '\r':
    case '\n':
    case 0xA0:
    case 0x202F:
    case 0x3000:
    case 0xFEFF:
    case 0x200B:
        return ' ';
    default:
        return c >= 0x2000 && c <= 0x200A ? ' ' : c;
    }
}

static bool
is_quote(unsigned c)
{
    return c == '"' || c == '\'' || c == '`' || c == 0x201C || c == 0x201D;
}

/* The characters of ${name} that count, folded, into ${out}. */
static void
fold_into(struct buf *out, struct sv name)
{
    unsigned c;
    bool is_start = true;
    size_t end = 0; /* of what is not a closing quote */

    while (name.n > 0) {
        size_t n = sv_utf8(name, &c);

        if (n == 0) { /* no UTF-8: the byte itself, which is equal to itself only */
            buf_add_char(out, name.p[0]);
            name = sv_part(name, 1, name.n);
            is_start = false;
            end = out->n;
            continue;
        }
        name = sv_part(name, n, name.n);
        c = fold_char(c);
        if (c == ' ' || c == '_' || c == '/' || (is_start && is_quote(c)))
            continue;
        is_start = false;
        buf_add_utf8(out, c);
        if (!is_quote(c))
            end = out->n;
    }
    buf_cut(out, end);
}

/* Where the final bracket of folded ${name} opens, or 0 if there is none or it is all there is. */
static size_t
bracket_start(struct sv name)
{
    size_t depth = 0, i = name.n;

    if (name.n == 0 || name.p[name.n - 1] != ')')
        return 0;
    while (i-- > 0) {
        if (name.p[i] == ')')
            depth++;
        else if (name.p[i] == '(' && --depth == 0)
            return i;
    }
    return 0;
}

static struct sv
fold(struct arena *arena, struct sv name, struct sv *bracket, bool keep_bracket)
{
    struct buf folded;
    struct sv all, result = SV_EMPTY;
    size_t at;
    bool is_bracketed;

    buf_init(&folded, NAME_MAX_BYTES);
    fold_into(&folded, name);
    all = buf_sv(&folded);
    at = bracket_start(all);
    is_bracketed = at == 0 && all.n > 2 && all.p[0] == '(' && all.p[all.n - 1] == ')';
    if (bracket)
        *bracket = SV_EMPTY;
    if (!folded.failed || folded.full) {
        /* "(元)" as a whole is a name: what stands inside. */
        if (is_bracketed && !keep_bracket)
            all = sv_part(all, 1, all.n - 1);
        if (at > 0 && bracket)
            *bracket = arena_sv(arena, sv_part(all, at + 1, all.n - 1));
        result = arena_sv(arena, at > 0 && !keep_bracket ? sv_part(all, 0, at) : all);
        if (result.n == 0 && !result.p)
            result.p = "";
        if (all.n > 0 && bracket && bracket->n > 0 && !bracket->p)
            result = SV_EMPTY;
    }
    buf_release(&folded);
    return result;
}

struct sv
name_fold(struct arena *arena, struct sv name, struct sv *bracket)
{
    return fold(arena, name, bracket, false);
}

struct sv
name_fold_whole(struct arena *arena, struct sv name)
{
    return fold(arena, name, NULL, true);
}

struct sv
name_bracket(struct sv name)
{
    static const struct { const char *open, *close; } pairs[] = {
        { "(", ")" }, { "（", "）" }, { "[", "]" }, { "【", "】" }, { "［", "］" },
    };

    name = sv_trim(name);
    for (size_t k = 0; k < sizeof(pairs) / sizeof(pairs[0]); k++) {
        struct sv open = sv_of(pairs[k].open), close = sv_of(pairs[k].close);
        size_t at, last = (size_t)-1;

        if (!sv_ends(name, close))
            continue;
        for (at = sv_find(name, open, 0); at != (size_t)-1; at = sv_find(name, open, at + 1))
            last = at;
        if (last != (size_t)-1 && last > 0)
            return sv_trim(sv_part(name, last + open.n, name.n - close.n));
    }
    return SV_EMPTY;
}

static unsigned
least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Edit distance (insert, delete, replace, exchange neighbours), ASCII case ignored. */
static unsigned
distance(struct sv a, struct sv b)
{
    unsigned rows[3][NEAREST_MAX + 1];

    for (unsigned j = 0; j <= b.n; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.n; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *twice = rows[(i + 1) % 3];

        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.n; j++) {
            char x = lower(a.p[i - 1]), y = lower(b.p[j - 1]);

            row[j] = least(least(row[j - 1], above[j]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b.p[j - 2]) && y == lower(a.p[i - 2]))
                row[j] = least(row[j], twice[j - 2] + 1);
        }
    }
    return rows[a.n % 3][b.n];
}

const char *
name_nearest(struct sv word, const char *const *known)
{
    const char *best = NULL;
    unsigned best_distance = 0;

    if (word.n == 0 || word.n > NEAREST_MAX)
        return NULL;
    for (; *known; known++) {
        struct sv k = sv_of(*known);
        unsigned d;

        if (k.n > NEAREST_MAX)
            continue;
        d = distance(word, k);
        if (d <= (k.n + 2) / 3 && (!best || d < best_distance)) {
            best = *known;
            best_distance = d;
        }
    }
    return best;
}
