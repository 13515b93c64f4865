/*
 * store_read_source.c - what was read of one source, out of its tables.
 */
#include "base/vec.h"
#include "store/store_source.h"

int
kept_reader_init(struct kept_reader *r, struct store *s, struct err *e)
{
    *r = (struct kept_reader){ .store = s };
    for (size_t i = 0; i < RAW_COUNT; i++)
        if (row_prepare_read(&r->rows[i], &raw_tables[i], s, e))
            return -1;
    return lines_prepare_read(r, e);
}

void
kept_reader_release(struct kept_reader *r)
{
    for (size_t i = 0; i < RAW_COUNT; i++)
        sql_release(&r->rows[i]);
    sql_release(&r->facets);
    sql_release(&r->lines);
    arena_release(&r->arena);
}

/* The next row of table ${of} into ${object}; texts are copied into ${arena}. */
static int
next(struct kept_reader *r, enum raw_table of, void *object, struct arena *arena, bool *is_row,
    struct err *e)
{
    if (sql_next(&r->rows[of], is_row, e))
        return -1;
    return *is_row ? row_read(&r->rows[of], &raw_tables[of], object, arena, e) : 0;
}

static int
read_sums(struct kept_reader *r, int64_t id, struct input *in, struct err *e)
{
    struct raw_sum sum;
    bool is_row;

    sql_put_int(&r->rows[RAW_SUM], id);
    for (;;) {
        if (next(r, RAW_SUM, &sum, &in->arena, &is_row, e))
            return -1;
        if (!is_row)
            return 0;
        if (strcmp(sum.what, "declared") != 0)
            continue;
        if (strlen(sum.currency) >= sizeof(in->declared.at->currency))
            return sql_damaged(r->store, e);
        if (currency_sums_add(&in->declared, sum.currency, sum.amount, e))
            return -1;
    }
}

static int
read_rejections(struct kept_reader *r, int64_t id, struct input *in, struct err *e)
{
    struct raw_rejection row;
    bool is_row;

    sql_put_int(&r->rows[RAW_REJECTION], id);
    for (;;) {
        const struct message_kept *why;

        if (next(r, RAW_REJECTION, &row, &in->arena, &is_row, e))
            return -1;
        if (!is_row)
            return 0;
        why = input_keep_why(in, in->rejections.n, &row.message);
        if (!why)
            return err_nomem(e);
        if (vec_grow(&in->rejections, 1, SIZE_MAX, e))
            return -1;
        in->rejections.at[in->rejections.n++] =
            (struct rejection){ row.line, row.raw, row.column, why, row.reason };
    }
}

static int
read_warnings(struct kept_reader *r, int64_t id, struct input *in, struct err *e)
{
    struct raw_warning warning;
    bool is_row = true;

    sql_put_int(&r->rows[RAW_WARNING], id);
    while (is_row) {
        if (vec_grow(&in->warnings, 1, SIZE_MAX, e) ||
            next(r, RAW_WARNING, &warning, &in->arena, &is_row, e))
            return -1;
        if (is_row && !warning.is_settled)
            in->warnings.at[in->warnings.n++] = warning.warning;
    }
    is_row = true;
    sql_put_int(&r->rows[RAW_WARNING_COUNT], id);
    while (is_row) {
        if (vec_grow(&in->warning_counts, 1, SIZE_MAX, e) ||
            next(r, RAW_WARNING_COUNT, &in->warning_counts.at[in->warning_counts.n], &in->arena,
                &is_row, e))
            return -1;
        in->warning_counts.n += is_row;
    }
    return 0;
}

static int
intern(struct observations *o, const char **text, struct err *e)
{
    *text = intern_text(&o->strings, sv_of(*text));
    return *text ? 0 : err_nomem(e);
}

static int
read_logs(struct kept_reader *r, int64_t id, struct observations *o, uint32_t input,
    struct err *e)
{
    bool is_row = true;

    sql_put_int(&r->rows[RAW_STATE], id);
    while (is_row) {
        struct state_entry state;

        if (vec_grow(&o->states, 1, UINT32_MAX, e) ||
            next(r, RAW_STATE, &state, &r->arena, &is_row, e))
            return -1;
        if (!is_row)
            break;
        if (intern(o, &state.platform, e) || intern(o, &state.account, e) ||
            intern(o, &state.instance, e))
            return -1;
        state.input = input;
        o->states.at[o->states.n++] = state;
    }
    is_row = true;
    sql_put_int(&r->rows[RAW_SAMPLE], id);
    while (is_row) {
        struct usage_sample sample;

        if (vec_grow(&o->samples, 1, UINT32_MAX, e) ||
            next(r, RAW_SAMPLE, &sample, &r->arena, &is_row, e))
            return -1;
        if (!is_row)
            break;
        if (intern(o, &sample.platform, e) || intern(o, &sample.instance, e) ||
            intern(o, &sample.gpu, e))
            return -1;
        sample.input = input;
        o->samples.at[o->samples.n++] = sample;
    }
    return 0;
}

static int
read_statements(struct kept_reader *r, int64_t id, struct payments *p, uint32_t input,
    struct err *e)
{
    struct payment payment = { .input = input };
    bool is_row = true;

    sql_put_int(&r->rows[RAW_STATEMENT], id);
    while (is_row) {
        if (next(r, RAW_STATEMENT, &payment, &r->arena, &is_row, e) ||
            (is_row && payments_add(p, &payment, e)))
            return -1;
    }
    return 0;
}

/* The next item of document ${document} into ${one}; ${*is_row}: an item is at hand. */
static int
read_items(struct kept_reader *r, int64_t document, struct invoice *one, bool *is_row,
    struct err *e)
{
    struct sql *q = &r->rows[RAW_ITEM];

    while (*is_row && sql_int(q, 1) == document) {
        if (vec_grow(&one->lines, 1, SIZE_MAX, e) ||
            row_read(q, &raw_tables[RAW_ITEM], &one->lines.at[one->lines.n], &r->arena, e))
            return -1;
        one->lines.n++;
        if (sql_next(q, is_row, e))
            return -1;
    }
    return 0;
}

static int
read_documents(struct kept_reader *r, int64_t id, struct invoices *v, const struct input *in,
    struct err *e)
{
    const char *path = in->path, *sum = in->sha256;
    bool is_row = true, is_item;
    int result = 0;

    sql_put_int(&r->rows[RAW_ITEM], id);
    if (sql_next(&r->rows[RAW_ITEM], &is_item, e))
        return -1;
    sql_put_int(&r->rows[RAW_DOCUMENT], id);
    while (result == 0 && is_row) {
        struct invoice one;

        invoice_init(&one);
        result = next(r, RAW_DOCUMENT, &one, &r->arena, &is_row, e);
        if (result == 0 && is_row)
            result = read_items(r, sql_int(&r->rows[RAW_DOCUMENT], 1), &one, &is_item, e);
        if (result == 0 && is_row &&
            (vec_grow(&one.files, 1, SIZE_MAX, e) || vec_grow(&one.file_sha256, 1, SIZE_MAX, e)))
            result = -1;
        if (result == 0 && is_row) {
            one.files.at[one.files.n++] = path;
            one.file_sha256.at[one.file_sha256.n++] = sum;
            result = invoices_add(v, &one, e);
        }
        invoice_release(&one);
    }
    return result;
}

/* The input of source ${id}, which becomes the ledger's. NULL: ${e}. */
static struct input *
read_input(struct kept_reader *r, int64_t id, struct ledger *l, uint32_t *index, struct err *e)
{
    struct input *in = input_new(SV_EMPTY, false);
    bool is_row;

    if (!in) {
        (void)err_nomem(e);
        return NULL;
    }
    sql_put_int(&r->rows[RAW_SOURCE], id);
    if (next(r, RAW_SOURCE, in, &in->arena, &is_row, e))
        goto fail;
    (void)sqlite3_reset(r->rows[RAW_SOURCE].statement);
    if (!is_row) {
        (void)sql_damaged(r->store, e);
        goto fail;
    }
    in->is_kept = true;
    if (ledger_add_input(l, in, index, e))
        goto fail;
    return in;
fail:
    input_free(in);
    return NULL;
}

int
kept_read(struct kept_reader *r, int64_t id, struct import *im, struct kept_fates *fates,
    struct arena *arena, struct err *e)
{
    uint32_t index;
    struct input *in = read_input(r, id, &im->ledger, &index, e);
    int result = -1;

    if (in && read_sums(r, id, in, e) == 0 && read_rejections(r, id, in, e) == 0 &&
        read_warnings(r, id, in, e) == 0 &&
        lines_read(r, id, &im->ledger, index, fates, arena, e) == 0 &&
        read_logs(r, id, &im->observations, index, e) == 0 &&
        read_statements(r, id, &im->observations.payments, index, e) == 0)
        result = read_documents(r, id, &im->invoices, in, e);
    arena_release(&r->arena);
    return result;
}
