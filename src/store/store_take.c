/*
 * store_take.c - what is new into the store, and what the store has into the import.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "store/store_import.h"

/* How many hex digits of its SHA-256 a source is called by. */
#define ID_DIGITS 12

struct taker {
    struct store *store;
    struct import *im;
    struct holding *h;
    struct kept_writer write, digest;
    struct sql find, set_reading, set_path, remove_lines, remove;
    struct map seen; /* SHA-256 -> index of the input */
};

void
holding_release(struct holding *h)
{
    vec_release(&h->news);
    arena_release(&h->arena);
    *h = (struct holding){ .n = 0 };
}

bool
holding_is_unchanged(const struct holding *h)
{
    return h->taken == 0 && h->changed == 0 && h->renamed == 0;
}

static bool
is_worth_keeping(const struct input *in)
{
    switch (in->kind) {
    case INPUT_BILL:
    case INPUT_USAGE:
    case INPUT_STATES:
    case INPUT_INVOICE:
    case INPUT_PAYMENT:
        return in->failure.code == ERR_NONE && in->sha256[0] != '\0';
    case INPUT_UNKNOWN:
    case INPUT_OURS:
    case INPUT_CONFIG:
        break;
    }
    return false;
}

static int64_t
id_of(const struct input *in)
{
    char digits[ID_DIGITS + 1];

    memcpy(digits, in->sha256, ID_DIGITS);
    digits[ID_DIGITS] = '\0';
    return strtoll(digits, NULL, 16);
}

static int
prepare(struct taker *t, struct err *e)
{
    struct store *s = t->store;

    return kept_writer_init(&t->write, s, e) || kept_writer_init(&t->digest, NULL, e) ||
        sql_prepare(&t->find, s, "SELECT sha256, path, reading FROM sources WHERE source = ?", e) ||
        sql_prepare(&t->set_reading, s, "UPDATE sources SET reading = ? WHERE source = ?", e) ||
        sql_prepare(&t->set_path, s, "UPDATE sources SET path = ? WHERE source = ?", e) ||
        sql_prepare(&t->remove_lines, s, "DELETE FROM lines WHERE source = ?", e) ||
        sql_prepare(&t->remove, s, "DELETE FROM sources WHERE source = ?", e) ? -1 : 0;
}

static void
release(struct taker *t)
{
    kept_writer_release(&t->write);
    kept_writer_release(&t->digest);
    sql_release(&t->find);
    sql_release(&t->set_reading);
    sql_release(&t->set_path);
    sql_release(&t->remove_lines);
    sql_release(&t->remove);
    map_release(&t->seen);
}

/* Call ${in}, and the documents of it from ${document} on, by ${path}. */
static int
rename_input(struct taker *t, struct input *in, size_t document, const char *path, struct err *e)
{
    struct invoices *v = &t->im->invoices;
    const char *before = in->path;

    path = arena_text(&in->arena, sv_of(path));
    if (!path)
        return err_nomem(e);
    for (size_t i = document; i < v->list.n; i++) {
        struct invoice *one = &v->list.at[i];

        if (one->files.n == 0 || strcmp(one->files.at[0], before) != 0 ||
            strcmp(one->file_sha256.at[0], in->sha256) != 0)
            break;
        one->files.at[0] = path;
    }
    in->path = path;
    return 0;
}

/* What the store has under the id of ${in} into ${*is_there}, its digest and its path. */
static int
find_source(struct taker *t, const struct input *in, int64_t id, bool *is_there,
    uint64_t *reading, struct buf *path, struct err *e)
{
    int result = 0;

    sql_put_int(&t->find, id);
    if (sql_next(&t->find, is_there, e))
        return -1;
    if (!*is_there)
        return 0;
    *reading = (uint64_t)sql_int(&t->find, 2);
    buf_add_text(path, sql_text(&t->find, 1));
    if (strcmp(sql_text(&t->find, 0), in->sha256) != 0)
        result = err_set(e, ERR_LIMIT,
            N_("two files of the ledger begin with the same SHA-256; keep one of them elsewhere"));
    (void)sqlite3_reset(t->find.statement);
    return result ? err_at(e, in->path, 0) : 0;
}

static int
remove_source(struct taker *t, int64_t id, struct err *e)
{
    /* Lines first: what they belong to is then gone without looking for them one by one. What was
     * found in them goes first of all, as they would look for that. */
    if (sql_execute(t->store, "DELETE FROM findings", e))
        return -1;
    sql_put_int(&t->remove_lines, id);
    if (sql_run(&t->remove_lines, e))
        return -1;
    sql_put_int(&t->remove, id);
    return sql_run(&t->remove, e);
}

static int
write_source(struct taker *t, uint32_t input, int64_t id, const struct kept_place *at,
    struct err *e)
{
    uint64_t reading;

    if (kept_write(&t->write, id, t->im, input, at, &reading, e))
        return -1;
    sql_put_int(&t->set_reading, (int64_t)reading);
    sql_put_int(&t->set_reading, id);
    return sql_run(&t->set_reading, e);
}

/* Input ${input}, which is no copy of one before it, into the store if that has not got it. */
static int
take_source(struct taker *t, uint32_t input, const struct kept_place *at, struct err *e)
{
    struct input *in = t->im->ledger.inputs.at[input];
    struct held *held = &t->h->at[input];
    uint64_t before = 0, now = 0;
    bool is_there;
    struct buf path;
    int result = -1;

    buf_init(&path, SIZE_MAX);
    held->id = id_of(in);
    if (find_source(t, in, held->id, &is_there, &before, &path, e) || buf_ok(&path, e) ||
        (is_there && kept_write(&t->digest, held->id, t->im, input, at, &now, e)))
        goto done;
    held->is_new = !is_there || now != before;
    t->h->taken += !is_there;
    t->h->lines_taken += is_there ? 0 : in->lines;
    t->h->known += is_there && now == before;
    t->h->changed += is_there && now != before;
    if (is_there && strcmp(path.p, in->path) < 0 &&
        rename_input(t, in, at->document, path.p, e))
        goto done;
    if (is_there && held->is_new && remove_source(t, held->id, e))
        goto done;
    if (held->is_new && write_source(t, input, held->id, at, e))
        goto done;
    if (is_there && !held->is_new && strcmp(path.p, in->path) != 0) {
        sql_put_text(&t->set_path, in->path);
        sql_put_int(&t->set_path, held->id);
        if (sql_run(&t->set_path, e))
            goto done;
        t->h->renamed++;
    }
    result = 0;
done:
    buf_release(&path);
    return result;
}

/* Move ${at} behind the rows of input ${input}. */
static void
pass(const struct import *im, uint32_t input, struct kept_place *at)
{
    const struct input *in = im->ledger.inputs.at[input];
    const struct observations *o = &im->observations;
    const struct invoices *v = &im->invoices;

    while (at->line < im->ledger.lines.n && im->ledger.lines.at[at->line].input == input)
        at->line++;
    while (at->state < o->states.n && o->states.at[at->state].input == input)
        at->state++;
    while (at->sample < o->samples.n && o->samples.at[at->sample].input == input)
        at->sample++;
    while (at->payment < o->payments.list.n && o->payments.list.at[at->payment].input == input)
        at->payment++;
    while (at->document < v->list.n && v->list.at[at->document].files.n > 0 &&
        strcmp(v->list.at[at->document].files.at[0], in->path) == 0 &&
        strcmp(v->list.at[at->document].file_sha256.at[0], in->sha256) == 0)
        at->document++;
}

static int
take_all(struct taker *t, struct err *e)
{
    const struct ledger *l = &t->im->ledger;
    struct kept_place at = { 0 };

    for (uint32_t i = 0; i < l->inputs.n; i++) {
        struct input *in = l->inputs.at[i];
        bool is_first = false;

        t->h->at[i].warnings = in->warnings.n;
        if (is_worth_keeping(in) && !map_put(&t->seen, sv_of(in->sha256), &is_first))
            return err_nomem(e);
        if (is_first && take_source(t, i, &at, e))
            return -1;
        pass(t->im, i, &at);
    }
    return 0;
}

/* Add the sources of the store that are not of this run. */
static int
read_others(struct taker *t, struct import *others, struct err *e)
{
    struct holding *h = t->h;
    struct kept_reader reader;
    struct sql list;
    bool is_row = true;
    size_t room = t->im->ledger.inputs.n;
    int result = kept_reader_init(&reader, t->store, e);

    if (sql_prepare(&list, t->store, "SELECT source, sha256 FROM sources ORDER BY source", e))
        result = -1;
    while (result == 0 && is_row) {
        result = sql_next(&list, &is_row, e);
        if (result || !is_row || map_get(&t->seen, sv_of(sql_text(&list, 1))))
            continue;
        if (h->n == room) {
            struct held *more = arena_array(&h->arena, 2 * room + 16, sizeof(*more));

            if (!more) {
                result = err_nomem(e);
                break;
            }
            if (h->n > 0)
                memcpy(more, h->at, h->n * sizeof(*more));
            h->at = more;
            room = 2 * room + 16;
        }
        h->at[h->n] = (struct held){ .id = sql_int(&list, 0) };
        result = kept_read(&reader, h->at[h->n].id, others, &h->at[h->n].fates, &h->arena, e);
        if (result == 0)
            h->at[h->n].warnings =
                others->ledger.inputs.at[others->ledger.inputs.n - 1]->warnings.n;
        h->n++;
    }
    sql_release(&list);
    kept_reader_release(&reader);
    return result;
}

static int
merge(struct import *im, struct import *others, struct err *e)
{
    uint32_t shift = (uint32_t)im->ledger.inputs.n;

    return ledger_merge(&im->ledger, &others->ledger, e) ||
        observations_merge(&im->observations, &others->observations, shift, e) ||
        invoices_merge(&im->invoices, &others->invoices, e) ? -1 : 0;
}

/* Which bills say their projects themselves, before the config gives some. */
static int
note_projects(const struct ledger *l, struct holding *h, struct err *e)
{
    h->has_project = arena_array(&h->arena, l->lines.n + 1, sizeof(*h->has_project));
    if (!h->has_project)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++)
        h->has_project[i] = ledger_text(&l->lines.at[i], TEXT_PROJECT)[0] != '\0';
    return 0;
}

int
store_take(struct store *s, struct import *im, struct holding *h, struct err *e)
{
    struct taker t = { .store = s, .im = im, .h = h };
    struct import others;
    int result = -1;

    *h = (struct holding){ .n = im->ledger.inputs.n };
    import_init(&others);
    h->at = arena_array(&h->arena, h->n + 1, sizeof(*h->at));
    if (!h->at)
        (void)err_nomem(e);
    else if (store_group_rows(im, e) == 0 && prepare(&t, e) == 0 && take_all(&t, e) == 0 &&
        read_others(&t, &others, e) == 0 && merge(im, &others, e) == 0 &&
        store_sort_inputs(im, h, e) == 0)
        result = note_projects(&im->ledger, h, e);
    import_release(&others);
    release(&t);
    return result;
}
