/*
 * container_name.h - the names of members, as they are shown.
 */
#ifndef INPUT_CONTAINER_NAME_H
#define INPUT_CONTAINER_NAME_H

#include <stdbool.h>

#include "base/buf.h"

/*
 * Write the name ${raw} of an entry into ${out} (emptied first) as UTF-8: bytes that are no UTF-8
 * are taken for GB18030, as Chinese Windows writes them; what is neither is escaped, and so are
 * control characters. A leading "./" is dropped, a name longer than CONTAINER_NAME_MAX is cut in
 * front, an empty one is "?". True where a part of it begins with a dot ("." and ".." apart).
 * Appends can fail: ask buf_ok().
 */
bool container_name_decode(struct buf *out, struct sv raw);

/*
 * Append the name of what the compressed file ${path} holds: its last part without .gz, .gzip,
 * .zst, .zstd, .xz or .bz2; "data" for standard input and where nothing is left.
 */
void container_name_inside(struct buf *out, struct sv path);

#endif
