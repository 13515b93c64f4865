/*
 * message.h - one sentence for the user, kept apart from its language.
 *
 * A message is an English printf format (the key of the translation) and its
 * arguments, each already turned into text. It is rendered in English or
 * Chinese only when it is shown, so that no layer below the program itself
 * needs to know the user's language.
 */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

#include "base/lang.h"

/* Room for all arguments of one message, each with its NUL. */
#define MESSAGE_ARGS_MAX 336

/* Longest rendered message, with the NUL; longer ones are cut at a character. */
#define MESSAGE_TEXT_MAX 512

/* A string argument longer than this is cut at a character and gets "...". */
#define MESSAGE_QUOTE_MAX 40

/*
 * A string argument that begins with this is, behind it, a text of the catalogue: shown in the
 * reader's language, and never cut.
 */
#define MESSAGE_KEY "\x1F"

/*
 * A string argument that is this, a text in English, this, and the text in Chinese: shown in the
 * reader's language. Where there is no room for both, each is cut to its half.
 */
#define MESSAGE_PAIR "\x1D"

struct message {
    const char *format; /* a string literal, NULL for no message */
    int errnum;         /* what the system said (an errno), which stands behind the text; 0: none */
    char args[MESSAGE_ARGS_MAX];
};

/*
 * Set ${m} to ${format} (a string literal that outlives ${m}) with its arguments. Conversions:
 * %s, %.*s, %d, %u, %c and the l, ll, z and j sizes of the integer ones, %%. String arguments are
 * escaped (control bytes and invalid UTF-8 as \xNN) and cut to MESSAGE_QUOTE_MAX bytes. Cannot
 * fail: arguments for which there is no more room are cut.
 */
void message_set(struct message *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void message_setv(struct message *m, const char *format, va_list ap)
    __attribute__((format(printf, 2, 0)));

/*
 * As message_set() for a string argument that must be shown whole (a path, a list of headings):
 * %s arguments are escaped but cut only by the room in ${m}.
 */
void message_set_whole(struct message *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void message_set_wholev(struct message *m, const char *format, va_list ap)
    __attribute__((format(printf, 2, 0)));

/*
 * Render ${m} in ${lang} into ${buf} of ${size} bytes (MESSAGE_TEXT_MAX suffices), one line, no
 * newline. A translation may reorder arguments with %1$s, %2$s ..., counted as printf does: the
 * length of %.*s is an argument of its own (%2$.*1$s). Returns ${buf}. Cannot fail.
 */
const char *message_text(const struct message *m, enum lang lang, char *buf, size_t size);

/*
 * As message_text() with ${translation} in place of what the catalogue of ${lang} has for the
 * message's format.
 */
const char *message_text_as(const struct message *m, enum lang lang, const char *translation,
    char *buf, size_t size);

/*
 * Put what ${replace} returns in the place of each string argument of ${m}: of a pair in the place
 * of each of its texts; numbers, characters and texts of the catalogue stay. Cut by the room in
 * ${m}. What ${replace} returns is used before it is called again.
 */
typedef const char *message_replace(void *context, const char *text);
void message_replace_texts(struct message *m, message_replace *replace, void *context);

#endif
