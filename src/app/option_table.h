/*
 * option_table.h - every option of the program, once.
 */
#ifndef APP_OPTION_TABLE_H
#define APP_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* How the value of an option is stored in struct options. */
enum option_kind {
    OPTION_SWITCH,  /* true into a bool */
    OPTION_TEXT,    /* the value as it stands into a const char * */
    OPTION_CHOICE,  /* the index of a word into an unsigned */
    OPTION_COUNT,   /* a whole number from 1 up into a uint64_t */
    OPTION_ZONE,    /* an offset into zone_minutes */
    OPTION_OUTPUTS, /* a list of outputs into an unsigned */
    OPTION_USAGE,   /* one more INSTANCE=FILE */
    OPTION_PREVIOUS, /* one more review.json */
    OPTION_WHERE,    /* one more condition */
    OPTION_LIMIT,    /* NAME=N into limits */
    OPTION_SIZE,     /* bytes, also as 64M or 1GiB, into a uint64_t */
};

struct option {
    const char *name;       /* with its dashes; NULL ends the table */
    const char *short_name; /* or NULL */
    const char *value;      /* what it takes, for --help; NULL for a switch */
    unsigned group;         /* bits of enum option_group */
    enum option_kind kind;
    size_t offset;              /* of the member of struct options */
    const char *const *choices; /* OPTION_CHOICE, OPTION_OUTPUTS: NULL-ended */
    const char *help;           /* a key for lang_text() */
};

extern const struct option option_table[];

/* Whether ${option} may be given again, each time with another value. */
bool option_is_repeatable(const struct option *option);

#endif
