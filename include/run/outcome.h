/*
 * outcome.h - how a run ended: the exit codes of the program, and what the library returns.
 */
#ifndef RUN_OUTCOME_H
#define RUN_OUTCOME_H

enum exit_code {
    EXIT_DONE = 0,
    EXIT_LEAKS = 1,   /* --fail-on was reached */
    EXIT_USAGE = 2,   /* wrong usage, or a config file that is wrong */
    EXIT_PARTLY = 3,  /* a named file could not be read or recognised, or --strict */
    EXIT_OUTPUT = 4,  /* the outputs could not be written */
    EXIT_BUG = 5,     /* an internal check failed */
};

#endif
