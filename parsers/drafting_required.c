/*
 * drafting_required.c - which columns a drafted format cannot do without.
 *
 * As few as tell the bill from others: what is optional may be missing next month.
 */
#include "parsers/drafting_inside.h"
#include "parsers/names.h"

/* Columns beside time and amount by which the bill is known. */
#define TELLING_MAX 3
#define LESS_TELLING_MAX 2

/* What an export has in each month, what tells most first. */
static const enum heading_role telling[] = { ROLE_SERIAL, ROLE_ORDER, ROLE_BILL, ROLE_INSTANCE,
    ROLE_RESOURCE, ROLE_BILLED_TIME, ROLE_DURATION, ROLE_QUANTITY, ROLE_NAME, ROLE_SPEC,
    ROLE_GPU, ROLE_ITEM, ROLE_KIND, ROLE_PRODUCT };

/* What may do where none of those is there. */
static const enum heading_role less_telling[] = { ROLE_INCOME, ROLE_DIRECTION, ROLE_TYPE,
    ROLE_BALANCE, ROLE_REMARK };

/* Whether a format has a column of this name. */
static bool
is_known(const struct formats *formats, struct sv heading)
{
    struct arena scratch = ARENA_INIT;
    struct sv folded = name_fold(&scratch, heading, NULL);
    bool result = false;

    for (size_t i = 0; i < formats->list.n; i++) {
        const struct format *f = formats->list.at[i];

        for (size_t k = 0; k < f->columns.n; k++)
            for (const char **name = f->columns.at[k].folded; *name; name++)
                result = result || sv_is(sv_of(*name), folded);
    }
    arena_release(&scratch);
    return result;
}

/* Whether every record has column ${i}. */
static bool
is_always_there(const struct drafting_guess *g, size_t i)
{
    if (g->table->headings[i].n == 0)
        return false;
    if (!g->table->is_objects)
        return true;
    for (size_t k = 0; k < g->table->rows.n; k++)
        if (drafting_cell(&g->table->rows.at[k], i).n == 0)
            return false;
    return true;
}

void
drafting_choose_required(const struct drafting_guess *g, const struct formats *formats,
    bool *is_required)
{
    size_t time = (size_t)g->of[g->of[ROLE_START] >= 0 ? ROLE_START : ROLE_TIME];
    size_t amount = (size_t)g->of[g->billed];
    size_t n = 0;
    bool is_told;

    is_required[time] = true;
    is_required[amount] = true;
    /* First those that no other bill has. */
    for (int only_own = 1; only_own >= 0; only_own--)
        for (size_t i = 0; i < sizeof(telling) / sizeof(telling[0]) && n < TELLING_MAX; i++) {
            size_t column = (size_t)g->of[telling[i]];

            if (g->of[telling[i]] < 0 || is_required[column] || !is_always_there(g, column) ||
                (only_own && is_known(formats, g->table->headings[column])))
                continue;
            is_required[column] = true;
            n++;
        }
    is_told = n > 0;
    for (size_t i = 0; i < sizeof(less_telling) / sizeof(less_telling[0]) && !is_told; i++)
        if (g->of[less_telling[i]] >= 0 &&
            is_always_there(g, (size_t)g->of[less_telling[i]])) {
            is_required[g->of[less_telling[i]]] = true;
            n++;
            is_told = n == LESS_TELLING_MAX;
        }
    for (size_t i = 0; i < g->table->column_count && n == 0; i++)
        if (!is_required[i] && g->columns[i].role < 0 && is_always_there(g, i) &&
            !is_known(formats, g->table->headings[i])) {
            is_required[i] = true;
            n++;
        }
}
