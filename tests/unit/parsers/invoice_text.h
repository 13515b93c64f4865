/*
 * invoice_text.h - invoices read from bytes or files, and written as one text, for tests.
 */
#ifndef TESTS_INVOICE_TEXT_H
#define TESTS_INVOICE_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "parsers/contents.h"
#include "parsers/invoice_reader.h"
#include "../unit.h"

struct read_invoices {
    struct input *in;
    struct invoices invoices;
    struct err e;
    int result;
};

static inline void
read_source(struct read_invoices *r, struct source *s, const char *path)
{
    r->e = (struct err)ERR_INIT;
    r->in = input_new(sv_of(path), true);
    assert_non_null(r->in);
    invoices_init(&r->invoices);
    r->result = invoices_read(s, NULL, 0, r->in, &r->invoices, &r->e);
}

static inline void
read_bytes(struct read_invoices *r, struct sv bytes)
{
    struct source *s = source_of_memory(bytes);

    assert_non_null(s);
    read_source(r, s, "x");
    source_free(s);
}

static inline void
read_done(struct read_invoices *r)
{
    invoices_release(&r->invoices);
    input_free(r->in);
}

/* The folder of real samples beside that of the sources, or NULL with a note where it is not
 * here. */
static inline const char *
samples_folder(char path[512], const char *source)
{
    const char *shared = getenv("GPUBILL_SHARED");

    if (shared)
        (void)snprintf(path, 512, "%s/samples/invoices", shared);
    else
        (void)snprintf(path, 512, "%s/../shared/samples/invoices", source);
    if (access(path, R_OK) == 0)
        return path;
    print_message("skipped: no samples at %s\n", path);
    return NULL;
}

static inline void
write_money(struct buf *out, const char *before, bool has, struct money m)
{
    char text[MONEY_TEXT_MAX];

    buf_addf(out, "%s%s", before, has ? money_format(text, m) : "?");
}

/* All that ${one} says, in one line. */
static inline void
write_invoice(struct buf *out, const struct invoice *one)
{
    static const char *const kinds[] = { "other", "digital-ordinary", "digital-special",
        "vat-ordinary", "vat-special", "credit-note" };
    static const char *const statuses[] = { "", " void", " reversed", " partly-reversed",
        " risky" };
    static const char *const sources[] = { "xml", "ofd", "list", "pdf", "qr" };

    buf_addf(out, "%s%s%s %s %s%s %s|%s %s|%s %s|%s", one->number, one->code[0] ? "/" : "",
        one->code, one->issued_text, kinds[one->kind], statuses[one->status],
        sources[one->source], one->seller, one->seller_tax_id, one->buyer, one->buyer_tax_id,
        one->currency);
    write_money(out, " ", one->has_net, one->net);
    write_money(out, "+", one->has_tax, one->tax);
    write_money(out, "=", one->has_total, one->total);
    if (one->words[0])
        buf_addf(out, " %s", one->words);
    if (one->red_of[0])
        buf_addf(out, "|red of %s", one->red_of);
    if (one->remark[0])
        buf_addf(out, "|%s", one->remark);
    if (one->references[0])
        buf_addf(out, "|refers %.*s", SV_ARG(sv_head(sv_of(one->references), 24)));
    for (size_t i = 0; i < one->lines.n && i < 3; i++) {
        const struct invoice_line *l = &one->lines.at[i];

        buf_addf(out, "|%s", l->item);
        write_money(out, " ", l->has_amount, l->amount);
        write_money(out, " ", l->has_tax, l->tax);
        buf_addf(out, " %s", l->rate);
    }
    if (one->lines.n > 3)
        buf_addf(out, "|%zu lines", one->lines.n);
    for (size_t i = 0; i < one->differences.n; i++)
        buf_addf(out, "|%s %s not %s", one->differences.at[i].field,
            one->differences.at[i].other, one->differences.at[i].kept);
    if (one->trouble[0])
        buf_addf(out, "|trouble: %s", one->trouble);
}

/* All of ${r} as one text, a line each. */
static inline void
write_all(struct buf *out, const struct invoices *v)
{
    for (size_t i = 0; i < v->list.n; i++) {
        buf_add_text(out, i > 0 ? "\n" : "");
        write_invoice(out, &v->list.at[i]);
    }
}

static inline void
assert_invoices(const struct invoices *v, const char *expected)
{
    struct buf got;

    buf_init(&got, SIZE_MAX - 1);
    write_all(&got, v);
    assert_sv(buf_sv(&got), expected);
    buf_release(&got);
}

/* What is read from ${bytes} is ${expected}. */
static inline void
assert_reads(struct sv bytes, const char *expected)
{
    struct read_invoices r;

    read_bytes(&r, bytes);
    if (r.result < 0)
        assert_err(&r.e, "");
    assert_int_equal(r.result, 1);
    assert_true(input_is_closed(r.in));
    assert_invoices(&r.invoices, expected);
    read_done(&r);
}

#endif
