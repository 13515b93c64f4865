/*
 * container.c - what lies inside archives and compressed files, as sources.
 *
 * `decoded` is the content of a compressed file. Where that is a tar, its entries are the
 * members; else it is the one member itself, and belongs to the first who opens it. `parked` is an
 * unpacker that nobody uses, waiting for the member behind the one that it read last.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lang.h"
#include "base/map.h"
#include "base/vec.h"
#include "input/container.h"
#include "input/container_name.h"
#include "input/unpack.h"

/* A second name of a file. */
struct hard_link {
    size_t member;
    const char *target; /* as names are shown */
};

struct container {
    struct source *source;
    struct source *decoded;
    enum content kind;    /* of the source */
    enum content archive; /* CONTENT_ZIP and the like; else there is one member: decoded */
    struct unpack_budget own, *budget;
    uint64_t level;
    uint64_t trailing;
    struct arena arena;
    struct { struct container_member *at; size_t n, room; } members;
    struct { struct hard_link *at; size_t n, room; } links; /* while it is listed */
    struct unpacker *parked;
};

/* One member that is being read. */
struct member_reader {
    struct container *container;
    struct source *from;
    enum content kind;
    uint64_t index;
    struct unpack_budget *budget; /* NULL where nothing is to be accounted for (any more) */
    struct unpacker *unpacker;    /* NULL: to be opened */
};

/* One stream of compressed bytes. */
static bool
is_compressed(enum content c)
{
    return c == CONTENT_GZIP || c == CONTENT_ZSTD || c == CONTENT_XZ || c == CONTENT_BZIP2;
}

/* Entries with names. */
static bool
is_archive(enum content c)
{
    return c == CONTENT_ZIP || c == CONTENT_TAR || c == CONTENT_7ZIP;
}

bool
content_is_container(enum content c)
{
    return is_compressed(c) || is_archive(c);
}

/* Have the reader's unpacker at the beginning of its entry. */
static int
reach(struct member_reader *r, struct err *e)
{
    struct unpacker_entry entry;
    struct buf name;
    int more = 1;

    buf_init(&name, SIZE_MAX - 1);
    if (!r->unpacker && r->container->parked &&
        unpacker_position(r->container->parked) <= r->index) {
        r->unpacker = r->container->parked;
        r->container->parked = NULL;
    }
    if (!r->unpacker && unpacker_new(&r->unpacker, r->from, r->kind, e))
        return -1;
    while (more > 0 && unpacker_position(r->unpacker) <= r->index)
        more = unpacker_next(r->unpacker, &entry, &name, e);
    buf_release(&name);
    /* Of compressed data, which is one entry, nothing may be left: then there is none. */
    if (more == 0 && is_archive(r->kind))
        return err_set(e, ERR_IO, "the file changed while it was read");
    return more < 0 ? -1 : 0;
}

static int
member_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct member_reader *r = context;

    if (!r->unpacker && reach(r, e))
        return -1;
    *got = 0;
    if (unpacker_position(r->unpacker) > r->index &&
        unpacker_read(r->unpacker, buffer, room, got, e)) {
        unpacker_free(r->unpacker);
        r->unpacker = NULL;
        return -1;
    }
    if (*got == 0 && !is_archive(r->kind))
        r->container->trailing = unpacker_passed(r->unpacker);
    return r->budget ? unpack_spend(r->budget, *got, e) : 0;
}

static int
member_rewind(void *context, struct err *e)
{
    struct member_reader *r = context;

    (void)e;
    r->budget = NULL;
    unpacker_free(r->unpacker);
    r->unpacker = NULL;
    return 0;
}

static void
member_free(void *context)
{
    struct member_reader *r = context;

    if (is_archive(r->kind) && r->unpacker) {
        unpacker_free(r->container->parked);
        r->container->parked = r->unpacker;
    } else {
        unpacker_free(r->unpacker);
    }
    free(r);
}

static int
open_entry(struct source **out, struct container *c, struct source *from, enum content kind,
    const struct container_member *m, struct err *e)
{
    static const struct source_reader reader = {
        .read = member_read,
        .rewind = member_rewind,
        .free = member_free,
    };
    struct member_reader *r = calloc(1, sizeof(*r));

    if (!r)
        return err_nomem(e);
    *r = (struct member_reader){
        .container = c,
        .from = from,
        .kind = kind,
        .index = m ? m->index : 0,
        /* What lies in a tar is as large as the tar, which was accounted for; holes are not. */
        .budget = kind != CONTENT_TAR || m->is_sparse ? c->budget : NULL,
    };
    return source_of_reader(out, &reader, r, UNPACK_MEMORY_MAX, e);
}

/* Decompress the one stream that the file is. */
static int
decode(struct container *c, struct err *e)
{
    if (c->kind == CONTENT_GZIP)
        return unpack_gzip(&c->decoded, c->source, c->budget, &c->trailing, e);
    return open_entry(&c->decoded, c, c->source, c->kind, NULL, e);
}

static int
find_content(enum content *out, struct source *s, struct err *e)
{
    char head[SNIFF_HEAD];
    size_t got;

    if (source_read(s, head, sizeof(head), 0, &got, e))
        return -1;
    *out = sniff((struct sv){ head, got });
    return 0;
}

static int
count_entry(struct container *c, struct err *e)
{
    if (++c->budget->members > c->budget->limits->members)
        return err_set(e, ERR_LIMIT, "it holds more than %ju members; --limit members=N allows "
            "more",
            (uintmax_t)c->budget->limits->members);
    return 0;
}

static int
add_member(struct container *c, const struct container_member *m, struct sv name, struct err *e)
{
    struct container_member *added;

    if (vec_grow(&c->members, 1, SIZE_MAX / sizeof(*c->members.at), e))
        return -1;
    added = &c->members.at[c->members.n];
    *added = *m;
    added->name = arena_text(&c->arena, name);
    if (!added->name)
        return err_nomem(e);
    c->members.n++;
    return 0;
}

/* Note that the member which comes next is a second name of ${target}. */
static int
add_link(struct container *c, const char *target, struct err *e)
{
    struct buf name;
    struct hard_link *added;
    int result = -1;

    buf_init(&name, SIZE_MAX - 1);
    (void)container_name_decode(&name, sv_of(target));
    if (buf_ok(&name, e) || vec_grow(&c->links, 1, SIZE_MAX / sizeof(*c->links.at), e))
        goto done;
    added = &c->links.at[c->links.n];
    *added = (struct hard_link){ c->members.n, arena_text(&c->arena, buf_sv(&name)) };
    result = added->target ? 0 : err_nomem(e);
    c->links.n++;
done:
    buf_release(&name);
    return result;
}

/* A second name whose file is not there stands for something that is missing. */
static int
check_links(struct container *c, struct err *e)
{
    struct map files = MAP_INIT;
    int result = 0;

    for (size_t i = 0; i < c->members.n && c->links.n > 0 && result == 0; i++)
        if (!c->members.at[i].passed && !map_put(&files, sv_of(c->members.at[i].name), NULL))
            result = err_nomem(e);
    for (size_t i = 0; i < c->links.n && result == 0; i++) {
        struct container_member *m = &c->members.at[c->links.at[i].member];

        if (map_get(&files, sv_of(c->links.at[i].target)))
            continue;
        m->passed = PASSED_NOT;
        m->refusal = N_("a second name of a file that is not in the archive");
    }
    map_release(&files);
    return result;
}

/* One entry of the archive, called ${raw}. */
static int
list_entry(struct container *c, struct unpacker_entry *entry, struct sv raw, struct buf *name,
    struct err *e)
{
    if (count_entry(c, e))
        return -1;
    if (entry->is_folder)
        return 0;
    entry->member.is_hidden = container_name_decode(name, raw);
    if (buf_ok(name, e) || (entry->link && add_link(c, entry->link, e)))
        return -1;
    return add_member(c, &entry->member, buf_sv(name), e);
}

/* What belongs to no member. */
static int
count_gaps(struct container *c, struct source *from, struct err *e)
{
    if (c->archive == CONTENT_ZIP)
        return zip_gaps(&c->trailing, from, c->budget->limits->members, e);
    if (c->archive == CONTENT_7ZIP)
        return sevenzip_gap(&c->trailing, from, e);
    c->trailing += unpacker_passed(c->parked);
    return 0;
}

static int
list_archive(struct container *c, struct err *e)
{
    struct source *from = c->decoded ? c->decoded : c->source;
    struct unpack_budget stated = *c->budget;
    struct unpacker_entry entry;
    struct buf raw, name;
    int more = -1;

    buf_init(&raw, SIZE_MAX - 1);
    buf_init(&name, SIZE_MAX - 1);
    if (unpacker_new(&c->parked, from, c->archive, e))
        goto done;
    while ((more = unpacker_next(c->parked, &entry, &raw, e)) > 0) {
        more = -1;
        /* What is passed over may have to be decompressed all the same. */
        if (list_entry(c, &entry, buf_sv(&raw), &name, e) ||
            (c->archive == CONTENT_7ZIP && unpack_spend(&stated, entry.member.size, e)))
            goto done;
    }
    if (more == 0 && (check_links(c, e) || count_gaps(c, from, e)))
        more = -1;
    /* It stands at the end, where it is of no use. */
    unpacker_free(c->parked);
    c->parked = NULL;
done:
    buf_release(&raw);
    buf_release(&name);
    return more;
}

/* By name, then as they come. */
static int
compare_members(const void *a, const void *b)
{
    const struct container_member *x = a, *y = b;
    int by_name = strcmp(x->name, y->name);

    return by_name != 0 ? by_name : (x->index > y->index) - (x->index < y->index);
}

static void
sort_members(struct container *c)
{
    if (c->members.n > 0)
        qsort(c->members.at, c->members.n, sizeof(*c->members.at), compare_members);
}

/*
 * Tell members of one name apart: "#2", "#3" behind the name of the second and third. 1: some were,
 * and may be like others now; 0: there was nothing to do.
 */
static int
number_names(struct container *c, struct err *e)
{
    const char *first = NULL;
    int has_changed = 0;
    unsigned n = 1;

    for (size_t i = 0; i < c->members.n; i++) {
        struct container_member *m = &c->members.at[i];
        struct buf name;

        if (!first || strcmp(first, m->name) != 0) {
            first = m->name;
            n = 1;
            continue;
        }
        buf_init(&name, SIZE_MAX - 1);
        buf_addf(&name, "%s#%u", m->name, ++n);
        m->name = buf_ok(&name, e) ? NULL : arena_text(&c->arena, buf_sv(&name));
        buf_release(&name);
        if (!m->name)
            return err_nomem(e);
        has_changed = 1;
    }
    return has_changed;
}

/* The one member of a compressed file. */
static int
list_decoded(struct container *c, const char *path, struct err *e)
{
    struct container_member m = { .has_size = true, .size = source_size(c->decoded) };
    struct buf name;
    int result;

    buf_init(&name, SIZE_MAX - 1);
    container_name_inside(&name, sv_of(path));
    result = buf_ok(&name, e) || count_entry(c, e) || add_member(c, &m, buf_sv(&name), e) ? -1 : 0;
    buf_release(&name);
    return result;
}

static int
list(struct container *c, const char *name, struct err *e)
{
    int has_changed;

    if (c->level > c->budget->limits->levels)
        return err_set(e, ERR_LIMIT, "archives are nested deeper than %ju levels; --limit levels=N "
            "allows more", (uintmax_t)c->budget->limits->levels);
    if (find_content(&c->kind, c->source, e))
        return -1;
    assert(content_is_container(c->kind));
    c->archive = c->kind;
    if (is_compressed(c->kind)) {
        enum content inside;

        if (decode(c, e) || find_content(&inside, c->decoded, e))
            return -1;
        /* Another archive is a member, which is opened on its own. */
        if (inside != CONTENT_TAR)
            return list_decoded(c, name, e);
        c->archive = inside;
    }
    if (list_archive(c, e))
        return -1;
    do {
        sort_members(c);
        has_changed = number_names(c, e);
    } while (has_changed > 0);
    return has_changed;
}

int
container_new(struct container **out, struct source *s, const char *name,
    struct container *outer, const struct container_limits *limits, struct err *e)
{
    struct container *c = calloc(1, sizeof(*c));

    if (!c)
        return err_nomem(e);
    c->source = s;
    c->own = (struct unpack_budget){ .limits = limits, .packed = source_size(s) };
    c->budget = outer ? outer->budget : &c->own;
    c->level = outer ? outer->level + 1 : 1;
    if (list(c, name, e)) {
        container_free(c);
        return -1;
    }
    *out = c;
    return 0;
}

void
container_free(struct container *c)
{
    if (!c)
        return;
    unpacker_free(c->parked);
    source_free(c->decoded);
    vec_release(&c->members);
    vec_release(&c->links);
    arena_release(&c->arena);
    free(c);
}

size_t
container_count(const struct container *c)
{
    return c->members.n;
}

const struct container_member *
container_member(const struct container *c, size_t i)
{
    assert(i < c->members.n);
    return &c->members.at[i];
}

size_t
container_find(const struct container *c, struct sv name)
{
    for (size_t i = 0; i < c->members.n; i++)
        if (!c->members.at[i].passed && sv_is(sv_of(c->members.at[i].name), name))
            return i;
    return (size_t)-1;
}

uint64_t
container_trailing(const struct container *c)
{
    return c->trailing;
}

int
container_open(struct source **out, struct container *c, size_t i, struct err *e)
{
    const struct container_member *m = container_member(c, i);
    const struct message refusal = { .format = m->refusal ? m->refusal : passed_reason(m->passed) };

    if (m->is_encrypted)
        return err_set(e, ERR_IO, "it is encrypted; unpack it with its password and name the "
            "unpacked file");
    if (refusal.format)
        return err_set_message(e, ERR_IO, &refusal);
    if (is_archive(c->archive)) {
        if (open_entry(out, c, c->decoded ? c->decoded : c->source, c->archive, m, e))
            return -1;
    } else {
        if (!c->decoded && decode(c, e))
            return -1;
        *out = c->decoded;
        c->decoded = NULL;
    }
    source_take_limits(*out, c->source);
    return 0;
}
