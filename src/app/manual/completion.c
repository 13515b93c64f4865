/*
 * completion.c - what the three shells are told alike: the values of options.
 */
#include <string.h>

#include "app/manual/manual.h"
#include "audit/rule.h"
#include "run/option_limit.h"

enum value_kind
value_kind(const struct option *option)
{
    if (!option->value)
        return VALUE_NONE;
    if (option->kind == OPTION_OUTPUTS)
        return VALUE_LIST;
    if (option->choices)
        return VALUE_WORD;
    if (option->kind == OPTION_LIMIT)
        return VALUE_SETTING;
    if (strcmp(option->value, "FILE") == 0)
        return VALUE_FILE;
    if (strcmp(option->value, "DIR") == 0)
        return VALUE_FOLDER;
    return strcmp(option->value, "ID") == 0 ? VALUE_FORMAT : VALUE_FREE;
}

const char *
value_word(const struct option *option, size_t i)
{
    return option->choices ? option->choices[i] : option_limit_name(i);
}

struct sv
option_brief(const struct option *option)
{
    static const char *const ends[] = { "\n", " (", ": ", "; " };
    struct sv brief = sv_of(option->help);

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        brief = sv_part(brief, 0, sv_find(brief, sv_of(ends[i]), 0));
    return brief;
}

void
add_value_words(struct buf *out, const struct option *option, const char *between,
    const char *end)
{
    const char *word;

    for (size_t i = 0; (word = value_word(option, i)) != NULL; i++)
        buf_addf(out, "%s%s%s", i > 0 ? between : "", word, end);
}

void
add_rules(struct buf *out)
{
    for (size_t i = 0; rule_table[i]; i++)
        buf_addf(out, "%s%s", i > 0 ? " " : "", rule_table[i]->id);
}
