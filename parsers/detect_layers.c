/*
 * detect_layers.c - formats of JSON that lies in other JSON.
 *
 * Layers are taken off the beginning of the file one by one, each time asking all formats. Of an
 * object, each member that is JSON is tried alone; the layer then leaves out those that were seen
 * and are nothing known, so that what comes behind the beginning of the file is never left out.
 */
#include "parsers/detect_layers.h"
#include "record/json_scan.h"

/* Members of an object that are tried, and trials in all. */
#define KEYS_MAX 64
#define TRIALS_MAX 128

/* What fits without the first ${n} layers. */
struct fit {
    const struct candidate *winner;
    size_t n;
    struct json_layer layers[JSON_LAYERS_MAX];
    char kinds[JSON_LAYERS_MAX];       /* the first byte of a document of each */
    const char *keys[JSON_LAYERS_MAX]; /* of objects: those that fit, for people */
};

struct search {
    struct detector *k;
    struct input *input;
    size_t trials;
    bool is_too_deep;      /* layer lies in layer, and nothing beside them, to the last */
    bool has_strings;      /* JSON in a string is among those */
    struct message damage; /* that the first layer has */
    struct fit fit;        /* the layers that are tried; then what was found */
};

/* The members of an object that are JSON. */
struct keys {
    struct sv at[KEYS_MAX];
    size_t n;
};

/* The first byte of the first document, or 0. */
static char
kind_of(struct sv text)
{
    static const char passed[] = { ' ', '\t', '\n', '\r', '\xEF', '\xBB', '\xBF' };

    while (text.n > 0 && memchr(passed, text.p[0], sizeof(passed)))
        text = sv_part(text, 1, text.n);
    return text.n > 0 && strchr("\"[{", text.p[0]) ? text.p[0] : '\0';
}

/* Whether the value ${raw} of a member is an object, a list, or a string of JSON. */
static bool
is_json(struct sv raw)
{
    if (sv_starts(raw, SV("{")) || sv_starts(raw, SV("[")))
        return true;
    if (!sv_starts(raw, SV("\"")))
        return false;
    raw = sv_part(raw, 1, raw.n);
    while (sv_starts(raw, SV(" ")) || sv_starts(raw, SV("\\n")) || sv_starts(raw, SV("\\r")) ||
        sv_starts(raw, SV("\\t")))
        raw = sv_part(raw, raw.p[0] == ' ' ? 1 : 2, raw.n);
    return sv_starts(raw, SV("{")) || sv_starts(raw, SV("[")) || sv_starts(raw, SV("\\\""));
}

/* Scan the next member of an object. 1: it is there, ${*is_last}: it is cut; 0: there is none. */
static int
next_member(struct json_scan *scan, struct sv *key, struct sv *value, bool *is_last,
    struct err *e)
{
    bool is_long;
    int c;

    do {
        if (json_scan_blanks(scan, false, &c, e))
            return -1;
        if (c == ',')
            json_scan_take(scan);
    } while (c == ',');
    if (c != '"')
        return 0;
    if (json_scan_value(scan, is_last, e))
        return -1;
    *key = json_scan_raw(scan, &is_long);
    if (*is_last || is_long)
        return 0;
    *key = sv_part(*key, 1, key->n - 1);
    if (json_scan_blanks(scan, false, &c, e))
        return -1;
    if (c != ':')
        return 0;
    json_scan_take(scan);
    if (json_scan_blanks(scan, false, &c, e) || (c >= 0 && json_scan_value(scan, is_last, e)))
        return -1;
    *value = json_scan_raw(scan, &is_long);
    return c >= 0;
}

/* List the members that are JSON of the first document, an object. */
static int
list_keys(struct search *s, struct sv text, struct keys *keys, struct err *e)
{
    struct json_scan scan;
    struct sv key, value;
    bool is_last = false;
    int there, c;

    keys->n = 0;
    json_scan_init(&scan, NULL, text, s->k->head.limits);
    there = json_scan_blanks(&scan, true, &c, e) ? -1 : 1;
    json_scan_take(&scan);
    while (there > 0 && !is_last && keys->n < KEYS_MAX) {
        there = next_member(&scan, &key, &value, &is_last, e);
        if (there <= 0 || !is_json(value) || key.n > JSON_LAYER_KEY_MAX)
            continue;
        keys->at[keys->n] = arena_sv(&s->k->out->arena, key);
        if (!keys->at[keys->n++].p)
            there = err_nomem(e);
    }
    json_scan_release(&scan);
    return there < 0 ? -1 : 0;
}

/* The head without the first ${n} layers; empty where they are no JSON. */
static int
read_layers(struct search *s, size_t n, struct buf *out, struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8, .has_bad_bytes = true };
    struct source *head = source_of_memory(buf_sv(&s->k->head.text)), *left = NULL;
    struct err trial = ERR_INIT;
    char block[4096];
    size_t got = 1;
    int result;

    if (!head)
        return err_nomem(e);
    source_set_limits(head, s->k->head.limits);
    result = json_layers_open(&left, head, &utf8, s->fit.layers, n, true, &trial);
    while (result == 0 && got > 0) {
        result = source_read(left, block, sizeof(block), out->n, &got, &trial);
        buf_add(out, (struct sv){ block, result == 0 ? got : 0 });
    }
    source_free(left);
    source_free(head);
    if (result && trial.code != ERR_SYNTAX) {
        *e = trial;
        return -1;
    }
    if (result && n == 1)
        s->damage = trial.message;
    return buf_ok(out, e);
}

/*
 * Whether what is left without ${n} layers is all that the documents hold. Elements of lists within
 * elements of a list are parts of something larger; so is one object in another.
 */
static bool
is_whole(const struct search *s, size_t n, char kind, const struct candidate *winner)
{
    bool has_list = false;

    if (winner->list[0] != '\0')
        return true;
    if (kind != '[')
        return s->fit.kinds[n - 1] == '"';
    for (size_t i = 0; i < n; i++) {
        if (has_list && s->fit.kinds[i] == '{')
            return false;
        has_list |= s->fit.kinds[i] == '[';
    }
    return true;
}

static int refuse_beside(struct search *s, size_t n, struct sv text,
    const struct candidate *winner, struct err *e);

/* Ask the formats about ${text}, which is left without ${n} layers. */
static int
try(struct search *s, size_t n, struct buf *text, struct err *e)
{
    struct detector trial = { .out = s->k->out, .forced = s->k->forced,
        .head = { .text = *text, .is_whole = s->k->head.is_whole, .limits = s->k->head.limits } };
    const struct candidate *winner = NULL;
    struct sv whole = buf_sv(&s->k->head.text);

    /* What names the platform may stand in what was taken off. */
    if (candidates_make(&trial, s->k->formats, e) ||
        detect_name(&trial, sv_part(whole, 0, sv_utf8_valid(whole)), e) ||
        detect_objects(&trial, e))
        return -1;
    if (trial.is_ours)
        return 0;
    if (detect_choose(&trial, &winner, s->input, e))
        return -1;
    if (!winner || !is_whole(s, n, kind_of(buf_sv(text)), winner))
        return 0;
    if (refuse_beside(s, n, buf_sv(text), winner, e))
        return -1;
    s->fit.winner = winner;
    s->fit.n = n;
    return 0;
}

static int search_behind(struct search *s, size_t n, bool is_alone, struct err *e);

/* Let layer ${n}, an object, leave out all ${keys} but those that are ${kept}. */
static int
pass_keys(struct search *s, struct json_layer *layer, const struct keys *keys, const bool *kept,
    struct err *e)
{
    struct sv *passed = arena_array(&s->k->out->arena, keys->n + 1, sizeof(*passed));

    *layer = (struct json_layer){ passed, 0 };
    if (!passed)
        return err_nomem(e);
    for (size_t i = 0; i < keys->n; i++)
        if (!kept[i])
            passed[layer->n++] = keys->at[i];
    return 0;
}

/* The keys that are ${kept}, for people. */
static int
name_keys(struct search *s, const struct keys *keys, const bool *kept, const char **name,
    struct err *e)
{
    struct buf list;

    buf_init(&list, MESSAGE_TEXT_MAX);
    for (size_t i = 0; i < keys->n; i++)
        if (kept[i])
            detect_list_add(&list, keys->at[i], MESSAGE_TEXT_MAX / 4);
    *name = buf_ok(&list, e) ? NULL : arena_text(&s->k->out->arena, buf_sv(&list));
    buf_release(&list);
    return *name ? 0 : err_nomem(e);
}

/* What two formats fit is two bills, and one of them would be lost. */
static int
refuse_two(struct sv a_key, const struct candidate *a, struct sv b_key,
    const struct candidate *b, struct err *e)
{
    return err_set(e, ERR_SYNTAX, "it holds two bills, %s at '%.*s' and %s at '%.*s'; save each in "
        "a file of its own", a->format->id, SV_ARG(a_key), b->format->id, SV_ARG(b_key));
}

/* Try the members of an object, which is layer ${n}. All that fit must be of one kind. */
static int
search_object(struct search *s, size_t n, struct sv text, bool is_alone, struct err *e)
{
    bool kept[KEYS_MAX] = { false };
    struct fit first = { .winner = NULL };
    size_t first_at = 0;
    struct keys keys;

    if (list_keys(s, text, &keys, e))
        return -1;
    for (size_t i = 0; i < keys.n; i++) {
        bool one[KEYS_MAX] = { false };

        one[i] = true;
        s->fit.winner = NULL;
        if (pass_keys(s, &s->fit.layers[n], &keys, one, e) ||
            search_behind(s, n + 1, is_alone && keys.n == 1, e))
            return -1;
        kept[i] = s->fit.winner != NULL;
        if (!kept[i])
            continue;
        if (!first.winner) {
            first = s->fit;
            first_at = i;
        } else if (first.n != s->fit.n || first.winner->format != s->fit.winner->format ||
            strcmp(first.winner->list, s->fit.winner->list) != 0) {
            return refuse_two(keys.at[first_at], first.winner, keys.at[i], s->fit.winner, e);
        }
    }
    s->fit = first;
    if (!first.winner)
        return 0;
    return name_keys(s, &keys, kept, &s->fit.keys[n], e) ||
            pass_keys(s, &s->fit.layers[n], &keys, kept, e)
        ? -1
        : 0;
}

/* Take one more layer off ${text}, which is left without ${n}. */
static int
search_in(struct search *s, size_t n, struct sv text, bool is_alone, struct err *e)
{
    char kind = kind_of(text);

    if (kind == '\0')
        return 0;
    if (n == JSON_LAYERS_MAX) {
        s->is_too_deep |= is_alone;
        s->has_strings |= is_alone && memchr(s->fit.kinds, '"', n) != NULL;
        return 0;
    }
    s->fit.kinds[n] = kind;
    if (kind == '{')
        return search_object(s, n, text, is_alone, e);
    s->fit.layers[n] = (struct json_layer){ NULL, 0 };
    return search_behind(s, n + 1, is_alone, e);
}

/* Look at what is left without ${n} layers, and then further. */
static int
search_behind(struct search *s, size_t n, bool is_alone, struct err *e)
{
    struct buf text;
    int result;

    if (s->trials++ >= TRIALS_MAX)
        return 0;
    buf_init(&text, DETECT_HEAD + TEXT_CHUNK_MAX);
    result = read_layers(s, n, &text, e);
    if (result == 0 && kind_of(buf_sv(&text)) != '\0')
        result = try(s, n, &text, e);
    if (result == 0 && !s->fit.winner)
        result = search_in(s, n, buf_sv(&text), is_alone, e);
    buf_release(&text);
    return result;
}

/* Whether the list at ${path} lies in member ${key} of its document. */
static bool
is_within(struct sv path, struct sv key)
{
    return sv_starts(path, key) && (path.n == key.n || path.p[key.n] == '.');
}

/*
 * ${winner} reads a list in the object ${text}, which is left without ${n} layers. It would be all
 * that is read: refuse another member that is a bill as well.
 */
static int
refuse_beside(struct search *s, size_t n, struct sv text, const struct candidate *winner,
    struct err *e)
{
    struct fit kept = s->fit;
    struct keys keys;

    if (winner->list[0] == '\0' || kind_of(text) != '{' || n == JSON_LAYERS_MAX)
        return 0;
    if (list_keys(s, text, &keys, e))
        return -1;
    s->fit.kinds[n] = '{';
    for (size_t i = 0; i < keys.n; i++) {
        bool one[KEYS_MAX] = { false };

        if (is_within(sv_of(winner->list), keys.at[i]))
            continue;
        one[i] = true;
        s->fit.winner = NULL;
        if (pass_keys(s, &s->fit.layers[n], &keys, one, e) ||
            search_behind(s, n + 1, false, e))
            return -1;
        if (s->fit.winner)
            return refuse_two(sv_of(winner->list), winner, keys.at[i], s->fit.winner, e);
    }
    s->fit = kept;
    return 0;
}

/* Say what was taken off. */
static void
tell_layers(const struct search *s)
{
    for (size_t i = 0; i < s->fit.n; i++) {
        if (s->fit.kinds[i] == '"')
            input_evidence(s->input, "the JSON stands in a string");
        else if (s->fit.kinds[i] == '[')
            input_evidence(s->input, "its documents are the elements of a list");
        else
            input_evidence(s->input, "its documents stand at '%s'", s->fit.keys[i]);
    }
}

/* Whether brackets are nested deeper in ${text} than values may be. */
static bool
is_nested_too_deep(struct sv text, const struct record_limits *limits)
{
    bool is_in_string = false;
    uint64_t depth = 0;

    for (size_t i = 0; i < text.n && depth <= limits->depth; i++) {
        char c = text.p[i];

        if (c == '"')
            is_in_string = !is_in_string;
        else if (is_in_string)
            i += c == '\\';
        else if (c == '[' || c == '{')
            depth++;
        else if ((c == ']' || c == '}') && depth > 0)
            depth--;
    }
    return depth > limits->depth;
}

/* Say why nothing was found, where that is known. */
static void
tell_trouble(const struct search *s)
{
    struct message *why = &s->k->out->why;

    if (s->is_too_deep && !s->has_strings)
        message_set(why, "no known format fits anything in its first %d levels; if a bill lies "
            "deeper, save that part as a file of its own", JSON_LAYERS_MAX);
    else if (s->is_too_deep)
        message_set(why, "JSON lies in JSON more than %d layers deep; save what is innermost as a "
            "file of its own", JSON_LAYERS_MAX);
    else if (s->k->out->content == CONTENT_JSON)
        *why = s->damage;
}

int
detect_layers_beside(struct detector *k, const struct candidate *winner, struct input *input,
    struct err *e)
{
    struct search s = { .k = k, .input = input };

    return refuse_beside(&s, 0, buf_sv(&k->head.text), winner, e);
}

int
detect_layers(struct detector *k, const struct candidate **winner, struct input *input,
    struct err *e)
{
    struct search s = { .k = k, .input = input };
    struct sv text = buf_sv(&k->head.text);

    *winner = NULL;
    if (k->out->content != CONTENT_JSON && kind_of(text) != '"')
        return 0;
    if (is_nested_too_deep(text, k->head.limits)) {
        message_set(&k->out->why, k->head.limits->depth < RECORD_DEPTH_HIGHEST ?
            "nested deeper than %zu levels; --limit nesting=N allows more" :
            "nested deeper than %zu levels", (size_t)k->head.limits->depth);
        return 0;
    }
    if (search_in(&s, 0, text, true, e))
        return -1;
    *winner = s.fit.winner;
    if (!*winner) {
        tell_trouble(&s);
        return 0;
    }
    memcpy(k->out->layers, s.fit.layers, sizeof(s.fit.layers));
    k->out->layer_count = s.fit.n;
    k->out->content = CONTENT_JSON;
    tell_layers(&s);
    return 0;
}
