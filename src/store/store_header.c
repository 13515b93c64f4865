/*
 * store_header.c - what the first bytes of a file tell, without SQLite: whether it is a store.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/store.h"

/* The header of an SQLite file: its first words, the form of its journal, whose it is. */
#define MAGIC "SQLite format 3"
#define JOURNAL_AT 18
#define JOURNAL_WAL 2
#define APPLICATION_AT 68
#define HEADER_BYTES 72

bool
store_is_at(const char *path, bool *is_kept)
{
    unsigned char h[HEADER_BYTES];
    struct stat st;
    uint32_t id = 0;
    ssize_t n;
    int fd;

    *is_kept = false;
    if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return false;
    fd = file_open(path, O_RDONLY);
    if (fd < 0)
        return false;
    n = read(fd, h, sizeof(h));
    (void)close(fd);
    if (n != HEADER_BYTES || memcmp(h, MAGIC, sizeof(MAGIC)) != 0)
        return false;
    for (size_t i = APPLICATION_AT; i < HEADER_BYTES; i++)
        id = id << 8 | h[i];
    *is_kept = h[JOURNAL_AT] == JOURNAL_WAL;
    return id == STORE_APPLICATION_ID;
}
