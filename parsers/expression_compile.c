/*
 * expression_compile.c - from the JSON of a format to a tree that can be evaluated.
 *
 * What is wanted of an expression is handed down while it is compiled, so that reading a text as an
 * amount happens once, at the leaf, with the unit that holds there.
 */
#include <stdint.h>

#include "base/vec.h"
#include "parsers/expression_memo.h"
#include "parsers/expression_tree.h"
#include "parsers/names.h"

static struct expression *compile(const struct expression_use *use, const cJSON *json,
    enum want want, struct err *e);

static struct expression *
new_expression(const struct expression_use *use, enum verb verb, enum want gives, struct err *e)
{
    struct expression *x = arena_alloc(&use->format->arena, sizeof(*x));

    if (!x) {
        err_nomem(e);
        return NULL;
    }
    x->verb = verb;
    x->gives = gives;
    return x;
}

static int
add_part(const struct expression_use *use, struct expression *x, size_t room, const cJSON *json,
    enum want want, struct err *e)
{
    if (!x->parts)
        x->parts = arena_array(&use->format->arena, room, sizeof(struct expression *));
    if (!x->parts)
        return err_nomem(e);
    x->parts[x->part_count] = compile(use, json, want, e);
    if (!x->parts[x->part_count])
        return -1;
    x->part_count++;
    return 0;
}

/* The expressions of ${json}: a list of them, or one where ${may_be_one}. */
static int
add_parts(const struct expression_use *use, struct expression *x, const cJSON *json,
    bool may_be_one, enum want want, struct err *e)
{
    const cJSON *item;
    size_t n = (size_t)cJSON_GetArraySize(json);

    if (!cJSON_IsArray(json) && may_be_one)
        return add_part(use, x, 1, json, want, e);
    if (!cJSON_IsArray(json) || n == 0)
        return json_expected(use->origin, json, "a list of expressions", e);
    cJSON_ArrayForEach(item, json) {
        if (add_part(use, x, n, item, want, e))
            return -1;
    }
    return 0;
}

/* The expression under "of". */
static int
add_of(const struct expression_use *use, struct expression *x, const cJSON *json, enum want want,
    struct err *e)
{
    const cJSON *of = cJSON_GetObjectItemCaseSensitive(json, "of");

    return of ? add_part(use, x, 2, of, want, e) : json_missing(use->origin, json, "of", e);
}

static int
compile_column(const struct expression_use *use, struct expression *x, const cJSON *name,
    struct err *e)
{
    const char *nearest;

    if (!cJSON_IsString(name))
        return json_expected(use->origin, name, "the key of a column", e);
    for (unsigned i = 0; use->column_keys[i]; i++)
        if (sv_is(sv_of(use->column_keys[i]), sv_of(name->valuestring))) {
            x->column = i;
            return 0;
        }
    nearest = name_nearest(sv_of(name->valuestring), use->column_keys);
    if (nearest)
        err_set(e, ERR_SYNTAX, "unknown column '%s'; did you mean '%s'?", name->valuestring,
            nearest);
    else
        err_set(e, ERR_SYNTAX, "unknown column '%s'", name->valuestring);
    return json_place(use->origin, name, e);
}

static int
get_take(const struct expression_use *use, const cJSON *json, int fallback, int *out,
    struct err *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "take");

    *out = fallback;
    if (!item)
        return 0;
    if (!cJSON_IsNumber(item) || item->valueint > TAKE_MAX || item->valueint < -TAKE_MAX)
        return json_expected(use->origin, item, "a small whole number", e);
    *out = item->valueint;
    return 0;
}

static int
compile_pattern(const struct expression_use *use, struct expression *x, const cJSON *value,
    struct err *e)
{
    x->pattern = json_pattern(use->origin, value, e);
    return x->pattern ? 0 : -1;
}

static int
compile_regex(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    if (compile_pattern(use, x, value, e) || get_take(use, json, 1, &x->take, e))
        return -1;
    if (x->take < 0 || (unsigned)x->take > pattern_groups(x->pattern)) {
        err_set(e, ERR_SYNTAX, "the pattern has no group %d", x->take);
        return json_place(use->origin, value, e);
    }
    return add_of(use, x, json, WANT_TEXT, e);
}

static int
compile_map(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    const cJSON *item, *otherwise = cJSON_GetObjectItemCaseSensitive(json, "else");

    if (!cJSON_IsObject(value) || !value->child)
        return json_expected(use->origin, value, "an object of words", e);
    x->pairs = arena_array(&use->format->arena, (size_t)cJSON_GetArraySize(value),
        sizeof(*x->pairs));
    if (!x->pairs)
        return err_nomem(e);
    cJSON_ArrayForEach(item, value) {
        struct map_pair *p = &x->pairs[x->pair_count++];

        if (!cJSON_IsString(item) && !cJSON_IsNull(item))
            return json_expected(use->origin, item, "a text or null", e);
        p->from = sv_trim(sv_of(item->string));
        p->is_none = cJSON_IsNull(item);
        p->to = p->is_none ? SV_EMPTY : sv_of(item->valuestring);
    }
    if (add_of(use, x, json, WANT_TEXT, e))
        return -1;
    return otherwise ? add_part(use, x, 2, otherwise, WANT_TEXT, e) : 0;
}

/* What is taken off an amount, and what divides it, behind the parts that are added. */
static int
add_rest(const struct expression_use *use, struct expression *x, const cJSON *json, struct err *e)
{
    const cJSON *minus = cJSON_GetObjectItemCaseSensitive(json, "minus"), *item;
    const cJSON *per = cJSON_GetObjectItemCaseSensitive(json, "per");
    struct expression_use plain = *use;
    bool is_list = cJSON_IsArray(minus);
    size_t more = is_list ? (size_t)cJSON_GetArraySize(minus) : 1;
    struct expression **parts;

    if (!minus && !per)
        return 0;
    parts = arena_array(&use->format->arena, x->part_count + more + 1, sizeof(*parts));
    if (!parts)
        return err_nomem(e);
    memcpy(parts, x->parts, x->part_count * sizeof(*parts));
    x->parts = parts;
    x->minus_from = minus ? x->part_count : 0;
    for (item = is_list ? minus->child : minus; item; item = is_list ? item->next : NULL)
        if (add_part(use, x, 0, item, WANT_MONEY, e))
            return -1;
    if (!per)
        return 0;
    plain.unit = money_of(1);
    plain.is_cost = false;
    x->has_divisor = true;
    return add_part(&plain, x, 0, per, WANT_MONEY, e);
}

static int
compile_amount(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    struct expression_use inner = *use;
    const char *unit;

    if (json_get_text(use->origin, json, "unit", "", &unit, e) ||
        json_get_bool(use->origin, json, "absolute", false, &x->is_absolute, e))
        return -1;
    if (unit[0] && money_parse(&inner.unit, sv_of(unit), e))
        return json_place(use->origin, cJSON_GetObjectItemCaseSensitive(json, "unit"), e);
    if (add_parts(&inner, x, value, true, WANT_MONEY, e))
        return -1;
    return add_rest(&inner, x, json, e);
}

static int
compile_time(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    const char *zone, *add;
    struct sv duration;

    if (json_get_text(use->origin, json, "zone", "", &zone, e) ||
        json_get_text(use->origin, json, "add", "", &add, e) ||
        json_get_bool(use->origin, json, "end", use->ends_period, &x->is_end, e))
        return -1;
    x->has_zone = zone[0] != '\0';
    if (x->has_zone && time_parse_zone(&x->zone_minutes, sv_of(zone), e))
        return json_place(use->origin, json, e);
    duration = sv_of(add[0] == '-' ? add + 1 : add);
    if (duration.n > 0 && time_parse_duration(&x->add, duration, TIME_SECOND, e))
        return json_place(use->origin, json, e);
    if (add[0] == '-')
        x->add = -x->add;
    return add_part(use, x, 1, value, WANT_TEXT, e);
}

static int
compile_duration(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    static const char *const words[] = { "ms", "s", "min", "h", "d", NULL };
    static const int64_t lengths[] = { 1, TIME_SECOND, TIME_MINUTE, TIME_HOUR, TIME_DAY };
    int unit, in;

    if (json_get_word(use->origin, json, "unit", words, 1, &unit, e) ||
        json_get_word(use->origin, json, "in", words, 3, &in, e))
        return -1;
    x->unit_ms = lengths[unit];
    x->in_ms = lengths[in];
    return add_part(use, x, 1, value, WANT_TEXT, e);
}

static int
compile_split(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    if (!cJSON_IsString(value) || !value->valuestring[0])
        return json_expected(use->origin, value, "the text that separates", e);
    x->text = sv_of(value->valuestring);
    return get_take(use, json, 0, &x->take, e) || add_of(use, x, json, WANT_TEXT, e) ? -1 : 0;
}

static int
resolve_column(void *context, bool is_field, struct sv name)
{
    const struct expression_use *use = context;

    for (int i = 0; !is_field && use->column_keys[i]; i++)
        if (sv_is(sv_of(use->column_keys[i]), name))
            return i;
    return -1;
}

static int
compile_negate(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    struct expression_use context = *use;

    if (json_get_bool(use->origin, json, "absolute", false, &x->is_absolute, e))
        return -1;
    x->when = condition_compile(&use->format->arena, value, use->origin, resolve_column, &context,
        e);
    return x->when ? add_of(use, x, json, WANT_MONEY, e) : -1;
}

static int
compile_hook(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    if (!cJSON_IsString(value))
        return json_expected(use->origin, value, "the name of a hook", e);
    x->hook = hook_find(sv_of(value->valuestring));
    if (!x->hook || !x->hook->text) {
        err_set(e, ERR_SYNTAX, "there is no hook '%s' that makes a text", value->valuestring);
        return json_place(use->origin, value, e);
    }
    return add_of(use, x, json, WANT_TEXT, e);
}

static int
compile_const(const struct expression_use *use, struct expression *x, const cJSON *value,
    struct err *e)
{
    if (!cJSON_IsString(value))
        return json_expected(use->origin, value, "a text", e);
    x->text = sv_of(value->valuestring);
    return 0;
}

static int
compile_concat(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    const char *with;

    if (json_get_text(use->origin, json, "with", "", &with, e))
        return -1;
    x->text = sv_of(with);
    return add_parts(use, x, value, false, WANT_TEXT, e);
}

static int
compile_verb(const struct expression_use *use, struct expression *x, const cJSON *json,
    const cJSON *value, struct err *e)
{
    switch (x->verb) {
    case VERB_COLUMN:
        return compile_column(use, x, value, e);
    case VERB_CONST:
        return compile_const(use, x, value, e);
    case VERB_CONCAT:
        return compile_concat(use, x, json, value, e);
    case VERB_REGEX:
        return compile_regex(use, x, json, value, e);
    case VERB_MAP:
        return compile_map(use, x, json, value, e);
    case VERB_AMOUNT:
        return compile_amount(use, x, json, value, e);
    case VERB_TIME:
        return compile_time(use, x, json, value, e);
    case VERB_DURATION:
        return compile_duration(use, x, json, value, e);
    case VERB_UNIT:
        return add_part(use, x, 1, value, WANT_TEXT, e);
    case VERB_FIRST_OF:
        return add_parts(use, x, value, false, x->gives, e);
    case VERB_STRIP:
        return compile_pattern(use, x, value, e) || add_of(use, x, json, WANT_TEXT, e) ? -1 : 0;
    case VERB_SPLIT:
        return compile_split(use, x, json, value, e);
    case VERB_NEGATE_IF:
        return compile_negate(use, x, json, value, e);
    case VERB_JSON_PATH:
        return compile_const(use, x, value, e) || add_of(use, x, json, WANT_TEXT, e) ? -1 : 0;
    case VERB_ELEMENT:
        return compile_const(use, x, value, e);
    case VERB_HOOK:
        return compile_hook(use, x, json, value, e);
    case VERB_AS_TEXT:
        break;
    }
    return 0;
}

/* Make of ${x} what gives ${want}. ${x} is released where that cannot be. */
static struct expression *
wrap(const struct expression_use *use, struct expression *x, enum want want, const cJSON *json,
    struct err *e)
{
    static const enum verb wrappers[] = { VERB_AS_TEXT, VERB_AMOUNT, VERB_TIME };
    struct expression *outer;

    if (x->gives == want)
        return x;
    if (x->gives != WANT_TEXT && want != WANT_TEXT) {
        if (want == WANT_TIME)
            err_set(e, ERR_SYNTAX, "an amount stands where a time is needed");
        else
            err_set(e, ERR_SYNTAX, "a time stands where an amount is needed");
        json_place(use->origin, json, e);
        goto fail;
    }
    outer = new_expression(use, wrappers[want], want, e);
    if (!outer)
        goto fail;
    outer->parts = arena_array(&use->format->arena, 1, sizeof(struct expression *));
    if (!outer->parts) {
        err_nomem(e);
        goto fail;
    }
    outer->parts[outer->part_count++] = x;
    outer->is_end = use->ends_period;
    outer->is_cost = use->is_cost;
    outer->unit = use->unit;
    outer->has_unit = money_compare(use->unit, money_of(1)) != 0;
    return outer;

fail:
    expression_release(x);
    return NULL;
}

static struct expression *
compile(const struct expression_use *use, const cJSON *json, enum want want, struct err *e)
{
    static const struct verb_word plain = { "column", VERB_COLUMN, WANT_TEXT, { NULL } };
    const cJSON *value = json;
    const struct verb_word *w = cJSON_IsString(json) ? &plain : NULL;
    struct expression *x;

    if (!w && !cJSON_IsObject(json)) {
        json_expected(use->origin, json, "an expression (a column, or an object with a verb)", e);
        return NULL;
    }
    if (!w)
        w = verb_find(json, &value);
    if (!w) {
        verb_missing(use->origin, json, e);
        return NULL;
    }
    if (value != json && verb_check_keys(use->origin, json, w, e))
        return NULL;
    x = new_expression(use, w->verb, w->verb == VERB_FIRST_OF ? want : w->gives, e);
    if (!x)
        return NULL;
    if (compile_verb(use, x, json, value, e)) {
        expression_release(x);
        return NULL;
    }
    return wrap(use, x, want, json, e);
}

const struct expression *
expression_compile(const struct expression_use *use, const cJSON *json, enum want want,
    struct err *e)
{
    struct expression *x = compile(use, json, want, e);

    if (x && vec_grow(&use->format->expressions, 1, SIZE_MAX, e)) {
        expression_release(x);
        return NULL;
    }
    if (x) {
        use->format->expressions.at[use->format->expressions.n++] = x;
        expression_choose_memos(use->format, x);
    }
    return x;
}
