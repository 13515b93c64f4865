/*
 * settle_view.h - the parts of settle_views().
 *
 * A cell is what one format has of one account and month; a holding is all that it has of accounts
 * that cannot be told apart: of one account, or of all accounts of a platform where some rows of
 * the month do not name theirs.
 */
#ifndef LEDGER_SETTLE_VIEW_H
#define LEDGER_SETTLE_VIEW_H

#include "ledger/ledger.h"

struct view_holding {
    uint64_t lines;
    unsigned rank; /* the format's detail */
};

struct view_cell {
    const char *platform, *account, *format, *scope; /* scope: the account, "" for all */
    int32_t month;
    bool is_spend; /* else account moves, which are compared apart */
    uint32_t format_number, group, holding;
    uint32_t first_input;
    uint64_t lines;
    unsigned rank;
    struct currency_sums sums;
    bool is_dropped;
    const struct view_cell *by; /* what counts in its place */
};

struct views {
    const struct ledger *ledger;
    struct arena arena;
    const uint32_t *formats; /* per input */
    struct map by_key;       /* to indexes of cells */
    struct { struct view_cell *at; size_t n, room; } cells;
    struct { struct view_holding *at; size_t n, room; } holdings;
    /* The cell of the line before. */
    const struct ledger_facets *last_facets;
    uint32_t last_input, last_cell;
    int32_t last_month;
};

/* Find all cells of lines that count, and their holdings; none where there is only one format.
 * -1: ERR_NOMEM, ERR_RANGE. */
int view_find_cells(struct views *v, struct err *e);

/* The index of the cell of ${line}; lines of no month are in none (UINT32_MAX). */
uint32_t view_cell_of(struct views *v, const struct ledger_line *line);

/* The cell of ${account} that stands beside ${cell} in the format of ${other}, or NULL. */
struct view_cell *view_cell_beside(struct views *v, const struct view_cell *cell,
    const struct view_cell *other, const char *account);

#endif
