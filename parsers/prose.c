/*
 * prose.c - texts that are written to be read.
 */
#include "parsers/prose.h"

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
        size_t n = 1;

        for (size_t k = 0; k < line.n; k++)
            n += line.p[k] == delimiters[i];
        if (n > most)
            most = n;
    }
    return most;
}

bool
prose_is(struct sv text)
{
    size_t lines = 0, rows = 0, before = 0;
    bool was_row = false;
    struct sv line;

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
