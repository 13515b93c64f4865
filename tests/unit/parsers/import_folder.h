/*
 * import_folder.h - a folder of files to import, for tests.
 */
#ifndef TESTS_IMPORT_FOLDER_H
#define TESTS_IMPORT_FOLDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "parsers/import.h"
#include "sample_formats.h"

struct fixture {
    struct formats formats;
    char folder[64];
};

static inline int
set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    if (!f)
        return -1;
    load_sample_formats(&f->formats);
    (void)snprintf(f->folder, sizeof(f->folder), "/tmp/gpubill-import-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    *state = f;
    return 0;
}

static inline int
tear_down(void **state)
{
    struct fixture *f = *state;
    struct err e = ERR_INIT;
    int result = file_remove_tree(f->folder, &e);

    formats_release(&f->formats);
    free(f);
    return result;
}

static inline void
put(const struct fixture *f, const char *name, struct sv bytes)
{
    struct buf path;
    struct err e = ERR_INIT;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, name, &e), 0);
    assert_int_equal(file_write(path.p, bytes, &e), 0);
    buf_release(&path);
}

static inline void
forget(const struct fixture *f, const char *name)
{
    struct buf path;
    struct err e = ERR_INIT;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, f->folder, name, &e), 0);
    assert_int_equal(file_remove_tree(path.p, &e), 0);
    buf_release(&path);
}

static inline struct import_options
options_of(const struct fixture *f, size_t jobs)
{
    return (struct import_options){ .formats = &f->formats, .zone_minutes = 480, .jobs = jobs };
}

#endif
