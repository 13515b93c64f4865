/*
 * message_kept.h - a message that takes no more room than its arguments.
 *
 * Of rejected records there may be millions, and a struct message has room for the longest.
 */
#ifndef BASE_MESSAGE_KEPT_H
#define BASE_MESSAGE_KEPT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/message.h"

struct message_kept;

/* ${m} in ${a}, or NULL when memory is out. */
const struct message_kept *message_keep(struct arena *a, const struct message *m);

/* Whether ${kept} is ${m} to the last byte. */
bool message_is_kept_as(const struct message_kept *kept, const struct message *m);

/* Set ${m} to what was kept. */
void message_unfold(struct message *m, const struct message_kept *kept);

#endif
