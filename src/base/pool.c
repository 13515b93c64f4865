/*
 * pool.c - a few threads for independent pieces of work.
 *
 * The only thing that the threads share here is the number of the next piece. The caller's thread
 * works too, so that all work is done even where no thread can be started.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity(): how many processors a container may use */
#endif

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/pool.h"

struct job {
    pool_work *work;
    void *context;
    size_t count;
    atomic_size_t next;
};

static void *
run(void *argument)
{
    struct job *job = argument;
    size_t index;

    while ((index = atomic_fetch_add(&job->next, 1)) < job->count)
        job->work(job->context, index);
    return NULL;
}

int
pool_run(size_t jobs, size_t count, pool_work *work, void *context, struct err *e)
{
    struct job job = { .work = work, .context = context, .count = count };
    pthread_t threads[POOL_JOBS_MAX];
    size_t started = 0;
    sigset_t all, before;
    int errnum;

    jobs = jobs < count ? jobs : count;
    jobs = jobs < POOL_JOBS_MAX ? jobs : POOL_JOBS_MAX;
    if (jobs <= 1) {
        (void)run(&job);
        return 0;
    }

    /* Threads inherit the mask: signals stay with the caller's thread. */
    (void)sigfillset(&all);
    errnum = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (errnum != 0)
        return err_system(e, errnum, "cannot start threads");
    while (started < jobs - 1 && pthread_create(&threads[started], NULL, run, &job) == 0)
        started++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);

    (void)run(&job);
    while (started > 0)
        (void)pthread_join(threads[--started], NULL);
    return 0;
}

size_t
pool_processors(void)
{
    cpu_set_t set;
    long online;

    if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0)
        return (size_t)CPU_COUNT(&set);

    /* More processors than the set can hold. */
    online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}
