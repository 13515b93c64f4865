/*
 * options.h - what the user asked for on the command line.
 *
 * One table says what every option is called, what it takes and which commands take it; parsing,
 * checking, --help (help.h), manual pages and shell completions (manual/) come from it.
 */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/lang.h"
#include "input/limits.h"

struct command;
struct redaction;

enum when {
    WHEN_AUTO,
    WHEN_ALWAYS,
    WHEN_NEVER,
};

/* Which commands take an option; bits of command.options. */
enum option_group {
    OPTIONS_COMMON = 1 << 0, /* every command */
    OPTIONS_INPUT = 1 << 1,  /* commands that read bills */
    OPTIONS_PERIOD = 1 << 2,
    OPTIONS_REVIEW = 1 << 3,
    OPTIONS_LEDGER = 1 << 4,
    OPTIONS_JSON = 1 << 5,
    OPTIONS_EXPLAIN = 1 << 6,
    OPTIONS_CHECK = 1 << 7,
    OPTIONS_RECONCILE = 1 << 8,
    OPTIONS_DRAFT = 1 << 9,
    OPTIONS_SQL = 1 << 10,
};

/* How `ledger --as` writes. */
enum ledger_form {
    LEDGER_CSV,
    LEDGER_NDJSON,
    LEDGER_SQLITE,
    LEDGER_BEANCOUNT,
    LEDGER_HLEDGER,
};

struct stop;

/* Who splits rows of delimited text: the scan, and libcsv what it leaves; or libcsv all of them. */
enum reader_choice { READER_FAST, READER_LIBCSV };

struct options {
    struct stop *stop; /* what waits for signals, or NULL; main's */
    const struct command *command; /* NULL for --help and --version without a command */
    bool wants_help, wants_version;
    unsigned lang;      /* enum lang */
    const char *config; /* path, or NULL: see opening_config() */
    uint64_t jobs;
    bool is_quiet, is_verbose;
    unsigned colour, progress; /* enum when */
    bool is_recursive;   /* as always */
    const char *format;  /* --format, or NULL */
    const char *formats; /* --formats, or NULL */
    bool has_timezone;
    int zone_minutes; /* of --timezone, else +08:00 */
    const char *month, *from, *to; /* as given, or NULL */
    const char *out;
    unsigned outputs; /* bits of enum output */
    bool is_strict, is_forced;
    bool is_redacted;             /* --redact */
    struct redaction *redaction;  /* what stands for what, where --redact is given; else NULL */
    const char *fail_on;     /* --fail-on, or NULL */
    const char **usage;        /* --usage, each INSTANCE=FILE; owned */
    size_t usage_count;
    const char **previous;     /* --previous, each a path; owned */
    size_t previous_count;
    const char **where;        /* --where, each a condition; owned */
    size_t where_count;
    const char *ledger_db;     /* --ledger-db, or NULL */
    const char *findings, *aggregates; /* of an engine, or NULL */
    const char *usage_columns; /* --usage-columns, or NULL */
    struct limits limits;      /* of --limit, --memory and --reader */
    unsigned reader;           /* enum reader_choice */
    bool is_json;
    unsigned ledger_form; /* enum ledger_form */
    bool is_focus;
    unsigned engine_table; /* enum engine_table of --table, ENGINE_TABLE_COUNT if not given */
    bool is_stream;          /* --stream */
    const char *as_path;     /* --as-path, or NULL */
    const char *rejections;  /* --rejections, or NULL */
    const char *output_file; /* -o, or NULL */
    const char *explain;     /* --explain, or NULL */
    uint64_t line;           /* --line, 0 if not given */
    const char *check;       /* --check, or NULL */
    unsigned engine;         /* enum engine of --engine, ENGINE_COUNT if not given */
    unsigned sql_part;       /* --part: all, ddl, rules, spend */
    const char **paths;      /* what is left: paths or ids; NULL-ended, owned */
    size_t path_count;
};

/*
 * Read the arguments. ${o} is set to its defaults first; the language comes from LC_ALL,
 * LC_MESSAGES and LANG. Strings are those of ${argv}. -1: ERR_USAGE naming the argument and the
 * nearest known one, ERR_NOMEM. options_release() in every case.
 */
int options_parse(struct options *o, int argc, char **argv, struct err *e);
void options_release(struct options *o);

#endif
