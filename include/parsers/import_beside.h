/*
 * import_beside.h - bills that stand beside the list that is read, where detection did not look.
 */
#ifndef PARSERS_IMPORT_BESIDE_H
#define PARSERS_IMPORT_BESIDE_H

#include "parsers/reader.h"

/*
 * A record_beside; ${context} is the reader. -1: ERR_SYNTAX where the value is a bill too, which
 * nobody would read; ERR_NOMEM.
 */
int import_beside_check(void *context, uint64_t document, struct sv key, struct sv raw,
    struct err *e);

#endif
