/*
 * drafting_guess.c - what the columns of an unknown bill are, by their headings and cells.
 *
 * A column is taken for what its heading says only where its cells can be that. Where no heading
 * says what the time or the amount is, cells decide that can hardly be anything else.
 */
#include "ledger/currency.h"
#include "ledger/money.h"
#include "parsers/drafting_inside.h"
#include "parsers/names.h"
#include "parsers/normalise.h"

/* Columns of amounts that may be what is billed, the best one first. */
static const enum heading_role billed_roles[] = { ROLE_PAYABLE, ROLE_CHARGED, ROLE_PAID,
    ROLE_AMOUNT, ROLE_FEE, ROLE_TOTAL };

enum drafting_meaning
drafting_meaning_of(struct sv word)
{
    static const struct { const char *part; enum drafting_meaning meaning; } more[] = {
        { "冻结", MEANING_FROZEN }, { "解冻", MEANING_FROZEN }, { "收入", MEANING_RECHARGE },
        { "入账", MEANING_RECHARGE }, { "赠", MEANING_RECHARGE }, { "奖励", MEANING_RECHARGE },
        { "返还", MEANING_REFUND }, { "出账", MEANING_CHARGE }, { "计费", MEANING_CHARGE },
    };
    static const char *const english[] = { "income", "expense", "spend", "in", "out" };

    for (size_t i = 0; i < 2; i++)
        if (sv_find(word, sv_of(more[i].part), 0) != (size_t)-1)
            return more[i].meaning;
    switch (entry_from_text(word)) {
    case ENTRY_CHARGE:
        return MEANING_CHARGE;
    case ENTRY_REFUND:
        return MEANING_REFUND;
    case ENTRY_RECHARGE:
        return MEANING_RECHARGE;
    case ENTRY_WITHDRAWAL:
        return MEANING_WITHDRAWAL;
    case ENTRY_TAX:
        return MEANING_TAX;
    case ENTRY_CREDIT:
        return MEANING_CREDIT;
    case ENTRY_NONE:
        break;
    }
    for (size_t i = 2; i < sizeof(more) / sizeof(more[0]); i++)
        if (sv_find(word, sv_of(more[i].part), 0) != (size_t)-1)
            return more[i].meaning;
    for (size_t i = 0; i < sizeof(english) / sizeof(english[0]); i++)
        if (sv_is_folded(word, sv_of(english[i])))
            return i == 0 || i == 3 ? MEANING_RECHARGE : MEANING_CHARGE;
    return MEANING_NONE;
}

/* "9:05", "09:05:30". */
static bool
is_clock(struct sv s)
{
    size_t digits = 0, colons = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == ':') {
            if (digits == 0 || digits > 2)
                return false;
            colons++;
            digits = 0;
        } else if (s.p[i] >= '0' && s.p[i] <= '9') {
            digits++;
        } else {
            return false;
        }
    }
    return digits == 2 && colons >= 1 && colons <= 2;
}

static bool
is_bare(struct sv s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((s.p[i] < '0' || s.p[i] > '9') && s.p[i] != '.')
            return false;
    return s.n > 0;
}

static void
look_at_time(struct drafting_column *c, struct sv cell)
{
    struct err ignored = ERR_INIT;
    struct time_text t;
    bool is_time = false;
    size_t *orders[] = { [DATE_YEAR_FIRST] = &c->year_first, [DATE_MONTH_FIRST] = &c->month_first,
        [DATE_DAY_FIRST] = &c->day_first };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
        if (time_parse(&t, cell, (enum date_order)i, 0, false, &ignored) == 0) {
            is_time = true;
            ++*orders[i];
        }
    /* Seconds since 1970, or milliseconds, are the same everywhere. */
    if (is_time)
        c->with_zone += t.has_offset || (is_bare(cell) && (cell.n == 10 || cell.n == 13));
    else if (time_parse(&t, cell, DATE_YEAR_FIRST, 0, true, &ignored) == 0)
        c->serials++;
    c->times += is_time;
    c->clocks += is_clock(cell);
}

static void
look_at_word(struct drafting_column *c, struct sv cell)
{
    for (size_t i = 0; i < c->word_count && i < DRAFTING_WORDS_MAX; i++)
        if (sv_is(c->words[i].text, cell)) {
            c->words[i].n++;
            c->is_unique = false;
            return;
        }
    if (c->word_count < DRAFTING_WORDS_MAX) {
        c->words[c->word_count].text = cell;
        c->words[c->word_count].n = 1;
    }
    if (c->word_count <= DRAFTING_WORDS_MAX)
        c->word_count++;
}

static void
look_at_cell(struct drafting_column *c, struct sv cell)
{
    struct err ignored = ERR_INIT;
    struct money_text amount;
    int64_t duration;

    if (money_is_absent(cell)) {
        c->dashes += cell.n > 0;
        return;
    }
    c->filled++;
    look_at_time(c, cell);
    look_at_word(c, cell);
    if (money_parse_text(&amount, cell, '.', &ignored) == 0) {
        c->amounts++;
        c->negatives += money_is_negative(amount.value);
        c->zeros += money_is_zero(amount.value);
        c->currencies += amount.currency != NULL;
        c->currency = amount.currency ? amount.currency : c->currency;
    }
    c->bare += is_bare(cell);
    if (!is_bare(cell) && time_parse_duration(&duration, cell, TIME_SECOND, &ignored) == 0)
        c->durations++;
}

/* Whether the cells of ${c} can be what ${role} is. */
static bool
can_be(const struct drafting_column *c, enum heading_role role)
{
    switch (role) {
    case ROLE_START:
    case ROLE_END:
        return drafting_mostly(c, c->times) || drafting_mostly(c, c->clocks) ||
            drafting_mostly(c, c->serials);
    case ROLE_TIME:
        return drafting_mostly(c, c->times) || drafting_mostly(c, c->serials);
    case ROLE_CLOCK:
        return drafting_mostly(c, c->clocks);
    case ROLE_PAYABLE:
    case ROLE_CHARGED:
    case ROLE_PAID:
    case ROLE_AMOUNT:
    case ROLE_INCOME:
    case ROLE_FEE:
    case ROLE_TOTAL:
    case ROLE_VOUCHER:
    case ROLE_LIST_COST:
    case ROLE_DISCOUNT:
    case ROLE_BALANCE:
    case ROLE_CARDS:
    case ROLE_QUANTITY:
        return drafting_mostly(c, c->amounts);
    case ROLE_DURATION:
    case ROLE_BILLED_TIME:
        return drafting_mostly(c, c->durations) || drafting_mostly(c, c->bare);
    case ROLE_DIRECTION:
    case ROLE_STATUS:
        return c->filled > 0 && c->word_count <= DRAFTING_WORDS_MAX &&
            !drafting_mostly(c, c->amounts);
    case ROLE_CURRENCY:
        return c->filled > 0 && c->word_count <= DRAFTING_WORDS_MAX &&
            currency_code(c->words[0].text, NULL);
    case ROLE_PRICE:
    case ROLE_TYPE:
    case ROLE_MODE:
    case ROLE_CHANNEL:
    case ROLE_INSTANCE:
    case ROLE_RESOURCE:
    case ROLE_NAME:
    case ROLE_GPU:
    case ROLE_SPEC:
    case ROLE_ITEM:
    case ROLE_KIND:
    case ROLE_PRODUCT:
    case ROLE_UNIT:
    case ROLE_REGION:
    case ROLE_ZONE:
    case ROLE_USER:
    case ROLE_SERIAL:
    case ROLE_ORDER:
    case ROLE_BILL:
    case ROLE_REMARK:
        return c->filled > 0 && !drafting_mostly(c, c->times);
    case ROLE_COUNT:
        break;
    }
    return false;
}

/* Whether ${heading} is of a price ("Cost per hour", "费用(元/时)") or of a sum so far ("累计费用"), which
 * no charge is. */
static bool
is_no_amount(struct sv heading, struct arena *scratch)
{
    static const char *const words[] = { "persecond", "perminute", "perhour", "pergpu", "percard",
        "perunit", "cumulative", "accumulated", "todate", "累计" };
    struct sv folded = name_fold(scratch, heading, NULL);

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (sv_find(folded, sv_of(words[i]), 0) != (size_t)-1)
            return true;
    return sv_find(name_bracket(heading), SV("/"), 0) != (size_t)-1;
}

static bool
is_billed_role(enum heading_role role)
{
    for (size_t i = 0; i < sizeof(billed_roles) / sizeof(billed_roles[0]); i++)
        if (role == billed_roles[i])
            return true;
    return false;
}

/*
 * Parts of names that say little count least: "优惠金额" is rather a discount than an amount. And
 * numbers name nothing: "machine.count" is no machine, "GPU费" no model.
 */
static unsigned
weigh(const struct drafting_column *c, enum heading_role role, unsigned fit)
{
    bool says_little = role == ROLE_AMOUNT || role == ROLE_FEE || role == ROLE_TOTAL ||
        role == ROLE_TIME || role == ROLE_CLOCK || role == ROLE_NAME || role == ROLE_KIND;

    if (fit < 100 && (role == ROLE_NAME || role == ROLE_GPU) && drafting_mostly(c, c->bare))
        return 0;
    return fit > 1 && fit < 100 && says_little ? 1 : fit;
}

static void
find_role(struct drafting_column *c, struct sv heading, const struct headings *h,
    struct arena *scratch)
{
    c->role = -1;
    c->is_no_amount = is_no_amount(heading, scratch);
    for (int role = 0; role < ROLE_COUNT && heading.n > 0; role++) {
        unsigned fit = weigh(c, (enum heading_role)role,
            headings_fit(h, (enum heading_role)role, heading, scratch));

        if (c->is_no_amount && is_billed_role((enum heading_role)role))
            continue;
        if (fit > c->fit && can_be(c, (enum heading_role)role)) {
            c->fit = fit;
            c->role = role;
        }
    }
}

/* Give each role its best column. */
static void
share_roles(struct drafting_guess *g)
{
    for (int role = 0; role < ROLE_COUNT; role++)
        g->of[role] = -1;
    for (size_t i = 0; i < g->table->column_count; i++) {
        const struct drafting_column *c = &g->columns[i];

        if (c->role >= 0 && (g->of[c->role] < 0 || c->fit > g->columns[g->of[c->role]].fit))
            g->of[c->role] = (int)i;
    }
    for (size_t i = 0; i < g->table->column_count; i++)
        if (g->columns[i].role >= 0 && g->of[g->columns[i].role] != (int)i)
            g->columns[i].role = -1;
}

static void
give(struct drafting_guess *g, enum heading_role role, size_t column)
{
    g->of[role] = (int)column;
    g->columns[column].role = (int)role;
}

static void
drop(struct drafting_guess *g, enum heading_role role)
{
    if (g->of[role] >= 0)
        g->columns[g->of[role]].role = -1;
    g->of[role] = -1;
}

static bool
is_clock_column(const struct drafting_guess *g, enum heading_role role)
{
    const struct drafting_column *c = drafting_column_of(g, role);

    return c && drafting_mostly(c, c->clocks) && !drafting_mostly(c, c->times);
}

/* Whether an end of day is written before its start: its day is not the start's. */
static bool
ends_before_start(const struct drafting_guess *g)
{
    for (size_t i = 0; i < g->table->rows.n; i++) {
        struct sv start = drafting_cell(&g->table->rows.at[i], (size_t)g->of[ROLE_START]);
        struct sv end = drafting_cell(&g->table->rows.at[i], (size_t)g->of[ROLE_END]);

        if (start.n != end.n || sv_compare(end, start) < 0)
            return true;
    }
    return false;
}

static void
find_times(struct drafting_guess *g)
{
    for (size_t i = 0; i < g->table->column_count; i++) {
        const struct drafting_column *c = &g->columns[i];

        if (g->of[ROLE_START] >= 0 || g->of[ROLE_TIME] >= 0)
            break;
        if (c->role < 0 && g->table->headings[i].n > 0 && drafting_mostly(c, c->times) &&
            !drafting_mostly(c, c->bare))
            give(g, ROLE_TIME, i);
    }
    if (g->of[ROLE_TIME] < 0) {
        if (is_clock_column(g, ROLE_START))
            drop(g, ROLE_START);
        drop(g, ROLE_CLOCK);
    }
    if (is_clock_column(g, ROLE_END) && (!is_clock_column(g, ROLE_START) || ends_before_start(g)))
        drop(g, ROLE_END);
}

/* Columns of money by their cells or the brackets of their headings, where no name tells. */
static void
find_amount(struct drafting_guess *g)
{
    for (size_t i = 0; i < sizeof(billed_roles) / sizeof(billed_roles[0]); i++)
        if (g->of[billed_roles[i]] >= 0) {
            g->billed = billed_roles[i];
            return;
        }
    for (size_t i = 0; i < g->table->column_count; i++) {
        const struct drafting_column *c = &g->columns[i];
        struct sv heading = g->table->headings[i];

        if (c->role < 0 && heading.n > 0 && !c->is_no_amount && drafting_mostly(c, c->amounts) &&
            (c->currencies > 0 || currency_code(name_bracket(heading), NULL))) {
            give(g, ROLE_AMOUNT, i);
            g->billed = ROLE_AMOUNT;
            return;
        }
    }
}

static void
find_date_order(struct drafting_guess *g)
{
    static const enum heading_role roles[] = { ROLE_START, ROLE_END, ROLE_TIME };
    size_t times = 0, year = 0, month = 0, day = 0, serials = 0, zones = 0;

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        const struct drafting_column *c = drafting_column_of(g, roles[i]);

        if (!c)
            continue;
        times += c->times;
        year += c->year_first;
        month += c->month_first;
        day += c->day_first;
        serials += c->serials;
        zones += c->with_zone;
    }
    g->is_excel_dates = serials > times;
    g->has_zone = times > 0 && zones == times;
    g->dates = DATE_YEAR_FIRST;
    if (year >= times)
        return;
    g->dates = day > month ? DATE_DAY_FIRST : DATE_MONTH_FIRST;
    g->is_order_open = day == month;
}

bool
drafting_tells_entry(const struct drafting_guess *g, enum heading_role role)
{
    const struct drafting_column *c = drafting_column_of(g, role);

    if (!c || c->word_count > DRAFTING_WORDS_MAX)
        return false;
    for (size_t i = 0; i < c->word_count; i++)
        if (drafting_meaning_of(c->words[i].text) != MEANING_NONE)
            return true;
    return false;
}

bool
drafting_is_negated(const struct drafting_guess *g, int column)
{
    static const enum heading_role roles[] = { ROLE_TYPE, ROLE_DIRECTION };
    const struct drafting_table *t = g->table;
    size_t above = 0, below = 0;

    for (size_t i = 0; i < t->rows.n; i++) {
        enum drafting_meaning meaning = MEANING_NONE;
        struct err ignored = ERR_INIT;
        struct money amount;

        for (size_t k = 0; k < 2 && meaning == MEANING_NONE; k++)
            if (drafting_tells_entry(g, roles[k]))
                meaning = drafting_meaning_of(
                    drafting_cell(&t->rows.at[i], (size_t)g->of[roles[k]]));
        if ((meaning != MEANING_NONE && meaning != MEANING_CHARGE) ||
            money_parse(&amount, drafting_cell(&t->rows.at[i], (size_t)column), &ignored))
            continue;
        below += money_is_negative(amount);
        above += !money_is_negative(amount) && !money_is_zero(amount);
    }
    return below > above;
}

/* Whether cells repeat, where there are too many to have been kept. */
static void
find_repeated(struct drafting_guess *g, size_t column)
{
    struct drafting_column *c = &g->columns[column];
    const struct drafting_table *t = g->table;

    if (!c->is_unique || c->role != ROLE_SERIAL)
        return;
    for (size_t i = 0; i < t->rows.n && i < 2000; i++)
        for (size_t k = 0; k < i; k++) {
            struct sv cell = drafting_cell(&t->rows.at[i], column);

            if (cell.n > 0 && sv_is(cell, drafting_cell(&t->rows.at[k], column)))
                c->is_unique = false;
        }
}

int
drafting_guess(struct drafting_guess *out, const struct drafting_table *t, const struct headings *h,
    struct err *e)
{
    struct arena scratch = ARENA_INIT;

    out->table = t;
    out->billed = ROLE_COUNT;
    for (size_t i = 0; i < t->column_count; i++) {
        struct drafting_column *c = &out->columns[i];

        c->is_unique = true;
        for (size_t k = 0; k < t->rows.n; k++)
            look_at_cell(c, drafting_cell(&t->rows.at[k], i));
        find_role(c, t->headings[i], h, &scratch);
    }
    arena_release(&scratch);
    share_roles(out);
    for (size_t i = 0; i < t->column_count; i++)
        find_repeated(out, i);
    find_times(out);
    find_amount(out);
    if (t->rows.n == 0)
        return err_set(e, ERR_UNKNOWN, "there are no records below a row of headings");
    if (out->of[ROLE_START] < 0 && out->of[ROLE_TIME] < 0)
        return err_set(e, ERR_UNKNOWN, "no column looks like the time of a charge; the format "
            "must be written by hand, see docs/FORMATS.md");
    if (out->billed == ROLE_COUNT)
        return err_set(e, ERR_UNKNOWN, "no column looks like the amount of a charge; the format "
            "must be written by hand, see docs/FORMATS.md");
    find_date_order(out);
    drafting_find_currency(out);
    return 0;
}
