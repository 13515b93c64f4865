/*
 * audit.h - all rules over one ledger: findings, nets, what could not be judged.
 *
 * Run once on the settled ledger; read-only afterwards. The order of rows and files changes nothing
 * but ties that the rules' design gives to input order.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "audit/finding.h"
#include "audit/gpu_use.h"
#include "audit/review.h"
#include "audit/rulebook.h"
#include "ledger/observation.h"
#include "ledger/timeline.h"
#include "parsers/format.h"

/* Spend of an earlier month, from an earlier review.json. */
struct previous_spend {
    const char *platform, *currency;
    enum category category;
    struct money billed;
};

struct previous {
    struct period period;
    const struct previous_spend *spend;
    size_t n;
};

/* What an audit is made from; all of it borrowed and outliving it. */
struct audit_input {
    const struct ledger *ledger;             /* settled */
    const struct review *review;             /* of that ledger */
    const struct observations *observations; /* sorted; NULL: none */
    const struct formats *formats;           /* NULL: nothing is known of formats */
    const struct config *config;             /* NULL: none */
    const struct rulebook *rulebook;
    const struct previous *previous;         /* NULL: none */
    uint64_t memory_limit;                   /* bytes; 0: none */
    size_t jobs;                             /* threads; 0 is 1 */
};

/* Sums over the findings that are not waived. */
struct audit_leak {
    const char *currency;
    struct money gross, net;
    struct money share; /* of billed, to 4 decimals; 0 where nothing was billed */
};

struct audit_rule_leak {
    const char *rule, *currency;
    size_t findings;
    struct money gross, net;
};

struct audit_unknown {
    enum unknown_what what;
    const char *platform, *account, *resource;
    struct money gpu_hours; /* of UNKNOWN_UTILISATION, to 9 decimals */
    const char **rules;     /* ids in order of precedence, NULL-ended */
};

/* What concerns the config. */
struct audit_warning {
    const char *path;
    struct warning warning;
};

/* Indexes of lines, ascending. */
struct audit_lines {
    uint32_t *at;
    size_t n, room;
};

struct audit {
    struct audit_input in;
    struct period period;
    bool is_given; /* audit_take(): no timeline, nothing judged, no facts, nothing unknown */
    struct arena arena;
    struct timeline timeline;
    /* Lines that rules judge: charges above 0 that start in the period; in ledger order. All of
     * them, a bit for each line of the ledger (audit_next()); a rule about one category goes
     * through those of it. */
    uint64_t *judged;
    struct audit_lines judged_of[CATEGORY_COUNT];
    struct audit_lines guessed; /* of the judged ones: what their columns hold was guessed */
    struct audit_lines of_gpus; /* all of that category, judged or not */
    const struct format *const *formats; /* by input of the ledger; NULL: of no known format */
    /* Results. Findings: those that leak first, then waived and leak 0; by currency, net, leak. */
    struct { struct finding **at; size_t n, room; } findings;
    struct { struct audit_leak *at; size_t n, room; } leaks;            /* by currency */
    struct { struct audit_rule_leak *at; size_t n, room; } rule_leaks;  /* by rule, currency */
    struct { struct audit_unknown *at; size_t n, room; } unknown;       /* by what, platform,
                                                                          resource, account */
    struct { struct audit_warning *at; size_t n, room; } warnings;
    struct money unknown_gpu_hours; /* sum of those in unknown */
    const struct gpu_use *gpu_use;  /* by index of review->resources */
    struct gpu_use gpu_total;
};

/*
 * An audit of two steps: audit_begin() looks at the lines of ${period} and needs no review yet, so
 * that ${in}->review may be made meanwhile; audit_judge() then lets all rules check. audit_run() is
 * both. -1: ERR_NOMEM (also where more than ${in->memory_limit} is in use), ERR_RANGE, ERR_LIMIT (a
 * pattern of a custom rule). Release ${a} in every case.
 */
int audit_begin(struct audit *a, const struct audit_input *in, const struct period *period,
    struct err *e);
int audit_judge(struct audit *a, struct err *e);
int audit_run(struct audit *a, const struct audit_input *in, struct err *e);
void audit_release(struct audit *a);

/* What an engine found in one line; a line and a rule come once for each certainty. */
struct given_leak {
    uint32_t line;
    const struct rule *rule;
    enum certainty certainty;
    struct money leak, net;
};

/*
 * As audit_run() with the ${n} ${leaks} that an engine found in its place: grouped, merged and
 * sorted in the same way, but nets stay as they are given and nothing is judged. ${in}->ledger
 * needs no more lines than those that leak.
 */
int audit_take(struct audit *a, const struct audit_input *in, const struct given_leak *leaks,
    size_t n, struct err *e);

/*
 * The law of leaks, checked anew: over all findings of a line the nets come to at most what it
 * billed, each net to at most its leak; sums are those of their parts. -1: ERR_BUG.
 */
int audit_check(const struct audit *a, struct err *e);

/* For rules, which ask it at every step: the line of an index. */
static inline const struct ledger_line *
audit_line(const struct audit *a, uint32_t line)
{
    return &a->in.ledger->lines.at[line];
}

/* As ledger_ahead(), for walks over ${lines}. */
static inline void
audit_ahead(const struct audit *a, const struct audit_lines *lines, size_t i)
{
    if (i + LEDGER_AHEAD < lines->n)
        ledger_fetch(audit_line(a, lines->at[i + LEDGER_AHEAD]));
}

/* True where ${line} is judged. */
static inline bool
audit_is_judged(const struct audit *a, const struct ledger_line *line)
{
    return line->fate == FATE_COUNTED && line->facets->word[WORD_ENTRY] == ENTRY_CHARGE &&
        line->start != TIME_NONE && line->start >= a->period.from &&
        line->start < a->period.to && ledger_billed(line).units > 0;
}

/* The first judged line from ${*at} on, which begins as 0, into ${line}; ${*at} is then behind it.
 * False where there is none. */
static inline bool
audit_next(const struct audit *a, size_t *at, uint32_t *line)
{
    size_t word = *at / 64, last = a->in.ledger->lines.n / 64;
    uint64_t rest = a->judged[word] >> *at % 64 << *at % 64;

    while (rest == 0) {
        if (word == last)
            return false;
        rest = a->judged[++word];
    }
    *line = (uint32_t)(word * 64 + (unsigned)__builtin_ctzll(rest));
    ledger_ahead(a->in.ledger, *line);
    *at = (size_t)*line + 1;
    return true;
}

/* The judged lines of two categories, as one list: while (audit_walk_next(&w, &line)). */
struct audit_walk {
    const struct audit *audit;
    struct audit_lines of[2];
    size_t at[2];
};

static inline struct audit_walk
audit_walk(const struct audit *a, enum category one, enum category other)
{
    return (struct audit_walk){ a, { a->judged_of[one], a->judged_of[other] }, { 0, 0 } };
}

static inline bool
audit_walk_next(struct audit_walk *w, uint32_t *line)
{
    size_t k = w->at[0] == w->of[0].n || (w->at[1] < w->of[1].n &&
        w->of[1].at[w->at[1]] < w->of[0].at[w->at[0]]);

    if (w->at[k] == w->of[k].n)
        return false;
    audit_ahead(w->audit, &w->of[k], w->at[k]);
    *line = w->of[k].at[w->at[k]++];
    return true;
}

/* Its format, its entry among the config's instances, or NULL. */
const struct format *audit_format(const struct audit *a, uint32_t line);
const struct config_instance *audit_instance(const struct audit *a, const char *platform,
    const char *instance);

/* Settings of another rule; those of a disabled one too. */
const struct rule_settings *audit_settings(const struct audit *a, const char *rule);

#endif
