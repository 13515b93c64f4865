/*
 * bench_format.h - a small format for tests: columns and fields are filled in per test.
 */
#ifndef TESTS_BENCH_FORMAT_H
#define TESTS_BENCH_FORMAT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "parsers/binding.h"
#include "parsers/charge_text.h"
#include "parsers/format.h"

/* A whole format of ${columns}, ${fields} and ${rest}, which are JSON with single quotes for double
 * ones; ${rest} begins with a comma or is empty. */
static inline struct format *
bench_format(const char *columns, const char *fields, const char *rest, struct err *e)
{
    struct format *f;
    struct buf text;

    buf_init(&text, 100000);
    buf_addf(&text,
        "{'id':'bench','kind':'bill','platform':'bench','title':{'en':'Bench','zh':'试'},"
        "'platform_title':{'en':'Bench Cloud','zh':'试云'},"
        "'evidence':{'level':'assumed','sources':['made up']},"
        "'columns':{%s},'fields':{%s},'samples':[{'name':'s','text':['a'],'lines':[]}]%s}",
        columns, fields, rest);
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] == '\'')
            text.p[i] = '"';
    f = format_load("bench.json", buf_sv(&text), e);
    buf_release(&text);
    return f;
}

/* A row of at most 16 cells parted by |. */
struct bench_row {
    struct sv cells[16];
    size_t n;
};

static inline struct bench_row
bench_row(const char *text)
{
    struct bench_row row = { .n = 0 };
    const char *end;

    for (;; text = end + 1) {
        end = text;
        while (*end && *end != '|')
            end++;
        assert_true(row.n < 16);
        row.cells[row.n++] = (struct sv){ text, (size_t)(end - text) };
        if (!*end)
            return row;
    }
}

static inline struct record
bench_record(const struct bench_row *row)
{
    return (struct record){ .line = 7, .cells = row->cells, .n = row->n };
}

/* What the cell called ${column} of ${c} is, into ${out}. */
static inline const char *
bench_cell(const struct charge *c, const char *column, char *out, size_t size)
{
    struct buf scratch;
    struct sv text;

    buf_init(&scratch, 10000);
    charge_text(c, column_find(sv_of(column)), &scratch, &text);
    assert_true(text.n < size);
    if (text.n > 0)
        memcpy(out, text.p, text.n);
    out[text.n] = '\0';
    buf_release(&scratch);
    return out;
}

#endif
