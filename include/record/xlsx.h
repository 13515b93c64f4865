/*
 * xlsx.h - the rows of a workbook's sheets (Excel, .xlsx), by libarchive and expat.
 *
 * Cells are what stands in the file: numbers in their own text (without digits that no double
 * has), formulas by the value that was saved with them (without one, by their own text, "=A1+1"),
 * TRUE and FALSE, errors as "#N/A". Numbers whose format is one of a date or time are written out,
 * exactly: "2026-03-01", "2026-03-01 10:00:00", "10:00:00". Numbers have beside them the sign of
 * money that their format names in brackets ([$$-409]): "$10".
 */
#ifndef RECORD_XLSX_H
#define RECORD_XLSX_H

#include "input/container.h"
#include "record/record.h"

/* Most bytes, and most strings, of the table of strings that the sheets share. */
#define XLSX_STRINGS_BYTES_MAX ((size_t)256 << 20)
#define XLSX_STRINGS_MAX ((size_t)16 << 20)

/* Most sheets, cell formats and number formats of a workbook. */
#define XLSX_PARTS_MAX 65536

/*
 * A few bytes may name the last column of a row, and so make cells of nothing: no more than this
 * many rows of the limit's columns, all of them empty, may stand before the cells of a sheet.
 */
#define XLSX_EMPTY_ROWS_MAX 16384

/* Rows are filled up with empty cells to the widest row so far, up to this many cells. */
#define XLSX_FILL_MAX 1024

/* Bytes of a row's `raw`, which is the row as CSV; what is longer is cut. */
#define XLSX_RAW_MAX ((size_t)64 << 10)

struct xlsx_sheet {
    const char *name;
    bool is_hidden;
};

struct xlsx;

/* Whether ${c} is a workbook and not just any archive. */
bool xlsx_is(const struct container *c);

/*
 * Open the workbook ${c} (borrowed). -1: ERR_SYNTAX where it is damaged, ERR_UNKNOWN where it is of
 * another kind (.xlsb), ERR_LIMIT, ERR_IO, ERR_NOMEM. Free ${*out} with xlsx_free().
 */
int xlsx_new(struct xlsx **out, struct container *c, struct err *e);

/* NULL is fine. */
void xlsx_free(struct xlsx *x);

/* All sheets, also those of charts, which have no cells, and hidden ones, in the order of the
 * workbook. */
size_t xlsx_count(const struct xlsx *x);
const struct xlsx_sheet *xlsx_sheet(const struct xlsx *x, size_t i);

/* Who, or which program, says it made the workbook; "" where nobody does. */
const char *xlsx_creator(const struct xlsx *x);

/* What a row may be: ${limits} (borrowed), until then RECORD_LIMITS_INIT. */
void xlsx_set_limits(struct xlsx *x, const struct record_limits *limits);

/*
 * Read the rows of sheet ${i} that are in the file; `line` is the row's number, `cells` are trimmed
 * and stand at their columns. Rows that the file leaves out are left out. 0: all was read, or
 * ${visit} had enough; -1: ${visit} failed, or as xlsx_new().
 */
int xlsx_read(struct xlsx *x, size_t i, record_visit *visit, void *context, struct err *e);

#endif
