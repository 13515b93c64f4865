/*
 * option_value.c - the values of options, from text.
 */
#include "base/buf.h"
#include "ledger/timestamp.h"
#include "run/option_value.h"

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

/* ${value} is no whole number. */
static int
bad_count(const char *option, const char *value, struct err *e)
{
    return err_set(e, ERR_USAGE, N_("%s: '%s' is not a whole number from 1 to 4294967295"), option,
        value);
}

int
option_count(uint64_t *out, const char *option, const char *value, struct err *e)
{
    uint64_t n = 0;

    for (const char *p = value; *p; p++) {
        if (*p < '0' || *p > '9' || n > UINT32_MAX / 10)
            return bad_count(option, value, e);
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (n == 0)
        return bad_count(option, value, e);
    *out = n;
    return 0;
}

int
option_zone(int *minutes, const char *option, const char *value, struct err *e)
{
    struct err ignored = ERR_INIT;

    if (time_parse_zone(minutes, sv_of(value), &ignored) < 0)
        return err_set(e, ERR_USAGE, N_("%s: '%s' is not an offset such as +08:00"), option, value);
    return 0;
}
