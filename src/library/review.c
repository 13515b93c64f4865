/*
 * review.c - a review from gpubill_open() to gpubill_close().
 *
 * Every function that can fail notes why in the review, in words, before it returns its code.
 */
#include <stdlib.h>

#include "base/pool.h"
#include "base/vec.h"
#include "library/review.h"
#include "run/writing.h"

/* Most texts of one option that may be given again, and most things that are added. */
#define TEXTS_MAX 1000000

const char *
gpubill_version(void)
{
    return GPUBILL_VERSION;
}

struct gpubill *
gpubill_open(void)
{
    struct gpubill *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    g->options = (struct run_options){ .zone_minutes = RUN_ZONE_DEFAULT, .out = "",
        .limits = LIMITS_INIT, .jobs = pool_processors() };
    return g;
}

void
gpubill_close(struct gpubill *review)
{
    if (!review)
        return;
    if (review->stage != REVIEW_OPEN) {
        judging_release(&review->judging);
        reading_release(&review->reading);
    }
    map_release(&review->names);
    vec_release(&review->paths);
    vec_release(&review->usage);
    vec_release(&review->previous);
    vec_release(&review->bytes);
    arena_release(&review->arena);
    free(review);
}

const char *
gpubill_error(const struct gpubill *review)
{
    return review ? review->error : "";
}

const struct results *
review_results(const struct gpubill *review)
{
    return review->stage == REVIEW_DONE ? &review->results : NULL;
}

/* Put review->err into words. Returns ${code}, but GPUBILL_NOMEM where memory is out. */
static int
tell(struct gpubill *g, int code)
{
    (void)err_text(&g->err, (enum lang)g->lang, g->error, sizeof(g->error));
    return g->err.code == ERR_NOMEM ? GPUBILL_NOMEM : code;
}

/* Begin a call that ${is_allowed}; else it is told as misuse. */
static bool
begin(struct gpubill *g, bool is_allowed)
{
    g->error[0] = '\0';
    g->err = (struct err)ERR_INIT;
    if (is_allowed)
        return true;
    if (g->stage == REVIEW_OPEN)
        (void)err_set(&g->err, ERR_USAGE,
            N_("the review has not been run, or an argument is missing"));
    else
        (void)err_set(&g->err, ERR_USAGE,
            N_("the review has been run: open another one; or an argument is missing"));
    (void)tell(g, GPUBILL_MISUSE);
    return false;
}

int
review_add_text(struct gpubill *review, struct review_texts *list, const char *text,
    struct err *e)
{
    const char *copy = arena_text(&review->arena, sv_of(text));

    if (!copy)
        return err_nomem(e);
    if (vec_grow(list, 1, TEXTS_MAX, e) < 0)
        return -1;
    list->at[list->n++] = copy;
    return 0;
}

int
gpubill_set(struct gpubill *review, const char *name, const char *value)
{
    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_OPEN && name && value))
        return GPUBILL_MISUSE;
    return review_set(review, name, value, &review->err) < 0 ? tell(review, GPUBILL_USAGE)
        : GPUBILL_DONE;
}

int
gpubill_set_config(struct gpubill *review, const char *name, const void *bytes, size_t size)
{
    const char *copy;

    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_OPEN && name && (bytes || size == 0)))
        return GPUBILL_MISUSE;
    copy = arena_text(&review->arena, sv_of(name));
    if (!copy) {
        (void)err_nomem(&review->err);
        return tell(review, GPUBILL_NOMEM);
    }
    review->options.config = copy;
    review->options.config_text = (struct sv){ bytes ? bytes : "", size };
    return GPUBILL_DONE;
}

int
gpubill_add_path(struct gpubill *review, const char *path)
{
    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_OPEN && path))
        return GPUBILL_MISUSE;
    return review_add_text(review, &review->paths, path, &review->err) < 0
        ? tell(review, GPUBILL_USAGE) : GPUBILL_DONE;
}

static int
add_bytes(struct gpubill *g, const char *name, struct sv bytes)
{
    const char *copy = arena_text(&g->arena, sv_of(name));
    bool is_new = false;

    if (!copy || vec_grow(&g->bytes, 1, TEXTS_MAX, &g->err) < 0)
        return copy ? -1 : err_nomem(&g->err);
    if (!map_put(&g->names, sv_of(copy), &is_new))
        return err_nomem(&g->err);
    if (!is_new) {
        (void)err_set(&g->err, ERR_USAGE, N_("bytes of this name have been added before"));
        return err_at(&g->err, name, 0);
    }
    g->bytes.at[g->bytes.n++] = (struct run_bytes){ copy, bytes };
    return 0;
}

int
gpubill_add_bytes(struct gpubill *review, const char *name, const void *bytes, size_t size)
{
    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_OPEN && name && *name && (bytes || size == 0)))
        return GPUBILL_MISUSE;
    return add_bytes(review, name, (struct sv){ bytes ? bytes : "", size }) < 0
        ? tell(review, GPUBILL_USAGE) : GPUBILL_DONE;
}

/* Note the first thing that was not right, though the run went on. */
static int
tell_partly(struct gpubill *g)
{
    const struct ledger *l = &g->reading.import.ledger;
    struct message why;

    for (size_t i = 0; i < l->inputs.n && g->err.code == ERR_NONE; i++) {
        const struct input *in = l->inputs.at[i];

        if (reading_is_missed(in, g->is_strict)) {
            g->err = in->failure;
            (void)err_at(&g->err, in->path, 0);
        } else if (g->is_strict && !in->is_kept && in->rejections.n > 0) {
            message_unfold(&why, in->rejections.at[0].why);
            (void)err_set_message(&g->err, ERR_SYNTAX, &why);
            (void)err_at(&g->err, in->path, in->rejections.at[0].line);
        }
    }
    (void)tell(g, GPUBILL_PARTLY);
    return GPUBILL_PARTLY;
}

/* The steps of `gpubill review`, without its report. An exit code. */
static int
run(struct gpubill *g)
{
    struct reading *r = &g->reading;
    int code;

    if (g->paths.n + g->bytes.n == 0 && !g->options.ledger_db) {
        (void)err_set(&g->err, ERR_USAGE, N_("nothing was added that could be read"));
        return EXIT_USAGE;
    }
    if (keeping_check(&g->options, &g->err) < 0)
        return EXIT_OUTPUT;
    code = reading_formats(r, &g->err);
    if (code == EXIT_DONE)
        code = reading_config(r, &g->err);
    if (code == EXIT_DONE)
        code = reading_run(r, true, &g->err);
    if (code == EXIT_DONE)
        code = judging_run(&g->judging, r, &g->err);
    if (code == EXIT_DONE &&
        keeping_commit(&r->keeping, &g->judging.reconciling.recon, &g->err) < 0)
        code = EXIT_OUTPUT;
    return code;
}

static void
fill_results(struct gpubill *g)
{
    const struct judging *j = &g->judging;

    g->results = (struct results){ .ledger = &g->reading.import.ledger, .review = &j->review,
        .import = &g->reading.import, .formats = &g->reading.formats, .lang = (enum lang)g->lang,
        .version = GPUBILL_VERSION, .audit = &j->audit, .recon = &j->reconciling.recon,
        .config = g->reading.config, .limits = &g->options.limits.program };
    stopwatch_tell(&g->stopwatch, &g->results);
}

int
gpubill_run(struct gpubill *review)
{
    int code;

    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_OPEN))
        return GPUBILL_MISUSE;
    stopwatch_start(&review->stopwatch);
    review->options.paths = review->paths.at;
    review->options.path_count = review->paths.n;
    review->options.bytes = review->bytes.at;
    review->options.bytes_count = review->bytes.n;
    review->options.usage = review->usage.at;
    review->options.usage_count = review->usage.n;
    review->options.previous = review->previous.at;
    review->options.previous_count = review->previous.n;
    reading_init(&review->reading, &review->options);
    review->stage = REVIEW_FAILED;
    code = run(review);
    if (code != EXIT_DONE)
        return tell(review, code);
    review->stage = REVIEW_DONE;
    fill_results(review);
    return reading_outcome(&review->reading, review->is_strict) == EXIT_PARTLY
        ? tell_partly(review) : GPUBILL_DONE;
}

static int
write_report(struct gpubill *g, const char *folder, unsigned outputs)
{
    struct outdir *out = outdir_begin(folder, g->is_forced, NULL, &g->err);
    struct writing w;
    int result;

    if (!out)
        return -1;
    writing_init(&w, &g->results);
    result = writing_write(&w, out, outputs, &g->err);
    if (result == 0)
        result = outdir_commit(out, &g->err);
    writing_release(&w);
    outdir_free(out);
    return result;
}

int
gpubill_write(struct gpubill *review, const char *folder, const char *list)
{
    unsigned outputs;

    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_DONE && folder && list))
        return GPUBILL_MISUSE;
    if (writing_outputs(&outputs, "--write", list, &review->err) < 0)
        return tell(review, GPUBILL_USAGE);
    return write_report(review, folder, outputs) < 0 ? tell(review, GPUBILL_OUTPUT)
        : GPUBILL_DONE;
}

/* A sink of the user's. */
struct giving {
    gpubill_sink *sink;
    void *context;
};

static int
give(void *context, struct sv piece, struct err *e)
{
    const struct giving *to = context;

    if (piece.n == 0 || to->sink(to->context, piece.p, piece.n) == 0)
        return 0;
    return err_set(e, ERR_IO, N_("what takes the file did not take all of it"));
}

int
gpubill_give(struct gpubill *review, const char *file, gpubill_sink *sink, void *context)
{
    struct giving to = { sink, context };
    struct writing w;
    int result;

    if (!review)
        return GPUBILL_MISUSE;
    if (!begin(review, review->stage == REVIEW_DONE && file && sink))
        return GPUBILL_MISUSE;
    writing_init(&w, &review->results);
    result = writing_give(&w, file, give, &to, &review->err);
    writing_release(&w);
    if (result < 0)
        return tell(review, review->err.code == ERR_USAGE ? GPUBILL_USAGE : GPUBILL_OUTPUT);
    return GPUBILL_DONE;
}
