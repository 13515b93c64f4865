/*
 * engine_results.c - what an engine has computed, in the place of bills.
 */
#include "base/vec.h"
#include "ledger/currency.h"
#include "run/engine_parts.h"

const char *
engine_text(struct engine_reading *x, struct sv cell, struct err *e)
{
    const char *text = intern_text(&x->texts, cell);

    if (!text)
        (void)err_nomem(e);
    return text;
}

int
engine_currency(struct engine_reading *x, const struct engine_row *row, size_t i,
    const char **out, struct err *e)
{
    if (!currency_is_known(row->cells[i]))
        return ENGINE_REFUSE(row, i, e, N_("column %s: '%.*s' is no currency such as CNY"));
    *out = engine_text(x, row->cells[i], e);
    return *out ? 0 : -1;
}

int
engine_category(const struct engine_row *row, size_t i, enum category *out, struct err *e)
{
    int word = word_find(&words_category, row->cells[i]);

    if (word < 0)
        return ENGINE_REFUSE(row, i, e, N_("column %s: '%.*s' is no category such as gpu"));
    *out = (enum category)word;
    return 0;
}

/* The whole months that hold all days, which are sorted; days without a name come first. */
static int
find_period(struct engine_reading *x, struct err *e)
{
    const struct review *v = x->review;
    struct period *p = &x->r->period;
    int64_t first = TIME_NONE, last = TIME_NONE;
    bool is_asked;

    if (reading_period(x->r, &is_asked, e) < 0)
        return -1;
    for (size_t i = 0; i < v->days.n; i++) {
        struct time_text day;

        if (!v->days.at[i].day[0])
            continue;
        if (time_parse(&day, sv_of(v->days.at[i].day), DATE_YEAR_FIRST, p->zone_minutes, false, e))
            return -1;
        if (is_asked && (day.at < p->from || day.at >= p->to))
            return err_set(e, ERR_USAGE, N_("the sums of the engine have the day %s, which is not "
                "in the period that was asked for"), v->days.at[i].day);
        first = first == TIME_NONE ? day.at : first;
        last = day.at;
    }
    if (!is_asked && first != TIME_NONE) {
        p->from = time_month_start(first, p->zone_minutes);
        p->to = time_next_month(last, p->zone_minutes);
    }
    return 0;
}

static int
judge(struct judging *j, struct engine_reading *x, struct err *e)
{
    const struct audit_input in = { .ledger = &x->r->import.ledger, .review = &j->review,
        .formats = &x->r->formats, .config = x->r->config, .rulebook = &x->r->rulebook,
        .memory_limit = x->r->options.limits.memory };

    return audit_take(&j->audit, &in, x->leaks.at, x->leaks.n, e) || audit_check(&j->audit, e)
        ? -1 : 0;
}

int
engine_results_run(struct judging *j, struct reading *r, const char *findings,
    const char *folder, struct err *e)
{
    struct engine_reading x = { .r = r, .review = &j->review, .texts = INTERN_INIT };
    int result = -1;

    j->review = (struct review){ .ledger = &r->import.ledger };
    if (engine_read_sums(&x, folder, e) || find_period(&x, e))
        goto release;
    j->review.period = r->period;
    if (engine_check_sums(&x, e) == 0 && engine_check_laws(&x, e) == 0 &&
        engine_read_findings(&x, findings, e) == 0)
        result = judge(j, &x, e);
release:
    arena_merge(&j->review.arena, &x.texts.arena);
    intern_release(&x.texts);
    map_release(&x.inputs);
    vec_release(&x.sums);
    vec_release(&x.laws);
    vec_release(&x.leaks);
    if (result == 0)
        return EXIT_DONE;
    return e->code == ERR_BUG ? EXIT_BUG : e->code == ERR_USAGE ? EXIT_USAGE : EXIT_PARTLY;
}
