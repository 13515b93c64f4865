/*
 * invoice_unite.c - making one invoice of what several files tell of it.
 *
 * Sources are taken in order, the best first: what a better one has stays, what it lacks is filled,
 * and what a later one has otherwise is kept as a difference. Nothing depends on the order in which
 * the files were given.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "ledger/invoice.h"

#define TEXT_MAX ((size_t)1 << 20)

/*
 * The next character of ${*rest} as names are compared: full-width forms as ASCII, letters small,
 * blanks passed over. 0 at the end.
 */
static unsigned
next_folded(struct sv *rest)
{
    while (rest->n > 0) {
        unsigned code;
        size_t n = sv_utf8(*rest, &code);

        if (n == 0) {
            code = 0x110000u + (unsigned char)rest->p[0];
            n = 1;
        }
        *rest = sv_part(*rest, n, rest->n);
        if (code >= 0xFF01 && code <= 0xFF5E)
            code -= 0xFEE0;
        else if (code == 0xFFE5)
            code = 0xA5;
        if (code <= ' ' || code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200B) ||
            code == 0xFEFF)
            continue;
        return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
    }
    return 0;
}

int
invoice_text_compare(const char *a, const char *b)
{
    struct sv x = sv_of(a), y = sv_of(b);
    unsigned p, q;

    do {
        p = next_folded(&x);
        q = next_folded(&y);
    } while (p == q && p != 0);
    return (p > q) - (p < q);
}

static int
add_difference(struct invoice *into, const char *field, const char *kept, const char *other,
    const char *file, struct arena *arena, struct err *e)
{
    struct invoice_difference d = { .field = field, .kept = kept, .other = other,
        .other_file = file };

    /* Three files that say the same otherwise are one difference. */
    for (size_t i = 0; i < into->differences.n; i++)
        if (strcmp(into->differences.at[i].field, field) == 0 &&
            invoice_text_compare(into->differences.at[i].other, other) == 0)
            return 0;
    d.kept = arena_text(arena, sv_of(kept));
    d.other = arena_text(arena, sv_of(other));
    d.other_file = arena_text(arena, sv_of(file));
    if (!d.kept || !d.other || !d.other_file)
        return err_nomem(e);
    if (vec_grow(&into->differences, 1, SIZE_MAX, e))
        return -1;
    into->differences.at[into->differences.n++] = d;
    return 0;
}

/* A text field of both. What is not compared differs by how it is extracted, not by what it
 * says. */
struct text_field {
    const char *name;
    const char **into;
    const char *from;
    bool is_compared;
};

static int
take_texts(struct invoice *into, const struct invoice *from, const char *file,
    struct arena *arena, struct err *e)
{
    struct text_field fields[] = {
        { "number", &into->number, from->number, true },
        { "code", &into->code, from->code, true },
        { "date", &into->issued_text, from->issued_text, true },
        { "seller", &into->seller, from->seller, true },
        { "seller_tax_id", &into->seller_tax_id, from->seller_tax_id, true },
        { "buyer", &into->buyer, from->buyer, true },
        { "buyer_tax_id", &into->buyer_tax_id, from->buyer_tax_id, true },
        { "currency", &into->currency, from->currency, true },
        { "words", &into->words, from->words, true },
        { "red_of", &into->red_of, from->red_of, true },
        { "remark", &into->remark, from->remark, false },
        { "references", &into->references, from->references, false },
    };

    if (into->issued == TIME_NONE)
        into->issued = from->issued;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const struct text_field *f = &fields[i];

        if (f->from[0] == '\0')
            continue;
        if ((*f->into)[0] == '\0')
            *f->into = f->from;
        else if (f->is_compared && invoice_text_compare(*f->into, f->from) != 0 &&
            add_difference(into, f->name, *f->into, f->from, file, arena, e))
            return -1;
    }
    return 0;
}

struct money_field {
    const char *name;
    struct money *into;
    bool *into_has;
    struct money from;
    bool from_has;
};

static int
take_amounts(struct invoice *into, const struct invoice *from, const char *file,
    struct arena *arena, struct err *e)
{
    struct money_field fields[] = {
        { "amount", &into->net, &into->has_net, from->net, from->has_net },
        { "tax", &into->tax, &into->has_tax, from->tax, from->has_tax },
        { "total", &into->total, &into->has_total, from->total, from->has_total },
    };
    char kept[MONEY_TEXT_MAX], other[MONEY_TEXT_MAX];

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const struct money_field *f = &fields[i];

        if (!f->from_has)
            continue;
        if (!*f->into_has) {
            *f->into = f->from;
            *f->into_has = true;
        } else if (money_compare(*f->into, f->from) != 0 &&
            add_difference(into, f->name, money_format(kept, *f->into),
                money_format(other, f->from), file, arena, e)) {
            return -1;
        }
    }
    return 0;
}

/* Troubles of all parts, each once. */
static int
take_trouble(struct invoice *into, const struct invoice *from, struct arena *arena, struct err *e)
{
    struct buf text;
    int result;

    if (from->trouble[0] == '\0' || strstr(into->trouble, from->trouble))
        return 0;
    if (into->trouble[0] == '\0') {
        into->trouble = from->trouble;
        return 0;
    }
    buf_init(&text, TEXT_MAX);
    buf_addf(&text, "%s; %s", into->trouble, from->trouble);
    result = buf_ok(&text, e);
    if (result == 0) {
        into->trouble = arena_text(arena, buf_sv(&text));
        if (!into->trouble) {
            into->trouble = "";
            result = err_nomem(e);
        }
    }
    buf_release(&text);
    return result;
}

/* What outweighs: a status that a list states is known to no other file. */
static int
weight(enum invoice_status s)
{
    static const int weights[] = { [INVOICE_NORMAL] = 0, [INVOICE_RISKY] = 1,
        [INVOICE_PARTLY_REVERSED] = 2, [INVOICE_REVERSED] = 3, [INVOICE_VOID] = 4 };

    return weights[s];
}

int
invoice_complete(struct invoice *into, const struct invoice *from, const char *file,
    struct arena *arena, struct err *e)
{
    if (take_texts(into, from, file, arena, e) || take_amounts(into, from, file, arena, e) ||
        take_trouble(into, from, arena, e))
        return -1;
    if (into->kind == INVOICE_OTHER)
        into->kind = from->kind;
    if (weight(from->status) > weight(into->status))
        into->status = from->status;
    into->is_chinese |= from->is_chinese;
    if (from->source < into->source)
        into->source = from->source;
    if (into->lines.n > 0 || from->lines.n == 0)
        return 0;
    if (vec_grow(&into->lines, from->lines.n, SIZE_MAX, e))
        return -1;
    memcpy(into->lines.at, from->lines.at, from->lines.n * sizeof(*from->lines.at));
    into->lines.n = from->lines.n;
    return 0;
}

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

static bool
is_digital_number(const char *number)
{
    struct sv s = sv_of(number);

    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return s.n == 20;
}

static const char *
first_file(const struct invoice *one)
{
    return one->files.n > 0 ? one->files.at[0] : "";
}

/* Less than, equal to or greater than 0 by what identifies an invoice; those without number come
 * first and are equal to none. */
static int
compare_identity(const struct invoice *a, const struct invoice *b)
{
    int order = strcmp(a->number, b->number);

    if (order != 0 || is_digital_number(a->number))
        return order;
    order = strcmp(a->code, b->code);
    return order != 0 ? order : invoice_text_compare(a->seller, b->seller);
}

static bool
is_identified(const struct invoice *one)
{
    return is_digital_number(one->number) ||
        (one->number[0] != '\0' && one->seller[0] != '\0');
}

static int
compare_amounts(const struct invoice *a, const struct invoice *b)
{
    if (a->has_total != b->has_total)
        return a->has_total ? -1 : 1;
    return a->has_total ? money_compare(a->total, b->total) : 0;
}

/* By identity, then the best source, then file and line; all that is left are equal contents. */
static int
compare_parts(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;
    int order = compare_identity(a, b);

    if (order == 0)
        order = (a->source > b->source) - (a->source < b->source);
    if (order == 0)
        order = strcmp(first_file(a), first_file(b));
    if (order == 0)
        order = (a->line > b->line) - (a->line < b->line);
    return order != 0 ? order : compare_amounts(a, b);
}

static int
compare_united(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;

    if (a->issued != b->issued)
        return a->issued < b->issued ? -1 : 1;
    return compare_parts(a, b);
}

/* The total as far as ${one} states it, or its parts do. */
static bool
total_of(const struct invoice *one, struct money *total)
{
    struct err ignored = ERR_INIT;

    if (one->has_total) {
        *total = one->total;
        return true;
    }
    *total = one->net;
    return one->has_net && one->has_tax && money_add(total, one->tax, &ignored) == 0;
}

static bool
totals_agree(const struct invoice *a, const struct invoice *b)
{
    struct money x, y;

    return !total_of(a, &x) || !total_of(b, &y) || money_compare(x, y) == 0;
}

int
invoices_unite(struct invoices *v, struct err *e)
{
    struct invoice *at = v->list.at;
    size_t n = 0, group = 0;

    if (v->list.n == 0)
        return 0;
    qsort(at, v->list.n, sizeof(*at), compare_parts);
    for (size_t i = 0; i < v->list.n; i++) {
        struct invoice part = at[i];
        size_t k;

        /* From `group` on are the invoices that have the identity of the last one. */
        if (n > 0 && (!is_identified(&part) || compare_identity(&at[group], &part) != 0))
            group = n;
        for (k = group; k < n && !totals_agree(&at[k], &part); k++)
            ;
        if (k == n) {
            at[n++] = part;
            continue;
        }
        if (invoice_complete(&at[k], &part, first_file(&part), &v->arena, e) ||
            take_files(&at[k], &part, e)) {
            /* The rest moves up, so that each is still there once. */
            memmove(&at[n], &at[i], (v->list.n - i) * sizeof(*at));
            v->list.n -= i - n;
            return -1;
        }
        invoice_release(&part);
    }
    v->list.n = n;
    for (size_t i = 0; i < n; i++)
        if (total_of(&at[i], &at[i].total))
            at[i].has_total = true;
        else if (!at[i].has_total)
            at[i].total = MONEY_ZERO;
    qsort(at, n, sizeof(*at), compare_united);
    return 0;
}
