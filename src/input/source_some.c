/*
 * source_some.c - what can be read of a descriptor now, waiting for it where that makes sense.
 */
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/source.h"

static bool
is_regular(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

int
source_read_some(int fd, char *buffer, size_t room, size_t *got, struct err *e)
{
    for (;;) {
        ssize_t n = read(fd, buffer, room);
        struct pollfd wait = { .fd = fd, .events = POLLIN };

        if (n >= 0) {
            *got = (size_t)n;
            return n > 0;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return err_system(e, errno, "the input cannot be read");
        /* Files do not wait, but for some of the system's own, which may do so for ever. */
        *got = 0;
        if (is_regular(fd))
            return 0;
        if (poll(&wait, 1, -1) < 0 && errno != EINTR)
            return err_system(e, errno, "the input cannot be waited for");
    }
}
