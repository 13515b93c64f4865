/*
 * faults.c - a library for LD_PRELOAD that makes one call of a program fail, as on a bad day.
 *
 * FAULT="CALL:N:WHAT" is the rule: the N-th CALL of the process, or with N+ each from it on, is
 * met by WHAT. Without FAULT all goes well, and the calls are only counted.
 *
 *     CALL  alloc open read write close sync rename folder remove thread clock, or `any` of these
 *           but alloc and clock
 *     WHAT  the name of an errno; `short`: one byte is read or written and no more; KILL, TERM,
 *           INT, HUP: that signal comes before the call; grow, shrink, change, vanish: that happens
 *           to the file FAULT_FILE before the call; back, forth: the clock jumps by a day
 *
 * FAULT_COUNTS names a file for the number of calls of each kind. FAULT_SITES names one for a
 * number for each allocation, in their order: equal numbers come from the same place of the
 * program, and 0 from libraries that do not survive where memory is out.
 */
#define _GNU_SOURCE /* RTLD_NEXT, fopencookie() */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define EARLY_BYTES ((size_t)1 << 16)
#define SITES_MAX ((size_t)1 << 22)
#define FRAMES_MAX 10
#define DAY 86400

enum call { ALLOC, OPEN, READ, WRITE, CLOSE, SYNC, RENAME, FOLDER, REMOVE, THREAD, CLOCK, ANY,
    CALLS };

enum outcome { PASS, FAIL, SHORT };

static const char *const call_names[CALLS] = { "alloc", "open", "read", "write", "close", "sync",
    "rename", "folder", "remove", "thread", "clock", "any" };

static const struct {
    const char *name;
    int number;
} errors[] = { { "ENOMEM", ENOMEM }, { "EINTR", EINTR }, { "EIO", EIO }, { "ENOSPC", ENOSPC },
    { "EPIPE", EPIPE }, { "EDQUOT", EDQUOT }, { "EMFILE", EMFILE }, { "EAGAIN", EAGAIN },
    { "EROFS", EROFS }, { "EACCES", EACCES } },
    signals[] = { { "KILL", SIGKILL }, { "TERM", SIGTERM }, { "INT", SIGINT }, { "HUP", SIGHUP } };

static struct {
    enum call call;
    uint64_t from, to; /* 0: no rule */
    char what[16];
    const char *file;
} rule;

static uint64_t counts[CALLS];
static uint32_t *sites;

/* What allocates before the real functions are known gets its memory here. */
static _Alignas(16) char early[EARLY_BYTES];
static size_t early_used;

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

/* The address of the next ${name} behind this library, into the pointer to a function ${into}. */
static void
find(void *into, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(into, &found, sizeof(found));
}

static bool
has_real(void)
{
    static bool is_looking;

    if (real_free)
        return true;
    if (is_looking)
        return false;
    is_looking = true;
    find(&real_malloc, "malloc");
    find(&real_calloc, "calloc");
    find(&real_realloc, "realloc");
    find(&real_free, "free");
    is_looking = false;
    return true;
}

static void *
early_alloc(size_t n)
{
    void *p = early + early_used;

    n = (n + 15) / 16 * 16;
    if (n > EARLY_BYTES - early_used)
        return NULL;
    early_used += n;
    return p;
}

static bool
is_early(const void *p)
{
    return (uintptr_t)p - (uintptr_t)early < EARLY_BYTES;
}

/* Whether ${address} lies in a library that does not survive where memory is out. */
static bool
is_fragile(const void *address)
{
    static const char *const names[] = { "libxlsxwriter", "libminizip", "libarchive" };
    Dl_info info;

    if (!dladdr(address, &info) || !info.dli_fname)
        return false;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strstr(info.dli_fname, names[i]))
            return true;
    return false;
}

static void
note_site(uint64_t number)
{
    static __thread bool is_inside;
    void *frames[FRAMES_MAX];
    uint32_t sum = 2166136261u;
    int n;

    if (!sites || is_inside || number > SITES_MAX)
        return;
    is_inside = true;
    n = backtrace(frames, FRAMES_MAX);
    for (int i = 2; i < n && sum != 0; i++)
        sum = is_fragile(frames[i]) ? 0 : (sum ^ (uint32_t)(uintptr_t)frames[i]) * 16777619u;
    sites[number - 1] = sum;
    is_inside = false;
}

static void
change_file(void)
{
    struct stat st;
    int fd;

    if (strcmp(rule.what, "vanish") == 0) {
        (void)unlink(rule.file);
        return;
    }
    fd = open(rule.file, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) < 0)
        return;
    if (strcmp(rule.what, "shrink") == 0)
        (void)!ftruncate(fd, st.st_size / 2);
    else if (strcmp(rule.what, "grow") == 0)
        (void)!pwrite(fd, "and,more,of,it\n", 15, st.st_size);
    else
        (void)!pwrite(fd, "\nchanged\n", 9, st.st_size / 2);
    (void)close(fd);
}

/* Do what the rule says, for a call of the kind for which it stands. */
static enum outcome
act(void)
{
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (strcmp(rule.what, errors[i].name) == 0) {
            errno = errors[i].number;
            return FAIL;
        }
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (strcmp(rule.what, signals[i].name) == 0)
            (void)kill(getpid(), signals[i].number);
    if (strcmp(rule.what, "short") == 0)
        return SHORT;
    if (rule.file) {
        rule.to = 0;
        change_file();
    }
    return PASS;
}

static bool
is_met(enum call call, uint64_t number)
{
    return rule.call == call && number >= rule.from && number <= rule.to;
}

/* Count a call of the kind ${call}, and say what becomes of it. */
static enum outcome
meet(enum call call)
{
    uint64_t number = __atomic_add_fetch(&counts[call], 1, __ATOMIC_RELAXED), any = 0;

    if (call == ALLOC)
        note_site(number);
    else if (call != CLOCK)
        any = __atomic_add_fetch(&counts[ANY], 1, __ATOMIC_RELAXED);
    return is_met(call, number) || (any > 0 && is_met(ANY, any)) ? act() : PASS;
}

static void
read_rule(const char *text)
{
    char call[16], end[2] = "";

    if (sscanf(text, "%15[a-z]:%ju%1[+]:%15s", call, &rule.from, end, rule.what) != 4 &&
        sscanf(text, "%15[a-z]:%ju:%15s", call, &rule.from, rule.what) != 3)
        abort();
    rule.to = end[0] == '+' ? UINT64_MAX : rule.from;
    while (rule.call < CALLS && strcmp(call_names[rule.call], call) != 0)
        rule.call++;
    if (rule.call == CALLS)
        abort();
    rule.file = getenv("FAULT_FILE");
}

__attribute__((constructor)) static void
begin(void)
{
    const char *text = getenv("FAULT");
    void *frame;

    (void)has_real();
    if (getenv("FAULT_SITES")) {
        (void)backtrace(&frame, 1); /* which loads what it needs */
        sites = real_calloc(SITES_MAX, sizeof(*sites));
    }
    memset(counts, 0, sizeof(counts));
    if (text)
        read_rule(text);
}

__attribute__((destructor)) static void
end(void)
{
    const char *counts_name = getenv("FAULT_COUNTS"), *sites_name = getenv("FAULT_SITES");
    uint64_t made = counts[ALLOC];

    rule.to = 0;
    if (sites && sites_name) {
        int fd = open(sites_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

        (void)!write(fd, sites, (made < SITES_MAX ? made : SITES_MAX) * sizeof(*sites));
        (void)close(fd);
    }
    for (enum call i = 0; counts_name && i < CALLS; i++) {
        FILE *f = fopen(counts_name, i == 0 ? "we" : "ae");

        if (f && (fprintf(f, "%s %ju\n", call_names[i], (uintmax_t)counts[i]) < 0 || fclose(f)))
            abort();
    }
}

void *
malloc(size_t n)
{
    if (!has_real())
        return early_alloc(n);
    return meet(ALLOC) == FAIL ? NULL : real_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
    if (!has_real())
        return early_alloc(n * size);
    return meet(ALLOC) == FAIL ? NULL : real_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
    if (!has_real() || is_early(p))
        abort();
    return meet(ALLOC) == FAIL ? NULL : real_realloc(p, n);
}

void
free(void *p)
{
    if (!is_early(p) && has_real())
        real_free(p);
}

/* A function of the C library that takes the name ${name} and may fail with -1. */
#define WRAP(call, name, parameters, arguments) \
    int name parameters \
    { \
        static int (*real) parameters; \
        if (!real) \
            find(&real, #name); \
        return meet(call) == FAIL ? -1 : real arguments; \
    }

WRAP(CLOSE, close, (int fd), (fd))
WRAP(SYNC, fsync, (int fd), (fd))
WRAP(SYNC, fdatasync, (int fd), (fd))
WRAP(RENAME, rename, (const char *from, const char *to), (from, to))
WRAP(RENAME, renameat2,
    (int from_folder, const char *from, int to_folder, const char *to, unsigned flags),
    (from_folder, from, to_folder, to, flags))
WRAP(FOLDER, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(REMOVE, unlink, (const char *path), (path))
WRAP(REMOVE, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
WRAP(OPEN, mkstemp, (char *path), (path))

/* open() and its kin have a mode only where a file may be made. */
#define WRAP_OPEN(name, parameters, arguments) \
    int name parameters \
    { \
        static int (*real) parameters; \
        mode_t mode; \
        va_list ap; \
        va_start(ap, flags); \
        mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0; \
        va_end(ap); \
        if (!real) \
            find(&real, #name); \
        return meet(OPEN) == FAIL ? -1 : real arguments; \
    }

WRAP_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

char *
mkdtemp(char *path)
{
    static char *(*real)(char *);

    if (!real)
        find(&real, "mkdtemp");
    return meet(FOLDER) == FAIL ? NULL : real(path);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
    void *context)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

    if (!real)
        find(&real, "pthread_create");
    return meet(THREAD) == FAIL ? errno : real(thread, attributes, run, context);
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    int result;

    if (!real)
        find(&real, "clock_gettime");
    result = real(clock, now);
    if (clock == CLOCK_REALTIME && meet(CLOCK) == PASS && is_met(CLOCK, counts[CLOCK]))
        now->tv_sec += strcmp(rule.what, "back") == 0 ? -DAY : DAY;
    return result;
}

/* Reading and writing, with an offset or without. */
#define WRAP_TRANSFER(call, name, parameters, arguments) \
    ssize_t name parameters \
    { \
        static ssize_t (*real) parameters; \
        enum outcome outcome = meet(call); \
        if (!real) \
            find(&real, #name); \
        if (outcome == FAIL) \
            return -1; \
        n = outcome == SHORT && n > 0 ? 1 : n; \
        return real arguments; \
    }

WRAP_TRANSFER(READ, read, (int fd, void *to, size_t n), (fd, to, n))
WRAP_TRANSFER(READ, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
WRAP_TRANSFER(READ, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
WRAP_TRANSFER(WRITE, write, (int fd, const void *from, size_t n), (fd, from, n))
WRAP_TRANSFER(WRITE, pwrite, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
WRAP_TRANSFER(WRITE, pwrite64, (int fd, const void *from, size_t n, off64_t at),
    (fd, from, n, at))

/*
 * Streams of libraries: their own calls of read() and write() cannot be met, so they get streams
 * that call those above.
 */
static ssize_t
stream_read(void *context, char *to, size_t n)
{
    ssize_t got;

    do
        got = read((int)(intptr_t)context, to, n);
    while (got < 0 && errno == EINTR);
    return got;
}

static ssize_t
stream_write(void *context, const char *from, size_t n)
{
    size_t done = 0;

    /* As the C library does; that signals interrupt it cannot be, since they are blocked. */
    while (done < n) {
        ssize_t written = write((int)(intptr_t)context, from + done, n - done);

        if (written < 0 && errno != EINTR)
            return 0;
        done += written < 0 ? 0 : (size_t)written;
    }
    return (ssize_t)n;
}

static int
stream_seek(void *context, off64_t *offset, int whence)
{
    off_t at = lseek((int)(intptr_t)context, *offset, whence);

    *offset = at;
    return at < 0 ? -1 : 0;
}

static int
stream_close(void *context)
{
    return close((int)(intptr_t)context);
}

static FILE *
stream_of(int fd, const char *mode)
{
    const cookie_io_functions_t functions = { stream_read, stream_write, stream_seek,
        stream_close };

    return fd < 0 ? NULL : fopencookie((void *)(intptr_t)fd, mode, functions);
}

/* Streams are opened by libraries, which do not try again; and gpubill has no handler of signals
 * that could interrupt them. */
static int
open_again(const char *path, int flags, mode_t mode)
{
    int fd;

    do {
        fd = open(path, flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

FILE *
fopen(const char *path, const char *mode)
{
    int flags = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;

    if (mode[0] != 'r')
        flags |= O_CREAT | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
    return stream_of(open_again(path, flags, 0666), mode);
}

FILE *
fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

FILE *
tmpfile(void)
{
    return stream_of(open_again("/tmp", O_TMPFILE | O_RDWR, 0600), "w+");
}
