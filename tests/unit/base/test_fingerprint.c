#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/fingerprint.h"
#include "unit.h"

#define LENGTH ((size_t)200000)

struct place {
    char root[64], file[80];
};

static int
make_place(void **state)
{
    struct place *p = calloc(1, sizeof(*p));

    if (!p)
        return -1;
    (void)snprintf(p->root, sizeof(p->root), "/tmp/gpubill-fingerprint-XXXXXX");
    if (!mkdtemp(p->root))
        return -1;
    (void)snprintf(p->file, sizeof(p->file), "%s/file", p->root);
    *state = p;
    return 0;
}

static int
remove_place(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    int result = file_remove_tree(p->root, &e);

    free(p);
    return result;
}

static void
assert_refused(const char *path)
{
    char print[FINGERPRINT_TEXT_MAX] = "untouched";
    struct err e = ERR_INIT;

    assert_int_equal(fingerprint_file(path, print, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.path, path);
    assert_string_equal(print, "untouched");
}

static void
it_is_the_xxh3_of_the_content(void **state)
{
    struct place *p = *state;
    char print[FINGERPRINT_TEXT_MAX];
    struct err e = ERR_INIT;

    assert_int_equal(file_write(p->file, SV_EMPTY, &e), 0);
    assert_int_equal(fingerprint_file(p->file, print, &e), 0);
    assert_string_equal(print, "2d06800538d394c2");
}

static void
any_byte_of_a_long_file_changes_it(void **state)
{
    const size_t places[] = { 0, 65535, 65536, LENGTH / 2, LENGTH - 1 };
    struct place *p = *state;
    char first[FINGERPRINT_TEXT_MAX], other[FINGERPRINT_TEXT_MAX];
    char *text = calloc(1, LENGTH);
    struct err e = ERR_INIT;

    assert_non_null(text);
    assert_int_equal(file_write(p->file, (struct sv){ text, LENGTH }, &e), 0);
    assert_int_equal(fingerprint_file(p->file, first, &e), 0);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        text[places[i]] = 1;
        assert_int_equal(file_write(p->file, (struct sv){ text, LENGTH }, &e), 0);
        assert_int_equal(fingerprint_file(p->file, other, &e), 0);
        assert_string_not_equal(other, first);
        text[places[i]] = 0;
    }
    free(text);
}

static void
what_is_no_file_is_refused_at_once(void **state)
{
    struct place *p = *state;
    char other[96];
    struct err e = ERR_INIT;

    assert_refused(p->root);
    assert_refused(p->file);
    assert_int_equal(file_write(p->file, SV("x"), &e), 0);
    (void)snprintf(other, sizeof(other), "%s/link", p->root);
    assert_int_equal(symlink("file", other), 0);
    assert_refused(other);
    (void)snprintf(other, sizeof(other), "%s/pipe", p->root);
    assert_int_equal(mkfifo(other, 0600), 0);
    assert_refused(other);
}

int
main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)
    const struct CMUnitTest tests[] = {
        IN_PLACE(it_is_the_xxh3_of_the_content),
        IN_PLACE(any_byte_of_a_long_file_changes_it),
        IN_PLACE(what_is_no_file_is_refused_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
