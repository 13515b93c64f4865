/*
 * test_pipe.c - bytes that come once.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zlib.h>

#include "input/pipe.h"
#include "unit.h"

#define BYTES (PIPE_HEAD_MAX + 300000u)

/* A descriptor that gives ${s}, written by a child. */
static int
flow_of(struct sv s)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    if (fork() == 0) {
        size_t done = 0;

        (void)close(ends[0]);
        while (done < s.n) {
            ssize_t n = write(ends[1], s.p + done, s.n - done);

            if (n <= 0)
                _exit(0);
            done += (size_t)n;
        }
        _exit(0);
    }
    (void)close(ends[1]);
    return ends[0];
}

static struct sv
make_bytes(void)
{
    char *p = malloc(BYTES);

    assert_non_null(p);
    for (size_t i = 0; i < BYTES; i++)
        p[i] = (char)('a' + i * i % 23);
    return (struct sv){ p, BYTES };
}

/* Read all of ${s} from its beginning and compare it with ${want}. */
static void
assert_reads(struct source *s, struct sv want)
{
    char block[70000];
    uint64_t at = 0;
    struct err e = ERR_INIT;
    size_t got;

    assert_true(source_size(s) == SOURCE_ENDLESS);
    do {
        assert_int_equal(source_read(s, block, sizeof(block), at, &got, &e), 0);
        assert_true(at + got <= want.n);
        assert_memory_equal(block, want.p + at, got);
        at += got;
    } while (got > 0);
    assert_true(at == want.n);
}

static void
gives_its_head_again_and_the_rest_once(void **state)
{
    struct sv bytes = make_bytes(), head;
    int fd = flow_of(bytes);
    struct err e = ERR_INIT;
    struct pipe *p = pipe_new(fd, &e);
    char sum[SHA256_TEXT_MAX], want[SHA256_TEXT_MAX];
    struct source *s, *whole = source_of_memory(bytes);
    char block[16];
    size_t got;

    (void)state;
    assert_int_equal(pipe_head(p, 100, &head, &e), 0);
    assert_int_equal(head.n, 100);
    assert_int_equal(pipe_head(p, PIPE_HEAD_MAX, &head, &e), 0);
    assert_int_equal(head.n, PIPE_HEAD_MAX);
    assert_memory_equal(head.p, bytes.p, head.n);
    assert_false(pipe_is_whole(p));
    assert_int_equal(pipe_source(&s, p, &e), 0);
    assert_int_equal(source_read(s, block, sizeof(block), PIPE_HEAD_MAX - 16, &got, &e), 0);
    assert_reads(s, bytes);
    /* What is not kept cannot be read again. */
    assert_int_equal(source_read(s, block, sizeof(block), 0, &got, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_int_equal(pipe_sha256(p, sum, &e), 0);
    assert_int_equal(source_sha256(whole, want, &e), 0);
    assert_string_equal(sum, want);
    assert_true(pipe_bytes(p) == bytes.n);
    source_free(s);
    source_free(whole);
    pipe_free(p);
    (void)close(fd);
    (void)wait(NULL);
    free((void *)(uintptr_t)bytes.p);
}

static void
knows_when_the_head_is_all(void **state)
{
    int fd = flow_of(SV("short"));
    struct err e = ERR_INIT;
    struct pipe *p = pipe_new(fd, &e);
    struct sv head;

    (void)state;
    assert_int_equal(pipe_head(p, PIPE_HEAD_MAX, &head, &e), 0);
    assert_true(sv_is(head, SV("short")));
    assert_true(pipe_is_whole(p));
    pipe_free(p);
    (void)close(fd);
    (void)wait(NULL);
}

static void
spools_what_it_has_and_the_rest_within_a_limit(void **state)
{
    static const struct { uint64_t most; int result; } examples[] = {
        { BYTES, 0 }, { BYTES - 1, -1 },
    };
    struct sv bytes = make_bytes(), head;

    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        int fd = flow_of(bytes);
        struct err e = ERR_INIT;
        struct pipe *p = pipe_new(fd, &e);
        struct source *s;
        char block[16];
        size_t got;

        assert_int_equal(pipe_head(p, 5000, &head, &e), 0);
        assert_int_equal(pipe_spool(&s, p, 1000, examples[i].most, &e), examples[i].result);
        if (examples[i].result == 0) {
            assert_true(source_size(s) == bytes.n);
            assert_int_equal(source_read(s, block, 16, bytes.n - 16, &got, &e), 0);
            assert_memory_equal(block, bytes.p + bytes.n - 16, 16);
            source_free(s);
        } else {
            assert_int_equal(e.code, ERR_LIMIT);
        }
        pipe_free(p);
        (void)close(fd);
        (void)wait(NULL);
    }
    free((void *)(uintptr_t)bytes.p);
}

static struct sv
gzip(struct sv bytes)
{
    z_stream z = { 0 };
    size_t room = bytes.n / 2 + 1000000;
    char *out = malloc(room);

    assert_non_null(out);
    assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)bytes.p;
    z.avail_in = (uInt)bytes.n;
    z.next_out = (unsigned char *)out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    (void)deflateEnd(&z);
    return (struct sv){ out, room - z.avail_out };
}

static void
unpacks_gzip_as_it_comes_and_meets_its_damage(void **state)
{
    static const struct container_limits limits = CONTAINER_LIMITS_DEFAULT;
    struct sv bytes = make_bytes(), packed = gzip(bytes), head;

    (void)state;
    for (size_t cut = 0; cut < 2; cut++) {
        int fd = flow_of(sv_head(packed, packed.n - cut));
        struct err e = ERR_INIT;
        struct pipe *p = pipe_new(fd, &e), *inside = pipe_new_gzip(p, &limits, &e);
        char sum[SHA256_TEXT_MAX];
        struct source *s;

        assert_int_equal(pipe_head(inside, PIPE_HEAD_MAX, &head, &e), 0);
        assert_memory_equal(head.p, bytes.p, head.n);
        if (cut == 0) {
            assert_int_equal(pipe_source(&s, inside, &e), 0);
            assert_reads(s, bytes);
            source_free(s);
        } else {
            assert_int_equal(pipe_sha256(inside, sum, &e), -1);
            assert_int_equal(e.code, ERR_SYNTAX);
        }
        pipe_free(inside);
        pipe_free(p);
        (void)close(fd);
        (void)wait(NULL);
    }
    free((void *)(uintptr_t)packed.p);
    free((void *)(uintptr_t)bytes.p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_its_head_again_and_the_rest_once),
        cmocka_unit_test(knows_when_the_head_is_all),
        cmocka_unit_test(spools_what_it_has_and_the_rest_within_a_limit),
        cmocka_unit_test(unpacks_gzip_as_it_comes_and_meets_its_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
