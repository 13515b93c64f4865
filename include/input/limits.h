/*
 * limits.h - how much is read at most: of folders, of what is packed, of one record; and what other
 * programs may use.
 *
 * They bound what a hostile or damaged file can cost. Each has an option that raises it, which the
 * messages name. The limits of records and programs travel with the source that they are for.
 */
#ifndef INPUT_LIMITS_H
#define INPUT_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What may be unpacked. */
struct container_limits {
    uint64_t members; /* entries of archives, folders too */
    uint64_t levels;  /* containers within containers; 1: none inside the outermost */
    uint64_t ratio;   /* times the size of the outermost container */
    uint64_t bytes;   /* unpacked, all together */
};

#define CONTAINER_LIMITS_DEFAULT                                                                   \
    { .members = 10000, .levels = 8, .ratio = 200, .bytes = (uint64_t)64 << 30 }

/* What one record may be, and how it is read. */
struct record_limits {
    uint64_t field;   /* bytes of one cell, or of a tag of XML */
    uint64_t record;  /* bytes of all */
    uint64_t columns;
    uint64_t depth;   /* nesting of JSON and XML, at most RECORD_DEPTH_HIGHEST */
    bool is_by_libcsv; /* every row of delimited text, also those that need it not */
};

#define RECORD_FIELD_MAX (1u << 20)
#define RECORD_MAX (16u << 20)
#define RECORD_COLUMNS_MAX 16384
#define RECORD_DEPTH_MAX 64
#define RECORD_DEPTH_HIGHEST 512

#define RECORD_LIMITS_INIT                                                                         \
    { RECORD_FIELD_MAX, RECORD_MAX, RECORD_COLUMNS_MAX, RECORD_DEPTH_MAX, false }

/* What a program that reads PDF and pictures, or draws charts, may use. */
struct program_limits {
    uint64_t pages;   /* of a PDF that are read */
    uint64_t seconds; /* by the clock, and of computing */
    uint64_t memory;  /* bytes of address space */
    uint64_t output;  /* bytes of each file that it writes */
};

#define PROGRAM_SECONDS_MAX 86400
#define PROGRAM_OUTPUT_MAX ((uint64_t)1 << 30)

#define PROGRAM_LIMITS_INIT                                                                        \
    { .pages = 100, .seconds = 20, .memory = (uint64_t)1 << 30, .output = (uint64_t)32 << 20 }

struct limits {
    uint64_t folders; /* within folders */
    struct container_limits unpack;
    struct record_limits record;
    struct program_limits program;
    uint64_t memory; /* bytes in use at which reading stops; 0: none */
};

#define LIMITS_FOLDERS_MAX 64
#define LIMITS_INIT                                                                                \
    { LIMITS_FOLDERS_MAX, CONTAINER_LIMITS_DEFAULT, RECORD_LIMITS_INIT, PROGRAM_LIMITS_INIT, 0 }

#endif
