/*
 * store_settle.c - what settling decided of all sources, into the store.
 *
 * Only what is otherwise than before is written.
 */
#include "base/vec.h"
#include "store/store_import.h"

#define NEWS_MAX 100000

struct settler {
    struct store *store;
    const struct import *im;
    struct holding *h;
    struct sql line, counted, old_warnings, forget_warnings, forget_sums;
    struct row_writer warning, sum;
};

static int
prepare(struct settler *t, struct err *e)
{
    struct store *s = t->store;

    return sql_prepare(&t->line, s,
            "UPDATE lines SET left_out = ?, x_Project = ? WHERE source = ? AND number = ?", e) ||
        sql_prepare(&t->counted, s,
            "UPDATE sources SET counted = ?1 WHERE source = ?2 AND counted <> ?1", e) ||
        sql_prepare(&t->old_warnings, s,
            "SELECT says FROM warnings WHERE source = ? AND is_settled", e) ||
        sql_prepare(&t->forget_warnings, s,
            "DELETE FROM warnings WHERE source = ? AND is_settled", e) ||
        sql_prepare(&t->forget_sums, s,
            "DELETE FROM source_sums WHERE source = ? AND what = 'billed'", e) ||
        row_writer_init(&t->warning, &raw_tables[RAW_WARNING], s, e) ||
        row_writer_init(&t->sum, &raw_tables[RAW_SUM], s, e) ? -1 : 0;
}

static void
release(struct settler *t)
{
    sql_release(&t->line);
    sql_release(&t->counted);
    sql_release(&t->old_warnings);
    sql_release(&t->forget_warnings);
    sql_release(&t->forget_sums);
    row_writer_release(&t->warning);
    row_writer_release(&t->sum);
}

static int
settle_lines(struct settler *t, const struct held *held, struct err *e)
{
    uint64_t counted = 0;

    for (size_t i = 0; i < held->n; i++) {
        const struct ledger_line *line = &t->im->ledger.lines.at[held->first + i];
        const char *project = t->h->has_project[held->first + i]
            ? "" : ledger_text(line, TEXT_PROJECT);
        unsigned fate = held->fates.n > 0 ? held->fates.fate[i] : FATE_COUNTED;
        const char *before = held->fates.n > 0 ? held->fates.project[i] : "";

        counted += line->fate == FATE_COUNTED;
        if (line->fate == fate && strcmp(project, before) == 0)
            continue;
        sql_put_text(&t->line, fate_word(line->fate));
        sql_put_text(&t->line, project);
        sql_put_int(&t->line, held->id);
        sql_put_int(&t->line, (int64_t)i);
        if (sql_run(&t->line, e))
            return -1;
    }
    if (held->is_new)
        t->h->lines_counted += counted;
    sql_put_int(&t->counted, (int64_t)counted);
    sql_put_int(&t->counted, held->id);
    return sql_run(&t->counted, e);
}

static int
settle_sums(struct settler *t, const struct held *held, const struct input *in, struct err *e)
{
    sql_put_int(&t->forget_sums, held->id);
    if (sql_run(&t->forget_sums, e))
        return -1;
    for (size_t i = 0; i < in->billed.n; i++) {
        const struct raw_sum sum = { "billed", in->billed.at[i].currency, in->billed.at[i].sum };

        if (row_write(&t->sum, &held->id, &sum, e))
            return -1;
    }
    return 0;
}

/* Note the warnings of settling that a file of an earlier run did not have then. */
static int
find_news(struct settler *t, const struct held *held, const struct input *in, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct map old = MAP_INIT;
    char says[MESSAGE_TEXT_MAX];
    bool is_row = true;
    int result = -1;

    sql_put_int(&t->old_warnings, held->id);
    while (is_row) {
        struct sv text;

        if (sql_next(&t->old_warnings, &is_row, e))
            goto done;
        text = is_row ? arena_sv(&scratch, sv_of(sql_text(&t->old_warnings, 0))) : SV_EMPTY;
        if (is_row && text.n > 0 && !map_put(&old, text, NULL)) {
            (void)err_nomem(e);
            goto done;
        }
    }
    for (size_t i = held->warnings; i < held->settled; i++) {
        const struct warning *w = &in->warnings.at[i];

        if (map_get(&old, sv_of(message_text(&w->message, LANG_EN, says, sizeof(says)))))
            continue;
        if (vec_grow(&t->h->news, 1, NEWS_MAX, e))
            goto done;
        t->h->news.at[t->h->news.n++] = (struct held_news){ in, w };
    }
    result = 0;
done:
    (void)sqlite3_reset(t->old_warnings.statement);
    map_release(&old);
    arena_release(&scratch);
    return result;
}

static int
settle_warnings(struct settler *t, const struct held *held, const struct input *in,
    struct err *e)
{
    if (in->is_kept && find_news(t, held, in, e))
        return -1;
    sql_put_int(&t->forget_warnings, held->id);
    if (sql_run(&t->forget_warnings, e))
        return -1;
    for (size_t i = held->warnings; i < held->settled; i++) {
        const struct raw_warning warning = { in->warnings.at[i], true };

        if (row_write(&t->warning, (const int64_t[]){ held->id, (int64_t)i }, &warning, e))
            return -1;
    }
    return 0;
}

void
store_note_settled(const struct import *im, struct holding *h)
{
    for (size_t i = 0; i < h->n; i++)
        h->at[i].settled = im->ledger.inputs.at[i]->warnings.n;
}

int
store_settle(struct store *s, const struct import *im, struct holding *h, struct err *e)
{
    struct settler t = { .store = s, .im = im, .h = h };
    int result = prepare(&t, e);

    for (size_t i = 0; result == 0 && i < h->n; i++) {
        const struct input *in = im->ledger.inputs.at[i];

        if (h->at[i].id != 0 &&
            (settle_lines(&t, &h->at[i], e) || settle_sums(&t, &h->at[i], in, e) ||
                settle_warnings(&t, &h->at[i], in, e)))
            result = -1;
    }
    release(&t);
    return result;
}
