/*
 * write_manuals.c - a program of the build: writes manual pages and shell completions.
 *
 *     write_manuals en|zh PAGE YYYY-MM-DD      a manual page
 *     write_manuals bash|zsh|fish TEMPLATE     a completion
 *
 * The result goes to standard output, which is kept only where the exit code is 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/help.h"
#include "app/manual/manual.h"
#include "base/file.h"

#define OUTPUT_MAX (1u << 20)

static const struct shell {
    const char *name;
    bool (*part)(struct sv part, struct buf *out);
} shells[] = {
    { "bash", completion_bash },
    { "zsh", completion_zsh },
    { "fish", completion_fish },
};

/* ${page}: "gpubill", or "gpubill-" and a command. */
static int
write_page(enum lang lang, const char *page, const char *date, struct buf *out)
{
    const size_t prefix = sizeof("gpubill-") - 1;
    const char *name = strlen(page) > prefix ? page + prefix : NULL;
    const struct command *command = NULL;

    for (size_t i = 0; name && (command = help_command(i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            break;
    if (name && !command) {
        fprintf(stderr, "write_manuals: no command is called '%s'\n", name);
        return -1;
    }
    manual_page(command, lang, date, out);
    return 0;
}

/* The template with its marked lines replaced. */
static int
fill(const struct shell *shell, struct sv template, struct buf *out)
{
    struct sv line;

    while (sv_cut(&template, '\n', &line)) {
        struct sv mark = sv_trim(line);

        if (!sv_starts(mark, SV("# @")) || !sv_ends(mark, SV("@"))) {
            buf_addf(out, "%.*s\n", SV_ARG(line));
        } else if (!shell->part(sv_part(mark, 3, mark.n - 1), out)) {
            fprintf(stderr, "write_manuals: %s knows no '%.*s'\n", shell->name, SV_ARG(mark));
            return -1;
        }
    }
    return 0;
}

static int
write_completion(const struct shell *shell, const char *path, struct buf *out)
{
    struct err e = ERR_INIT;
    char message[ERR_TEXT_MAX];
    struct buf template;
    int result;

    buf_init(&template, OUTPUT_MAX);
    result = file_read(&template, path, &e);
    if (result)
        fprintf(stderr, "write_manuals: %s\n", err_text(&e, LANG_EN, message, sizeof(message)));
    else
        result = fill(shell, buf_sv(&template), out);
    buf_release(&template);
    return result;
}

static int
write_asked(int argc, char **argv, struct buf *out)
{
    if (argc == 4)
        return write_page(strcmp(argv[1], "zh") == 0 ? LANG_ZH : LANG_EN, argv[2], argv[3], out);
    for (size_t i = 0; argc == 3 && i < sizeof(shells) / sizeof(shells[0]); i++)
        if (strcmp(shells[i].name, argv[1]) == 0)
            return write_completion(&shells[i], argv[2], out);
    fprintf(stderr, "usage: write_manuals en|zh PAGE DATE | SHELL TEMPLATE\n");
    return -1;
}

int
main(int argc, char **argv)
{
    struct err e = ERR_INIT;
    struct buf out;
    int result;

    buf_init(&out, OUTPUT_MAX);
    result = write_asked(argc, argv, &out);
    if (result == 0 && (buf_ok(&out, &e) || fwrite(out.p, 1, out.n, stdout) != out.n ||
        fflush(stdout) != 0)) {
        fprintf(stderr, "write_manuals: the result could not be written\n");
        result = -1;
    }
    buf_release(&out);
    return result ? EXIT_FAILURE : EXIT_SUCCESS;
}
