/*
 * replay.c - run a fuzz target over files, so that its corpus is an ordinary test.
 *
 * Usage: replay_<what> FILE...; without files the target gets the empty input. Each input lies in
 * a block of exactly its size, so that the sanitizers see a read past its end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define INPUT_MAX (64U * 1024U * 1024U)

static int
run_input(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);

    if (copy == NULL)
        return -1;
    if (size > 0)
        memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return 0;
}

static int
run_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, room = 0;
    int result = -1;

    if (f == NULL)
        goto done;
    for (;;) {
        if (size == room) {
            size_t more = room > 0 ? room * 2 : 65536;
            uint8_t *grown = more <= INPUT_MAX ? realloc(data, more) : NULL;

            if (grown == NULL)
                goto done;
            data = grown;
            room = more;
        }
        size_t n = fread(data + size, 1, room - size, f);

        size += n;
        if (n == 0)
            break;
    }
    if (ferror(f) == 0)
        result = run_input(data, size);
done:
    if (result != 0)
        fprintf(stderr, "%s: cannot be read\n", path);
    free(data);
    if (f != NULL)
        fclose(f);
    return result;
}

int
main(int argc, char **argv)
{
    int failed = 0;

    if (argc < 2)
        return run_input(NULL, 0) != 0;
    for (int i = 1; i < argc; i++) {
        /* Said before the run: it is the last line when the target aborts. */
        printf("%s\n", argv[i]);
        fflush(stdout);
        failed |= run_file(argv[i]) != 0;
    }
    return failed;
}
