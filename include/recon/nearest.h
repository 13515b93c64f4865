/*
 * nearest.h - which of several equal solutions is taken: by time.
 */
#ifndef RECON_NEAREST_H
#define RECON_NEAREST_H

#include "recon/matching.h"

/* The best of the candidates so far, and how many there are on each side of the invoice's date. */
struct nearest {
    int64_t from;
    size_t index;
    bool is_before, has_any;
    uint64_t before, after;
};

#define NEAREST_INIT { 0 }

/*
 * Consider candidate ${index}, which begins with ${first}. One that begins on or before the
 * invoice's date is better than one after it; of two on one side the nearer; of two that begin
 * together the first that came.
 */
void nearest_consider(struct nearest *best, const struct matching *m, uint32_t invoice,
    const struct claim *first, size_t index);

/* How many candidates were on the side of the best. */
uint64_t nearest_count(const struct nearest *best);

#endif
