/*
 * text.h - a source as a stream of UTF-8.
 */
#ifndef INPUT_TEXT_H
#define INPUT_TEXT_H

#include "base/err.h"
#include "base/sv.h"
#include "input/charset.h"
#include "input/source.h"

/* Bytes of UTF-8 that one chunk holds at most. */
#define TEXT_CHUNK_MAX 262144

struct text;

/*
 * Read ${s} (borrowed) in the charset of ${found} from its beginning, without the byte order mark.
 * NULL when memory is out or the system's iconv lacks the charset: ${e} says. Free with
 * text_free().
 */
struct text *text_new(struct source *s, const struct charset_found *found, struct err *e);
void text_free(struct text *t);

/*
 * As text_new() with chunks of at most ${chunk} bytes (4 to TEXT_CHUNK_MAX), so that tests see what
 * happens at the edges of chunks.
 */
struct text *text_new_chunked(struct source *s, const struct charset_found *found, size_t chunk,
    struct err *e);

/*
 * As text_new() for the bytes ${from} to ${to} alone, where characters begin; of the part that
 * begins at 0, the byte order mark is no part. Several parts of one source can be read by as many
 * threads where source_is_shared(). Not for UTF-16.
 */
struct text *text_new_part(struct source *s, const struct charset_found *found, uint64_t from,
    uint64_t to, struct err *e);

/* Read the bytes ${from} to ${to} next, as text_new_part() would. Never fails. */
void text_set_part(struct text *t, uint64_t from, uint64_t to);

/* What records made of ${t} may be: as its source says. */
const struct record_limits *text_limits(const struct text *t);

/* Whether chunks may hold bytes that are no UTF-8 (charset_found.has_bad_bytes). */
bool text_has_bad_bytes(const struct text *t);

/* The charset that ${t} is read in. */
enum charset text_charset(const struct text *t);

/*
 * The next piece into ${chunk}, valid until the next call; never cut inside a character. 1: there
 * is one; 0: the end; -1: ERR_IO, or ERR_ENCODING with the byte offset in the source. UTF-8 with
 * bad bytes is handed through as it is; where another charset has bad bytes, each becomes 0xFF,
 * which no UTF-8 holds.
 */
int text_next(struct text *t, struct sv *chunk, struct err *e);

/* As text_next(), the piece being put at ${to}, where there is room for text_chunk() bytes, its
 * length into ${*n}. Spares who keeps the bytes a copy of them. */
int text_read(struct text *t, char *to, size_t *n, struct err *e);
size_t text_chunk(const struct text *t);

/*
 * Bytes of the source that have been consumed so far, for progress; after ERR_ENCODING the offset
 * of the first byte that is none of the charset's.
 */
uint64_t text_position(const struct text *t);

/* From the beginning again. */
void text_rewind(struct text *t);

#endif
