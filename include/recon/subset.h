/*
 * subset.h - which of some amounts add up to a target: exact, bounded.
 */
#ifndef RECON_SUBSET_H
#define RECON_SUBSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct subset {
    /* The result of the last search. */
    uint32_t *chosen;   /* indexes of the amounts, ascending */
    size_t n;           /* 0: no subset */
    uint64_t solutions; /* all subsets, counted up to a limit */
    bool gave_up;       /* more states than allowed: the result is none */
    uint64_t states;    /* how many it took */
    /* Memory that is kept from search to search. */
    void *memory[6];
    size_t room[6];
};

#define SUBSET_INIT { 0 }

void subset_release(struct subset *s);

/*
 * Find the subset of ${amounts} (positive) that adds up to ${target} with the fewest elements, of
 * these the lexicographically smallest by index; count up to ${count_max} subsets. A state is one
 * (amount, sum) that the search keeps: a sum of amounts from that one on that can still become part
 * of the target. Beyond ${max_states} of them it gives up. -1: ERR_NOMEM.
 */
int subset_find(struct subset *s, const uint64_t *amounts, size_t n, uint64_t target,
    uint64_t max_states, uint64_t count_max, struct err *e);

#endif
