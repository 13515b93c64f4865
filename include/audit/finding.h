/*
 * finding.h - what a rule found, and how it says so.
 *
 *     struct finding *found = finding_of_line(f, CERTAIN, line, e);
 *     if (!found || finding_claim_all(f, found, line, e))
 *         return -1;
 *
 * The functions that take struct findings are for rules while they check; afterwards findings are
 * read-only. A line is claimed at most once in a finding. Leaks are rounded half away from zero to
 * 9 decimals per line.
 */
#ifndef AUDIT_FINDING_H
#define AUDIT_FINDING_H

#include "audit/rule.h"
#include "ledger/strip.h"

enum certainty {
    CERTAIN,  /* the bill, or bill and state log, prove it */
    LIKELY,   /* evidence supports it; a person should look */
    POSSIBLE, /* a choice that cost more than another one */
    CERTAINTY_COUNT,
};

enum fact_kind {
    FACT_TEXT,
    FACT_AMOUNT,   /* an exact decimal: amounts, quantities, shares */
    FACT_COUNT,
    FACT_TIME,     /* a moment */
    FACT_DURATION, /* milliseconds */
};

struct fact {
    const char *name; /* a literal */
    enum fact_kind kind;
    const char *text;
    struct money amount;
    int64_t number; /* count, time, duration */
};

struct finding_line {
    uint32_t line; /* index into ledger.lines */
    struct money leak, net;
};

/* One finding has one currency. Texts live as long as the audit and are never NULL. */
struct finding {
    char id[24];             /* "F001" */
    const char *rule;        /* id */
    const struct rule *of;   /* NULL for custom rules */
    unsigned order;          /* of its rule in precedence */
    enum certainty certainty;
    const char *platform, *account, *resource, *currency;
    const char *key;         /* what else parts it from others of its rule; "" mostly */
    const char *name;        /* of the resource, for people: its name, else its id */
    int64_t from, to;        /* span of its lines; TIME_NONE if unknown */
    struct money billed, leak, net;
    struct { struct finding_line *at; size_t n, room; } lines; /* in ledger order once done */
    struct { struct fact *at; size_t n, room; } facts;         /* by name once done */
    size_t merged;           /* of how many small ones it was made; 0: it is its own */
    bool is_waived;
    const char *waiver;      /* the reason, "" if none */
    struct message message, advice;
    const char *said_en, *said_zh; /* what a custom rule says in place of `message`, or "" */
};

enum unknown_what {
    UNKNOWN_UTILISATION,
    UNKNOWN_PERIOD,
    UNKNOWN_STATE,
    UNKNOWN_COMPUTE,
    UNKNOWN_PRICE,
    UNKNOWN_ID,
    UNKNOWN_BALANCE,
    UNKNOWN_COUNT,
};

/* ${c}, but LIKELY at most where what the columns of line ${line} hold was guessed. */
enum certainty finding_certainty(const struct findings *f, enum certainty c, uint32_t line);

/* "certain", "likely", "possible"; "utilisation", ...; literals. */
const char *certainty_word(enum certainty c);
const char *unknown_word(enum unknown_what w);

/*
 * The finding of the rule that checks for the instance (or resource) that line ${line} is about,
 * in its currency; made where there is none. NULL: ERR_NOMEM, ERR_LIMIT.
 */
struct finding *finding_of_line(struct findings *f, enum certainty c, uint32_t line,
    struct err *e);

/* As finding_of_line() for groups of another kind: texts are copied, `key` parts what is equal in
 * all else. */
struct finding_group {
    enum certainty certainty;
    const char *platform, *account, *resource, *currency, *key; /* NULL is "" */
};
struct finding *finding_of_group(struct findings *f, const struct finding_group *group,
    struct err *e);

/*
 * What of a line's time a claim is about: of the ${n} strips, at most one for each card or one for
 * all, what lies within the line's period; ${n} 0: all of the period. One serves many lines.
 */
struct claimed_time {
    const struct strip *strips;
    size_t n;
    const struct strip *within; /* only what lies in it, too (all weights 1); NULL: no matter */
    struct fraction weight;     /* how much of each moment, times that of its strip; at most 1 */
};

/*
 * Claims. By amount: ${leak} (at most billed) of line ${line}. By time: ${time}, which must live as
 * long as the audit (finding_arena()). Nothing is claimed, and the line does not come to the
 * finding, where the leak is 0. All of it: by time where ${line} has a period and ${by_time}, else
 * by amount. -1: ERR_NOMEM, ERR_LIMIT, ERR_RANGE.
 */
int finding_claim_amount(struct findings *f, struct finding *to, uint32_t line,
    struct money leak, struct err *e);
int finding_claim_time(struct findings *f, struct finding *to, uint32_t line,
    const struct claimed_time *time, struct err *e);
int finding_claim_all(struct findings *f, struct finding *to, uint32_t line, bool by_time,
    struct err *e);

/* For finding_claim_time(), in the audit's memory: strip ${s}, which must live as long, each moment
 * by ${weight}. NULL: ERR_NOMEM. */
const struct claimed_time *finding_time_of(struct findings *f, const struct strip *s,
    struct fraction weight, struct err *e);

/* ${leak} by amount over the ${n} ${lines}, pro rata of billed to 9 decimals; the last takes the
 * rest. -1: ERR_NOMEM, ERR_LIMIT, ERR_RANGE. */
int finding_claim_spread(struct findings *f, struct finding *to, const uint32_t *lines, size_t n,
    struct money leak, struct err *e);

/* A line that a finding is about without a leak (leak 0). */
int finding_mention(struct findings *f, struct finding *to, uint32_t line, struct err *e);

/*
 * Facts: shown in review.json and read by tell(). Set replaces, add sums what has been added under
 * ${name} (a literal). -1: ERR_NOMEM, ERR_RANGE.
 */
int finding_set_text(struct findings *f, struct finding *to, const char *name, const char *text,
    struct err *e);
int finding_set_time(struct findings *f, struct finding *to, const char *name, int64_t at,
    struct err *e);
int finding_set_amount(struct findings *f, struct finding *to, const char *name,
    struct money amount, struct err *e);
int finding_add_amount(struct findings *f, struct finding *to, const char *name,
    struct money amount, struct err *e);
int finding_add_count(struct findings *f, struct finding *to, const char *name, int64_t n,
    struct err *e);
int finding_add_duration(struct findings *f, struct finding *to, const char *name, int64_t n,
    struct err *e);

/* The fact called ${name}; one of value 0, "" and TIME_NONE where there is none. */
struct fact finding_fact(const struct finding *f, const char *name);

/*
 * The rule that checks cannot judge line ${line} for want of ${what}. ${gpu_time}: the
 * card-milliseconds (gpu_time.h) about which no utilisation is known, 0 for all else. -1: ERR_NOMEM
 * or ERR_RANGE.
 */
int finding_unknown(struct findings *f, enum unknown_what what, uint32_t line,
    struct money gpu_time, struct err *e);

/* A warning at line ${line} of its file; ${code} and ${format} are literals. */
void finding_warn(struct findings *f, uint32_t line, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Memory for the time of the audit, for what rules make while they check. */
struct arena *finding_arena(struct findings *f);

/* What ${f} says, and advises, in ${lang}; into ${buf} of ${size} bytes. Return ${buf}. */
const char *finding_says(const struct finding *f, enum lang lang, char *buf, size_t size);
const char *finding_advises(const struct finding *f, enum lang lang, char *buf, size_t size);

/* For messages: "CNY 12.35"; "2026-03-01 08:00" in the review's zone; hours "10.5"; days "21".
 * Return ${buf}. */
#define FINDING_TEXT_MAX 80
const char *finding_money_text(char buf[FINDING_TEXT_MAX], struct money m, const char *currency);
const char *finding_time_text(char buf[FINDING_TEXT_MAX], int64_t at, int zone_minutes);
const char *finding_hours_text(char buf[FINDING_TEXT_MAX], int64_t milliseconds);
const char *finding_days_text(char buf[FINDING_TEXT_MAX], int64_t milliseconds);

/* The leak of ${f} for a day of its span, as money; false where it spans less than a day. */
bool finding_daily_text(char buf[FINDING_TEXT_MAX], const struct finding *f);

#endif
