/*
 * folder.h - a temporary folder of the process, for what wants paths.
 */
#ifndef TESTS_FUZZ_FOLDER_H
#define TESTS_FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"

#define FOLDER_PATH_MAX 256

/* The folder's name; the first call makes it. */
static inline const char *
folder_name(void)
{
    static char name[FOLDER_PATH_MAX];
    const char *parent = getenv("TMPDIR");

    if (name[0] == '\0' && (snprintf(name, sizeof(name), "%s/gpubill-fuzz-XXXXXX",
            parent && parent[0] ? parent : "/tmp") >= FOLDER_PATH_MAX || !mkdtemp(name)))
        abort();
    return name;
}

static inline void
folder_remove(void)
{
    struct err e = ERR_INIT;

    (void)file_remove_tree(folder_name(), &e);
}

/* The path of ${name} in it; the folder goes when the process ends. */
static inline const char *
folder_path(char path[FOLDER_PATH_MAX], const char *name)
{
    static bool is_noted;

    if (!is_noted && atexit(folder_remove) != 0)
        abort();
    is_noted = true;
    if (snprintf(path, FOLDER_PATH_MAX, "%s/%s", folder_name(), name) >= FOLDER_PATH_MAX)
        abort();
    return path;
}

/* Write ${bytes} as the file ${name} in it, whose path is returned. */
static inline const char *
folder_put(char path[FOLDER_PATH_MAX], const char *name, struct sv bytes)
{
    FILE *f = fopen(folder_path(path, name), "wb");

    if (!f || fwrite(bytes.n > 0 ? bytes.p : "", 1, bytes.n, f) != bytes.n || fclose(f) != 0)
        abort();
    return path;
}

#endif
