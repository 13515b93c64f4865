/*
 * review_options.c - the options of a review: those of the command line, by their names.
 */
#include "base/vec.h"
#include "ledger/timestamp.h"
#include "library/review.h"
#include "parsers/names.h"
#include "run/option_limit.h"
#include "run/option_value.h"

enum kind {
    KIND_TEXT,
    KIND_TEXTS, /* may be set again */
    KIND_WORD,
    KIND_ZONE,
    KIND_JOBS,
    KIND_SIZE,
    KIND_LIMIT,
};

/* One option; its name is that of the command line, which messages use. */
struct known {
    const char *name;
    enum kind kind;
    size_t offset; /* in struct gpubill */
    const char *const *words;
};

static const char *const lang_words[] = { "en", "zh", NULL };
static const char *const flag_words[] = { "no", "yes", NULL };

#define AT(member) offsetof(struct gpubill, member)

static const struct known options[] = {
    { "--config", KIND_TEXT, AT(options.config), NULL },
    { "--formats", KIND_TEXT, AT(options.formats), NULL },
    { "--format", KIND_TEXT, AT(options.format), NULL },
    { "--timezone", KIND_ZONE, 0, NULL },
    { "--month", KIND_TEXT, AT(options.month), NULL },
    { "--from", KIND_TEXT, AT(options.from), NULL },
    { "--to", KIND_TEXT, AT(options.to), NULL },
    { "--lang", KIND_WORD, AT(lang), lang_words },
    { "--jobs", KIND_JOBS, 0, NULL },
    { "--memory", KIND_SIZE, AT(options.limits.memory), NULL },
    { "--limit", KIND_LIMIT, 0, NULL },
    { "--usage", KIND_TEXTS, AT(usage), NULL },
    { "--usage-columns", KIND_TEXT, AT(options.usage_columns), NULL },
    { "--previous", KIND_TEXTS, AT(previous), NULL },
    { "--ledger-db", KIND_TEXT, AT(options.ledger_db), NULL },
    { "--strict", KIND_WORD, AT(is_strict), flag_words },
    { "--force", KIND_WORD, AT(is_forced), flag_words },
};

#define COUNT (sizeof(options) / sizeof(options[0]))

/* Bytes of "--". */
#define DASHES 2

static int
set_jobs(struct gpubill *g, const char *value, struct err *e)
{
    uint64_t jobs;

    if (option_count(&jobs, "--jobs", value, e) < 0)
        return -1;
    g->options.jobs = jobs < RUN_JOBS_MAX ? (size_t)jobs : RUN_JOBS_MAX;
    return 0;
}

static int
set_text(struct gpubill *g, const struct known *option, const char *value, struct err *e)
{
    const char **member = (const char **)(void *)((char *)g + option->offset);
    const char *copy;

    if (!*value)
        return err_set(e, ERR_USAGE, N_("%s needs a value"), option->name);
    copy = arena_text(&g->arena, sv_of(value));
    if (!copy)
        return err_nomem(e);
    *member = copy;
    if (member == &g->options.config)
        g->options.config_text = SV_EMPTY;
    return 0;
}

static int
set(struct gpubill *g, const struct known *option, const char *value, struct err *e)
{
    void *member = (char *)g + option->offset;

    switch (option->kind) {
    case KIND_TEXT:
        return set_text(g, option, value, e);
    case KIND_TEXTS:
        return review_add_text(g, member, value, e);
    case KIND_WORD:
        return option_word(member, option->name, option->words, sv_of(value), e);
    case KIND_ZONE:
        g->options.has_timezone = true;
        return option_zone(&g->options.zone_minutes, option->name, value, e);
    case KIND_JOBS:
        return set_jobs(g, value, e);
    case KIND_SIZE:
        return option_size_set(member, option->name, value, e);
    case KIND_LIMIT:
        return option_limit_set(&g->options.limits, value, e);
    }
    return 0;
}

int
review_set(struct gpubill *review, const char *name, const char *value, struct err *e)
{
    const char *known[COUNT + 1] = { NULL };
    const char *nearest;

    for (size_t i = 0; i < COUNT; i++) {
        known[i] = options[i].name + DASHES;
        if (strcmp(known[i], name) == 0)
            return set(review, &options[i], value, e);
    }
    nearest = name_nearest(sv_of(name), known);
    if (nearest)
        return err_set(e, ERR_USAGE, N_("unknown option '%s'; did you mean %s?"), name, nearest);
    return err_set(e, ERR_USAGE, N_("unknown option '%s'; gpubill.h lists the options"), name);
}
