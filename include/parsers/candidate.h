/*
 * candidate.h - how well formats fit the beginning of a file; candidate.c, detect.c and what is
 * called after it share it, nobody else includes it.
 */
#ifndef PARSERS_CANDIDATE_H
#define PARSERS_CANDIDATE_H

#include "parsers/detect.h"

/* What is known of one format on one file: the best place found for it. */
struct candidate {
    const struct format *format;
    size_t found;          /* columns of the format that are there */
    size_t required;       /* columns that it requires */
    size_t missing;        /* of these, not there */
    const bool *has;       /* per column; in the detection's arena */
    bool is_unnamed;       /* the text that must stand in the file does not */
    bool is_ruled_out;     /* a heading that must not be there, or `where` holds for no record */
    bool is_below_records; /* rows: records stand above the headings, which fit otherwise */
    char delimiter;        /* rows */
    uint64_t heading_line; /* rows; 0: no place was found */
    struct sv headings;    /* what stands there, joined for people */
    const char *list;      /* objects */
};

/* The beginning of a file, in UTF-8. */
struct head {
    struct buf text;
    bool is_whole; /* nothing follows */
    const struct record_limits *limits; /* of the file's records */
};

struct detector {
    struct detection *out;
    struct head head;
    struct xlsx *workbook; /* of which sheet `sheet` is looked at, or NULL: `head` is */
    size_t sheet;
    const struct formats *formats;
    struct candidate *candidates; /* one per format, in the order of formats */
    size_t n;
    const struct format *forced;
    const char *usage_columns;
    bool is_in_rows; /* it was looked for in rows, not in objects */
    bool by_text;    /* formats that a text tells are looked at, no others; of objects, those
                        whose text is not there */
    bool is_ours; /* gpubill's own output */
};

/* All that a format requires is there and nothing speaks against it. */
static inline bool
candidate_fits(const struct candidate *c)
{
    return c->found > 0 && c->missing == 0 && !c->is_ruled_out && !c->is_unnamed &&
        !c->is_below_records;
}

/* Make the candidates of ${k}: one per format, nothing found yet. -1: ERR_NOMEM. */
int candidates_make(struct detector *k, const struct formats *formats, struct err *e);

/* Whether ${a} describes the file better than ${b} describes it, both for the same format. */
bool candidate_is_better(const struct candidate *a, const struct candidate *b);

/* Complete ${c} from ${has}: found, required, missing. */
void candidate_count(struct candidate *c, const bool *has);

/* ${text} is part of the file: formats whose text it holds are named. -1: ERR_LIMIT. */
int detect_name(struct detector *k, struct sv text, struct err *e);

/* Find the best place for each format that reads rows, or objects. -1: ERR_NOMEM, ERR_LIMIT. Left
 * out are formats that a text in the file tells: in rows all but a forced one, which have a
 * function of their own; of objects those whose text is not there. */
int detect_rows(struct detector *k, struct err *e);
int detect_objects(struct detector *k, struct err *e);

/* Find the best place for those whose text is not there, to say what they would need. */
int detect_unnamed_objects(struct detector *k, struct err *e);

/* Find the best place in rows for those that a text tells. If some format reads the file already
 * (${is_read}), only where one of their texts is there. */
int detect_told_rows(struct detector *k, bool is_read, struct err *e);

/* Append ${text} to a list for people, unless it would grow beyond ${max} bytes; then "..." is
 * appended once. */
void detect_list_add(struct buf *list, struct sv text, size_t max);

/*
 * The forced format where it fits; else the best of those whose headings are their own. Those that
 * a text in the file tells have headings that many bills have: they come after all others, but for
 * the ones that they are preferred over, and are looked for in rows only where that matters. Where
 * several tables stand in the file, the first one counts. ${*winner} is NULL where none fits. -1:
 * ERR_SYNTAX, two fit equally well; or as detect_rows().
 */
int detect_choose(struct detector *k, const struct candidate **winner, struct input *input,
    struct err *e);

#endif
