#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "unit.h"

struct place {
    char folder[64];
    struct buf shell;
};

static int
make_place(void **state)
{
    struct place *p = calloc(1, sizeof(*p));

    assert_non_null(p);
    (void)snprintf(p->folder, sizeof(p->folder), "/tmp/gpubill-child-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    buf_init(&p->shell, 4096);
    assert_true(child_find(&p->shell, "sh"));
    *state = p;
    return 0;
}

static int
drop_place(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;

    assert_int_equal(file_remove_tree(p->folder, &e), 0);
    buf_release(&p->shell);
    free(p);
    return 0;
}

static struct child
child_of(const struct place *p, const char *const *argv)
{
    return (struct child){ .program = p->shell.p, .argv = argv, .folder = p->folder,
        .output = "out", .log = "log", .seconds = 5, .cpu_seconds = 5,
        .memory = (uint64_t)1 << 30, .file_size = 10000 };
}

static void
output_and_errors_go_to_their_files(void **state)
{
    const struct place *p = *state;
    const char *const argv[] = { "sh", "-c", "echo \"$1\"; echo >&2; echo bad >&2; exit 3", "x",
        "$HOME; a b", NULL };
    struct child c = child_of(p, argv);
    struct buf path, got;
    struct err e = ERR_INIT;
    int status;

    assert_int_equal(child_run(&c, &status), CHILD_DONE);
    assert_int_equal(status, 3);
    buf_init(&path, 4096);
    buf_init(&got, 4096);
    assert_int_equal(file_join(&path, p->folder, "out", &e), 0);
    assert_int_equal(file_read(&got, path.p, &e), 0);
    assert_sv(buf_sv(&got), "$HOME; a b\n");
    buf_reset(&got);
    child_complaint(&c, &got);
    assert_sv(buf_sv(&got), "bad");
    buf_release(&path);
    buf_release(&got);
}

static void
one_that_takes_too_long_or_writes_too_much_is_stopped(void **state)
{
    const struct place *p = *state;
    const char *const sleeping[] = { "sh", "-c", "sleep 60 & wait", NULL };
    const char *const writing[] = { "sh", "-c",
        "while echo 0123456789012345678901234567890123456789; do :; done", NULL };
    struct child c = child_of(p, sleeping);
    int status;

    c.seconds = 1;
    assert_int_equal(child_run(&c, &status), CHILD_TOO_LONG);
    c = child_of(p, writing);
    (void)child_run(&c, &status);
    assert_int_not_equal(status, 0);
}

static void
what_is_not_there_cannot_be_started(void **state)
{
    const struct place *p = *state;
    const char *const argv[] = { "x", NULL };
    struct child c = child_of(p, argv);
    struct buf found;
    int status;

    buf_init(&found, 4096);
    buf_add_text(&found, "kept");
    assert_false(child_find(&found, "no-such-program"));
    assert_sv(buf_sv(&found), "kept");
    buf_release(&found);
    c.program = "/nowhere/x";
    assert_int_equal(child_run(&c, &status), CHILD_NOT_STARTED);
    c = child_of(p, argv);
    c.folder = "/nowhere";
    assert_int_equal(child_run(&c, &status), CHILD_NOT_STARTED);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(output_and_errors_go_to_their_files, make_place,
            drop_place),
        cmocka_unit_test_setup_teardown(one_that_takes_too_long_or_writes_too_much_is_stopped,
            make_place, drop_place),
        cmocka_unit_test_setup_teardown(what_is_not_there_cannot_be_started, make_place,
            drop_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
