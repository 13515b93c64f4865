#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "reports/chart.h"
#include "reports/chart_data.h"
#include "reports/gnuplot.h"
#include "results_sample.h"

/* A folder with a program "gnuplot" that is the shell script ${script}; PATH is that folder. */
static void
pretend(char folder[64], const char *script)
{
    struct err e = ERR_INIT;
    char path[128];

    (void)snprintf(folder, 64, "/tmp/gpubill-gnuplot-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof(path), "%s/gnuplot", folder);
    assert_int_equal(file_write(path, sv_of(script), &e), 0);
    assert_int_equal(chmod(path, 0755), 0);
    assert_int_equal(setenv("PATH", folder, 1), 0);
}

static const struct program_limits usual = PROGRAM_LIMITS_INIT;

static void
assert_why(const struct message *why, const char *expected)
{
    char text[MESSAGE_TEXT_MAX];

    assert_string_equal(message_text(why, LANG_EN, text, sizeof(text)), expected);
}

static void
drop(const char *folder)
{
    struct err e = ERR_INIT;

    assert_int_equal(file_remove_tree(folder, &e), 0);
}

static void
it_runs_in_the_folder_of_its_data_with_nothing_of_the_user(void **state)
{
    char folder[64], log[128], expected[256];
    struct message why = { 0 };
    struct buf program, got;
    struct err e = ERR_INIT;

    (void)state;
    pretend(folder, "#!/bin/sh\necho \"$1 $2 $HOME $LC_ALL $GNUPLOT_LIB\"\npwd\n"
        "read -r line; echo \"got $line\"\n");
    assert_int_equal(setenv("GNUPLOT_LIB", "/elsewhere", 1), 0);
    buf_init(&program, 4096);
    buf_init(&got, 4096);
    assert_true(gnuplot_find(&program));
    assert_int_equal(gnuplot_run(program.p, folder, "x.gp", "x", &usual, &why), 0);
    (void)snprintf(log, sizeof(log), "%s/gnuplot.log", folder);
    assert_int_equal(file_read(&got, log, &e), 0);
    (void)snprintf(expected, sizeof(expected), "-d x.gp %s C.UTF-8 \n%s\ngot \n", folder, folder);
    assert_sv(buf_sv(&got), expected);
    buf_release(&program);
    buf_release(&got);
    drop(folder);
}

static void
one_that_hangs_is_killed(void **state)
{
    const struct program_limits short_limits = { .seconds = 1, .memory = usual.memory,
        .output = usual.output };
    char folder[64];
    struct message why = { 0 };
    struct buf program;

    (void)state;
    pretend(folder, "#!/bin/sh\nexec /bin/sleep 60\n");
    buf_init(&program, 4096);
    assert_true(gnuplot_find(&program));
    assert_int_equal(gnuplot_run(program.p, folder, "x.gp", "spend-by-day", &short_limits, &why),
        -1);
    assert_why(&why, "gnuplot took longer than 1 s for spend-by-day and was stopped; "
        "--limit seconds=N allows more");
    buf_release(&program);
    drop(folder);
}

static void
one_that_fails_is_a_warning_with_its_reason(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct arena arena = ARENA_INIT;
    struct chart_image images[4];
    struct message why = { 0 };
    struct err e = ERR_INIT;
    char folder[64];
    bool drawn = true;
    size_t n = 9;

    (void)state;
    pretend(folder, "#!/bin/sh\necho >&2\necho 'line 0: no \033terminal' >&2\nexit 1\n");
    assert_int_equal(chart_draw_all(&s->results, folder, &arena, images, 4, &n, &drawn, &why, &e),
        0);
    assert_false(drawn);
    assert_int_equal(n, 0);
    assert_why(&why, "gnuplot failed on spend-by-category-cny: line 0: no \\x1Bterminal");
    drop(folder);
    arena_release(&arena);
    sample_release(s);
}

static void
one_that_draws_no_chart_is_a_warning(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct arena arena = ARENA_INIT;
    struct chart_image images[4];
    struct message why = { 0 };
    struct err e = ERR_INIT;
    char folder[64];
    bool drawn = true;
    size_t n = 9;

    (void)state;
    pretend(folder, "#!/bin/sh\necho hello >chart.svg\n");
    assert_int_equal(chart_draw_all(&s->results, folder, &arena, images, 4, &n, &drawn, &why, &e),
        0);
    assert_false(drawn);
    assert_why(&why, "gnuplot drew nothing for spend-by-category-cny");
    drop(folder);
    pretend(folder, "#!/bin/sh\n");
    assert_int_equal(chart_draw_all(&s->results, folder, &arena, images, 4, &n, &drawn, &why, &e),
        0);
    assert_false(drawn);
    assert_why(&why, "gnuplot drew nothing for spend-by-category-cny");
    drop(folder);
    arena_release(&arena);
    sample_release(s);
}

static void
none_at_all_is_a_warning(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct arena arena = ARENA_INIT;
    struct chart_image images[4];
    struct message why = { 0 };
    struct err e = ERR_INIT;
    bool drawn = true;
    size_t n = 9;

    (void)state;
    assert_int_equal(setenv("PATH", "/nowhere:relative:", 1), 0);
    assert_int_equal(chart_draw_all(&s->results, "/nowhere/charts", &arena, images, 4, &n, &drawn,
        &why, &e), 0);
    assert_false(drawn);
    assert_int_equal(n, 0);
    assert_why(&why, "gnuplot is not installed, so there are no charts");
    sample_release(s);
}

static void
labels_cannot_break_out_of_the_data(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    char folder[] = "/tmp/gpubill-data-XXXXXX", path[128];
    struct breakdown b;
    struct buf ticks;
    struct err e = ERR_INIT;
    size_t replaced;

    (void)state;
    s->review.spend.at[0].platform = "a\t\"b\"\\\n`system` 'c'";
    s->review.spend.at[1].platform = s->review.spend.at[0].platform;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "CNY", &e), 0);
    assert_int_equal(chart_data_write(&b, &s->results, NULL, folder, &replaced, &e), 0);
    buf_init(&ticks, 65536);
    (void)snprintf(path, sizeof(path), "%s/ticks.tsv", folder);
    assert_int_equal(file_read(&ticks, path, &e), 0);
    assert_sv(buf_sv(&ticks), "0\tAutoDL\n100\ta 'b'/ `system` 'c'\n");
    buf_release(&ticks);
    breakdown_release(&b);
    drop(folder);
    sample_release(s);
}

static void
a_picture_has_boxes_where_no_font_has_a_character(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    char folder[64], path[128];
    struct chart_image images[4];
    struct message why;
    struct arena arena = ARENA_INIT;
    struct err e = ERR_INIT;
    struct buf png;
    size_t n;
    bool drawn;

    (void)state;
    /* The programs are the shell's own, since PATH holds nothing else. */
    pretend(folder, "#!/bin/sh\necho '<svg></svg>' >chart.svg\n"
        "while read -r line; do echo \"$line\"; done <ticks.tsv >chart.png\n");
    (void)snprintf(path, sizeof(path), "%s/fc-list", folder);
    assert_int_equal(file_write(path, SV("#!/bin/sh\necho 'CFF 20-7e 25a1'\n"), &e), 0);
    assert_int_equal(chmod(path, 0755), 0);
    s->review.spend.at[0].platform = s->review.spend.at[1].platform = "lab 卡";
    assert_int_equal(chart_draw_all(&s->results, folder, &arena, images, 4, &n, &drawn, &why, &e),
        0);
    assert_true(drawn);
    assert_why(&why, "no font here has some characters of the charts' labels: the PNG files show "
        "boxes in their place, the page does not; install a font that has them, for Chinese "
        "fonts-noto-cjk");
    buf_init(&png, 65536);
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(path, sizeof(path), "%s/%s.png", folder, images[i].name);
        assert_int_equal(file_read(&png, path, &e), 0);
    }
    assert_int_equal(sv_find(buf_sv(&png), SV("卡"), 0), (size_t)-1);
    assert_int_not_equal(sv_find(buf_sv(&png), SV("lab □"), 0), (size_t)-1);
    buf_release(&png);
    arena_release(&arena);
    drop(folder);
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_runs_in_the_folder_of_its_data_with_nothing_of_the_user),
        cmocka_unit_test(one_that_hangs_is_killed),
        cmocka_unit_test(one_that_fails_is_a_warning_with_its_reason),
        cmocka_unit_test(one_that_draws_no_chart_is_a_warning),
        cmocka_unit_test(none_at_all_is_a_warning),
        cmocka_unit_test(labels_cannot_break_out_of_the_data),
        cmocka_unit_test(a_picture_has_boxes_where_no_font_has_a_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
