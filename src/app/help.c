/*
 * help.c - writes --help from the tables of options and commands.
 */
#include "app/help.h"
#include "app/option_table.h"

const char help_about[] =
    N_("gpubill reads the bills of GPU and cloud platforms: where the money went.");
const char help_usage[] = N_("COMMAND [OPTION]... [PATH]...");
const char help_paths[] =
    N_("PATH is a file, a folder or - (standard input). Start with: gpubill review FOLDER");

const char *const help_exit_texts[] = {
    [EXIT_DONE] = N_("done"),
    [EXIT_LEAKS] = N_("done, and net leaks reached --fail-on"),
    [EXIT_USAGE] = N_("wrong usage, or a config that is wrong"),
    [EXIT_PARTLY] = N_("a named file could not be read or recognised, or --strict;"
        " the rest is done"),
    [EXIT_OUTPUT] = N_("the output could not be written; what was there is untouched"),
    [EXIT_BUG] = N_("a bug of gpubill: sums do not close, and nothing is written"),
    NULL,
};

const struct command *
help_command(size_t i)
{
    for (int order = 0; order < COMMAND_ORDERS; order++)
        for (size_t k = 0; command_table[k]; k++)
            if (command_table[k]->order == order && i-- == 0)
                return command_table[k];
    return NULL;
}

static void
add_option(const struct option *option, enum lang lang, struct buf *out)
{
    struct buf name;

    buf_init(&name, 64);
    buf_add_text(&name, option->name);
    if (option->short_name) {
        buf_add_text(&name, ", ");
        buf_add_text(&name, option->short_name);
    }
    if (option->value) {
        buf_add_char(&name, ' ');
        buf_add_text(&name, option->value);
    }
    buf_add_text(out, "  ");
    buf_add(out, buf_sv(&name));
    for (size_t w = sv_width(buf_sv(&name)); w < 22; w++)
        buf_add_char(out, ' ');
    buf_add_text(out, "  ");
    buf_add_text(out, lang_text(lang, option->help));
    buf_add_char(out, '\n');
    buf_release(&name);
}

static void
add_options(const char *title, unsigned groups, enum lang lang, struct buf *out)
{
    buf_addf(out, "\n%s\n", lang_text(lang, title));
    for (const struct option *t = option_table; t->name; t++)
        if (t->group & groups)
            add_option(t, lang, out);
}

static void
add_usage(const char *name, const char *usage, enum lang lang, struct buf *out)
{
    buf_addf(out, "%sgpubill %s%s%s\n", lang_text(lang, N_("Usage: ")), name, *name ? " " : "",
        lang_text(lang, usage));
}

static void
help_program(enum lang lang, struct buf *out)
{
    const struct command *c;

    buf_addf(out, "%s\n\n", lang_text(lang, help_about));
    add_usage("", help_usage, lang, out);
    buf_addf(out, "\n%s\n", lang_text(lang, N_("Commands:")));
    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        buf_addf(out, "  %-12s%s\n", c->name, lang_text(lang, c->summary));
    buf_addf(out, "\n%s\n%s\n", lang_text(lang, help_paths),
        lang_text(lang, N_("\"gpubill COMMAND --help\" lists the options of a command.")));
    add_options(N_("Options of every command:"), OPTIONS_COMMON, lang, out);
    buf_addf(out, "\n%s\n", lang_text(lang, N_("Exit codes:")));
    for (unsigned code = 0; help_exit_texts[code]; code++)
        buf_addf(out, "  %u  %s\n", code, lang_text(lang, help_exit_texts[code]));
}

static void
help_of_command(const struct command *command, enum lang lang, struct buf *out)
{
    add_usage(command->name, command->usage, lang, out);
    buf_addf(out, "\n%s\n", lang_text(lang, command->summary));
    add_options(N_("Options:"), OPTIONS_COMMON | command->options, lang, out);
    if (!command->examples)
        return;
    buf_addf(out, "\n%s\n", lang_text(lang, N_("Examples:")));
    for (const struct example *x = command->examples; x->arguments; x++)
        buf_addf(out, "  gpubill %s %s\n      %s\n", command->name, x->arguments,
            lang_text(lang, x->help));
}

void
help_text(const struct command *command, enum lang lang, struct buf *out)
{
    if (command)
        help_of_command(command, lang, out);
    else
        help_program(lang, out);
}
