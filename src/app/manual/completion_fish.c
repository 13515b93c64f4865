/*
 * completion_fish.c - the lines of gpubill.fish.in.
 */
#include "app/help.h"
#include "app/manual/manual.h"

/* ${text} in single quotes of fish. */
static void
add_quoted(struct buf *out, struct sv text)
{
    buf_add_char(out, '\'');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\'' || text.p[i] == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '\'');
}

static void
add_commands(struct buf *out)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        buf_addf(out, "complete -c gpubill -n __fish_use_subcommand -f -a %s -d ", c->name);
        add_quoted(out, sv_of(c->summary));
        buf_add_char(out, '\n');
    }
}

/* For which commands: " -n '__fish_seen_subcommand_from review ledger'" */
static void
add_condition(struct buf *out, const struct option *option)
{
    const struct command *c;

    if (option->group & OPTIONS_COMMON)
        return;
    buf_add_text(out, " -n '__fish_seen_subcommand_from");
    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        if (c->options & option->group)
            buf_addf(out, " %s", c->name);
    buf_add_char(out, '\'');
}

static void
add_value(struct buf *out, const struct option *option)
{
    switch (value_kind(option)) {
    case VALUE_WORD:
    case VALUE_SETTING:
        buf_add_text(out, " -x -a '");
        add_value_words(out, option, " ", value_kind(option) == VALUE_SETTING ? "=" : "");
        buf_add_char(out, '\'');
        return;
    case VALUE_LIST:
        buf_add_text(out, " -x -a '(__fish_complete_list , \"string split , ");
        add_value_words(out, option, ",", "");
        buf_add_text(out, "\")'");
        return;
    case VALUE_FILE:
        buf_add_text(out, " -r -F");
        return;
    case VALUE_FOLDER:
        buf_add_text(out, " -x -a '(__fish_complete_directories)'");
        return;
    case VALUE_FORMAT:
        buf_add_text(out, " -x -a '(__gpubill_formats)'");
        return;
    case VALUE_FREE:
        buf_add_text(out, option->kind == OPTION_USAGE ? " -r -F" : " -x");
        return;
    case VALUE_NONE:
        return;
    }
}

static void
add_options(struct buf *out)
{
    for (const struct option *t = option_table; t->name; t++) {
        buf_add_text(out, "complete -c gpubill");
        add_condition(out, t);
        if (t->name[1] == '-')
            buf_addf(out, " -l %s", t->name + 2);
        else
            buf_addf(out, " -s %s", t->name + 1);
        if (t->short_name)
            buf_addf(out, " -s %s", t->short_name + 1);
        add_value(out, t);
        buf_add_text(out, " -d ");
        add_quoted(out, option_brief(t));
        buf_add_char(out, '\n');
    }
}

static void
add_arguments(struct buf *out)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        if (c->arguments == ARGUMENTS_FILES)
            continue;
        buf_addf(out, "complete -c gpubill -n '__fish_seen_subcommand_from %s' -f", c->name);
        if (c->arguments == ARGUMENTS_RULES) {
            buf_add_text(out, " -a '");
            add_rules(out);
            buf_add_char(out, '\'');
        } else if (c->arguments == ARGUMENTS_FORMATS) {
            buf_add_text(out, " -a '(__gpubill_formats)'");
        }
        buf_add_char(out, '\n');
    }
}

bool
completion_fish(struct sv part, struct buf *out)
{
    if (sv_is(part, SV("commands")))
        add_commands(out);
    else if (sv_is(part, SV("options")))
        add_options(out);
    else if (sv_is(part, SV("arguments")))
        add_arguments(out);
    else
        return false;
    return true;
}
