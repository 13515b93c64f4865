/*
 * condition.c - compiled tests on named texts.
 *
 * A condition is a tree in its owner's arena; names are resolved to numbers when it is compiled, so
 * that testing looks nothing up.
 */
#include "base/buf.h"
#include "ledger/line_field.h"
#include "ledger/money.h"
#include "parsers/condition.h"
#include "parsers/json_check.h"
#include "parsers/names.h"
#include "parsers/pattern.h"

/* Fields among which the nearest is looked for. */
#define FIELDS_MAX 256

enum test { TEST_IS, TEST_IN, TEST_MATCHES, TEST_OVER, TEST_UNDER, TEST_BLANK };

enum kind { KIND_TEST, KIND_NOT, KIND_ALL, KIND_ANY };

struct condition {
    enum kind kind;
    enum test test;
    bool is_field;
    bool is_blank; /* what TEST_BLANK asks for */
    int index;     /* of the column or field */
    struct sv *texts; /* TEST_IS (one), TEST_IN */
    size_t text_count;
    struct pattern *pattern;
    struct money bound;
    struct condition **parts; /* KIND_NOT (one), KIND_ALL, KIND_ANY */
    size_t part_count;
};

struct compiler {
    struct arena *arena;
    const struct json_origin *origin;
    condition_resolve *resolve;
    void *context;
    bool is_of_line; /* fields are those of ledger lines, some of which have lists of words */
};

/* Most words of a field, and bytes of all of them. */
#define WORDS_MAX 64
#define WORDS_BYTES_MAX 4096

static const char *const test_words[] = { "is", "in", "matches", "over", "under", "blank", NULL };

static const char *const known_keys[] = { "column", "field", "is", "in", "matches", "over",
    "under", "blank", "not", "all", "any", NULL };

static struct condition *compile(const struct compiler *k, const cJSON *json, struct err *e);

/* Compile the elements of ${list} (NULL: of ${json} alone) as parts of ${c}. */
static int
compile_parts(const struct compiler *k, struct condition *c, const cJSON *json, struct err *e)
{
    bool is_list = cJSON_IsArray(json);
    const cJSON *item = is_list ? json->child : json;

    c->parts = arena_array(k->arena, is_list ? (size_t)cJSON_GetArraySize(json) + 1 : 1,
        sizeof(struct condition *));
    if (!c->parts)
        return err_nomem(e);
    for (; item; item = is_list ? item->next : NULL) {
        struct condition *part = compile(k, item, e);

        if (!part)
            return -1;
        c->parts[c->part_count++] = part;
    }
    return 0;
}

/* Check that the field at hand can have the text ${item}; the empty one stands for no value. */
static int
check_word(const struct condition *c, const struct compiler *k, const cJSON *item,
    const char *field, struct err *e)
{
    const char *known[WORDS_MAX + 1] = { NULL }, *nearest, *const *words;
    size_t n = k->is_of_line ? line_field_words(c->index, &words) : 0;
    struct sv text = sv_trim(sv_of(item->valuestring));
    struct buf all;

    if (n == 0 || text.n == 0)
        return 0;
    buf_init(&all, WORDS_BYTES_MAX);
    for (size_t i = 0; i < n && i < WORDS_MAX; i++) {
        if (sv_is_folded(text, sv_of(words[i]))) {
            buf_release(&all);
            return 0;
        }
        known[i] = words[i];
        buf_addf(&all, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    /* No number is meant by another one. */
    nearest = text.p[0] >= '0' && text.p[0] <= '9' ? NULL : name_nearest(text, known);
    if (nearest)
        err_set(e, ERR_SYNTAX, "'%.*s' is no word for %.*s; did you mean '%s'?", SV_ARG(text),
            SV_ARG(sv_of(field)), nearest);
    else
        err_set_whole(e, ERR_SYNTAX, "'%.*s' is no word for %s; expected one of: %s",
            SV_ARG(text), field, all.p ? all.p : "");
    buf_release(&all);
    return json_place(k->origin, item, e);
}

static int
add_text(struct condition *c, const struct compiler *k, const cJSON *item, const char *field,
    struct err *e)
{
    if (!cJSON_IsString(item))
        return json_expected(k->origin, item, "a text", e);
    if (check_word(c, k, item, field, e))
        return -1;
    c->texts[c->text_count] = arena_sv(k->arena, sv_trim(sv_of(item->valuestring)));
    if (c->texts[c->text_count].n > 0 && !c->texts[c->text_count].p)
        return err_nomem(e);
    c->text_count++;
    return 0;
}

static int
compile_texts(const struct compiler *k, struct condition *c, const cJSON *value,
    const char *field, struct err *e)
{
    const cJSON *item;

    c->texts = arena_array(k->arena, (size_t)cJSON_GetArraySize(value) + 1, sizeof(struct sv));
    if (!c->texts)
        return err_nomem(e);
    if (c->test == TEST_IS)
        return add_text(c, k, value, field, e);
    if (!cJSON_IsArray(value))
        return json_expected(k->origin, value, "a list of texts", e);
    cJSON_ArrayForEach(item, value) {
        if (add_text(c, k, item, field, e))
            return -1;
    }
    return 0;
}

static int
compile_value(const struct compiler *k, struct condition *c, const cJSON *value,
    const char *field, struct err *e)
{
    switch (c->test) {
    case TEST_IS:
    case TEST_IN:
        return compile_texts(k, c, value, field, e);
    case TEST_MATCHES:
        c->pattern = json_pattern(k->origin, value, e);
        return c->pattern ? 0 : -1;
    case TEST_OVER:
    case TEST_UNDER:
        if (!cJSON_IsString(value))
            return json_expected(k->origin, value, "a number in quotes", e);
        return money_parse(&c->bound, sv_of(value->valuestring), e) ?
            json_place(k->origin, value, e) : 0;
    case TEST_BLANK:
        if (!cJSON_IsBool(value))
            return json_expected(k->origin, value, "true or false", e);
        c->is_blank = cJSON_IsTrue(value);
        return 0;
    }
    return 0;
}

static void
no_field(const struct compiler *k, const char *name, struct err *e)
{
    const char *known[FIELDS_MAX + 1] = { NULL }, *nearest;

    for (size_t i = 0; k->is_of_line && i < FIELDS_MAX && line_field_name(i); i++)
        known[i] = line_field_name(i);
    nearest = name_nearest(sv_of(name), known);
    if (nearest)
        (void)err_set(e, ERR_SYNTAX, "no field '%s' can be tested here; did you mean '%s'?", name,
            nearest);
    else
        (void)err_set(e, ERR_SYNTAX, "no field '%s' can be tested here", name);
}

/* {"column" or "field": NAME, TEST: VALUE} */
static int
compile_test(const struct compiler *k, struct condition *c, const cJSON *json, struct err *e)
{
    const cJSON *column = cJSON_GetObjectItemCaseSensitive(json, "column");
    const cJSON *field = cJSON_GetObjectItemCaseSensitive(json, "field");
    const cJSON *name = column ? column : field, *value = NULL;

    if (!name || (column && field)) {
        err_set(e, ERR_SYNTAX, "a condition needs 'column', 'field', 'not', 'all' or 'any'");
        return json_place(k->origin, json, e);
    }
    if (!cJSON_IsString(name))
        return json_expected(k->origin, name, "a text", e);
    c->is_field = name == field;
    c->index = k->resolve(k->context, c->is_field, sv_of(name->valuestring));
    if (c->index == CONDITION_NO_MEMORY)
        return err_nomem(e);
    if (c->index < 0) {
        if (c->is_field)
            no_field(k, name->valuestring, e);
        else
            err_set(e, ERR_SYNTAX, "no column '%s' can be tested here", name->valuestring);
        return json_place(k->origin, name, e);
    }
    for (size_t i = 0; test_words[i]; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, test_words[i]);

        if (item && value)
            goto not_one;
        if (item) {
            value = item;
            c->test = (enum test)i;
        }
    }
    if (value && cJSON_GetArraySize(json) == 2)
        return compile_value(k, c, value, name->valuestring, e);

not_one:
    err_set_whole(e, ERR_SYNTAX, "a condition needs exactly one test: is, in, matches, over, "
        "under or blank");
    return json_place(k->origin, json, e);
}

static int
compile_into(const struct compiler *k, struct condition *c, const cJSON *json, struct err *e)
{
    static const char *const groups[] = { "not", "all", "any" };
    static const enum kind kinds[] = { KIND_NOT, KIND_ALL, KIND_ANY };

    if (cJSON_IsArray(json)) {
        c->kind = KIND_ALL;
        return compile_parts(k, c, json, e);
    }
    if (json_check_keys(k->origin, json, known_keys, e))
        return -1;
    for (size_t i = 0; i < 3; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, groups[i]);

        if (!item)
            continue;
        if (cJSON_GetArraySize(json) != 1) {
            err_set(e, ERR_SYNTAX, "'%s' stands alone in a condition", groups[i]);
            return json_place(k->origin, item, e);
        }
        c->kind = kinds[i];
        if (c->kind != KIND_NOT && !cJSON_IsArray(item))
            return json_expected(k->origin, item, "a list of conditions", e);
        if (c->kind != KIND_NOT)
            return compile_parts(k, c, item, e);
        c->parts = arena_array(k->arena, 1, sizeof(struct condition *));
        if (!c->parts)
            return err_nomem(e);
        c->parts[0] = compile(k, item, e);
        c->part_count = c->parts[0] != NULL;
        return c->parts[0] ? 0 : -1;
    }
    c->kind = KIND_TEST;
    return compile_test(k, c, json, e);
}

static struct condition *
compile(const struct compiler *k, const cJSON *json, struct err *e)
{
    struct condition *c = arena_alloc(k->arena, sizeof(*c));

    if (!c) {
        err_nomem(e);
        return NULL;
    }
    if (compile_into(k, c, json, e)) {
        condition_release(c);
        return NULL;
    }
    return c;
}

struct condition *
condition_compile(struct arena *arena, const cJSON *json, const struct json_origin *origin,
    condition_resolve *resolve, void *context, struct err *e)
{
    struct compiler k = { .arena = arena, .origin = origin, .resolve = resolve,
        .context = context };

    return compile(&k, json, e);
}

struct condition *
condition_compile_line(struct arena *arena, const cJSON *json, const struct json_origin *origin,
    struct err *e)
{
    struct compiler k = { .arena = arena, .origin = origin, .resolve = line_field_resolve,
        .is_of_line = true };

    return compile(&k, json, e);
}

void
condition_release(struct condition *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->part_count; i++)
        condition_release(c->parts[i]);
    pattern_free(c->pattern);
    c->pattern = NULL;
    c->part_count = 0;
}

void
condition_columns(const struct condition *c, condition_visit *visit, void *context)
{
    if (!c)
        return;
    if (c->kind == KIND_TEST && !c->is_field)
        visit(context, (unsigned)c->index);
    for (size_t i = 0; i < c->part_count; i++)
        condition_columns(c->parts[i], visit, context);
}

static bool
is_among(const struct condition *c, struct sv text)
{
    for (size_t i = 0; i < c->text_count; i++)
        if (sv_is_folded(c->texts[i], text))
            return true;
    return false;
}

static bool
is_beyond(const struct condition *c, struct sv text)
{
    struct err ignored = ERR_INIT;
    struct money value;
    int order;

    if (money_is_absent(text) || money_parse(&value, text, &ignored))
        return false;
    order = money_compare(value, c->bound);
    return c->test == TEST_OVER ? order > 0 : order < 0;
}

static int
test_holds(const struct condition *c, condition_value *value, void *context,
    struct buf *scratch, struct err *e)
{
    struct sv text = SV_EMPTY;

    if (!value(context, c->index, c->is_field, scratch, &text))
        text = SV_EMPTY;
    text = sv_trim(text);
    switch (c->test) {
    case TEST_IS:
    case TEST_IN:
        return is_among(c, text);
    case TEST_MATCHES:
        return pattern_match(c->pattern, text, 0, NULL, 0, e);
    case TEST_OVER:
    case TEST_UNDER:
        return is_beyond(c, text);
    case TEST_BLANK:
        return money_is_absent(text) == c->is_blank;
    }
    return 0;
}

int
condition_holds(const struct condition *c, condition_value *value, void *context,
    struct buf *scratch, struct err *e)
{
    int held;

    if (!c)
        return 1;
    if (c->kind == KIND_TEST)
        return test_holds(c, value, context, scratch, e);
    for (size_t i = 0; i < c->part_count; i++) {
        held = condition_holds(c->parts[i], value, context, scratch, e);
        if (held < 0)
            return -1;
        if (c->kind == KIND_NOT)
            return !held;
        if (held == (c->kind == KIND_ANY))
            return held;
    }
    return c->kind != KIND_ANY;
}
