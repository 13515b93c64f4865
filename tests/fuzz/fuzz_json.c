/*
 * Any text as JSON: whole and in small chunks it gives the same records; a record that cannot be
 * read has a reason; one that can is the same when it is written and read again; and nothing but
 * brackets, commas and blanks stands between the records of a list.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"
#include "record/json.h"
#include "record/json_tree.h"

struct seen {
    struct buf log;
    struct sv text;
    const char *path;
    const struct record_limits *limits;
    size_t at;      /* behind the last record */
    bool is_cut;    /* one may be cut, so it is not known where the next one begins */
};

static void
require(bool is_so)
{
    if (!is_so)
        abort();
}

static bool
is_between(struct sv s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!strchr(" \t\r\n[],\xEF\xBB\xBF", s.p[i]) || s.p[i] == '\0')
            return false;
    return true;
}

/* The raw text stands behind that of the last record, and nothing is lost between them. */
static void
follow(struct seen *seen, const struct record *r)
{
    size_t at = sv_find(seen->text, r->raw, seen->at);

    require(at != (size_t)-1);
    if (seen->path[0] != '\0' || seen->is_cut)
        return;
    require(is_between(sv_part(seen->text, seen->at, at)));
    seen->at = at + r->raw.n;
    /* Blanks are taken off where it was cut, so its length does not tell. */
    seen->is_cut |= r->trouble != RECORD_FINE && seen->limits->record < RECORD_MAX;
}

static void
write_and_read(struct buf *log, const cJSON *object)
{
    struct buf once, twice;
    struct err e = ERR_INIT;
    struct sv text;
    cJSON *tree;

    buf_init(&once, SIZE_MAX - 1);
    buf_init(&twice, SIZE_MAX - 1);
    if (cJSON_IsObject(object) || cJSON_IsArray(object)) {
        require(record_json_text(object, SV(""), &once, &text));
        tree = record_json_parse(text, &e);
        require(tree != NULL);
        require(record_json_text(tree, SV(""), &twice, &text));
        require(sv_is(buf_sv(&once), buf_sv(&twice)));
        require(record_json_line(buf_sv(&once), tree, tree) == 1);
        cJSON_Delete(tree);
        buf_add(log, buf_sv(&once));
    } else if (record_json_text(object, SV(""), NULL, &text)) {
        buf_add(log, text);
    }
    buf_release(&once);
    buf_release(&twice);
}

/* What was built in place is what the long way makes of the same bytes. */
static void
read_the_long_way(const struct record *r)
{
    struct err e = ERR_INIT;
    cJSON *tree = record_json_parse(r->raw, &e);

    require(tree != NULL);
    require(json_tree_same(r->object, tree));
    cJSON_Delete(tree);
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct seen *seen = context;
    struct sv text;

    (void)e;
    follow(seen, r);
    require((r->trouble != RECORD_FINE) == (r->why.format != NULL));
    require((r->trouble == RECORD_FINE) == (r->object != NULL));
    require(r->cells == NULL && r->n == 0 && r->raw.n <= seen->limits->record);
    buf_addf(&seen->log, "%ju.%ju %d %zu ", (uintmax_t)r->line, (uintmax_t)r->inner,
        (int)r->trouble, r->raw.n);
    buf_add(&seen->log, r->raw);
    if (r->object)
        write_and_read(&seen->log, r->object);
    if (r->object && r->inner == 0)
        read_the_long_way(r);
    if (record_envelope_text(r->envelope, SV("a"), NULL, &text))
        buf_add(&seen->log, text);
    if (record_envelope_text(r->envelope, SV("a[].b"), NULL, &text))
        buf_add(&seen->log, text);
    return 0;
}

static int
read_all(struct seen *seen, struct source *s, size_t chunk)
{
    struct charset_found found = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct err e = ERR_INIT;
    struct text *t = text_new_chunked(s, &found, chunk, &e);
    int result;

    require(t != NULL);
    buf_init(&seen->log, SIZE_MAX - 1);
    result = record_json_read_within(t, seen->path, seen->limits, visit, seen, &e);
    require(result == 0 || (e.code == ERR_SYNTAX && e.message.format != NULL));
    if (seen->path[0] == '\0' && !seen->is_cut)
        require(is_between(sv_part(seen->text, seen->at, seen->text.n)));
    text_free(t);
    return result;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = { "", "a", "a.b", "a[].b" };
    static const struct record_limits limits[] = { RECORD_LIMITS_INIT, { 8, 40, 5, 4, false } };
    struct seen whole = { 0 }, pieces = { 0 };
    struct err e = ERR_INIT;
    struct source *s;
    cJSON *tree;

    if (size == 0)
        return 0;
    /* The first byte chooses, the rest is the text. */
    whole.path = pieces.path = paths[data[0] % 4];
    whole.limits = pieces.limits = &limits[data[0] / 4 % 2];
    whole.text = pieces.text = (struct sv){ (const char *)data + 1, size - 1 };
    s = source_of_memory(whole.text);
    require(s != NULL);
    require(read_all(&whole, s, TEXT_CHUNK_MAX) == read_all(&pieces, s, 4 + size % 5));
    require(sv_is(buf_sv(&whole.log), buf_sv(&pieces.log)));
    tree = record_json_parse(whole.text, &e);
    require(tree != NULL || (e.code == ERR_SYNTAX && e.line > 0));
    cJSON_Delete(tree);
    buf_release(&whole.log);
    buf_release(&pieces.log);
    source_free(s);
    return 0;
}
