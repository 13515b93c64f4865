/*
 * Any bytes as a container: what is listed can be opened or says why not, reads the same from the
 * beginning and in pieces from the end, and stays within the limits, through all levels.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "input/container.h"

static const struct container_limits limits = {
    .members = 50, .levels = 3, .ratio = 200, .bytes = 8 << 20,
};

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static enum content
content_of(struct source *s)
{
    char head[SNIFF_HEAD];
    struct err e = ERR_INIT;
    size_t got;

    require(source_read(s, head, sizeof(head), 0, &got, &e) == 0);
    return sniff((struct sv){ head, got });
}

/* The bytes of ${s} read at once are the same as read backwards in two pieces. */
static void
read_whole(struct source *s)
{
    size_t size = (size_t)source_size(s), half = size / 2, got;
    char *whole = malloc(size + 1), *pieces = malloc(size + 1);
    struct err e = ERR_INIT;

    require(size <= limits.bytes && whole && pieces);
    require(source_read(s, whole, size + 1, 0, &got, &e) == 0 && got == size);
    require(source_read(s, pieces + half, size - half, half, &got, &e) == 0 && got == size - half);
    require(source_read(s, pieces, half, 0, &got, &e) == 0 && got == half);
    require(size == 0 || memcmp(whole, pieces, size) == 0);
    free(whole);
    free(pieces);
}

static void
open_all(struct source *s, struct container *outer, unsigned level)
{
    struct err e = ERR_INIT;
    struct container *c = NULL;
    struct source *member;

    if (container_new(&c, s, "fuzz.gz", outer, &limits, &e)) {
        require(e.code != ERR_NONE && e.message.format);
        return;
    }
    require(level <= limits.levels && container_count(c) <= limits.members);
    for (size_t i = 0; i < container_count(c); i++) {
        const struct container_member *m = container_member(c, i);

        e = (struct err)ERR_INIT;
        require(sv_utf8_valid(sv_of(m->name)) == strlen(m->name) && m->name[0] != '\0');
        require(container_find(c, sv_of(m->name)) == (m->passed ? (size_t)-1 : i));
        if (container_open(&member, c, i, &e)) {
            require(e.code != ERR_NONE && e.message.format);
            continue;
        }
        read_whole(member);
        if (content_is_container(content_of(member)))
            open_all(member, c, level + 1);
        source_free(member);
    }
    container_free(c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source *s = source_of_memory((struct sv){ (const char *)data, size });

    if (s && content_is_container(content_of(s)))
        open_all(s, NULL, 1);
    source_free(s);
    return 0;
}
