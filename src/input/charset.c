/*
 * charset.c - which charset the bytes of a source are in.
 *
 * The first pass asks one question: is all of it UTF-8? Only where the answer is no, a second pass
 * counts lines, to tell a UTF-8 file with a few damaged lines from a GB18030 file. Two or four
 * Chinese characters in UTF-8 are valid GB18030 by chance (six or twelve bytes, taken in pairs), so
 * validity alone does not decide; but hardly any line of GB18030 is valid UTF-8 with a character of
 * three bytes. Nor does invalidity: a GB18030 file with a few damaged bytes is told by its pairs,
 * nearly all of which are common Chinese characters, as they are in no other charset by chance.
 */
#include "input/charset.h"
#include "input/text.h"

/* Bytes of the beginning that tell UTF-16 without a byte order mark. */
#define HEAD ((size_t)4096)

/* So many common characters outweigh one pair, or one byte, that is odd in GB18030. */
#define COMMON_PER_ODD 8

/* What the lines of a source look like when they are read as UTF-8. */
struct lines {
    uint64_t all;
    uint64_t bad;    /* with bytes that are no UTF-8 */
    uint64_t strong; /* all UTF-8, with a character of three bytes or more */
    uint64_t stray;  /* bytes that are no UTF-8, where they are counted */
    bool counts_stray;
    bool is_bad, is_strong, has_bytes; /* the line that is being read */
};

/* What the bytes above 127 look like when they are read as pairs of GB18030. */
struct pairs {
    uint64_t common; /* the Chinese characters of GB2312 */
    uint64_t odd;    /* rare characters, sequences of four bytes, bytes that are no GB18030 */
    unsigned lead;   /* the first byte of a pair whose second one is to come, or 0 */
};

const char *
charset_name(enum charset c)
{
    switch (c) {
    case CHARSET_UTF8:
        return "UTF-8";
    case CHARSET_UTF16LE:
        return "UTF-16LE";
    case CHARSET_UTF16BE:
        return "UTF-16BE";
    case CHARSET_GB18030:
        break;
    }
    return "GB18030";
}

/*
 * The first pass. ${*bad} is the offset of the first byte that is no UTF-8, UINT64_MAX if there is
 * none.
 */
static int
check_utf8(struct source *s, struct charset_found *out, uint64_t *bad, struct err *e)
{
    struct text *t = text_new(s, out, e);
    struct sv chunk;
    int more;

    *bad = UINT64_MAX;
    out->is_ascii = true;
    if (!t)
        return -1;
    while ((more = text_next(t, &chunk, e)) > 0) {
        size_t plain = out->is_ascii ? sv_ascii(chunk) : 0;
        struct sv rest = sv_part(chunk, plain, chunk.n);
        size_t valid = sv_utf8_valid(rest);

        if (rest.n > 0)
            out->is_ascii = false;
        if (valid < rest.n) {
            *bad = text_position(t) - (rest.n - valid);
            break;
        }
    }
    text_free(t);
    return more < 0 ? -1 : 0;
}

/* Whether all of ${s} can be converted from ${found}; if not, ${*bad} is where it stops. */
static int
check_conversion(struct source *s, const struct charset_found *found, bool *is_valid,
    uint64_t *bad, struct err *e)
{
    struct err failure = ERR_INIT;
    struct text *t = text_new(s, found, e);
    struct sv chunk;
    int more, result = 0;

    if (!t)
        return -1;
    do {
        more = text_next(t, &chunk, &failure);
    } while (more > 0);
    *is_valid = more == 0;
    if (more < 0 && failure.code == ERR_ENCODING) {
        *bad = text_position(t);
    } else if (more < 0) {
        *e = failure;
        result = -1;
    }
    text_free(t);
    return result;
}

static void
end_line(struct lines *l)
{
    l->all += l->has_bytes;
    l->bad += l->is_bad;
    l->strong += l->is_strong && !l->is_bad;
    l->is_bad = l->is_strong = l->has_bytes = false;
}

static bool
has_wide(struct sv valid)
{
    for (size_t i = sv_ascii(valid); i < valid.n; i++)
        if ((unsigned char)valid.p[i] >= 0xE0)
            return true;
    return false;
}

/* ${part}: a line, or what a chunk has of it. */
static void
count_line(struct lines *l, struct sv part)
{
    size_t i = sv_utf8_valid(part);

    l->has_bytes |= part.n > 0;
    if (i == part.n) {
        l->is_strong = l->is_strong || has_wide(part);
        return;
    }
    l->is_bad = true;
    while (l->counts_stray && i < part.n) {
        unsigned code;
        size_t length = sv_utf8(sv_part(part, i, part.n), &code);

        l->stray += length == 0;
        i += length > 0 ? length : 1;
    }
}

/* ${lines} are parted by CR; what is behind the last one goes on. */
static void
count_parted(struct lines *l, struct sv lines)
{
    const char *back;

    while (lines.n > 0 && (back = memchr(lines.p, '\r', lines.n)) != NULL) {
        size_t n = (size_t)(back - lines.p);

        count_line(l, sv_part(lines, 0, n));
        end_line(l);
        lines = sv_part(lines, n + 1, lines.n);
    }
    count_line(l, lines);
}

static void
count_lines(struct lines *l, struct sv chunk)
{
    const char *feed;

    while (chunk.n > 0 && (feed = memchr(chunk.p, '\n', chunk.n)) != NULL) {
        size_t n = (size_t)(feed - chunk.p);

        count_parted(l, sv_part(chunk, 0, n));
        end_line(l);
        chunk = sv_part(chunk, n + 1, chunk.n);
    }
    count_parted(l, chunk);
}

/* Count the pair of ${lead} and ${c}; false where ${c} cannot be second in a pair. */
static bool
count_pair(struct pairs *p, unsigned lead, unsigned c)
{
    bool is_pair = c >= 0x40 && c != 0x7F && c != 0xFF;
    bool is_common = is_pair && c >= 0xA1 && lead >= 0xB0 && lead <= 0xF7;
    bool is_sign = is_pair && c >= 0xA1 && lead >= 0xA1 && lead <= 0xA9;

    p->common += is_common;
    p->odd += !is_common && !is_sign;
    return is_pair;
}

static void
count_pairs(struct pairs *p, struct sv chunk)
{
    for (size_t i = 0; i < chunk.n; i++) {
        unsigned c = (unsigned char)chunk.p[i], lead = p->lead;

        p->lead = 0;
        if (lead > 0 && count_pair(p, lead, c))
            continue;
        if (c > 0x80 && c < 0xFF)
            p->lead = c;
        else
            p->odd += c >= 0x80;
    }
}

/* The second pass. ${is_gb}: all of it is GB18030, so that lines alone tell. */
static int
read_lines(struct source *s, const struct charset_found *utf8, bool is_gb, struct lines *l,
    struct pairs *p, struct err *e)
{
    struct text *t = text_new(s, utf8, e);
    struct sv chunk;
    int more;

    *l = (struct lines){ .counts_stray = !is_gb };
    *p = (struct pairs){ 0 };
    if (!t)
        return -1;
    while ((more = text_next(t, &chunk, e)) > 0) {
        count_lines(l, chunk);
        if (!is_gb)
            count_pairs(p, chunk);
    }
    end_line(l);
    p->odd += p->lead > 0;
    text_free(t);
    return more;
}

/*
 * The byte order of UTF-16 without a mark: NUL bytes stand on one side of the pairs, in two of them
 * and in a third of all at least, and most line feeds have one. On the other side there are few,
 * but some: U+4E00 is a common character.
 */
static bool
looks_utf16(struct sv head, enum charset *order)
{
    size_t nul[2] = { 0, 0 }, feeds = 0, wide_feeds = 0, side;

    for (size_t i = 0; i < head.n; i++)
        nul[i % 2] += head.p[i] == '\0';
    side = nul[1] > nul[0];
    if (nul[1 - side] * 8 > nul[side] || nul[side] < 2 || nul[side] * 3 < head.n / 2)
        return false;
    for (size_t i = 0; i + 1 < head.n; i += 2) {
        feeds += head.p[i] == '\n' || head.p[i + 1] == '\n';
        wide_feeds += head.p[i + 1 - side] == '\n' && head.p[i + side] == '\0';
    }
    *order = side == 1 ? CHARSET_UTF16LE : CHARSET_UTF16BE;
    return wide_feeds * 2 >= feeds;
}

/* The charset that the first bytes state or show; CHARSET_UTF8 without a mark: they do neither. */
static int
read_head(struct charset_found *out, struct sv head, struct err *e)
{
    *out = (struct charset_found){ .charset = CHARSET_UTF8 };
    if (sv_starts(head, SV("\xFF\xFE\0\0")) || sv_starts(head, SV("\0\0\xFE\xFF")))
        return err_set(e, ERR_ENCODING, "the text is in UTF-32; save it as UTF-8");
    if (sv_starts(head, SV("\xEF\xBB\xBF"))) {
        out->bom = 3;
    } else if (sv_starts(head, SV("\xFF\xFE"))) {
        *out = (struct charset_found){ .charset = CHARSET_UTF16LE, .bom = 2 };
    } else if (sv_starts(head, SV("\xFE\xFF"))) {
        *out = (struct charset_found){ .charset = CHARSET_UTF16BE, .bom = 2 };
    } else if (sv_starts(head, SV("\x84\x31\x95\x33"))) {
        *out = (struct charset_found){ .charset = CHARSET_GB18030, .bom = 4 };
    } else {
        (void)looks_utf16(head, &out->charset);
    }
    return 0;
}

/* A charset other than UTF-8 that the beginning states or shows: all of it must be so. */
static int
confirm(const struct charset_found *found, struct source *s, struct err *e)
{
    uint64_t bad = 0;
    bool is_valid;

    if (check_conversion(s, found, &is_valid, &bad, e))
        return -1;
    if (is_valid)
        return 0;
    if (found->bom > 0)
        return err_set(e, ERR_ENCODING, "the byte order mark says %s, but byte %ju is not so; "
            "save the file as UTF-8", charset_name(found->charset), (uintmax_t)bad);
    return err_set(e, ERR_ENCODING, "the text looks like %s, but byte %ju is not so; save the "
        "file as UTF-8", charset_name(found->charset), (uintmax_t)bad);
}

/*
 * Whether text that is neither UTF-8 nor GB18030 as a whole is GB18030 but for a few bytes.
 * Characters of two bytes in UTF-8 are pairs of GB18030 too, but hardly any byte is stray then.
 */
static bool
is_mostly_gb18030(const struct lines *l, const struct pairs *p)
{
    return l->strong == 0 && p->common > p->odd * COMMON_PER_ODD && l->stray > p->common;
}

/* Not all is UTF-8: the first bad byte is at ${bad}. */
static int
choose(struct charset_found *out, struct source *s, uint64_t bad, struct err *e)
{
    struct charset_found gb18030 = { .charset = CHARSET_GB18030 };
    uint64_t bad_gb = 0;
    bool is_gb, is_mostly_utf8;
    struct lines l;
    struct pairs p;

    out->has_bad_bytes = true;
    out->bad_offset = bad;
    if (out->bom > 0)
        return 0;
    if (check_conversion(s, &gb18030, &is_gb, &bad_gb, e) ||
        read_lines(s, out, is_gb, &l, &p, e))
        return -1;
    if (!is_gb && is_mostly_gb18030(&l, &p)) {
        *out = gb18030;
        out->has_bad_bytes = true;
        out->bad_offset = bad_gb;
        return 0;
    }
    is_mostly_utf8 = is_gb ? l.strong >= l.bad : l.bad * 2 <= l.all;
    if (is_mostly_utf8)
        return 0;
    if (is_gb) {
        *out = gb18030;
        return 0;
    }
    return err_set(e, ERR_ENCODING, "the charset is not known: it is not UTF-8 (byte %ju), not "
        "GB18030 (byte %ju) and not UTF-16; save the file as UTF-8", (uintmax_t)bad,
        (uintmax_t)bad_gb);
}

int
charset_find(struct charset_found *out, struct source *s, struct err *e)
{
    char head[HEAD];
    uint64_t bad;
    size_t n;

    if (source_read(s, head, sizeof(head), 0, &n, e) ||
        read_head(out, (struct sv){ head, n }, e))
        return -1;
    if (out->charset != CHARSET_UTF8)
        return confirm(out, s, e);
    if (check_utf8(s, out, &bad, e))
        return -1;
    return bad == UINT64_MAX ? 0 : choose(out, s, bad, e);
}
