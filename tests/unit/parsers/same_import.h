/*
 * same_import.h - two imports of the same files are equal in all that comes of them.
 */
#ifndef TESTS_SAME_IMPORT_H
#define TESTS_SAME_IMPORT_H

#include "parsers/import.h"
#include "../unit.h"

static inline void
assert_same_message(const struct message *a, const struct message *b)
{
    char x[MESSAGE_TEXT_MAX], y[MESSAGE_TEXT_MAX];

    assert_int_equal(a->format != NULL, b->format != NULL);
    if (a->format)
        assert_string_equal(message_text(a, LANG_EN, x, sizeof(x)),
            message_text(b, LANG_EN, y, sizeof(y)));
}

static inline void
assert_same_rejections(const struct input *a, const struct input *b)
{
    assert_int_equal(a->rejections.n, b->rejections.n);
    for (size_t i = 0; i < a->rejections.n; i++) {
        const struct rejection *x = &a->rejections.at[i], *y = &b->rejections.at[i];
        struct message x_why, y_why;

        assert_int_equal(x->line, y->line);
        assert_int_equal(x->reason, y->reason);
        assert_string_equal(x->column, y->column);
        assert_true(sv_is(x->raw, y->raw));
        message_unfold(&x_why, x->why);
        message_unfold(&y_why, y->why);
        assert_same_message(&x_why, &y_why);
    }
}

static inline void
assert_same_warnings(const struct input *a, const struct input *b)
{
    assert_int_equal(a->warnings.n, b->warnings.n);
    for (size_t i = 0; i < a->warnings.n; i++) {
        assert_string_equal(a->warnings.at[i].code, b->warnings.at[i].code);
        assert_int_equal(a->warnings.at[i].line, b->warnings.at[i].line);
        assert_same_message(&a->warnings.at[i].message, &b->warnings.at[i].message);
    }
    assert_int_equal(a->warning_counts.n, b->warning_counts.n);
    for (size_t i = 0; i < a->warning_counts.n; i++) {
        assert_string_equal(a->warning_counts.at[i].code, b->warning_counts.at[i].code);
        assert_int_equal(a->warning_counts.at[i].n, b->warning_counts.at[i].n);
    }
}

static inline void
assert_same_input(const struct input *a, const struct input *b)
{
    assert_string_equal(a->path, b->path);
    assert_string_equal(a->sha256, b->sha256);
    assert_string_equal(a->format, b->format);
    assert_string_equal(a->platform, b->platform);
    assert_string_equal(a->encoding, b->encoding);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->records, b->records);
    assert_int_equal(a->lines, b->lines);
    assert_int_equal(a->rejected, b->rejected);
    assert_memory_equal(a->skipped, b->skipped, sizeof(a->skipped));
    assert_same_rejections(a, b);
    assert_same_warnings(a, b);
    assert_int_equal(a->declared.n, b->declared.n);
    for (size_t i = 0; i < a->declared.n; i++) {
        assert_string_equal(a->declared.at[i].currency, b->declared.at[i].currency);
        assert_int_equal(money_compare(a->declared.at[i].sum, b->declared.at[i].sum), 0);
    }
    assert_int_equal(a->evidence.n, b->evidence.n);
    for (size_t i = 0; i < a->evidence.n; i++)
        assert_same_message(&a->evidence.at[i], &b->evidence.at[i]);
    assert_int_equal(a->failure.code, b->failure.code);
    assert_int_equal(a->failure.line, b->failure.line);
    assert_same_message(&a->failure.message, &b->failure.message);
}

static inline void
assert_same_line(const struct ledger_line *a, const struct ledger_line *b)
{
    struct charge x, y;

    assert_int_equal(a->input, b->input);
    assert_int_equal(a->source_line, b->source_line);
    assert_int_equal(a->fate, b->fate);
    ledger_unpack(a, &x);
    ledger_unpack(b, &y);
    for (size_t i = 0; i < TEXT_COUNT; i++)
        assert_true(sv_is(x.text[i], y.text[i]));
    assert_memory_equal(x.word, y.word, sizeof(x.word));
    assert_memory_equal(x.time, y.time, sizeof(x.time));
    assert_int_equal(x.money_set, y.money_set);
    for (enum money_column m = 0; m < MONEY_COUNT; m++) {
        assert_int_equal(money_compare(x.money[m], y.money[m]), 0);
        assert_int_equal(ledger_decimals(a, m), ledger_decimals(b, m));
    }
    assert_int_equal(x.changes, y.changes);
    assert_int_equal(x.offset_minutes, y.offset_minutes);
    assert_int_equal(x.is_actual_use, y.is_actual_use);
    assert_int_equal(x.is_of_month, y.is_of_month);
}

/* Facets too, and in the same order. */
static inline void
assert_same_import(const struct import *a, const struct import *b)
{
    assert_int_equal(a->ledger.inputs.n, b->ledger.inputs.n);
    for (size_t i = 0; i < a->ledger.inputs.n; i++)
        assert_same_input(a->ledger.inputs.at[i], b->ledger.inputs.at[i]);
    assert_int_equal(a->ledger.lines.n, b->ledger.lines.n);
    for (size_t i = 0; i < a->ledger.lines.n; i++)
        assert_same_line(&a->ledger.lines.at[i], &b->ledger.lines.at[i]);
    assert_int_equal(a->ledger.facets.n, b->ledger.facets.n);
    for (size_t i = 0; i < a->ledger.facets.n; i++) {
        const struct ledger_facets *x = a->ledger.facets.entries[i].value.pointer;
        const struct ledger_facets *y = b->ledger.facets.entries[i].value.pointer;

        for (size_t t = 0; t < TEXT_COUNT; t++)
            assert_string_equal(x->text[t], y->text[t]);
    }
    assert_int_equal(a->observations.states.n, b->observations.states.n);
    assert_int_equal(a->observations.samples.n, b->observations.samples.n);
}

#endif
