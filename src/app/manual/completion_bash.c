/*
 * completion_bash.c - the branches of `case` in gpubill.bash.in.
 */
#include "app/help.h"
#include "app/manual/manual.h"

/* "review | detect) return 0 ;;", and all of them for no name. */
static void
add_commands(struct buf *out)
{
    const struct command *c;

    buf_add_text(out, "    ");
    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        buf_addf(out, "%s%s", i > 0 ? " | " : "", c->name);
    buf_add_text(out, ") return 0 ;;\n    '') echo '");
    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        buf_addf(out, "%s%s", i > 0 ? " " : "", c->name);
    buf_add_text(out, "' ;;\n");
}

static void
add_names(struct buf *out, unsigned groups)
{
    const char *before = "";

    for (const struct option *t = option_table; t->name; t++) {
        if (!(t->group & groups))
            continue;
        buf_addf(out, "%s%s", before, t->name);
        before = " ";
    }
}

static void
add_options(struct buf *out)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        buf_addf(out, "    %s) echo '", c->name);
        add_names(out, OPTIONS_COMMON | c->options);
        buf_add_text(out, "' ;;\n");
    }
    buf_add_text(out, "    '') echo '");
    add_names(out, OPTIONS_COMMON);
    buf_add_text(out, "' ;;\n");
}

static void
add_action(struct buf *out, const struct option *option)
{
    switch (value_kind(option)) {
    case VALUE_WORD:
    case VALUE_LIST:
    case VALUE_SETTING:
        buf_addf(out, "_gpubill_%s '", value_kind(option) == VALUE_WORD ? "words" :
            value_kind(option) == VALUE_LIST ? "list" : "settings");
        add_value_words(out, option, " ", value_kind(option) == VALUE_SETTING ? "=" : "");
        buf_add_text(out, "'");
        return;
    case VALUE_FILE:
        buf_add_text(out, "_gpubill_files -f");
        return;
    case VALUE_FOLDER:
        buf_add_text(out, "_gpubill_files -d");
        return;
    case VALUE_FORMAT:
        buf_add_text(out, "_gpubill_words \"$(_gpubill_formats)\"");
        return;
    case VALUE_NONE:
    case VALUE_FREE:
        break;
    }
    buf_add_text(out, ":");
}

static void
add_values(struct buf *out)
{
    for (const struct option *t = option_table; t->name; t++) {
        if (value_kind(t) == VALUE_NONE)
            continue;
        buf_addf(out, "    %s%s%s) ", t->name, t->short_name ? " | " : "",
            t->short_name ? t->short_name : "");
        add_action(out, t);
        buf_add_text(out, " ;;\n");
    }
}

static void
add_arguments(struct buf *out)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        if (c->arguments == ARGUMENTS_FILES)
            continue;
        buf_addf(out, "    %s) ", c->name);
        if (c->arguments == ARGUMENTS_RULES) {
            buf_add_text(out, "_gpubill_words '");
            add_rules(out);
            buf_add_text(out, "'");
        } else if (c->arguments == ARGUMENTS_FORMATS) {
            buf_add_text(out, "_gpubill_words \"$(_gpubill_formats)\"");
        } else {
            buf_add_text(out, ":");
        }
        buf_add_text(out, " ;;\n");
    }
}

bool
completion_bash(struct sv part, struct buf *out)
{
    if (sv_is(part, SV("commands")))
        add_commands(out);
    else if (sv_is(part, SV("options")))
        add_options(out);
    else if (sv_is(part, SV("values")))
        add_values(out);
    else if (sv_is(part, SV("arguments")))
        add_arguments(out);
    else
        return false;
    return true;
}
