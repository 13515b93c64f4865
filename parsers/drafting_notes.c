/*
 * drafting_notes.c - what the notes of a drafted format say: each guess, and what was not used.
 */
#include "ledger/money.h"
#include "parsers/drafting_inside.h"

/* What is written, and in which language. */
struct notes {
    struct buf *out;
    const struct drafting_guess *guess;
    enum lang lang;
    struct arena *texts;
};

static bool
has(const struct notes *n, enum heading_role role)
{
    return n->guess->of[role] >= 0;
}

/* The heading of ${role}, as text that ends in NUL. */
static const char *
heading(const struct notes *n, enum heading_role role)
{
    const char *text = arena_text(n->texts, n->guess->table->headings[n->guess->of[role]]);

    return text ? text : "";
}

/* Behind a sentence comes a blank, where the language has one. */
static void
begin(const struct notes *n)
{
    if (n->lang == LANG_EN && n->out->n > 0)
        buf_add_char(n->out, ' ');
}

static void
note(const struct notes *n, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
note(const struct notes *n, const char *format, ...)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;
    va_list ap;

    va_start(ap, format);
    message_set_wholev(&m, format, ap);
    va_end(ap);
    begin(n);
    buf_add_text(n->out, message_text(&m, n->lang, text, sizeof(text)));
}

/* One more of a list that begins with ${title}. */
static void
add_to_list(const struct notes *n, const char *title, size_t *found, struct sv text)
{
    bool is_zh = n->lang == LANG_ZH;

    if (*found == 0) {
        begin(n);
        buf_add_text(n->out, lang_text(n->lang, title));
        buf_add_text(n->out, is_zh ? "" : " ");
    } else {
        buf_add_text(n->out, is_zh ? "、" : ", ");
    }
    ++*found;
    buf_add_text(n->out, is_zh ? "“" : "'");
    buf_add(n->out, text);
    buf_add_text(n->out, is_zh ? "”" : "'");
}

static void
end_list(const struct notes *n, size_t found)
{
    if (found > 0)
        buf_add_text(n->out, n->lang == LANG_ZH ? "。" : ".");
}

static void
note_times(const struct notes *n)
{
    static const char *const orders[] = { [DATE_YEAR_FIRST] = MESSAGE_KEY N_("year first"),
        [DATE_MONTH_FIRST] = MESSAGE_KEY N_("month first"),
        [DATE_DAY_FIRST] = MESSAGE_KEY N_("day first") };
    const struct drafting_guess *g = n->guess;
    const char *time = heading(n, has(n, ROLE_START) ? ROLE_START : ROLE_TIME);

    if (g->is_excel_dates)
        note(n, "The time is '%s', a number of days as spreadsheets count them.", time);
    else if (g->is_order_open)
        note(n, "The time is '%s', read month first, though day first is as possible.", time);
    else
        note(n, "The time is '%s', read %s.", time, orders[g->dates]);
    if (!g->has_zone && g->is_chinese)
        note(n, "That times are Chinese ones (+08:00) is a guess.");
    else if (!g->has_zone)
        note(n, "In which time zone it is is not said: the review's is taken.");
}

static void
note_amounts(const struct notes *n)
{
    const struct drafting_guess *g = n->guess;

    if (drafting_is_paid_beside_voucher(g))
        note(n, "The amount is '%s' and '%s'.", heading(n, g->billed), heading(n, ROLE_VOUCHER));
    else if (drafting_has_income(g))
        note(n, "The amount is '%s'; what stands in '%s' was paid in, or back.",
            heading(n, g->billed), heading(n, ROLE_INCOME));
    else
        note(n, "The amount is '%s'.", heading(n, g->billed));
    if (drafting_is_negated(g, g->of[g->billed]))
        note(n, "It is written with a minus where money is spent.");
    if (g->is_currency_guessed && g->is_chinese)
        note(n, "That amounts are in %s is a guess.", g->currency);
    else if (g->is_currency_guessed)
        note(n, "Nothing says in which currency: put it in place of %s.", g->currency);
    if (drafting_is_signed_statement(g) && !drafting_tells_entry(g, ROLE_TYPE) &&
        !drafting_tells_entry(g, ROLE_DIRECTION))
        note(n, "What is added to the balance is taken for money paid in.");
}

static void
note_quantities(const struct notes *n)
{
    enum heading_role billed = drafting_billed_quantity(n->guess);

    if (billed == ROLE_DURATION)
        note(n, "'%s' times the price is the amount: it is what was billed.",
            heading(n, ROLE_DURATION));
    else if (has(n, ROLE_DURATION) && drafting_duration_unit(n->guess, ROLE_DURATION))
        note(n, "'%s' is taken for the time that was used.", heading(n, ROLE_DURATION));
}

/* Words that mean nothing to the dictionary are charges in the draft. */
static void
note_words(const struct notes *n)
{
    static const enum heading_role roles[] = { ROLE_TYPE, ROLE_DIRECTION };
    size_t found = 0;

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        const struct drafting_column *c = drafting_column_of(n->guess, roles[i]);

        if (!drafting_tells_entry(n->guess, roles[i]))
            continue;
        for (size_t k = 0; k < c->word_count; k++)
            if (drafting_meaning_of(c->words[k].text) == MEANING_NONE)
                add_to_list(n, N_("Taken for charges:"), &found, c->words[k].text);
    }
    end_list(n, found);
}

/* States that mean, or do not mean as far as known, that nothing was paid: ${lead} names them. */
static void
note_states(const struct notes *n, bool is_unpaid, const char *lead)
{
    const struct drafting_column *c = drafting_column_of(n->guess, ROLE_STATUS);
    size_t found = 0;

    for (size_t k = 0; c && k < c->word_count; k++)
        if (drafting_is_unpaid(n->guess, c->words[k].text) == is_unpaid)
            add_to_list(n, lead, &found, c->words[k].text);
    end_list(n, found);
}

static bool
is_used(const struct drafting_guess *g, size_t i)
{
    const struct drafting_column *start = drafting_column_of(g, ROLE_START);

    switch (g->columns[i].role) {
    case -1:
    case ROLE_BALANCE:
    case ROLE_MODE:
    case ROLE_CHANNEL:
        return false;
    case ROLE_BILL:
        return g->of[ROLE_ORDER] < 0;
    case ROLE_SERIAL:
        return g->columns[i].is_unique;
    case ROLE_PAYABLE:
    case ROLE_CHARGED:
    case ROLE_PAID:
    case ROLE_AMOUNT:
    case ROLE_FEE:
    case ROLE_TOTAL:
        return g->columns[i].role == (int)g->billed;
    case ROLE_TIME:
        return !start || (drafting_mostly(start, start->clocks) &&
            !drafting_mostly(start, start->times));
    case ROLE_INCOME:
        return drafting_has_income(g);
    case ROLE_DISCOUNT:
        return drafting_is_discount(g);
    case ROLE_DURATION:
        return drafting_duration_unit(g, ROLE_DURATION);
    case ROLE_BILLED_TIME:
    case ROLE_QUANTITY:
        return g->columns[i].role == (int)drafting_billed_quantity(g);
    case ROLE_UNIT:
        return drafting_billed_quantity(g) == ROLE_QUANTITY;
    default:
        return true;
    }
}

void
drafting_write_notes(struct buf *out, const struct drafting_guess *g, enum lang lang)
{
    struct arena texts = ARENA_INIT;
    const struct notes n = { .out = out, .guess = g, .lang = lang, .texts = &texts };
    size_t found = 0;

    note(&n, "Drafted from one file by its headings; each answer is to be checked. Until then "
        "x_Changes says guessed, and no finding is certain.");
    note_times(&n);
    note_amounts(&n);
    note_quantities(&n);
    note_words(&n);
    note_states(&n, false, N_("Counted as spent, whatever their state says:"));
    note_states(&n, true, N_("Not counted, since their state says that nobody paid them:"));
    for (size_t i = 0; i < g->table->column_count; i++)
        if (!is_used(g, i) && g->table->headings[i].n > 0)
            add_to_list(&n, N_("Not used:"), &found, g->table->headings[i]);
    end_list(&n, found);
    note(&n, "What a line is for is told by its words.");
    note(&n, "Who issues invoices, and from what, is not known.");
    arena_release(&texts);
}
