/*
 * json_reader.h - what the files that read JSON lists share.
 */
#ifndef RECORD_JSON_READER_H
#define RECORD_JSON_READER_H

#include "base/buf.h"
#include "record/json_flat.h"
#include "record/json_scan.h"
#include "record/json_tree.h"

/* Most steps of a path. */
#define STEPS_MAX 32

/* Whether reading goes on here, at a new document, or not at all. */
enum flow {
    FLOW_FAILED = -1,
    FLOW_ON,
    FLOW_STOP,     /* the visitor has had enough */
    FLOW_DOCUMENT, /* damage: a new document begins here */
    FLOW_END,      /* the text is at its end */
};

/* What a scan before the reading found behind the list of a document. */
struct json_behind {
    uint64_t document;
    cJSON *root;
};

struct json_behinds {
    struct json_behind *at; /* by document */
    size_t n, room;
    size_t bytes;           /* of the values */
};

struct json_reader {
    struct json_scan scan;
    struct json_flat flat;
    bool checks_utf8;
    enum charset charset; /* of the text, before it became UTF-8 */
    struct sv path;
    struct sv steps[STEPS_MAX]; /* keys to the outermost list */
    size_t steps_n;
    struct sv inner;            /* the path behind its first "[]" */
    bool has_inner;
    struct record record;
    struct record_envelope envelope;
    size_t members, members_bytes; /* in the envelope */
    struct buf key;
    uint64_t line;              /* elements so far */
    uint64_t document;          /* documents so far */
    bool has_list, has_elements;
    bool is_survey;             /* nothing is passed on; what is behind the list is kept */
    bool is_begun, goes_on;     /* of a part: as record_json_read_part() */
    bool is_cut;                /* the text has ended behind a comma, as it should */
    bool is_behind, has_behind; /* the list of this document was passed; members came after it */
    struct json_behinds *behinds; /* what a survey found, or is to fill; or NULL */
    size_t next_behind;
    struct message first_why;   /* what was wrong first */
    record_glance *glance;        /* or NULL */
    record_beside *beside;        /* or NULL */
    record_visit *visit;
    void *context;
};

/* Take the path apart: the keys to the outermost list, and what is behind its "[]". */
int json_read_path(struct json_reader *r, struct err *e);

/* Pass on what was scanned last, which is sound as far as the scanner can tell. */
enum flow json_visit_element(struct json_reader *r, struct err *e);

/*
 * Let the element that begins here be taken at a glance, or pass it on where it is flat and like
 * the one before; it is then passed over. ${*is_done} is not set where it has to be scanned.
 */
enum flow json_visit_flat(struct json_reader *r, bool *is_done, struct err *e);

/* Pass on what was scanned last, which is damaged; ${why} may be the scanner's own message. */
enum flow json_visit_bad(struct json_reader *r, const struct message *why, struct err *e);

/* Whether ${raw} is valid UTF-8, where that is not certain. */
bool json_is_text(const struct json_reader *r, struct sv raw);

#endif
