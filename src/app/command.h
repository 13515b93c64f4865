/*
 * command.h - one command of the program. One file each: src/app/command_<name>.c.
 */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "app/options.h"
#include "run/outcome.h"

/* What the arguments of a command that are no options are; for completions. */
enum argument_kind {
    ARGUMENTS_FILES, /* files and folders */
    ARGUMENTS_RULES,
    ARGUMENTS_FORMATS, /* and platforms */
    ARGUMENTS_NONE,
};

/* A command line that shows what a command is for. */
struct example {
    const char *arguments; /* behind "gpubill COMMAND"; NULL ends a list */
    const char *help;      /* a key for lang_text() */
};

struct command {
    const char *name;
    const char *summary;  /* one line for --help, a key for lang_text() */
    const char *usage;    /* "[OPTION]... PATH...", a key for lang_text() */
    const char *details;  /* a paragraph for the manual page, a key for lang_text(), or NULL */
    const struct example *examples; /* or NULL */
    enum argument_kind arguments;
    int order;            /* in --help, below COMMAND_ORDERS */
    unsigned options;     /* bits of enum option_group that it takes beside the common ones */
    int (*run)(const struct options *o); /* returns an enum exit_code */
};

/* Places of commands in --help. */
#define COMMAND_ORDERS 100

/* Generated: all commands, NULL-ended. */
extern const struct command *const command_table[];

#endif
