#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "reports/folder_list.h"
#include "reports/outdir.h"
#include "unit.h"

/* Fingerprints of what the tests write. */
#define PRINT_BRACES "1349cde127705c16"
#define PRINT_SVG "e9cdf7a6cf62e13d"
#define PRINT_NEW "4db73088ace631b8"
#define PRINT_X "eaf06c6480b2cd11"

struct place {
    char root[64];
    struct buf path;
};

static int
make_place(void **state)
{
    struct place *p = calloc(1, sizeof(*p));

    if (!p)
        return -1;
    (void)snprintf(p->root, sizeof(p->root), "/tmp/gpubill-outdir-XXXXXX");
    if (!mkdtemp(p->root))
        return -1;
    buf_init(&p->path, 4096);
    *state = p;
    return 0;
}

static int
remove_place(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    int result = file_remove_tree(p->root, &e);

    buf_release(&p->path);
    free(p);
    return result;
}

/* ROOT/${name}; valid until the next call. */
static const char *
at(struct place *p, const char *name)
{
    struct err e = ERR_INIT;

    assert_int_equal(file_join(&p->path, p->root, name, &e), 0);
    return p->path.p;
}

static void
put(struct place *p, const char *name, const char *text)
{
    struct err e = ERR_INIT;

    assert_int_equal(file_write(at(p, name), sv_of(text), &e), 0);
}

static void
assert_text(struct place *p, const char *name, const char *text)
{
    struct err e = ERR_INIT;
    struct buf got;

    buf_init(&got, 65536);
    assert_int_equal(file_read(&got, at(p, name), &e), 0);
    assert_sv(buf_sv(&got), text);
    buf_release(&got);
}

/* Everything below the root, one name after another. */
static void
assert_listing(struct place *p, const char *text)
{
    struct folder_list list;
    struct err e = ERR_INIT;
    struct buf got;

    buf_init(&got, 65536);
    assert_int_equal(folder_list_read(&list, p->root, &e), 0);
    for (size_t i = 0; i < list.entries.n; i++)
        buf_addf(&got, "%s%s ", list.entries.at[i].name, list.entries.at[i].is_folder ? "/" : "");
    assert_sv(buf_sv(&got), text);
    folder_list_release(&list);
    buf_release(&got);
}

static void
write_report(struct place *p, const char *name, const char *text, bool is_forced)
{
    struct err e = ERR_INIT;
    struct outdir *o = outdir_begin(at(p, name), is_forced, NULL, &e);

    assert_non_null(o);
    assert_int_equal(outdir_write(o, "review.json", sv_of(text), &e), 0);
    assert_int_equal(outdir_write(o, "charts/spend-by-day.svg", SV("<svg/>"), &e), 0);
    assert_int_equal(outdir_commit(o, &e), 0);
    outdir_free(o);
}

static void
assert_refused(struct place *p, const char *name, const char *why)
{
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];

    assert_null(outdir_begin(at(p, name), false, NULL, &e));
    assert_int_equal(e.code, ERR_IO);
    (void)err_text(&e, LANG_EN, text, sizeof(text));
    if (!strstr(text, why) || strncmp(text, at(p, name), p->path.n) != 0)
        fail_msg("'%s' does not say '%s' of the folder", text, why);
}

static void
a_new_report_holds_what_was_written_and_its_list(void **state)
{
    struct place *p = *state;

    write_report(p, "a/out/", "{}", false);
    assert_listing(p, "a/ a/out/ a/out/.gpubill a/out/charts/ a/out/charts/spend-by-day.svg "
        "a/out/review.json ");
    assert_text(p, "a/out/.gpubill", "gpubill report\ncharts/\n"
        PRINT_SVG "  charts/spend-by-day.svg\n" PRINT_BRACES "  review.json\n");
}

static void
a_second_report_replaces_the_first_as_a_whole(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct outdir *o;
    struct stat st;

    write_report(p, "out", "old", false);
    assert_int_equal(chmod(at(p, "out"), 0750), 0);
    o = outdir_begin(at(p, "out"), false, NULL, &e);
    assert_non_null(o);
    assert_int_equal(outdir_write(o, "report.md", SV("new"), &e), 0);
    assert_text(p, "out/review.json", "old");
    assert_int_equal(outdir_commit(o, &e), 0);
    outdir_free(o);
    assert_listing(p, "out/ out/.gpubill out/report.md ");
    assert_int_equal(stat(at(p, "out"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0750);
}

static void
a_run_that_does_not_commit_leaves_the_old_report(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct outdir *o;

    write_report(p, "out", "old", false);
    o = outdir_begin(at(p, "out"), false, NULL, &e);
    assert_non_null(o);
    assert_int_equal(outdir_open(o, "review.json", &e), 0);
    assert_int_equal(outdir_sink(o, SV("half"), &e), 0);
    outdir_free(o);
    assert_text(p, "out/review.json", "old");
    assert_listing(p, "out/ out/.gpubill out/charts/ out/charts/spend-by-day.svg out/review.json ");
}

static void
leftovers_of_dead_runs_are_removed(void **state)
{
    struct place *p = *state;

    write_report(p, "out", "old", false);
    assert_int_equal(mkdir(at(p, ".out.gpubill-new"), 0777), 0);
    put(p, ".out.gpubill-new/half", "x");
    put(p, ".out.gpubill-lock", "");
    write_report(p, "out", "new", false);
    assert_text(p, "out/review.json", "new");
    assert_listing(p, "out/ out/.gpubill out/charts/ out/charts/spend-by-day.svg out/review.json ");
}

static void
a_report_that_a_dead_run_had_moved_away_comes_back(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    char from[128];

    write_report(p, "out", "old", false);
    (void)snprintf(from, sizeof(from), "%s", at(p, "out"));
    assert_int_equal(rename(from, at(p, ".out.gpubill-old")), 0);
    outdir_free(outdir_begin(from, false, NULL, &e));
    assert_text(p, "out/review.json", "old");
}

static void
an_empty_folder_is_ours(void **state)
{
    struct place *p = *state;

    assert_int_equal(mkdir(at(p, "out"), 0777), 0);
    write_report(p, "out", "{}", false);
    assert_text(p, "out/review.json", "{}");
}

static void
what_is_somebody_elses_is_refused_and_left_alone(void **state)
{
    struct place *p = *state;

    assert_int_equal(mkdir(at(p, "theirs"), 0777), 0);
    put(p, "theirs/thesis.tex", "x");
    assert_refused(p, "theirs", "gpubill did not write it");

    put(p, "theirs/.gpubill", "something else\nthesis.tex\n");
    assert_refused(p, "theirs", "gpubill did not write it");

    write_report(p, "out", "old", false);
    put(p, "out/charts/mine.png", "x");
    assert_refused(p, "out", "charts/mine.png");
    assert_int_equal(unlink(at(p, "out/charts/mine.png")), 0);
    assert_int_equal(mkdir(at(p, "out/mine"), 0777), 0);
    assert_refused(p, "out", "mine");

    put(p, "file", "x");
    assert_refused(p, "file", "no folder");
    assert_listing(p, "file out/ out/.gpubill out/charts/ out/charts/spend-by-day.svg out/mine/ "
        "out/review.json theirs/ theirs/.gpubill theirs/thesis.tex ");
}

static void
a_list_that_names_what_no_report_has_makes_it_not_ours(void **state)
{
    static const char *const names[] = { "thesis.txt", "review.json.bak", "Review.json",
        "charts/thesis.svg", "charts/spend-by-day.txt", "charts/spend-by-day-zz.svg",
        "charts/spend-by-day-qqq.svg", "charts/spend-by-day-USD.svg", "charts/.svg" };
    struct place *p = *state;
    struct buf list;

    buf_init(&list, 65536);
    assert_int_equal(mkdir(at(p, "out"), 0777), 0);
    assert_int_equal(mkdir(at(p, "out/charts"), 0777), 0);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[64];

        (void)snprintf(name, sizeof(name), "out/%s", names[i]);
        buf_reset(&list);
        buf_addf(&list, "gpubill report\ncharts/\n" PRINT_X "  %s\n", names[i]);
        put(p, "out/.gpubill", list.p);
        put(p, name, "x");
        assert_refused(p, "out", "gpubill did not write");
        assert_int_equal(unlink(at(p, name)), 0);
    }
    assert_int_equal(mkdir(at(p, "out/thesis"), 0777), 0);
    put(p, "out/.gpubill", "gpubill report\ncharts/\nthesis/\n");
    assert_refused(p, "out", "gpubill did not write thesis");
    assert_int_equal(rmdir(at(p, "out/thesis")), 0);

    put(p, "out/.gpubill", "gpubill report\ncharts/\n" PRINT_X "  charts/spend-by-day-usd.svg\n");
    put(p, "out/charts/spend-by-day-usd.svg", "x");
    write_report(p, "out", "new", false);
    assert_text(p, "out/review.json", "new");
    buf_release(&list);
}

static void
a_report_that_was_changed_is_refused_until_forced(void **state)
{
    struct place *p = *state;

    write_report(p, "out", "old", false);
    put(p, "out/charts/spend-by-day.svg", "mine");
    assert_refused(p, "out", "charts/spend-by-day.svg was changed since gpubill wrote it");
    assert_text(p, "out/charts/spend-by-day.svg", "mine");
    write_report(p, "out", "new", true);
    assert_text(p, "out/charts/spend-by-day.svg", "<svg/>");

    put(p, "out/.gpubill", "gpubill report\ncharts/\ncharts/spend-by-day.svg\n");
    assert_refused(p, "out", "an earlier build of gpubill wrote charts/spend-by-day.svg");
}

static void
a_link_in_the_place_of_a_file_is_not_ours(void **state)
{
    struct place *p = *state;

    write_report(p, "out", "x", false);
    put(p, "thesis.txt", "x");
    assert_int_equal(unlink(at(p, "out/review.json")), 0);
    assert_int_equal(symlink("../thesis.txt", at(p, "out/review.json")), 0);
    assert_refused(p, "out", "review.json was changed since gpubill wrote it");
    write_report(p, "out", "new", true);
    assert_text(p, "thesis.txt", "x");
    assert_text(p, "out/review.json", "new");
}

static void
a_file_that_came_meanwhile_is_not_removed(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    struct outdir *o;

    write_report(p, "out", "old", false);
    o = outdir_begin(at(p, "out"), false, NULL, &e);
    assert_non_null(o);
    assert_int_equal(outdir_write(o, "review.json", SV("new"), &e), 0);
    put(p, "out/thesis.txt", "x");
    assert_int_equal(outdir_commit(o, &e), -1);
    assert_int_equal(e.code, ERR_IO);
    outdir_free(o);
    assert_text(p, "out/thesis.txt", "x");
    assert_text(p, "out/review.json", "old");
}

static void
force_keeps_the_users_files_beside_the_new_report(void **state)
{
    struct place *p = *state;
    struct stat st;

    write_report(p, "out", "old", false);
    put(p, "out/charts/mine.png", "mine");
    assert_int_equal(mkdir(at(p, "out/notes"), 0777), 0);
    put(p, "out/notes/a", "note");
    assert_int_equal(chmod(at(p, "out/notes"), 0710), 0);
    write_report(p, "out", "new", true);
    assert_int_equal(stat(at(p, "out/notes"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0710);
    assert_text(p, "out/review.json", "new");
    assert_text(p, "out/charts/mine.png", "mine");
    assert_text(p, "out/notes/a", "note");
    assert_text(p, "out/.gpubill", "gpubill report\ncharts/\n"
        PRINT_SVG "  charts/spend-by-day.svg\n" PRINT_NEW "  review.json\n");
    assert_refused(p, "out", "charts/mine.png");
}

static void
a_link_to_a_folder_is_followed(void **state)
{
    struct place *p = *state;
    struct stat st;

    assert_int_equal(mkdir(at(p, "real"), 0777), 0);
    assert_int_equal(symlink("real", at(p, "out")), 0);
    write_report(p, "out", "{}", false);
    assert_text(p, "real/review.json", "{}");
    assert_int_equal(lstat(at(p, "out"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
}

static void
the_folder_in_which_we_are_is_refused(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;
    char here[4096];

    assert_non_null(getcwd(here, sizeof(here)));
    assert_int_equal(mkdir(at(p, "in"), 0777), 0);
    assert_int_equal(chdir(at(p, "in")), 0);
    assert_null(outdir_begin(".", false, NULL, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_null(outdir_begin("..", false, NULL, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_int_equal(chdir(here), 0);
}

/* A child holds the lock for a while and removes it, as a run does at its end. */
static void
a_run_waits_for_another_one(void **state)
{
    const struct timespec while_away = { .tv_nsec = 300000000L };
    struct place *p = *state;
    int fd = open(at(p, ".out.gpubill-lock"), O_RDWR | O_CREAT, 0666), status;
    pid_t child;

    assert_true(fd >= 0);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)nanosleep(&while_away, NULL);
        put(p, "waited", "");
        (void)unlink(at(p, ".out.gpubill-lock"));
        _exit(0);
    }
    (void)close(fd);
    write_report(p, "out", "{}", false);
    assert_text(p, "waited", "");
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_listing(p, "out/ out/.gpubill out/charts/ out/charts/spend-by-day.svg out/review.json "
        "waited ");
}

int
main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)
    const struct CMUnitTest tests[] = {
        IN_PLACE(a_new_report_holds_what_was_written_and_its_list),
        IN_PLACE(a_second_report_replaces_the_first_as_a_whole),
        IN_PLACE(a_run_that_does_not_commit_leaves_the_old_report),
        IN_PLACE(leftovers_of_dead_runs_are_removed),
        IN_PLACE(a_report_that_a_dead_run_had_moved_away_comes_back),
        IN_PLACE(an_empty_folder_is_ours),
        IN_PLACE(what_is_somebody_elses_is_refused_and_left_alone),
        IN_PLACE(a_list_that_names_what_no_report_has_makes_it_not_ours),
        IN_PLACE(a_report_that_was_changed_is_refused_until_forced),
        IN_PLACE(a_link_in_the_place_of_a_file_is_not_ours),
        IN_PLACE(a_file_that_came_meanwhile_is_not_removed),
        IN_PLACE(force_keeps_the_users_files_beside_the_new_report),
        IN_PLACE(a_link_to_a_folder_is_followed),
        IN_PLACE(the_folder_in_which_we_are_is_refused),
        IN_PLACE(a_run_waits_for_another_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
