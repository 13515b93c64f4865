/*
 * container.h - what lies inside zip, tar, 7z, gzip, zstd, xz and bzip2, as sources.
 *
 * Not in RAR: libarchive reads it without looking at its checksums.
 *
 * Nothing is unpacked to disk, and names are only names: absolute ones and ".." lead nowhere. A
 * member is small and kept in memory, or is unpacked again whenever it is read from its beginning;
 * so a container of any size is read in constant memory. A tar inside a compressed
 * file is one container.
 *
 * Containers within containers share one account: the limits hold for all that lies inside the
 * outermost one together, and sizes are compared with the size of that one.
 */
#ifndef INPUT_CONTAINER_H
#define INPUT_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "input/limits.h"
#include "input/passed.h"
#include "input/sniff.h"
#include "input/source.h"

/* Unpacked bytes that are never too many, whatever their ratio. */
#define CONTAINER_RATIO_FROM ((uint64_t)1 << 20)

/* Longest name of a member that is kept; longer ones are cut in front and start with "...". */
#define CONTAINER_NAME_MAX 1000

struct container_member {
    const char *name;  /* UTF-8, unique in its container: "#2" is added to the second of a name */
    uint64_t index;    /* of its entry, in the order of the container */
    bool has_size;
    uint64_t size;     /* as the container states it */
    bool is_hidden;    /* a part of the name begins with a dot, as in __MACOSX/._bill.csv */
    enum passed passed; /* what it is instead of a file; container_open() refuses it */
    bool is_encrypted; /* container_open() refuses it */
    const char *refusal; /* why container_open() refuses it otherwise, a literal; else NULL */
    bool is_sparse;    /* has holes: its size tells nothing of the bytes it takes */
};

struct container;

/* Whether container_new() is for ${c}. */
bool content_is_container(enum content c);

/*
 * Open ${s} (borrowed, as are ${limits}), whose content is a container, and list its members.
 * ${name} (a path, borrowed for the call) gives the name of what a compressed file holds: its last
 * part without .gz, .zst and the like. ${outer} is the container that ${s} is a member of, or NULL;
 * it stays alive longer. -1: ERR_SYNTAX where ${s} is damaged or cut, ERR_LIMIT, ERR_IO, ERR_NOMEM.
 * Free ${*out} with container_free(), after the sources that were opened.
 */
int container_new(struct container **out, struct source *s, const char *name,
    struct container *outer, const struct container_limits *limits, struct err *e);

/* NULL is fine. */
void container_free(struct container *c);

/* Members bytewise by name, all but folders: what is passed by is one, too. */
size_t container_count(const struct container *c);
const struct container_member *container_member(const struct container *c, size_t i);

/* The number of the file named ${name}, or (size_t)-1. */
size_t container_find(const struct container *c, struct sv name);

/*
 * Bytes that belong to no member, behind the end of compressed data or anywhere in an archive, and
 * were passed over; zeros do not count.
 */
uint64_t container_trailing(const struct container *c);

/*
 * The content of member ${i}, which has been read whole once and is undamaged. Members opened in
 * order of their index are unpacked in one pass over the container. One thread at a time uses a
 * container and what was opened from it. -1: as container_new(); ERR_IO also where it is encrypted.
 */
int container_open(struct source **out, struct container *c, size_t i, struct err *e);

#endif
