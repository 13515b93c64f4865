/*
 * manual_page.c - manual pages in roff. What is not in the tables of options and commands stands
 * in the tables below.
 */
#include "app/help.h"
#include "app/manual/manual.h"

struct entry {
    const char *name;
    const char *help; /* a key for lang_text() */
};

static const struct entry files[] = {
    { "gpubill.json", N_("the config, looked for in the current folder, then in the only folder "
        "that is given; see gpubill.json(5)") },
    { "gpubill-review/", N_("the report of review, with a list of what was written in .gpubill") },
    { "~/.config/gpubill/formats/*.json", N_("bill formats of your own, which come before those of "
        "the program; see gpubill-formats(5)") },
    { .name = NULL },
};

static const struct entry environment[] = {
    { "LC_ALL, LC_MESSAGES, LANG", N_("the first that is set tells the language: Chinese where it "
        "begins with zh, else English") },
    { "NO_COLOR", N_("no colours where it is set") },
    { "XDG_CONFIG_HOME", N_("in place of ~/.config") },
    { "TMPDIR", N_("where temporary files are made, in place of /tmp") },
    { .name = NULL },
};

/* ${text} as running text: blanks and line ends become one blank, or nothing between two characters
 * of Chinese; what roff would take for an instruction is escaped. */
static void
add_text(struct buf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        bool is_wide_before = p > text && (unsigned char)p[-1] >= 0x80;
        bool is_broken = *p == '\n';

        while (*p == '\n' || *p == ' ') {
            is_broken = is_broken || *p == '\n';
            if (p[1] != '\n' && p[1] != ' ') {
                if (!is_broken || !is_wide_before || (unsigned char)p[1] < 0x80)
                    buf_add_char(out, ' ');
                break;
            }
            p++;
        }
        if (*p == '\n' || *p == ' ')
            continue;
        if (*p == '\\')
            buf_add_text(out, "\\e");
        else if (*p == '-')
            buf_add_text(out, "\\-");
        else if ((*p == '.' || *p == '\'') && (out->n == 0 || out->p[out->n - 1] == '\n'))
            buf_addf(out, "\\&%c", *p);
        else
            buf_add_char(out, *p);
    }
}

static void
add_line(struct buf *out, const char *text)
{
    add_text(out, text);
    buf_add_char(out, '\n');
}

static void
add_title(struct buf *out, enum lang lang, const char *title)
{
    buf_addf(out, ".SH %s\n", lang_text(lang, title));
}

/* ${text} without the end of its sentence, for the line that apropos(1) finds; in English it begins
 * small. */
static void
add_phrase(struct buf *out, const char *text)
{
    static const char full_stop[] = "\xe3\x80\x82"; /* 。 */
    struct sv s = sv_of(text);
    struct buf phrase;

    if (sv_ends(s, SV(".")))
        s.n--;
    else if (sv_ends(s, sv_of(full_stop)))
        s.n -= sizeof(full_stop) - 1;
    buf_init(&phrase, 1024);
    buf_add(&phrase, s);
    if (phrase.n > 1 && phrase.p[0] >= 'A' && phrase.p[0] <= 'Z' && phrase.p[1] >= 'a')
        phrase.p[0] = (char)(phrase.p[0] - 'A' + 'a');
    add_line(out, phrase.n ? phrase.p : "");
    buf_release(&phrase);
}

static void
add_options(struct buf *out, unsigned groups, enum lang lang)
{
    for (const struct option *t = option_table; t->name; t++) {
        if (!(t->group & groups))
            continue;
        buf_add_text(out, ".TP\n\\fB");
        add_text(out, t->name);
        buf_add_text(out, "\\fR");
        if (t->short_name) {
            buf_add_text(out, ", \\fB");
            add_text(out, t->short_name);
            buf_add_text(out, "\\fR");
        }
        if (t->value) {
            buf_add_text(out, " \\fI");
            add_text(out, t->value);
            buf_add_text(out, "\\fR");
        }
        buf_add_char(out, '\n');
        add_line(out, lang_text(lang, t->help));
    }
}

static void
add_entries(struct buf *out, const struct entry *entries, enum lang lang)
{
    for (; entries->name; entries++) {
        buf_add_text(out, ".TP\n\\fB");
        add_text(out, entries->name);
        buf_add_text(out, "\\fR\n");
        add_line(out, lang_text(lang, entries->help));
    }
}

static void
add_exit_codes(struct buf *out, enum lang lang)
{
    add_title(out, lang, N_("EXIT STATUS"));
    for (unsigned code = 0; help_exit_texts[code]; code++) {
        buf_addf(out, ".TP\n%u\n", code);
        add_line(out, lang_text(lang, help_exit_texts[code]));
    }
}

static void
add_examples(struct buf *out, const struct command *command, enum lang lang)
{
    if (!command->examples)
        return;
    add_title(out, lang, N_("EXAMPLES"));
    for (const struct example *x = command->examples; x->arguments; x++) {
        buf_addf(out, ".TP\n\\fBgpubill %s ", command->name);
        add_text(out, x->arguments);
        buf_add_text(out, "\\fR\n");
        add_line(out, lang_text(lang, x->help));
    }
}

/* All pages but that of ${own}. */
static void
add_see_also(struct buf *out, const struct command *own, enum lang lang)
{
    const struct command *c;

    add_title(out, lang, N_("SEE ALSO"));
    if (own)
        buf_add_text(out, ".BR gpubill (1),\n");
    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        if (c != own)
            buf_addf(out, ".BR gpubill\\-%s (1),\n", c->name);
    buf_add_text(out, ".BR gpubill\\-formats (5),\n.BR gpubill.json (5)\n");
}

static void
add_head(struct buf *out, const struct command *command, enum lang lang, const char *date)
{
    buf_add_text(out, ".\\\" Generated by src/app/manual/write_manuals.c; do not edit.\n"
        ".TH GPUBILL");
    for (const char *p = command ? command->name : ""; *p; p++)
        buf_addf(out, "%s%c", p == command->name ? "\\-" : "", *p - 'a' + 'A');
    buf_addf(out, " 1 %s \"gpubill " GPUBILL_VERSION "\" gpubill\n", date);
    add_title(out, lang, N_("NAME"));
    if (command) {
        buf_addf(out, "gpubill\\-%s \\- ", command->name);
        add_phrase(out, lang_text(lang, command->summary));
    } else {
        struct sv about = sv_of(lang_text(lang, help_about));

        buf_add_text(out, "gpubill \\- ");
        add_phrase(out, about.p + sizeof("gpubill ") - 1);
    }
    add_title(out, lang, N_("SYNOPSIS"));
    buf_addf(out, ".B gpubill%s%s\n", command ? " " : "", command ? command->name : "");
    add_line(out, lang_text(lang, command ? command->usage : help_usage));
    add_title(out, lang, N_("DESCRIPTION"));
}

static void
page_of_program(struct buf *out, enum lang lang)
{
    const struct command *c;

    add_line(out, lang_text(lang, help_about));
    buf_add_text(out, ".PP\n");
    add_line(out, lang_text(lang, help_paths));
    add_title(out, lang, N_("COMMANDS"));
    for (size_t i = 0; (c = help_command(i)) != NULL; i++) {
        buf_addf(out, ".TP\n.BR gpubill\\-%s (1)\n", c->name);
        add_line(out, lang_text(lang, c->summary));
    }
    add_title(out, lang, N_("OPTIONS"));
    add_options(out, OPTIONS_COMMON, lang);
    add_exit_codes(out, lang);
    add_title(out, lang, N_("ENVIRONMENT"));
    add_entries(out, environment, lang);
    add_title(out, lang, N_("FILES"));
    add_entries(out, files, lang);
}

static void
page_of_command(struct buf *out, const struct command *command, enum lang lang)
{
    add_line(out, lang_text(lang, command->summary));
    if (command->details) {
        buf_add_text(out, ".PP\n");
        add_line(out, lang_text(lang, command->details));
    }
    if (command->arguments == ARGUMENTS_FILES) {
        buf_add_text(out, ".PP\n");
        add_line(out, lang_text(lang, help_paths));
    }
    add_title(out, lang, N_("OPTIONS"));
    add_options(out, OPTIONS_COMMON | command->options, lang);
    add_exit_codes(out, lang);
    add_examples(out, command, lang);
}

void
manual_page(const struct command *command, enum lang lang, const char *date, struct buf *out)
{
    add_head(out, command, lang, date);
    if (command)
        page_of_command(out, command, lang);
    else
        page_of_program(out, lang);
    add_see_also(out, command, lang);
}
