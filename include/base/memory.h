/*
 * memory.h - how much memory the program takes, and how much it may take.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdint.h>

#include "base/err.h"

/* Bytes of this program that are in memory; where the system does not tell, the most there were. */
uint64_t memory_used(void);

/* Bytes of memory that the machine has; 0 where the system does not tell. */
uint64_t memory_of_machine(void);

/* From now on blocks of 256 KB and more are the system's again as soon as they are freed; for
 * programs, as it concerns all memory. */
void memory_give_back(void);

/* -1: ERR_NOMEM, more than ${limit} bytes are in use, with both numbers and what to do. A ${limit}
 * of 0 is none. */
int memory_check(uint64_t limit, struct err *e);

#endif
