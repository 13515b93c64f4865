/*
 * store_row.h - structs as rows of a table, by a description of their members.
 */
#ifndef STORE_STORE_ROW_H
#define STORE_STORE_ROW_H

#include <stddef.h>

#include "base/arena.h"
#include "store/store_sql.h"

enum member_kind {
    MEMBER_TEXT,    /* const char *, never NULL */
    MEMBER_PLACE,   /* as MEMBER_TEXT: where a file lies, which the digest leaves out */
    MEMBER_CHARS,   /* an array of char, NUL-ended, of `words` bytes */
    MEMBER_BYTES,   /* struct sv */
    MEMBER_INT64,   /* int64_t or uint64_t */
    MEMBER_INT32,   /* int32_t, int or unsigned */
    MEMBER_BOOL,
    MEMBER_TIME,    /* int64_t, TIME_NONE where unknown */
    MEMBER_MONEY,   /* struct money; with `has` one that may be unknown */
    MEMBER_WORD,    /* an enum, whose words `word` knows */
    MEMBER_SAYS,    /* struct message, as it reads in English; only written */
    MEMBER_MESSAGE, /* struct message, as it is */
};

struct member {
    const char *column;
    enum member_kind kind;
    size_t at;               /* offset in the struct */
    size_t has;              /* MEMBER_MONEY: offset of the bool; 0: always there */
    const char *(*word)(int value); /* MEMBER_WORD */
    int words;               /* MEMBER_WORD: how many there are; MEMBER_CHARS: bytes of room */
};

/* Most columns of a key. */
#define ROW_KEYS_MAX 3

struct row_table {
    const char *name;
    const char *keys[ROW_KEYS_MAX]; /* columns, the first of them the source; NULL: no more */
    const struct member *members; /* ended by a NULL column */
};

/*
 * Rows on their way into a table. The digest goes over everything that is written, so that two
 * readings of a file can be compared; without a statement nothing else is done.
 */
struct row_writer {
    const struct row_table *table;
    struct sql insert;
    bool is_writing;
    uint64_t digest;
};

/* ${s} may be NULL: only the digest. -1: ERR_IO. row_writer_release() in every case. */
int row_writer_init(struct row_writer *w, const struct row_table *t, struct store *s,
    struct err *e);
void row_writer_release(struct row_writer *w);

/* Write ${object} under its ${keys}. -1: ERR_IO. */
int row_write(struct row_writer *w, const int64_t *keys, const void *object, struct err *e);

/* Read the row that ${q} of row_prepare_read() stands on into ${object}, whose texts and bytes are
 * copied into ${arena}. -1: ERR_IO where the store is damaged, ERR_NOMEM. */
int row_read(const struct sql *q, const struct row_table *t, void *object, struct arena *arena,
    struct err *e);

/* Prepare to read the rows of a source, keys first, in the order of keys. -1: ERR_IO. */
int row_prepare_read(struct sql *q, const struct row_table *t, struct store *s, struct err *e);

/* Add to a digest. */
void digest_text(uint64_t *digest, struct sv text);
void digest_number(uint64_t *digest, uint64_t n);
void digest_money(uint64_t *digest, const struct money *m);

#endif
