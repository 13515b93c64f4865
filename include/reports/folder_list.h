/*
 * folder_list.h - what stands in a folder, with all below it.
 */
#ifndef REPORTS_FOLDER_LIST_H
#define REPORTS_FOLDER_LIST_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

/* Most entries and deepest nesting that are listed. */
#define FOLDER_LIST_MAX 1000000
#define FOLDER_DEPTH_MAX 64

struct folder_entry {
    const char *name; /* relative to the folder: "charts/spend-by-day.svg" */
    bool is_folder;   /* false for everything else, links included */
};

struct folder_list {
    struct arena arena;
    struct { struct folder_entry *at; size_t n, room; } entries; /* by name, bytewise */
};

/*
 * List all that is in ${folder}, folders before what is in them. Links are listed, not followed.
 * -1: ERR_IO with the path, ERR_LIMIT, ERR_NOMEM. Release ${l} in every case.
 */
int folder_list_read(struct folder_list *l, const char *folder, struct err *e);
void folder_list_release(struct folder_list *l);

#endif
