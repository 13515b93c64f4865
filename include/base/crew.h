/*
 * crew.h - threads that work on pieces, and help with a piece that is larger than the others.
 *
 * While a piece is worked on, parts of it can be offered to those who have no piece of their own.
 * Nothing is promised: where all are busy, nobody comes, and who offered does it alone.
 */
#ifndef BASE_CREW_H
#define BASE_CREW_H

#include <stddef.h>

#include "base/pool.h"

struct crew;

/* Work on piece ${index}; ${context} is shared. As pool_work. */
typedef void crew_work(void *context, size_t index, struct crew *crew);

/*
 * As pool_run(), with ${jobs} threads though there are fewer pieces: those without one help.
 * -1: ERR_NOMEM, or as pool_run(), and nothing was worked on.
 */
int crew_run(size_t jobs, size_t count, crew_work *work, void *context, struct err *e);

/*
 * What is offered. ${help} is called by any number of threads at once, with ${context}; it returns
 * when there is nothing left to begin. Must not fail.
 */
struct crew_offer {
    void (*help)(void *context);
    void *context;
    /* The crew's. */
    size_t helpers; /* threads that are at it */
    struct crew_offer *next;
};

/* Let others come to ${o}, which stays the caller's, until crew_withdraw(). */
void crew_offer(struct crew *crew, struct crew_offer *o);

/* Nobody comes to ${o} from now on; those who came have done when this returns. */
void crew_withdraw(struct crew *crew, struct crew_offer *o);

/* Most threads that may come to an offer: one less than there are. */
size_t crew_others(const struct crew *crew);

#endif
