/*
 * ledger_replace.c - other texts in the place of those of the lines.
 *
 * The order is that of the lines, since that of the facets differs with the number of threads. The
 * map of the facets holds bytes that are no more: nothing may be added to the ledger afterwards.
 */
#include <stdlib.h>

#include "ledger/ledger.h"

static void
replace_facets(struct ledger_facets *f, ledger_replace *replace, void *context)
{
    for (unsigned i = 0; i < TEXT_COUNT; i++)
        if (i != TEXT_LINE_ID && i != TEXT_ORDER_ID)
            f->text[i] = replace(context, (enum text_column)i, f->text[i]);
}

int
ledger_replace_texts(struct ledger *l, ledger_replace *replace, void *context, struct err *e)
{
    bool *is_done = calloc(l->facets.n + 1, sizeof(*is_done));

    if (!is_done)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++) {
        struct ledger_line *line = &l->lines.at[i];
        uint32_t number = line->facets->number;

        if (!is_done[number])
            replace_facets(l->facets.entries[number].value.pointer, replace, context);
        is_done[number] = true;
        line->line_id = replace(context, TEXT_LINE_ID, line->line_id);
        line->order_id = replace(context, TEXT_ORDER_ID, line->order_id);
    }
    free(is_done);
    return 0;
}
