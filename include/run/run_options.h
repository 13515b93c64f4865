/*
 * run_options.h - what a run is asked for, by the command line or through the library.
 *
 * Texts are as the user gave them; the functions that use them say what is wrong with them, by the
 * name of the option.
 */
#ifndef RUN_RUN_OPTIONS_H
#define RUN_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sv.h"
#include "input/limits.h"
#include "parsers/import.h"

/* Minutes of the time zone where nobody gives one. */
#define RUN_ZONE_DEFAULT (8 * 60)

/* Most threads of a run. */
#define RUN_JOBS_MAX 1024

/* Bytes that are read as if they were the file ${name}. */
struct run_bytes {
    const char *name;
    struct sv bytes;
};

/* All of it borrowed, and NULL or 0 where it was not given. */
struct run_options {
    const char *const *paths;
    size_t path_count;
    const struct run_bytes *bytes; /* read beside the paths */
    size_t bytes_count;
    const char *config;     /* path, or the name of `config_text` */
    struct sv config_text;  /* p NULL: read the file `config` */
    const char *formats;    /* folder */
    const char *format;     /* id of the format of files whose content leaves it open */
    bool has_timezone;      /* else that of the config, where it has one */
    int zone_minutes;
    const char *month, *from, *to;
    const char *const *usage; /* each INSTANCE=FILE */
    size_t usage_count;
    const char *usage_columns;
    const char *const *previous; /* paths of earlier reviews */
    size_t previous_count;
    const char *ledger_db;
    const char *out;        /* the folder of the report */
    struct limits limits;
    size_t jobs;            /* threads, at least 1 */
    import_progress *progress;
    void *progress_context;
};

#endif
