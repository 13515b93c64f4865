/*
 * memory.c - memory as the system counts it.
 *
 * Asking costs a few microseconds: every thousand records and between steps, not for each record.
 */
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sv.h"

#define MB 1000000

/* Least bytes of a block that is taken from the system alone. */
#define LARGE (256 << 10)

/* Room for the seven numbers of statm. */
#define STATM_MAX 256

/* The second number of /proc/self/statm: pages that are in memory. 0 where there is none. */
static uint64_t
resident_pages(void)
{
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char text[STATM_MAX];
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text));
    struct sv rest = { text, n > 0 ? (size_t)n : 0 }, number;
    uint64_t pages = 0;

    if (fd >= 0)
        close(fd);
    if (!sv_cut(&rest, ' ', &number) || !sv_cut(&rest, ' ', &number))
        return 0;
    for (size_t i = 0; i < number.n && number.p[i] >= '0' && number.p[i] <= '9'; i++)
        pages = pages * 10 + (uint64_t)(number.p[i] - '0');
    return pages;
}

uint64_t
memory_used(void)
{
    uint64_t pages = resident_pages();
    struct rusage used;

    if (pages > 0)
        return pages * (uint64_t)sysconf(_SC_PAGESIZE);
    if (getrusage(RUSAGE_SELF, &used) != 0)
        return 0;
#ifdef __APPLE__
    return (uint64_t)used.ru_maxrss;
#else
    return (uint64_t)used.ru_maxrss * 1024;
#endif
}

void
memory_give_back(void)
{
#ifdef M_MMAP_THRESHOLD
    /* Where it is not said, the first large block that is freed raises the threshold to its size,
     * and those that come after it stay with the program, between others that are in use. */
    (void)mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

uint64_t
memory_of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

int
memory_check(uint64_t limit, struct err *e)
{
    uint64_t used = limit > 0 ? memory_used() : 0;

    if (used <= limit)
        return 0;
    return err_set(e, ERR_NOMEM, N_("%llu MB of memory are in use, and --memory allows %llu MB; "
        "allow more, or give the files of one month at a time"), (unsigned long long)(used / MB),
        (unsigned long long)(limit / MB));
}
