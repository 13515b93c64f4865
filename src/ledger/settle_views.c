/*
 * settle_views.c - of two bills that show the same money, one counts.
 *
 * Cells (what a format has of an account and month) are taken in the order of the formats' detail;
 * one that shows an account which a format before it has shown already is dropped, unless one of
 * the two formats completes the other. What was dropped is compared with what counts in its place,
 * and said in any case: nothing disappears in silence.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/settle.h"
#include "ledger/settle_sums.h"
#include "ledger/settle_view.h"

/* The cells of one scope: those which could show the same money, in the order of precedence. */
struct scope {
    struct view_cell **cells;
    size_t n;
};

struct judge {
    struct views *views;
    const struct settle_formats *formats;
};

static int
compare_texts(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

static int
compare_scopes(const struct view_cell *a, const struct view_cell *b)
{
    int order = compare_texts(a->platform, b->platform);

    if (order == 0)
        order = (a->month > b->month) - (a->month < b->month);
    if (order == 0)
        order = b->is_spend - a->is_spend;
    return order ? order : compare_texts(a->scope, b->scope);
}

/* A cell with what its holding says, for sorting. */
struct ranked {
    struct view_cell *cell;
    struct view_holding holding;
};

static int
compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    int order = compare_scopes(a->cell, b->cell);

    if (order == 0 && a->holding.rank != b->holding.rank)
        order = a->holding.rank > b->holding.rank ? -1 : 1;
    if (order == 0 && a->holding.lines != b->holding.lines)
        order = a->holding.lines > b->holding.lines ? -1 : 1;
    if (order == 0)
        order = compare_texts(a->cell->format, b->cell->format);
    return order ? order : compare_texts(a->cell->account, b->cell->account);
}

static bool
are_complements(const struct judge *j, const struct view_cell *a, const struct view_cell *b)
{
    const struct settle_formats *f = j->formats;

    return f->completes && (f->completes(f->context, a->format, b->format) ||
        f->completes(f->context, b->format, a->format));
}

static bool
counts(const struct view_cell *cell)
{
    return cell && !cell->is_dropped;
}

/* Where the holding that begins at ${from} ends. */
static size_t
holding_end(const struct scope *s, size_t from)
{
    size_t to = from + 1;

    while (to < s->n && s->cells[to]->holding == s->cells[from]->holding)
        to++;
    return to;
}

/* A cell of the holding at [from, to) that counts and shows what ${cell} shows, or NULL. */
static const struct view_cell *
find_rival(const struct judge *j, const struct scope *s, size_t from, size_t to,
    const struct view_cell *cell)
{
    const struct view_cell *named, *unnamed;

    if (cell->account[0]) {
        named = view_cell_beside(j->views, cell, s->cells[from], cell->account);
        if (counts(named))
            return named;
        /* Cells of a holding are sorted by account: an unnamed one is the first. */
        unnamed = s->cells[from];
        return !unnamed->account[0] && counts(unnamed) ? unnamed : NULL;
    }
    for (size_t i = from; i < to; i++)
        if (counts(s->cells[i]))
            return s->cells[i];
    return NULL;
}

/* Drop the cells of the holding at [from, to) that show what one before it has shown. */
static void
judge_holding(const struct judge *j, const struct scope *s, size_t from, size_t to)
{
    for (size_t other = 0, next; other < from; other = next) {
        next = holding_end(s, other);
        if (are_complements(j, s->cells[from], s->cells[other]))
            continue;
        for (size_t i = from; i < to; i++) {
            struct view_cell *cell = s->cells[i];

            if (cell->is_dropped)
                continue;
            cell->by = find_rival(j, s, other, next, cell);
            cell->is_dropped = cell->by != NULL;
        }
    }
}

static int
add_sums(struct currency_sums *to, const struct currency_sums *from, bool is_taken,
    struct err *e)
{
    for (size_t i = 0; i < from->n; i++) {
        const struct currency_sum *sum = &from->at[i];

        if (currency_sums_add(to, sum->currency, is_taken ? money_negate(sum->sum) : sum->sum, e))
            return -1;
    }
    return 0;
}

/* What one format shows of what another one shows too, and how they differ. */
struct comparison {
    const struct view_cell *first; /* of those that were dropped */
    struct currency_sums dropped, counted, difference;
    uint64_t lines;
};

/* Whether ${cell}, which counts, shows something of the dropped cells of the holding at ${from}. */
static bool
is_shown(const struct judge *j, const struct scope *s, size_t from, const struct view_cell *cell)
{
    const struct view_cell *same;

    if (!cell->account[0])
        return true;
    /* The unnamed account is the first of a holding, and equals any. */
    if (!s->cells[from]->account[0] && s->cells[from]->is_dropped)
        return true;
    same = view_cell_beside(j->views, cell, s->cells[from], cell->account);
    return same && same->is_dropped;
}

static int
compare(const struct judge *j, const struct scope *s, size_t from, size_t to, size_t other,
    struct comparison *c, struct err *e)
{
    size_t end = holding_end(s, other);

    for (size_t i = from; i < to; i++) {
        const struct view_cell *cell = s->cells[i];

        if (!cell->is_dropped || cell->by->holding != s->cells[other]->holding)
            continue;
        if (!c->first || cell->first_input < c->first->first_input)
            c->first = cell;
        c->lines += cell->lines;
        if (add_sums(&c->dropped, &cell->sums, false, e) ||
            add_sums(&c->difference, &cell->sums, false, e))
            return -1;
    }
    for (size_t i = other; c->first && i < end; i++) {
        const struct view_cell *cell = s->cells[i];

        if (counts(cell) && is_shown(j, s, from, cell) &&
            (add_sums(&c->counted, &cell->sums, false, e) ||
                add_sums(&c->difference, &cell->sums, true, e)))
            return -1;
    }
    return 0;
}

static bool
is_all_zero(const struct currency_sums *sums)
{
    for (size_t i = 0; i < sums->n; i++)
        if (!money_is_zero(sums->at[i].sum))
            return false;
    return true;
}

static const char *
title_of(const struct judge *j, char buf[SETTLE_TITLE_MAX], const char *format)
{
    return j->formats->title ? j->formats->title(j->formats->context, buf, format) : format;
}

/* The warning stands at a file of the view that was dropped, which needs no name beside it. */
static void
say(const struct judge *j, const struct comparison *c, const struct view_cell *winner)
{
    struct input *in = j->views->ledger->inputs.at[c->first->first_input];
    char month[SETTLE_MONTH_MAX], dropped[SETTLE_SUMS_MAX], counted[SETTLE_SUMS_MAX];
    char difference[SETTLE_SUMS_MAX], title[SETTLE_TITLE_MAX];

    settle_month_text(month, c->first->month);
    settle_sums_text(dropped, &c->dropped);
    if (is_all_zero(&c->difference))
        input_warn_whole(in, "other-view", 0, "for %s, bills of this kind (%ju rows) show the same "
            "money as %s (%s), which counts", month, (uintmax_t)c->lines,
            title_of(j, title, winner->format), dropped);
    else
        input_warn_whole(in, "views-differ", 0, "for %s, bills of this kind show %s, and %s, which "
            "counts in their place, shows %s; the difference is %s", month, dropped,
            title_of(j, title, winner->format), settle_sums_text(counted, &c->counted),
            settle_sums_text(difference, &c->difference));
}

/* Say what the holding at [from, to) lost to each holding before it. */
static int
say_holding(const struct judge *j, const struct scope *s, size_t from, size_t to, struct err *e)
{
    for (size_t other = 0; other < from; other = holding_end(s, other)) {
        struct comparison c = { 0 };
        struct err inner = ERR_INIT;
        int result = compare(j, s, from, to, other, &c, &inner);

        if (result == 0 && c.first)
            say(j, &c, s->cells[other]);
        vec_release(&c.dropped);
        vec_release(&c.counted);
        vec_release(&c.difference);
        if (result != 0 && inner.code == ERR_RANGE) {
            char title[SETTLE_TITLE_MAX];

            return err_set(e, ERR_RANGE, "the sum of %s is larger than 1.7 x 10^20",
                title_of(j, title, s->cells[from]->format));
        }
        if (result != 0)
            return err_nomem(e);
    }
    return 0;
}

static int
judge_scope(const struct judge *j, const struct scope *s, struct err *e)
{
    for (size_t from = 0, to; from < s->n; from = to) {
        to = holding_end(s, from);
        judge_holding(j, s, from, to);
        if (say_holding(j, s, from, to, e))
            return -1;
    }
    return 0;
}

/* The cells in the order of scopes and, inside each, of precedence. */
static struct view_cell **
sort_cells(struct views *v, struct err *e)
{
    struct ranked *ranked = arena_array(&v->arena, v->cells.n + 1, sizeof(*ranked));
    struct view_cell **sorted = arena_array(&v->arena, v->cells.n + 1, sizeof(*sorted));

    if (!ranked || !sorted) {
        (void)err_nomem(e);
        return NULL;
    }
    for (size_t i = 0; i < v->cells.n; i++)
        ranked[i] = (struct ranked){ &v->cells.at[i], v->holdings.at[v->cells.at[i].holding] };
    qsort(ranked, v->cells.n, sizeof(*ranked), compare_ranked);
    for (size_t i = 0; i < v->cells.n; i++)
        sorted[i] = ranked[i].cell;
    return sorted;
}

static bool
is_any_dropped(const struct views *v)
{
    for (size_t i = 0; i < v->cells.n; i++)
        if (v->cells.at[i].is_dropped)
            return true;
    return false;
}

static int
judge_all(const struct judge *j, struct err *e)
{
    struct views *v = j->views;
    struct view_cell **sorted = sort_cells(v, e);

    if (!sorted)
        return -1;
    for (size_t from = 0, to; from < v->cells.n; from = to) {
        struct scope s = { .cells = sorted + from };

        for (to = from; to < v->cells.n && compare_scopes(sorted[from], sorted[to]) == 0; to++)
            ;
        s.n = to - from;
        if (judge_scope(j, &s, e))
            return -1;
    }
    return 0;
}

int
settle_views(struct ledger *l, const struct settle_formats *formats, struct err *e)
{
    struct views v = { .ledger = l };
    struct judge j = { &v, formats };
    int result = view_find_cells(&v, e);
    bool is_dropped;

    if (result == 0)
        result = judge_all(&j, e);
    is_dropped = result == 0 && is_any_dropped(&v);
    for (size_t i = 0; is_dropped && i < l->lines.n; i++) {
        struct ledger_line *line = &l->lines.at[i];
        uint32_t cell = line->fate == FATE_COUNTED ? view_cell_of(&v, line) : UINT32_MAX;

        if (cell != UINT32_MAX && v.cells.at[cell].is_dropped)
            line->fate = FATE_OTHER_VIEW;
    }
    for (size_t i = 0; i < v.cells.n; i++)
        vec_release(&v.cells.at[i].sums);
    vec_release(&v.cells);
    vec_release(&v.holdings);
    map_release(&v.by_key);
    arena_release(&v.arena);
    return result;
}
