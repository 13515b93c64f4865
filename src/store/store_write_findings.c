/*
 * store_write_findings.c - findings and their evidence.
 */
#include "store/store_judgement.h"

struct writer {
    struct sql finding, line;
};

static void
put_words(struct sql *q, const struct finding *f, char room[4][MESSAGE_TEXT_MAX])
{
    sql_put_text(q, finding_says(f, LANG_EN, room[0], MESSAGE_TEXT_MAX));
    sql_put_text(q, finding_advises(f, LANG_EN, room[1], MESSAGE_TEXT_MAX));
    sql_put_text(q, finding_says(f, LANG_ZH, room[2], MESSAGE_TEXT_MAX));
    sql_put_text(q, finding_advises(f, LANG_ZH, room[3], MESSAGE_TEXT_MAX));
}

static int
write_finding(struct writer *w, const struct finding *f, struct err *e)
{
    char words[4][MESSAGE_TEXT_MAX];
    struct sql *q = &w->finding;

    sql_put_text(q, f->id);
    sql_put_text(q, f->rule);
    sql_put_text(q, certainty_word(f->certainty));
    sql_put_text(q, f->platform);
    sql_put_text(q, f->account);
    sql_put_text(q, f->resource);
    sql_put_text(q, f->name);
    sql_put_time(q, f->from);
    sql_put_time(q, f->to);
    sql_put_text(q, f->currency);
    sql_put_money(q, &f->billed);
    sql_put_money(q, &f->leak);
    sql_put_money(q, &f->net);
    sql_put_int(q, f->is_waived);
    sql_put_text(q, f->waiver);
    put_words(q, f, words);
    return sql_run(q, e);
}

/* Where line ${index} of the ledger stands in the store. */
static bool
find_line(const struct ledger *l, const struct holding *h, uint32_t index, int64_t *source,
    int64_t *number)
{
    const struct held *held = &h->at[l->lines.at[index].input];

    *source = held->id;
    *number = (int64_t)(index - held->first);
    return held->id != 0;
}

static int
write_lines(struct writer *w, const struct audit *a, const struct finding *f,
    const struct holding *h, struct err *e)
{
    for (size_t i = 0; i < f->lines.n; i++) {
        const struct finding_line *line = &f->lines.at[i];
        int64_t source, number;

        if (!find_line(a->in.ledger, h, line->line, &source, &number))
            continue;
        sql_put_text(&w->line, f->id);
        sql_put_int(&w->line, source);
        sql_put_int(&w->line, number);
        sql_put_money(&w->line, &line->leak);
        sql_put_money(&w->line, &line->net);
        if (sql_run(&w->line, e))
            return -1;
    }
    return 0;
}

int
store_write_findings(struct store *s, const struct audit *a, const struct holding *h,
    struct err *e)
{
    struct writer w = { .finding = { .store = s } };
    int result = sql_execute(s, "DELETE FROM findings", e);

    if (result == 0 &&
        (sql_prepare(&w.finding, s,
            "INSERT INTO findings VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", e) ||
        sql_prepare(&w.line, s, "INSERT INTO finding_lines VALUES (?,?,?,?,?)", e)))
        result = -1;
    for (size_t i = 0; result == 0 && i < a->findings.n; i++)
        if (write_finding(&w, a->findings.at[i], e) ||
            write_lines(&w, a, a->findings.at[i], h, e))
            result = -1;
    sql_release(&w.finding);
    sql_release(&w.line);
    return result;
}
