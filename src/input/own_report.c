/*
 * own_report.c - which files of a folder are those of a report that gpubill wrote.
 *
 *     gpubill report
 *     charts/
 *     9f86d081884c7d65  charts/spend-by-day.svg
 *     60303ae22b998861  review.json
 *
 * Lists of earlier versions have names alone.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "input/own_report.h"

#define LIST_BYTES_MAX ((size_t)64 << 20)
#define BLOCK ((size_t)4 << 10)

/* Between the print of a file and its name. */
#define GAP "  "

#define CHARTS "charts/"

/* Append all of ${fd}; false where it cannot be read. */
static bool
read_all(struct buf *out, int fd)
{
    char block[BLOCK];
    ssize_t got;

    do {
        got = read(fd, block, sizeof(block));
        if (got > 0)
            buf_add(out, (struct sv){ block, (size_t)got });
    } while ((got > 0 && !out->failed) || (got < 0 && errno == EINTR));
    return got == 0 && !out->failed;
}

static struct sv
name_of_line(struct sv line)
{
    size_t print = 0;
    struct sv rest;

    while (print < line.n && isxdigit((unsigned char)line.p[print]))
        print++;
    rest = sv_part(line, print, line.n);
    return print > 0 && sv_starts(rest, SV(GAP)) ? sv_part(rest, sizeof(GAP) - 1, rest.n) : line;
}

bool
own_report_open(struct own_report *r, int folder)
{
    int fd = openat(folder, OWN_REPORT_LIST, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct sv rest, line;
    bool is_there;

    *r = (struct own_report)OWN_REPORT_INIT;
    buf_init(&r->list, LIST_BYTES_MAX);
    if (fd < 0)
        return false;
    is_there = read_all(&r->list, fd) && sv_starts(buf_sv(&r->list), SV(OWN_REPORT_HEAD));
    (void)close(fd);
    if (!is_there)
        return false;
    rest = buf_sv(&r->list);
    while (sv_cut(&rest, '\n', &line))
        if (!map_put(&r->names, name_of_line(line), NULL))
            return false;
    return true;
}

void
own_report_release(struct own_report *r)
{
    map_release(&r->names);
    buf_release(&r->list);
}

/* Whether a report may hold ${name}. */
static bool
may_be_ours(struct sv name)
{
    static const char *const names[] = {
        "review.json", "review.xlsx", "ledger.csv", "rejected.csv", "findings.csv",
        "reconciliation.csv", "report.md", "report.html", "reimbursement.html",
    };

    if (sv_starts(name, SV(CHARTS)))
        return sv_ends(name, SV(".svg")) || sv_ends(name, SV(".png"));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (sv_is(name, sv_of(names[i])))
            return true;
    return false;
}

bool
own_report_has(const struct own_report *r, struct sv name)
{
    return may_be_ours(name) && map_get(&r->names, name) != NULL;
}
