/*
 * engine_findings.c - the findings of an engine into a ledger of the lines that leak.
 *
 * A line stands in as many rows as rules found it; all of them must say the same of it.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/engine_sql.h"
#include "base/vec.h"
#include "run/engine_parts.h"

enum column_of_findings {
    RULE, CERTAINTY, PATH, SOURCE_ROW, LEAK, PLATFORM, ACCOUNT, RESOURCE, INSTANCE, CURRENCY,
    CATEGORY, GPU_MODEL, SOURCE_LINE, START, END, BILLED, NET,
};

static const char *const columns[] = { "rule", "certainty", "path", "source_row", "leak",
    "platform", "account", "resource", "instance", "currency", "category", "gpu_model",
    "source_line", "start_ms", "end_ms", "billed", "net", NULL };

/* A row of the findings; texts are interned. */
struct found_row {
    uint64_t at; /* line of the file */
    uint32_t input;
    uint64_t source_row, source_line;
    const char *platform, *account, *resource, *instance, *currency, *gpu_model;
    enum category category;
    int64_t start, end;
    struct money billed;
    struct given_leak leak;
};

struct findings_reading {
    struct engine_reading *x;
    struct { struct found_row *at; size_t n, room; } rows;
};

static int
take_rule(struct given_leak *leak, const struct engine_row *row, struct err *e)
{
    for (size_t i = 0; i < rule_count(); i++)
        if (sv_is(row->cells[RULE], sv_of(rule_at(i)->id)))
            leak->rule = rule_at(i);
    if (!leak->rule)
        return ENGINE_REFUSE(row, RULE, e,
            N_("column %s: no rule is called '%.*s'; 'gpubill rules' lists them"));
    if (engine_sql_lacks(leak->rule->id))
        return ENGINE_REFUSE(row, RULE, e, N_("column %s: '%.*s' is in no script of an engine"));
    for (unsigned c = CERTAIN; c <= POSSIBLE; c++)
        if (sv_is(row->cells[CERTAINTY], sv_of(certainty_word((enum certainty)c)))) {
            leak->certainty = (enum certainty)c;
            return 0;
        }
    return ENGINE_REFUSE(row, CERTAINTY, e,
        N_("column %s: '%.*s' is none of certain, likely, possible"));
}

static int
take_amounts(struct found_row *f, const struct engine_row *row, struct err *e)
{
    if (engine_amount(row, BILLED, &f->billed, e) ||
        engine_amount(row, LEAK, &f->leak.leak, e) || engine_amount(row, NET, &f->leak.net, e))
        return -1;
    if (money_is_negative(f->leak.net) || money_compare(f->leak.net, f->leak.leak) > 0 ||
        money_compare(f->leak.leak, f->billed) > 0)
        return err_set(e, ERR_BUG,
            N_("net, leak and billed must each be at most the next, and none below 0"));
    return 0;
}

static int
take_texts(struct engine_reading *x, struct found_row *f, const struct engine_row *row,
    struct err *e)
{
    f->platform = engine_text(x, row->cells[PLATFORM], e);
    f->account = engine_text(x, row->cells[ACCOUNT], e);
    f->resource = engine_text(x, row->cells[RESOURCE], e);
    f->instance = engine_text(x, row->cells[INSTANCE], e);
    f->gpu_model = engine_text(x, row->cells[GPU_MODEL], e);
    if (!f->platform || !f->account || !f->resource || !f->instance || !f->gpu_model)
        return -1;
    if (f->instance[0] && f->instance != f->resource)
        return ENGINE_REFUSE(row, RESOURCE, e,
            N_("column %s: '%.*s' is not the instance that the line has"));
    return 0;
}

/* That the sums have lines such as this one. */
static int
check_place(const struct engine_reading *x, const struct found_row *f, const struct engine_row *row,
    struct err *e)
{
    const struct ledger *l = &x->r->import.ledger;
    const struct review *v = x->review;
    const struct period *p = &v->period;
    size_t i = 0;

    while (i < v->spend.n && (v->spend.at[i].platform != f->platform ||
        v->spend.at[i].category != f->category || v->spend.at[i].currency != f->currency))
        i++;
    if (i == v->spend.n)
        return ENGINE_REFUSE(row, PLATFORM, e, N_("column %s: spend.csv has nothing of '%.*s' in "
            "the category and currency of this row"));
    if (!engine_input_sum(x, l->inputs.at[f->input]->path, f->currency))
        return ENGINE_REFUSE(row, CURRENCY, e, N_("column %s: spend_by_input.csv has no '%.*s' in "
            "the file of this row"));
    if (f->start == TIME_NONE || f->start < p->from || f->start >= p->to)
        return ENGINE_REFUSE(row, START, e, N_("column %s: '%.*s' is not in the period"));
    if (f->end != TIME_NONE && f->end < f->start)
        return ENGINE_REFUSE(row, END, e, N_("column %s: '%.*s' is before start_ms"));
    return 0;
}

static int
take_row(void *context, const struct engine_row *row, struct err *e)
{
    struct findings_reading *reading = context;
    const struct map_entry *input = map_get(&reading->x->inputs, row->cells[PATH]);
    struct found_row f = { .at = row->line };

    if (!input)
        return ENGINE_REFUSE(row, PATH, e,
            N_("column %s: '%.*s' is no file of spend_by_input.csv"));
    f.input = (uint32_t)input->value.number;
    if (vec_grow(&reading->rows, 1, LEDGER_LINES_MAX, e) || take_rule(&f.leak, row, e) ||
        take_texts(reading->x, &f, row, e) ||
        engine_currency(reading->x, row, CURRENCY, &f.currency, e) ||
        engine_category(row, CATEGORY, &f.category, e) ||
        engine_count(row, SOURCE_ROW, &f.source_row, e) ||
        engine_count(row, SOURCE_LINE, &f.source_line, e) ||
        engine_time(row, START, &f.start, e) || engine_time(row, END, &f.end, e) ||
        take_amounts(&f, row, e) || check_place(reading->x, &f, row, e))
        return -1;
    reading->rows.at[reading->rows.n++] = f;
    return 0;
}

static int
compare_rows(const void *left, const void *right)
{
    const struct found_row *a = left, *b = right;
    int order = (a->input > b->input) - (a->input < b->input);

    if (order == 0)
        order = (a->source_row > b->source_row) - (a->source_row < b->source_row);
    if (order == 0)
        order = (int)rule_rank(a->leak.rule) - (int)rule_rank(b->leak.rule);
    return order ? order : (int)a->leak.certainty - (int)b->leak.certainty;
}

static bool
is_of_one_line(const struct found_row *a, const struct found_row *b)
{
    return a->source_line == b->source_line && a->platform == b->platform &&
        a->account == b->account && a->resource == b->resource && a->instance == b->instance &&
        a->currency == b->currency && a->category == b->category &&
        a->gpu_model == b->gpu_model && a->start == b->start &&
        a->end == b->end && money_compare(a->billed, b->billed) == 0;
}

static int
add_line(struct ledger *l, const struct found_row *f, struct err *e)
{
    struct charge c;

    charge_init(&c);
    c.text[TEXT_PLATFORM] = sv_of(f->platform);
    c.text[TEXT_BILLING_ACCOUNT_ID] = sv_of(f->account);
    c.text[TEXT_INSTANCE_ID] = sv_of(f->instance);
    c.text[TEXT_RESOURCE_ID] = sv_of(f->resource);
    c.text[TEXT_GPU_MODEL] = sv_of(f->gpu_model);
    c.text[TEXT_BILLING_CURRENCY] = sv_of(f->currency);
    c.word[WORD_ENTRY] = ENTRY_CHARGE;
    c.word[WORD_CATEGORY] = (unsigned char)f->category;
    c.time[TIME_CHARGE_PERIOD_START] = f->start;
    c.time[TIME_CHARGE_PERIOD_END] = f->end;
    charge_set(&c, MONEY_BILLED_COST, f->billed);
    c.line = f->source_line;
    return ledger_add(l, f->input, &c, e);
}

/* The rows, which are sorted, into the ledger. */
static int
fill(struct findings_reading *reading, const char *path, struct err *e)
{
    struct engine_reading *x = reading->x;
    struct ledger *l = &x->r->import.ledger;

    if (vec_grow(&x->leaks, reading->rows.n, LEDGER_LINES_MAX, e))
        return -1;
    for (size_t i = 0; i < reading->rows.n; i++) {
        struct found_row *f = &reading->rows.at[i];
        const struct found_row *before = i > 0 ? f - 1 : NULL;
        bool is_same = before && before->input == f->input &&
            before->source_row == f->source_row;

        if (is_same && !is_of_one_line(before, f)) {
            (void)err_set(e, ERR_SYNTAX, N_("line %llu says something else of the same charge"),
                (unsigned long long)before->at);
            return err_at(e, path, f->at);
        }
        if (is_same && before->leak.rule == f->leak.rule &&
            (before->leak.certainty != f->leak.certainty ||
                !engine_sql_claims_twice(f->leak.rule))) {
            (void)err_set(e, ERR_SYNTAX, N_("line %llu is of the same rule and charge"),
                (unsigned long long)before->at);
            return err_at(e, path, f->at);
        }
        if (!is_same && add_line(l, f, e))
            return -1;
        f->leak.line = (uint32_t)(l->lines.n - 1);
        x->leaks.at[x->leaks.n++] = f->leak;
    }
    return 0;
}

/* That no row is missing, nor one too many. */
static int
check_rows(const struct findings_reading *reading, struct err *e)
{
    const struct review *v = reading->x->review;

    for (size_t i = 0; i < v->totals.n; i++) {
        struct engine_found found = { .currency = v->totals.at[i].currency };

        for (size_t k = 0; k < reading->rows.n; k++) {
            const struct found_row *f = &reading->rows.at[k];

            if (f->currency != found.currency)
                continue;
            found.rows++;
            if (money_add(&found.leak, f->leak.leak, e) || money_add(&found.net, f->leak.net, e))
                return -1;
        }
        if (engine_check_findings(reading->x, &found, e))
            return -1;
    }
    return 0;
}

int
engine_read_findings(struct engine_reading *x, const char *path, struct err *e)
{
    static const struct engine_table table = { columns, LEAK + 1 };
    struct findings_reading reading = { .x = x };
    int result = engine_table_read(path, &table, take_row, &reading, e);

    if (result == 0 && reading.rows.n > 0) {
        qsort(reading.rows.at, reading.rows.n, sizeof(*reading.rows.at), compare_rows);
        result = fill(&reading, path, e);
    }
    if (result == 0)
        result = check_rows(&reading, e);
    vec_release(&reading.rows);
    return result;
}
