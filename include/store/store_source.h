/*
 * store_source.h - writing and reading what was read of one source.
 */
#ifndef STORE_STORE_SOURCE_H
#define STORE_STORE_SOURCE_H

#include "base/buf.h"
#include "parsers/import.h"
#include "store/store_tables.h"

/* Where the rows of a source begin in the lists of an import whose rows are by input. */
struct kept_place {
    size_t line, state, sample, payment, document;
};

/* Writes sources; with no store it only makes their digests. */
struct kept_writer {
    struct store *store;
    struct row_writer rows[RAW_COUNT];
    struct sql facets, lines;
    struct map facet_numbers; /* of the source that is written */
    struct arena arena;
    uint64_t line_digest;
};

/* -1: ERR_IO. kept_writer_release() in every case. */
int kept_writer_init(struct kept_writer *w, struct store *s, struct err *e);
void kept_writer_release(struct kept_writer *w);

/*
 * Write input ${input} of ${im}, whose rows begin at ${at}, as source ${id}, and put its digest
 * into ${*digest}. -1: ERR_IO, ERR_NOMEM.
 */
int kept_write(struct kept_writer *w, int64_t id, const struct import *im, uint32_t input,
    const struct kept_place *at, uint64_t *digest, struct err *e);

/* The parts of kept_write() and kept_read() for ledger lines. */
int lines_prepare_write(struct kept_writer *w, struct err *e);
int lines_write(struct kept_writer *w, int64_t id, const struct ledger *l, uint32_t input,
    size_t first, struct err *e);

/* What the store says of lines, beside what was read; by number of the line. */
struct kept_fates {
    unsigned char *fate;  /* enum fate */
    const char **project; /* that the config gave; "" for none */
    size_t n;
};

/* Reads sources. */
struct kept_reader {
    struct store *store;
    struct sql rows[RAW_COUNT];
    struct sql facets, lines;
    struct arena arena; /* of one source */
};

/* -1: ERR_IO. kept_reader_release() in every case. */
int kept_reader_init(struct kept_reader *r, struct store *s, struct err *e);
void kept_reader_release(struct kept_reader *r);

/*
 * Read source ${id} behind what ${im} has, as its last input. ${fates} is in ${arena}. -1: ERR_IO,
 * ERR_NOMEM, ERR_LIMIT.
 */
int kept_read(struct kept_reader *r, int64_t id, struct import *im,
    struct kept_fates *fates, struct arena *arena, struct err *e);

int lines_prepare_read(struct kept_reader *r, struct err *e);
int lines_read(struct kept_reader *r, int64_t id, struct ledger *l, uint32_t input,
    struct kept_fates *fates, struct arena *arena, struct err *e);

/* "already-seen", "other-view"; "" for a line that counts. */
const char *fate_word(unsigned fate);

/* Whether column ${c} of the ledger stands in `lines`, or in `facets`, under its name. */
bool lines_have(const struct column *c);
bool facets_have(const struct column *c);

/* ", NAME" of the columns that ${is_wanted}, in the order of the ledger; returns how many. */
size_t columns_add_names(struct buf *text, bool (*is_wanted)(const struct column *c));

#endif
