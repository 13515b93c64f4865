/*
 * usage_table.h - logs that are tables: one row per moment, or per moment and GPU.
 */
#ifndef PARSERS_USAGE_TABLE_H
#define PARSERS_USAGE_TABLE_H

#include "parsers/usage.h"

/* Most GPUs that one row can tell of. */
#define USAGE_SLOTS_MAX 1024

/* Most columns that the user can name. */
#define USAGE_COLUMNS_MAX 256

enum usage_role {
    USAGE_OTHER,  /* a column that is known but tells nothing here */
    USAGE_TIME,   /* a whole time */
    USAGE_DATE,   /* the date, where another column has the time of day */
    USAGE_CLOCK,
    USAGE_HOST,
    USAGE_GPU,    /* names the GPU; of several that have a value the highest metric.rank is taken */
    USAGE_VALUE,
};

/* What a column holds. */
struct usage_column {
    enum usage_role role;
    struct usage_metric metric; /* USAGE_VALUE; of USAGE_GPU and USAGE_TIME the rank alone */
    unsigned gpu;               /* USAGE_VALUE: index of the GPU, where columns tell it apart */
};

/* What the heading ${name} (trimmed) means; false where it is no heading of this log. */
typedef bool usage_bind(struct sv name, struct usage_column *out);

struct usage_table {
    usage_bind *bind;
    bool is_wide;       /* each GPU has columns of its own */
    bool is_by_process; /* rows of one GPU and moment that follow one another are added up */
    bool ends_in_text;  /* the last column may hold blanks */
};

/* Headings of ${cells} that ${bind} knows. */
size_t usage_count_headings(usage_bind *bind, const struct sv *cells, size_t n);

/* The cells of the first line of ${text} that is not blank, parted by ${delimiter}. */
size_t usage_first_row(struct sv text, char delimiter, struct sv *cells, size_t max);

/* The names in a list of columns as the user writes it. */
size_t usage_cut_columns(const char *columns, struct sv *names, size_t max);

/* A table being read. */
struct usage_rows;

/*
 * Begin to read a table into ${sink}; both are borrowed. NULL: ERR_NOMEM. Free with
 * usage_rows_free().
 */
struct usage_rows *usage_rows_new(const struct usage_table *table, struct usage_sink *sink,
    struct err *e);
void usage_rows_free(struct usage_rows *rows);

/* Take ${n} headings; columns of the table are bound anew. -1: ERR_NOMEM, ERR_LIMIT. */
int usage_rows_bind(struct usage_rows *rows, const struct sv *cells, size_t n, struct err *e);

/*
 * Take one row. One that names columns is headings: rows before the first are passed over, later
 * ones are counted as repeated.
 */
int usage_rows_take(struct usage_rows *rows, const struct record *r, struct err *e);

/* The last row was taken. */
int usage_rows_end(struct usage_rows *rows, struct err *e);

/* Take a line that is marked as one of headings or units. */
int usage_rows_heading(struct usage_rows *rows, const struct record *r, struct err *e);

/* How many columns are bound; 0 before the first headings. */
size_t usage_rows_columns(const struct usage_rows *rows);

/* Read all of ${t}, whose cells are parted by ${delimiter}. */
int usage_table_read(struct usage_sink *sink, struct text *t, char delimiter,
    const struct usage_table *table, struct err *e);

/* The heading of the time that stands before each line. */
#define USAGE_PREFIX "(time)"

/* The words of the first line of ${head}, where that begins with #; else 0. */
size_t usage_blanks_headings(const struct usage_head *head, struct sv *words, size_t max);

/*
 * Read all of ${t}, whose cells are parted by blanks: nvidia-smi dmon and the like. Lines that
 * begin with # are headings or units. A date and time that a program as ts put before each line
 * is a column USAGE_PREFIX. The first cell has ${words} words: of "GPU 0" the second is taken, of
 * "GPU-I 0" both.
 */
int usage_blanks_read(struct usage_sink *sink, struct text *t, const struct usage_table *table,
    unsigned words, struct err *e);

#endif
