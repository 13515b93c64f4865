/*
 * passed.h - why something that lies among the inputs is not read, though nothing is wrong with it.
 *
 * Whatever is passed by is told: in the report, and on the terminal in one line for each of these
 * reasons but PASSED_SETTINGS, which is of no interest to anybody.
 */
#ifndef INPUT_PASSED_H
#define INPUT_PASSED_H

#include "base/message.h"

enum passed {
    PASSED_NOT,
    PASSED_SETTINGS,    /* what systems and programs leave everywhere: .DS_Store, .git */
    PASSED_DOT,         /* its name begins with a dot */
    PASSED_OURS,        /* a report that gpubill wrote */
    PASSED_FOLDER_LINK, /* met in a folder: there would be loops */
    PASSED_SPECIAL,     /* a pipe, socket or device */
    PASSED_LINK,        /* of an archive: it leads to a name, which may be anybody's */
    PASSED_HARD_LINK,   /* of an archive: what it holds lies there under another name */
    PASSED_COUNT,
};

/* Why ${path}, of which a part begins with a dot, is not read: PASSED_SETTINGS or PASSED_DOT. */
enum passed passed_dot(const char *path);

/* The reason of one, a sentence. A literal. */
const char *passed_reason(enum passed p);

/* The line about several, of ${names}, into ${m}. Nothing where there is no such line. */
void passed_note(struct message *m, enum passed p, const char *names);

#endif
