/*
 * option_word.c - the value of an option that is one of a few words.
 */
#include "base/buf.h"
#include "run/option_word.h"

static int
bad_word(const char *option, const char *const *words, struct sv value, struct err *e)
{
    struct buf known;

    buf_init(&known, ERR_PATH_MAX);
    for (unsigned i = 0; words[i]; i++)
        buf_addf(&known, "%s%s", i > 0 ? ", " : "", words[i]);
    (void)err_set(e, ERR_USAGE, N_("%s: '%.*s' is not one of %s"), option, SV_ARG(value),
        known.n > 0 ? known.p : "");
    buf_release(&known);
    return -1;
}

int
option_word(unsigned *out, const char *option, const char *const *words, struct sv value,
    struct err *e)
{
    for (unsigned i = 0; words[i]; i++) {
        if (sv_is(value, sv_of(words[i]))) {
            *out = i;
            return 0;
        }
    }
    return bad_word(option, words, value, e);
}
