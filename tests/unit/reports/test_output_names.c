#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "input/own_report.h"
#include "reports/output_names.h"
#include "unit.h"

static const char *const others[] = {
    "bills.csv", "review.csv", "ledger.json", "report.pdf", "Review.json", "review.json ",
    "charts/spend-by-day.csv", "charts", "report.html.bak",
};

#define OTHERS (sizeof(others) / sizeof(others[0]))

/* Open a folder in which a list, such as a report has, names all that there is. */
static void
open_listed(struct own_report *r, const char *const *charts)
{
    char folder[] = "/tmp/gpubill-names-XXXXXX", path[64];
    struct buf list;
    int fd;

    assert_non_null(mkdtemp(folder));
    buf_init(&list, 4096);
    buf_add_text(&list, OWN_REPORT_HEAD);
    for (unsigned i = 0; i < OUTPUT_NAMES; i++)
        buf_addf(&list, "%s\n", output_name((enum output_name_id)i));
    for (; *charts; charts++)
        buf_addf(&list, "9f86d081884c7d65  %s\n", *charts);
    for (size_t i = 0; i < OTHERS; i++)
        buf_addf(&list, "%s\n", others[i]);
    (void)snprintf(path, sizeof(path), "%s/%s", folder, OWN_REPORT_LIST);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && write(fd, list.p, list.n) == (ssize_t)list.n && close(fd) == 0);

    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_true(own_report_open(r, fd));
    (void)close(fd);
    buf_release(&list);
    assert_int_equal(file_remove_tree(folder, &(struct err)ERR_INIT), 0);
}

/* Who reads a folder and who writes a report have a list each, since they are layers apart. */
static void
what_is_written_is_never_read_and_all_else_is(void **state)
{
    static const char *const charts[] = {
        OUTPUT_CHARTS_FOLDER "/spend-by-day" OUTPUT_SVG,
        OUTPUT_CHARTS_FOLDER "/spend-by-day-usd" OUTPUT_PNG, NULL,
    };
    struct own_report r;

    (void)state;
    open_listed(&r, charts);
    for (unsigned i = 0; i < OUTPUT_NAMES; i++) {
        const char *name = output_name((enum output_name_id)i);

        assert_true(output_name_is_known(sv_of(name), false));
        assert_true(own_report_has(&r, sv_of(name)));
    }
    for (const char *const *name = charts; *name; name++) {
        assert_true(output_name_is_known(sv_of(*name), false));
        assert_true(own_report_has(&r, sv_of(*name)));
    }
    for (size_t i = 0; i < OTHERS; i++) {
        assert_false(output_name_is_known(sv_of(others[i]), false));
        assert_false(own_report_has(&r, sv_of(others[i])));
    }
    own_report_release(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_never_read_and_all_else_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
