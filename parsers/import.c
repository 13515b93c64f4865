/*
 * import.c - from paths to one ledger: find, recognise, read, normalise.
 *
 * Each file has a thread, which reads what it is or holds into ledgers of their own; threads
 * without a file help with large ones (import_reader.c, import_parts.c). The ledgers are merged in
 * the order of the walk, which is that of the paths, and within a file by path, so nothing depends
 * on which thread was faster.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/vec.h"
#include "input/text.h"
#include "parsers/reader.h"

/* Bytes of standard input that are kept in memory; what is beyond goes to a temporary file. */
#define STDIN_MEMORY_MAX (64u << 20)

/* Where there are so many bytes for each thread, one more is worth to be started. */
#define HELP_BYTES ((size_t)1 << 20)

/* Most warnings of a run that concern no input. */
#define WARNINGS_MAX 10000

/* What came of one thing to be read: a file, a member of an archive, a sheet of a workbook. */
struct piece {
    struct input *input; /* the ledger's */
    struct ledger ledger;
    struct observations observations;
    struct invoices invoices;
};

/* What came of one file of the walk. */
struct slot {
    struct { struct piece **at; size_t n, room; } pieces; /* by path */
    struct err err; /* ends the run, if set */
};

/* What all threads share. */
struct work {
    const struct import_options *options;
    const struct walk *walk;
    struct slot *slots; /* by index of the walk */
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
    invoices_init(&im->invoices);
}

void
import_release(struct import *im)
{
    ledger_release(&im->ledger);
    observations_release(&im->observations);
    invoices_release(&im->invoices);
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

int
import_open(struct source **out, const struct found *file, struct err *e)
{
    if (file->kind == FOUND_STDIN)
        return source_open_stream(out, STDIN_FILENO, SV_EMPTY, STDIN_MEMORY_MAX, UINT64_MAX, e);
    if (file->kind == FOUND_BYTES) {
        *out = source_of_memory(file->bytes);
        return *out ? 0 : err_nomem(e);
    }
    return source_open(out, file->path, e);
}

/* Have a piece of ${slot} with the input ${path}. NULL: ${e} says why. */
static struct piece *
add_piece(struct slot *slot, const char *path, bool was_named, struct err *e)
{
    struct piece *piece = NULL;
    struct input *input;
    uint32_t ignored;

    if (vec_grow(&slot->pieces, 1, SIZE_MAX / sizeof(*slot->pieces.at), e))
        return NULL;
    piece = calloc(1, sizeof(*piece));
    if (!piece) {
        (void)err_nomem(e);
        return NULL;
    }
    ledger_init(&piece->ledger);
    observations_init(&piece->observations);
    invoices_init(&piece->invoices);
    slot->pieces.at[slot->pieces.n++] = piece;
    input = input_new(sv_of(path), was_named);
    if (!input) {
        (void)err_nomem(e);
        return NULL;
    }
    if (ledger_add_input(&piece->ledger, input, &ignored, e)) {
        input_free(input);
        return NULL;
    }
    piece->input = input;
    return piece;
}

/* Progress of one item, whose bytes stand for fewer or more of those of its file. */
struct item_progress {
    const struct import_options *options;
    uint64_t bytes, share; /* of the item */
    uint64_t done, told;   /* of its bytes, of its share */
};

/* Told through options.progress while an item is read. */
static void
add_share(void *context, uint64_t bytes, uint64_t total)
{
    struct item_progress *p = context;
    uint64_t due, product;

    (void)total;
    p->done += bytes;
    due = __builtin_mul_overflow(p->done, p->share, &product) || p->bytes == 0 ? p->told :
        product / p->bytes;
    if (due > p->share)
        due = p->share;
    if (due > p->told) {
        import_tell(p->options, due - p->told);
        p->told = due;
    }
}

/* The work on one file of the walk. */
struct file_work {
    const struct import_options *options;
    struct crew *crew;
    struct slot *slot;
    bool is_log;   /* found::is_log */
    uint64_t told; /* bytes of which progress was told */
};

/* Whether ${failure} says no more than that ${found} is nothing known. */
static bool
is_unknown(const struct detection *found, const struct err *failure)
{
    return failure->code == ERR_UNKNOWN ||
        (failure->code == ERR_ENCODING && !found->format && !found->usage);
}

/* What --usage alone names is no bill, whatever it looks like: nobody asked to count it. */
static int
refuse_no_log(const struct input *in, struct err *e)
{
    if (in->kind == INPUT_USAGE)
        return 0;
    return err_set(e, ERR_USAGE, N_("--usage takes a utilisation log, and this is read as %s; "
        "it is not counted, for it is not among the paths"), in->format);
}

/* As reader_read(), of what is asked for. */
static int
read_asked(struct reader *r, struct detection *found, bool is_log, struct err *e)
{
    return reader_read(r, found, e) || (is_log && refuse_no_log(r->input, e)) ? -1 : 0;
}

/* Read ${item} into ${piece}: 1: known; 0: not; -1: the run ends. */
static int
read_piece(struct file_work *work, struct piece *piece, const struct content_item *item,
    struct err *e)
{
    struct import_options options = *work->options;
    struct item_progress progress = {
        .options = work->options,
        .bytes = item->source ? source_size(item->source) : 0,
        .share = item->share,
    };
    struct input *input = piece->input;
    struct detection found;
    struct err failure = ERR_INIT;
    struct reader r = {
        .options = &options,
        .input = input,
        .ledger = &piece->ledger,
        .observations = &piece->observations,
        .invoices = &piece->invoices,
        .crew = work->crew,
        .arena = ARENA_INIT,
    };
    int result = 1;

    if (options.progress) {
        options.progress = add_share;
        options.progress_context = &progress;
    }
    reader_take(&r, item);
    if (read_asked(&r, &found, work->is_log, &failure)) {
        reader_forget(&r);
        input->failure = failure;
        (void)err_at(&input->failure, input->path, failure.line);
        if (is_unknown(&found, &failure)) {
            /* As a file met in a folder, it need not be a bill. */
            input->was_named = input->was_named && !item->is_one_of_many;
            result = 0;
        }
        if (r.is_fatal || failure.code == ERR_NOMEM) {
            *e = failure;
            result = -1;
        }
    }
    if (item->share > progress.told)
        import_tell(work->options, item->share - progress.told);
    work->told += item->share;
    reader_release(&r);
    detection_release(&found);
    return result;
}

/* One thing that a file of the walk holds, or is. */
static int
visit_item(void *context, const struct content_item *item, struct err *e)
{
    struct file_work *work = context;
    struct piece *piece = add_piece(work->slot, item->path, item->was_named, e);

    if (!piece || input_lies_in(piece->input, item->file, item->file_sha256, e)) {
        source_free(item->source);
        return -1;
    }
    if (item->passed)
        input_pass(piece->input, item->passed);
    if (item->passed)
        return 0;
    if (!item->failure)
        return read_piece(work, piece, item, e);
    piece->input->failure = *item->failure;
    (void)err_at(&piece->input->failure, piece->input->path, 0);
    if (item->failure->code != ERR_UNKNOWN)
        return 1;
    piece->input->was_named = item->was_named && !item->is_one_of_many;
    return 0;
}

/* By path. */
static int
compare_pieces(const void *a, const void *b)
{
    const struct piece *const *x = a, *const *y = b;

    return strcmp((*x)->input->path, (*y)->input->path);
}

/* Read what ${file} holds. */
static void
read_found(struct slot *slot, const struct found *file, const struct import_options *options,
    struct crew *crew)
{
    static const struct limits usual = LIMITS_INIT;
    struct file_work work = { .options = options, .crew = crew, .slot = slot,
        .is_log = file->is_log };
    struct err failure = ERR_INIT;
    struct source *source;
    uint64_t size;

    if (import_open(&source, file, &failure)) {
        struct content_item item = {
            .path = file->path, .was_named = file->was_named, .failure = &failure,
        };

        if (failure.code == ERR_NOMEM)
            slot->err = failure;
        else
            (void)visit_item(&work, &item, &slot->err);
        return;
    }
    size = source_size(source);
    if (contents_walk(source, file->path, file->was_named,
            options->limits ? options->limits : &usual, visit_item, &work, &slot->err))
        return;
    if (slot->pieces.n > 1)
        qsort(slot->pieces.at, slot->pieces.n, sizeof(*slot->pieces.at), compare_pieces);
    if (size > work.told)
        import_tell(options, size - work.told);
}

/* Work on one file of the walk. */
static void
import_one(void *context, size_t index, struct crew *crew)
{
    struct work *w = context;
    const struct found *file = &w->walk->found.at[index];
    struct slot *slot = &w->slots[index];
    struct piece *piece;

    if (file->kind == FOUND_OURS && file->was_named)
        return;
    if (file->kind == FOUND_FILE || file->kind == FOUND_STDIN || file->kind == FOUND_BYTES) {
        read_found(slot, file, w->options, crew);
        return;
    }
    piece = add_piece(slot, file->path, file->was_named, &slot->err);
    if (!piece)
        return;
    if (file->passed) {
        input_pass(piece->input, file->passed);
        return;
    }
    (void)err_set_message(&piece->input->failure, ERR_IO, &file->why);
    (void)err_at(&piece->input->failure, file->path, 0);
}

/* A new warning that concerns no input, its message still empty; NULL: ERR_NOMEM. */
static struct warning *
new_warning(struct import *im, const char *code, struct err *e)
{
    if (vec_grow_named(&im->warnings, 1, WARNINGS_MAX, N_("warnings"), e))
        return NULL;
    im->warnings.at[im->warnings.n] = (struct warning){ .code = code };
    return &im->warnings.at[im->warnings.n++];
}

/* Say of a report that gpubill wrote, and that was named, that it is not read. */
static int
warn_own(struct import *im, const struct found *file, struct err *e)
{
    struct warning *warning = new_warning(im, "own-output", e);

    if (warning)
        message_set_whole(&warning->message,
            "%s: gpubill's own output is never read; give it the bills themselves", file->path);
    return warning ? 0 : -1;
}

static int
warn_nothing(struct import *im, struct err *e)
{
    struct warning *warning = new_warning(im, "no-files", e);

    if (warning)
        message_set(&warning->message,
            "there are no files to read here (names that begin with a dot are passed over)");
    return warning ? 0 : -1;
}

/* Put the pieces of one file at the end. */
static int
merge_slot(struct import *im, struct slot *slot, struct err *e)
{
    if (slot->err.code != ERR_NONE) {
        *e = slot->err;
        return -1;
    }
    for (size_t i = 0; i < slot->pieces.n; i++) {
        struct piece *piece = slot->pieces.at[i];
        uint32_t shift = (uint32_t)im->ledger.inputs.n;

        if (import_tell_missing(im, piece->input, e) ||
            observations_merge(&im->observations, &piece->observations, shift, e) ||
            invoices_merge(&im->invoices, &piece->invoices, e) ||
            ledger_merge(&im->ledger, &piece->ledger, e))
            return -1;
    }
    return 0;
}

/* Put all pieces together in the order of their paths. */
static int
merge(struct import *im, struct work *w, struct err *e)
{
    for (size_t i = 0; i < w->walk->found.n; i++) {
        const struct found *file = &w->walk->found.at[i];

        if ((file->kind == FOUND_OURS && file->was_named && warn_own(im, file, e)) ||
            merge_slot(im, &w->slots[i], e))
            return -1;
    }
    observations_sort(&im->observations);
    return payments_settle(&im->observations.payments, e);
}

static void
slot_release(struct slot *slot)
{
    for (size_t i = 0; i < slot->pieces.n; i++) {
        ledger_release(&slot->pieces.at[i]->ledger);
        observations_release(&slot->pieces.at[i]->observations);
        invoices_release(&slot->pieces.at[i]->invoices);
        free(slot->pieces.at[i]);
    }
    vec_release(&slot->pieces);
}

/* Threads for ${files} files of ${bytes} together: small ones need no help. */
static size_t
threads_of(const struct import_options *options, size_t files, uint64_t bytes)
{
    size_t helped = options->part_bytes > 0 ? options->part_bytes : HELP_BYTES;
    uint64_t useful = files + bytes / helped;

    return options->jobs < useful ? options->jobs : (size_t)useful;
}

int
import_all(struct import *im, const struct walk *w, const struct import_options *options,
    struct err *e)
{
    struct import_options shared = *options;
    struct progress progress = { .options = options, .total = walk_bytes(w) };
    struct work work = { .options = &shared, .walk = w };
    size_t n = w->found.n, passed = 0;
    int result = -1;

    if (options->progress) {
        shared.progress = add_progress;
        shared.progress_context = &progress;
    }
    work.slots = calloc(n > 0 ? n : 1, sizeof(*work.slots));
    if (!work.slots)
        return err_nomem(e);
    if (crew_run(threads_of(options, n, progress.total), n, import_one, &work, e) == 0)
        result = merge(im, &work, e);
    for (size_t i = 0; i < n; i++)
        passed += w->found.at[i].passed != PASSED_NOT && !w->found.at[i].was_named;
    if (result == 0 && passed == n)
        result = warn_nothing(im, e);
    for (size_t i = 0; i < n; i++)
        slot_release(&work.slots[i]);
    free(work.slots);
    return result;
}
