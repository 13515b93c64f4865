/*
 * hook_aws_savings_plans.c - usage that a savings plan covers, and what takes its cost off.
 *
 * A cost and usage report has such usage at its price on demand (SavingsPlanCoveredUsage) and takes
 * the same amount off in lines of their own (SavingsPlanNegation), one for all resources of a usage
 * type, or one each. Where both of an account, usage type and period are together 0, the usage gets
 * BilledCost 0 and the negations are folded into it. Where they are not, all stay as they are: the
 * sum of the file is never changed.
 *
 * The format marks a negation as an adjustment, covered usage as usage, both as committed.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/format.h"
#include "parsers/hook.h"

/* What rounding may leave of a pair: the report has 10 decimals. It then stays on a negation. */
#define REST_MAX ((money_int)1000000000000) /* 10^-6 */

struct part {
    size_t line; /* index into the ledger's lines */
    const char *account, *meter, *currency;
    int64_t start, end;
    bool is_negation;
};

struct part_vec {
    struct part *at;
    size_t n, room;
};

static int
compare_groups(const struct part *a, const struct part *b)
{
    int order = strcmp(a->account, b->account);

    if (order == 0)
        order = strcmp(a->meter, b->meter);
    if (order == 0)
        order = strcmp(a->currency, b->currency);
    if (order == 0)
        order = (a->start > b->start) - (a->start < b->start);
    return order ? order : (a->end > b->end) - (a->end < b->end);
}

static int
compare_parts(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    int order = compare_groups(a, b);

    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int
collect(const struct ledger *l, struct part_vec *parts, struct err *e)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        unsigned kind = ledger_word(line, WORD_CHARGE_CATEGORY);

        if (ledger_word(line, WORD_PRICING_CATEGORY) != PRICING_COMMITTED ||
            (kind != CHARGE_ADJUSTMENT && (kind != CHARGE_USAGE || ledger_billed(line).units == 0)))
            continue;
        if (vec_grow(parts, 1, LEDGER_LINES_MAX, e))
            return -1;
        parts->at[parts->n++] = (struct part){
            .line = i,
            .account = ledger_text(line, TEXT_SUB_ACCOUNT_ID),
            .meter = ledger_text(line, TEXT_SKU_METER),
            .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
            .start = line->start,
            .end = line->end,
            .is_negation = kind == CHARGE_ADJUSTMENT,
        };
    }
    if (parts->n > 0)
        qsort(parts->at, parts->n, sizeof(*parts->at), compare_parts);
    return 0;
}

static int
set_billed(struct ledger *l, struct ledger_line *line, struct money billed, struct err *e)
{
    struct charge c;

    ledger_unpack(line, &c);
    charge_set(&c, MONEY_BILLED_COST, billed);
    return ledger_change(l, line, &c, e);
}

/* Whether [from, to) is usage and negations that are together 0, up to ${*rest}. */
static bool
is_pair(const struct ledger *l, const struct part_vec *parts, size_t from, size_t to,
    struct money *rest)
{
    struct err ignored = ERR_INIT;
    bool has_usage = false, has_negation = false;

    *rest = MONEY_ZERO;
    for (size_t i = from; i < to; i++) {
        if (money_add(rest, ledger_billed(&l->lines.at[parts->at[i].line]), &ignored))
            return false;
        has_usage |= !parts->at[i].is_negation;
        has_negation |= parts->at[i].is_negation;
    }
    return has_usage && has_negation && rest->units <= REST_MAX && rest->units >= -REST_MAX;
}

/* Fold [from, to); lines that go are marked by their input. */
static int
fold(struct ledger *l, const struct part_vec *parts, size_t from, size_t to, struct money rest,
    struct err *e)
{
    for (size_t i = from; i < to; i++) {
        struct ledger_line *line = &l->lines.at[parts->at[i].line];
        bool keeps_rest = parts->at[i].is_negation && !money_is_zero(rest);

        if (parts->at[i].is_negation && !keeps_rest) {
            line->input = UINT32_MAX;
            continue;
        }
        if (set_billed(l, line, keeps_rest ? rest : MONEY_ZERO, e))
            return -1;
        if (keeps_rest)
            rest = MONEY_ZERO;
    }
    return 0;
}

static void
drop_folded(struct ledger *l)
{
    struct input *in = l->inputs.at[0];
    size_t kept = 0;

    for (size_t i = 0; i < l->lines.n; i++) {
        if (l->lines.at[i].input == UINT32_MAX) {
            in->lines--;
            in->skipped[SKIP_FOLDED]++;
            continue;
        }
        if (kept < i)
            l->lines.at[kept] = l->lines.at[i];
        kept++;
    }
    l->lines.n = kept;
}

static int
savings_plans_input(const struct format *f, struct ledger *l, struct err *e)
{
    struct part_vec parts = { 0 };
    int result = collect(l, &parts, e);

    (void)f;
    for (size_t from = 0, to; result == 0 && from < parts.n; from = to) {
        struct money rest;

        for (to = from + 1; to < parts.n; to++)
            if (compare_groups(&parts.at[from], &parts.at[to]) != 0)
                break;
        if (is_pair(l, &parts, from, to, &rest))
            result = fold(l, &parts, from, to, rest, e);
        else
            input_warn(l->inputs.at[0], "savings-plan-alone",
                l->lines.at[parts.at[from].line].source_line,
                "usage that a savings plan covers and the lines that take its cost off are not "
                "together 0; they stay as they are");
    }
    if (result == 0)
        drop_folded(l);
    vec_release(&parts);
    return result;
}

const struct hook hook_aws_savings_plans = {
    .name = "aws_savings_plans",
    .input = savings_plans_input,
};
