/*
 * xlsx_number.c - numbers with more digits than a spreadsheet promises.
 *
 * The text itself is rounded; no number is made of it.
 */
#include "record/xlsx_parts.h"

/* As many decimal digits survive in any double, and are what Excel shows and takes. */
#define DIGITS 15

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number's text in parts: [sign] before . after [exponent]. */
struct number {
    size_t digits;   /* offset of the first digit */
    size_t point;    /* offset of the point */
    size_t end;      /* behind the last digit after the point */
    size_t first;    /* offset of the first digit that is not 0 */
};

/* The parts of ${s}; false where it is no number with a point and digits on both sides of it. */
static bool
find_parts(struct number *out, struct sv s)
{
    size_t i = s.n > 0 && s.p[0] == '-';

    out->digits = i;
    while (i < s.n && is_digit(s.p[i]))
        i++;
    out->point = i;
    if (i == out->digits || i == s.n || s.p[i++] != '.')
        return false;
    while (i < s.n && is_digit(s.p[i]))
        i++;
    out->end = i;
    if (i < s.n && s.p[i] != 'e' && s.p[i] != 'E')
        return false;
    for (out->first = out->digits; out->first < out->end; out->first++)
        if (s.p[out->first] != '0' && s.p[out->first] != '.')
            break;
    return out->end > out->point + 1;
}

/* Add one to the digits that end at offset ${at}; true where all of them were 9. */
static bool
carry(char *p, size_t from, size_t at)
{
    while (at > from) {
        at--;
        if (p[at] == '.')
            continue;
        if (p[at] != '9') {
            p[at]++;
            return false;
        }
        p[at] = '0';
    }
    return true;
}

bool
xlsx_round_digits(struct buf *b, size_t from)
{
    struct sv whole = sv_part(buf_sv(b), from, b->n), s = sv_trim(whole);
    size_t start = from + (s.n > 0 ? (size_t)(s.p - whole.p) : 0), cut, kept;
    struct number n;
    struct buf tail;
    bool is_longer;

    if (b->failed || !find_parts(&n, s))
        return false;
    /* Where the digits end that count: the point is none of them. */
    cut = n.first + DIGITS;
    if (n.first < n.point && cut > n.point)
        cut++;
    if (cut >= n.end || cut < n.point)
        return false;

    buf_init(&tail, SIZE_MAX - 1);
    buf_add(&tail, sv_part(s, n.end, s.n));
    is_longer = s.p[cut == n.point ? cut + 1 : cut] >= '5' && carry(b->p + start, n.digits, cut);
    kept = start + cut;
    while (cut > n.point && b->p[kept - 1] == '0')
        kept--;
    if (b->p[kept - 1] == '.')
        kept--;
    buf_cut(b, kept);
    if (is_longer) {
        /* 99.99... has become 00: a 1 goes before it. */
        buf_add_char(b, '0');
        memmove(b->p + start + n.digits + 1, b->p + start + n.digits,
            b->n - 1 - (start + n.digits));
        b->p[start + n.digits] = '1';
    }
    buf_add(b, buf_sv(&tail));
    b->failed = b->failed || tail.failed;
    buf_release(&tail);
    return true;
}
