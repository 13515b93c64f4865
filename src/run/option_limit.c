/*
 * option_limit.c - the values of --limit and --memory.
 */
#include <string.h>

#include "base/lang.h"
#include "base/sv.h"
#include "parsers/names.h"
#include "run/option_limit.h"

/* No computer has more bytes; sums of a few such numbers are no trouble. */
#define NUMBER_MAX ((uint64_t)1 << 60)

struct name {
    const char *name;
    size_t offset; /* of the number in struct limits */
    bool is_bytes;
    uint64_t max;
};

#define AT(member) offsetof(struct limits, member)

static const struct name names[] = {
    { "members", AT(unpack.members), false, NUMBER_MAX },
    { "levels", AT(unpack.levels), false, 64 },
    { "ratio", AT(unpack.ratio), false, NUMBER_MAX },
    { "unpacked", AT(unpack.bytes), true, NUMBER_MAX },
    { "columns", AT(record.columns), false, NUMBER_MAX },
    { "field", AT(record.field), true, (uint64_t)1 << 30 },
    { "record", AT(record.record), true, (uint64_t)1 << 30 },
    { "nesting", AT(record.depth), false, RECORD_DEPTH_HIGHEST },
    { "folders", AT(folders), false, 1024 },
    { "pages", AT(program.pages), false, 1000000 },
    { "seconds", AT(program.seconds), false, PROGRAM_SECONDS_MAX },
    { "child-memory", AT(program.memory), true, NUMBER_MAX },
    { "output", AT(program.output), true, PROGRAM_OUTPUT_MAX },
};

#define NAME_COUNT (sizeof(names) / sizeof(names[0]))

const char *
option_limit_name(size_t i)
{
    return i < NAME_COUNT ? names[i].name : NULL;
}

static const struct name *
find_name(struct sv name)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (sv_is(name, sv_of(names[i].name)))
            return &names[i];
    return NULL;
}

/* The factor of the letter at the end of ${number}, which is cut off; 1 where there is none. The
 * letter may be spelled out: MiB. */
static uint64_t
take_factor(struct sv *number)
{
    static const char letters[] = "KMG";
    const char *letter;

    if (number->n > 3 && memcmp(number->p + number->n - 2, "iB", 2) == 0)
        number->n -= 2;
    letter = number->n > 0 ? strchr(letters, number->p[number->n - 1]) : NULL;
    if (!letter || !*letter)
        return 1;
    number->n--;
    return (uint64_t)1 << (10 * (letter - letters + 1));
}

static bool
read_number(uint64_t *out, struct sv number, bool is_bytes)
{
    uint64_t factor = is_bytes ? take_factor(&number) : 1;

    *out = 0;
    for (size_t i = 0; i < number.n; i++) {
        if (number.p[i] < '0' || number.p[i] > '9')
            return false;
        *out = *out * 10 + (uint64_t)(number.p[i] - '0');
        if (*out > NUMBER_MAX)
            *out = NUMBER_MAX;
    }
    if (*out > NUMBER_MAX / factor)
        *out = NUMBER_MAX + 1;
    else
        *out *= factor;
    return number.n > 0 && *out > 0;
}

static int
unknown_limit(struct sv name, struct err *e)
{
    const char *known[NAME_COUNT + 1] = { NULL };
    const char *nearest;

    for (size_t i = 0; i < NAME_COUNT; i++)
        known[i] = names[i].name;
    nearest = name_nearest(name, known);
    if (nearest)
        return err_set(e, ERR_USAGE, N_("--limit: no limit is called '%.*s'; did you mean %s?"),
            SV_ARG(name), nearest);
    return err_set(e, ERR_USAGE, N_("--limit: no limit is called '%.*s'; --help lists them"),
        SV_ARG(name));
}

int
option_limit_set(struct limits *l, const char *value, struct err *e)
{
    const char *equals = strchr(value, '=');
    struct sv name = { value, equals ? (size_t)(equals - value) : strlen(value) };
    const struct name *known = find_name(name);
    uint64_t number;

    if (!equals)
        return err_set(e, ERR_USAGE, N_("--limit: '%s' is not NAME=N, such as members=20000"),
            value);
    if (!known)
        return unknown_limit(name, e);
    if (!read_number(&number, sv_of(equals + 1), known->is_bytes))
        return err_set(e, ERR_USAGE, known->is_bytes ?
            N_("--limit %s: '%s' is not a whole number of bytes, such as 67108864 or 64M") :
            N_("--limit %s: '%s' is not a whole number from 1 up"), known->name, equals + 1);
    if (number > known->max)
        return err_set(e, ERR_USAGE, N_("--limit %s: '%s' is beyond the highest number, %ju"),
            known->name, equals + 1, (uintmax_t)known->max);
    *(uint64_t *)(void *)((char *)l + known->offset) = number;
    return 0;
}

int
option_size_set(uint64_t *out, const char *option, const char *value, struct err *e)
{
    if (read_number(out, sv_of(value), true))
        return 0;
    return err_set(e, ERR_USAGE,
        N_("%s: '%s' is not a whole number of bytes, such as 67108864, 64M or 1GiB"), option,
        value);
}
