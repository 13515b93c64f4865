/*
 * invoice_compare.c - whether two texts are equal as people write them, and two invoices the same.
 *
 * Texts are compared character by character, each decomposed (NFKD), so that comparing cannot fail.
 * The order of contents is total: of two that compare equal, neither says anything else.
 */
#include <utf8proc.h>

#include "ledger/invoice.h"

/* Longer than what any character decomposes to, which is 18. */
#define DECOMPOSED_MAX 32

#define DIGITAL_LENGTH 20

/* A text that is read folded: what the last character became, and what comes behind it. */
struct folded {
    struct sv rest;
    utf8proc_int32_t ready[DECOMPOSED_MAX];
    size_t at, n;
};

static bool
is_blank(utf8proc_int32_t code)
{
    return code <= ' ' || code == 0x7F || code == 0xA0 || code == 0xAD || code == 0x180E ||
        (code >= 0x2000 && code <= 0x200F) || code == 0x2028 || code == 0x2029 ||
        code == 0x202F || code == 0x205F || code == 0x2060 || code == 0x3000 || code == 0xFEFF;
}

static void
fill(struct folded *f)
{
    utf8proc_ssize_t n = 0;
    unsigned code;
    size_t length = sv_utf8(f->rest, &code);

    if (length == 0) {
        code = 0x110000u + (unsigned char)f->rest.p[0];
        length = 1;
    } else if (code >= 0x80) {
        n = utf8proc_decompose_char((utf8proc_int32_t)code, f->ready, DECOMPOSED_MAX,
            UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE, NULL);
    }
    if (n <= 0 || n > DECOMPOSED_MAX) {
        f->ready[0] = (utf8proc_int32_t)code;
        n = 1;
    }
    f->at = 0;
    f->n = (size_t)n;
    f->rest = sv_part(f->rest, length, f->rest.n);
}

/* The next character that counts, small; 0 at the end. */
static utf8proc_int32_t
next(struct folded *f)
{
    while (f->at < f->n || f->rest.n > 0) {
        utf8proc_int32_t code;

        if (f->at == f->n)
            fill(f);
        code = f->ready[f->at++];
        if (!is_blank(code))
            return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
    }
    return 0;
}

int
invoice_text_compare(const char *a, const char *b)
{
    struct folded x = { .rest = sv_of(a) }, y = { .rest = sv_of(b) };
    utf8proc_int32_t p, q;

    do {
        p = next(&x);
        q = next(&y);
    } while (p == q && p != 0);
    return (p > q) - (p < q);
}

/* Whether ${number} is one of those that are given once in the country. */
static bool
is_digital(const char *number)
{
    struct folded f = { .rest = sv_of(number) };
    utf8proc_int32_t code;
    size_t n = 0;

    for (code = next(&f); code >= '0' && code <= '9'; code = next(&f))
        n++;
    return code == 0 && n == DIGITAL_LENGTH;
}

int
invoice_compare_identity(const struct invoice *a, const struct invoice *b)
{
    int order = invoice_text_compare(a->number, b->number);

    if (order != 0 || is_digital(a->number))
        return order;
    order = invoice_text_compare(a->code, b->code);
    return order != 0 ? order : invoice_text_compare(a->seller, b->seller);
}

bool
invoice_is_identified(const struct invoice *one)
{
    return is_digital(one->number) || (one->number[0] != '\0' && one->seller[0] != '\0');
}

/* As texts are folded, then as they are. */
static int
compare_text(const char *a, const char *b)
{
    int order = invoice_text_compare(a, b);

    return order != 0 ? order : strcmp(a, b);
}

/* One that is not known is less than any other. */
static int
compare_amount(bool has_a, struct money a, bool has_b, struct money b)
{
    if (has_a != has_b)
        return has_a ? 1 : -1;
    return has_a ? money_compare(a, b) : 0;
}

/* The fuller lines come first. */
static int
compare_lines(const struct invoice *a, const struct invoice *b)
{
    int order = (a->lines.n < b->lines.n) - (a->lines.n > b->lines.n);

    for (size_t i = 0; order == 0 && i < a->lines.n; i++) {
        const struct invoice_line *x = &a->lines.at[i], *y = &b->lines.at[i];

        order = compare_amount(y->has_amount, y->amount, x->has_amount, x->amount);
        if (order == 0)
            order = compare_amount(y->has_tax, y->tax, x->has_tax, x->tax);
        if (order == 0)
            order = compare_text(x->item, y->item);
        if (order == 0)
            order = compare_text(x->rate, y->rate);
    }
    return order;
}

static int
compare_texts(const struct invoice *a, const struct invoice *b)
{
    const char *const texts[][2] = {
        { a->number, b->number }, { a->code, b->code }, { a->lost_number, b->lost_number },
        { a->issued_text, b->issued_text }, { a->seller, b->seller },
        { a->seller_tax_id, b->seller_tax_id }, { a->buyer, b->buyer },
        { a->buyer_tax_id, b->buyer_tax_id }, { a->currency, b->currency },
        { a->words, b->words }, { a->red_of, b->red_of }, { a->remark, b->remark },
        { a->references, b->references }, { a->trouble, b->trouble },
        { a->trouble_zh, b->trouble_zh },
    };
    int order = 0;

    for (size_t i = 0; order == 0 && i < sizeof(texts) / sizeof(texts[0]); i++)
        order = compare_text(texts[i][0], texts[i][1]);
    return order;
}

int
invoice_compare(const struct invoice *a, const struct invoice *b)
{
    const int orders[] = {
        compare_texts(a, b),
        compare_amount(a->has_total, a->total, b->has_total, b->total),
        compare_amount(a->has_net, a->net, b->has_net, b->net),
        compare_amount(a->has_tax, a->tax, b->has_tax, b->tax),
        (a->kind > b->kind) - (a->kind < b->kind),
        (a->status > b->status) - (a->status < b->status),
        (a->source > b->source) - (a->source < b->source),
        (a->words_source > b->words_source) - (a->words_source < b->words_source),
        (a->is_chinese > b->is_chinese) - (a->is_chinese < b->is_chinese),
        (a->is_total_unreadable > b->is_total_unreadable) -
            (a->is_total_unreadable < b->is_total_unreadable),
    };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
        if (orders[i] != 0)
            return orders[i];
    return compare_lines(a, b);
}
