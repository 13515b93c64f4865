/*
 * message_kept.c - a message that takes no more room than its arguments.
 *
 * What is behind the last argument of a message is zero, so it need not be kept.
 */
#include <string.h>

#include "base/message_kept.h"

struct message_kept {
    const char *format;
    int errnum;
    unsigned size; /* of the arguments */
    char args[];
};

/* The bytes of the arguments of ${m} without the zeros at their end. */
static size_t
used(const struct message *m)
{
    size_t n = sizeof(m->args);

    while (n > 0 && m->args[n - 1] == '\0')
        n--;
    return n;
}

const struct message_kept *
message_keep(struct arena *a, const struct message *m)
{
    size_t size = used(m);
    struct message_kept *kept = arena_alloc(a, sizeof(*kept) + size);

    if (!kept)
        return NULL;
    kept->format = m->format;
    kept->errnum = m->errnum;
    kept->size = (unsigned)size;
    memcpy(kept->args, m->args, size);
    return kept;
}

bool
message_is_kept_as(const struct message_kept *kept, const struct message *m)
{
    return kept->format == m->format && kept->errnum == m->errnum && kept->size == used(m) &&
        memcmp(kept->args, m->args, kept->size) == 0;
}

void
message_unfold(struct message *m, const struct message_kept *kept)
{
    *m = (struct message){ .format = kept->format, .errnum = kept->errnum };
    memcpy(m->args, kept->args, kept->size);
}
