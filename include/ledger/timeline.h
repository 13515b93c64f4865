/*
 * timeline.h - what is known of each instance over time: runs, states, use.
 *
 * An instance is (platform, account, x_InstanceId). Built once from all lines that count or would
 * but for the review's period, and from the observations, and read by all rules. The words are
 * those of the rules' design: run, stopped, unlocated, prepaid. Linear in lines, n log n in
 * each instance. Everything is read-only and lives as long as the timeline.
 */
#ifndef LEDGER_TIMELINE_H
#define LEDGER_TIMELINE_H

#include "ledger/ledger.h"
#include "ledger/line_fact.h"
#include "ledger/observation.h"
#include "ledger/strip.h"

/* One sample with a value; one per GPU and time (the highest). */
struct usage_point {
    int64_t time;
    int64_t until;       /* of a mean: it speaks up to here and no further; else TIME_NONE */
    int32_t utilisation; /* hundredths of a percent */
    int32_t memory;      /* taken, hundredths of a percent of all; -1 unknown */
};

struct gpu_series {
    const char *gpu;
    const struct usage_point *points; /* by time; at least one */
    size_t n;
    int64_t spacing; /* the median one; 0 for a single sample, which speaks for no time */
    int64_t max_gap;
    struct strip speaking; /* time about which a sample speaks */
    struct strip idle;     /* idle stretches that are long enough, on the card of the series */
};

/* What a state log says; sorted, without overlaps (a later entry cuts an earlier one). */
struct timeline_state {
    struct span span; /* to: INT64_MAX where the log goes on */
    enum instance_state state;
    uint32_t input; /* index into ledger.inputs */
    uint64_t line;
};

/* Which of the two kinds of run: no-gpu time of a state log is none for gpu lines. */
enum run_kind {
    RUNS_ANY, /* for everything but gpu lines */
    RUNS_GPU, /* for gpu lines */
};

struct timeline_instance {
    const char *platform, *account, *instance; /* of the ledger's strings */
    const struct ledger_line *ledger_lines;    /* of which these are indexes: */
    const uint32_t *lines;                     /* its lines, in ledger order */
    const unsigned char *categories;           /* of these: most who ask are about one or two */
    size_t line_count;
    bool has_compute; /* a compute line names it */
    struct { const struct timeline_state *at; size_t n; } states;
    struct spans logged;    /* covered by the state log */
    /* Unknown: the log says running still, and nothing else shows it; or compute was billed without
     * an end, up to the next run or what the log says. */
    struct spans undecided;
    struct spans runs[2];   /* by enum run_kind */
    /* How much of the time outside runs and logs is used by unlocated lines: sorted, no overlaps,
     * weights above 0 and at most 1. */
    struct { const struct time_piece *at; size_t n; } unlocated;
    const struct gpu_series *series; /* by gpu */
    size_t series_count;
    int64_t last_seen; /* end of the last compute line or sample; TIME_NONE if none */
};

struct timeline_options {
    int64_t idle_stretch; /* a GPU is idle where it is for at least so long ... */
    int32_t idle_below;   /* ... below so many hundredths of a percent */
};

/* The design's own: 15 minutes below 5 %. */
#define TIMELINE_OPTIONS ((struct timeline_options){ 15 * TIME_MINUTE, 500 })

struct timeline {
    const struct ledger *ledger;
    struct timeline_options options;
    struct arena arena;
    struct { struct timeline_instance *at; size_t n, room; } instances; /* by platform, account,
                                                                          instance; bytewise */
    uint32_t *instance_of;    /* per line; TIMELINE_NONE: names none, or is not known */
    struct map accounts;      /* (platform, account) -> span of its compute lines */
    struct map seen_in;       /* (input, platform, account) that has compute lines */
};

#define TIMELINE_NONE UINT32_MAX

/*
 * Build ${t} from ${l} and ${o} (sorted by observations_sort(); NULL: none), which must outlive it.
 * -1: ERR_NOMEM, ERR_LIMIT. Release ${t} in every case.
 */
int timeline_build(struct timeline *t, const struct ledger *l, const struct observations *o,
    const struct timeline_options *options, struct err *e);
void timeline_release(struct timeline *t);

/* The next line of ${i} in category ${c}, from place ${*at} on, into ${line}; ${*at} is then behind
 * it. False where there is none. */
static inline bool
timeline_next(const struct timeline_instance *i, enum category c, size_t *at, uint32_t *line)
{
    while (*at < i->line_count && i->categories[*at] != c)
        ++*at;
    if (*at == i->line_count)
        return false;
    /* Its lines lie far apart. */
    if (*at + LEDGER_AHEAD < i->line_count && i->categories[*at + LEDGER_AHEAD] == c)
        __builtin_prefetch(&i->ledger_lines[i->lines[*at + LEDGER_AHEAD]]);
    *line = i->lines[(*at)++];
    return true;
}

/* The instance that line ${line} (an index) names, or NULL. */
const struct timeline_instance *timeline_of(const struct timeline *t, uint32_t line);

/* The cards of a gpu line: gpu_count, else the number of GPUs with samples, else 1; 0 where
 * gpu_count is no whole number. */
uint32_t timeline_cards(const struct timeline *t, uint32_t line);

/* What a line's time without a run amounts to. */
struct stopped {
    const struct strip *strip; /* its part within the line's period; NULL: it has none there */
    struct fraction weight;    /* how much of each moment in it is meant, times that of the strip */
    bool lacks_period;  /* the line has no period: nothing is known */
    /* For some of its time compute would not be visible: an export is missing, or a row of the
     * line's file could not be read. */
    bool lacks_compute;
    bool lacks_state;   /* for some of its time only a log that never ends says running */
};

/* Where instances were stopped: found once for each, for all its lines. */
struct stopped_times {
    const struct timeline *timeline;
    struct arena *arena;             /* borrowed: strips are in it */
    struct stopped_of_instance **of; /* by instance; NULL: nobody asked yet */
};

/* -1: ERR_NOMEM. Release ${s} in every case; strips stay as long as ${arena}. */
int stopped_times_init(struct stopped_times *s, const struct timeline *t, struct arena *arena,
    struct err *e);
void stopped_times_release(struct stopped_times *s);

/*
 * The stopped time within the period of line ${line}, which names an instance; where the line says
 * that it was used for a part of its period only, what of that cannot have been while the instance
 * ran. -1: ERR_NOMEM.
 */
int stopped_times_find(struct stopped_times *s, uint32_t line, struct stopped *out,
    struct err *e);

/* The index of the first state that ends after ${at}; i->states.n where there is none. */
size_t timeline_state_after(const struct timeline_instance *i, int64_t at);

/* The state of the log at ${at}, or NULL where it says nothing. */
const struct timeline_state *timeline_state_at(const struct timeline_instance *i, int64_t at);

#endif
