/*
 * stop.c - the thread that waits for SIGINT, SIGTERM and SIGHUP.
 *
 * SIGUSR1 is the program's own word to that thread that the run is over.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/stop.h"
#include "base/file.h"
#include "base/freeze.h"

/* How often it is tried to empty a folder into which others write. */
#define TRIES_MAX 100

struct stop {
    pthread_t thread;
    pthread_mutex_t lock;
    char *path, *lock_path; /* guarded by lock */
    sigset_t waited, before;
};

/* Remove the folders that ${process} has under $TMPDIR. Whether there were any. */
static bool
remove_temporary(pid_t process)
{
    const char *folder = getenv("TMPDIR");
    struct err ignored = ERR_INIT;
    struct dirent *entry;
    struct buf start, path;
    bool is_found = false;
    DIR *dir;

    folder = folder && folder[0] == '/' ? folder : "/tmp";
    dir = opendir(folder);
    buf_init(&start, ERR_PATH_MAX);
    buf_init(&path, ERR_PATH_MAX);
    buf_addf(&start, FILE_TEMPORARY, (long)process);
    while (dir && !start.failed && (entry = readdir(dir)))
        if (sv_starts(sv_of(entry->d_name), buf_sv(&start)) &&
            file_join(&path, folder, entry->d_name, &ignored) == 0) {
            is_found = true;
            (void)file_remove_tree(path.p, &ignored);
        }
    buf_release(&path);
    buf_release(&start);
    if (dir)
        (void)closedir(dir);
    return is_found;
}

/*
 * Remove what ${process} has half written. Its programs may still write for a moment, as may its
 * threads where they cannot be stopped: what they add meanwhile goes too.
 */
static void
remove_all(const struct stop *s, pid_t process)
{
    struct err ignored = ERR_INIT;

    for (int tries = 0; tries < TRIES_MAX && remove_temporary(process); tries++)
        ;
    for (int tries = 0; s->path && tries < TRIES_MAX; tries++)
        if (file_remove_tree(s->path, &ignored) == 0)
            break;
    if (s->lock_path)
        (void)unlink(s->lock_path);
}

/* In a process of its own: remove all once the threads of ${process} stand, when ${told} ends. */
static void
remove_after(const struct stop *s, pid_t process, const int told[2])
{
    char byte;

    (void)close(told[1]);
    (void)read(told[0], &byte, 1);
    remove_all(s, process);
    _exit(0);
}

/*
 * Remove what is half written, while nobody writes on. The threads are stopped anywhere, also
 * within the heap, so that another process, which has a heap of its own, does the work.
 */
static void
stop_and_remove(const struct stop *s)
{
    pid_t process = getpid(), helper = -1;
    int told[2];

    if (pipe(told) == 0)
        helper = fork();
    if (helper == 0)
        remove_after(s, process, told);
    if (helper < 0) {
        remove_all(s, process);
        return;
    }
    freeze_other_threads();
    (void)close(told[0]);
    (void)close(told[1]);
    (void)waitpid(helper, NULL, 0);
}

static void *
wait_for_signal(void *context)
{
    struct stop *s = context;
    sigset_t one;
    int number;

    if (sigwait(&s->waited, &number) != 0 || number == SIGUSR1)
        return NULL;
    pthread_mutex_lock(&s->lock);
    stop_and_remove(s);
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
stop_remove_on_signal(struct stop *s, const char *path, const char *lock, struct err *e)
{
    char *copy, *lock_copy;

    if (!s)
        return 0;
    copy = path ? strdup(path) : NULL;
    lock_copy = lock ? strdup(lock) : NULL;
    if ((path && !copy) || (lock && !lock_copy)) {
        free(copy);
        free(lock_copy);
        return err_nomem(e);
    }
    free(s->path);
    free(s->lock_path);
    s->path = copy;
    s->lock_path = lock_copy;
    return 0;
}

void
stop_hold(struct stop *s)
{
    if (s)
        pthread_mutex_lock(&s->lock);
}

void
stop_allow(struct stop *s)
{
    if (s)
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
    free(s->lock_path);
    free(s);
}
