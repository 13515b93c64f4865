/*
 * usage_table.c - logs that are tables: rows become observations.
 *
 * A row that names columns is headings, wherever it stands: a log to which was appended has them
 * again, and perhaps others. A row is kept whole or not at all.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/usage_table.h"
#include "record/csv.h"

/* Columns that a row must name at least to be headings. */
#define HEADINGS_MIN 2

/* Longest name of a GPU in a log of processes. */
#define GPU_NAME_MAX 64

/* What a row says of one GPU. */
struct slot {
    struct observation o;
    unsigned rank[USAGE_POWER + 1]; /* of the value taken, by quantity; 0: none */
    bool is_used;
};

struct usage_rows {
    const struct usage_table *table;
    struct usage_sink *sink;
    struct { struct usage_column *at; size_t n, room; } columns;
    struct { struct slot *at; size_t n, room; } slots;
    char *headings; /* of the columns, for messages; each ends with a NUL */
    size_t *heading_at;
    bool is_bound;
    bool is_assumed; /* the columns are the user's word, not the log's */
    struct observation pending; /* of processes, being added up */
    char pending_gpu[GPU_NAME_MAX];
    bool has_pending;
};

size_t
usage_count_headings(usage_bind *bind, const struct sv *cells, size_t n)
{
    struct usage_column ignored;
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += cells[i].n > 0 && bind(cells[i], &ignored);
    return count;
}

size_t
usage_first_row(struct sv text, char delimiter, struct sv *cells, size_t max)
{
    struct sv line, cell;
    size_t n = 0;

    while (n == 0 && sv_cut(&text, '\n', &line)) {
        line = sv_trim(line);
        while (n < max && sv_cut(&line, delimiter, &cell))
            cells[n++] = sv_trim(cell);
    }
    return n;
}

struct usage_rows *
usage_rows_new(const struct usage_table *table, struct usage_sink *sink, struct err *e)
{
    struct usage_rows *rows = calloc(1, sizeof(*rows));

    if (!rows) {
        (void)err_nomem(e);
        return NULL;
    }
    rows->table = table;
    rows->sink = sink;
    return rows;
}

static void
forget_headings(struct usage_rows *rows)
{
    free(rows->headings);
    free(rows->heading_at);
    rows->headings = NULL;
    rows->heading_at = NULL;
    rows->columns.n = rows->slots.n = 0;
    rows->is_bound = false;
}

void
usage_rows_free(struct usage_rows *rows)
{
    if (!rows)
        return;
    forget_headings(rows);
    vec_release(&rows->columns);
    vec_release(&rows->slots);
    free(rows);
}

/* Keep the texts of ${n} headings. */
static int
keep_headings(struct usage_rows *rows, const struct sv *cells, size_t n, struct err *e)
{
    size_t bytes = 1, at = 0;

    for (size_t i = 0; i < n; i++)
        bytes += cells[i].n + 1;
    rows->headings = malloc(bytes);
    rows->heading_at = calloc(n + 1, sizeof(*rows->heading_at));
    if (!rows->headings || !rows->heading_at)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        rows->heading_at[i] = at;
        if (cells[i].n > 0)
            memcpy(rows->headings + at, cells[i].p, cells[i].n);
        at += cells[i].n;
        rows->headings[at++] = '\0';
    }
    return 0;
}

int
usage_rows_bind(struct usage_rows *rows, const struct sv *cells, size_t n, struct err *e)
{
    size_t slots = 1;

    forget_headings(rows);
    if (keep_headings(rows, cells, n, e) || vec_grow(&rows->columns, n, RECORD_COLUMNS_MAX, e))
        return -1;
    for (size_t i = 0; i < n; i++) {
        struct usage_column c = { .role = USAGE_OTHER };

        if (cells[i].n == 0 || !rows->table->bind(cells[i], &c) || c.gpu >= USAGE_SLOTS_MAX)
            c = (struct usage_column){ .role = USAGE_OTHER };
        if (c.role == USAGE_VALUE && c.gpu >= slots)
            slots = c.gpu + 1;
        rows->columns.at[rows->columns.n++] = c;
    }
    if (vec_grow(&rows->slots, slots, USAGE_SLOTS_MAX, e))
        return -1;
    rows->slots.n = slots;
    rows->is_bound = true;
    rows->is_assumed = false;
    return 0;
}

size_t
usage_cut_columns(const char *columns, struct sv *names, size_t max)
{
    struct sv rest = sv_of(columns), piece;
    size_t n = 0;

    while (n < max && sv_cut(&rest, ',', &piece))
        names[n++] = sv_trim(piece);
    return n;
}

/* Begin with the columns that the user names, where they are of this table. */
static int
assume_columns(struct usage_rows *rows, struct err *e)
{
    struct sv names[USAGE_COLUMNS_MAX];
    size_t n;

    if (!rows->sink->columns)
        return 0;
    n = usage_cut_columns(rows->sink->columns, names, USAGE_COLUMNS_MAX);
    if (usage_count_headings(rows->table->bind, names, n) == 0)
        return 0;
    if (usage_rows_bind(rows, names, n, e))
        return -1;
    rows->is_assumed = true;
    return 0;
}

/* A row being understood. */
struct reading {
    const struct record *record;
    struct sv time, date, clock, host, gpu;
    unsigned time_rank, gpu_rank;
    struct sv column; /* concerned, where it cannot be understood */
    enum reject reject;
    struct message why;
};

static int
refuse(struct reading *r, enum reject reason, struct sv column)
{
    r->reject = reason;
    r->column = column;
    return -1;
}

/* Put ${cell} of column ${i} where it belongs. -1: refused. */
static int
take_cell(struct usage_rows *rows, struct reading *r, size_t i, struct sv cell)
{
    const struct usage_column *c = &rows->columns.at[i];
    struct slot *slot = &rows->slots.at[c->gpu];

    if (c->role == USAGE_OTHER || usage_is_absent(cell))
        return 0;
    switch (c->role) {
    case USAGE_OTHER:
        break;
    case USAGE_TIME:
        if (r->time.n == 0 || c->metric.rank > r->time_rank) {
            r->time = cell;
            r->time_rank = c->metric.rank;
        }
        break;
    case USAGE_DATE:
        r->date = cell;
        break;
    case USAGE_CLOCK:
        r->clock = cell;
        break;
    case USAGE_HOST:
        r->host = cell;
        break;
    case USAGE_GPU:
        if (r->gpu.n == 0 || c->metric.rank > r->gpu_rank) {
            r->gpu = cell;
            r->gpu_rank = c->metric.rank;
        }
        break;
    case USAGE_VALUE:
        if (c->metric.rank < slot->rank[c->metric.quantity])
            return 0;
        if (usage_set(&slot->o, &c->metric, cell, &r->why))
            return refuse(r, REJECT_BAD_AMOUNT, sv_of(rows->headings + rows->heading_at[i]));
        slot->rank[c->metric.quantity] = c->metric.rank;
        slot->is_used = true;
        break;
    }
    return 0;
}

/* The time of the row; TIME_NONE where nothing tells it. -1: refused. */
static int
find_time(const struct usage_rows *rows, struct reading *r, int64_t *out)
{
    char joined[64];
    struct sv text = r->time;
    int n;

    *out = TIME_NONE;
    if (text.n == 0 && r->date.n > 0 && r->clock.n > 0) {
        n = snprintf(joined, sizeof(joined), "%.*s %.*s", (int)(r->date.n < 24 ? r->date.n : 24),
            r->date.p, (int)(r->clock.n < 24 ? r->clock.n : 24), r->clock.p);
        text = (struct sv){ joined, n > 0 ? (size_t)n : 0 };
    }
    if (text.n == 0 || usage_time(out, text, rows->sink->zone_minutes) == 0)
        return 0;
    message_set(&r->why, "'%.*s' is no time", SV_ARG(text));
    return refuse(r, REJECT_BAD_TIME, SV_EMPTY);
}

/* Whether the columns can tell a time at all. */
static bool
has_times(const struct usage_rows *rows)
{
    bool date = false, clock = false;

    for (size_t i = 0; i < rows->columns.n; i++) {
        enum usage_role role = rows->columns.at[i].role;

        if (role == USAGE_TIME)
            return true;
        date |= role == USAGE_DATE;
        clock |= role == USAGE_CLOCK;
    }
    return date && clock;
}

/* Cells for the columns, no more and no fewer; empty ones behind them are nothing. */
static int
check_length(const struct usage_rows *rows, struct reading *r)
{
    size_t columns = rows->columns.n, cells = r->record->n;

    while (cells > columns && r->record->cells[cells - 1].n == 0)
        cells--;
    if (cells == columns)
        return 0;
    message_set(&r->why, "the row has %zu cells, but there are %zu columns", cells, columns);
    return refuse(r, cells < columns ? REJECT_TOO_FEW_FIELDS : REJECT_TOO_MANY_FIELDS, SV_EMPTY);
}

/* Understand the row; what it says is in the slots. -1: refused. */
static int
understand(struct usage_rows *rows, struct reading *r)
{
    int64_t time;

    if (check_length(rows, r))
        return -1;
    for (size_t i = 0; i < rows->slots.n; i++)
        rows->slots.at[i] = (struct slot){ .o = usage_observation(r->record) };
    for (size_t i = 0; i < rows->columns.n; i++)
        if (take_cell(rows, r, i, r->record->cells[i]))
            return -1;
    if (find_time(rows, r, &time))
        return -1;
    if (time == TIME_NONE && has_times(rows)) {
        message_set(&r->why, "the time is missing");
        return refuse(r, REJECT_MISSING_FIELD, SV_EMPTY);
    }
    for (size_t i = 0; i < rows->slots.n; i++) {
        rows->slots.at[i].o.from = time;
        rows->slots.at[i].o.instance = r->host;
    }
    return 0;
}

static int
flush_pending(struct usage_rows *rows, struct err *e)
{
    if (!rows->has_pending)
        return 0;
    rows->has_pending = false;
    return usage_keep(rows->sink, &rows->pending, e);
}

/* Add ${o} to the moment that is being added up, or begin with it. */
static int
add_process(struct usage_rows *rows, const struct observation *o, struct err *e)
{
    struct observation *p = &rows->pending;
    struct err ignored;

    if (!rows->has_pending || p->from != o->from || !sv_is(p->gpu, o->gpu)) {
        struct sv gpu = sv_head(o->gpu, GPU_NAME_MAX);

        if (flush_pending(rows, e))
            return -1;
        *p = *o;
        p->instance = SV_EMPTY;
        if (gpu.n > 0)
            memcpy(rows->pending_gpu, gpu.p, gpu.n);
        p->gpu = (struct sv){ rows->pending_gpu, gpu.n };
        rows->has_pending = true;
        return 0;
    }
    if (!o->has_utilisation)
        return 0;
    if (money_add(&p->utilisation, o->utilisation, &ignored) ||
        money_compare(p->utilisation, money_of(100)) > 0)
        p->utilisation = money_of(100);
    p->has_utilisation = true;
    return 0;
}

int
usage_rows_end(struct usage_rows *rows, struct err *e)
{
    return flush_pending(rows, e);
}

size_t
usage_rows_columns(const struct usage_rows *rows)
{
    return rows->columns.n;
}

static int
keep_slots(struct usage_rows *rows, const struct reading *r, struct err *e)
{
    char number[24];

    for (size_t i = 0; i < rows->slots.n; i++) {
        struct observation *o = &rows->slots.at[i].o;

        /* A row that is about one GPU is a moment of it, also where it has no value. */
        if (!rows->slots.at[i].is_used && rows->table->is_wide)
            continue;
        (void)snprintf(number, sizeof(number), "%zu", i);
        o->gpu = rows->table->is_wide || r->gpu.n == 0 ? sv_of(number) : r->gpu;
        if (rows->table->is_by_process ? add_process(rows, o, e) : usage_keep(rows->sink, o, e))
            return -1;
    }
    usage_count(rows->sink);
    return 0;
}

int
usage_rows_heading(struct usage_rows *rows, const struct record *r, struct err *e)
{
    bool names = usage_count_headings(rows->table->bind, r->cells, r->n) >= HEADINGS_MIN;

    if (rows->is_bound && !rows->is_assumed)
        input_skip(rows->sink->input, SKIP_REPEATED_HEADER);
    return names ? usage_rows_bind(rows, r->cells, r->n, e) : 0;
}

int
usage_rows_take(struct usage_rows *rows, const struct record *record, struct err *e)
{
    struct reading r = { .record = record };
    int damaged;

    if (record->trouble == RECORD_FINE && !record_is_blank(record) &&
        usage_count_headings(rows->table->bind, record->cells, record->n) >= HEADINGS_MIN)
        return usage_rows_heading(rows, record, e);
    if (!rows->is_bound)
        return 0;
    damaged = usage_reject_damaged(rows->sink, record, e);
    if (damaged)
        return damaged < 0 ? -1 : 0;
    if (record_is_blank(record)) {
        input_skip(rows->sink->input, SKIP_BLANK);
        return 0;
    }
    if (understand(rows, &r))
        return usage_reject(rows->sink, record, r.reject, r.column, &r.why, e);
    return keep_slots(rows, &r, e);
}

static int
visit_row(void *context, const struct record *record, struct err *e)
{
    return usage_rows_take(context, record, e);
}

int
usage_table_read(struct usage_sink *sink, struct text *t, char delimiter,
    const struct usage_table *table, struct err *e)
{
    struct usage_rows *rows = usage_rows_new(table, sink, e);
    int result;

    if (!rows)
        return -1;
    result = assume_columns(rows, e);
    if (result == 0)
        result = record_csv_read(t, delimiter, visit_row, rows, e);
    if (result == 0)
        result = usage_rows_end(rows, e);
    usage_rows_free(rows);
    return result;
}
