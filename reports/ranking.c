/*
 * ranking.c - the order of rows for people: currency by currency, the largest amount first.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "reports/ranking.h"
#include "reports/say.h"

int
ranking_add(struct ranking *k, const struct results *r, const char *currency,
    struct money amount, size_t index, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals), place = 0;

    while (place < n && strcmp(totals[place]->currency, currency) != 0)
        place++;
    if (vec_grow(&k->rows, 1, SIZE_MAX / sizeof(struct ranked), e))
        return -1;
    k->rows.at[k->rows.n++] = (struct ranked){ place, amount, index };
    return 0;
}

static int
by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    int order = money_compare(y->amount, x->amount);

    if (x->currency != y->currency)
        return x->currency < y->currency ? -1 : 1;
    if (order != 0)
        return order;
    return x->index < y->index ? -1 : x->index > y->index;
}

void
ranking_sort(struct ranking *k)
{
    if (k->rows.n > 1)
        qsort(k->rows.at, k->rows.n, sizeof(*k->rows.at), by_rank);
}

void
ranking_release(struct ranking *k)
{
    vec_release(&k->rows);
}

int
ranking_note(struct table *t, const struct results *r, size_t shown, size_t all,
    const char *file, struct err *e)
{
    struct message m;
    char text[MESSAGE_TEXT_MAX];

    if (shown >= all)
        return 0;
    message_set(&m, "The first %zu of %zu rows; all of them are in %s.", shown, all, file);
    t->note = table_text(t, message_text(&m, r->lang, text, sizeof(text)));
    return t->note ? 0 : err_nomem(e);
}
