#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftover.h"
#include "unit.h"

static int
make_folder(void **state)
{
    char *path = malloc(64);

    if (!path)
        return -1;
    (void)snprintf(path, 64, "/tmp/gpubill-test-XXXXXX");
    *state = mkdtemp(path);
    return *state ? 0 : -1;
}

static int
remove_folder(void **state)
{
    struct err e = ERR_INIT;
    int result = file_remove_tree(*state, &e);

    free(*state);
    return result;
}

/* A folder ${name}, with a folder in it, that was last changed in 1970 where ${is_old}. */
static const char *
make(void **state, char path[256], const char *name, mode_t mode, bool is_old)
{
    const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
    char inner[300];

    (void)snprintf(path, 256, "%s/%s", (const char *)*state, name);
    assert_int_equal(mkdir(path, 0700), 0);
    (void)snprintf(inner, sizeof(inner), "%s/inner", path);
    assert_int_equal(mkdir(inner, 0700), 0);
    assert_int_equal(chmod(path, mode), 0);
    if (is_old)
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    return path;
}

static void
removes_what_nobody_holds_and_nothing_else(void **state)
{
    static const char *const others[] = {
        "gpubill-aBcDeF", "gpubill-12-short", "gpubill-12x-aBcDeF", "gpubill-12-aBcDeF.old", "mine",
    };
    char dead[256], held[256], young[256], open_to_all[256], link[256], other[COUNT(others)][256];
    int hold;

    make(state, dead, "gpubill-12-aBcDeF", 0700, true);
    hold = leftover_hold(make(state, held, "gpubill-13-aBcDeF", 0700, true));
    assert_true(hold >= 0);
    make(state, young, "gpubill-14-aBcDeF", 0700, false);
    make(state, open_to_all, "gpubill-15-aBcDeF", 0755, true);
    for (size_t i = 0; i < COUNT(others); i++)
        make(state, other[i], others[i], 0700, true);
    (void)snprintf(link, sizeof(link), "%s/gpubill-16-aBcDeF", (const char *)*state);
    assert_int_equal(symlink("mine", link), 0);

    leftover_remove(*state);
    assert_int_equal(access(dead, F_OK), -1);
    assert_int_equal(access(held, F_OK), 0);
    assert_int_equal(access(young, F_OK), 0);
    assert_int_equal(access(open_to_all, F_OK), 0);
    for (size_t i = 0; i < COUNT(others); i++)
        assert_int_equal(access(other[i], F_OK), 0);
    assert_int_equal(access(link, F_OK), 0);

    /* Once its run has ended, it is like the others. */
    assert_int_equal(close(hold), 0);
    leftover_remove(*state);
    assert_int_equal(access(held, F_OK), -1);
    leftover_remove("/nowhere/at/all");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(removes_what_nobody_holds_and_nothing_else, make_folder,
            remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
