/*
 * expression_verbs.c - the verbs that expressions know, and the keys that may stand beside each.
 */
#include "parsers/expression_tree.h"
#include "parsers/names.h"

static const struct verb_word verb_words[] = {
    { "column", VERB_COLUMN, WANT_TEXT, { NULL } },
    { "const", VERB_CONST, WANT_TEXT, { NULL } },
    { "concat", VERB_CONCAT, WANT_TEXT, { "with", NULL } },
    { "regex", VERB_REGEX, WANT_TEXT, { "of", "take", NULL } },
    { "map", VERB_MAP, WANT_TEXT, { "of", "else", NULL } },
    { "amount", VERB_AMOUNT, WANT_MONEY, { "unit", "absolute", "minus", "per", NULL } },
    { "time", VERB_TIME, WANT_TIME, { "zone", "add", "end", NULL } },
    { "duration", VERB_DURATION, WANT_MONEY, { "unit", "in", NULL } },
    { "unit", VERB_UNIT, WANT_TEXT, { NULL } },
    { "first_of", VERB_FIRST_OF, WANT_TEXT, { NULL } },
    { "strip", VERB_STRIP, WANT_TEXT, { "of", NULL } },
    { "split", VERB_SPLIT, WANT_TEXT, { "of", "take", NULL } },
    { "negate_if", VERB_NEGATE_IF, WANT_MONEY, { "of", "absolute", NULL } },
    { "json_path", VERB_JSON_PATH, WANT_TEXT, { "of", NULL } },
    { "element", VERB_ELEMENT, WANT_TEXT, { NULL } },
    { "hook", VERB_HOOK, WANT_TEXT, { "of", NULL } },
};

#define VERB_WORDS (sizeof(verb_words) / sizeof(verb_words[0]))

const struct verb_word *
verb_find(const cJSON *json, const cJSON **value)
{
    const struct verb_word *found = NULL;

    for (size_t i = 0; i < VERB_WORDS; i++) {
        const struct verb_word *w = &verb_words[i];
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, w->name);

        if (item && (!found || w->verb != VERB_UNIT)) {
            found = w;
            *value = item;
        }
    }
    return found;
}

int
verb_check_keys(const struct json_origin *origin, const cJSON *json, const struct verb_word *w,
    struct err *e)
{
    const char *known[7];
    size_t n = 0;

    known[n++] = w->name;
    for (const char *const *o = w->options; *o; o++)
        known[n++] = *o;
    known[n] = NULL;
    return json_check_keys(origin, json, known, e);
}

int
verb_missing(const struct json_origin *origin, const cJSON *json, struct err *e)
{
    const char *known[VERB_WORDS + 1], *nearest;

    if (!json->child) {
        err_set(e, ERR_SYNTAX, "an expression needs a verb");
        return json_place(origin, json, e);
    }
    for (size_t i = 0; i < VERB_WORDS; i++)
        known[i] = verb_words[i].name;
    known[VERB_WORDS] = NULL;
    nearest = name_nearest(sv_of(json->child->string), known);
    if (nearest)
        err_set(e, ERR_SYNTAX, "unknown verb '%s'; did you mean '%s'?", json->child->string,
            nearest);
    else
        err_set(e, ERR_SYNTAX, "unknown verb '%s'", json->child->string);
    return json_place(origin, json->child, e);
}
