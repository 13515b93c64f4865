/*
 * opening.c - what commands that read bills do alike.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/progress.h"
#include "base/file.h"

struct run_options
opening_options(const struct options *o)
{
    return (struct run_options){ .paths = o->paths, .path_count = o->path_count,
        .config = o->config, .formats = o->formats, .format = o->format,
        .has_timezone = o->has_timezone, .zone_minutes = o->zone_minutes, .month = o->month,
        .from = o->from, .to = o->to, .usage = o->usage, .usage_count = o->usage_count,
        .usage_columns = o->usage_columns, .previous = o->previous,
        .previous_count = o->previous_count, .ledger_db = o->ledger_db, .out = o->out,
        .limits = o->limits, .jobs = (size_t)o->jobs };
}

void
opening_init(struct reading *r, const struct options *o)
{
    const struct run_options options = opening_options(o);

    reading_init(r, &options);
}

int
opening_formats(struct reading *r, const struct options *o)
{
    struct err e = ERR_INIT;
    int code = reading_formats(r, &e);

    return code == EXIT_DONE ? code : output_failure(o, &e, code);
}

/*
 * The config of this run into ${path}, empty where there is none: that of --config, else
 * ./gpubill.json, else that of the only folder named. The last is said: nobody asked for it.
 */
static int
find_config(struct buf *path, const struct options *o, struct err *e)
{
    struct message found;
    struct stat s;

    if (o->config || access(CONFIG_NAME, F_OK) == 0)
        return file_join(path, "", o->config ? o->config : CONFIG_NAME, e);
    if (!(o->command->options & OPTIONS_INPUT) || o->path_count != 1 ||
        stat(o->paths[0], &s) < 0 || !S_ISDIR(s.st_mode))
        return 0;
    if (file_join(path, o->paths[0], CONFIG_NAME, e) < 0)
        return -1;
    if (stat(path->p, &s) < 0 || !S_ISREG(s.st_mode)) {
        buf_reset(path);
        return 0;
    }
    message_set_whole(&found, N_("config: %s"), path->p);
    output_note(o, &found);
    return 0;
}

int
opening_config(struct reading *r, const struct options *o)
{
    struct err e = ERR_INIT;
    struct buf path;
    int code = EXIT_USAGE;

    buf_init(&path, ERR_PATH_MAX);
    if (find_config(&path, o, &e) == 0) {
        r->options.config = path.n > 0 ? path.p : NULL;
        code = reading_config(r, &e);
        r->options.config = o->config;
    }
    if (code != EXIT_DONE)
        code = output_failure(o, &e, code);
    buf_release(&path);
    return code;
}

int
opening_run(struct reading *r, const struct options *o, bool is_settled)
{
    struct progress progress;
    struct err e = ERR_INIT;
    int code = opening_formats(r, o);

    if (code == EXIT_DONE)
        code = opening_config(r, o);
    if (code != EXIT_DONE)
        return code;
    if (o->path_count == 0 && !o->ledger_db) {
        (void)err_set(&e, ERR_USAGE,
            N_("no file or folder given; for example: gpubill %s bills"), o->command->name);
        return output_failure(o, &e, EXIT_USAGE);
    }
    progress_init(&progress, o);
    r->options.progress = progress_step;
    r->options.progress_context = &progress;
    code = reading_run(r, is_settled, &e);
    r->options.progress = NULL;
    progress_end(&progress);
    return code == EXIT_DONE ? code : output_failure(o, &e, code);
}
