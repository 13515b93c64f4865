/*
 * input.h - one input and its accounting: records = lines + skipped + rejected.
 *
 * An input is a file, standard input or an archive member. It is made when reading starts, is owned
 * by the ledger, and carries whatever the reading of it had to say.
 */
#ifndef LEDGER_INPUT_H
#define LEDGER_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/message_kept.h"
#include "base/sha256.h"
#include "input/passed.h"
#include "ledger/money.h"

enum input_kind {
    INPUT_UNKNOWN, /* nothing recognises it */
    INPUT_BILL,
    INPUT_USAGE,
    INPUT_STATES,
    INPUT_INVOICE,
    INPUT_PAYMENT,
    INPUT_OURS,   /* gpubill's own output, never read */
    INPUT_CONFIG, /* a gpubill.json: nothing to be read for the ledger */
};

/* Why a record is no ledger line, though nothing is wrong with it. */
enum skip {
    SKIP_BLANK,
    SKIP_REPEATED_HEADER,
    SKIP_TOTAL_ROW,
    SKIP_NOT_A_CHARGE,
    SKIP_ALREADY_SEEN,
    SKIP_OUT_OF_PERIOD,
    SKIP_FOLDED,
    SKIP_OBSERVATION,
    SKIP_COUNT,
};

/* Why a record was refused. */
enum reject {
    REJECT_BAD_AMOUNT,
    REJECT_BAD_TIME,
    REJECT_TOO_FEW_FIELDS,
    REJECT_TOO_MANY_FIELDS,
    REJECT_BAD_ENCODING,
    REJECT_MISSING_FIELD,
    REJECT_BAD_CURRENCY,
    REJECT_TOO_LONG,
    REJECT_BAD_JSON,
    REJECT_BAD_QUOTE, /* a quote that is never closed, or text behind a closing one */
    REJECT_BAD_WORD,  /* a word outside a closed list where guessing could change a sum */
    REJECT_COUNT,
};

/* Most bytes of a rejected record's raw text that are kept (cut at a character). */
#define REJECT_RAW_MAX 4096

/* Most warnings of one code that one input keeps; all are counted. */
#define WARNINGS_KEPT 20

/* There may be millions: what those near to one another have in common is kept once. */
struct rejection {
    uint64_t line;
    struct sv raw;
    const char *column; /* heading or field concerned, "" if none; as all of it in the arena of
                         * what was rejected */
    const struct message_kept *why; /* in words */
    enum reject reason;
};

struct warning {
    const char *code; /* a literal: "already-seen" */
    uint64_t line;    /* 0 for the whole input */
    struct message message;
};

/* How often a warning was raised, which may be more often than it is kept. */
struct warning_count {
    const char *code;
    uint64_t n;
};

/* A sum of one currency. */
struct currency_sum {
    char currency[8];
    struct money sum;
};

struct currency_sums {
    struct currency_sum *at; /* sorted by currency */
    size_t n, room;
};

struct input {
    struct arena arena;
    const char *path; /* as shown: archive!member for members, "-" for standard input */
    bool was_named;   /* on the command line, not met inside a folder */
    uint64_t bytes;
    char sha256[SHA256_TEXT_MAX]; /* "" until read */
    const char *file;             /* of a member or a sheet: the file that it lies in; else "" */
    char file_sha256[SHA256_TEXT_MAX]; /* of that file; "" where it is a file of its own */
    enum input_kind kind;
    const char *format;         /* id, "" if unknown */
    const char *platform;       /* of all its lines; "" if several or unknown */
    const char *encoding;       /* "UTF-8", "GB18030", ...; "" if it is not text */
    const char *evidence_level; /* documented, public-sample, console-copy or assumed */
    bool is_whole_month;        /* the format says delivery: whole-month */
    unsigned view_rank;         /* the format's detail among views of the same money; higher wins */
    const char *usage_owner;    /* whose log it is, as the user says; "" if nobody said so */
    bool is_kept; /* comes from the ledger that is kept, not from the files of this run */
    uint64_t records, lines, rejected, skipped[SKIP_COUNT];
    uint64_t moved[SKIP_COUNT]; /* of `skipped`: lines, moved there by settle_accounts() */
    struct { struct rejection *at; size_t n, room; } rejections;
    struct arena rejected_texts; /* of the rejections */
    struct { struct warning *at; size_t n, room; } warnings;
    struct { struct warning_count *at; size_t n, room; } warning_counts;
    struct currency_sums billed;   /* over its lines that count */
    struct currency_sums declared; /* totals that the file itself states */
    struct { struct message *at; size_t n, room; } evidence; /* how it was recognised */
    struct err failure; /* code ERR_NONE, or why the input could not be read to its end */
    enum passed passed; /* why it was not even tried to read it; `failure` says it in words */
    bool is_prose;      /* it is none of what can be read, but a text for people */
    bool is_unfamiliar; /* no format knows it, though it may be a bill of another platform */
};

/* A new input with a copy of ${path}, or NULL when memory is out. Free with input_free(). */
struct input *input_new(struct sv path, bool was_named);
void input_free(struct input *in);

/* Note that ${in} lies in ${file}, an archive or workbook; nothing where it is NULL or ${in}
 * itself. -1: ERR_NOMEM. */
int input_lies_in(struct input *in, const char *file, const char *sha256, struct err *e);

/* The file that one has in hand where ${in} lies in it, or is it; and its SHA-256. Borrowed. */
const char *input_file(const struct input *in);
const char *input_file_sha256(const struct input *in);

/* Note that ${in} is not read because of ${passed}. */
void input_pass(struct input *in, enum passed passed);

/* Whether nobody could take ${in} for a bill that is missing: it was passed by, or is prose. */
bool input_is_aside(const struct input *in);

/* Count a record that is no line; records grows too. */
void input_skip(struct input *in, enum skip reason);

/*
 * Count and keep a rejected record; records grows too. ${column} and ${raw} are copied, the message
 * is taken from ${why} (NULL: the reason's own words). -1: ERR_NOMEM.
 */
int input_reject(struct input *in, uint64_t line, enum reject reason, struct sv column,
    struct sv raw, const struct message *why, struct err *e);

/*
 * ${why} as rejection ${n} of ${in} is to have it, which may be shared with those just before. NULL
 * when memory is out.
 */
const struct message_kept *input_keep_why(struct input *in, size_t n, const struct message *why);

/* Let rejections go that were told; they stay counted. */
void input_forget_rejections(struct input *in);

/*
 * Count a warning and keep it if it is among the first WARNINGS_KEPT of its code. When memory is
 * out its text is lost. ${code} and ${format} are literals.
 */
void input_warn(struct input *in, const char *code, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* As input_warn() for string arguments that must be shown whole (a path): message_set_whole(). */
void input_warn_whole(struct input *in, const char *code, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* As input_warn() for a message that is already made; ${m} is copied. */
void input_warn_message(struct input *in, const char *code, uint64_t line,
    const struct message *m);

/* Count the warnings of ${part}, which stand ${lines} lines further down in ${in}, and keep those
 * that ${in} alone would have kept. */
void input_add_warnings(struct input *in, const struct input *part, uint64_t lines);

/*
 * Add to ${in} the records that ${part} counts and what is said of them; they stand ${lines} lines
 * further down. ${part} holds nothing of it afterwards. Warnings are kept as by
 * input_add_warnings(). -1: ERR_NOMEM.
 */
int input_append(struct input *in, struct input *part, uint64_t lines, struct err *e);

/* Add a sentence to the evidence of how ${in} was recognised. Lost when memory is out. */
void input_evidence(struct input *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Add ${amount} to ${sums} under ${currency}. -1: ERR_NOMEM, ERR_RANGE. */
int currency_sums_add(struct currency_sums *sums, const char *currency, struct money amount,
    struct err *e);

/* The words of contract and output: "bill", "blank", "bad-amount"; literals. */
const char *input_kind_word(enum input_kind kind);
const char *skip_word(enum skip reason);
const char *reject_word(enum reject reason);

/* records = lines + skipped + rejected. */
bool input_is_closed(const struct input *in);

#endif
