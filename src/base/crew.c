/*
 * crew.c - threads that work on pieces, and help with a piece that is larger than the others.
 *
 * One lock guards the offers and the number of pieces that are not done; it is held only to look
 * for work. Threads wait for an offer or for the end, never for each other, so that a crew of which
 * no thread but the caller's could be started does all the work as well.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/crew.h"

struct crew {
    crew_work *work;
    void *context;
    size_t jobs, count;
    atomic_size_t next;        /* piece that comes next */
    pthread_mutex_t lock;
    pthread_cond_t changed;    /* what follows did */
    size_t left;               /* pieces that are not done */
    struct crew_offer *offers; /* to which others may come */
};

/* Take ${o} off the list, if it is there. With the lock. */
static void
unlist(struct crew *crew, const struct crew_offer *o)
{
    struct crew_offer **at = &crew->offers;

    while (*at && *at != o)
        at = &(*at)->next;
    if (*at)
        *at = o->next;
}

/* Help where help is wanted until all pieces are done. */
static void
help(struct crew *crew)
{
    (void)pthread_mutex_lock(&crew->lock);
    while (crew->left > 0) {
        struct crew_offer *o = crew->offers;

        if (!o) {
            (void)pthread_cond_wait(&crew->changed, &crew->lock);
            continue;
        }
        o->helpers++;
        (void)pthread_mutex_unlock(&crew->lock);
        o->help(o->context);
        (void)pthread_mutex_lock(&crew->lock);
        unlist(crew, o);
        o->helpers--;
        (void)pthread_cond_broadcast(&crew->changed);
    }
    (void)pthread_mutex_unlock(&crew->lock);
}

/* What one of the threads does. */
static void
take_part(void *context, size_t thread)
{
    struct crew *crew = context;
    size_t index;

    (void)thread;
    while ((index = atomic_fetch_add(&crew->next, 1)) < crew->count) {
        crew->work(crew->context, index, crew);
        (void)pthread_mutex_lock(&crew->lock);
        if (--crew->left == 0)
            (void)pthread_cond_broadcast(&crew->changed);
        (void)pthread_mutex_unlock(&crew->lock);
    }
    help(crew);
}

int
crew_run(size_t jobs, size_t count, crew_work *work, void *context, struct err *e)
{
    struct crew crew = { .work = work, .context = context, .count = count, .left = count };
    int result = -1;

    crew.jobs = jobs == 0 ? 1 : jobs < POOL_JOBS_MAX ? jobs : POOL_JOBS_MAX;
    if (pthread_mutex_init(&crew.lock, NULL) != 0)
        return err_nomem(e);
    if (pthread_cond_init(&crew.changed, NULL) == 0) {
        result = pool_run(crew.jobs, crew.jobs, take_part, &crew, e);
        (void)pthread_cond_destroy(&crew.changed);
    } else {
        (void)err_nomem(e);
    }
    (void)pthread_mutex_destroy(&crew.lock);
    return result;
}

void
crew_offer(struct crew *crew, struct crew_offer *o)
{
    o->helpers = 0;
    (void)pthread_mutex_lock(&crew->lock);
    o->next = crew->offers;
    crew->offers = o;
    (void)pthread_cond_broadcast(&crew->changed);
    (void)pthread_mutex_unlock(&crew->lock);
}

void
crew_withdraw(struct crew *crew, struct crew_offer *o)
{
    (void)pthread_mutex_lock(&crew->lock);
    unlist(crew, o);
    while (o->helpers > 0)
        (void)pthread_cond_wait(&crew->changed, &crew->lock);
    (void)pthread_mutex_unlock(&crew->lock);
}

size_t
crew_others(const struct crew *crew)
{
    return crew->jobs - 1;
}
