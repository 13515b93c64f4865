/*
 * pipe.c - bytes that come once.
 *
 * `head` holds the first bytes; whoever reads from the beginning gets those first and then what
 * comes. The sum is taken of each byte when it comes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "input/pipe.h"
#include "input/unpack.h"

#define BLOCK ((size_t)64 << 10)

struct pipe {
    int fd;
    struct source *from; /* what is unpacked, instead of the descriptor; owned */
    struct source *packed; /* what it is unpacked from; owned */
    struct unpack_budget budget;
    uint64_t trailing;
    struct buf head;
    uint64_t came;     /* bytes */
    uint64_t position; /* of whoever reads, from 0 */
    bool is_end;
    struct sha256 *sum;
};

struct pipe *
pipe_new(int fd, struct err *e)
{
    struct pipe *p = calloc(1, sizeof(*p));

    if (p)
        p->sum = sha256_new();
    if (!p || !p->sum) {
        free(p);
        (void)err_nomem(e);
        return NULL;
    }
    p->fd = fd;
    buf_init(&p->head, PIPE_HEAD_MAX);
    return p;
}

struct pipe *
pipe_new_gzip(struct pipe *packed, const struct container_limits *limits, struct err *e)
{
    struct pipe *p = pipe_new(-1, e);

    if (!p)
        return NULL;
    p->budget = (struct unpack_budget){ .limits = limits };
    if (pipe_source(&p->packed, packed, e) ||
        unpack_gzip_flow(&p->from, p->packed, &p->budget, &p->trailing, e)) {
        pipe_free(p);
        return NULL;
    }
    return p;
}

void
pipe_free(struct pipe *p)
{
    if (!p)
        return;
    source_free(p->from);
    source_free(p->packed);
    buf_release(&p->head);
    sha256_free(p->sum);
    free(p);
}

/* The next bytes that come into ${buffer}; none at the end. */
static int
take(struct pipe *p, char *buffer, size_t room, size_t *got, struct err *e)
{
    *got = 0;
    if (p->is_end)
        return 0;
    if (p->from ? source_read(p->from, buffer, room, p->came, got, e) :
        source_read_some(p->fd, buffer, room, got, e) < 0)
        return -1;
    p->is_end = *got == 0;
    p->came += *got;
    sha256_add(p->sum, (struct sv){ buffer, *got });
    return 0;
}

int
pipe_head(struct pipe *p, size_t n, struct sv *head, struct err *e)
{
    char block[BLOCK];

    while (p->head.n < n && !p->is_end) {
        size_t room = n - p->head.n < BLOCK ? n - p->head.n : BLOCK, got;

        if (take(p, block, room, &got, e))
            return -1;
        buf_add(&p->head, (struct sv){ block, got });
        if (buf_ok(&p->head, e))
            return -1;
    }
    *head = sv_head(buf_sv(&p->head), n);
    return 0;
}

bool
pipe_is_whole(const struct pipe *p)
{
    return p->is_end && p->came == p->head.n;
}

static int
flow_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct pipe *p = context;

    if (p->position < p->head.n) {
        size_t left = p->head.n - (size_t)p->position;

        *got = left < room ? left : room;
        memcpy(buffer, p->head.p + p->position, *got);
    } else if (take(p, buffer, room, got, e)) {
        return -1;
    }
    p->position += *got;
    return 0;
}

static int
flow_rewind(void *context, struct err *e)
{
    struct pipe *p = context;

    if (p->came > p->head.n)
        return err_set(e, ERR_IO, "what comes through a pipe can be read once only; name the file");
    p->position = 0;
    return 0;
}

/* The pipe is not the flow's. */
static void
flow_free(void *context)
{
    (void)context;
}

int
pipe_source(struct source **out, struct pipe *p, struct err *e)
{
    static const struct source_reader flow = { flow_read, flow_rewind, flow_free };

    p->position = 0;
    return source_of_flow(out, &flow, p, e);
}

int
pipe_spool(struct source **out, struct pipe *p, size_t memory_max, uint64_t most, struct err *e)
{
    return source_open_stream(out, p->fd, buf_sv(&p->head), memory_max, most, e);
}

int
pipe_sha256(struct pipe *p, char text[SHA256_TEXT_MAX], struct err *e)
{
    char block[BLOCK];
    size_t got;

    while (!p->is_end)
        if (take(p, block, sizeof(block), &got, e))
            return -1;
    sha256_text(p->sum, text);
    return 0;
}

uint64_t
pipe_bytes(const struct pipe *p)
{
    return p->came;
}

uint64_t
pipe_trailing(const struct pipe *p)
{
    return p->trailing;
}
