/*
 * usage_owner.c - to which billed instance a utilisation log belongs.
 *
 * Ids are looked for as words: "a-1" is in "node a-1:9400", but not in "a-10". Of several the
 * longest is meant; two of one length leave it open. What one log says under one name is decided
 * once, however many samples it has.
 */
#include <fnmatch.h>

#include "base/map.h"
#include "base/vec.h"
#include "parsers/usage.h"
#include "parsers/usage_owner.h"

/* A shorter id inside another text is chance. */
#define INSIDE_MIN 3

/* Edges of words in a name that are looked at, and the longest id. */
#define EDGES_MAX 512

/* An instance that is known, and where. */
struct owner {
    const char *platform; /* "" where several platforms have the id */
    const char *instance;
};

struct owners {
    struct map by_id; /* instance -> struct owner */
    struct arena arena;
};

/* One name in one log, and whose it is. */
struct name {
    uint32_t input;
    const char *hint; /* interned in the observations */
    struct owner owner; /* instance NULL: nobody's */
};

struct finder {
    struct ledger *ledger;
    struct observations *observations;
    const struct config *config;
    const struct usage_claim *claims;
    size_t claim_count;
    struct owners owners;
    struct { struct name *at; size_t n, room; } names;
    struct map seen; /* bytes of struct key -> index into names + 1 */
    struct arena arena;
};

struct key {
    const char *hint;
    uint64_t input;
};

static int
add_owner(struct owners *o, const char *platform, const char *instance, struct err *e)
{
    bool is_new = false;
    struct map_entry *entry;
    struct owner *owner;

    if (instance[0] == '\0')
        return 0;
    entry = map_get(&o->by_id, sv_of(instance));
    if (!entry) {
        owner = arena_alloc(&o->arena, sizeof(*owner));
        entry = owner ? map_put(&o->by_id, sv_of(instance), &is_new) : NULL;
        if (!entry)
            return err_nomem(e);
        *owner = (struct owner){ platform, instance };
        entry->value.pointer = owner;
        return 0;
    }
    owner = entry->value.pointer;
    if (strcmp(owner->platform, platform) != 0)
        owner->platform = "";
    return 0;
}

/* All instances that bills, state logs and the config know. */
static int
collect(struct finder *f, struct err *e)
{
    const struct ledger *l = f->ledger;
    const struct ledger_facets *last = NULL;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (line->facets == last)
            continue;
        last = line->facets;
        if (add_owner(&f->owners, ledger_text(line, TEXT_PLATFORM),
                ledger_text(line, TEXT_INSTANCE_ID), e))
            return -1;
    }
    for (size_t i = 0; i < f->observations->states.n; i++) {
        const struct state_entry *s = &f->observations->states.at[i];

        if (add_owner(&f->owners, s->platform, s->instance, e))
            return -1;
    }
    for (size_t i = 0; f->config && i < f->config->instances.n; i++) {
        const struct config_instance *c = &f->config->instances.at[i];

        if (add_owner(&f->owners, c->platform, c->instance, e))
            return -1;
    }
    return 0;
}

static const struct owner *
owner_of(const struct finder *f, struct sv instance)
{
    struct map_entry *entry = map_get(&f->owners.by_id, instance);

    return entry ? entry->value.pointer : NULL;
}

/* ${path} without "./" at its beginning. */
static const char *
plain(const char *path)
{
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        while (path[0] == '/')
            path++;
    }
    return path;
}

bool
usage_claim_is_of(const struct usage_claim *c, const char *path)
{
    const char *file = plain(c->path);
    size_t n = strlen(file);

    path = plain(path);
    return strncmp(path, file, n) == 0 && (path[n] == '\0' || path[n] == '!');
}

/* Whether ${pattern} matches ${path}, or its end behind a slash. */
static bool
matches(const char *pattern, const char *path)
{
    const char *slash = path;

    pattern = plain(pattern);
    if (fnmatch(pattern, path, FNM_PATHNAME) == 0)
        return true;
    while (pattern[0] != '/' && (slash = strchr(slash, '/')) != NULL)
        if (fnmatch(pattern, ++slash, FNM_PATHNAME) == 0)
            return true;
    return false;
}

static bool
is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
        (unsigned char)c >= 0x80;
}

/* Where words of ${text} begin or end. */
static size_t
find_edges(struct sv text, size_t *edges)
{
    size_t n = 0;

    for (size_t i = 0; i <= text.n && n < EDGES_MAX; i++)
        if (i == 0 || i == text.n || is_letter(text.p[i - 1]) != is_letter(text.p[i]))
            edges[n++] = i;
    return n;
}

/*
 * The longest id in ${text} that begins and ends where words do; only at its beginning where
 * ${is_first}. NULL: none, or two of one length.
 */
static const struct owner *
owner_in(const struct finder *f, struct sv text, bool is_first)
{
    size_t edges[EDGES_MAX], n = find_edges(text, edges), longest = 0;
    const struct owner *found = owner_of(f, text);

    if (found || text.n == 0)
        return found;
    for (size_t from = 0; from < n && (from == 0 || !is_first); from++)
        for (size_t to = n; to-- > from + 1;) {
            struct sv part = sv_part(text, edges[from], edges[to]);
            const struct owner *owner = NULL;

            if (part.n < INSIDE_MIN || part.n < longest)
                break;
            owner = owner_of(f, part);
            if (!owner)
                continue;
            found = part.n > longest || owner == found ? owner : NULL;
            longest = part.n;
        }
    return found;
}

/* The name of the file or member without folders and without what follows the first dot. */
static struct sv
stem(const char *path)
{
    struct sv name = sv_of(path);
    size_t dot;

    for (size_t i = name.n; i-- > 0;)
        if (name.p[i] == '/' || name.p[i] == '!') {
            name = sv_part(name, i + 1, name.n);
            break;
        }
    /* Ids may hold dots: only the extensions of logs fall away. */
    for (;;) {
        static const char *const ends[] = { ".csv", ".json", ".txt", ".log", ".gz", ".zst", ".tsv",
            ".ndjson", ".prom" };
        size_t i = 0, count = sizeof(ends) / sizeof(ends[0]);

        while (i < count && !sv_ends(name, sv_of(ends[i])))
            i++;
        if (i == count)
            return name;
        dot = name.n - strlen(ends[i]);
        name = sv_part(name, 0, dot);
    }
}

static const struct owner *
owner_by_config(const struct finder *f, const char *path)
{
    for (size_t i = 0; f->config && i < f->config->instances.n; i++) {
        const struct config_instance *c = &f->config->instances.at[i];

        for (const char **pattern = c->usage; pattern && *pattern; pattern++)
            if (matches(*pattern, path))
                return owner_of(f, sv_of(c->instance));
    }
    return NULL;
}

/* The owner that the user named; one that no bill knows stays without a platform. */
static int
owner_called(struct finder *f, struct input *in, struct sv instance, struct owner *out,
    struct err *e)
{
    const struct owner *owner = owner_of(f, instance);

    if (owner) {
        *out = *owner;
        return 0;
    }
    *out = (struct owner){ "", arena_text(&f->arena, instance) };
    if (!out->instance)
        return err_nomem(e);
    input_warn(in, "usage-instance-unknown", 0,
        "no bill and no state log knows the instance '%.*s' of --usage", SV_ARG(instance));
    return 0;
}

/* What the command line says of this log, now or when it was first read. */
static int
owner_by_claim(struct finder *f, struct input *in, struct owner *out, struct err *e)
{
    for (size_t i = 0; i < f->claim_count; i++)
        if (usage_claim_is_of(&f->claims[i], in->path))
            return owner_called(f, in, f->claims[i].instance, out, e);
    return in->usage_owner[0] ? owner_called(f, in, sv_of(in->usage_owner), out, e) : 0;
}

static void
warn_nobody(struct input *in, const char *hint)
{
    if (hint[0] != '\0')
        input_warn(in, "usage-without-instance", 0,
            "'%s' is no instance of the bills; say whose log it is with --usage INSTANCE=FILE; "
            "nothing is concluded from it", hint);
    else
        input_warn(in, "usage-without-instance", 0,
            "the log names no instance; say whose it is with --usage INSTANCE=FILE, or call it "
            "INSTANCE.csv; nothing is concluded from it");
}

/* Decide whose the samples called ${hint} of ${in} are. */
static int
decide(struct finder *f, struct input *in, const char *hint, struct owner *out, struct err *e)
{
    const struct owner *owner;

    *out = (struct owner){ "", NULL };
    if (owner_by_claim(f, in, out, e))
        return -1;
    if (out->instance)
        return 0;
    owner = owner_by_config(f, plain(in->path));
    if (!owner)
        owner = owner_in(f, sv_of(hint), false);
    if (!owner)
        owner = owner_in(f, stem(in->path), true);
    if (owner)
        *out = *owner;
    else
        warn_nobody(in, hint);
    return 0;
}

/* The decision on the name of ${s}, made once. NULL: ERR_NOMEM. */
static const struct name *
name_of(struct finder *f, const struct usage_sample *s, struct err *e)
{
    struct key key = { s->instance, s->input }, *copy;
    struct name name = { .input = s->input, .hint = s->instance };
    struct map_entry *entry;

    entry = map_get(&f->seen, (struct sv){ (const char *)&key, sizeof(key) });
    if (entry)
        return &f->names.at[entry->value.number];
    copy = arena_alloc(&f->arena, sizeof(*copy));
    if (!copy) {
        (void)err_nomem(e);
        return NULL;
    }
    *copy = key;
    if (decide(f, f->ledger->inputs.at[s->input], s->instance, &name.owner, e) ||
        vec_grow(&f->names, 1, UINT32_MAX, e))
        return NULL;
    entry = map_put(&f->seen, (struct sv){ (const char *)copy, sizeof(*copy) }, NULL);
    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    entry->value.number = f->names.n;
    f->names.at[f->names.n] = name;
    return &f->names.at[f->names.n++];
}

/* Whether the format of input ${i} leaves open whose its samples are. */
static bool
is_open(const struct finder *f, uint32_t i)
{
    return usage_find(sv_of(f->ledger->inputs.at[i]->format)) != NULL;
}

static int
settle(struct finder *f, struct err *e)
{
    struct observations *o = f->observations;
    const struct name *name = NULL;
    uint32_t input = UINT32_MAX;
    bool open = false;
    size_t kept = 0;

    for (size_t i = 0; i < o->samples.n; i++) {
        struct usage_sample s = o->samples.at[i];

        if (s.input != input)
            open = is_open(f, s.input);
        input = s.input;
        if (open || s.instance[0] == '\0') {
            if (!name || name->input != s.input || name->hint != s.instance)
                name = name_of(f, &s, e);
            if (!name)
                return -1;
            if (!name->owner.instance)
                continue;
            s.instance = intern_text(&o->strings, sv_of(name->owner.instance));
            s.platform = intern_text(&o->strings, sv_of(name->owner.platform));
            if (!s.instance || !s.platform)
                return err_nomem(e);
        }
        o->samples.at[kept++] = s;
    }
    o->samples.n = kept;
    return 0;
}

int
usage_claim_parse(struct usage_claim *out, const char *text, struct err *e)
{
    const char *equals = strchr(text, '=');

    if (!equals || equals == text || equals[1] == '\0')
        return err_set(e, ERR_USAGE, "--usage: '%s' is not of the form INSTANCE=FILE", text);
    *out = (struct usage_claim){ { text, (size_t)(equals - text) }, equals + 1 };
    return 0;
}

int
usage_owner_find(struct ledger *l, struct observations *o, const struct config *config,
    const struct usage_claim *claims, size_t n, struct err *e)
{
    struct finder f = { .ledger = l, .observations = o, .config = config, .claims = claims,
        .claim_count = n, .owners = { MAP_INIT, ARENA_INIT }, .seen = MAP_INIT,
        .arena = ARENA_INIT };
    int result = 0;

    if (o->samples.n > 0 && (collect(&f, e) || settle(&f, e)))
        result = -1;
    map_release(&f.owners.by_id);
    arena_release(&f.owners.arena);
    map_release(&f.seen);
    vec_release(&f.names);
    arena_release(&f.arena);
    return result;
}
