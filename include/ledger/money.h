/*
 * money.h - exact decimals: amounts, unit prices and quantities.
 *
 * A value is a 128-bit count of 10^-18 units (18 decimal places, up to +-1.7 x 10^20). Nothing here
 * uses floating point. Text with more than 18 decimals is rounded half-even, and the caller is
 * told.
 */
#ifndef LEDGER_MONEY_H
#define LEDGER_MONEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sv.h"

__extension__ typedef __int128 money_int;
__extension__ typedef unsigned __int128 money_uint;

#define MONEY_DECIMALS 18

/* Longest text money_format() writes, with the NUL. */
#define MONEY_TEXT_MAX 44

/* Longest text money_format_display() writes, with the NUL. */
#define MONEY_DISPLAY_MAX 64

struct money {
    money_int units; /* 10^-18 */
};

#define MONEY_ZERO ((struct money){ 0 })

/* What money_parse_text() found beside the value; bits. */
enum money_note {
    MONEY_ROUNDED_18 = 1, /* more than 18 decimals: rounded half-even */
    MONEY_EXPONENT = 2,   /* written with an exponent (1.2E-05) */
    MONEY_PERCENT = 4,    /* written with %: the value is divided by 100 (8% is 0.08) */
    MONEY_MARKED = 8,     /* a spreadsheet's text marker was dropped: ' or ` or ="..." */
    MONEY_UNWRITTEN_DIGITS = 16, /* the exponent adds digits that are not written: 1E+17, 5E2 */
};

struct money_text {
    struct money value;
    unsigned notes;         /* enum money_note */
    const char *currency;   /* ISO code of the sign or code in the text (a literal), NULL if none */
    bool is_ambiguous_yen;  /* the sign was the yen sign, CNY or JPY; currency is then "CNY" */
    unsigned decimals;      /* decimals printed, after the exponent is applied, at most 255 */
};

/*
 * True where ${s} says "no value" once trimmed: "", "-", "--", "/", null, NULL, (null), None, N/A
 * (case of letters ignored). NaN is not one of them.
 */
bool money_is_absent(struct sv s);

/*
 * Read an amount as bills write it: "1234.5", "1,234.50", "1 234.50", a currency sign or code
 * before or after, "12.30元", "-0.01", "0.01-", "(0.01)", "($67.00)", "€(63.12)", "+3", "1.2E-05",
 * full-width digits and signs, U+2212, U+2013 and U+FF0D as minus, one leading ' or `, ="...".
 * Commas and blanks (also NBSP and thin ones) only between groups of three. With ${decimal_mark}
 * ',' the roles of '.' and ',' are exchanged. On failure ${out} is left alone and ${e} is
 * ERR_SYNTAX (no number, two signs, absent, NaN) or ERR_RANGE (beyond +-1.7 x 10^20).
 */
int money_parse_text(struct money_text *out, struct sv s, char decimal_mark, struct err *e);

/*
 * The short way of money_parse_text() with '.': [-]digits[.digits] of at most 19 digits, 18 of them
 * decimals, into ${out} and ${decimals}. False, with both left alone, for anything else, which may
 * still be an amount.
 */
bool money_parse_plain(struct money *out, unsigned *decimals, struct sv s);

/* As money_parse_text() with '.', for the value alone. */
int money_parse(struct money *out, struct sv s, struct err *e);

/*
 * Write ${m} exactly: no exponent, no grouping, no trailing zeros, never "-0" ("0", "12.5",
 * "-0.003"). Returns ${buf}. Cannot fail.
 */
const char *money_format(char buf[MONEY_TEXT_MAX], struct money m);

/* How many decimals money_format() writes. */
unsigned money_decimals(struct money m);

/*
 * Write ${m} for reading: rounded half away from zero to ${decimals} (0 to 18) places, all of them
 * printed, groups of three parted by commas ("3,284.17"). Returns ${buf}. Cannot fail.
 */
const char *money_format_display(char buf[MONEY_DISPLAY_MAX], struct money m, unsigned decimals);

/* Add ${b} to ${acc}. On overflow ${acc} is left alone and ${e} is ERR_RANGE. */
int money_add(struct money *acc, struct money b, struct err *e);

/* Take ${b} from ${acc}; as money_add(). */
int money_sub(struct money *acc, struct money b, struct err *e);

/* -m. Parsing and adding never make the least 128-bit value, which has no opposite. */
static inline struct money
money_negate(struct money m)
{
    return (struct money){ -m.units };
}

/* Less than, equal to or greater than 0 as a < b, a = b, a > b. */
static inline int
money_compare(struct money a, struct money b)
{
    return (a.units > b.units) - (a.units < b.units);
}

static inline bool
money_is_zero(struct money m)
{
    return m.units == 0;
}

static inline bool
money_is_negative(struct money m)
{
    return m.units < 0;
}

/*
 * a x b, rounded half-even to 18 decimals (${*is_exact}, if given, tells whether nothing was
 * rounded). -1: ERR_RANGE, ${out} left alone.
 */
int money_multiply(struct money *out, struct money a, struct money b, bool *is_exact,
    struct err *e);

/* m x n, exactly. -1: ERR_RANGE, ${out} left alone. */
int money_times(struct money *out, struct money m, int64_t n, struct err *e);

/*
 * m x part / whole, rounded half away from zero to ${decimals} (0 to 18) places. ${whole} is not
 * 0. -1: ERR_RANGE, ${out} left alone.
 */
int money_share(struct money *out, struct money m, money_int part, money_int whole,
    unsigned decimals, struct err *e);

/* ${m} rounded half away from zero to ${decimals} (0 to 18) places; towards zero where the result
 * would go beyond the limit. */
struct money money_round(struct money m, unsigned decimals);

/* The whole number ${n}. */
struct money money_of(int64_t n);

#endif
