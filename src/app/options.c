/*
 * options.c - reads the command line by the option table.
 *
 * Values are only stored here; what needs the time zone or a file (periods, configs) is read by the
 * commands that use it.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/help.h"
#include "app/option_table.h"
#include "app/options.h"
#include "audit/engine_sql.h"
#include "base/memory.h"
#include "base/pool.h"
#include "parsers/names.h"
#include "reports/render.h"
#include "run/option_limit.h"
#include "run/option_value.h"
#include "run/run_options.h"
#include "run/writing.h"

/* Most names among which the nearest is looked for. */
#define NAMES_MAX 64

/* Bytes of "-j". */
#define SHORT_LENGTH 2

static int
set_option(struct options *o, const struct option *option, const char *value, struct err *e)
{
    void *member = (char *)o + option->offset;

    switch (option->kind) {
    case OPTION_SWITCH:
        *(bool *)member = true;
        return 0;
    case OPTION_TEXT:
        *(const char **)member = value;
        return 0;
    case OPTION_CHOICE:
        return option_word(member, option->name, option->choices, sv_of(value), e);
    case OPTION_COUNT:
        return option_count(member, option->name, value, e);
    case OPTION_ZONE:
        o->has_timezone = true;
        return option_zone(member, option->name, value, e);
    case OPTION_OUTPUTS:
        return writing_outputs(member, option->name, value, e);
    case OPTION_PREVIOUS:
        o->previous[o->previous_count++] = value;
        return 0;
    case OPTION_WHERE:
        o->where[o->where_count++] = value;
        return 0;
    case OPTION_LIMIT:
        return option_limit_set(&o->limits, value, e);
    case OPTION_SIZE:
        return option_size_set(member, option->name, value, e);
    case OPTION_USAGE:
        o->usage[o->usage_count++] = value;
        return 0;
    }
    return 0;
}

/* POSIX: the first of these that is set and not empty names the language. */
static enum lang
lang_of_environment(void)
{
    static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return strncmp(value, "zh", 2) == 0 ? LANG_ZH : LANG_EN;
    }
    return LANG_EN;
}

static bool
is_long(const struct option *option)
{
    return option->name[1] == '-';
}

static const struct option *
find_option(struct sv name)
{
    for (const struct option *t = option_table; t->name; t++)
        if (sv_is(name, sv_of(t->name)) || (t->short_name && sv_is(name, sv_of(t->short_name))))
            return t;
    return NULL;
}

/* The commands that take ${option}: "ledger, draft". */
static void
add_takers(struct buf *out, const struct option *option)
{
    const struct command *c;

    for (size_t i = 0; (c = help_command(i)) != NULL; i++)
        if (c->options & option->group)
            buf_addf(out, "%s%s", out->n > 0 ? ", " : "", c->name);
}

/* ${option} is one of other commands. What goes to a file with -o goes to a folder with --out. */
static int
foreign_option(const struct options *o, const struct option *option, struct err *e)
{
    static const char *const alike[] = { "-o", "--out" };
    struct buf takers;

    if (!o->command)
        return err_set(e, ERR_USAGE, N_("%s stands behind the command: gpubill COMMAND %s"),
            option->name, option->name);
    for (size_t i = 0; i < 2; i++)
        if (strcmp(option->name, alike[i]) == 0 &&
            (find_option(sv_of(alike[1 - i]))->group & o->command->options))
            return err_set(e, ERR_USAGE, N_("%s is no option of 'gpubill %s'; did you mean %s?"),
                option->name, o->command->name, alike[1 - i]);
    buf_init(&takers, ERR_PATH_MAX);
    add_takers(&takers, option);
    (void)err_set(e, ERR_USAGE, N_("%s is no option of 'gpubill %s', but of: %s"), option->name,
        o->command->name, takers.n > 0 ? takers.p : "");
    buf_release(&takers);
    return -1;
}

/*
 * The long option of ${groups} that ${name} may be meant for, or NULL. The dashes would make short
 * words alike, so they count only where the first letters are the same: --ouput is near --out. One
 * is also near that is the beginning of the other.
 */
static const char *
nearest_option(struct sv name, unsigned groups)
{
    const char *bare[NAMES_MAX] = { NULL }, *dashed[NAMES_MAX] = { NULL }, *nearest;
    struct sv word = sv_part(name, sv_starts(name, SV("--")) ? 2 : 1, name.n);
    size_t n = 0, same = 0;

    for (const struct option *t = option_table; t->name && n < NAMES_MAX - 1; t++) {
        if (!(t->group & groups) || !is_long(t))
            continue;
        bare[n++] = t->name + 2;
        if (word.n > 0 && word.p[0] == t->name[2])
            dashed[same++] = t->name;
    }
    nearest = name_nearest(word, bare);
    if (nearest)
        return nearest - 2;
    nearest = name_nearest(name, dashed);
    for (size_t i = 0; i < same && !nearest && word.n > 1; i++)
        if (sv_starts(word, sv_of(dashed[i] + 2)) || sv_starts(sv_of(dashed[i] + 2), word))
            nearest = dashed[i];
    return nearest;
}

static int
unknown_option(const struct options *o, struct sv arg, struct err *e)
{
    struct sv name = sv_part(arg, 0, sv_find(arg, SV("="), 0));
    const char *nearest = nearest_option(name,
        OPTIONS_COMMON | (o->command ? o->command->options : ~0u));

    if (nearest)
        return err_set(e, ERR_USAGE, N_("unknown option '%.*s'; did you mean %s?"), SV_ARG(name),
            nearest);
    return err_set(e, ERR_USAGE, N_("unknown option '%.*s'; --help lists the options"),
        SV_ARG(name));
}

static const struct command *
find_command(const char *name)
{
    for (size_t i = 0; command_table[i]; i++)
        if (strcmp(command_table[i]->name, name) == 0)
            return command_table[i];
    return NULL;
}

static int
unknown_command(const char *name, struct err *e)
{
    const char *known[NAMES_MAX];
    size_t n = 0;
    const char *nearest;

    while (command_table[n] && n < NAMES_MAX - 1) {
        known[n] = command_table[n]->name;
        n++;
    }
    known[n] = NULL;
    nearest = name_nearest(sv_of(name), known);
    if (nearest)
        return err_set(e, ERR_USAGE, N_("unknown command '%s'; did you mean %s?"), name, nearest);
    if (access(name, F_OK) == 0)
        return err_set(e, ERR_USAGE, N_("'%s' is no command; to review it: gpubill review %s"),
            name, name);
    return err_set(e, ERR_USAGE, N_("unknown command '%s'; --help lists the commands"), name);
}

/* True for "-j4": a short option with its value behind it. */
static bool
is_short_with_value(const char *arg, const struct option **out)
{
    const struct option *option = find_option(sv_part(sv_of(arg), 0, SHORT_LENGTH));

    if (arg[1] == '-' || !option || !option->value)
        return false;
    *out = option;
    return true;
}

/* The command line as it is read. */
struct parse {
    int argc;
    char **argv;
    int i;                         /* of the argument at hand */
    const char *given[NAMES_MAX];  /* the values so far, by place in option_table */
};

/*
 * An option that is given again with another value can only be meant once, if it cannot be given
 * again at all. Of what every command takes the last one counts, as aliases set it; the config is
 * too much to be lost without a word.
 */
static int
check_again(struct parse *p, const struct option *option, const char *value, struct err *e)
{
    const char **before = &p->given[option - option_table];
    bool is_of_alias = (option->group & OPTIONS_COMMON) && option->kind != OPTION_TEXT;

    if (*before && strcmp(*before, value) != 0 && !is_of_alias && !option_is_repeatable(option))
        return err_set(e, ERR_USAGE, N_("%s is given twice, with '%s' and '%s'; keep one of them"),
            option->name, *before, value);
    *before = value;
    return 0;
}

static int
give_value(struct options *o, struct parse *p, const struct option *option, const char *value,
    struct err *e)
{
    if (!*value)
        return err_set(e, ERR_USAGE, N_("%s needs a value: %s"), option->name, option->value);
    return check_again(p, option, value, e) ? -1 : set_option(o, option, value, e);
}

/* The value of ${option} is the next argument, which must not be an option itself. */
static int
take_next(struct options *o, struct parse *p, const struct option *option, struct err *e)
{
    const char *next = p->i + 1 < p->argc ? p->argv[p->i + 1] : NULL;
    struct sv name = sv_of(next);

    if (!next)
        return err_set(e, ERR_USAGE, N_("%s needs a value: %s"), option->name, option->value);
    if (strcmp(next, "--") == 0 || find_option(sv_part(name, 0, sv_find(name, SV("="), 0))))
        return err_set(e, ERR_USAGE, N_("%s needs a value: %s; what follows is %s"), option->name,
            option->value, next);
    p->i++;
    return give_value(o, p, option, next, e);
}

/*
 * One argument that begins with a dash, with the next one where that is its value. The command must
 * take it; the common ones may also stand before the command.
 */
static int
parse_option(struct options *o, struct parse *p, struct err *e)
{
    const char *arg = p->argv[p->i];
    const char *equals = strncmp(arg, "--", 2) == 0 ? strchr(arg, '=') : NULL;
    struct sv name = { arg, equals ? (size_t)(equals - arg) : strlen(arg) };
    const struct option *option = find_option(name);
    unsigned groups = OPTIONS_COMMON | (o->command ? o->command->options : 0);

    if (!option && is_short_with_value(arg, &option))
        equals = arg + SHORT_LENGTH - 1;
    if (!option)
        return unknown_option(o, name, e);
    if (!(option->group & groups))
        return foreign_option(o, option, e);
    if (!option->value && equals)
        return err_set(e, ERR_USAGE, N_("%s takes no value"), option->name);
    if (!option->value) {
        p->given[option - option_table] = "";
        return set_option(o, option, NULL, e);
    }
    return equals ? give_value(o, p, option, equals + 1, e) : take_next(o, p, option, e);
}

static int
check_together(const struct parse *p, struct err *e)
{
    static const char *const exclusive[][2] = { { "--quiet", "--verbose" },
        { "--explain", "--json" }, { "--focus", "--json" }, { "--check", "--json" } };

    for (size_t i = 0; i < sizeof(exclusive) / sizeof(exclusive[0]); i++) {
        const char *const *pair = exclusive[i];

        if (p->given[find_option(sv_of(pair[0])) - option_table] &&
            p->given[find_option(sv_of(pair[1])) - option_table])
            return err_set(e, ERR_USAGE, N_("%s and %s exclude each other"), pair[0], pair[1]);
    }
    return 0;
}

/* All arguments, from the first behind the program's name. */
static int
parse_all(struct options *o, struct parse *p, struct err *e)
{
    bool only_paths = false;

    for (p->i = 1; p->i < p->argc; p->i++) {
        const char *arg = p->argv[p->i];

        if (!only_paths && strcmp(arg, "--") == 0) {
            only_paths = true;
        } else if (!only_paths && arg[0] == '-' && arg[1]) {
            if (parse_option(o, p, e) < 0)
                return -1;
        } else if (!o->command && !only_paths && strcmp(arg, "help") == 0) {
            o->wants_help = true;
        } else if (!o->command) {
            o->command = find_command(arg);
            if (!o->command)
                return unknown_command(arg, e);
        } else if (!*arg) {
            return err_set(e, ERR_USAGE, N_("an argument is empty; name a file, a folder or -"));
        } else {
            o->paths[o->path_count++] = arg;
        }
    }
    return check_together(p, e);
}

int
options_parse(struct options *o, int argc, char **argv, struct err *e)
{
    struct parse p = { .argc = argc, .argv = argv };

    *o = (struct options){ .lang = lang_of_environment(), .jobs = pool_processors(),
        .zone_minutes = RUN_ZONE_DEFAULT, .engine = ENGINE_COUNT,
        .engine_table = ENGINE_TABLE_COUNT, .out = "gpubill-review", .outputs = OUTPUT_ALL,
        .limits = LIMITS_INIT };
    o->limits.memory = memory_of_machine() / 4 * 3;
    o->paths = calloc((size_t)argc + 1, sizeof(*o->paths));
    o->usage = calloc((size_t)argc + 1, sizeof(*o->usage));
    o->previous = calloc((size_t)argc + 1, sizeof(*o->previous));
    o->where = calloc((size_t)argc + 1, sizeof(*o->where));
    if (!o->paths || !o->usage || !o->previous || !o->where)
        return err_nomem(e);
    if (parse_all(o, &p, e))
        return -1;
    if (o->output_file && strcmp(o->output_file, "-") == 0)
        o->output_file = NULL;
    o->limits.record.is_by_libcsv = o->reader == READER_LIBCSV;
    if (o->jobs > RUN_JOBS_MAX)
        o->jobs = RUN_JOBS_MAX;
    return 0;
}

void
options_release(struct options *o)
{
    free(o->paths);
    free(o->usage);
    free(o->previous);
    free(o->where);
    o->paths = o->usage = o->previous = o->where = NULL;
}
