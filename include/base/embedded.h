/*
 * embedded.h - files that are compiled into the program.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;           /* the file's name without its folder; NULL ends a table */
    const unsigned char *bytes; /* followed by a NUL that length does not count */
    size_t length;
};

#endif
