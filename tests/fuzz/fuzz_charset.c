/*
 * Any bytes: where a charset is found, the text is the same in chunks of any size, is UTF-8 unless
 * said otherwise, and goes to the last byte; where none is, there is a reason.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"
#include "input/charset.h"
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    struct source *s = source_of_memory(bytes);
    struct charset_found found;
    struct err e = ERR_INIT;
    struct buf whole, pieces;

    require(content_title(sniff(bytes))[0] != '\0');
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
