/*
 * unpack.h - the decompressors behind container.h; nobody else needs them.
 */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "input/container.h"

/* Members and decompressed files of up to this many bytes are kept in memory. */
#define UNPACK_MEMORY_MAX ((size_t)32 << 20)

/* What all containers inside one outermost container share. */
struct unpack_budget {
    const struct container_limits *limits;
    uint64_t packed; /* bytes of the outermost container */
    uint64_t members, bytes;
};

/* Account for ${n} bytes more. -1: ERR_LIMIT. */
int unpack_spend(struct unpack_budget *b, uint64_t n, struct err *e);

/*
 * The content of the gzip file ${packed} (borrowed): all its members one behind the other, each
 * with its checksum and length tested. ${*trailing}: bytes behind the last member, unless all of
 * them are zero. -1: ERR_SYNTAX where it is damaged or cut, or where another member may begin among
 * those bytes, ERR_LIMIT, ERR_IO, ERR_NOMEM.
 */
int unpack_gzip(struct source **out, struct source *packed, struct unpack_budget *b,
    uint64_t *trailing, struct err *e);

/* The same as a flow (source_of_flow()), unpacked as it is read and never looked through before. */
int unpack_gzip_flow(struct source **out, struct source *packed, struct unpack_budget *b,
    uint64_t *trailing, struct err *e);

/* The entries of an archive, by libarchive, forward only. */
struct unpacker;

/* Open ${s} (borrowed) of ${kind}: that of an archive, or of a compressed file with one entry. */
int unpacker_new(struct unpacker **out, struct source *s, enum content kind, struct err *e);
void unpacker_free(struct unpacker *u);

/* One entry of an archive. */
struct unpacker_entry {
    struct container_member member; /* the name is not set */
    bool is_folder;   /* and nothing else: it holds no bytes */
    const char *link; /* of a hard link: the other name, as it stands there; until the next call */
};

/*
 * The next entry, its name as it stands in the archive into ${name}. 1: there is one; 0: the end;
 * -1: ERR_SYNTAX, ERR_IO.
 */
int unpacker_next(struct unpacker *u, struct unpacker_entry *entry, struct buf *name,
    struct err *e);

/* Entries that unpacker_next() gave. */
uint64_t unpacker_position(const struct unpacker *u);

/* Bytes of the archive so far that belong to no entry, and are not what an archive consists of. */
uint64_t unpacker_passed(const struct unpacker *u);

/* The next bytes of the entry; ${*got} is 0 only at its end, where its checksum was right. */
int unpacker_read(struct unpacker *u, char *buffer, size_t room, size_t *got, struct err *e);

/* Add the number of the bytes ${from} to ${to} of ${s} to ${*out}, unless all of them are zero. */
int unpack_add_gap(uint64_t *out, struct source *s, uint64_t from, uint64_t to, struct err *e);

/*
 * ${*out}: bytes of the bzip2 file ${s} behind its data, which ends at ${from}, unless all of them
 * are zero. -1: ERR_SYNTAX where another member may begin among them; ERR_IO.
 */
int bzip2_trailing(uint64_t *out, struct source *s, uint64_t from, struct err *e);

/* Add the bytes of the 7z ${s} behind its end to ${*out}, unless all of them are zero. */
int sevenzip_gap(uint64_t *out, struct source *s, struct err *e);

/*
 * Bytes of the zip ${s} that belong to no member that its directory names: before, between and
 * behind them, but for zeros. ${members_max} members are looked at. -1: ERR_IO, ERR_NOMEM.
 */
int zip_gaps(uint64_t *out, struct source *s, uint64_t members_max, struct err *e);

#endif
