/*
 * usage_blanks.c - logs whose cells are parted by blanks: nvidia-smi dmon and pmon, dcgmi dmon.
 *
 *     # gpu    pwr     sm               headings, again every so often
 *     # Idx      W      %               units
 *         0    630    100
 *
 * Columns differ from driver to driver: only their names tell what they are.
 */
#include "parsers/usage_table.h"
#include "record/csv.h"

/* Words of a line; what is behind them is nothing that is read here. */
#define WORDS_MAX 256

/* No byte of a text: the whole line is one cell. */
#define NO_DELIMITER '\x1f'

struct blanks {
    struct usage_rows *rows;
    unsigned words; /* of the first cell */
    bool ends_in_text;
};

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t
split(struct sv line, struct sv *words, size_t max)
{
    size_t n = 0, at = 0;

    while (at < line.n && n < max) {
        size_t from;

        while (at < line.n && is_blank(line.p[at]))
            at++;
        from = at;
        while (at < line.n && !is_blank(line.p[at]))
            at++;
        if (at > from)
            words[n++] = sv_part(line, from, at);
    }
    return n;
}

/* 2026-03-01 or 2026/03/01, perhaps with T and a time of day. */
static bool
begins_with_date(struct sv word)
{
    static const char shape[] = "0000-00-00";

    if (word.n < sizeof(shape) - 1)
        return false;
    for (size_t i = 0; i < sizeof(shape) - 1; i++) {
        char c = word.p[i];

        if (shape[i] == '0' ? c < '0' || c > '9' : c != '-' && c != '/')
            return false;
    }
    return true;
}

/* Take the date and time off the beginning of ${*line}; empty where there are none. */
static struct sv
cut_prefix(struct sv *line)
{
    struct sv words[2], prefix;
    size_t n = split(*line, words, 2), end;

    if (n < 2 || !begins_with_date(words[0]))
        return SV_EMPTY;
    end = (size_t)(words[0].p - line->p) + words[0].n;
    if (words[0].n == 10) {
        if (words[1].n < 5 || words[1].p[2] != ':')
            return SV_EMPTY;
        end = (size_t)(words[1].p - line->p) + words[1].n;
    }
    prefix = sv_trim(sv_part(*line, 0, end));
    *line = sv_trim(sv_part(*line, end, line->n));
    return prefix;
}

/* Make one cell of the first ${words} words: of "GPU 0" the number, of "GPU-I 0" all. */
static size_t
join_first(struct sv *cells, size_t n, unsigned words)
{
    const char *begin = cells[0].p;
    struct sv last;

    if (words < 2 || n < words)
        return n;
    last = cells[words - 1];
    if (sv_is_folded(cells[0], SV("GPU")))
        cells[0] = last;
    else
        cells[0] = (struct sv){ begin, (size_t)(last.p - begin) + last.n };
    for (size_t i = words; i < n; i++)
        cells[i - words + 1] = cells[i];
    return n - words + 1;
}

/* Whether ${line} is the one of units that dcgmi writes without a mark. */
static bool
is_units(struct sv line)
{
    return sv_starts(line, SV("ID")) && (line.n == 2 || is_blank(line.p[2]));
}

/* The cells of ${line}, prefix first. ${*is_marked}: it is one of headings or units. */
static size_t
cells_of(struct sv line, unsigned words, struct sv *cells, bool *is_marked)
{
    struct sv prefix = cut_prefix(&line);
    size_t first = prefix.n > 0, n;

    *is_marked = line.n > 0 && line.p[0] == '#';
    if (*is_marked)
        line = sv_part(line, 1, line.n);
    else
        *is_marked = words > 1 && is_units(line);
    n = split(line, cells + first, WORDS_MAX - first);
    if (!*is_marked && n > 0)
        n = join_first(cells + first, n, words);
    if (first)
        cells[0] = *is_marked ? SV(USAGE_PREFIX) : prefix;
    return n + first;
}

size_t
usage_blanks_headings(const struct usage_head *head, struct sv *words, size_t max)
{
    struct sv rest = head->text, line, cells[WORDS_MAX];
    bool is_marked;

    while (sv_cut(&rest, '\n', &line)) {
        size_t n;

        line = sv_trim(line);
        if (line.n == 0)
            continue;
        n = cells_of(line, 1, cells, &is_marked);
        if (!is_marked)
            return 0;
        if (n > max)
            n = max;
        memcpy(words, cells, n * sizeof(*words));
        return n;
    }
    return 0;
}

static int
visit_line(void *context, const struct record *line, struct err *e)
{
    struct blanks *b = context;
    struct sv cells[WORDS_MAX];
    struct record row = *line;
    size_t columns = usage_rows_columns(b->rows);
    bool is_marked;

    if (line->trouble != RECORD_FINE || record_is_blank(line))
        return usage_rows_take(b->rows, line, e);
    row.n = cells_of(line->cells[0], b->words, cells, &is_marked);
    row.cells = cells;
    if (is_marked)
        return usage_rows_heading(b->rows, &row, e);
    if (b->ends_in_text && columns > 0 && row.n > columns)
        row.n = columns;
    return usage_rows_take(b->rows, &row, e);
}

int
usage_blanks_read(struct usage_sink *sink, struct text *t, const struct usage_table *table,
    unsigned words, struct err *e)
{
    struct blanks b = { usage_rows_new(table, sink, e), words, table->ends_in_text };
    int result;

    if (!b.rows)
        return -1;
    result = record_csv_read(t, NO_DELIMITER, visit_line, &b, e);
    if (result == 0)
        result = usage_rows_end(b.rows, e);
    usage_rows_free(b.rows);
    return result;
}
