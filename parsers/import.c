/*
 * import.c - from paths to one ledger: find, recognise, read, normalise.
 *
 * Each file is read by one thread into a ledger of its own. The ledgers are merged in the order of
 * the walk, which is that of the paths, so nothing depends on which thread was faster.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/vec.h"
#include "input/text.h"
#include "parsers/reader.h"

/* Bytes of standard input that are kept in memory; what is beyond goes to a temporary file. */
#define STDIN_MEMORY_MAX (64u << 20)

/* Most warnings of a run that concern no input. */
#define WARNINGS_MAX 10000

/* What came of one file. */
struct piece {
    struct ledger ledger;
    struct observations observations;
    struct err err; /* ends the run, if set */
};

/* What all threads share. */
struct work {
    const struct import_options *options;
    const struct walk *walk;
    struct piece *pieces; /* by index of the walk */
};

/* Progress of all threads together. */
struct progress {
    const struct import_options *options;
    uint64_t total;
    atomic_uint_fast64_t done;
};

void
import_init(struct import *im)
{
    *im = (struct import){ 0 };
    ledger_init(&im->ledger);
    observations_init(&im->observations);
}

void
import_release(struct import *im)
{
    ledger_release(&im->ledger);
    observations_release(&im->observations);
    vec_release(&im->warnings);
}

/* Told through options.progress, whose context is a struct progress while import_all() runs. */
static void
add_progress(void *context, uint64_t bytes, uint64_t total)
{
    struct progress *p = context;
    uint64_t done = atomic_fetch_add(&p->done, bytes) + bytes;

    (void)total;
    p->options->progress(p->options->progress_context, done < p->total ? done : p->total,
        p->total);
}

void
import_tell(const struct import_options *options, uint64_t bytes)
{
    if (options->progress)
        options->progress(options->progress_context, bytes, 0);
}

static int
open_source(struct reader *r, const struct found *file, struct err *e)
{
    if (file->kind == FOUND_STDIN)
        return source_open_stream(&r->source, STDIN_FILENO, STDIN_MEMORY_MAX, e);
    return source_open(&r->source, file->path, e);
}

int
reader_read(struct reader *r, struct detection *found, struct err *e)
{
    *found = (struct detection){ .arena = ARENA_INIT };
    r->input->bytes = source_size(r->source);
    if (source_sha256(r->source, r->input->sha256, e) ||
        detect(found, r->source, r->options->formats, r->options->forced, r->input, e))
        return -1;
    if (!found->format)
        return err_set_message(e, ERR_UNKNOWN, &found->why);
    r->found = found;
    r->text = text_new(r->source, &found->charset, e);
    if (!r->text)
        return -1;
    return reader_run(r, e);
}

int
reader_read_file(struct reader *r, const struct found *file, struct detection *found,
    struct err *e)
{
    *found = (struct detection){ .arena = ARENA_INIT };
    return open_source(r, file, e) || reader_read(r, found, e) ? -1 : 0;
}

void
reader_forget(struct reader *r)
{
    struct input *input = r->input;

    r->ledger->lines.n = 0;
    r->observations->states.n = 0;
    r->observations->samples.n = 0;
    input->records = input->lines = input->rejected = 0;
    memset(input->skipped, 0, sizeof(input->skipped));
    input->rejections.n = 0;
    input->declared.n = 0;
}

static void
read_piece(struct piece *piece, const struct found *file, struct input *input,
    const struct import_options *options)
{
    struct detection found;
    struct err failure = ERR_INIT;
    struct reader r = {
        .options = options,
        .input = input,
        .ledger = &piece->ledger,
        .observations = &piece->observations,
        .arena = ARENA_INIT,
    };

    if (reader_read_file(&r, file, &found, &failure)) {
        if (r.is_fatal || failure.code == ERR_NOMEM)
            piece->err = failure;
        reader_forget(&r);
        input->failure = failure;
        (void)err_at(&input->failure, input->path, failure.line);
    }
    if (input->bytes > r.told)
        import_tell(options, input->bytes - r.told);
    reader_release(&r);
    detection_release(&found);
}

/* Work on one file of the walk. */
static void
import_one(void *context, size_t index)
{
    struct work *w = context;
    const struct found *file = &w->walk->found.at[index];
    struct piece *piece = &w->pieces[index];
    struct input *input;
    uint32_t ignored;

    if (file->kind == FOUND_OURS)
        return;
    input = input_new(sv_of(file->path), file->was_named);
    if (!input) {
        (void)err_nomem(&piece->err);
        return;
    }
    if (ledger_add_input(&piece->ledger, input, &ignored, &piece->err)) {
        input_free(input);
        return;
    }
    if (file->kind == FOUND_FILE || file->kind == FOUND_STDIN) {
        read_piece(piece, file, input, w->options);
        return;
    }
    (void)err_set_message(&input->failure, ERR_IO, &file->why);
    (void)err_at(&input->failure, file->path, 0);
}

/* Bytes of all files that will be read, as far as the system tells. */
static uint64_t
count_bytes(const struct walk *w)
{
    uint64_t total = 0;
    struct stat st;

    for (size_t i = 0; i < w->found.n; i++)
        if (w->found.at[i].kind == FOUND_FILE && stat(w->found.at[i].path, &st) == 0 &&
            S_ISREG(st.st_mode) && st.st_size > 0)
            total += (uint64_t)st.st_size;
    return total;
}

/* Say of folders that gpubill wrote and that were named that they are not read. */
static int
warn_own(struct import *im, const struct found *file, struct err *e)
{
    struct warning *warning;

    /* One that is met inside a folder is where the report goes: no news. */
    if (!file->was_named)
        return 0;
    if (vec_grow(&im->warnings, 1, WARNINGS_MAX, e))
        return -1;
    warning = &im->warnings.at[im->warnings.n++];
    *warning = (struct warning){ .code = "own-output" };
    message_set_whole(&warning->message,
        "%s: gpubill's own output is never read; give it the bills themselves", file->path);
    return 0;
}

/* Put the pieces together in the order of their paths. */
static int
merge(struct import *im, struct work *w, struct err *e)
{
    for (size_t i = 0; i < w->walk->found.n; i++) {
        struct piece *piece = &w->pieces[i];
        uint32_t shift = (uint32_t)im->ledger.inputs.n;

        if (piece->err.code != ERR_NONE) {
            *e = piece->err;
            return -1;
        }
        if (w->walk->found.at[i].kind == FOUND_OURS) {
            if (warn_own(im, &w->walk->found.at[i], e))
                return -1;
            continue;
        }
        if (observations_merge(&im->observations, &piece->observations, shift, e) ||
            ledger_merge(&im->ledger, &piece->ledger, e))
            return -1;
    }
    observations_sort(&im->observations);
    return 0;
}

int
import_all(struct import *im, const struct walk *w, const struct import_options *options,
    struct err *e)
{
    struct import_options shared = *options;
    struct progress progress = { .options = options, .total = count_bytes(w) };
    struct work work = { .options = &shared, .walk = w };
    size_t n = w->found.n;
    int result = -1;

    if (options->progress) {
        shared.progress = add_progress;
        shared.progress_context = &progress;
    }
    work.pieces = calloc(n > 0 ? n : 1, sizeof(*work.pieces));
    if (!work.pieces)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        ledger_init(&work.pieces[i].ledger);
        observations_init(&work.pieces[i].observations);
    }
    if (pool_run(options->jobs, n, import_one, &work, e) == 0)
        result = merge(im, &work, e);
    for (size_t i = 0; i < n; i++) {
        ledger_release(&work.pieces[i].ledger);
        observations_release(&work.pieces[i].observations);
    }
    free(work.pieces);
    return result;
}
