/*
 * detect_rows.c - the heading row of delimited text, and the formats that it fits.
 *
 * The beginning of the file is read once with each delimiter. Every row among its first lines may
 * be the heading row, unless it is a record itself. Rows of account data, rules and totals may
 * stand before it, but no records: they would be lost.
 */
#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "input/text.h"
#include "ledger/money.h"
#include "parsers/candidate.h"
#include "parsers/names.h"
#include "record/csv.h"

/* Rows that are looked at, headings and first records. */
#define ROWS_MAX 300

/* Bytes of headings that a message lists. */
#define HEADINGS_MAX 150

/* A record has at least a time and an amount. */
#define RECORD_VALUES_MIN 2

struct row {
    uint64_t line;
    const struct sv *cells;
    size_t n;
    size_t filled; /* cells that are not blank */
    size_t values; /* of these, amounts, times and other numbers */
    struct map names; /* folded headings and what their brackets hold -> index of the cell */
};

struct rows {
    struct arena *arena;
    struct { struct row *at; size_t n, room; } list;
};

/* An amount, or what begins with a digit and has no more letters than digits, as times do. */
static bool
is_value(struct sv cell)
{
    struct err ignored = ERR_INIT;
    struct money amount;
    size_t digits = 0, letters = 0;

    for (size_t i = 0; i < cell.n; i++) {
        char lower = (char)(cell.p[i] | 0x20);

        digits += cell.p[i] >= '0' && cell.p[i] <= '9';
        letters += lower >= 'a' && lower <= 'z';
    }
    if (digits == 0)
        return false;
    return (cell.p[0] >= '0' && cell.p[0] <= '9' && letters <= digits) ||
        money_parse(&amount, cell, &ignored) == 0;
}

static int
copy_cells(struct arena *arena, const struct record *r, struct row *row, struct err *e)
{
    struct sv *cells = arena_array(arena, r->n + 1, sizeof(*cells));

    if (!cells)
        return err_nomem(e);
    for (size_t i = 0; i < r->n; i++) {
        cells[i] = arena_sv(arena, r->cells[i]);
        if (r->cells[i].n > 0 && !cells[i].p)
            return err_nomem(e);
        row->filled += sv_trim(cells[i]).n > 0;
        row->values += is_value(sv_trim(cells[i]));
    }
    row->line = r->line;
    row->cells = cells;
    row->n = r->n;
    return 0;
}

/* Let ${name} mean cell ${index}, unless a cell before it is called so. */
static int
add_name(struct map *names, struct sv name, size_t index, struct err *e)
{
    bool is_new = false;
    struct map_entry *entry;

    if (name.n == 0)
        return 0;
    entry = map_put(names, name, &is_new);
    if (!entry)
        return err_nomem(e);
    if (is_new)
        entry->value.number = index;
    return 0;
}

/* Names come before what stands in the brackets of another heading. */
static int
fold_names(struct arena *arena, struct row *row, struct err *e)
{
    struct sv *brackets = arena_array(arena, row->n + 1, sizeof(*brackets));

    if (!brackets)
        return err_nomem(e);
    for (size_t i = 0; i < row->n; i++) {
        struct sv name = name_fold(arena, row->cells[i], &brackets[i]);

        if (!name.p && row->cells[i].n > 0)
            return err_nomem(e);
        if (add_name(&row->names, name, i, e))
            return -1;
    }
    for (size_t i = 0; i < row->n; i++)
        if (add_name(&row->names, brackets[i], i, e))
            return -1;
    return 0;
}

static bool
is_record(const struct row *row)
{
    return row->values >= RECORD_VALUES_MIN;
}

static int
keep_row(void *context, const struct record *r, struct err *e)
{
    struct rows *rows = context;
    struct row row = { .names = MAP_INIT };

    if (r->trouble != RECORD_FINE || record_is_blank(r))
        return r->line > DETECT_HEADING_LINES && rows->list.n == 0;
    if (copy_cells(rows->arena, r, &row, e) || vec_grow(&rows->list, 1, ROWS_MAX, e))
        return -1;
    rows->list.at[rows->list.n++] = row;
    /* A row of one cell, or a record, is no row of headings, whatever it says. */
    if (row.line <= DETECT_HEADING_LINES && row.n > 1 && !is_record(&row) &&
        fold_names(rows->arena, &rows->list.at[rows->list.n - 1], e))
        return -1;
    return rows->list.n == ROWS_MAX;
}

static void
rows_release(struct rows *rows)
{
    for (size_t i = 0; i < rows->list.n; i++)
        map_release(&rows->list.at[i].names);
    vec_release(&rows->list);
}

/* The head without a last line that may be cut. */
static struct sv
whole_lines(const struct head *head)
{
    struct sv text = buf_sv(&head->text);
    size_t end = text.n;

    if (head->is_whole)
        return text;
    while (end > 0 && text.p[end - 1] != '\n' && text.p[end - 1] != '\r')
        end--;
    return sv_part(text, 0, end > 0 ? end : text.n);
}

/* Read the head's rows with ${delimiter}. */
static int
read_rows(struct rows *rows, struct sv text, const struct record_limits *limits, char delimiter,
    struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct source *s = source_of_memory(text);
    struct text *t = s ? text_new(s, &utf8, e) : NULL;
    int result = -1;

    if (!s)
        (void)err_nomem(e);
    if (t)
        result = record_csv_read_within(t, delimiter, limits, keep_row, rows, e);
    text_free(t);
    source_free(s);
    return result;
}

/* The cell of ${row} that is column ${c}, or NULL. */
static const struct map_entry *
find_column(const struct row *row, const struct format_column *c)
{
    for (const char **name = c->folded; *name; name++) {
        const struct map_entry *entry = map_get(&row->names, sv_of(*name));

        if (entry)
            return entry;
    }
    return NULL;
}

/* A record below a heading row, for the conditions of `where`. */
struct subject {
    const struct map_entry *const *found; /* per column: its heading, or NULL */
    const struct row *record;
};

static bool
subject_value(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const struct subject *s = context;
    const struct map_entry *entry = s->found[index];

    (void)is_field;
    (void)scratch;
    if (!entry || entry->value.number >= s->record->n)
        return false;
    *out = sv_trim(s->record->cells[entry->value.number]);
    return out->n > 0;
}

/*
 * 1 if `where` of ${f}, whose columns are ${found} in row ${at}, holds for a record below, or there
 * is none; 0; or -1.
 */
static int
where_holds(const struct rows *rows, size_t at, const struct format *f,
    const struct map_entry *const *found, struct err *e)
{
    struct subject subject = { found, NULL };
    const struct format *whole;
    struct buf scratch;
    int holds = 1;

    if (!f->has_where)
        return 1;
    whole = format_whole(f, e);
    if (!whole)
        return -1;
    buf_init(&scratch, RECORD_FIELD_MAX);
    for (size_t i = at + 1; i < rows->list.n; i++) {
        subject.record = &rows->list.at[i];
        holds = condition_holds(whole->where, subject_value, &subject, &scratch, e);
        if (holds != 0)
            break;
    }
    buf_release(&scratch);
    return holds;
}

static bool
has_absent(const struct row *row, const struct format *f)
{
    for (const char **name = f->absent; name && *name; name++)
        if (map_get(&row->names, sv_of(*name)))
            return true;
    return false;
}

/*
 * Whether records stand above row ${at}, if that is the heading row: as full as the first one below
 * it, or nearly as full as the headings.
 */
static bool
is_below_records(const struct rows *rows, size_t at)
{
    const struct row *row = rows->list.at;
    size_t least = row[at].filled * 3 / 4, below = at + 1;

    while (below < rows->list.n && !is_record(&row[below]))
        below++;
    if (below < rows->list.n && row[below].filled < least)
        least = row[below].filled;
    for (size_t i = 0; i < at; i++)
        if (is_record(&row[i]) && row[i].filled >= least)
            return true;
    return false;
}

/* What stands in the heading row, for people. */
static int
list_headings(struct arena *arena, const struct row *row, struct sv *out, struct err *e)
{
    struct buf list;
    int result;

    buf_init(&list, HEADINGS_MAX + 8);
    for (size_t i = 0; i < row->n; i++)
        if (row->cells[i].n > 0)
            detect_list_add(&list, sv_head(row->cells[i], MESSAGE_QUOTE_MAX), HEADINGS_MAX);
    result = buf_ok(&list, e);
    if (result == 0) {
        *out = arena_sv(arena, buf_sv(&list));
        if (list.n > 0 && !out->p)
            result = err_nomem(e);
    }
    buf_release(&list);
    return result;
}

/* Take row ${at} as the heading row of ${best}'s format, if that is better than what it has. */
static int
try_row(struct detector *k, const struct rows *rows, size_t at, struct candidate *best,
    char delimiter, struct err *e)
{
    const struct row *row = &rows->list.at[at];
    const struct format *f = best->format;
    struct candidate c = *best;
    const struct map_entry **found =
        arena_array(rows->arena, f->columns.n + 1, sizeof(*found));
    bool *has = arena_array(rows->arena, f->columns.n + 1, sizeof(*has));
    bool *kept;
    int holds;

    /* The first row of headings that fits begins the table; later ones may have more columns. */
    if (candidate_fits(best) && best->delimiter == delimiter)
        return 0;
    if (!has || !found)
        return err_nomem(e);
    for (size_t i = 0; i < f->columns.n; i++) {
        found[i] = find_column(row, &f->columns.at[i]);
        has[i] = found[i] != NULL;
    }
    candidate_count(&c, has);
    if (c.found == 0)
        return 0;
    /* One word may stand in any row. */
    c.is_ruled_out = c.found < 2 || has_absent(row, f);
    if (c.missing == 0 && !c.is_ruled_out && f != k->forced) {
        holds = where_holds(rows, at, f, found, e);
        if (holds < 0)
            return -1;
        c.is_ruled_out = holds == 0;
    }
    c.is_below_records = c.missing == 0 && !c.is_ruled_out && is_below_records(rows, at);
    if (best->heading_line > 0 && !candidate_is_better(&c, best))
        return 0;

    /* Rows and their arena go; what is kept moves to the detection's. */
    kept = arena_array(&k->out->arena, f->columns.n + 1, sizeof(*kept));
    if (!kept)
        return err_nomem(e);
    memcpy(kept, has, f->columns.n * sizeof(*kept));
    c.has = kept;
    c.heading_line = row->line;
    c.delimiter = delimiter;
    *best = c;
    return list_headings(&k->out->arena, row, &best->headings, e);
}

/* Whether ${row} heads a file that gpubill wrote: the ledger or the rejected records. */
static bool
is_own_heading(const struct row *row)
{
    static const char *const rejected[] = { "path", "line", "reason", "column", "raw" };
    size_t n = sizeof(rejected) / sizeof(rejected[0]);

    if (map_get(&row->names, SV("xsourcefile")) && map_get(&row->names, SV("xsourceline")) &&
        map_get(&row->names, SV("xentry")))
        return true;
    if (row->n != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!sv_is(row->cells[i], sv_of(rejected[i])))
            return false;
    return true;
}

/* Show every cell to the formats that a text tells. */
static int
name_all(struct detector *k, const struct rows *rows, struct err *e)
{
    for (size_t at = 0; at < rows->list.n; at++)
        for (size_t i = 0; i < rows->list.at[at].n; i++)
            if (detect_name(k, rows->list.at[at].cells[i], e))
                return -1;
    return 0;
}

/* Whether ${f} is looked at now. */
static bool
is_tried(const struct detector *k, const struct format *f)
{
    return f->reads_rows && (f->named_by && f != k->forced) == k->by_text;
}

/* Try every row that may hold headings on every format that reads rows. */
static int
try_rows(struct detector *k, const struct rows *rows, char delimiter, struct err *e)
{
    if (k->by_text && name_all(k, rows, e))
        return -1;
    for (size_t at = 0; at < rows->list.n; at++) {
        if (rows->list.at[at].names.n == 0)
            continue;
        if (is_own_heading(&rows->list.at[at]))
            k->is_ours = true;
        for (size_t i = 0; i < k->n; i++)
            if (is_tried(k, k->candidates[i].format) &&
                try_row(k, rows, at, &k->candidates[i], delimiter, e))
                return -1;
    }
    return 0;
}

/* What is done with the rows that a delimiter makes; none parts those of a sheet. */
typedef int rows_use(struct detector *k, const struct rows *rows, char delimiter, struct err *e);

/* Only find out which formats a text tells. */
static int
name_rows(struct detector *k, const struct rows *rows, char delimiter, struct err *e)
{
    (void)delimiter;
    return name_all(k, rows, e);
}

/* The rows that ${delimiter} makes of ${text}, or those of the sheet. */
static int
use_rows(struct detector *k, struct sv text, char delimiter, rows_use *use, struct err *e)
{
    struct arena arena = ARENA_INIT;
    struct rows rows = { .arena = &arena };
    int result = k->workbook ? xlsx_read(k->workbook, k->sheet, keep_row, &rows, e)
        : read_rows(&rows, text, k->head.limits, delimiter, e);

    if (result == 0)
        result = use(k, &rows, delimiter, e);
    rows_release(&rows);
    arena_release(&arena);
    return result;
}

static int
use_all_rows(struct detector *k, rows_use *use, struct err *e)
{
    static const char delimiters[] = { ',', '\t', ';', '|' };
    struct sv text = whole_lines(&k->head);
    char directive = record_csv_directive(text);
    size_t n = directive ? 1 : sizeof(delimiters);

    if (k->workbook)
        return use_rows(k, SV_EMPTY, '\0', use, e);
    for (size_t i = 0; i < n; i++)
        if (use_rows(k, text, directive ? directive : delimiters[i], use, e))
            return -1;
    return 0;
}

int
detect_rows(struct detector *k, struct err *e)
{
    k->is_in_rows = true;
    return use_all_rows(k, try_rows, e);
}

int
detect_told_rows(struct detector *k, bool is_read, struct err *e)
{
    bool is_any = !is_read;

    if (is_read && use_all_rows(k, name_rows, e))
        return -1;
    for (size_t i = 0; i < k->n; i++) {
        struct candidate *c = &k->candidates[i];

        if (!c->format->named_by || c->format == k->forced)
            continue;
        is_any = is_any || !c->is_unnamed;
        c->is_unnamed = true;
    }
    k->by_text = true;
    return is_any ? use_all_rows(k, try_rows, e) : 0;
}
