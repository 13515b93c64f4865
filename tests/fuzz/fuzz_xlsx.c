/*
 * Any bytes as each part of a workbook, and as a whole one: rows keep to the limits and are UTF-8,
 * lines and cells of one sheet are the same when it is read again, and failures have a reason.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "input/container.h"
#include "record/xlsx.h"
#include "record/xlsx_parts.h"

static const struct record_limits limits = { 1000, 5000, 300, 64, false };
static const struct container_limits unpacking = {
    .members = 100, .levels = 1, .ratio = 200, .bytes = 8 << 20,
};

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

struct sums {
    uint64_t rows, cells, bytes;
};

static int
on_row(void *context, const struct record *r, struct err *e)
{
    struct sums *sums = context;
    size_t bytes = 0;

    (void)e;
    require(r->trouble == RECORD_FINE || r->n == 0);
    require(r->n <= limits.columns && r->raw.n <= XLSX_RAW_MAX);
    require(sv_utf8_valid(r->raw) == r->raw.n);
    for (size_t i = 0; i < r->n; i++) {
        require(r->cells[i].n <= limits.field);
        require(sv_utf8_valid(r->cells[i]) == r->cells[i].n);
        bytes += r->cells[i].n;
    }
    require(bytes <= limits.record);
    sums->rows++;
    sums->cells += r->n;
    sums->bytes += bytes;
    return 0;
}

static void
check_result(int result, const struct err *e)
{
    require(result == 0 || (result == -1 && e->code != ERR_NONE && e->message.format));
}

/* The bytes as the table of strings, as the styles, and as a sheet that uses both. */
static void
read_parts(struct source *s)
{
    struct xlsx_strings strings;
    struct xlsx_styles styles = { 0 };
    struct xlsx_book book = { &strings, &styles, false };
    struct sums first = { 0 }, second = { 0 };
    struct err e = ERR_INIT;
    int result;

    xlsx_strings_init(&strings);
    check_result(xlsx_strings_read(&strings, s, &e), &e);
    for (size_t i = 0; i < strings.ends.n; i++) {
        struct sv text = xlsx_strings_get(&strings, i);

        require(sv_utf8_valid(text) == text.n);
    }
    check_result(xlsx_styles_read(&styles, s, &e), &e);
    result = xlsx_sheet_read(s, &book, &limits, on_row, &first, &e);
    check_result(result, &e);
    require(xlsx_sheet_read(s, &book, &limits, on_row, &second, &e) == result);
    require(first.rows == second.rows && first.cells == second.cells &&
        first.bytes == second.bytes);
    xlsx_strings_release(&strings);
    xlsx_styles_release(&styles);
}

static void
read_workbook(struct source *s)
{
    struct container *c;
    struct xlsx *x;
    struct err e = ERR_INIT;

    if (container_new(&c, s, "fuzz.xlsx", NULL, &unpacking, &e))
        return;
    if (xlsx_is(c) && xlsx_new(&x, c, &e) == 0) {
        for (size_t i = 0; i < xlsx_count(x); i++) {
            struct sums sums = { 0 };

            e = (struct err)ERR_INIT;
            check_result(xlsx_read(x, i, on_row, &sums, &e), &e);
        }
        xlsx_free(x);
    }
    container_free(c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    struct source *s = source_of_memory(bytes);
    struct buf date;

    if (!s)
        return 0;
    if (sniff(bytes) == CONTENT_ZIP)
        read_workbook(s);
    else
        read_parts(s);
    source_free(s);

    /* And as a number of days, and as a number format. */
    buf_init(&date, 64);
    for (unsigned format = 0; format < 16; format++, buf_reset(&date))
        require(!xlsx_date_text(&date, sv_part(bytes, 0, 40), format, size % 2 == 0) ||
            (date.n >= 8 && !date.failed));
    buf_release(&date);
    (void)xlsx_format_of_code(bytes);
    return 0;
}
