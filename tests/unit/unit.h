/*
 * unit.h - what every unit test includes: cmocka with the headers that it wants, and checks for the
 * program's own types.
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/sv.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ${s} is exactly the C string ${text}. On failure both are printed. */
#define assert_sv(s, text) check_sv((s), (text), __FILE__, __LINE__)

/* ${e} reads "${text}" in English, place and all. */
#define assert_err(e, text) check_err((e), (text), __FILE__, __LINE__)

static inline void
check_sv(struct sv s, const char *text, const char *file, int line)
{
    if (sv_is(s, sv_of(text)))
        return;
    print_error("'%.*s' is not '%s'\n", SV_ARG(s), text);
    _fail(file, line);
}

static inline void
check_err(const struct err *e, const char *text, const char *file, int line)
{
    char got[ERR_TEXT_MAX];

    if (strcmp(err_text(e, LANG_EN, got, sizeof(got)), text) == 0)
        return;
    print_error("'%s' is not '%s'\n", got, text);
    _fail(file, line);
}

#endif
