/*
 * rule.h - one rule: what it finds, its settings, and how. One file each: audit/rules/rule_<id>.c.
 *
 * A rule looks at the judged lines of the audit (audit.h), adds findings (finding.h) with the leak
 * of each line, and says what it could not judge. It neither prints nor nets: the core does
 * precedence, refunds, merging, sorting and sums. Rules check beside each other: none sees what
 * another one finds, and what it keeps while it checks is its own.
 */
#ifndef AUDIT_RULE_H
#define AUDIT_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/message.h"
#include "ledger/money.h"

struct audit;
struct finding;
struct findings;
struct ledger_line;

enum setting_kind {
    SETTING_DURATION, /* "15m", "2h", "24h" */
    SETTING_PERCENT,  /* "5": of a hundred */
    SETTING_AMOUNT,   /* "1.00", in the currency of the lines */
    SETTING_NUMBER,   /* "10" */
};

/* A threshold of a rule: parsing, checking, `gpubill rules` and the manual come from it. */
struct setting {
    const char *name; /* in the config; NULL ends a table */
    enum setting_kind kind;
    const char *fallback; /* as the config would write it */
    const char *help;     /* a key for lang_text() */
};

struct setting_value {
    int64_t duration; /* milliseconds; of SETTING_DURATION */
    struct money number; /* of all others */
};

/* The settings of one rule in this run, by index in its table. */
struct rule_settings {
    bool is_enabled;
    const struct setting_value *values;
};

struct rule {
    const char *id, *title; /* title: a key for lang_text() */
    int order;              /* in precedence, from 1 */
    bool is_never_merged;   /* its small findings stay apart */
    /* The page of `gpubill rules ID`; keys for lang_text(). */
    const char *finds, *needs, *formula, *example, *advice;
    /*
     * The formula with the numbers of one finding in place of {billed}, {leak}, a fact's {name},
     * {row.billed} and the like (reports/working.h). NULL: all of what was billed leaks. A key for
     * lang_text().
     */
    const char *working;
    const struct setting *settings; /* ended by a NULL name; never NULL */
    /* Add findings for what is found. -1: ERR_NOMEM, ERR_RANGE, ERR_LIMIT. */
    int (*check)(const struct audit *a, const struct rule_settings *s, struct findings *f,
        struct err *e);
    /*
     * Of a rule whose findings are about a platform: what parts them, as far as ${line}, which they
     * are about, tells it (finding_group.key). NULL: they are about the resources of their lines.
     */
    const char *(*platform_key)(const struct ledger_line *line);
    /*
     * One sentence of fact and one of what to do, once leaks and nets are known. Not called for
     * merged findings.
     */
    void (*tell)(const struct audit *a, const struct finding *f, struct message *message,
        struct message *advice);
};

/* Generated: all rules, NULL-ended, by file name. In order of precedence: rule_at(). */
extern const struct rule *const rule_table[];

/* How many there are; the place of ${rule} in order of precedence, from 0; rule ${i} in that order;
 * the one called ${id} or NULL. */
size_t rule_count(void);
size_t rule_rank(const struct rule *rule);
const struct rule *rule_at(size_t i);
const struct rule *rule_find(const char *id);

static inline int64_t
setting_duration(const struct rule_settings *s, unsigned i)
{
    return s->values[i].duration;
}

static inline struct money
setting_number(const struct rule_settings *s, unsigned i)
{
    return s->values[i].number;
}

#endif
