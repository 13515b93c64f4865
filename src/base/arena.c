/*
 * arena.c - memory that is freed all at once.
 *
 * Blocks are taken zeroed from the system and handed out from front to back, never twice, so each
 * allocation is zeroed without further work. Only the newest block is handed out from.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_SEPARATE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_SEPARATE 1
#endif
#endif
#ifndef ARENA_SEPARATE
#define ARENA_SEPARATE 0
#endif

#define ALIGNMENT 16
#define BLOCK_LEAST ((size_t)4096)
#define BLOCK_MOST ((size_t)1024 * 1024)

struct arena_block {
    struct arena_block *next; /* older */
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

static struct arena_block *
block_new(struct arena *a, size_t size)
{
    struct arena_block *block;
    size_t whole;

    if (__builtin_add_overflow(sizeof(*block), size, &whole))
        return NULL;
    block = calloc(1, whole);
    if (block)
        a->total += whole;
    return block;
}

/* A block for one allocation only: it goes behind the newest, from which handing out goes on. */
static void *
alloc_separate(struct arena *a, size_t size)
{
    struct arena_block *block = block_new(a, size);

    if (!block)
        return NULL;
    if (a->blocks) {
        block->next = a->blocks->next;
        a->blocks->next = block;
    } else {
        a->blocks = block;
    }
    return block->bytes;
}

void *
arena_alloc(struct arena *a, size_t size)
{
    size_t rounded, room;
    void *p;

    if (ARENA_SEPARATE)
        return alloc_separate(a, size);

    /* Round up to the alignment; nothing is made something, so that pointers differ. */
    if (__builtin_add_overflow(size == 0 ? 1 : size, (size_t)ALIGNMENT - 1, &rounded))
        return NULL;
    rounded -= rounded % ALIGNMENT;

    if (rounded > a->room - a->used) {
        struct arena_block *block;

        if (rounded > BLOCK_MOST / 4)
            return alloc_separate(a, rounded);

        /* Blocks double, so that small arenas stay small and large ones take few blocks. */
        room = a->room == 0 ? BLOCK_LEAST : a->room * 2;
        while (room < rounded)
            room *= 2;
        if (room > BLOCK_MOST)
            room = BLOCK_MOST;
        block = block_new(a, room);
        if (!block)
            return NULL;
        block->next = a->blocks;
        a->blocks = block;
        a->used = 0;
        a->room = room;
    }
    p = a->blocks->bytes + a->used;
    a->used += rounded;
    return p;
}

void *
arena_array(struct arena *a, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return arena_alloc(a, bytes);
}

char *
arena_text(struct arena *a, struct sv s)
{
    char *text = s.n == SIZE_MAX ? NULL : arena_alloc(a, s.n + 1);

    if (text && s.n > 0)
        memcpy(text, s.p, s.n);
    return text;
}

struct sv
arena_sv(struct arena *a, struct sv s)
{
    char *copy;

    if (s.n == 0)
        return SV("");
    copy = arena_alloc(a, s.n);
    if (!copy)
        return SV_EMPTY;
    memcpy(copy, s.p, s.n);
    return (struct sv){ copy, s.n };
}

void
arena_merge(struct arena *into, struct arena *from)
{
    struct arena_block *oldest;

    if (!from->blocks || into == from)
        return;
    if (!into->blocks) {
        *into = *from;
    } else {
        for (oldest = from->blocks; oldest->next;)
            oldest = oldest->next;
        oldest->next = into->blocks->next;
        into->blocks->next = from->blocks;
        into->total += from->total;
    }
    *from = (struct arena)ARENA_INIT;
}

void
arena_release(struct arena *a)
{
    struct arena_block *next;

    for (struct arena_block *block = a->blocks; block; block = next) {
        next = block->next;
        free(block);
    }
    *a = (struct arena)ARENA_INIT;
}
