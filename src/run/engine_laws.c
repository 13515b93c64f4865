/*
 * engine_laws.c - checks.csv: the laws that an engine has looked at itself.
 *
 * Of the findings both sides of a law are equal; it says what the rows of findings.csv come to.
 */
#include <string.h>

#include "base/vec.h"
#include "run/engine_parts.h"

#define LAWS_FILE "checks.csv"
#define LAW_OF_FILES "lines of files that are not listed"
#define LAW_OF_ROWS "findings: rows"
#define LAW_OF_LEAK "findings: leak"
#define LAW_OF_NET "findings: net"

/* Of each currency of the totals. */
static const char *const laws_of_currency[] = { "billed: totals = spend", "billed: totals = days",
    "billed: totals = resources", "billed: totals = projects", "billed: totals = files",
    LAW_OF_ROWS, LAW_OF_LEAK, LAW_OF_NET };

int
engine_take_law(void *context, const struct engine_row *row, struct err *e)
{
    struct engine_reading *x = context;
    struct engine_law law = { .what = engine_text(x, row->cells[0], e),
        .currency = engine_text(x, row->cells[1], e) };
    struct money found;

    if (!law.what || !law.currency || vec_grow(&x->laws, 1, UINT32_MAX, e) ||
        engine_amount(row, 2, &law.amount, e) || engine_amount(row, 3, &found, e))
        return -1;
    if (money_compare(law.amount, found) != 0)
        return err_set(e, ERR_BUG, N_("the engine's sums do not close: %.*s %.*s: %.*s and %.*s"),
            (int)row->cells[0].n, row->cells[0].p, (int)row->cells[1].n, row->cells[1].p,
            (int)row->cells[2].n, row->cells[2].p, (int)row->cells[3].n, row->cells[3].p);
    x->laws.at[x->laws.n++] = law;
    return 0;
}

static const struct engine_law *
law_find(const struct engine_reading *x, const char *what, const char *currency)
{
    for (size_t i = 0; i < x->laws.n; i++)
        if (strcmp(x->laws.at[i].what, what) == 0 &&
            strcmp(x->laws.at[i].currency, currency) == 0)
            return &x->laws.at[i];
    return NULL;
}

int
engine_check_laws(const struct engine_reading *x, struct err *e)
{
    const struct review *v = x->review;

    if (!law_find(x, LAW_OF_FILES, ""))
        return err_set(e, ERR_BUG, N_("%s has no row '%s'"), LAWS_FILE, LAW_OF_FILES);
    for (size_t i = 0; i < v->totals.n; i++)
        for (size_t k = 0; k < sizeof(laws_of_currency) / sizeof(laws_of_currency[0]); k++)
            if (!law_find(x, laws_of_currency[k], v->totals.at[i].currency))
                return err_set(e, ERR_BUG, N_("%s has no row '%s' for %s"), LAWS_FILE,
                    laws_of_currency[k], v->totals.at[i].currency);
    return 0;
}

int
engine_check_findings(const struct engine_reading *x, const struct engine_found *found,
    struct err *e)
{
    const struct { const char *what; struct money amount; } sums[] = {
        { LAW_OF_ROWS, money_of((int64_t)found->rows) }, { LAW_OF_LEAK, found->leak },
        { LAW_OF_NET, found->net },
    };
    char expected[MONEY_TEXT_MAX], come_to[MONEY_TEXT_MAX];

    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
        const struct engine_law *law = law_find(x, sums[i].what, found->currency);

        if (law && money_compare(law->amount, sums[i].amount) == 0)
            continue;
        return err_set(e, ERR_BUG, N_("the findings in %s are not those of the engine: by %s '%s' "
            "is %s, by the file of findings %s"), found->currency, LAWS_FILE, sums[i].what,
            law ? money_format(expected, law->amount) : "-", money_format(come_to, sums[i].amount));
    }
    return 0;
}
