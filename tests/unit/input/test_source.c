/*
 * Files, streams, FIFOs and memory as bytes that can be read from any offset.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "input/source.h"
#include "unit.h"

#define PATH_ROOM 256

static char *
new_folder(void)
{
    static char folder[PATH_ROOM];
    const char *tmp = getenv("TMPDIR");

    (void)snprintf(folder, sizeof(folder), "%s/source-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void
assert_bytes(struct source *s, struct sv want)
{
    static char got_bytes[1 << 20];
    struct err e = ERR_INIT;
    size_t got;

    assert_int_equal(source_size(s), want.n);
    assert_int_equal(source_read(s, got_bytes, sizeof(got_bytes), 0, &got, &e), 0);
    assert_int_equal(got, want.n);
    if (want.n > 0)
        assert_memory_equal(got_bytes, want.p, want.n);

    /* From an offset, twice, and beyond the end. */
    for (int round = 0; round < 2 && want.n > 3; round++) {
        assert_int_equal(source_read(s, got_bytes, 2, 1, &got, &e), 0);
        assert_int_equal(got, 2);
        assert_memory_equal(got_bytes, want.p + 1, 2);
        assert_int_equal(source_read(s, got_bytes, 10, want.n - 1, &got, &e), 0);
        assert_int_equal(got, 1);
    }
    assert_int_equal(source_read(s, got_bytes, 10, want.n + 5, &got, &e), 0);
    assert_int_equal(got, 0);
    assert_int_equal(e.code, ERR_NONE);
}

static void
reads_memory_and_files_from_any_offset(void **state)
{
    static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    char path[PATH_ROOM + 16], sum[SHA256_TEXT_MAX], *folder = new_folder();
    struct err e = ERR_INIT;
    struct source *s;

    (void)state;
    s = source_of_memory(SV("abcdef"));
    assert_bytes(s, SV("abcdef"));
    source_free(s);
    s = source_of_memory(SV_EMPTY);
    assert_bytes(s, SV(""));
    source_free(s);

    (void)snprintf(path, sizeof(path), "%s/bill.csv", folder);
    assert_int_equal(file_write(path, SV("abc"), &e), 0);
    assert_int_equal(source_open(&s, path, &e), 0);
    assert_bytes(s, SV("abc"));
    assert_int_equal(source_sha256(s, sum, &e), 0);
    assert_string_equal(sum, abc);
    source_free(s);
    source_free(NULL);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

/* Whatever is read before, and in whatever order. */
static void
a_sum_that_is_taken_along_is_that_of_all_bytes(void **state)
{
    static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    static const struct { size_t from[4], n[4]; } examples[] = {
        { { 0 }, { 0 } },
        { { 0, 1, 2, 3 }, { 1, 1, 1, 1 } },
        { { 0, 0, 1, 0 }, { 2, 3, 2, 3 } },
        { { 2, 1, 0, 0 }, { 1, 1, 1, 2 } },
        { { 1, 0, 2, 9 }, { 2, 1, 1, 1 } },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        struct source *s = source_of_memory(SV("abc"));
        char bytes[4], sum[SHA256_TEXT_MAX];
        struct err e = ERR_INIT;
        size_t got;

        assert_int_equal(source_sum_along(s, &e), 0);
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(source_read(s, bytes, examples[i].n[k], examples[i].from[k], &got,
                &e), 0);
        assert_int_equal(source_sha256(s, sum, &e), 0);
        assert_string_equal(sum, abc);
        assert_int_equal(source_sha256(s, sum, &e), 0);
        assert_string_equal(sum, abc);
        source_free(s);
    }
}

static void
a_file_that_shrinks_is_an_error_and_one_that_grows_is_not_seen_to(void **state)
{
    char path[PATH_ROOM + 16], bytes[8], *folder = new_folder();
    struct err e = ERR_INIT;
    struct source *s;
    size_t got;

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/bill.csv", folder);
    assert_int_equal(file_write(path, SV("abcdef"), &e), 0);
    assert_int_equal(source_open(&s, path, &e), 0);
    assert_int_equal(truncate(path, 8), 0);
    assert_int_equal(source_read(s, bytes, sizeof(bytes), 0, &got, &e), 0);
    assert_int_equal(got, 6);
    assert_int_equal(truncate(path, 4), 0);
    assert_int_equal(source_read(s, bytes, 4, 0, &got, &e), 0);
    assert_int_equal(got, 4);
    assert_int_equal(source_read(s, bytes, 6, 0, &got, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    source_free(s);
    assert_int_equal(file_remove_tree(folder, &(struct err)ERR_INIT), 0);
}

static void
refuses_what_is_no_file(void **state)
{
    char path[PATH_ROOM + 16], *folder = new_folder();
    static const char *const refused[] = { "/dev/null", "/nowhere/at/all", "/" };
    struct source *s = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct err e = ERR_INIT;

        assert_int_equal(source_open(&s, refused[i], &e), -1);
        assert_int_equal(e.code, ERR_IO);
        assert_string_equal(e.path, refused[i]);
        assert_null(s);
    }

    /* A FIFO without a writer is not waited for. */
    struct err e = ERR_INIT;

    (void)snprintf(path, sizeof(path), "%s/fifo", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(source_open(&s, path, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_int_equal(file_remove_tree(folder, &(struct err)ERR_INIT), 0);
}

/* A child that writes ${n} bytes ('a' to 'z' in turn) into ${fd} in small pieces. */
static pid_t
write_from_child(int fd, size_t n)
{
    pid_t child = fork();

    if (child != 0)
        return child;
    for (size_t i = 0; i < n;) {
        char piece[1000];
        size_t length = 0;

        while (length < sizeof(piece) && i < n)
            piece[length++] = (char)('a' + i++ % 26);
        if (write(fd, piece, length) != (ssize_t)length)
            _exit(1);
    }
    _exit(0);
}

static void
spools_streams_to_memory_and_beyond_a_limit_to_a_file(void **state)
{
    static const struct { size_t n, memory_max; } examples[] = {
        { 0, 10 }, { 10, 10 }, { 11, 10 }, { 300000, 1 << 20 }, { 300000, 1000 }, { 300000, 0 },
    };
    static char want[300000];

    (void)state;
    for (size_t i = 0; i < sizeof(want); i++)
        want[i] = (char)('a' + i % 26);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        struct err e = ERR_INIT;
        struct source *s;
        int ends[2], status;
        pid_t child;

        print_message("example %zu\n", i);
        assert_int_equal(pipe(ends), 0);
        child = write_from_child(ends[1], examples[i].n);
        (void)close(ends[1]);
        assert_int_equal(source_open_stream(&s, ends[0], SV_EMPTY, examples[i].memory_max,
            UINT64_MAX, &e), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        /* The descriptor stays the caller's. */
        assert_int_equal(close(ends[0]), 0);
        assert_bytes(s, (struct sv){ want, examples[i].n });
        source_free(s);
    }
}

static void
reads_a_fifo_that_has_a_writer(void **state)
{
    char path[PATH_ROOM + 16], *folder = new_folder();
    struct err e = ERR_INIT;
    struct source *s;
    int reader, writer, status;
    pid_t child;

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/fifo", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    reader = open(path, O_RDONLY | O_NONBLOCK);
    writer = open(path, O_WRONLY);
    assert_true(reader >= 0 && writer >= 0);
    child = write_from_child(writer, 26);
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)close(writer);
    assert_int_equal(source_open(&s, path, &e), 0);
    (void)close(reader);
    assert_bytes(s, SV("abcdefghijklmnopqrstuvwxyz"));
    source_free(s);
    assert_int_equal(file_remove_tree(folder, &e), 0);
}

/* The system's own files have no size, whatever they hold. */
static void
reads_a_file_that_says_it_is_empty_and_is_not(void **state)
{
    struct source *s = NULL;
    struct err e = ERR_INIT;
    char start[16];
    size_t got;

    (void)state;
    if (access("/proc/version", R_OK) != 0)
        skip();
    assert_int_equal(source_open(&s, "/proc/version", &e), 0);
    assert_int_equal(source_read(s, start, sizeof(start), 0, &got, &e), 0);
    assert_int_equal(got, sizeof(start));
    assert_memory_equal(start, "Linux version ", 14);
    source_free(s);
}

static void
a_temporary_folder_that_does_not_exist_is_named(void **state)
{
    char old[PATH_ROOM] = "", text[MESSAGE_TEXT_MAX];
    struct err e = ERR_INIT;
    struct source *s = NULL;
    int ends[2], status;
    pid_t child;

    (void)state;
    if (getenv("TMPDIR"))
        (void)snprintf(old, sizeof(old), "%s", getenv("TMPDIR"));
    assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
    assert_int_equal(pipe(ends), 0);
    child = write_from_child(ends[1], 100);
    (void)close(ends[1]);
    assert_int_equal(source_open_stream(&s, ends[0], SV_EMPTY, 10, UINT64_MAX, &e), -1);
    assert_int_equal(waitpid(child, &status, 0), child);
    (void)close(ends[0]);
    assert_int_equal(e.code, ERR_IO);
    assert_non_null(strstr(message_text(&e.message, LANG_EN, text, sizeof(text)), "/nowhere"));
    assert_int_equal(old[0] ? setenv("TMPDIR", old, 1) : unsetenv("TMPDIR"), 0);
}

/* A stream of ${size} bytes that count up, given in pieces of 1000. */
struct counting {
    uint64_t position, size, breaks_at;
    unsigned rewinds;
    bool is_freed;
};

static int
counting_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct counting *c = context;

    if (c->position >= c->breaks_at)
        return err_set(e, ERR_SYNTAX, "the stream is damaged");
    for (*got = 0; *got < room && *got < 1000 && c->position < c->size; c->position++)
        buffer[(*got)++] = (char)(c->position % 251);
    return 0;
}

static int
counting_rewind(void *context, struct err *e)
{
    struct counting *c = context;

    (void)e;
    c->position = 0;
    c->rewinds++;
    return 0;
}

static void
counting_free(void *context)
{
    ((struct counting *)context)->is_freed = true;
}

static const struct source_reader counting_reader = {
    .read = counting_read, .rewind = counting_rewind, .free = counting_free,
};

static void
assert_counted(struct source *s, uint64_t offset, size_t n)
{
    char bytes[5000];
    struct err e = ERR_INIT;
    size_t got;

    assert_int_equal(source_read(s, bytes, n, offset, &got, &e), 0);
    assert_int_equal(got, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(bytes[i], (char)((offset + i) % 251));
}

static void
reads_streams_again_where_they_are_not_kept(void **state)
{
    struct counting c = { .size = 100000, .breaks_at = UINT64_MAX };
    struct err e = ERR_INIT;
    struct source *s;
    size_t got;
    char byte;

    (void)state;
    assert_int_equal(source_of_reader(&s, &counting_reader, &c, 99999, &e), 0);
    assert_int_equal(source_size(s), 100000);
    assert_counted(s, 0, 5000);
    assert_counted(s, 5000, 5000);
    assert_counted(s, 70000, 10);
    assert_int_equal(c.rewinds, 1);
    assert_counted(s, 69999, 2);
    assert_int_equal(c.rewinds, 2);
    assert_int_equal(source_read(s, &byte, 1, 100000, &got, &e), 0);
    assert_int_equal(got, 0);

    /* Trouble half-way is said, and does not spoil what is read later. */
    c.breaks_at = 90000;
    assert_int_equal(source_read(s, &byte, 1, 95000, &got, &e), -1);
    assert_err(&e, "the stream is damaged");
    c.breaks_at = UINT64_MAX;
    assert_counted(s, 95000, 5000);
    c.size = 50000;
    assert_int_equal(source_read(s, &byte, 1, 60000, &got, &e), -1);
    assert_err(&e, "the file changed while it was read");
    assert_false(c.is_freed);
    source_free(s);
    assert_true(c.is_freed);
}

static void
keeps_short_streams(void **state)
{
    struct counting c = { .size = 3000, .breaks_at = UINT64_MAX };
    struct err e = ERR_INIT;
    struct source *s = NULL;

    (void)state;
    assert_int_equal(source_of_reader(&s, &counting_reader, &c, 3000, &e), 0);
    assert_true(c.is_freed);
    assert_counted(s, 1, 2999);
    assert_counted(s, 0, 3000);
    assert_int_equal(c.rewinds, 0);
    source_free(s);

    c = (struct counting){ .size = 3000, .breaks_at = 2000 };
    s = NULL;
    assert_int_equal(source_of_reader(&s, &counting_reader, &c, 3000, &e), -1);
    assert_null(s);
    assert_true(c.is_freed);
    assert_err(&e, "the stream is damaged");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_memory_and_files_from_any_offset),
        cmocka_unit_test(a_sum_that_is_taken_along_is_that_of_all_bytes),
        cmocka_unit_test(a_file_that_shrinks_is_an_error_and_one_that_grows_is_not_seen_to),
        cmocka_unit_test(refuses_what_is_no_file),
        cmocka_unit_test(spools_streams_to_memory_and_beyond_a_limit_to_a_file),
        cmocka_unit_test(reads_a_fifo_that_has_a_writer),
        cmocka_unit_test(reads_a_file_that_says_it_is_empty_and_is_not),
        cmocka_unit_test(a_temporary_folder_that_does_not_exist_is_named),
        cmocka_unit_test(reads_streams_again_where_they_are_not_kept),
        cmocka_unit_test(keeps_short_streams),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
