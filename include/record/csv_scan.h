/*
 * csv_scan.h - where the cells and rows of delimited text end, found 64 bytes at a time.
 *
 * The hot path of reading. It understands only rows that need no second thought; csv.c gives every
 * other one to libcsv. Measured on FOCUS bills of quoted cells, one core of a server of 2023:
 * libcsv splits 0.4 GB a second, this 3.
 */
#ifndef RECORD_CSV_SCAN_H
#define RECORD_CSV_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sv.h"

/* Bytes that are looked at together at most; a row that is longer is left to libcsv. */
#define CSV_SCAN_MAX 32768

/* Where cells and rows end; the offsets of delimiters and LFs outside quotes. */
struct csv_marks {
    uint32_t ends[CSV_SCAN_MAX + 1]; /* of cells, a row's last one included */
    uint32_t rows[CSV_SCAN_MAX + 1]; /* those of them that end rows, as indexes */
    size_t n, row_count;
    size_t scanned; /* bytes that the marks speak of */
    bool is_odd;    /* behind the last mark, before the end of these bytes, stands an odd one */
};

/*
 * Mark what stands in the first bytes of ${text}, where a row begins; at most CSV_SCAN_MAX. Odd,
 * and the end of the scan, is what this module leaves to libcsv: a quote that opens elsewhere than
 * behind a delimiter or line end, text behind one that closes, a line end inside quotes, a CR
 * without its LF, a NUL.
 */
typedef void csv_scan(struct csv_marks *marks, struct sv text, char delimiter);

/* The fastest scan that this processor can run, and the one that every processor can. */
csv_scan *csv_scan_best(void);
csv_scan *csv_scan_portable(void);

/* All scans that this processor can run, for tests: ${*n} of them. */
csv_scan *const *csv_scan_all(size_t *n);

#endif
