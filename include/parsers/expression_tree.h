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
    VERB_ELEMENT,
    VERB_HOOK,
    VERB_AS_TEXT, /* an amount or a time as the ledger writes it; no word of the language */
};

/* A verb as formats write it. */
struct verb_word {
    const char *name;
    enum verb verb;
    enum want gives; /* before anything is wrapped around it; column and first_of adapt */
    const char *options[5];
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
    size_t minus_from;         /* VERB_AMOUNT: parts from here on are taken off; 0: none */
    bool has_divisor;          /* VERB_AMOUNT: the last part divides the sum */
    unsigned column;           /* VERB_COLUMN; where has_memo the one that it is made of */
    bool has_memo;             /* its values are remembered by the column's text */
    size_t memo;
    struct sv text;            /* const, json_path, element; concat: with; split: what separates */
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

/* expression_verbs.c: the verb of ${json}, the first key that is one and no option of another
 * ("unit" is both), and its value; or NULL. */
const struct verb_word *verb_find(const cJSON *json, const cJSON **value);

/* 0 if ${json} has no other keys than ${w} and its options; else -1. */
int verb_check_keys(const struct json_origin *origin, const cJSON *json,
    const struct verb_word *w, struct err *e);

/* Say that ${json} has no verb, and which one was meant. Always returns -1. */
int verb_missing(const struct json_origin *origin, const cJSON *json, struct err *e);

/* As expression_evaluate() for a part of an expression. */
int expression_part(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e);

/* As expression_part() without looking into the memos for ${x} itself. */
int expression_work_out(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e);

/* expression_amount.c: the value of a VERB_AMOUNT; as expression_evaluate(). */
int expression_amount(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e);

/* Refuse the record for what v->trial says. Always returns -1. */
int evaluation_reject_trial(struct evaluation *v, enum reject reason);

#endif
