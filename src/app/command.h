/*
 * command.h - one command of the program. One file each: src/app/command_<name>.c.
 */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "app/options.h"

/* Exit codes of the program. */
enum exit_code {
    EXIT_DONE = 0,
    EXIT_LEAKS = 1,   /* --fail-on was reached */
    EXIT_USAGE = 2,   /* wrong usage, or a config file that is wrong */
    EXIT_PARTLY = 3,  /* a named file could not be read or recognised, or --strict */
    EXIT_OUTPUT = 4,  /* the outputs could not be written */
    EXIT_BUG = 5,     /* an internal check failed */
};

struct command {
    const char *name;
    const char *summary;  /* one line for --help, a key for lang_text() */
    const char *usage;    /* "[OPTION]... PATH...", a key for lang_text() */
    int order;            /* in --help */
    unsigned options;     /* bits of enum option_group that it takes beside the common ones */
    int (*run)(const struct options *o); /* returns an enum exit_code */
};

/* Generated: all commands, NULL-ended. */
extern const struct command *const command_table[];

#endif
