/*
 * invoice.c - lists of invoices, whose texts are in the arena of their list.
 */
#include <stdint.h>
#include <stdio.h>

#include "base/message.h"
#include "base/vec.h"
#include "ledger/invoice.h"

#define INVOICES_MAX ((size_t)1 << 20)

void
invoices_init(struct invoices *v)
{
    *v = (struct invoices){ .arena = ARENA_INIT };
}

void
invoice_release(struct invoice *one)
{
    vec_release(&one->lines);
    vec_release(&one->files);
    vec_release(&one->file_sha256);
    vec_release(&one->differences);
}

void
invoices_release(struct invoices *v)
{
    for (size_t i = 0; i < v->list.n; i++)
        invoice_release(&v->list.at[i]);
    vec_release(&v->list);
    arena_release(&v->arena);
}

void
invoice_init(struct invoice *one)
{
    *one = (struct invoice){
        .number = "", .code = "", .lost_number = "", .issued = TIME_NONE, .issued_text = "",
        .seller = "", .seller_tax_id = "", .buyer = "", .buyer_tax_id = "", .currency = "",
        .words = "", .remark = "", .red_of = "", .references = "", .trouble = "",
        .trouble_zh = "",
    };
}

bool
invoice_total(const struct invoice *one, struct money *total)
{
    struct err ignored = ERR_INIT;

    *total = one->has_total ? one->total : one->net;
    return one->has_total || (!one->is_total_unreadable && one->has_net && one->has_tax &&
        money_add(total, one->tax, &ignored) == 0);
}

const char *
invoice_trouble_words(char buf[INVOICE_TROUBLE_MAX], const struct invoice *one)
{
    size_t half = (INVOICE_TROUBLE_MAX - 3) / 2;

    (void)snprintf(buf, INVOICE_TROUBLE_MAX, MESSAGE_PAIR "%.*s" MESSAGE_PAIR "%.*s",
        SV_ARG(sv_head(sv_of(one->trouble), half)),
        SV_ARG(sv_head(sv_of(one->trouble_zh), half)));
    return buf;
}

const char *
invoice_kind_word(enum invoice_kind k)
{
    static const char *const words[] = { [INVOICE_OTHER] = "other",
        [INVOICE_DIGITAL_ORDINARY] = "digital-ordinary",
        [INVOICE_DIGITAL_SPECIAL] = "digital-special",
        [INVOICE_VAT_ORDINARY] = "vat-ordinary", [INVOICE_VAT_SPECIAL] = "vat-special",
        [INVOICE_CREDIT_NOTE] = "credit-note" };

    return words[k];
}

/* Have ${*text} in ${arena}; NULL becomes "". */
static int
carry(struct arena *arena, const char **text, struct err *e)
{
    *text = *text && (*text)[0] != '\0' ? arena_text(arena, sv_of(*text)) : "";
    return *text ? 0 : err_nomem(e);
}

static int
carry_texts(struct arena *arena, struct invoice *one, struct err *e)
{
    const char **texts[] = { &one->number, &one->code, &one->lost_number, &one->issued_text,
        &one->seller, &one->seller_tax_id, &one->buyer, &one->buyer_tax_id, &one->currency,
        &one->words, &one->remark, &one->red_of, &one->references, &one->trouble,
        &one->trouble_zh };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (carry(arena, texts[i], e))
            return -1;
    return 0;
}

/* Copy the lists of ${one} into ${copy}, which has none. */
static int
copy_lists(struct arena *arena, struct invoice *copy, const struct invoice *one, struct err *e)
{
    if (vec_grow(&copy->lines, one->lines.n, SIZE_MAX, e) ||
        vec_grow(&copy->files, one->files.n, SIZE_MAX, e) ||
        vec_grow(&copy->file_sha256, one->file_sha256.n, SIZE_MAX, e) ||
        vec_grow(&copy->differences, one->differences.n, SIZE_MAX, e))
        return -1;
    for (size_t i = 0; i < one->lines.n; i++) {
        struct invoice_line line = one->lines.at[i];

        if (carry(arena, &line.item, e) || carry(arena, &line.rate, e))
            return -1;
        copy->lines.at[copy->lines.n++] = line;
    }
    for (size_t i = 0; i < one->files.n; i++) {
        const char *file = one->files.at[i];

        if (carry(arena, &file, e))
            return -1;
        copy->files.at[copy->files.n++] = file;
    }
    for (size_t i = 0; i < one->file_sha256.n; i++) {
        const char *sum = one->file_sha256.at[i];

        if (carry(arena, &sum, e))
            return -1;
        copy->file_sha256.at[copy->file_sha256.n++] = sum;
    }
    for (size_t i = 0; i < one->differences.n; i++) {
        struct invoice_difference d = one->differences.at[i];

        if (carry(arena, &d.field, e) || carry(arena, &d.kept, e) ||
            carry(arena, &d.kept_file, e) || carry(arena, &d.other, e) ||
            carry(arena, &d.other_file, e))
            return -1;
        copy->differences.at[copy->differences.n++] = d;
    }
    return 0;
}

int
invoices_add(struct invoices *v, const struct invoice *one, struct err *e)
{
    struct invoice copy = *one;

    memset(&copy.lines, 0, sizeof(copy.lines));
    memset(&copy.files, 0, sizeof(copy.files));
    memset(&copy.file_sha256, 0, sizeof(copy.file_sha256));
    memset(&copy.differences, 0, sizeof(copy.differences));
    if (vec_grow_named(&v->list, 1, INVOICES_MAX, N_("invoices"), e))
        return -1;
    if (carry_texts(&v->arena, &copy, e) || copy_lists(&v->arena, &copy, one, e)) {
        invoice_release(&copy);
        return -1;
    }
    v->list.at[v->list.n++] = copy;
    return 0;
}

int
invoices_merge(struct invoices *into, struct invoices *from, struct err *e)
{
    if (vec_grow_named(&into->list, from->list.n, INVOICES_MAX, N_("invoices"), e))
        return -1;
    if (from->list.n > 0)
        memcpy(into->list.at + into->list.n, from->list.at,
            from->list.n * sizeof(*from->list.at));
    into->list.n += from->list.n;
    arena_merge(&into->arena, &from->arena);
    vec_release(&from->list);
    return 0;
}
