/*
 * opened.h - containers made in memory and opened, for tests.
 */
#ifndef TESTS_OPENED_H
#define TESTS_OPENED_H

#include <stdlib.h>

#include "input/container.h"
#include "packing.h"

#define PART(name, text) { name, { "" text, sizeof(text) - 1 }, 0 }

static const struct container_limits usual = CONTAINER_LIMITS_DEFAULT;

/* A container in memory, and what it stands on. */
struct opened {
    struct buf bytes;
    struct source *source;
    struct container *container;
    struct err e;
};

static inline void
open_bytes(struct opened *o, const char *name, const struct container_limits *limits)
{
    o->e = (struct err)ERR_INIT;
    o->container = NULL;
    o->source = source_of_memory(buf_sv(&o->bytes));
    assert_non_null(o->source);
    (void)container_new(&o->container, o->source, name, NULL, limits, &o->e);
    assert_int_equal(o->container == NULL, o->e.code != ERR_NONE);
}

static inline void
open_parts(struct opened *o, const char *format, const char *options, const struct part *parts,
    size_t n)
{
    buf_init(&o->bytes, SIZE_MAX - 1);
    pack(&o->bytes, format, "none", options, parts, n);
    open_bytes(o, "x.zip", &usual);
    assert_non_null(o->container);
}

static inline void
release(struct opened *o)
{
    container_free(o->container);
    source_free(o->source);
    buf_release(&o->bytes);
}

static inline void
assert_content(struct source *s, struct sv want)
{
    char *bytes = malloc(want.n + 1);
    struct err e = ERR_INIT;
    size_t got;

    assert_non_null(bytes);
    assert_int_equal(source_size(s), want.n);
    assert_int_equal(source_read(s, bytes, want.n + 1, 0, &got, &e), 0);
    assert_int_equal(got, want.n);
    assert_memory_equal(bytes, want.p ? want.p : "", want.n);
    free(bytes);
}

static inline void
assert_member(struct opened *o, size_t i, const char *name, const char *text)
{
    struct source *s;

    assert_string_equal(container_member(o->container, i)->name, name);
    assert_int_equal(container_find(o->container, sv_of(name)), i);
    assert_int_equal(container_open(&s, o->container, i, &o->e), 0);
    assert_content(s, sv_of(text));
    source_free(s);
}

#endif
