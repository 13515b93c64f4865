/*
 * expression_tree.h - a compiled expression, for the two files that know its inside.
 */
#ifndef PARSERS_EXPRESSION_TREE_H
#define PARSERS_EXPRESSION_TREE_H

#include "parsers/expression.h"
#include "parsers/hook.h"
#include "parsers/pattern.h"

enum verb {
    VERB_COLUMN,
    VERB_CONST,
    VERB_CONCAT,
    VERB_REGEX,
    VERB_MAP,
    VERB_AMOUNT,
    VERB_TIME,
    VERB_DURATION,
    VERB_UNIT,
    VERB_FIRST_OF,
    VERB_STRIP,
    VERB_SPLIT,
    VERB_NEGATE_IF,
    VERB_JSON_PATH,
    VERB_HOOK,
    VERB_AS_TEXT, /* an amount or a time as the ledger writes it; no word of the language */
};

/* Most groups of a pattern that `take` can name. */
#define TAKE_MAX 31

struct map_pair {
    struct sv from, to;
    bool is_none; /* the word means "no value" */
};

struct expression {
    enum verb verb;
    enum want gives;
    struct expression **parts; /* what it is made of */
    size_t part_count;
    unsigned column;           /* VERB_COLUMN */
    struct sv text;            /* const, json_path; concat: with; split: what separates */
    struct pattern *pattern;   /* VERB_REGEX, VERB_STRIP */
    int take;                  /* VERB_REGEX, VERB_SPLIT */
    struct map_pair *pairs;    /* VERB_MAP; parts[1] is `else` */
    size_t pair_count;
    struct money unit;         /* VERB_AMOUNT */
    bool has_unit;             /* unit is not 1 */
    bool is_cost;              /* VERB_AMOUNT: of an amount or price, not a quantity */
    bool is_absolute;          /* VERB_AMOUNT, VERB_NEGATE_IF */
    bool is_end;               /* VERB_TIME */
    bool has_zone;             /* VERB_TIME */
    int zone_minutes;          /* VERB_TIME */
    int64_t add;               /* VERB_TIME */
    int64_t unit_ms, in_ms;    /* VERB_DURATION */
    struct condition *when;    /* VERB_NEGATE_IF */
    const struct hook *hook;   /* VERB_HOOK */
};

#endif
