/*
 * usage.h - readers of utilisation and state logs, whose shape no format file can describe.
 *
 * One reader per kind of log, each a file parsers/usage/usage_<kind>.c with a struct usage_reader
 * of that name; the build finds them. A reader is asked only where no format fits. It turns the log
 * into observations; to which billed instance they belong is found later (usage_owner.h), from
 * the names that the log gives in observation.instance.
 */
#ifndef PARSERS_USAGE_H
#define PARSERS_USAGE_H

#include "input/text.h"
#include "ledger/observation.h"
#include "parsers/format.h"
#include "record/record.h"

/* What readers say of a log by its beginning, from 0 to 100; below this it is none of theirs. */
#define USAGE_CERTAIN 100
#define USAGE_LIKELY 70
#define USAGE_ENOUGH 50

/* The beginning of a file, in UTF-8. */
struct usage_head {
    struct sv text;
    bool is_json;        /* it begins with { or [ */
    const char *columns; /* of logs without headings, as the user names them; NULL if not given */
};

/* Where a reader puts what it reads. */
struct usage_sink {
    struct input *input;
    struct observations *observations; /* NULL: records are counted alone */
    const char *columns;               /* as in struct usage_head */
    int zone_minutes;                  /* of times without a zone */
    bool is_fatal;                     /* a failure was the run's, not the file's */
    bool has_told_of_time;             /* the warning that the log has no times was given */
    void (*tell)(void *context);       /* called now and then, or NULL */
    void *tell_context;
};

struct usage_reader {
    const char *name; /* "nvidia-smi" */
    struct format_title title;
    enum input_kind kind;  /* INPUT_USAGE or INPUT_STATES */
    const char *platform;  /* "" where any platform has such logs */
    enum evidence_level evidence;
    const char *const *sources; /* NULL-ended */
    /* How sure it is that ${head} begins such a log. */
    int (*recognise)(const struct usage_head *head);
    /* Read all of ${t}. -1: ERR_IO, ERR_NOMEM, ERR_ENCODING, ERR_SYNTAX, ERR_LIMIT. */
    int (*read)(struct usage_sink *sink, struct text *t, struct err *e);
};

/* All readers; NULL-ended. */
extern const struct usage_reader *const usage_table[];

/* 0 if ${columns}, as the user names them, can be those of a log of nvidia-smi. -1: ERR_USAGE. */
int usage_columns_check(const char *columns, struct err *e);

/* The reader called ${name}, or NULL. */
const struct usage_reader *usage_find(struct sv name);

/* The reader that is surest of ${head}, or NULL; of equally sure ones the first by name. */
const struct usage_reader *usage_recognise(const struct usage_head *head);

/* What a number in a log measures. */
enum usage_quantity {
    USAGE_NOTHING,
    USAGE_UTILISATION,
    USAGE_MEMORY_USED,
    USAGE_MEMORY_TOTAL,
    USAGE_POWER,
};

/* In what: a matter of the metric's name or of a unit that is written, never of the value. */
enum usage_unit {
    USAGE_PERCENT,
    USAGE_RATIO, /* 0 to 1 */
    USAGE_BYTES,
    USAGE_KIB,
    USAGE_MIB,
    USAGE_GIB,
    USAGE_WATT,
    USAGE_MILLIWATT,
};

struct usage_metric {
    enum usage_quantity quantity;
    enum usage_unit unit;
    unsigned rank; /* of several that measure one quantity, the higher is taken */
};

/* What the metric ${name} measures, case and suffixes as _avg ignored; false: nothing of use. */
bool usage_metric_find(struct sv name, struct usage_metric *out);

/* The same for the first metric whose name stands in ${text} as a word. */
bool usage_metric_in(struct sv text, struct usage_metric *out);

/* True for every text by which logs say that there is no value: "", "-", "[N/A]", "NaN", ... */
bool usage_is_absent(struct sv text);

/* An observation of a log: no values, no time. */
struct observation usage_observation(const struct record *r);

/*
 * Put the number ${text} into ${o} as ${m} says; a unit behind the number comes before that of the
 * metric. Nothing is put where it says that there is no value. -1: no number, or beyond what the
 * quantity can be; ${why} says which.
 */
int usage_set(struct observation *o, const struct usage_metric *m, struct sv text,
    struct message *why);

/* A time: what time_parse() reads, or seconds or milliseconds since 1970, also with decimals. */
int usage_time(int64_t *out, struct sv text, int zone_minutes);

/*
 * Keep ${o}. Without a time it is no evidence of anything: that is warned of once and nothing is
 * kept. A record may give several, or none: usage_count() counts it. -1: ERR_NOMEM, ERR_LIMIT.
 */
int usage_keep(struct usage_sink *sink, const struct observation *o, struct err *e);

/* Count a record that was understood. */
void usage_count(struct usage_sink *sink);

/* Count and keep a record that was not, as input_reject() does. */
int usage_reject(struct usage_sink *sink, const struct record *r, enum reject reason,
    struct sv column, const struct message *why, struct err *e);

/* Count ${r} where it is damaged as such. 1: it was; 0: it can be read; -1: ERR_NOMEM. */
int usage_reject_damaged(struct usage_sink *sink, const struct record *r, struct err *e);

#endif
