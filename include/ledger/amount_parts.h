/*
 * amount_parts.h - where in a text its number stands, and what stands around it.
 */
#ifndef LEDGER_AMOUNT_PARTS_H
#define LEDGER_AMOUNT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sv.h"

/* Text that is read character by character. */
struct amount_cursor {
    const char *p, *end;
};

/* Why a text is no amount. */
enum amount_problem {
    AMOUNT_FINE,
    AMOUNT_NO_NUMBER,
    AMOUNT_TWO_SIGNS,
    AMOUNT_BAD_GROUPS,
    AMOUNT_OPEN_BRACKET,
    AMOUNT_TWO_CURRENCIES,
};

struct amount_parts {
    struct amount_cursor number; /* from the first digit or mark on */
    size_t whole, fraction;      /* digits before and behind the decimal mark */
    int64_t exponent;            /* of ten, with that of a percent sign; 0 if none */
    char decimal_mark;
    bool is_negative, has_sign, has_open_bracket;
    const char *currency; /* ISO code, a literal; NULL if none */
    bool is_ambiguous_yen;
    unsigned notes; /* enum money_note */
    enum amount_problem problem;
};

/*
 * Find the parts of ${s}, whose numbers are written with ${decimal_mark}. False where it is no
 * amount; parts->problem then says why.
 */
bool amount_parts_find(struct amount_parts *parts, struct sv s, char decimal_mark);

/* The next digit of the number (0 to 9), passing over what parts groups. Only for as many digits as
 * there are. */
unsigned amount_parts_digit(struct amount_cursor *at);

#endif
