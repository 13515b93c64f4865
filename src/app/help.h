/*
 * help.h - what --help says. The manual pages (manual/) say the same at more length.
 */
#ifndef APP_HELP_H
#define APP_HELP_H

#include "app/command.h"
#include "base/buf.h"
#include "base/lang.h"

/* Keys for lang_text(): the program in one sentence, what stands behind its name, what PATH is. */
extern const char help_about[], help_usage[], help_paths[];

/* What the exit codes mean, by code; NULL-ended keys for lang_text(). */
extern const char *const help_exit_texts[];

/* The text of `gpubill ${command} --help`, or of `gpubill --help` where that is NULL. */
void help_text(const struct command *command, enum lang lang, struct buf *out);

/* The command at place ${i} of --help, from 0; NULL behind the last. */
const struct command *help_command(size_t i);

#endif
