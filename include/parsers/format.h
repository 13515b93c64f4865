/*
 * format.h - a bill format, loaded from its JSON file and ready to run.
 *
 * Formats are data: docs/FORMATS.md describes the file. A loaded format is read-only and may be
 * used by several threads; what is per input is in struct binding.
 *
 * To compile all embedded formats takes far longer than to read a small bill, so those of a struct
 * formats are outlines at first: they hold what tells formats apart and what is said of them, but
 * nothing that reads a record. format_whole() gives the rest.
 */
#ifndef PARSERS_FORMAT_H
#define PARSERS_FORMAT_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/lang.h"
#include "ledger/charge.h"
#include "ledger/input.h"
#include "ledger/timestamp.h"
#include "parsers/condition.h"
#include "record/record.h"

struct embedded;
struct expression; /* a compiled EXPRESSION (expression.h) */
struct gpu_types;
struct hook;
struct pattern;

enum billing_time { BILLING_TIME_PERIOD, BILLING_TIME_START, BILLING_TIME_END };

enum evidence_level {
    EVIDENCE_DOCUMENTED,
    EVIDENCE_PUBLIC_SAMPLE,
    EVIDENCE_CONSOLE_COPY,
    EVIDENCE_ASSUMED,
};

enum invoice_basis { BASIS_UNKNOWN, BASIS_CONSUMPTION, BASIS_RECHARGE };

/* Texts in both languages; borrowed from the format. */
struct format_title {
    const char *en, *zh;
};

struct format_column {
    const char *key;
    const char **names; /* as written; NULL-ended */
    const char **folded; /* the same, folded for comparison (names.h) */
    const char **whole;  /* the same, folded with the text in final brackets */
    bool is_required;
};

struct format_field {
    const char *name;            /* as the format writes it */
    const struct column *column; /* of the ledger; NULL for kinds states and usage */
    int observation_field;       /* enum observation_field, -1 for bills */
    const struct expression *value;
    bool is_required;
};

struct format_fields {
    struct format_field *at;
    size_t n, room;
};

/* One of the lines that a record becomes, of a format whose records become several. */
struct format_line {
    const struct condition *when;   /* NULL: of every record */
    const struct expression *each;  /* a list in JSON, a line for each element; NULL: one line */
    bool is_nonzero;                /* left out where BilledCost is 0 or has no value */
    struct format_fields fields;    /* all: those of the format, and this line's own */
};

struct format_skip {
    const struct condition *when;
    enum skip as;
};

struct format_category {
    const struct condition *when;
    enum category category;
    enum instance_state state; /* STATE_NONE: leave */
};

/* A column (index into format.columns) or ledger field (into ledger_columns) that is tested. */
struct tested {
    int index;
    bool is_field;
};

struct format_billing {
    enum billing_time time;
    bool is_end_inclusive, period_is_use, is_overlap_exclusive, is_whole_month, rows_repeat;
    bool is_price_blended;       /* a row's unit price is an average over rows */
    unsigned view_rank;
    const char **completes;      /* ids, NULL-ended */
    const char *minimum_unit, *rounding, *free_quota; /* "" if unknown */
    int release_after_days;      /* 0 if unknown */
    struct money no_gpu_price;   /* per hour; 0 if unknown */
};

struct format {
    /* What an outline holds as well. */
    const char *path;      /* where it was read from, for messages */
    const char *id;
    enum input_kind kind;  /* INPUT_BILL, _STATES, _USAGE, _PAYMENT */
    const char *platform;  /* "" if a field says it per line */
    struct format_title title, platform_title;
    enum evidence_level evidence;
    const char **sources;  /* NULL-ended */
    const char *notes;
    bool reads_rows, reads_objects;
    bool reads_around; /* columns reach into the document around the list: "$.Data.AccountID" */
    const char **lists;    /* NULL-ended, at least one */
    const char **null_words; /* cells that say "no value"; NULL-ended */
    struct { struct format_column *at; size_t n, room; } columns;
    const char **absent;   /* folded headings, NULL-ended */
    bool has_where;
    const char *named_text;   /* the pattern of what must stand in the file; "": nothing */
    struct pattern *named_by; /* the same, owned; NULL: nothing in particular */
    const char **prefer_over; /* NULL-ended */
    struct format_billing billing;
    enum invoice_basis basis;
    const char **sellers;  /* NULL-ended */
    bool net_of_tax;
    const struct gpu_types *gpu_types; /* borrowed from struct formats; NULL: format_load() alone */

    /* Of outlines. */
    const struct embedded *file;     /* what this is an outline of; NULL: it is whole */
    _Atomic(struct format *) loaded; /* the whole, owned; NULL before it is first asked for */

    /* What whole formats alone hold. */
    struct arena arena;
    char *text;            /* the JSON document */
    cJSON *json;
    bool has_timezone;
    int zone_minutes;
    enum date_order dates;
    char decimal_mark;
    bool excel_dates;
    const char *currency;  /* "" if none */
    struct money amount_unit;
    struct format_fields fields;
    struct { struct format_line *at; size_t n, room; } lines; /* none: a record is one line */
    struct { struct format_skip *at; size_t n, room; } skips;
    struct { struct format_category *at; size_t n, room; } categories;
    struct { struct tested *at; size_t n, room; } tested; /* by the conditions of categories */
    const struct condition *where;
    const struct hook *input_hook; /* or NULL */
    const cJSON *samples;          /* the list, in json */
    struct { struct condition **at; size_t n, room; } conditions;   /* to release */
    struct { struct expression **at; size_t n, room; } expressions; /* to release */
    size_t memo_count;     /* expressions whose values are remembered (expression_memo.h) */
};

/*
 * Compile the document ${text} from ${path} (both copied). NULL: ${e} has path and line and says
 * which key is wrong, what was expected and the nearest known key. Free with format_free().
 */
struct format *format_load(const char *path, struct sv text, struct err *e);
void format_free(struct format *f);

/*
 * All of ${f}: itself, unless it is an outline; then what it is an outline of, loaded at the first
 * call and owned by ${f}. Thread-safe. NULL: ${e}, ERR_NOMEM.
 */
const struct format *format_whole(const struct format *f, struct err *e);

/* All formats of a run, those of the user, which are whole, first. */
struct formats {
    struct { struct format **at; size_t n, room; } list; /* owned; may be outlines */
    struct gpu_types *gpu_types;                         /* owned; shared by all formats */
};

/*
 * Load the outlines of the embedded formats, before them those in ${folder} (NULL for none) and in
 * $XDG_CONFIG_HOME/gpubill/formats (else ~/.config/gpubill/formats) where it exists. One of the
 * user's with the id of an embedded one replaces it. -1: the first that is wrong.
 */
int formats_load(struct formats *out, const char *folder, struct err *e);
void formats_release(struct formats *f);

/* The format called ${id}, which may be an outline, or NULL. */
const struct format *formats_find(const struct formats *f, struct sv id);

/* The id or platform nearest to ${word}, which is none, or NULL where none is near. */
const char *formats_nearest(const struct formats *f, struct sv word);

/* The name for people of platform ${id} in ${lang}: of a format of that platform, else the id. */
const char *formats_platform_title(const struct formats *f, const char *id, enum lang lang);

/*
 * The same in both languages, as an argument of a message (MESSAGE_PAIR), into ${buf}; where
 * nothing is known of the platform, ${id}. ${f} may be NULL. Returns ${buf}.
 */
#define FORMATS_PLATFORM_MAX 128
const char *formats_platform_words(char buf[FORMATS_PLATFORM_MAX], const struct formats *f,
    const char *id);

/*
 * The title of format ${id} in both languages, as such an argument, into ${buf} of ${room} bytes,
 * each cut to its half; where there is no such format, ${id}. Returns ${buf}.
 */
const char *formats_title_words(char *buf, size_t room, const struct formats *f, const char *id);

/* The level's word: "documented", "public-sample", "console-copy", "assumed". */
const char *evidence_word(enum evidence_level level);

/*
 * Run ${f}, which is whole, on its own samples and compare every ledger cell. 0: all as stated; -1:
 * ${e} names the sample and the first difference; all differences are appended to ${report} (may be
 * NULL), and what the samples that differ become, as format_print_samples() writes it.
 */
struct buf;
int format_check(const struct format *f, struct buf *report, struct err *e);

/* Append what each sample of ${f}, which is whole, becomes to ${out}, as JSON that can be pasted
 * into the format: name, lines, skipped, rejected, declared. */
int format_print_samples(const struct format *f, struct buf *out, struct err *e);

#endif
