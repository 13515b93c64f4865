/*
 * invoice_unite.c - making one invoice of what several files tell of it.
 *
 * Sources are taken in order, the best first: what a better one has stays, what it lacks is filled,
 * and what a later one has otherwise is kept as a difference. Where two of the same kind differ,
 * neither is right: that is a contradiction, and the field stays empty. Nothing depends on the
 * order in which files or rows were given: parts are sorted by what they say.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/invoice_inside.h"

/* Add the files of ${from}, each once. */
static int
take_files(struct invoice *into, const struct invoice *from, struct err *e)
{
    for (size_t i = 0; i < from->files.n; i++) {
        size_t k = 0;

        while (k < into->files.n && strcmp(into->files.at[k], from->files.at[i]) < 0)
            k++;
        if (k < into->files.n && strcmp(into->files.at[k], from->files.at[i]) == 0)
            continue;
        if (vec_grow(&into->files, 1, SIZE_MAX, e) || vec_grow(&into->file_sha256, 1, SIZE_MAX, e))
            return -1;
        memmove(into->files.at + k + 1, into->files.at + k,
            (into->files.n - k) * sizeof(*into->files.at));
        memmove(into->file_sha256.at + k + 1, into->file_sha256.at + k,
            (into->file_sha256.n - k) * sizeof(*into->file_sha256.at));
        into->files.at[k] = from->files.at[i];
        into->file_sha256.at[k] = i < from->file_sha256.n ? from->file_sha256.at[i] : "";
        into->files.n++;
        into->file_sha256.n++;
    }
    return 0;
}

static const char *
first_file(const struct invoice *one)
{
    return one->files.n > 0 ? one->files.at[0] : "";
}

/* Sorts as a part without a total does: before all that have one. */
static int
compare_totals(const struct invoice *a, const struct invoice *b)
{
    struct money x, y;
    bool has_x = invoice_total(a, &x), has_y = invoice_total(b, &y);

    if (has_x != has_y)
        return has_x ? 1 : -1;
    return has_x ? money_compare(x, y) : 0;
}

/* The best source first; of equal ones by what they say, so that equal parts are all that is left
 * to the names of their files. */
static int
compare_ranks(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;
    int order = (a->source > b->source) - (a->source < b->source);

    if (order == 0)
        order = invoice_compare(a, b);
    if (order == 0)
        order = strcmp(first_file(a), first_file(b));
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* By identity, total and currency: what makes one invoice stands together. */
static int
compare_parts(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;
    int order = invoice_compare_identity(a, b);

    if (order == 0)
        order = compare_totals(a, b);
    if (order == 0)
        order = strcmp(a->currency, b->currency);
    return order != 0 ? order : compare_ranks(x, y);
}

static int
compare_united(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;

    if (a->issued != b->issued)
        return a->issued < b->issued ? -1 : 1;
    return compare_parts(a, b);
}

/* How many of the ${n} sorted parts at ${at} are one invoice: of equal identity, and of one total
 * and one currency as far as they state them. */
static size_t
count_parts(const struct invoice *at, size_t n)
{
    const char *currency = at[0].currency;
    struct money total, other;
    bool has_total = invoice_total(&at[0], &total);
    size_t count = 1;

    if (!invoice_is_identified(&at[0]))
        return 1;
    for (; count < n && invoice_compare_identity(&at[0], &at[count]) == 0; count++) {
        const struct invoice *part = &at[count];
        bool has_other = invoice_total(part, &other);

        if ((has_total && has_other && money_compare(total, other) != 0) ||
            (currency[0] && part->currency[0] && strcmp(currency, part->currency) != 0))
            break;
        if (has_other) {
            has_total = true;
            total = other;
        }
        if (currency[0] == '\0')
            currency = part->currency;
    }
    return count;
}

/* What sources of equal rank contradict each other in is told by none of them. */
static void
drop_contradictions(struct invoice *one)
{
    const struct { const char *name; const char **text; bool *has; } fields[] = {
        { "code", &one->code, NULL }, { "date", &one->issued_text, NULL },
        { "seller", &one->seller, NULL }, { "seller_tax_id", &one->seller_tax_id, NULL },
        { "buyer", &one->buyer, NULL }, { "buyer_tax_id", &one->buyer_tax_id, NULL },
        { "red_of", &one->red_of, NULL }, { "remark", &one->remark, NULL },
        { "references", &one->references, NULL }, { "amount", NULL, &one->has_net },
        { "tax", NULL, &one->has_tax },
    };

    for (size_t i = 0; i < one->differences.n; i++) {
        const struct invoice_difference *d = &one->differences.at[i];

        for (size_t k = 0; d->is_contradiction && k < sizeof(fields) / sizeof(fields[0]); k++) {
            if (strcmp(d->field, fields[k].name) != 0)
                continue;
            if (fields[k].text)
                *fields[k].text = "";
            else
                *fields[k].has = false;
        }
        if (d->is_contradiction && strcmp(d->field, "date") == 0)
            one->issued = TIME_NONE;
        if (d->is_contradiction && strcmp(d->field, "kind") == 0)
            one->kind = INVOICE_OTHER;
        if (d->is_contradiction && strcmp(d->field, "lines") == 0)
            one->lines.n = 0;
    }
}

/* Make the first of the ${n} parts at ${at}, the best of which come first, the whole invoice. */
static int
unite(struct invoice *at, size_t n, struct arena *arena, struct err *e)
{
    struct invoice_origin origins[INVOICE_FIELDS];

    for (size_t f = 0; f < INVOICE_FIELDS; f++)
        origins[f] = (struct invoice_origin){ at[0].source, first_file(&at[0]) };
    for (size_t i = 0; i < n; i++)
        at[0].has_document |= at[i].source != INVOICE_FROM_LIST;
    for (size_t i = 1; i < n; i++) {
        struct invoice_taking t = { &at[0], &at[i], first_file(&at[i]), origins, arena };

        if (invoice_take(&t, e) || take_files(&at[0], &at[i], e))
            return -1;
    }
    for (size_t i = 1; i < n; i++)
        invoice_release(&at[i]);
    drop_contradictions(&at[0]);
    at[0].has_total = invoice_total(&at[0], &at[0].total);
    if (!at[0].has_total)
        at[0].total = MONEY_ZERO;
    return 0;
}

int
invoices_unite(struct invoices *v, struct err *e)
{
    struct invoice *at = v->list.at;
    size_t n = 0, parts;

    if (v->list.n == 0)
        return 0;
    qsort(at, v->list.n, sizeof(*at), compare_parts);
    for (size_t i = 0; i < v->list.n; i += parts) {
        parts = count_parts(&at[i], v->list.n - i);
        qsort(&at[i], parts, sizeof(*at), compare_ranks);
        if (unite(&at[i], parts, &v->arena, e)) {
            /* The rest moves up, so that each is still there once. */
            memmove(&at[n], &at[i], (v->list.n - i) * sizeof(*at));
            v->list.n -= i - n;
            return -1;
        }
        at[n++] = at[i];
    }
    v->list.n = n;
    qsort(at, n, sizeof(*at), compare_united);
    return 0;
}
