/*
 * expression_memo.c - values that follow from one column's text alone, remembered by that text.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/expression_memo.h"
#include "parsers/expression_tree.h"

/* Most values that are kept of one expression. */
#define VALUES_MAX 8192

struct expression_memo *
expression_memos_new(const struct format *f)
{
    return calloc(f->memo_count + 1, sizeof(struct expression_memo));
}

void
expression_memos_free(struct expression_memo *memos, const struct format *f)
{
    for (size_t i = 0; memos && i < f->memo_count; i++) {
        memo_release(&memos[i].memo);
        vec_release(&memos[i].values);
    }
    free(memos);
}

/* Verbs whose value follows from the texts that they are made of, and which note no currency. */
static bool
is_of_text(enum verb verb)
{
    return verb != VERB_AMOUNT && verb != VERB_DURATION && verb != VERB_NEGATE_IF &&
        verb != VERB_ELEMENT && verb != VERB_AS_TEXT;
}

/* Verbs that are worth a look into a table. */
static bool
takes_time(enum verb verb)
{
    return verb == VERB_REGEX || verb == VERB_MAP || verb == VERB_TIME || verb == VERB_UNIT ||
        verb == VERB_STRIP || verb == VERB_SPLIT || verb == VERB_JSON_PATH || verb == VERB_HOOK;
}

/* Whether ${x} depends on the texts of one column alone; ${*column} is -1 before the first. */
static bool
is_of_one_column(const struct expression *x, int *column)
{
    if (!is_of_text(x->verb))
        return false;
    if (x->verb == VERB_COLUMN) {
        if (*column >= 0 && *column != (int)x->column)
            return false;
        *column = (int)x->column;
    }
    for (size_t i = 0; i < x->part_count; i++)
        if (!is_of_one_column(x->parts[i], column))
            return false;
    return true;
}

void
expression_choose_memos(struct format *f, struct expression *x)
{
    int column = -1;

    if (takes_time(x->verb) && is_of_one_column(x, &column) && column >= 0) {
        x->has_memo = true;
        x->memo = f->memo_count++;
        x->column = (unsigned)column;
        return;
    }
    for (size_t i = 0; i < x->part_count; i++)
        expression_choose_memos(f, x->parts[i]);
}

static int
recall(struct evaluation *v, const struct remembered *r, struct value *out)
{
    *out = r->value;
    v->changes |= r->changes;
    return r->has;
}

/* Keep ${r} for ${text} among the values; -1 where there is no room, memory or use for it. */
static int
keep_value(struct expression_memo *m, struct sv text, struct remembered *r)
{
    struct err ignored = ERR_INIT;

    if (!memo_pays(&m->memo) || text.n > MEMO_KEY_MAX ||
        vec_grow(&m->values, 1, VALUES_MAX, &ignored))
        return -1;
    if (r->value.text.n > 0) {
        r->value.text = arena_sv(&m->memo.arena, r->value.text);
        if (!r->value.text.p)
            return -1;
    }
    memo_put(&m->memo, text, m->values.n);
    m->values.at[m->values.n++] = *r;
    return 0;
}

static void
keep_last(struct expression_memo *m, struct sv text, const struct remembered *r)
{
    if (text.n > REMEMBERED_MAX)
        return;
    m->last = *r;
    m->last_n = text.n + 1;
    if (text.n > 0)
        memcpy(m->last_text, text.p, text.n);
}

/* A text that is made only lives as long as the record, unless it is among the values. */
static void
keep(struct expression_memo *m, struct sv text, struct remembered *r)
{
    if (keep_value(m, text, r) == 0 || r->value.text.n == 0)
        keep_last(m, text, r);
}

int
expression_remember(const struct expression *x, struct evaluation *v, struct value *out,
    struct err *e)
{
    struct expression_memo *m = &v->memos[x->memo];
    struct sv text = v->columns[x->column];
    struct remembered r = { .has = 0 };
    unsigned before = v->changes;
    uint64_t index;

    v->column = (int)x->column;
    if (m->last_n == text.n + 1 && (text.n == 0 || memcmp(m->last_text, text.p, text.n) == 0)) {
        m->memo.hits++;
        return recall(v, &m->last, out);
    }
    if (memo_get(&m->memo, text, &index))
        return recall(v, &m->values.at[index], out);
    v->changes = 0;
    r.has = expression_work_out(x, v, out, e);
    r.changes = v->changes;
    v->changes |= before;
    if (r.has < 0)
        return -1;
    if (r.has > 0)
        r.value = *out;
    if (x->gives != WANT_TEXT)
        r.value.text = SV_EMPTY;
    keep(m, text, &r);
    return r.has;
}
