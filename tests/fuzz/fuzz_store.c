/*
 * fuzz_store.c - what was read of any bytes comes out of the ledger that is kept as it went in, and
 * the same file again changes nothing.
 */
#include "folder.h"
#include "fuzz.h"
#include "reading.h"
#include "store/store_import.h"

/* All of ${im}, for comparing. */
static void
add_import_text(struct buf *out, const struct import *im)
{
    const struct observations *o = &im->observations;

    add_ledger_text(out, &im->ledger);
    buf_addf(out, "%zu %zu %zu %zu\n", o->states.n, o->samples.n, o->payments.list.n,
        im->invoices.list.n);
    reading_require(!out->failed);
}

/* Take ${im} into the store at ${path}, keep it, and put all that there is then into ${out}.
 * Returns whether the store got anything new. */
static bool
keep(struct import *im, const char *path, struct buf *out)
{
    struct holding h;
    struct store *s;
    struct err e = ERR_INIT;
    bool is_new;

    reading_require(store_open(&s, path, &e) == 0 && store_begin(s, &e) == 0);
    reading_require(store_take(s, im, &h, &e) == 0);
    add_import_text(out, im);
    store_note_settled(im, &h);
    reading_require(store_settle(s, im, &h, &e) == 0 && store_commit(s, &e) == 0);
    is_new = !holding_is_unchanged(&h);
    holding_release(&h);
    store_close(s);
    return is_new;
}

/* The inputs of ${im} that are kept: those that could be read. */
static bool
is_all_kept(const struct import *im)
{
    for (size_t i = 0; i < im->ledger.inputs.n; i++)
        if (im->ledger.inputs.at[i]->failure.code != ERR_NONE ||
            im->ledger.inputs.at[i]->kind == INPUT_CONFIG ||
            im->ledger.inputs.at[i]->kind == INPUT_OURS)
            return false;
    return im->ledger.inputs.n == 1;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct import first, again, none;
    struct buf in, twice, out;
    char file[FOLDER_PATH_MAX], store[FOLDER_PATH_MAX];
    struct err e = ERR_INIT;

    if (setenv("PATH", "", 1) != 0)
        abort();
    (void)folder_put(file, "bill.csv", (struct sv){ (const char *)data, size });
    (void)folder_path(store, "ledger.db");
    buf_init(&in, READING_TEXT_MAX);
    buf_init(&twice, READING_TEXT_MAX);
    buf_init(&out, READING_TEXT_MAX);
    import_path(&first, file);
    if (is_all_kept(&first)) {
        reading_require(keep(&first, store, &in));
        import_path(&again, file);
        reading_require(!keep(&again, store, &twice) && sv_is(buf_sv(&in), buf_sv(&twice)));
        import_release(&again);
        import_init(&none);
        reading_require(!keep(&none, store, &out) && sv_is(buf_sv(&in), buf_sv(&out)));
        import_release(&none);
        reading_require(file_remove_tree(store, &e) == 0);
    }
    import_release(&first);
    buf_release(&in);
    buf_release(&twice);
    buf_release(&out);
    return 0;
}
