/*
 * own_report.h - which files of a folder are those of a report that gpubill wrote.
 *
 * Its .gpubill lists them. The list comes with the folder and may be anybody's, so a name on it
 * counts only where a report may have it: whatever else lies there is read.
 */
#ifndef INPUT_OWN_REPORT_H
#define INPUT_OWN_REPORT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/map.h"

/* The list, and what it begins with. */
#define OWN_REPORT_LIST ".gpubill"
#define OWN_REPORT_HEAD "gpubill report\n"

struct own_report {
    struct buf list;
    struct map names; /* on the list; "charts/x.svg" */
};

#define OWN_REPORT_INIT { .names = MAP_INIT }

/* Whether the open folder ${folder} has such a list, which is read. Release ${r} in every case. */
bool own_report_open(struct own_report *r, int folder);
void own_report_release(struct own_report *r);

/* Whether ${name}, relative to the folder, is a file of the report. */
bool own_report_has(const struct own_report *r, struct sv name);

#endif
