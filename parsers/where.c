/*
 * where.c - conditions on ledger lines that the user types.
 *
 * Either form becomes a JSON text with one token a line, and a note of where in the user's text
 * each line comes from: the line that the JSON reader finds fault with is then a character of it.
 */
#include <stdio.h>

#include "base/vec.h"
#include "parsers/where.h"
#include "record/json.h"

/* Most bytes of a condition as JSON. */
#define JSON_MAX ((size_t)1 << 20)

/* Most bytes of a field that conditions look at. */
#define SCRATCH_MAX ((size_t)1 << 20)

#define BLANKS " \t\r\n"

/* A JSON text that is being made, and where its lines come from. */
struct spread {
    struct sv typed;
    struct buf json;
    struct { size_t *at; size_t n, room; } origins; /* of each line, as an offset into typed */
};

static int
begin_line(struct spread *s, size_t origin, struct err *e)
{
    if (vec_grow(&s->origins, 1, JSON_MAX, e))
        return -1;
    if (s->origins.n > 0)
        buf_add_char(&s->json, '\n');
    s->origins.at[s->origins.n++] = origin;
    return 0;
}

/* JSON as it stands, each of its tokens on a line of its own. */
static int
spread_json(struct spread *s, struct err *e)
{
    bool is_text = false;

    for (size_t i = 0; i < s->typed.n; i++) {
        char c = s->typed.p[i];

        if (is_text && c == '\\' && i + 1 < s->typed.n) {
            buf_add_char(&s->json, c);
            buf_add_char(&s->json, s->typed.p[++i]);
            continue;
        }
        if (!is_text && (i == 0 || strchr("{}[]\",:", c)) && begin_line(s, i, e))
            return -1;
        if (c == '"')
            is_text = !is_text;
        /* A line end would shift the count; outside texts a blank means the same. */
        buf_add_char(&s->json, !is_text && (c == '\n' || c == '\r') ? ' ' : c);
    }
    return 0;
}

/* The next word of the typed text behind ${*at}, which moves behind it. Empty at the end. */
static struct sv
next_word(struct sv typed, size_t *at, size_t *start)
{
    while (*at < typed.n && strchr(BLANKS, typed.p[*at]))
        (*at)++;
    *start = *at;
    while (*at < typed.n && !strchr(BLANKS, typed.p[*at]))
        (*at)++;
    return sv_part(typed, *start, *at);
}

static void
add_list(struct buf *json, struct sv rest)
{
    struct sv piece;
    bool is_first = true;

    buf_add_char(json, '[');
    while (sv_cut(&rest, ',', &piece)) {
        if (!is_first)
            buf_add_char(json, ',');
        is_first = false;
        buf_add_json(json, sv_trim(piece));
    }
    buf_add_char(json, ']');
}

/* The value behind ${test}, as the JSON that this test takes. */
static void
add_value(struct buf *json, struct sv test, struct sv value)
{
    if (sv_is(test, SV("in")))
        add_list(json, value);
    else if (sv_is(test, SV("blank")) && (value.n == 0 || sv_is(value, SV("true"))))
        buf_add_text(json, "true");
    else if (sv_is(test, SV("blank")) && sv_is(value, SV("false")))
        buf_add_text(json, "false");
    else
        buf_add_json(json, value);
}

static bool
is_test(struct sv word)
{
    static const char *const tests[] = { "is", "in", "matches", "over", "under", "blank" };

    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
        if (sv_is(word, sv_of(tests[i])))
            return true;
    return false;
}

/* FIELD TEST VALUE, or its opposite with "not" in front. */
static int
spread_words(struct spread *s, struct err *e)
{
    size_t at = 0, start, test_start;
    struct sv field = next_word(s->typed, &at, &start), test;
    bool is_not = sv_is(field, SV("not"));

    if (is_not)
        field = next_word(s->typed, &at, &start);
    test = next_word(s->typed, &at, &test_start);
    if (!is_test(test)) {
        if (field.n == 0)
            err_set(e, ERR_USAGE, N_("a condition is expected: FIELD TEST VALUE, or JSON"));
        else
            err_set(e, ERR_USAGE, N_("a test is expected behind '%.*s': is, in, matches, over, "
                "under or blank"), SV_ARG(sv_head(field, MESSAGE_QUOTE_MAX)));
        e->line = (field.n == 0 ? start : test_start) + 1;
        return -1;
    }
    if (begin_line(s, start, e))
        return -1;
    buf_add_text(&s->json, is_not ? "{\"not\": {\"field\":" : "{\"field\":");
    if (begin_line(s, start, e))
        return -1;
    buf_add_json(&s->json, field);
    buf_add_char(&s->json, ',');
    if (begin_line(s, test_start, e))
        return -1;
    buf_add_json(&s->json, test);
    buf_add_char(&s->json, ':');
    (void)next_word(s->typed, &at, &start);
    if (begin_line(s, start, e))
        return -1;
    add_value(&s->json, test, sv_trim(sv_part(s->typed, start, s->typed.n)));
    buf_add_text(&s->json, is_not ? "}}" : "}");
    return 0;
}

/* Say whose fault it was: ${e} gets the condition as its path, whatever path it had. */
static int
blame(const char *text, struct err *e)
{
    if (e->code != ERR_NOMEM)
        e->code = ERR_USAGE;
    (void)snprintf(e->path, sizeof(e->path), "--where '%s'", text);
    return -1;
}

static int
compile(struct where *w, struct where_condition *c, struct spread *s, struct err *e)
{
    struct sv json;
    struct json_origin origin;

    /* Texts of the condition point into the JSON: it lives as long as the condition does. */
    if (buf_ok(&s->json, e))
        return -1;
    json = arena_sv(&w->arena, buf_sv(&s->json));
    if (!json.p)
        return err_nomem(e);
    c->json = record_json_parse(json, e);
    if (!c->json)
        return -1;
    origin = (struct json_origin){ "--where", json, c->json };
    c->compiled = condition_compile_line(&w->arena, c->json, &origin, e);
    return c->compiled ? 0 : -1;
}

int
where_add(struct where *w, const char *text, struct err *e)
{
    struct where_condition c = { .text = text };
    struct spread s = { .typed = sv_of(text) };
    size_t first = 0, start;
    struct sv head = next_word(s.typed, &first, &start);
    bool is_json = head.n > 0 && strchr("{[", head.p[0]);
    int result;

    if (vec_grow_named(&w->conditions, 1, WHERE_MAX, N_("conditions"), e))
        return -1;
    buf_init(&s.json, JSON_MAX);
    result = is_json ? spread_json(&s, e) : spread_words(&s, e);
    if (result == 0) {
        result = compile(w, &c, &s, e);
        if (result < 0)
            e->line = e->line > 0 && e->line <= s.origins.n ? s.origins.at[e->line - 1] + 1 : 0;
    }
    if (result < 0) {
        condition_release(c.compiled);
        cJSON_Delete(c.json);
        (void)blame(text, e);
    } else {
        w->conditions.at[w->conditions.n++] = c;
    }
    vec_release(&s.origins);
    buf_release(&s.json);
    return result;
}

int
where_holds(const struct where *w, const struct line_subject *subject, struct buf *scratch,
    struct err *e)
{
    /* The callback takes a context that it could change; ours does not. */
    struct line_subject context = *subject;

    for (size_t i = 0; i < w->conditions.n; i++) {
        const struct where_condition *c = &w->conditions.at[i];
        int holds = condition_holds(c->compiled, line_field_value, &context, scratch, e);

        if (holds < 0)
            return blame(c->text, e);
        if (holds == 0)
            return 0;
    }
    return 1;
}

void
where_release(struct where *w)
{
    for (size_t i = 0; i < w->conditions.n; i++) {
        condition_release(w->conditions.at[i].compiled);
        cJSON_Delete(w->conditions.at[i].json);
    }
    vec_release(&w->conditions);
    arena_release(&w->arena);
}

int
where_choose(const struct where *w, struct ledger *l, int zone_minutes, struct err *e)
{
    struct buf scratch;
    int holds = 1;

    buf_init(&scratch, SCRATCH_MAX);
    for (size_t i = 0; i < l->lines.n && holds >= 0; i++) {
        struct line_subject subject = { l, &l->lines.at[i], zone_minutes };

        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        holds = where_holds(w, &subject, &scratch, e);
        if (holds == 0)
            l->lines.at[i].fate = FATE_NOT_ASKED;
    }
    buf_release(&scratch);
    return holds < 0 ? -1 : 0;
}
