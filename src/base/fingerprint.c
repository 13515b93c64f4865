/*
 * fingerprint.c - 64 bits that tell whether a file is as it was (XXH3).
 */
#define XXH_STATIC_LINKING_ONLY /* XXH3_state_t on the stack */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/fingerprint.h"

#define READ_BLOCK ((size_t)1 << 16)

/* Add all of ${fd}; false with errno where it is no file or cannot be read. */
static bool
add_content(XXH3_state_t *state, int fd)
{
    char block[READ_BLOCK];
    struct stat st;
    ssize_t got;

    if (fstat(fd, &st) < 0)
        return false;
    errno = EINVAL;
    if (!S_ISREG(st.st_mode))
        return false;
    while ((got = read(fd, block, sizeof(block))) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        if (got > 0)
            (void)XXH3_64bits_update(state, block, (size_t)got);
    }
    return true;
}

int
fingerprint_file(const char *path, char text[FINGERPRINT_TEXT_MAX], struct err *e)
{
    XXH3_state_t state;
    bool is_read;
    int fd;

    XXH3_INITSTATE(&state);
    (void)XXH3_64bits_reset(&state);
    /* O_NONBLOCK: a pipe in the place of a file must not keep us waiting. */
    fd = file_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    is_read = fd >= 0 && add_content(&state, fd);
    if (!is_read) {
        (void)err_system(e, errno, "cannot read the file");
        (void)err_at(e, path, 0);
    }
    if (fd >= 0)
        (void)close(fd);
    if (!is_read)
        return -1;
    (void)snprintf(text, FINGERPRINT_TEXT_MAX, "%016" PRIx64, (uint64_t)XXH3_64bits_digest(&state));
    return 0;
}
