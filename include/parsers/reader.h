/*
 * reader.h - one file being read: records in, ledger lines, observations and accounting out.
 *
 * The files import*.c share it.
 */
#ifndef PARSERS_READER_H
#define PARSERS_READER_H

#include "base/crew.h"
#include "base/map.h"
#include "parsers/binding.h"
#include "parsers/contents.h"
#include "parsers/import.h"

/* Whom to tell each record, before its outcome is counted. */
typedef void reader_watch(void *context, const struct record *r, const struct binding *binding,
    const struct made *made);

struct reader;

/*
 * Where lines, skips and rejections go at once, instead of being kept until all was read. Each may
 * fail, which ends the run. `block` is called whenever the ledger holds READER_BLOCK lines, and may
 * take them out (reader_begin_block()).
 */
#define READER_BLOCK 8192
struct reader_outlet {
    void *context;
    int (*block)(void *context, struct reader *r, struct err *e);
    int (*skipped)(void *context, const struct reader *r, uint64_t line, enum skip skip,
        struct err *e);
    int (*rejected)(void *context, const struct reader *r, const struct rejection *rejection,
        struct err *e);
};

/* A document of a JSON file: where it begins among its elements and lines. */
struct reader_page {
    uint64_t document, line;
    size_t first;     /* line of the ledger */
    uint64_t same_as; /* first element of the equal document before it, 0: there is none */
};

struct reader_pages {
    struct reader_page *at;
    size_t n, room;
    struct map texts;   /* of documents -> their first element */
    uint64_t last_line; /* the last element so far */
    uint64_t repeated;  /* elements of documents that were there before */
    bool has_damage;    /* then documents cannot be told apart with certainty */
};

/* A total that the file states. */
struct reader_declared {
    uint64_t lines;       /* of the input that stand above it */
    const char *currency; /* in the input's arena */
    struct money total;
};

struct reader {
    const struct import_options *options;
    const struct detection *found;
    struct source *source;
    struct xlsx *workbook; /* borrowed: its sheet `sheet` is read, not the source; or NULL */
    size_t sheet;
    struct source *left;   /* of the source without the JSON around its documents, or NULL */
    struct text *text;     /* of either */
    struct input *input;   /* of the ledger, index 0 */
    struct ledger *ledger;
    struct observations *observations;
    struct invoices *invoices; /* NULL: what no format fits is not looked at for invoices */
    struct binding *binding;
    struct arena arena;
    struct crew *crew;        /* of those who may help, or NULL */
    bool is_part;             /* `input` counts a part of the file, whose beginning is not known */
    struct { struct reader_declared *at; size_t n, room; } declared; /* of a part */
    uint64_t declared_at;     /* lines of the input when a total row was last kept */
    uint64_t declared_count;  /* elements that a JSON document says there are; 0: it does not */
    struct reader_pages pages;
    struct map beside;        /* keys beside the list of a JSON document -> values looked at */
    struct made made;
    uint64_t told;            /* bytes of which progress was told */
    bool is_fatal;            /* the failure is the run's, not the file's */
    const struct reader_outlet *outlet; /* or NULL */
    reader_watch *watch;      /* or NULL */
    void *watch_context;
};

/* Open the text in which the records stand that ${r}->found says. -1: as text_new(). */
int reader_open(struct reader *r, struct err *e);

/*
 * Read all records of what ${r}->found says. 0, or -1: the file's failure, or the run's where
 * r->is_fatal. Release with reader_release() in every case.
 */
int reader_run(struct reader *r, struct err *e);
void reader_release(struct reader *r);

/* Bind the format to the headings ${cells}, NULL for objects, as binding_new(). */
int reader_bind(struct reader *r, const struct sv *cells, size_t n, struct err *e);

/* Make of a record what it becomes, and count it: a row, which may be that of the headings where
 * nothing is bound yet, or an object. ${context} is the reader. As record_visit. */
int reader_visit_row(void *context, const struct record *record, struct err *e);

/* A row like earlier ones, or an object around which nothing stands, before more is known of it
 * than where it begins: each a record_glance. */
int reader_glance_row(void *context, struct sv ahead, uint64_t line, size_t *length,
    struct err *e);
int reader_glance_object(void *context, struct sv ahead, uint64_t line, size_t *length,
    struct err *e);
int reader_visit_object(void *context, const struct record *record, struct err *e);

/* Let the lines that the ledger holds be none of it any more; what comes may pack like them. */
void reader_begin_block(struct reader *r);

/* Count the total ${d}, which stands behind those that were counted before. -1: ERR_NOMEM. */
int reader_declare(struct reader *r, const struct reader_declared *d, struct err *e);

/* As reader_run() for what r->found->usage is to read. */
int usage_run(struct reader *r, struct err *e);

/*
 * Detect and read r->source, which ${r} owns, or a sheet of r->workbook; it also has options,
 * input, ledger, observations, invoices and watch. Where nothing recognises it: -1 with
 * ERR_UNKNOWN.
 * ${found} must be released in every case.
 */
int reader_read(struct reader *r, struct detection *found, struct err *e);

/* Read what no format fits as invoices. 1: it was read; 0: it is none; -1: as invoices_read(). */
int reader_read_invoices(struct reader *r, struct err *e);

/*
 * Read as a list of invoices what is taken for a bill only because of a name in its text, or what
 * several formats fit equally well: such a list names platforms as its sellers. As
 * reader_read_invoices().
 */
int reader_read_list(struct reader *r, struct err *e);

/* Move what ${in} says of programs that are not installed to the warnings of ${im}, each once. -1:
 * ERR_NOMEM, with some left in ${in}. */
int import_tell_missing(struct import *im, struct input *in, struct err *e);

/* Open ${file}. -1: ERR_IO, ERR_NOMEM. */
int import_open(struct source **out, const struct found *file, struct err *e);

/* Let ${r} read ${item}, which is no failure; ${r}->input has its path. */
void reader_take(struct reader *r, const struct content_item *item);

/*
 * A file that failed gives nothing, since a part of its money would be taken for the whole: empty
 * ledger, observations and invoices of ${r} and the counters of its input.
 */
void reader_forget(struct reader *r);

/* Tell the progress of ${options} that ${bytes} more were read. */
void import_tell(const struct import_options *options, uint64_t bytes);

#endif
