/*
 * source.c - bytes that can be read from any offset, again and again.
 *
 * A source has a file (fd >= 0), a reader (reader.read set) or bytes in memory. `size` never
 * changes: what a file grows by while it is read is not seen, and what it lacks is an error. Only
 * that of a flow (SOURCE_ENDLESS) is not known: it ends where its reader does.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "input/source.h"

/* A FIFO or terminal given by its name is kept in memory up to this many bytes. */
#define SPOOL_MEMORY ((size_t)64 << 20)

#define READ_BLOCK ((size_t)64 << 10)

struct source {
    int fd;
    uint64_t size;
    struct sv bytes; /* where there is no file */
    char *owned;     /* the memory of `bytes`, where it is ours */
    struct source_reader reader;
    void *context;     /* of the reader */
    uint64_t position; /* of the reader */
    bool is_broken;    /* the reader failed: it must begin anew */
    struct sha256 *sum; /* of the bytes before `summed`, or NULL */
    uint64_t summed;
    const struct record_limits *limits;
    const struct program_limits *program_limits;
};

static const struct record_limits usual_limits = RECORD_LIMITS_INIT;
static const struct program_limits usual_program_limits = PROGRAM_LIMITS_INIT;

static struct source *
source_new(void)
{
    struct source *s = calloc(1, sizeof(*s));

    if (s) {
        s->fd = -1;
        s->limits = &usual_limits;
        s->program_limits = &usual_program_limits;
    }
    return s;
}

void
source_set_limits(struct source *s, const struct record_limits *limits)
{
    s->limits = limits;
}

const struct record_limits *
source_limits(const struct source *s)
{
    return s->limits;
}

void
source_set_program_limits(struct source *s, const struct program_limits *limits)
{
    s->program_limits = limits;
}

const struct program_limits *
source_program_limits(const struct source *s)
{
    return s->program_limits;
}

void
source_take_limits(struct source *s, const struct source *from)
{
    s->limits = from->limits;
    s->program_limits = from->program_limits;
}

void
source_free(struct source *s)
{
    if (!s)
        return;
    if (s->fd >= 0)
        (void)close(s->fd);
    if (s->reader.read)
        s->reader.free(s->context);
    sha256_free(s->sum);
    free(s->owned);
    free(s);
}

struct source *
source_of_memory(struct sv bytes)
{
    struct source *s = source_new();

    if (!s)
        return NULL;
    s->bytes = bytes;
    s->size = bytes.n;
    return s;
}

/* An open file without a name, for what is too large for memory. Its descriptor, or -1. */
static int
open_unlinked(struct err *e)
{
    const char *folder = getenv("TMPDIR");
    struct buf path;
    int fd = -1;

    if (!folder || folder[0] == '\0')
        folder = "/tmp";
    buf_init(&path, ERR_PATH_MAX);
    buf_addf(&path, "%s/gpubill-XXXXXX", folder);
    if (buf_ok(&path, e))
        goto done;
    fd = mkstemp(path.p);
    if (fd < 0) {
        err_system(e, errno, "no temporary file can be made under %s", folder);
        goto done;
    }
    (void)unlink(path.p);
done:
    buf_release(&path);
    return fd;
}

/* Move what ${kept} holds and the rest of ${fd} to a temporary file. */
static int
spool_to_file(struct source *s, int fd, struct buf *kept, uint64_t most, struct err *e)
{
    size_t got;
    int more;

    s->fd = open_unlinked(e);
    if (s->fd < 0 || file_write_fd(s->fd, buf_sv(kept), e))
        return -1;
    s->size = kept->n;
    buf_reset(kept);

    /* The buffer is large by now; its room serves for reading the rest. */
    while ((more = source_read_some(fd, kept->p, kept->room - 1, &got, e)) > 0) {
        if (file_write_fd(s->fd, (struct sv){ kept->p, got }, e))
            return -1;
        s->size += got;
        if (s->size > most)
            return err_set(e, ERR_LIMIT, "more than %ju bytes came, which are kept in a temporary "
                "file; name the file instead, or allow more with --limit unpacked=N",
                (uintmax_t)most);
    }
    return more;
}

/* Read ${fd} to its end, behind ${first} bytes that were read before. */
static int
spool(struct source *s, int fd, struct sv first, size_t memory_max, uint64_t most,
    struct err *e)
{
    char block[READ_BLOCK];
    struct buf kept;
    size_t got;
    int more = 0;

    buf_init(&kept, SIZE_MAX - 1);
    buf_add(&kept, first);
    while (kept.n <= memory_max && (more = source_read_some(fd, block, sizeof(block), &got, e)) > 0)
        buf_add(&kept, (struct sv){ block, got });
    if (more < 0 || buf_ok(&kept, e))
        goto fail;
    if (kept.n > memory_max) {
        if (spool_to_file(s, fd, &kept, most, e))
            goto fail;
        buf_release(&kept);
        return 0;
    }
    s->owned = kept.p;
    s->bytes = (struct sv){ kept.p, kept.n };
    s->size = kept.n;
    return 0;

fail:
    buf_release(&kept);
    return -1;
}

int
source_open_stream(struct source **out, int fd, struct sv first, size_t memory_max, uint64_t most,
    struct err *e)
{
    struct source *s = source_new();

    if (!s)
        return err_nomem(e);
    if (spool(s, fd, first, memory_max, most, e)) {
        source_free(s);
        return -1;
    }
    *out = s;
    return 0;
}

/*
 * Spool the FIFO ${fd}, which was opened without waiting. poll() cannot tell a FIFO that nobody
 * writes to from a slow one, but read() can: without a writer it finds the end at once.
 */
static int
spool_fifo(struct source *s, int fd, struct err *e)
{
    char first;
    ssize_t n;

    do {
        n = read(fd, &first, 1);
    } while (n < 0 && errno == EINTR);
    if (n == 0)
        return err_set(e, ERR_IO, "nothing writes into this FIFO, so there is nothing to read");
    if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
        return err_system(e, errno, "the FIFO cannot be read");
    return spool(s, fd, (struct sv){ &first, n > 0 ? 1 : 0 }, SPOOL_MEMORY,
        UINT64_MAX, e);
}

/* Files of the system's own folders (/proc) say that they are empty and hold text all the same. */
static int
open_regular(struct source *s, int fd, uint64_t size, struct err *e)
{
    char block[READ_BLOCK];
    size_t got = 0;
    int result = 0;

    if (size == 0)
        result = source_read_some(fd, block, sizeof(block), &got, e);
    if (result == 0) {
        s->fd = fd;
        s->size = size;
        return 0;
    }
    if (result > 0)
        result = spool(s, fd, (struct sv){ block, got }, SPOOL_MEMORY, UINT64_MAX, e);
    (void)close(fd);
    return result;
}

/* Decide by what ${fd} is. It is closed, unless it becomes the source's. */
static int
open_by_kind(struct source *s, int fd, struct err *e)
{
    struct stat st;
    int result;

    if (fstat(fd, &st)) {
        result = err_system(e, errno, "the file cannot be examined");
    } else if (S_ISREG(st.st_mode)) {
        return open_regular(s, fd, (uint64_t)st.st_size, e);
    } else if (S_ISFIFO(st.st_mode)) {
        result = spool_fifo(s, fd, e);
    } else if (S_ISCHR(st.st_mode) && isatty(fd)) {
        result = spool(s, fd, SV_EMPTY, SPOOL_MEMORY, UINT64_MAX, e);
    } else if (S_ISDIR(st.st_mode)) {
        result = err_set(e, ERR_IO, "this is a folder, not a file");
    } else {
        result = err_set(e, ERR_IO, "this is a device, not a file");
    }
    (void)close(fd);
    return result;
}

int
source_open(struct source **out, const char *path, struct err *e)
{
    struct source *s = source_new();
    int fd;

    if (!s)
        return err_nomem(e);
    do {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        err_system(e, errno, "the file cannot be opened");
    if (fd < 0 || open_by_kind(s, fd, e)) {
        source_free(s);
        return err_at(e, path, 0);
    }
    *out = s;
    return 0;
}

uint64_t
source_size(const struct source *s)
{
    return s->size;
}

/*
 * Read the stream of ${s} to its end for its size, and keep it while it has up to ${memory_max}
 * bytes. ${*is_kept}: all of it is in ${kept}.
 */
static int
read_through(struct source *s, size_t memory_max, struct buf *kept, bool *is_kept, struct err *e)
{
    char block[READ_BLOCK];
    size_t got;

    *is_kept = true;
    for (;;) {
        if (s->reader.read(s->context, block, sizeof(block), &got, e))
            return -1;
        if (got == 0)
            return *is_kept ? buf_ok(kept, e) : 0;
        s->size += got;
        if (*is_kept && s->size > memory_max) {
            *is_kept = false;
            buf_release(kept);
        }
        if (*is_kept)
            buf_add(kept, (struct sv){ block, got });
    }
}

int
source_of_reader(struct source **out, const struct source_reader *reader, void *context,
    size_t memory_max, struct err *e)
{
    struct source *s = source_new();
    struct buf kept;
    bool is_kept;

    if (!s) {
        reader->free(context);
        return err_nomem(e);
    }
    s->reader = *reader;
    s->context = context;
    buf_init(&kept, SIZE_MAX - 1);
    if (read_through(s, memory_max, &kept, &is_kept, e)) {
        buf_release(&kept);
        source_free(s);
        return -1;
    }
    s->position = s->size;
    if (is_kept) {
        reader->free(context);
        s->reader = (struct source_reader){ 0 };
        s->owned = kept.p;
        s->bytes = buf_sv(&kept);
    }
    *out = s;
    return 0;
}

int
source_of_flow(struct source **out, const struct source_reader *reader, void *context,
    struct err *e)
{
    struct source *s = source_new();

    if (!s) {
        reader->free(context);
        return err_nomem(e);
    }
    s->reader = *reader;
    s->context = context;
    s->size = SOURCE_ENDLESS;
    *out = s;
    return 0;
}

static int
read_file(struct source *s, char *buffer, size_t n, uint64_t offset, struct err *e)
{
    for (size_t done = 0; done < n;) {
        ssize_t got = pread(s->fd, buffer + done, n - done, (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_system(e, errno, "the file cannot be read at byte %ju",
                (uintmax_t)(offset + done));
        if (got == 0)
            return err_set(e, ERR_IO, "the file became shorter while it was read: %ju bytes, "
                "not %ju", (uintmax_t)(offset + done), (uintmax_t)s->size);
        done += (size_t)got;
    }
    return 0;
}

/* Bring the stream of ${s} to ${offset}. */
static int
seek_stream(struct source *s, uint64_t offset, struct err *e)
{
    char block[READ_BLOCK];
    size_t got;

    if (offset < s->position || s->is_broken) {
        if (s->reader.rewind(s->context, e))
            return -1;
        s->position = 0;
    }
    while (s->position < offset) {
        uint64_t left = offset - s->position;

        if (s->reader.read(s->context, block, left < READ_BLOCK ? (size_t)left : READ_BLOCK, &got,
                e))
            return -1;
        if (got == 0)
            return 0;
        s->position += got;
    }
    return 0;
}

static int
read_stream(struct source *s, char *buffer, size_t *n, uint64_t offset, struct err *e)
{
    size_t got = 0, done;
    int result = seek_stream(s, offset, e);

    /* Whatever happens half-way, the next read must not go on from there. */
    s->is_broken = true;
    if (result)
        return -1;
    for (done = 0; done < *n; done += got, s->position += got) {
        if (s->reader.read(s->context, buffer + done, *n - done, &got, e))
            return -1;
        if (got == 0 && s->size == SOURCE_ENDLESS)
            break;
        if (got == 0)
            return err_set(e, ERR_IO, "the file changed while it was read");
    }
    *n = done;
    s->is_broken = false;
    return 0;
}

int
source_sum_along(struct source *s, struct err *e)
{
    s->sum = sha256_new();
    s->summed = 0;
    return s->sum ? 0 : err_nomem(e);
}

uint64_t
source_take_sum(struct source *s, struct sha256 **sum)
{
    *sum = s->sum;
    s->sum = NULL;
    return *sum ? s->summed : 0;
}

/* Add what is new of ${bytes}, which were read at ${offset}, where they go on. */
static void
sum_up(struct source *s, struct sv bytes, uint64_t offset)
{
    if (offset > s->summed || bytes.n <= s->summed - offset)
        return;
    sha256_add(s->sum, sv_part(bytes, (size_t)(s->summed - offset), bytes.n));
    s->summed = offset + bytes.n;
}

int
source_read(struct source *s, void *buffer, size_t n, uint64_t offset, size_t *got, struct err *e)
{
    if (offset >= s->size) {
        *got = 0;
        return 0;
    }
    if (n > s->size - offset)
        n = (size_t)(s->size - offset);
    if (s->fd >= 0) {
        if (read_file(s, buffer, n, offset, e))
            return -1;
    } else if (s->reader.read) {
        if (read_stream(s, buffer, &n, offset, e))
            return -1;
    } else if (n > 0) {
        memcpy(buffer, s->bytes.p + offset, n);
    }
    if (s->sum)
        sum_up(s, (struct sv){ buffer, n }, offset);
    *got = n;
    return 0;
}

bool
source_is_shared(const struct source *s)
{
    return !s->reader.read;
}
