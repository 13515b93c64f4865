/*
 * stop.c - the thread that waits for SIGINT, SIGTERM and SIGHUP.
 *
 * SIGUSR1 is the program's own word to that thread that the run is over.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/stop.h"
#include "base/file.h"

struct stop {
    pthread_t thread;
    pthread_mutex_t lock;
    char *path; /* guarded by lock */
    sigset_t waited, before;
};

static void *
wait_for_signal(void *context)
{
    struct stop *s = context;
    struct err ignored = ERR_INIT;
    sigset_t one;
    int number;

    if (sigwait(&s->waited, &number) != 0 || number == SIGUSR1)
        return NULL;
    pthread_mutex_lock(&s->lock);
    if (s->path)
        (void)file_remove_tree(s->path, &ignored);
    signal(number, SIG_DFL);
    raise(number);
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    return NULL;
}

struct stop *
stop_watch(struct err *e)
{
    struct stop *s = calloc(1, sizeof(*s));
    int failure;

    if (!s) {
        err_nomem(e);
        return NULL;
    }
    sigemptyset(&s->waited);
    sigaddset(&s->waited, SIGINT);
    sigaddset(&s->waited, SIGTERM);
    sigaddset(&s->waited, SIGHUP);
    sigaddset(&s->waited, SIGUSR1);
    pthread_mutex_init(&s->lock, NULL);
    pthread_sigmask(SIG_BLOCK, &s->waited, &s->before);
    failure = pthread_create(&s->thread, NULL, wait_for_signal, s);
    if (failure != 0) {
        err_system(e, failure, N_("cannot start a thread"));
        pthread_sigmask(SIG_SETMASK, &s->before, NULL);
        pthread_mutex_destroy(&s->lock);
        free(s);
        return NULL;
    }
    return s;
}

int
stop_remove_on_signal(struct stop *s, const char *path, struct err *e)
{
    char *copy = path ? strdup(path) : NULL;

    if (path && !copy)
        return err_nomem(e);
    pthread_mutex_lock(&s->lock);
    free(s->path);
    s->path = copy;
    pthread_mutex_unlock(&s->lock);
    return 0;
}

void
stop_hold(struct stop *s)
{
    pthread_mutex_lock(&s->lock);
}

void
stop_allow(struct stop *s)
{
    pthread_mutex_unlock(&s->lock);
}

void
stop_free(struct stop *s)
{
    if (!s)
        return;
    pthread_kill(s->thread, SIGUSR1);
    pthread_join(s->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
    pthread_mutex_destroy(&s->lock);
    free(s->path);
    free(s);
}
