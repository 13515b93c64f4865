/*
 * launch.c - runs a program and tells what it took.
 *
 *     launch REPORT PROGRAM [ARGUMENT]...
 *
 * Writes "SECONDS PROCESSOR-SECONDS PEAK-BYTES" into the file REPORT and ends as PROGRAM did, with
 * 127 where it could not be started. A process of its own because Linux counts the memory of
 * whoever starts a program as the least peak of that program, and this one has next to none.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int
main(int argc, char **argv)
{
    struct rusage used;
    double begun = now();
    FILE *report;
    int status;
    pid_t child;

    if (argc < 3) {
        fputs("usage: launch REPORT PROGRAM [ARGUMENT]...\n", stderr);
        return 127;
    }
    child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        fprintf(stderr, "launch: %s: %s\n", argv[2], strerror(errno));
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0) {
        fprintf(stderr, "launch: %s\n", strerror(errno));
        return 127;
    }
    begun = now() - begun;
    report = fopen(argv[1], "w");
    if (!report || fprintf(report, "%.6f %.6f %lld\n", begun,
            seconds_of(used.ru_utime) + seconds_of(used.ru_stime),
            (long long)used.ru_maxrss * 1024) < 0 || fclose(report) != 0) {
        fprintf(stderr, "launch: %s: %s\n", argv[1], strerror(errno));
        return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
