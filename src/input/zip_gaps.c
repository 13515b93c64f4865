/*
 * zip_gaps.c - bytes of a zip that belong to no member.
 *
 *     [header, name, data]... [directory: a record for each member] [end record]
 *
 * A zip is read by the directory at its end. Whatever else stands in the file, as text in front,
 * another zip before it or a member that the directory leaves out, nobody would see. Where the
 * structure is not understood the rest counts as a gap: better one warning too many.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "input/unpack.h"

#define END_SIZE 22
#define END64_SIZE 56
#define LOCATOR_SIZE 20
#define RECORD_SIZE 46
#define HEADER_SIZE 30

/* The end record and the longest comment behind it. */
#define TAIL_MAX (END_SIZE + 65535)

/* What a sum behind the data of a member takes at most. */
#define SUM_MAX 24

#define FLAG_SUM_BEHIND 8
#define EXTRA_64 1
#define ALL_ONES 0xFFFFFFFFu
#define BLOCK ((size_t)16 << 10)

/* Bytes that belong to something; those of a sum behind them may. */
struct extent {
    uint64_t from, to;
    bool has_sum;
};

struct gaps {
    struct source *source;
    struct { struct extent *at; size_t n, room; } used;
    uint64_t before; /* bytes in front of what offsets count from */
};

/* The directory of a zip, as its end record says. */
struct directory {
    uint64_t offset, size, records;
};

static uint64_t
number(const unsigned char *p, unsigned bytes)
{
    uint64_t n = 0;

    while (bytes-- > 0)
        n = n << 8 | p[bytes];
    return n;
}

static bool
is_signed(const unsigned char *p, const char *mark)
{
    return memcmp(p, mark, 4) == 0;
}

static int
use(struct gaps *g, uint64_t from, uint64_t n, bool has_sum, struct err *e)
{
    uint64_t to;

    if (__builtin_add_overflow(from, n, &to))
        to = UINT64_MAX;
    if (vec_grow(&g->used, 1, SIZE_MAX / sizeof(*g->used.at), e))
        return -1;
    g->used.at[g->used.n++] = (struct extent){ from, to, has_sum };
    return 0;
}

/* ${n} bytes at ${offset}. 1: they are there; 0: they are not. */
static int
fetch(struct gaps *g, uint64_t offset, unsigned char *bytes, size_t n, struct err *e)
{
    size_t got;

    if (source_read(g->source, bytes, n, offset, &got, e))
        return -1;
    return got == n;
}

/* The larger numbers of a zip beyond 4 GiB, in a record of their own. 0: it cannot be read. */
static int
find_end64(struct gaps *g, uint64_t end, struct directory *d, struct err *e)
{
    unsigned char locator[LOCATOR_SIZE], record[END64_SIZE];
    uint64_t at;
    int result;

    if (end < LOCATOR_SIZE)
        return 1;
    result = fetch(g, end - LOCATOR_SIZE, locator, sizeof(locator), e);
    if (result <= 0 || !is_signed(locator, "PK\x06\x07"))
        return result < 0 ? -1 : 1;
    at = number(locator + 8, 8);
    result = fetch(g, at, record, sizeof(record), e);
    if (result <= 0 || !is_signed(record, "PK\x06\x06"))
        return result < 0 ? -1 : 0;
    *d = (struct directory){ .records = number(record + 32, 8), .size = number(record + 40, 8),
        .offset = number(record + 48, 8) };
    return use(g, at, END64_SIZE, false, e) ||
        use(g, end - LOCATOR_SIZE, LOCATOR_SIZE, false, e) ? -1 : 1;
}

/*
 * Whether byte ${i} of ${tail}, at ${at} of the file, begins an end record, as libarchive sees it.
 * Behind the locator of the larger numbers, its own may be all ones.
 */
static bool
is_end(const unsigned char *tail, size_t i, uint64_t at)
{
    const unsigned char *p = tail + i;

    if (!is_signed(p, "PK\x05\x06"))
        return false;
    if (i >= LOCATOR_SIZE && is_signed(p - LOCATOR_SIZE, "PK\x06\x07"))
        return true;
    return number(p + 4, 4) == 0 && number(p + 8, 2) == number(p + 10, 2) &&
        number(p + 12, 4) + number(p + 16, 4) <= at;
}

/* The end record, which is the last one in the file. 1: found. */
static int
find_end(struct gaps *g, struct directory *d, struct err *e)
{
    uint64_t size = source_size(g->source), from = size > TAIL_MAX ? size - TAIL_MAX : 0, end;
    unsigned char *tail = malloc(TAIL_MAX), *p;
    size_t n = 0, i;
    int result = -1;

    if (!tail)
        return err_nomem(e);
    if (source_read(g->source, tail, TAIL_MAX, from, &n, e))
        goto done;
    result = 0;
    for (i = n < END_SIZE ? 0 : n - END_SIZE + 1; i > 0; i--)
        if (is_end(tail, i - 1, from + i - 1))
            break;
    if (i == 0)
        goto done;
    p = tail + i - 1;
    end = from + i - 1;
    *d = (struct directory){ .records = number(p + 10, 2), .size = number(p + 12, 4),
        .offset = number(p + 16, 4) };
    result = use(g, end, END_SIZE + number(p + 20, 2), false, e) ? -1 : 1;
    if (result > 0 && (d->offset == ALL_ONES || d->size == ALL_ONES || d->records == 0xFFFF))
        result = find_end64(g, end, d, e);
    /* What stands in front shifts all; the directory ends where the end record begins. */
    else if (result > 0 && d->offset + d->size < end)
        g->before = end - d->offset - d->size;
done:
    free(tail);
    return result;
}

/* Sizes and offsets that do not fit into ${record} stand in its extra fields, in this order. */
static void
widen(const unsigned char *extra, size_t n, uint64_t *full, uint64_t *packed, uint64_t *offset)
{
    uint64_t *const numbers[] = { full, packed, offset };

    while (n >= 4) {
        size_t length = (size_t)number(extra + 2, 2), at = 4;

        if (length > n - 4)
            return;
        for (size_t i = 0; number(extra, 2) == EXTRA_64 && i < 3; i++)
            if (*numbers[i] == ALL_ONES && at + 8 <= length + 4) {
                *numbers[i] = number(extra + at, 8);
                at += 8;
            }
        extra += 4 + length;
        n -= 4 + length;
    }
}

/* One record of the directory, and the member of it. ${*n}: its bytes. 1: it was understood. */
static int
use_record(struct gaps *g, uint64_t at, uint64_t *n, struct err *e)
{
    unsigned char record[RECORD_SIZE], header[HEADER_SIZE], extra[65536];
    uint64_t full, packed, offset;
    size_t name, extras;
    int result = fetch(g, at, record, sizeof(record), e);

    if (result <= 0 || !is_signed(record, "PK\x01\x02"))
        return result < 0 ? -1 : 0;
    packed = number(record + 20, 4);
    full = number(record + 24, 4);
    name = (size_t)number(record + 28, 2);
    extras = (size_t)number(record + 30, 2);
    offset = number(record + 42, 4);
    *n = RECORD_SIZE + name + extras + number(record + 32, 2);
    if (packed == ALL_ONES || full == ALL_ONES || offset == ALL_ONES) {
        result = fetch(g, at + RECORD_SIZE + name, extra, extras, e);
        if (result <= 0)
            return result;
        widen(extra, extras, &full, &packed, &offset);
    }
    offset += g->before;
    result = fetch(g, offset, header, sizeof(header), e);
    if (result <= 0 || !is_signed(header, "PK\x03\x04"))
        return result < 0 ? -1 : 0;
    if (__builtin_add_overflow(packed, HEADER_SIZE + number(header + 26, 2) +
            number(header + 28, 2), &packed))
        return 0;
    return use(g, offset, packed, (number(record + 8, 2) & FLAG_SUM_BEHIND) != 0, e) ? -1 : 1;
}

static int
use_directory(struct gaps *g, const struct directory *d, uint64_t members_max, struct err *e)
{
    uint64_t at = d->offset + g->before;
    int result = 1;

    for (uint64_t i = 0; i < d->records && i < members_max && result > 0; i++) {
        uint64_t n = 0;

        result = use_record(g, at, &n, e);
        if (result > 0 && use(g, at, n, false, e))
            result = -1;
        at += n;
    }
    return result < 0 ? -1 : 0;
}

static int
compare_extents(const void *a, const void *b)
{
    const struct extent *x = a, *y = b;

    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
        : (x->to > y->to) - (x->to < y->to);
}

int
unpack_add_gap(uint64_t *out, struct source *s, uint64_t from, uint64_t to, struct err *e)
{
    char block[BLOCK];
    uint64_t at = from;
    size_t got;

    while (at < to) {
        size_t n = to - at < BLOCK ? (size_t)(to - at) : BLOCK;

        if (source_read(s, block, n, at, &got, e))
            return -1;
        for (size_t i = 0; i < got; i++)
            if (block[i] != '\0') {
                *out += to - from;
                return 0;
            }
        if (got == 0)
            break;
        at += got;
    }
    return 0;
}

/* Sum up what lies between the extents. */
static int
add_gaps(struct gaps *g, uint64_t *out, struct err *e)
{
    uint64_t size = source_size(g->source), reached = 0;
    bool has_sum = false;

    if (g->used.n > 0)
        qsort(g->used.at, g->used.n, sizeof(*g->used.at), compare_extents);
    for (size_t i = 0; i <= g->used.n; i++) {
        uint64_t from = i < g->used.n ? g->used.at[i].from : size;

        if (from > size)
            from = size;
        if (from > reached && !(has_sum && from - reached <= SUM_MAX) &&
            unpack_add_gap(out, g->source, reached, from, e))
            return -1;
        if (i < g->used.n && g->used.at[i].to > reached) {
            reached = g->used.at[i].to;
            has_sum = g->used.at[i].has_sum;
        }
    }
    return 0;
}

int
zip_gaps(uint64_t *out, struct source *s, uint64_t members_max, struct err *e)
{
    struct gaps g = { .source = s };
    struct directory d = { 0 };
    int result = find_end(&g, &d, e);

    *out = 0;
    if (result > 0)
        result = use_directory(&g, &d, members_max, e);
    if (result >= 0)
        result = add_gaps(&g, out, e);
    vec_release(&g.used);
    return result;
}
