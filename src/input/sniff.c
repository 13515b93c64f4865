/*
 * sniff.c - what kind of bytes a source holds, by the bytes alone.
 *
 * Magic numbers come first. What has none is text if it is mostly free of control characters;
 * UTF-16 is thinned to the bytes that are not NUL for the questions asked here.
 */
#include <stdint.h>

#include "base/lang.h"
#include "input/sniff.h"

struct magic {
    struct sv bytes;
    enum content content;
};

static const struct magic magics[] = {
    { { "PK\x03\x04", 4 }, CONTENT_ZIP },
    { { "PK\x05\x06", 4 }, CONTENT_ZIP },
    { { "PK\x07\x08", 4 }, CONTENT_ZIP },
    { { "\x1F\x8B", 2 }, CONTENT_GZIP },
    { { "\x28\xB5\x2F\xFD", 4 }, CONTENT_ZSTD },
    { { "\xFD" "7zXZ\0", 6 }, CONTENT_XZ },
    { { "7z\xBC\xAF\x27\x1C", 6 }, CONTENT_7ZIP },
    { { "Rar!\x1A\x07", 6 }, CONTENT_RAR },
    { { "%PDF-", 5 }, CONTENT_PDF },
    { { "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8 }, CONTENT_OLE },
    { { "PAR1", 4 }, CONTENT_PARQUET },
    { { "SQLite format 3\0", 16 }, CONTENT_SQLITE },
    { { "\x89PNG\r\n\x1A\n", 8 }, CONTENT_IMAGE },
    { { "\xFF\xD8\xFF", 3 }, CONTENT_IMAGE },
    { { "GIF87a", 6 }, CONTENT_IMAGE },
    { { "GIF89a", 6 }, CONTENT_IMAGE },
    { { "II*\0", 4 }, CONTENT_IMAGE },
    { { "MM\0*", 4 }, CONTENT_IMAGE },
    { { "\x7F" "ELF", 4 }, CONTENT_BINARY },
};

/* "BZh", the size of its blocks, and the mark of the first one or of the end. */
static bool
is_bzip2(struct sv head)
{
    struct sv mark = sv_part(head, 4, 10);

    return sv_starts(head, SV("BZh")) && head.n >= 10 && head.p[3] >= '1' && head.p[3] <= '9' &&
        (sv_is(mark, SV("1AY&SY")) || sv_is(mark, SV("\x17\x72\x45\x38\x50\x90")));
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Control characters that no text has; NUL is counted by itself. */
static bool
is_control(char c)
{
    unsigned char u = (unsigned char)c;

    return (u < 0x20 && u != '\0' && u != '\f' && u != '\v' && u != 0x1B && !is_blank(c)) ||
        u == 0x7F;
}

/*
 * Copy ${head} without NUL bytes and byte order mark into ${out}, and count the NUL bytes at even
 * and at odd offsets.
 */
static size_t
thin(char out[SNIFF_HEAD], struct sv head, size_t nul[2])
{
    size_t n = 0;

    for (size_t i = 0; i < head.n; i++) {
        if (head.p[i] == '\0')
            nul[i % 2]++;
        else
            out[n++] = head.p[i];
    }
    return n;
}

static struct sv
without_bom(struct sv s)
{
    static const struct sv boms[] = {
        { "\xEF\xBB\xBF", 3 }, { "\xFF\xFE", 2 }, { "\xFE\xFF", 2 }, { "\x84\x31\x95\x33", 4 },
    };

    for (size_t i = 0; i < sizeof(boms) / sizeof(boms[0]); i++)
        if (sv_starts(s, boms[i]))
            return sv_part(s, boms[i].n, s.n);
    return s;
}

/* ${text} behind blanks, comments and <?...?>: what the document is, is said by what comes then. */
static struct sv
without_prologue(struct sv text)
{
    for (;;) {
        struct sv end;
        size_t at;

        while (text.n > 0 && is_blank(text.p[0]))
            text = sv_part(text, 1, text.n);
        if (sv_starts(text, SV("<?")))
            end = SV("?>");
        else if (sv_starts(text, SV("<!--")))
            end = SV("-->");
        else
            return text;
        at = sv_find(text, end, 0);
        if (at == (size_t)-1)
            return SV_EMPTY;
        text = sv_part(text, at + end.n, text.n);
    }
}

/* Text that begins with <. Names are compared whole: <Header> is a tag of invoices. */
static enum content
sniff_markup(struct sv text)
{
    static const struct sv tags[] = {
        { "<!doctype html", 14 }, { "<html", 5 }, { "<head", 5 }, { "<body", 5 }, { "<script", 7 },
        { "<meta", 5 }, { "<title", 6 }, { "<table", 6 },
    };

    text = without_prologue(text);
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        struct sv behind = sv_part(text, tags[i].n, text.n);

        if (sv_is_folded(sv_part(text, 0, tags[i].n), tags[i]) &&
            (behind.n == 0 || is_blank(behind.p[0]) || behind.p[0] == '>' || behind.p[0] == '/'))
            return CONTENT_HTML;
    }
    return CONTENT_XML;
}

/* Where a tar header has its checksum: six octal digits. */
#define TAR_BLOCK 512
#define TAR_SUM_AT 148
#define TAR_SUM_END 156

/*
 * A tar archive begins with a header whose bytes add up to the checksum that stands in it (blanks
 * are taken in its place). Old ones have no other mark.
 */
static bool
is_tar(struct sv head)
{
    unsigned sum = 0, stated = 0;
    size_t i, digits = 0;

    if (head.n < TAR_BLOCK || head.p[0] == '\0')
        return false;
    for (i = TAR_SUM_AT; i < TAR_SUM_END && head.p[i] == ' '; i++)
        ;
    for (; i < TAR_SUM_END && head.p[i] >= '0' && head.p[i] <= '7'; i++, digits++)
        stated = stated * 8 + (unsigned)(head.p[i] - '0');
    if (digits == 0)
        return false;
    for (i = 0; i < TAR_BLOCK; i++)
        sum += i >= TAR_SUM_AT && i < TAR_SUM_END ? ' ' : (unsigned char)head.p[i];
    return sum == stated;
}

static bool
is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '?' || c == '!';
}

/*
 * Too many NUL or control bytes for text. UTF-16 has its NUL bytes at one side of each pair, but
 * for a few (U+4E00).
 */
static bool
is_binary(struct sv head, struct sv thinned, const size_t nul[2])
{
    bool is_one_sided = nul[0] * 8 <= nul[1] || nul[1] * 8 <= nul[0];
    bool is_utf16 = sv_starts(head, SV("\xFF\xFE")) || sv_starts(head, SV("\xFE\xFF")) ||
        (is_one_sided && nul[0] + nul[1] > 0);
    size_t controls = 0;

    for (size_t i = 0; i < thinned.n; i++)
        controls += is_control(thinned.p[i]);
    /* In UTF-16, the high bytes of some scripts look like control characters. */
    if (is_utf16)
        return nul[0] + nul[1] == 0 && controls > head.n / 2;
    return nul[0] + nul[1] > head.n / 4 || controls > head.n / 32;
}

enum content
sniff(struct sv head)
{
    char bytes[SNIFF_HEAD];
    size_t nul[2] = { 0, 0 };
    struct sv text;

    head = sv_part(head, 0, SNIFF_HEAD);
    if (head.n == 0)
        return CONTENT_EMPTY;
    for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
        if (sv_starts(head, magics[i].bytes))
            return magics[i].content;
    if (is_bzip2(head))
        return CONTENT_BZIP2;
    if (is_tar(head))
        return CONTENT_TAR;

    text = (struct sv){ bytes, thin(bytes, head, nul) };
    if (is_binary(head, text, nul))
        return CONTENT_BINARY;
    text = without_bom(text);
    while (text.n > 0 && is_blank(text.p[0]))
        text = sv_part(text, 1, text.n);
    if (text.n == 0)
        return nul[0] + nul[1] > 0 ? CONTENT_TEXT : CONTENT_EMPTY;
    if (text.p[0] == '{' || text.p[0] == '[')
        return CONTENT_JSON;
    if (text.p[0] == '<' && text.n > 1 && is_name_start(text.p[1]))
        return sniff_markup(text);
    return CONTENT_TEXT;
}

const char *
content_title(enum content c)
{
    switch (c) {
    case CONTENT_EMPTY:
        return N_("empty file");
    case CONTENT_TEXT:
        return N_("text");
    case CONTENT_JSON:
        return N_("JSON");
    case CONTENT_HTML:
        return N_("saved web page");
    case CONTENT_XML:
        return N_("XML");
    case CONTENT_ZIP:
        return N_("zip archive");
    case CONTENT_GZIP:
        return N_("gzip file");
    case CONTENT_ZSTD:
        return N_("zstd file");
    case CONTENT_XZ:
        return N_("xz file");
    case CONTENT_BZIP2:
        return N_("bzip2 file");
    case CONTENT_TAR:
        return N_("tar archive");
    case CONTENT_7ZIP:
        return N_("7z archive");
    case CONTENT_RAR:
        return N_("RAR archive");
    case CONTENT_PDF:
        return N_("PDF");
    case CONTENT_OLE:
        return N_("old Excel file (.xls)");
    case CONTENT_PARQUET:
        return N_("Parquet file");
    case CONTENT_SQLITE:
        return N_("SQLite database");
    case CONTENT_IMAGE:
        return N_("image");
    case CONTENT_BINARY:
        break;
    }
    return N_("binary file");
}
