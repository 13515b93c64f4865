/*
 * freeze.c - stopping all other threads of the process, for the moments before its end.
 *
 * Each thread gets a signal whose handler does not return. Nothing here uses the heap, whose lock
 * one of them may hold.
 */
#define _GNU_SOURCE /* syscall() */
#include "base/freeze.h"

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define THREADS_MAX 1024
#define WAIT_NS 1000000L

/* How often it is looked whether all stand: a thread that waits for a disk comes late. */
#define WAITS_MAX 1000

struct frozen {
    pid_t asked[THREADS_MAX];
    size_t n;
    atomic_size_t standing;
};

/* An entry of a folder, as the kernel writes it. */
struct entry {
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char type;
    char name[];
};

static void
stand(int number, siginfo_t *info, void *context)
{
    struct frozen *f = info->si_value.sival_ptr;

    (void)number;
    (void)context;
    atomic_fetch_add(&f->standing, 1);
    for (;;)
        (void)pause();
}

static void
ask(struct frozen *f, pid_t thread)
{
    siginfo_t info;

    for (size_t i = 0; i < f->n; i++)
        if (f->asked[i] == thread)
            return;
    if (f->n == THREADS_MAX)
        return;
    memset(&info, 0, sizeof(info));
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_ptr = f;
    /* One that has ended meanwhile is none to wait for. */
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, SIGRTMAX, &info) == 0)
        f->asked[f->n++] = thread;
}

/* Ask the threads that ${names}, ${size} bytes of entries, name. */
static void
ask_entries(struct frozen *f, const char *names, size_t size)
{
    pid_t own = (pid_t)syscall(SYS_gettid);
    struct entry head;

    for (size_t at = 0; at < size; at += head.size) {
        const char *name = names + at + offsetof(struct entry, name);
        pid_t thread = 0;

        memcpy(&head, names + at, sizeof(head));
        for (; *name >= '0' && *name <= '9'; name++)
            thread = thread * 10 + (*name - '0');
        if (thread > 0 && thread != own)
            ask(f, thread);
    }
}

/* Ask all threads that there are and were not asked. */
static void
ask_all(struct frozen *f)
{
    char names[4096];
    long size;
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (tasks < 0)
        return;
    while ((size = syscall(SYS_getdents64, tasks, names, sizeof(names))) > 0)
        ask_entries(f, names, (size_t)size);
    (void)close(tasks);
}

void
freeze_other_threads(void)
{
    const struct timespec moment = { .tv_nsec = WAIT_NS };
    struct sigaction action = { .sa_flags = SA_SIGINFO };
    struct frozen f = { .n = 0 };
    size_t before;

    /* Nothing else may wake one that stands. */
    (void)sigfillset(&action.sa_mask);
    action.sa_sigaction = stand;
    if (sigaction(SIGRTMAX, &action, NULL) != 0)
        return;
    do {
        before = f.n;
        ask_all(&f);
        for (int i = 0; i < WAITS_MAX && atomic_load(&f.standing) < f.n; i++)
            (void)nanosleep(&moment, NULL);
    } while (f.n > before);
}

#else

void
freeze_other_threads(void)
{
}

#endif
