/*
 * completion_zsh.c - the specifications of _arguments in gpubill.zsh.in.
 */
#include "app/help.h"
#include "app/manual/manual.h"

/* ${text} inside single quotes, in the words of _arguments: a colon would end it, brackets too. */
static void
add_quoted(struct buf *out, struct sv text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\'')
            buf_add_text(out, "'\\''");
        else if (text.p[i] == ':' || text.p[i] == '[' || text.p[i] == ']')
            buf_addf(out, "\\%c", text.p[i]);
        else
            buf_add_char(out, text.p[i]);
    }
}

/* What completes the value: ":DIR:_files -/" */
static void
add_action(struct buf *out, const struct option *option)
{
    if (!option->value)
        return;
    buf_add_char(out, ':');
    add_quoted(out, sv_of(option->value));
    buf_add_char(out, ':');
    switch (value_kind(option)) {
    case VALUE_WORD:
        buf_add_char(out, '(');
        add_value_words(out, option, " ", "");
        buf_add_char(out, ')');
        return;
    case VALUE_LIST:
        buf_add_text(out, "_values -s , output ");
        add_value_words(out, option, " ", "");
        return;
    case VALUE_SETTING:
        buf_add_text(out, "compadd -S \"=\" ");
        add_value_words(out, option, " ", "");
        return;
    case VALUE_FILE:
        buf_add_text(out, "_files");
        return;
    case VALUE_FOLDER:
        buf_add_text(out, "_files -/");
        return;
    case VALUE_FORMAT:
        buf_add_text(out, "_gpubill_formats");
        return;
    case VALUE_NONE:
    case VALUE_FREE:
        return;
    }
}

/* '(--jobs -j)'{--jobs=,-j+}'[threads to use]:N:' */
static void
add_option(struct buf *out, const struct option *option)
{
    bool is_long = option->name[1] == '-';
    const char *end = !option->value ? "" : is_long ? "=" : "+";

    buf_add_text(out, "        ");
    if (option_is_repeatable(option))
        buf_addf(out, "'*%s%s", option->name, end);
    else if (option->short_name)
        buf_addf(out, "'(%s %s)'{%s%s,%s%s}'", option->name, option->short_name, option->name, end,
            option->short_name, option->value ? "+" : "");
    else
        buf_addf(out, "'%s%s", option->name, end);
    buf_add_char(out, '[');
    add_quoted(out, option_brief(option));
    buf_add_char(out, ']');
    add_action(out, option);
    buf_add_text(out, "'\n");
}

static void
add_options(struct buf *out, unsigned groups)
{
    for (const struct option *t = option_table; t->name; t++)
        if (t->group & groups)
            add_option(out, t);
}

static void
add_commands(struct buf *out)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        buf_addf(out, "        '%s:", c->name);
        add_quoted(out, sv_of(c->summary));
        buf_add_text(out, "'\n");
    }
}

/* The options of each command, and what its arguments are. */
static void
add_cases(struct buf *out)
{
    static const char *const actions[] = { [ARGUMENTS_FILES] = "'*:file:_files'",
        [ARGUMENTS_FORMATS] = "'*:format:_gpubill_formats'", [ARGUMENTS_NONE] = "" };
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        buf_addf(out, "    %s) options+=(\n", c->name);
        add_options(out, c->options);
        if (c->arguments == ARGUMENTS_RULES) {
            buf_add_text(out, "        '*:rule:(");
            add_rules(out);
            buf_add_text(out, ")'\n");
        } else {
            buf_addf(out, "        %s\n", actions[c->arguments]);
        }
        buf_add_text(out, "        ) ;;\n");
    }
}

bool
completion_zsh(struct sv part, struct buf *out)
{
    if (sv_is(part, SV("commands")))
        add_commands(out);
    else if (sv_is(part, SV("common")))
        add_options(out, OPTIONS_COMMON);
    else if (sv_is(part, SV("cases")))
        add_cases(out);
    else
        return false;
    return true;
}
