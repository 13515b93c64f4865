/*
 * journal_names.h - names of accounts that beancount and hledger both take.
 *
 * A part of an account name begins with a capital letter or a digit and goes on with letters (of
 * any script), digits and hyphens. Two texts of a bill never get one name.
 */
#ifndef REPORTS_JOURNAL_NAMES_H
#define REPORTS_JOURNAL_NAMES_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "ledger/words.h"

struct journal_names {
    struct arena arena;
    struct map parts; /* text of a bill -> its part of a name */
    struct map taken; /* parts that are in use */
};

#define JOURNAL_NAMES_INIT { .arena = ARENA_INIT, .parts = MAP_INIT, .taken = MAP_INIT }

/*
 * The part for ${text} (an id of a platform or account): the same for the same text, "autodl" is
 * "Autodl", what is no letter or digit becomes a hyphen, and where two texts would then be one the
 * later gets a number. Valid until journal_names_release(). NULL: ERR_NOMEM.
 */
const char *journal_part(struct journal_names *names, const char *text, struct err *e);

/* The part for a category, a literal ("GPU", "Data-Disk"); "Other" for none. */
const char *journal_category(enum category category);

void journal_names_release(struct journal_names *names);

#endif
