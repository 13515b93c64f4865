/*
 * packing.h - archives made in memory, for tests.
 */
#ifndef TESTS_PACKING_H
#define TESTS_PACKING_H

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include "base/buf.h"
#include "unit.h"

struct part {
    const char *name;
    struct sv bytes;
    unsigned filetype; /* AE_IFREG where 0 */
};

static inline la_ssize_t
packing_write(struct archive *a, void *context, const void *bytes, size_t n)
{
    (void)a;
    buf_add(context, (struct sv){ bytes, n });
    return (la_ssize_t)n;
}

static inline void
packing_add(struct archive *a, const struct part *part)
{
    struct archive_entry *entry = archive_entry_new();

    archive_entry_set_pathname(entry, part->name);
    archive_entry_set_filetype(entry, part->filetype ? part->filetype : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    if (part->filetype == AE_IFLNK)
        archive_entry_set_symlink(entry, "elsewhere");
    archive_entry_set_size(entry, (la_int64_t)part->bytes.n);
    assert_true(archive_write_header(a, entry) >= ARCHIVE_WARN);
    if (part->bytes.n > 0)
        assert_int_equal(archive_write_data(a, part->bytes.p, part->bytes.n), part->bytes.n);
    archive_entry_free(entry);
}

/*
 * ${parts} as ${format} ("zip", "ustar", "7zip", "raw") through ${filter} ("none", "xz") with the
 * libarchive options ${options} (or NULL), appended to ${out}.
 */
static inline void
pack(struct buf *out, const char *format, const char *filter, const char *options,
    const struct part *parts, size_t n)
{
    struct archive *a = archive_write_new();

    assert_int_equal(archive_write_set_format_by_name(a, format), ARCHIVE_OK);
    if (strcmp(filter, "none") != 0)
        assert_int_equal(archive_write_add_filter_by_name(a, filter), ARCHIVE_OK);
    assert_int_equal(archive_write_set_options(a, options), ARCHIVE_OK);
    (void)archive_write_set_passphrase(a, "secret");
    (void)archive_write_set_bytes_in_last_block(a, 1);
    assert_int_equal(archive_write_open(a, out, NULL, packing_write, NULL), ARCHIVE_OK);
    for (size_t i = 0; i < n; i++)
        packing_add(a, &parts[i]);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    assert_int_equal(archive_write_free(a), ARCHIVE_OK);
    assert_false(out->failed);
}

/* ${bytes} as one gzip member, appended to ${out}. */
static inline void
pack_gzip(struct buf *out, struct sv bytes)
{
    z_stream z = { 0 };
    unsigned char block[4096];
    int result;

    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)bytes.p;
    z.avail_in = (uInt)bytes.n;
    do {
        z.next_out = block;
        z.avail_out = sizeof(block);
        result = deflate(&z, Z_FINISH);
        buf_add(out, (struct sv){ (char *)block, sizeof(block) - z.avail_out });
    } while (result == Z_OK);
    assert_int_equal(result, Z_STREAM_END);
    (void)deflateEnd(&z);
    assert_false(out->failed);
}

#endif
