/*
 * stopwatch.c - what a run costs.
 */
#include <sys/resource.h>
#include <time.h>

#include "run/stopwatch.h"

#define NANOSECONDS 1000000 /* of a millisecond */

static int64_t
read_clock(clockid_t clock)
{
    struct timespec t;

    return clock_gettime(clock, &t) == 0 ? t.tv_sec * TIME_SECOND + t.tv_nsec / NANOSECONDS : 0;
}

void
stopwatch_start(struct stopwatch *w)
{
    w->started = read_clock(CLOCK_REALTIME) / TIME_SECOND * TIME_SECOND;
    w->begun = read_clock(CLOCK_MONOTONIC);
}

void
stopwatch_tell(const struct stopwatch *w, struct results *r)
{
    struct rusage used;

    r->started = w->started;
    r->milliseconds = read_clock(CLOCK_MONOTONIC) - w->begun;
    if (getrusage(RUSAGE_SELF, &used) == 0)
        r->peak_memory = (uint64_t)used.ru_maxrss * 1024;
}
