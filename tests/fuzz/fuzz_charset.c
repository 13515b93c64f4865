/*
 * Any bytes: where a charset is found, the text is the same in chunks of any size, is UTF-8 unless
 * said otherwise, and goes to the last byte; where none is, there is a reason. What the table of
 * GB18030 converts, wherever in them it begins, is what iconv makes of it.
 */
#include <assert.h>
#include <iconv.h>
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"
#include "input/charset.h"
#include "input/gb18030.h"
#include "input/sniff.h"
#include "input/text.h"

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static void
read_all(struct buf *out, struct source *s, const struct charset_found *found, size_t chunk)
{
    struct err e = ERR_INIT;
    struct text *t = text_new_chunked(s, found, chunk, &e);
    struct sv piece;
    int more;

    require(t != NULL);
    while ((more = text_next(t, &piece, &e)) > 0) {
        require(piece.n > 0 && piece.n <= chunk);
        buf_add(out, piece);
    }
    require(more == 0 && e.code == ERR_NONE);
    require(text_position(t) == source_size(s) || source_size(s) < found->bom);
    text_free(t);
}

/* Convert ${bytes} by the table as far as it goes, and check that with iconv; how far it goes. */
static size_t
check_table(const struct gb18030 *g, iconv_t converter, struct sv bytes, size_t room)
{
    char *made = malloc(room + 1), *expected = malloc(room + 1), *to = expected;
    char *from = (char *)(uintptr_t)bytes.p;
    size_t made_n, used, left, expected_left = room;

    require(made && expected);
    used = left = gb18030_convert(g, bytes, made, room, &made_n);
    require(used <= bytes.n && made_n <= room);
    if (used > 0)
        require(iconv(converter, &from, &left, &to, &expected_left) == 0 && left == 0);
    require(sv_is((struct sv){ made, made_n }, (struct sv){ expected, room - expected_left }));
    free(made);
    free(expected);
    return used;
}

static void
check_gb18030(struct sv bytes)
{
    /* Made once for all inputs. */
    static struct gb18030 *table;
    static iconv_t converter;

    if (!table) {
        converter = iconv_open("UTF-8", "GB18030");
        require(converter != (iconv_t)-1);
        table = gb18030_new(converter);
        require(table != NULL);
    }
    for (size_t at = 0; at < bytes.n; at++) {
        struct sv ahead = sv_part(bytes, at, bytes.n);

        at += check_table(table, converter, ahead, ahead.n * 2);
        (void)check_table(table, converter, ahead, (at + bytes.n) % 67);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    struct source *s = source_of_memory(bytes);
    struct charset_found found;
    struct err e = ERR_INIT;
    struct buf whole, pieces;

    require(content_title(sniff(bytes))[0] != '\0');
    check_gb18030(bytes);
    if (!s)
        return 0;
    if (charset_find(&found, s, &e)) {
        require(e.code == ERR_ENCODING && e.message.format != NULL);
        source_free(s);
        return 0;
    }
    buf_init(&whole, SIZE_MAX - 1);
    buf_init(&pieces, SIZE_MAX - 1);
    read_all(&whole, s, &found, TEXT_CHUNK_MAX);
    read_all(&pieces, s, &found, 4 + size % 5);
    require(sv_is(buf_sv(&whole), buf_sv(&pieces)));
    require((sv_utf8_valid(buf_sv(&whole)) == whole.n) == !found.has_bad_bytes);
    if (found.charset == CHARSET_UTF8)
        require(sv_is(buf_sv(&whole), sv_part(bytes, found.bom, size)));
    if (found.has_bad_bytes && found.charset == CHARSET_UTF8)
        require(sv_utf8_valid(buf_sv(&whole)) + found.bom == found.bad_offset);
    buf_release(&whole);
    buf_release(&pieces);
    source_free(s);
    return 0;
}
