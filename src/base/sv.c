/*
 * sv.c - views into text.
 *
 * No function here reads outside a view, allocates or depends on a locale.
 */
#include "base/sv.h"

static size_t
smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static unsigned char
byte_at(struct sv s, size_t i)
{
    return (unsigned char)s.p[i];
}

static bool
is_continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

struct sv
sv_part(struct sv s, size_t from, size_t to)
{
    to = smaller(to, s.n);
    from = smaller(from, to);
    return (struct sv){ s.p ? s.p + from : NULL, to - from };
}

int
sv_compare(struct sv a, struct sv b)
{
    size_t n = smaller(a.n, b.n);
    int order = n == 0 ? 0 : memcmp(a.p, b.p, n);

    return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

static unsigned char
folded(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + ('a' - 'A')) : c;
}

bool
sv_is_folded(struct sv a, struct sv b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (folded(byte_at(a, i)) != folded(byte_at(b, i)))
            return false;
    return true;
}

bool
sv_starts(struct sv s, struct sv prefix)
{
    return prefix.n <= s.n && sv_is(sv_part(s, 0, prefix.n), prefix);
}

bool
sv_ends(struct sv s, struct sv suffix)
{
    return suffix.n <= s.n && sv_is(sv_part(s, s.n - suffix.n, s.n), suffix);
}

size_t
sv_find(struct sv s, struct sv needle, size_t from)
{
    if (from > s.n || needle.n > s.n - from)
        return (size_t)-1;
    if (needle.n == 0)
        return from;

    /* Look for the first byte, which memchr() does fast, and compare what follows. */
    for (size_t last = s.n - needle.n; from <= last; from++) {
        const char *hit = memchr(s.p + from, needle.p[0], last - from + 1);

        if (!hit)
            break;
        from = (size_t)(hit - s.p);
        if (memcmp(hit, needle.p, needle.n) == 0)
            return from;
    }
    return (size_t)-1;
}

static bool
is_blank(unsigned code)
{
    return code == ' ' || code == '\t' || code == '\r' || code == '\n' || code == 0xA0 ||
        code == 0x3000 || (code >= 0x2000 && code <= 0x200B) || code == 0x202F || code == 0xFEFF;
}

/* Whether ${s}, of a byte at least, may begin with a blank: those beyond ASCII begin with C2, E2,
 * E3 or EF. */
static inline bool
may_begin_blank(struct sv s)
{
    unsigned char first = byte_at(s, 0);

    return first <= ' ' || first == 0xC2 || first == 0xE2 || first == 0xE3 || first == 0xEF;
}

/* Whether ${s}, of a byte at least, may end with a blank: C2 A0, E2 80 xx, E3 80 80, EF BB BF. */
static inline bool
may_end_blank(struct sv s)
{
    unsigned char last = byte_at(s, s.n - 1), middle;

    if (last < 0x80)
        return last <= ' ';
    if (s.n < 3)
        return true;
    middle = byte_at(s, s.n - 2);
    return middle == 0xC2 || middle == 0x80 || middle == 0xBB;
}

struct sv
sv_trim(struct sv s)
{
    unsigned code;
    size_t length;

    /* Nearly no text begins or ends with a blank. */
    if (s.n > 0 && !may_begin_blank(s) && !may_end_blank(s))
        return s;
    while ((length = sv_utf8(s, &code)) > 0 && is_blank(code))
        s = sv_part(s, length, s.n);

    while (s.n > 0) {
        size_t start = s.n - 1;

        while (start > 0 && s.n - start < 4 && is_continuation(byte_at(s, start)))
            start--;
        length = sv_utf8(sv_part(s, start, s.n), &code);
        if (length != s.n - start || !is_blank(code))
            break;
        s.n = start;
    }
    return s;
}

bool
sv_cut(struct sv *rest, char separator, struct sv *piece)
{
    const char *end;

    if (rest->n == 0)
        return false;
    end = memchr(rest->p, separator, rest->n);
    if (!end) {
        *piece = *rest;
        *rest = sv_part(*rest, rest->n, rest->n);
        return true;
    }
    *piece = sv_part(*rest, 0, (size_t)(end - rest->p));
    *rest = sv_part(*rest, piece->n + 1, rest->n);
    return true;
}

size_t
sv_utf8(struct sv s, unsigned *code)
{
    /* The least code of each length: what is below it is an overlong form. */
    static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char lead;
    unsigned value;
    size_t length;

    if (s.n == 0)
        return 0;
    lead = byte_at(s, 0);
    if (lead < 0x80) {
        *code = lead;
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF)
        length = 2;
    else if (lead >= 0xE0 && lead <= 0xEF)
        length = 3;
    else if (lead >= 0xF0 && lead <= 0xF4)
        length = 4;
    else
        return 0;
    if (s.n < length)
        return 0;

    value = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(byte_at(s, i)))
            return 0;
        value = value << 6 | (byte_at(s, i) & 0x3Fu);
    }
    if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *code = value;
    return length;
}

struct sv
sv_head(struct sv s, size_t max)
{
    unsigned code;

    if (s.n <= max)
        return s;

    /* Only a valid character that spans the cut moves it. */
    for (size_t back = 1; back <= 3 && back <= max; back++) {
        size_t length = sv_utf8(sv_part(s, max - back, s.n), &code);

        if (length > back)
            return sv_part(s, 0, max - back);
        if (length > 0)
            break;
    }
    return sv_part(s, 0, max);
}

/* Characters that end a line or change how a terminal shows what follows, and those that XML, which
 * sheets and charts are, must not hold. */
static bool
is_unsafe(unsigned code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || (code >= 0x2028 && code <= 0x202E) ||
        (code >= 0x2066 && code <= 0x2069) || code == 0x061C || code == 0x200E || code == 0x200F ||
        (code & 0xFFFE) == 0xFFFE;
}

size_t
sv_escape_next(struct sv *rest, char out[SV_ESCAPED_MAX])
{
    static const char digits[] = "0123456789ABCDEF";
    unsigned code = 0;
    size_t length, n = 0;

    if (rest->n == 0)
        return 0;
    length = sv_utf8(*rest, &code);
    if (length > 0 && !is_unsafe(code)) {
        memcpy(out, rest->p, length);
        n = length;
    } else {
        length = length == 0 ? 1 : length;
        for (size_t i = 0; i < length; i++) {
            out[n++] = '\\';
            out[n++] = 'x';
            out[n++] = digits[byte_at(*rest, i) >> 4];
            out[n++] = digits[byte_at(*rest, i) & 0xF];
        }
    }
    *rest = sv_part(*rest, length, rest->n);
    return n;
}

size_t
sv_escape(char *out, size_t room, size_t max, struct sv s)
{
    static const char dots[] = "...";
    char piece[SV_ESCAPED_MAX];
    size_t n = 0, cut = 0, length;

    /* ${cut} is the longest start of the text behind which the dots still fit. */
    while ((length = sv_escape_next(&s, piece)) > 0) {
        if (length > max - n || length > room - 1 - n)
            break;
        memcpy(out + n, piece, length);
        n += length;
        if (room - 1 - n >= sizeof(dots) - 1)
            cut = n;
    }
    if (length > 0 && room > sizeof(dots) - 1) {
        memcpy(out + cut, dots, sizeof(dots) - 1);
        n = cut + sizeof(dots) - 1;
    }
    out[n] = '\0';
    return n;
}
