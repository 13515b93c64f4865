/*
 * output.h - what the program says: results on standard output, everything else on standard error.
 * With --redact, errors, warnings and notes are redacted here, whoever makes them.
 */
#ifndef APP_OUTPUT_H
#define APP_OUTPUT_H

#include "app/options.h"
#include "base/buf.h"
#include "base/err.h"

/*
 * Occupy the standard streams that the caller closed, so that no file of ours gets their number:
 * reading and writing them then fails as it should. Call before anything is opened.
 */
void output_keep_streams(void);

/*
 * Write ${text}, which is whole characters, to standard output: byte by byte into a file or pipe;
 * to a terminal as it is safe to show, as sv_escape_next() does it but for ends of lines and tabs.
 * -1: ERR_IO (also a closed pipe: SIGPIPE is ignored).
 */
int output_text(struct sv text, struct err *e);

/* The same as a render_sink; ${context} is ignored. */
int output_sink(void *context, struct sv piece, struct err *e);

/* The same for what people read, which is made safe wherever it goes. */
int output_lines(struct sv text, struct err *e);

/* The same for lines that hold our colours, and whose texts were made safe before. */
int output_coloured(struct sv text, struct err *e);

/*
 * Write ${text}, the answer of a command: JSON where that was asked for, else lines for people. The
 * exit code: ${code}, or EXIT_OUTPUT where it cannot be written, which is told.
 */
int output_answer(const struct options *o, struct buf *text, int code);

/* "gpubill: PATH:LINE: message" on standard error. Cannot fail. */
void output_error(const struct options *o, const struct err *e);

/* The same of what ends the run. The exit code: ${code}, but EXIT_OUTPUT where memory is out. */
int output_failure(const struct options *o, const struct err *e, int code);

/* "PATH:LINE: warning: message" on standard error, unless --quiet. Cannot fail. */
void output_warning(const struct options *o, const char *path, uint64_t line,
    const struct message *m);

/* A message that is no warning, as a line of standard error, unless --quiet. Cannot fail. */
void output_note(const struct options *o, const struct message *m);

/* Lines that are made for people, on standard error, unless --quiet. Cannot fail. */
void output_report(const struct options *o, const struct buf *lines);

/* Whether to colour standard output: --color, NO_COLOR, TERM, a terminal. */
bool output_is_coloured(const struct options *o);

/* Columns of the terminal on standard output, 80 where there is none; at most 160. */
size_t output_width(void);

#endif
