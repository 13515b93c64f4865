/*
 * source.h - bytes that can be read from any offset, again and again.
 *
 * A source is a file, what came on standard input, a piece of memory, or a stream that a
 * decompressor gives (a member of a container). Nothing is mapped into memory: a file that shrinks
 * while it is read gives an error, never a signal. One of a stream is used by one thread at a time,
 * the others can be read by several.
 */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sha256.h"
#include "base/sv.h"
#include "input/limits.h"

struct source;

/*
 * Open the regular file ${path}. A FIFO or terminal is spooled as source_open_stream() does; a FIFO
 * without a writer is not waited for: ERR_IO. Folders, sockets, devices: ERR_IO. ${*out} is new;
 * free it with source_free().
 */
int source_open(struct source **out, const char *path, struct err *e);

/*
 * Read ${fd} (standard input) to its end, behind ${first} that was read of it before, into memory
 * up to ${memory_max} bytes, beyond that into an unlinked temporary file under $TMPDIR, up to
 * ${most} bytes. ${fd} stays the caller's. -1: ERR_IO, ERR_NOMEM, ERR_LIMIT.
 */
int source_open_stream(struct source **out, int fd, struct sv first, size_t memory_max,
    uint64_t most, struct err *e);

/*
 * Read some bytes of the stream ${fd}, waiting for them. 1: there are some; 0: the end; -1: the
 * system refused.
 */
int source_read_some(int fd, char *buffer, size_t room, size_t *got, struct err *e);

/* The bytes of ${s}, which the caller keeps alive. NULL when memory is out. */
struct source *source_of_memory(struct sv s);

/* A stream of bytes that can begin again: what a decompressor gives. */
struct source_reader {
    /* The next bytes into ${buffer}; ${*got} is 0 only at the end. -1: ${e} says why. */
    int (*read)(void *context, char *buffer, size_t room, size_t *got, struct err *e);
    /* From the beginning again. */
    int (*rewind)(void *context, struct err *e);
    void (*free)(void *context);
};

/*
 * The bytes that ${reader} gives. They are read once to the end here, so that damage anywhere in
 * them is found before any is used; up to ${memory_max} bytes are then kept, else the stream is
 * read again as needed: going on where the last source_read() ended is cheap, going back begins
 * anew. ${context} is the source's in every case. -1: what reading said, ERR_NOMEM.
 */
int source_of_reader(struct source **out, const struct source_reader *reader, void *context,
    size_t memory_max, struct err *e);

/* The size of a source that comes once and ends nobody knows where. */
#define SOURCE_ENDLESS UINT64_MAX

/*
 * The bytes that ${reader} gives, as they come: nothing is kept, and going back is for the reader
 * to allow. Damage shows where it is reached. ${context} is the source's in every case. -1:
 * ERR_NOMEM.
 */
int source_of_flow(struct source **out, const struct source_reader *reader, void *context,
    struct err *e);

/* NULL is fine. */
void source_free(struct source *s);

/* What records made of ${s} may be: ${limits} (borrowed), until then RECORD_LIMITS_INIT. */
void source_set_limits(struct source *s, const struct record_limits *limits);
const struct record_limits *source_limits(const struct source *s);

/* What programs that read ${s} may use: ${limits} (borrowed), until then PROGRAM_LIMITS_INIT. */
void source_set_program_limits(struct source *s, const struct program_limits *limits);
const struct program_limits *source_program_limits(const struct source *s);

/* Both kinds of limits of ${s} are those of ${from}, of which it is a part. */
void source_take_limits(struct source *s, const struct source *from);

/* Size in bytes, as it was when the source was opened; SOURCE_ENDLESS of a flow. */
uint64_t source_size(const struct source *s);

/*
 * Read up to ${n} bytes at ${offset} into ${buffer}; ${*got} is fewer only at the end. -1: ERR_IO
 * (also when the file became shorter than source_size() while it was read).
 */
int source_read(struct source *s, void *buffer, size_t n, uint64_t offset, size_t *got,
    struct err *e);

/* Whether several threads can read ${s} at the same time. */
bool source_is_shared(const struct source *s);

/*
 * Until source_sha256() is called, add what is read of ${s} from its beginning on, one after the
 * other, to its sum: it is not read again for that. One thread alone may read it meanwhile. -1:
 * ERR_NOMEM.
 */
int source_sum_along(struct source *s, struct err *e);

/* Part of source_sha256(): the sum of the bytes before the offset that is returned, which becomes
 * the caller's; ${*sum} is NULL where there is none. */
uint64_t source_take_sum(struct source *s, struct sha256 **sum);

/* The SHA-256 of all bytes, lower-case hexadecimal. -1: ERR_IO, ERR_NOMEM. */
int source_sha256(struct source *s, char text[SHA256_TEXT_MAX], struct err *e);

#endif
