/*
 * rule_balance_gap.c - the balance of an account that moved by more than its rows say.
 *
 * A statement is walked row by row in order of time, while its rows follow each other in the file:
 * behind a row that was skipped or rejected the walk begins anew. Rows of one second may stand in
 * any order; they prove nothing unless they are one. Others may have come to the balance in another
 * order than that of their times: where a few rows together explain it, nothing is missing. How
 * balances are rounded is seen in them.
 */
#include "audit/audit.h"
#include "ledger/line_fact.h"

/* So many steps must hold for each that does not: else rows are missing, not money. */
#define HOLDING_STEPS 5

/* As many rows on either side are asked whether a gap is only one of order. */
#define ROWS_ABOUT 16

static const struct setting settings[] = { { .name = NULL } };

/* A row that does not follow from the one before it. */
struct gap {
    size_t at; /* of the walk */
    struct money moved; /* beyond what the row says; below 0: money is gone */
};

/* A statement while it is walked: rows [from, to) of the ledger, of one file. */
struct walk_state {
    const struct audit *a;
    size_t from, to;
    bool is_descending;
    struct money unit; /* of the last decimal that its balances show */
    size_t holding, gap_count;
    struct gap *gaps;
};

/* The moment at which a row moved the balance; TIME_NONE where the format does not say it. */
static int64_t
moment_of(const struct audit *a, uint32_t index)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct format *format = audit_format(a, index);

    if (!format || format->billing.time == BILLING_TIME_PERIOD)
        return TIME_NONE;
    return format->billing.time == BILLING_TIME_END ? line->end : line->start;
}

/* Row ${i} of the walk, counted in order of time. */
static uint32_t
row_at(const struct walk_state *w, size_t i)
{
    return (uint32_t)(w->is_descending ? w->to - 1 - i : w->from + i);
}

static bool
is_one_account(const struct ledger_line *a, const struct ledger_line *b)
{
    return a->input == b->input &&
        ledger_text(a, TEXT_PLATFORM) == ledger_text(b, TEXT_PLATFORM) &&
        ledger_text(a, TEXT_BILLING_ACCOUNT_ID) == ledger_text(b, TEXT_BILLING_ACCOUNT_ID) &&
        ledger_text(a, TEXT_BILLING_CURRENCY) == ledger_text(b, TEXT_BILLING_CURRENCY);
}

/* Rows that stand one below the other, with nothing between that might have moved the balance. */
static bool
are_neighbours(const struct ledger_line *a, const struct ledger_line *b)
{
    return is_one_account(a, b) &&
        (a->source_line + 1 == b->source_line || b->source_line + 1 == a->source_line);
}

/* What ${line} takes from the balance, with and without its voucher. */
static void
movement_of(const struct ledger_line *line, struct money *cash, struct money *all)
{
    struct err ignored = ERR_INIT;
    struct money voucher;

    (void)ledger_money(line, MONEY_VOUCHER, &voucher);
    if (ledger_is_spend(line)) {
        *all = money_negate(ledger_billed(line));
        *cash = *all;
        (void)money_add(cash, voucher, &ignored);
    } else {
        (void)ledger_money(line, MONEY_MOVED, cash);
        *all = *cash;
        (void)money_add(all, voucher, &ignored);
    }
}

/* Whether |a - b| is no more than rounding: the amount and both balances may be half a unit off. */
static bool
is_near(const struct walk_state *w, struct money a, struct money b)
{
    struct err ignored = ERR_INIT;

    if (money_sub(&a, b, &ignored))
        return true;
    if (money_is_negative(a))
        a = money_negate(a);
    return money_compare(a, (struct money){ 2 * w->unit.units }) <= 0;
}

/*
 * By how much ${moved}, what the balance moved by, lies beyond what ${all} says; 0 where it lies
 * between that and nothing: a row may have been paid in part, or at once, past the balance.
 */
static struct money
beyond(const struct walk_state *w, struct money moved, struct money all)
{
    struct err ignored = ERR_INIT;
    struct money least = money_is_negative(all) ? all : MONEY_ZERO;
    struct money most = money_is_negative(all) ? MONEY_ZERO : all;
    struct money bound = money_compare(moved, least) < 0 ? least : most;

    if ((money_compare(moved, least) >= 0 && money_compare(moved, most) <= 0) ||
        is_near(w, moved, bound) || money_sub(&moved, bound, &ignored))
        return MONEY_ZERO;
    return moved;
}

/* Whether no other row beside row ${i} is of its second. */
static bool
is_alone(const struct walk_state *w, size_t i)
{
    int64_t moment = moment_of(w->a, row_at(w, i));

    return (i == 0 || moment_of(w->a, row_at(w, i - 1)) != moment) &&
        (i + 1 == w->to - w->from || moment_of(w->a, row_at(w, i + 1)) != moment);
}

/* Whether row ${i} leads from the balance behind the row before it to its own. */
static bool
is_linked(const struct walk_state *w, size_t i)
{
    const struct ledger_line *line, *before;
    struct money balance;

    if (i == 0 || i >= w->to - w->from)
        return false;
    line = audit_line(w->a, row_at(w, i));
    before = audit_line(w->a, row_at(w, i - 1));
    return is_alone(w, i) && is_alone(w, i - 1) && are_neighbours(before, line) &&
        ledger_money(before, MONEY_BALANCE, &balance) &&
        ledger_money(line, MONEY_BALANCE, &balance);
}

/* By how much the balance moved over rows [first, last]. */
static struct money
moved_over(const struct walk_state *w, size_t first, size_t last)
{
    struct err ignored = ERR_INIT;
    struct money before, balance;

    (void)ledger_money(audit_line(w->a, row_at(w, first - 1)), MONEY_BALANCE, &before);
    (void)ledger_money(audit_line(w->a, row_at(w, last)), MONEY_BALANCE, &balance);
    return money_sub(&balance, before, &ignored) ? MONEY_ZERO : balance;
}

static void
step(struct walk_state *w, size_t i)
{
    struct money moved = moved_over(w, i, i), cash, all, gap;

    if (money_is_zero(moved))
        return;
    movement_of(audit_line(w->a, row_at(w, i)), &cash, &all);
    gap = beyond(w, moved, all);
    if (!money_is_zero(gap))
        w->gaps[w->gap_count++] = (struct gap){ i, gap };
    else
        w->holding += is_near(w, moved, cash) || is_near(w, moved, all);
}

/* Walk all rows; -1 where their order cannot be told. */
static int
walk(struct walk_state *w)
{
    for (size_t i = 0; i < w->to - w->from; i++) {
        if (i > 0 && moment_of(w->a, row_at(w, i - 1)) > moment_of(w->a, row_at(w, i)))
            return -1;
        if (is_linked(w, i))
            step(w, i);
    }
    return 0;
}

/* Add what row ${i} takes from the balance to the sums. */
static void
add_movement(const struct walk_state *w, size_t i, struct money *cash, struct money *all)
{
    struct err ignored = ERR_INIT;
    struct money row_cash, row_all;

    movement_of(audit_line(w->a, row_at(w, i)), &row_cash, &row_all);
    (void)money_add(cash, row_cash, &ignored);
    (void)money_add(all, row_all, &ignored);
}

/* Whether the rows from ${first} to some row from ${at} on, taken together, explain the balance. */
static bool
is_explained_from(const struct walk_state *w, size_t first, size_t at)
{
    struct money cash = MONEY_ZERO, all = MONEY_ZERO;

    for (size_t i = first; i < at; i++)
        add_movement(w, i, &cash, &all);
    for (size_t last = at; last <= at + ROWS_ABOUT && is_linked(w, last); last++) {
        struct money moved = moved_over(w, first, last);

        add_movement(w, last, &cash, &all);
        if (is_near(w, moved, cash) || is_near(w, moved, all))
            return true;
    }
    return false;
}

/* Leave out the gaps that rows about them explain. */
static void
drop_gaps_of_order(struct walk_state *w)
{
    size_t kept = 0;

    for (size_t k = 0; k < w->gap_count; k++) {
        size_t at = w->gaps[k].at, first = at;
        bool is_explained = is_explained_from(w, first, at);

        while (!is_explained && at - first < ROWS_ABOUT && is_linked(w, first - 1))
            is_explained = is_explained_from(w, --first, at);
        if (!is_explained)
            w->gaps[kept++] = w->gaps[k];
    }
    w->gap_count = kept;
}

/*
 * The place of the last decimal of any balance of the rows; two decimals at least, unless amounts
 * with more decimals than any balance tell that balances are rounded to fewer.
 */
static struct money
balance_unit(const struct walk_state *w)
{
    unsigned most = 0, most_moved = 0;
    struct money unit = money_of(1);

    for (size_t i = w->from; i < w->to; i++) {
        const struct ledger_line *line = audit_line(w->a, (uint32_t)i);
        struct money balance, cash, all;

        if (!ledger_money(line, MONEY_BALANCE, &balance))
            continue;
        movement_of(line, &cash, &all);
        if (money_decimals(balance) > most)
            most = money_decimals(balance);
        if (money_decimals(all) > most_moved)
            most_moved = money_decimals(all);
    }
    if (most < 2 && most_moved <= most)
        most = 2;
    for (unsigned i = 0; i < most; i++)
        unit.units /= 10;
    return unit;
}

/* The name of the file of ${line}, without its folder. */
static const char *
file_of(const struct audit *a, const struct ledger_line *line)
{
    const char *path = ledger_input(a->in.ledger, line)->path, *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

static int
tell_gap(const struct walk_state *w, const struct gap *gap, struct findings *f, struct err *e)
{
    uint32_t index = row_at(w, gap->at);
    const struct ledger_line *line = audit_line(w->a, index);
    struct finding_group group = { .certainty = finding_certainty(f, CERTAIN, index),
        .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .resource = file_of(w->a, line),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY) };
    bool is_less = money_is_negative(gap->moved);
    struct finding *found;

    if (line->fate != FATE_COUNTED)
        return 0;
    found = finding_of_group(f, &group, e);
    if (!found || finding_mention(f, found, index, e) ||
        finding_add_count(f, found, "gaps", 1, e))
        return -1;
    return finding_add_amount(f, found, is_less ? "fell" : "rose",
        is_less ? money_negate(gap->moved) : gap->moved, e);
}

/* Rows [from, to) are those of one file that shows balances of one account. */
static int
check_statement(const struct audit *a, size_t from, size_t to, struct findings *f, struct err *e)
{
    int64_t first = moment_of(a, (uint32_t)from), last = moment_of(a, (uint32_t)(to - 1));
    struct walk_state w = { .a = a, .from = from, .to = to, .is_descending = first > last };
    bool is_walked;

    if (first == TIME_NONE || last == TIME_NONE)
        return 0;
    w.gaps = arena_array(finding_arena(f), to - from, sizeof(*w.gaps));
    if (!w.gaps)
        return err_nomem(e);
    w.unit = balance_unit(&w);
    is_walked = walk(&w) == 0;
    drop_gaps_of_order(&w);
    if (!is_walked || w.gap_count * HOLDING_STEPS > w.holding)
        return finding_unknown(f, UNKNOWN_BALANCE, (uint32_t)from, MONEY_ZERO, e);
    for (size_t i = 0; i < w.gap_count; i++)
        if (tell_gap(&w, &w.gaps[i], f, e))
            return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    size_t to;

    (void)s;
    for (size_t from = 0; from < l->lines.n; from = to) {
        struct money balance;
        bool has_balance = false;

        to = from;
        while (to < l->lines.n && is_one_account(&l->lines.at[from], &l->lines.at[to]))
            if (ledger_money(&l->lines.at[to++], MONEY_BALANCE, &balance))
                has_balance = true;
        if (has_balance && check_statement(a, from, to, f, e))
            return -1;
    }
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char fell[FINDING_TEXT_MAX], rose[FINDING_TEXT_MAX];
    struct money less = finding_fact(f, "fell").amount, more = finding_fact(f, "rose").amount;
    long long gaps = (long long)finding_fact(f, "gaps").number;

    (void)a;
    (void)finding_money_text(fell, less, f->currency);
    (void)finding_money_text(rose, more, f->currency);
    if (money_is_zero(more))
        message_set_whole(message,
            N_("%s: the balance fell by %s more than the rows say, at %lld of them."),
            f->resource, fell, gaps);
    else if (money_is_zero(less))
        message_set_whole(message,
            N_("%s: the balance rose by %s more than the rows say, at %lld of them."),
            f->resource, rose, gaps);
    else
        message_set_whole(message,
            N_("%s: the balance fell by %s and rose by %s more than the rows say, at %lld of "
                "them."), f->resource, fell, rose, gaps);
    message_set(advice,
        N_("Export the whole statement anew; if the gap stays, ask the platform for the rows that "
            "are missing."));
}

const struct rule rule_balance_gap = {
    .id = "balance-gap",
    .title = N_("Balance that its rows do not explain"),
    .order = 22,
    .is_never_merged = true,
    .finds = N_("Rows of a statement behind which the account's balance is not the one before "
        "them with the row's amount taken off or added, but further away: money moved that no row "
        "shows, or rows are missing from the export."),
    .needs = N_("A statement that shows the balance behind each row, with the time of each. "
        "Passed over: rows beside a skipped or rejected one, several rows of one second, rows that "
        "explain the balance only together, rows of which only a part came to the balance, and "
        "what the decimals shown may hide. Where not five rows follow for each that does not, the "
        "export is taken to lack rows, and it is unknown."),
    .formula = N_("No leak: what is gone is in no row. The finding tells by how much the balance "
        "fell or rose beyond the rows."),
    .example = N_("96.20, then a charge of 1.88 with a balance of 89.32: CNY 5.00 went without a "
        "row."),
    .advice = N_("Export the whole statement anew; if the gap stays, ask the platform for the "
        "rows that are missing."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
