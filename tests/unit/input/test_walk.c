/*
 * From paths to the files to read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "input/walk.h"

#define PATH_ROOM 256

struct place {
    char folder[PATH_ROOM];
    char path[PATH_ROOM + 64];
};

static int
set_up(void **state)
{
    struct place *p = calloc(1, sizeof(*p));
    const char *tmp = getenv("TMPDIR");

    if (!p)
        return -1;
    *state = p;
    (void)snprintf(p->folder, sizeof(p->folder), "%s/walk-XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(p->folder) ? 0 : -1;
}

static int
tear_down(void **state)
{
    struct place *p = *state;
    int result = file_remove_tree(p->folder, &(struct err)ERR_INIT);

    free(p);
    return result;
}

static const char *
in(struct place *p, const char *name)
{
    (void)snprintf(p->path, sizeof(p->path), "%s/%s", p->folder, name);
    return p->path;
}

static void
make_file(struct place *p, const char *name)
{
    assert_int_equal(file_write(in(p, name), SV("x"), &(struct err)ERR_INIT), 0);
}

static void
make_folder(struct place *p, const char *name)
{
    assert_int_equal(mkdir(in(p, name), 0700), 0);
}

/* What was found must be the lines ${want}: "kind name", a star behind what was named. */
static void
assert_found(const struct place *p, const struct walk *w, const char *want)
{
    static const char *const kinds[] = { "file", "stdin", "bytes", "ours", "passed",
        "unreadable", "too-deep" };
    struct buf got;

    buf_init(&got, 1 << 20);
    for (size_t i = 0; i < w->found.n; i++) {
        const struct found *f = &w->found.at[i];
        size_t skip = sv_starts(sv_of(f->path), sv_of(p->folder)) ? strlen(p->folder) : 0;

        buf_addf(&got, "%s %s%s\n", kinds[f->kind], f->path + skip, f->was_named ? "*" : "");
        assert_int_equal(f->why.format == NULL,
            f->kind == FOUND_FILE || f->kind == FOUND_STDIN || f->kind == FOUND_BYTES);
    }
    buf_add_text(&got, "");
    assert_string_equal(got.n > 0 ? got.p : "", want);
    buf_release(&got);
}

static void
walks_folders_in_order_and_passes_by_what_is_no_file(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct walk w;
    char target[PATH_ROOM + 64];

    make_folder(p, "sub");
    make_folder(p, ".git");
    make_file(p, ".git/config");
    make_file(p, ".hidden");
    make_file(p, "b.csv");
    make_file(p, "a.csv");
    make_file(p, "sub/c.csv");
    (void)snprintf(target, sizeof(target), "%s", in(p, "a.csv"));
    assert_int_equal(symlink(target, in(p, "sub/link.csv")), 0);
    assert_int_equal(symlink(p->folder, in(p, "sub/loop")), 0);
    assert_int_equal(symlink("/nowhere/at/all", in(p, "sub/broken")), 0);
    assert_int_equal(mkfifo(in(p, "fifo"), 0600), 0);

    walk_init(&w);
    assert_int_equal(walk_add(&w, p->folder, &e), 0);
    walk_finish(&w);
    assert_found(p, &w, "passed /.git\npassed /.hidden\nfile /a.csv\nfile /b.csv\npassed /fifo\n"
        "unreadable /sub/broken\nfile /sub/c.csv\nfile /sub/link.csv\npassed /sub/loop\n");
    assert_int_equal(w.found.at[0].passed, PASSED_SETTINGS);
    assert_int_equal(w.found.at[1].passed, PASSED_DOT);
    assert_int_equal(w.found.at[4].passed, PASSED_SPECIAL);
    assert_int_equal(w.found.at[8].passed, PASSED_FOLDER_LINK);
    assert_int_equal(e.code, ERR_NONE);
    walk_release(&w);
}

static void
what_is_named_is_found_once_and_known_as_named(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct walk w;
    char folder[PATH_ROOM + 64];

    make_file(p, "a.csv");
    make_file(p, ".named");
    make_file(p, "b.csv");
    assert_int_equal(mkfifo(in(p, "fifo"), 0600), 0);
    (void)snprintf(folder, sizeof(folder), "%s/", p->folder);

    walk_init(&w);
    assert_int_equal(walk_add(&w, folder, &e), 0);
    assert_int_equal(walk_add(&w, in(p, "a.csv"), &e), 0);
    assert_int_equal(walk_add(&w, in(p, "a.csv"), &e), 0);
    assert_int_equal(walk_add(&w, in(p, ".named"), &e), 0);
    assert_int_equal(walk_add(&w, in(p, "absent"), &e), 0);
    assert_int_equal(walk_add(&w, in(p, "fifo"), &e), 0);
    assert_int_equal(walk_add(&w, "-", &e), 0);
    walk_finish(&w);
    assert_found(p, &w, "stdin -*\nfile /.named*\nfile /a.csv*\nunreadable /absent*\n"
        "file /b.csv\nfile /fifo*\n");
    walk_release(&w);
}

static void
bytes_stand_among_files_and_never_for_one(void **state)
{
    const struct sv bytes = SV("12345");
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct walk w;
    char name[PATH_ROOM + 64];

    make_file(p, "a.csv");
    make_file(p, "c.csv");
    walk_init(&w);
    assert_int_equal(walk_add(&w, p->folder, &e), 0);
    assert_int_equal(walk_add_bytes(&w, in(p, "b.csv"), bytes, &e), 0);
    (void)snprintf(name, sizeof(name), "%s", in(p, "c.csv"));
    assert_int_equal(walk_add_bytes(&w, name, bytes, &e), 0);
    walk_finish(&w);
    assert_found(p, &w, "file /a.csv\nbytes /b.csv*\nbytes /c.csv*\nfile /c.csv\n");
    assert_ptr_equal(w.found.at[1].bytes.p, bytes.p);
    /* Of the files one byte each. */
    assert_int_equal(walk_bytes(&w), 2 * bytes.n + 2);
    walk_release(&w);
}

static void
passes_by_reports_and_does_not_enter_folders_too_deep(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct walk w;
    char deep[PATH_ROOM] = "d";

    make_folder(p, "gpubill-review");
    assert_int_equal(file_write(in(p, "gpubill-review/.gpubill"),
        SV("gpubill report\nledger.csv\n"), &e), 0);
    make_file(p, "gpubill-review/ledger.csv");
    for (int i = 0; i < LIMITS_FOLDERS_MAX; i++) {
        make_folder(p, deep);
        (void)snprintf(deep + strlen(deep), sizeof(deep) - strlen(deep), "/d");
    }

    walk_init(&w);
    assert_int_equal(walk_add(&w, p->folder, &e), 0);
    walk_finish(&w);
    assert_int_equal(w.found.n, 2);
    assert_int_equal(w.found.at[0].kind, FOUND_TOO_DEEP);
    assert_int_equal(w.found.at[1].kind, FOUND_OURS);
    walk_release(&w);

    /* A file that is only called so hides nothing. */
    make_file(p, "gpubill-review/.gpubill");
    walk_init(&w);
    assert_int_equal(walk_add(&w, in(p, "gpubill-review"), &e), 0);
    walk_finish(&w);
    assert_int_equal(w.found.n, 2);
    assert_int_equal(w.found.at[0].passed, PASSED_DOT);
    assert_int_equal(w.found.at[1].kind, FOUND_FILE);
    walk_release(&w);

    /* One level less is entered. */
    walk_init(&w);
    assert_int_equal(walk_add(&w, in(p, "d"), &e), 0);
    walk_finish(&w);
    assert_int_equal(w.found.n, 0);
    walk_release(&w);
}

static void
a_list_hides_nothing_that_gpubill_would_not_write(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct walk w;

    make_folder(p, "charts");
    make_folder(p, "sub");
    assert_int_equal(file_write(in(p, ".gpubill"), SV("gpubill report\ncharts/\ncharts/a.svg\n"
        "charts/bill.csv\nbill.csv\nledger.csv\nsub/\nsub/ledger.csv\nreport.md\nfindings.csv\n"
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  review.json\n"),
        &e), 0);
    make_file(p, "bill.csv");
    make_file(p, "ledger.csv");
    make_file(p, "rejected.csv");
    make_file(p, "review.json");
    make_file(p, "charts/a.svg");
    make_file(p, "charts/b.svg");
    make_file(p, "charts/bill.csv");
    make_file(p, "sub/ledger.csv");
    make_folder(p, "report.md");
    make_file(p, "report.md/x.csv");
    assert_int_equal(symlink("bill.csv", in(p, "findings.csv")), 0);

    walk_init(&w);
    assert_int_equal(walk_add(&w, p->folder, &e), 0);
    walk_finish(&w);
    assert_found(p, &w, "ours *\nfile /bill.csv\nfile /charts/b.svg\nfile /charts/bill.csv\n"
        "file /findings.csv\nfile /rejected.csv\nfile /report.md/x.csv\nfile /sub/ledger.csv\n");
    walk_release(&w);
}

static void
says_what_the_system_said(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    char text[MESSAGE_TEXT_MAX];
    struct walk w;

    walk_init(&w);
    assert_int_equal(walk_add(&w, in(p, "absent"), &e), 0);
    walk_finish(&w);
    assert_string_equal(message_text(&w.found.at[0].why, LANG_EN, text, sizeof(text)),
        "cannot be read: No such file or directory");
    walk_release(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(walks_folders_in_order_and_passes_by_what_is_no_file,
            set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_named_is_found_once_and_known_as_named, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(bytes_stand_among_files_and_never_for_one, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_list_hides_nothing_that_gpubill_would_not_write, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(passes_by_reports_and_does_not_enter_folders_too_deep,
            set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_what_the_system_said, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
