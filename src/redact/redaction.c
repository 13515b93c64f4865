/*
 * redaction.c - stand-ins for what tells of people.
 *
 * When memory is out a text becomes "redacted": nothing is shown for want of a stand-in.
 */
#include <stdio.h>

#include "redact/redaction.h"

/* Longest stand-in but for the ending of a file's name, with the NUL. */
#define STAND_IN_MAX 64

/* Longest ending of a name, with its dot. */
#define ENDING_MAX 8

#define SCRATCH_MAX ((size_t)1 << 20)

static const char nameless[] = "redacted";

static const char *const kind_words[STAND_IN_COUNT] = {
    [STAND_IN_TEXT] = "text",
    [STAND_IN_ACCOUNT] = "account",
    [STAND_IN_SUB_ACCOUNT] = "sub-account",
    [STAND_IN_INSTANCE] = "instance",
    [STAND_IN_RESOURCE] = "resource",
    [STAND_IN_ORDER] = "order",
    [STAND_IN_LINE] = "line",
    [STAND_IN_PROJECT] = "project",
    [STAND_IN_TAGS] = "tags",
    [STAND_IN_DESCRIPTION] = "description",
    [STAND_IN_INVOICE] = "invoice",
    [STAND_IN_INVOICE_CODE] = "invoice-code",
    [STAND_IN_SELLER] = "seller",
    [STAND_IN_BUYER] = "buyer",
    [STAND_IN_TAX_ID] = "tax-id",
    [STAND_IN_ITEM] = "item",
    [STAND_IN_REMARK] = "remark",
    [STAND_IN_PAYEE] = "payee",
    [STAND_IN_TRADE] = "trade",
    [STAND_IN_RULE] = "custom:rule",
    [STAND_IN_REASON] = "reason",
    [STAND_IN_FILE] = "file",
};

void
redaction_init(struct redaction *r)
{
    *r = (struct redaction){ .arena = ARENA_INIT };
    buf_init(&r->scratch, SCRATCH_MAX);
}

void
redaction_release(struct redaction *r)
{
    buf_release(&r->scratch);
    map_release(&r->known);
    map_release(&r->stand_ins);
    map_release(&r->open);
    arena_release(&r->arena);
}

int
redaction_ok(const struct redaction *r, struct err *e)
{
    return r->failed ? err_nomem(e) : 0;
}

void
redaction_open(struct redaction *r, const char *text)
{
    if (text && *text && !map_put(&r->open, sv_of(text), NULL))
        r->failed = true;
}

static const char *
fail(struct redaction *r)
{
    r->failed = true;
    return nameless;
}

/* Remember ${made} as the stand-in of ${text}. */
static const char *
remember(struct redaction *r, const char *text, const char *made)
{
    char *key = arena_text(&r->arena, sv_of(text));
    char *value = arena_text(&r->arena, sv_of(made));
    struct map_entry *entry;

    if (!key || !value || !map_put(&r->stand_ins, sv_of(value), NULL))
        return fail(r);
    entry = map_put(&r->known, sv_of(key), NULL);
    if (!entry)
        return fail(r);
    entry->value.pointer = value;
    return value;
}

/* The stand-in that ${text} has, or ${text} where it stays; NULL: it has none yet. */
static const char *
known(const struct redaction *r, const char *text)
{
    const struct map_entry *entry;

    if (!*text || map_get(&r->open, sv_of(text)))
        return text;
    entry = map_get(&r->known, sv_of(text));
    return entry ? entry->value.pointer : NULL;
}

/* Make a stand-in of ${kind} with ${ending} behind it. Tags are JSON, and stay JSON. */
static const char *
make(struct redaction *r, enum stand_in kind, const char *text, struct sv ending)
{
    bool is_object = kind == STAND_IN_TAGS && text[0] == '{';
    char made[STAND_IN_MAX + ENDING_MAX];

    (void)snprintf(made, sizeof(made), "%s%s-%llu%.*s%s", is_object ? "{\"tags\": \"" : "",
        kind_words[kind], (unsigned long long)++r->made[kind], SV_ARG(ending),
        is_object ? "\"}" : "");
    return remember(r, text, made);
}

const char *
redaction_of(struct redaction *r, enum stand_in kind, const char *text)
{
    const char *have = known(r, text);

    return have ? have : make(r, kind, text, SV_EMPTY);
}

/* The ending of ${name} where it is one of those that tell what a file is. */
static struct sv
ending_of(struct sv name)
{
    static const char *const endings[] = { ".csv", ".json", ".jsonl", ".ndjson", ".xlsx", ".xls",
        ".zip", ".tar", ".gz", ".tgz", ".zst", ".xz", ".bz2", ".7z", ".xml", ".pdf", ".ofd",
        ".txt", ".tsv", ".log", ".png", ".jpg", ".jpeg", ".parquet", ".md", ".html", NULL };

    for (const char *const *e = endings; *e; e++)
        if (name.n > strlen(*e) &&
            sv_is_folded(sv_part(name, name.n - strlen(*e), name.n), sv_of(*e)))
            return sv_of(*e);
    return SV_EMPTY;
}

const char *
redaction_of_path(struct redaction *r, const char *path)
{
    const char *have = known(r, path);
    struct sv rest = sv_of(path), part;
    struct buf made;

    if (have || strcmp(path, "-") == 0)
        return have ? have : path;
    if (!strchr(path, '!'))
        return make(r, STAND_IN_FILE, path, ending_of(rest));
    buf_init(&made, SCRATCH_MAX);
    while (sv_cut(&rest, '!', &part)) {
        const char *text = arena_text(&r->arena, part);

        buf_add_text(&made, made.n > 0 ? "!" : "");
        buf_add_text(&made, text ? redaction_of_path(r, text) : fail(r));
    }
    have = made.failed || made.n == 0 ? fail(r) : remember(r, path, made.p);
    buf_release(&made);
    return have;
}

struct sv
redaction_shape(struct redaction *r, struct sv raw)
{
    struct sv shape;
    unsigned code;

    buf_reset(&r->scratch);
    while (raw.n > 0) {
        size_t n = sv_utf8(raw, &code);

        if (n == 1 && code >= '0' && code <= '9')
            buf_add_char(&r->scratch, '9');
        else if (n == 1 && !(code >= 'a' && code <= 'z') && !(code >= 'A' && code <= 'Z'))
            buf_add_char(&r->scratch, (char)code);
        else
            buf_add_char(&r->scratch, 'x');
        raw = sv_part(raw, n > 0 ? n : 1, raw.n);
    }
    shape = arena_sv(&r->arena, buf_sv(&r->scratch));
    if (!r->scratch.failed && (shape.p || shape.n == 0))
        return shape;
    return sv_of(fail(r));
}

/* Whether ${text} follows ${pattern}, in which 9 stands for a digit. */
static bool
follows(struct sv text, const char *pattern)
{
    size_t i = 0;

    for (; i < text.n && pattern[i]; i++) {
        bool is_digit = text.p[i] >= '0' && text.p[i] <= '9';

        if (pattern[i] == '9' ? !is_digit : text.p[i] != pattern[i])
            return false;
    }
    return i == text.n && !pattern[i];
}

/* A number with a sign, a decimal point and a percent sign at most. */
static bool
is_number(struct sv text)
{
    size_t digits = 0, points = 0;

    if (text.n > 0 && (text.p[0] == '-' || text.p[0] == '+'))
        text = sv_part(text, 1, text.n);
    if (text.n > 0 && text.p[text.n - 1] == '%')
        text.n--;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '.')
            points++;
        else if (text.p[i] >= '0' && text.p[i] <= '9')
            digits++;
        else
            return false;
    }
    return digits > 0 && points <= 1;
}

static bool
is_currency(struct sv text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] < 'A' || text.p[i] > 'Z')
            return false;
    return text.n == 3;
}

/* Amounts with their currencies, dates and times, between blanks and commas. */
static bool
is_figures(struct sv text)
{
    static const char *const patterns[] = { "9999-99", "9999-99-99", "99:99", "99:99:99", "+99:99",
        "-99:99" };
    struct sv word;

    while (sv_cut(&text, ' ', &word)) {
        bool is_one = false;

        if (word.n > 0 && word.p[word.n - 1] == ',')
            word.n--;
        for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
            is_one = is_one || follows(word, patterns[i]);
        if (word.n > 0 && !is_one && !is_number(word) && !is_currency(word))
            return false;
    }
    return true;
}

const char *
redaction_of_figures(struct redaction *r, const char *text)
{
    return is_figures(sv_of(text)) ? text : redaction_of(r, STAND_IN_TEXT, text);
}

/* What a message says in the place of ${text}; NULL: there is nothing to say for it yet. */
static const char *
said(const struct redaction *r, const char *text)
{
    const char *have = known(r, text);

    if (!have && map_get(&r->stand_ins, sv_of(text)))
        return text;
    return !have && r->shows_figures && is_figures(sv_of(text)) ? text : have;
}

/* A new stand-in for what a message quotes. */
static const char *
hide(struct redaction *r, const char *text)
{
    bool is_path = strchr(text, '/') || ending_of(sv_of(text)).n > 0;

    return is_path ? redaction_of_path(r, text) : redaction_of(r, STAND_IN_TEXT, text);
}

static const char *
replace(void *context, const char *text)
{
    struct redaction *r = context;
    const char *have = said(r, text);
    struct sv rest = sv_of(text);

    if (have)
        return have;
    if (sv_find(rest, SV(", "), 0) == (size_t)-1)
        return hide(r, text);
    buf_reset(&r->scratch);
    while (rest.n > 0) {
        size_t at = sv_find(rest, SV(", "), 0), end = at == (size_t)-1 ? rest.n : at;
        const char *part = arena_text(&r->arena, sv_part(rest, 0, end));

        if (!part)
            return fail(r);
        have = said(r, part);
        buf_add_text(&r->scratch, have ? have : hide(r, part));
        buf_add_text(&r->scratch, end < rest.n ? ", " : "");
        rest = sv_part(rest, end + 2, rest.n);
    }
    return r->scratch.failed || !r->scratch.p ? fail(r) : r->scratch.p;
}

void
redaction_message(struct redaction *r, struct message *m, bool shows_figures)
{
    r->shows_figures = shows_figures;
    message_replace_texts(m, replace, r);
}

void
redaction_err(struct redaction *r, struct err *e)
{
    const char *path = e->path;

    if (known(r, path) || !map_get(&r->stand_ins, sv_of(path)))
        path = redaction_of_path(r, path);
    if (path != e->path)
        (void)snprintf(e->path, sizeof(e->path), "%s", path);
    redaction_message(r, &e->message, r->is_complete);
}
