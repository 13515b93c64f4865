/*
 * invoices.h - what holds for every invoice that was read, whatever the bytes.
 */
#ifndef TESTS_FUZZ_INVOICES_H
#define TESTS_FUZZ_INVOICES_H

#include <stdlib.h>

#include "parsers/invoice_reader.h"
#include "parsers/invoice_draft.h"

static inline void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static inline void
check_amount(bool has, struct money m)
{
    require(!has || (money_compare(m, money_of(DRAFT_AMOUNT_MAX)) < 0 &&
        money_compare(m, money_of(-DRAFT_AMOUNT_MAX)) > 0));
}

static inline void
check_text(const char *text)
{
    require(text != NULL);
    for (; *text; text++)
        require(*text != '\n' && *text != '\r');
}

static inline void
check_invoice(const struct invoice *one)
{
    check_text(one->number);
    check_text(one->seller);
    check_text(one->buyer);
    check_text(one->remark);
    check_text(one->trouble);
    check_text(one->trouble_zh);
    check_text(one->currency);
    check_amount(one->has_net, one->net);
    check_amount(one->has_tax, one->tax);
    check_amount(one->has_total, one->total);
    require((one->issued == TIME_NONE) == (one->issued_text[0] == '\0'));
    for (size_t i = 0; i < one->lines.n; i++) {
        check_text(one->lines.at[i].item);
        check_amount(one->lines.at[i].has_amount, one->lines.at[i].amount);
        check_amount(one->lines.at[i].has_tax, one->lines.at[i].tax);
    }
}

/* What ${d} has become, as it stands. */
static inline void
check_draft(struct draft *d)
{
    require(d->err.code == ERR_NONE || d->err.code == ERR_LIMIT);
    check_invoice(&d->one);
    draft_release(d);
}

/* Read ${bytes} as any invoice, and unite what was read with itself. */
static inline void
check_reading(struct sv bytes)
{
    struct source *s = source_of_memory(bytes);
    struct input *in = input_new(SV("fuzz"), true);
    struct invoices found;
    struct err e = ERR_INIT;
    int result;

    require(s && in);
    invoices_init(&found);
    result = invoices_read(s, NULL, 0, in, &found, &e);
    require(input_is_closed(in));
    require(result == 1 || result == 0 || (result == -1 && e.code != ERR_NONE));
    if (result == 1) {
        size_t n = found.list.n;

        require(in->kind == INPUT_INVOICE && in->format[0] != '\0');
        require(in->skipped[SKIP_OBSERVATION] >= n);
        for (size_t i = 0; i < n; i++)
            check_invoice(&found.list.at[i]);
        require(invoices_unite(&found, &e) == 0 && found.list.n <= n);
    }
    invoices_release(&found);
    input_free(in);
    source_free(s);
}

#endif
