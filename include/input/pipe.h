/*
 * pipe.h - bytes that come once, of any number: standard input, or what gzip data on it unpacks to.
 *
 * The beginning is kept, so that what it is can be found out; of the rest nothing is.
 */
#ifndef INPUT_PIPE_H
#define INPUT_PIPE_H

#include "base/sha256.h"
#include "input/limits.h"
#include "input/source.h"

/* Bytes of the beginning that are kept: a record of any size ends among them. */
#define PIPE_HEAD_MAX RECORD_MAX

struct pipe;

/* Read ${fd}, which stays the caller's. NULL: ERR_NOMEM. Free with pipe_free(); NULL is fine. */
struct pipe *pipe_new(int fd, struct err *e);
void pipe_free(struct pipe *p);

/*
 * Read what the gzip data of ${packed} (borrowed) unpacks to, within ${limits} (borrowed). Damage,
 * also data that is cut off, is ERR_SYNTAX where it is reached. NULL: ERR_NOMEM.
 */
struct pipe *pipe_new_gzip(struct pipe *packed, const struct container_limits *limits,
    struct err *e);

/*
 * The first bytes of ${p} into ${head}: ${n} (PIPE_HEAD_MAX at most), fewer only where it has no
 * more. Valid until the next call. -1: ERR_IO, ERR_SYNTAX, ERR_LIMIT, ERR_NOMEM.
 */
int pipe_head(struct pipe *p, size_t n, struct sv *head, struct err *e);

/* Whether all that there is has been read by pipe_head(). */
bool pipe_is_whole(const struct pipe *p);

/*
 * All bytes of ${p} (borrowed) as a flow, from the first; it can begin again while no more was
 * read of it than pipe_head() gave. -1: ERR_NOMEM.
 */
int pipe_source(struct source **out, struct pipe *p, struct err *e);

/*
 * Read the rest of ${p}, one of a descriptor of which nothing but its head was read, as
 * source_open_stream() does: what cannot be read in one pass.
 */
int pipe_spool(struct source **out, struct pipe *p, size_t memory_max, uint64_t most,
    struct err *e);

/* The SHA-256 of all bytes, reading those that nobody has read. Once. -1: as pipe_head(). */
int pipe_sha256(struct pipe *p, char text[SHA256_TEXT_MAX], struct err *e);

/* Bytes that were read of ${p}, and those behind its gzip data that were passed over. */
uint64_t pipe_bytes(const struct pipe *p);
uint64_t pipe_trailing(const struct pipe *p);

#endif
