/*
 * from_memory.c - a bill that is no file, reviewed by libgpubill: review.json on standard output,
 * and on standard error each record that was rejected, and why.
 *
 *     cc -o from_memory from_memory.c $(pkg-config --cflags --libs gpubill)
 *     curl https://... | ./from_memory march.csv >review.json
 *
 * Ends with the codes of the command: 0, or 2 to 7 (enum gpubill_code).
 */
#include <gpubill.h>
#include <stdio.h>
#include <stdlib.h>

#define CHUNK ((size_t)65536)

/* All of standard input, to be freed; NULL where it cannot be read or memory is out. */
static char *
read_input(size_t *size)
{
    char *bytes = NULL;
    size_t room = 0, n = 0;

    do {
        char *larger;

        *size += n;
        room = *size + CHUNK;
        larger = realloc(bytes, room);
        if (!larger) {
            free(bytes);
            return NULL;
        }
        bytes = larger;
        n = fread(bytes + *size, 1, room - *size, stdin);
    } while (n > 0);
    if (ferror(stdin)) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

/* A gpubill_sink. */
static int
print(void *context, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size ? 0 : -1;
}

static void
print_rejections(const struct gpubill *review)
{
    const int path = gpubill_column(GPUBILL_REJECTIONS, "path");
    const int message = gpubill_column(GPUBILL_REJECTIONS, "message");
    const int line = gpubill_column(GPUBILL_REJECTIONS, "line");
    struct gpubill_rows *rows = gpubill_rows(review, GPUBILL_REJECTIONS, NULL);

    while (gpubill_next(rows)) {
        const char *said = gpubill_text(rows, message);
        int64_t number = 0;

        (void)gpubill_number(rows, line, &number);
        fprintf(stderr, "%s:%lld: %s\n", gpubill_text(rows, path), (long long)number,
            said ? said : "");
    }
    gpubill_rows_free(rows);
}

/* Review ${bytes} as the file ${name}. */
static int
review_bytes(struct gpubill *review, const char *name, const char *bytes, size_t size)
{
    int code = gpubill_set(review, "jobs", "1"), result;

    if (code == GPUBILL_DONE)
        code = gpubill_add_bytes(review, name, bytes, size);
    if (code == GPUBILL_DONE)
        code = gpubill_run(review);
    if (code != GPUBILL_DONE)
        fprintf(stderr, "from_memory: %s\n", gpubill_error(review));
    if (code != GPUBILL_DONE && code != GPUBILL_PARTLY)
        return code;
    print_rejections(review);
    result = gpubill_give(review, "review.json", print, stdout);
    if (result != GPUBILL_DONE)
        fprintf(stderr, "from_memory: %s\n", gpubill_error(review));
    return result != GPUBILL_DONE ? result : code;
}

int
main(int argc, char **argv)
{
    size_t size = 0;
    char *bytes = read_input(&size);
    struct gpubill *review = gpubill_open();
    int code = GPUBILL_NOMEM;

    if (bytes && review)
        code = review_bytes(review, argc > 1 ? argv[1] : "bill", bytes, size);
    else
        fprintf(stderr, "from_memory: standard input cannot be read, or memory is out\n");
    gpubill_close(review);
    free(bytes);
    return code;
}
