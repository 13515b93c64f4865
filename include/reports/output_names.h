/*
 * output_names.h - the names of the files of a report.
 *
 * Whoever writes one has its name from here, so that what stands in a folder can be told from what
 * gpubill never wrote.
 */
#ifndef REPORTS_OUTPUT_NAMES_H
#define REPORTS_OUTPUT_NAMES_H

#include <stdbool.h>

#include "base/sv.h"

/* The folder of the charts, which are breakdown_name() with one of these behind. */
#define OUTPUT_CHARTS_FOLDER "charts"
#define OUTPUT_SVG ".svg"
#define OUTPUT_PNG ".png"

enum output_name_id {
    OUTPUT_NAME_JSON,
    OUTPUT_NAME_LEDGER,
    OUTPUT_NAME_REJECTED,
    OUTPUT_NAME_FINDINGS,
    OUTPUT_NAME_RECONCILIATION,
    OUTPUT_NAME_WORKBOOK,
    OUTPUT_NAME_MARKDOWN,
    OUTPUT_NAME_PAGE,
    OUTPUT_NAME_REIMBURSEMENT,
    OUTPUT_NAMES,
};

/* "review.json", "ledger.csv". */
const char *output_name(enum output_name_id file);

/* Whether a report may hold the file, or the folder, ${name}: "charts/spend-by-day-usd.svg". */
bool output_name_is_known(struct sv name, bool is_folder);

#endif
