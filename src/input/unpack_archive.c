/*
 * unpack_archive.c - archives and compressed files but gzip, by libarchive.
 *
 * libarchive turns names into the charset of the locale; a UTF-8 locale is put in place for this
 * thread around the calls that read headers, so that names come through unharmed. Names that state
 * no charset are handed through as the bytes that they are.
 */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include <archive.h>
#include <archive_entry.h>

#include "base/lang.h"
#include "input/unpack.h"

#define BLOCK ((size_t)64 << 10)
#define TAR_BLOCK 512

/* A link leads to a name shorter than this. */
#define LINK_MAX 4096

struct unpacker {
    struct source *source;
    struct archive *archive;
    enum content kind;
    locale_t locale; /* of UTF-8, or 0 */
    uint64_t offset; /* in the source */
    uint64_t entries;
    uint64_t passed; /* bytes that are no part of the archive */
    struct err trouble; /* why the source could not be read */
    char block[BLOCK];
};

static la_ssize_t
on_read(struct archive *a, void *context, const void **block)
{
    struct unpacker *u = context;
    size_t got;

    (void)a;
    if (source_read(u->source, u->block, BLOCK, u->offset, &got, &u->trouble))
        return -1;
    u->offset += got;
    *block = u->block;
    return (la_ssize_t)got;
}

static la_int64_t
on_skip(struct archive *a, void *context, la_int64_t n)
{
    struct unpacker *u = context;
    uint64_t left = source_size(u->source) - u->offset, skipped = n > 0 ? (uint64_t)n : 0;

    (void)a;
    if (skipped > left)
        skipped = left;
    u->offset += skipped;
    return (la_int64_t)skipped;
}

static la_int64_t
on_seek(struct archive *a, void *context, la_int64_t offset, int whence)
{
    struct unpacker *u = context;
    int64_t size = (int64_t)source_size(u->source), from = 0, to;

    (void)a;
    if (whence == SEEK_CUR)
        from = (int64_t)u->offset;
    else if (whence == SEEK_END)
        from = size;
    if (__builtin_add_overflow(from, offset, &to) || to < 0)
        return ARCHIVE_FATAL;
    u->offset = (uint64_t)(to < size ? to : size);
    return (la_int64_t)u->offset;
}

/* Whatever libarchive or the source said. */
static int
failure(const struct unpacker *u, struct err *e)
{
    const char *why = archive_error_string(u->archive);

    if (u->trouble.code != ERR_NONE) {
        *e = u->trouble;
        return -1;
    }
    return err_set_whole(e, ERR_SYNTAX, "the archive is damaged, cut off or of an unknown kind "
        "(%s)", why ? why : "libarchive");
}

/* Let ${a} decompress one stream. */
static int
support_stream(struct archive *a, enum content kind)
{
    int result = ARCHIVE_OK;

    if (kind == CONTENT_XZ)
        result = archive_read_support_filter_xz(a);
    else if (kind == CONTENT_BZIP2)
        result = archive_read_support_filter_bzip2(a);
    else
        result = archive_read_support_filter_zstd(a);
    if (result == ARCHIVE_OK)
        result = archive_read_support_format_empty(a);
    return result == ARCHIVE_OK ? archive_read_support_format_raw(a) : result;
}

/* Tar, and what stands behind its end: a second one may have been appended. */
static int
support_tar(struct archive *a)
{
    int result = archive_read_support_format_tar(a);

    return result != ARCHIVE_OK ? result
        : archive_read_set_format_option(a, "tar", "read_concatenated_archives", "1");
}

static int
support(struct unpacker *u, enum content kind, struct err *e)
{
    struct archive *a = u->archive;
    int result = ARCHIVE_OK;

    if (kind == CONTENT_ZIP)
        /* The one that reads the directory at the end: a zip without one is cut off. */
        result = archive_read_support_format_zip_seekable(a);
    else if (kind == CONTENT_TAR)
        result = support_tar(a);
    else if (kind == CONTENT_7ZIP)
        result = archive_read_support_format_7zip(a);
    else
        result = support_stream(a, kind);
    /* Without its library, libarchive would start a program. */
    if (result == ARCHIVE_WARN)
        return err_set(e, ERR_IO, "this system's libarchive cannot read files of this kind; "
            "decompress it first");
    return result == ARCHIVE_OK ? 0 : failure(u, e);
}

/* A locale of UTF-8, by one of the names that systems give it, or 0. */
static locale_t
utf8_locale(void)
{
    static const char *const names[] = { "C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8" };
    locale_t found = (locale_t)0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && found == (locale_t)0; i++)
        found = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
    return found;
}

/* A few bytes of a compressed stream alone are taken for data that is not compressed. */
static bool
is_through_filter(struct unpacker *u, enum content kind)
{
    return (kind != CONTENT_XZ && kind != CONTENT_BZIP2) || archive_filter_count(u->archive) > 1;
}

int
unpacker_new(struct unpacker **out, struct source *s, enum content kind, struct err *e)
{
    struct unpacker *u = calloc(1, sizeof(*u));
    locale_t before = (locale_t)0;
    int result;

    if (!u)
        return err_nomem(e);
    u->source = s;
    u->kind = kind;
    u->archive = archive_read_new();
    if (!u->archive) {
        unpacker_free(u);
        return err_nomem(e);
    }
    u->locale = utf8_locale();
    if (support(u, kind, e))
        goto fail;
    (void)archive_read_set_read_callback(u->archive, on_read);
    (void)archive_read_set_skip_callback(u->archive, on_skip);
    (void)archive_read_set_seek_callback(u->archive, on_seek);
    (void)archive_read_set_callback_data(u->archive, u);
    if (u->locale != (locale_t)0)
        before = uselocale(u->locale);
    result = archive_read_open1(u->archive);
    if (u->locale != (locale_t)0)
        (void)uselocale(before);
    if (result != ARCHIVE_OK || !is_through_filter(u, kind)) {
        failure(u, e);
        goto fail;
    }
    *out = u;
    return 0;

fail:
    unpacker_free(u);
    return -1;
}

void
unpacker_free(struct unpacker *u)
{
    if (!u)
        return;
    if (u->archive)
        (void)archive_read_free(u->archive);
    if (u->locale != (locale_t)0)
        freelocale(u->locale);
    free(u);
}

/*
 * What ${found} is, if it is no file. Zips say by attributes, which may be wrong, and libarchive
 * reads nothing of what they do not call a file; in a tar it does.
 */
static void
describe_other(struct unpacker_entry *entry, struct archive_entry *found, bool is_tar)
{
    static const char *const data_in_no_file = N_("the archive calls it a folder, link or device, "
        "though it holds data; unpack it and give the file");
    const char *target = archive_entry_symlink(found);
    mode_t type = archive_entry_filetype(found);
    struct container_member *m = &entry->member;

    entry->link = m->size == 0 ? archive_entry_hardlink(found) : NULL;
    if (entry->link)
        m->passed = PASSED_HARD_LINK;
    else if (type == AE_IFLNK && target && strlen(target) < LINK_MAX && !strchr(target, '\n'))
        m->passed = PASSED_LINK;
    else if (type == AE_IFLNK || (type != AE_IFREG && type != 0 && m->size > 0 && !is_tar))
        m->refusal = data_in_no_file;
    else if (type == AE_IFDIR && m->size == 0)
        entry->is_folder = true;
    else if (type != AE_IFREG && type != 0 && m->size == 0)
        m->passed = PASSED_SPECIAL;
}

static void
describe(struct unpacker_entry *entry, struct archive_entry *found, uint64_t index, bool is_tar)
{
    la_int64_t size = archive_entry_size_is_set(found) ? archive_entry_size(found) : -1;

    *entry = (struct unpacker_entry){
        .member = {
            .index = index,
            .has_size = size >= 0,
            .size = size >= 0 ? (uint64_t)size : 0,
            .is_encrypted = archive_entry_is_encrypted(found) != 0,
            .is_sparse = archive_entry_sparse_count(found) > 0,
        },
    };
    describe_other(entry, found, is_tar);
}

/* Whether all that is left of a tar are zeros, fewer than a block of it has. */
static bool
is_at_padding(struct unpacker *u)
{
    uint64_t size = source_size(u->source), at = (uint64_t)archive_filter_bytes(u->archive, 0);
    struct err ignored = ERR_INIT;
    char rest[TAR_BLOCK];
    size_t got;

    if (u->kind != CONTENT_TAR || at >= size || size - at >= TAR_BLOCK ||
        source_read(u->source, rest, (size_t)(size - at), at, &got, &ignored))
        return false;
    for (size_t i = 0; i < got; i++)
        if (rest[i] != '\0')
            return false;
    return true;
}

int
unpacker_next(struct unpacker *u, struct unpacker_entry *entry, struct buf *name, struct err *e)
{
    struct archive_entry *found = NULL;
    locale_t before = (locale_t)0;
    int result;

    if (u->locale != (locale_t)0)
        before = uselocale(u->locale);
    /* A block of a tar that is no header is passed over. */
    while ((result = archive_read_next_header(u->archive, &found)) == ARCHIVE_RETRY)
        u->passed += TAR_BLOCK;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        describe(entry, found, u->entries, u->kind == CONTENT_TAR);
        buf_reset(name);
        buf_add_text(name, archive_entry_pathname(found) ? archive_entry_pathname(found) : "");
    }
    if (u->locale != (locale_t)0)
        (void)uselocale(before);
    if (result == ARCHIVE_EOF || (result == ARCHIVE_FATAL && is_at_padding(u)))
        return 0;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
        return failure(u, e);
    u->entries++;
    return buf_ok(name, e) ? -1 : 1;
}

uint64_t
unpacker_position(const struct unpacker *u)
{
    return u->entries;
}

int
unpacker_read(struct unpacker *u, char *buffer, size_t room, size_t *got, struct err *e)
{
    la_ssize_t n;

    do {
        n = archive_read_data(u->archive, buffer, room);
    } while (n == ARCHIVE_RETRY);
    if (n < 0)
        return failure(u, e);
    *got = (size_t)n;
    /* Behind the end of its data, bzip2 does not mind anything. */
    if (n == 0 && u->kind == CONTENT_BZIP2)
        return bzip2_trailing(&u->passed, u->source,
            (uint64_t)archive_filter_bytes(u->archive, -1), e);
    return 0;
}

uint64_t
unpacker_passed(const struct unpacker *u)
{
    return u->passed;
}
