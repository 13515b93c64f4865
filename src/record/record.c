/*
 * record.c - one record of a file.
 */
#include "record/record.h"

bool
record_is_blank(const struct record *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->cells[i].n > 0)
            return false;
    return r->object == NULL;
}
