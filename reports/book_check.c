/*
 * book_check.c - whether a workbook that was written holds all of its rows.
 *
 * The rows of a sheet stand in one element, byte for byte as they were written. What a full disk
 * swallows makes it shorter.
 */
#include <stdio.h>

#include "input/container.h"
#include "reports/book_inside.h"

#define EDGE_MAX ((size_t)1 << 16) /* what stands before the rows, or behind them, is shorter */

/* The offset of ${tag} in the piece of ${s} at ${from}; its size where it is not there. */
static uint64_t
find(struct source *s, uint64_t from, struct sv tag, struct err *e)
{
    char piece[EDGE_MAX];
    size_t got = 0, at;

    if (source_read(s, piece, sizeof(piece), from, &got, e))
        return source_size(s);
    at = sv_find((struct sv){ piece, got }, tag, 0);
    return at == (size_t)-1 ? source_size(s) : from + at;
}

static int
check_sheet(struct container *c, size_t sheet, uint64_t size, struct err *e)
{
    const struct sv begin = SV("<sheetData>"), end = SV("</sheetData>");
    struct err ignored = ERR_INIT;
    uint64_t from, to, edge;
    struct source *s;
    char name[64];
    size_t part;

    (void)snprintf(name, sizeof(name), "xl/worksheets/sheet%zu.xml", sheet + 1);
    part = container_find(c, sv_of(name));
    if (part == (size_t)-1 || container_open(&s, c, part, &ignored))
        return err_set(e, ERR_IO, "cannot write the workbook; the disk may be full");
    edge = source_size(s) < EDGE_MAX ? 0 : source_size(s) - EDGE_MAX;
    from = find(s, 0, begin, &ignored) + begin.n;
    to = find(s, edge, end, &ignored);
    source_free(s);
    if (size > 0 && (to < from || to - from != size))
        return err_set(e, ERR_IO, "cannot write the workbook; the disk may be full");
    return 0;
}

int
book_check(const char *path, const uint64_t *sizes, size_t n, struct err *e)
{
    const struct container_limits limits = { .members = 1000, .levels = 1,
        .ratio = UINT64_C(1000000), .bytes = UINT64_MAX };
    struct err ignored = ERR_INIT;
    struct container *c = NULL;
    struct source *s = NULL;
    int result = 0;

    if (source_open(&s, path, e))
        return -1;
    if (container_new(&c, s, path, NULL, &limits, &ignored))
        result = err_set(e, ERR_IO, "cannot write the workbook; the disk may be full");
    for (size_t i = 0; i < n && result == 0; i++)
        result = check_sheet(c, i, sizes[i], e);
    container_free(c);
    source_free(s);
    return result < 0 ? err_at(e, path, 0) : 0;
}
