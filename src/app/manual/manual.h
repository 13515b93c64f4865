/*
 * manual.h - manual pages and shell completions, made of the tables that --help is made of. They
 * are part of the build (write_manuals.c), not of the program.
 */
#ifndef APP_MANUAL_MANUAL_H
#define APP_MANUAL_MANUAL_H

#include "app/command.h"
#include "app/option_table.h"
#include "base/buf.h"
#include "base/lang.h"
#include "base/sv.h"

/* The page of ${command}, or that of the program where it is NULL, in roff with the man macros.
 * ${date} is YYYY-MM-DD. */
void manual_page(const struct command *command, enum lang lang, const char *date,
    struct buf *out);

/* What can stand as the value of an option. */
enum value_kind {
    VALUE_NONE,    /* a switch */
    VALUE_FREE,    /* nothing that a shell could know */
    VALUE_WORD,    /* one of value_word() */
    VALUE_LIST,    /* some of value_word(), with commas */
    VALUE_SETTING, /* one of value_word(), "=" and a number */
    VALUE_FILE,
    VALUE_FOLDER,
    VALUE_FORMAT,
};

enum value_kind value_kind(const struct option *option);

/* The words of ${option} in turn, from 0; NULL behind the last. For the kinds that have some. */
const char *value_word(const struct option *option, size_t i);

/* All of them with ${between}, each with ${end} behind it. */
void add_value_words(struct buf *out, const struct option *option, const char *between,
    const char *end);

/* The ids of all rules with blanks between. */
void add_rules(struct buf *out);

/* What ${option} does, in a few English words. */
struct sv option_brief(const struct option *option);

/*
 * The lines that take the place of a line "# @${part}@" in the template of a shell. False where it
 * knows no such part.
 */
bool completion_bash(struct sv part, struct buf *out);
bool completion_zsh(struct sv part, struct buf *out);
bool completion_fish(struct sv part, struct buf *out);

#endif
