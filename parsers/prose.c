/*
 * prose.c - texts that are written to be read.
 */
#include "parsers/prose.h"

static bool
has_name_of_data(struct sv path)
{
    static const char *const endings[] = { ".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson",
        ".xlsx" };

    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        struct sv ending = sv_of(endings[i]);

        if (path.n > ending.n &&
            sv_is_folded(sv_part(path, path.n - ending.n, path.n), ending))
            return true;
    }
    return false;
}

/* Cells of ${line}, parted by ${delimiter} where it stands outside quotes. */
static size_t
count_cells_by(struct sv line, char delimiter)
{
    size_t n = 1;
    bool is_start = true, is_quoted = false;

    for (size_t i = 0; i < line.n; i++) {
        bool parts = line.p[i] == delimiter && !is_quoted;

        if (line.p[i] == '"' && (is_start || is_quoted))
            is_quoted = !is_quoted;
        n += parts;
        is_start = parts;
    }
    return n;
}

/* Cells of ${line}: by TAB, semicolon or comma, whichever gives most. */
static size_t
count_cells(struct sv line)
{
    static const char delimiters[] = { '\t', ';', ',' };
    size_t most = 1;

    line = sv_trim(line);
    if (sv_starts(line, SV("|")) && sv_ends(line, SV("|")))
        return 1;
    for (size_t i = 0; i < sizeof(delimiters); i++) {
        size_t n = count_cells_by(line, delimiters[i]);

        if (n > most)
            most = n;
    }
    return most;
}

bool
prose_is(struct sv path, struct sv text)
{
    size_t lines = 0, rows = 0, before = 0;
    bool was_row = false;
    struct sv line;

    if (has_name_of_data(path))
        return false;
    while (sv_cut(&text, '\n', &line)) {
        size_t cells = count_cells(line);
        bool is_row;

        if (sv_trim(line).n == 0)
            continue;
        is_row = cells > 1 && cells == before;
        rows += is_row + (size_t)(is_row && !was_row);
        was_row = is_row;
        before = cells;
        lines++;
    }
    return lines > 0 && 2 * rows < lines;
}
