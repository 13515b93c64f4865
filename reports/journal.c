/*
 * journal.c - the ledger as double-entry bookkeeping.
 *
 * The postings of an entry sum to exactly 0: the last one is what the others leave.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/line_fact.h"
#include "reports/journal.h"

/* Most bytes of an account name: four parts at most. */
#define ACCOUNT_MAX ((size_t)2048)

/* ISO 4217 for "no currency". */
#define NO_CURRENCY "XXX"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

static int64_t
day_of(const struct ledger_line *line)
{
    if (line->start != TIME_NONE)
        return line->start;
    if (line->end != TIME_NONE)
        return line->end;
    /* A line of no day at all stands before all others. */
    return line->facets->billing_start != TIME_NONE ? line->facets->billing_start : TIME_DAY;
}

/* The name ROOT:MIDDLE[:LAST], once for all its uses. */
static int
name_account(struct journal *j, const char *root, const char *middle, const char *last,
    const char **out, struct err *e)
{
    struct buf name;
    struct map_entry *entry;
    char *copy = NULL;

    buf_init(&name, ACCOUNT_MAX);
    buf_addf(&name, "%s:%s%s%s", root, middle, last ? ":" : "", last ? last : "");
    entry = map_get(&j->accounts, buf_sv(&name));
    if (!entry) {
        copy = arena_text(&j->names.arena, buf_sv(&name));
        entry = copy ? map_put(&j->accounts, sv_of(copy), NULL) : NULL;
    }
    buf_release(&name);
    if (!entry)
        return err_nomem(e);
    *out = entry->key.p;
    return 0;
}

/* Add a posting to an account of the line's platform; to the one of its own account, if ${is_own}
 * and the bill names it. */
static int
post(struct journal *j, struct journal_entry *out, const char *root, bool is_own,
    struct money amount, struct err *e)
{
    const char *account = ledger_text(out->line, TEXT_BILLING_ACCOUNT_ID), *last = NULL;
    const char *platform = journal_part(&j->names, ledger_text(out->line, TEXT_PLATFORM), e);
    struct journal_posting *p = &out->postings[out->n];

    if (!platform)
        return -1;
    if (is_own && account[0]) {
        last = journal_part(&j->names, account, e);
        if (!last)
            return -1;
    }
    p->amount = amount;
    out->n++;
    return name_account(j, root, platform, last, &p->account, e);
}

static int
post_spend(struct journal *j, struct journal_entry *out, struct err *e)
{
    enum category category = (enum category)ledger_word(out->line, WORD_CATEGORY);
    struct money voucher, cash = ledger_billed(out->line);
    char root[64];
    struct buf expenses;
    int result;

    buf_init(&expenses, sizeof(root));
    buf_addf(&expenses, "Expenses:%s", journal_category(category));
    (void)ledger_money(out->line, MONEY_VOUCHER, &voucher);
    result = buf_ok(&expenses, e) || money_sub(&cash, voucher, e) ||
        post(j, out, expenses.p, false, ledger_billed(out->line), e) ||
        post(j, out, "Assets:Prepaid", true, money_negate(cash), e);
    if (result == 0 && !money_is_zero(voucher))
        result = post(j, out, "Assets:Vouchers", true, money_negate(voucher), e);
    buf_release(&expenses);
    return result ? -1 : 0;
}

static int
post_move(struct journal *j, struct journal_entry *out, struct err *e)
{
    struct money moved, gift;

    (void)ledger_money(out->line, MONEY_MOVED, &moved);
    (void)ledger_money(out->line, MONEY_VOUCHER, &gift);
    if (post(j, out, "Assets:Prepaid", true, moved, e) ||
        post(j, out, "Equity:Paid-In", false, money_negate(moved), e))
        return -1;
    if (money_is_zero(gift))
        return 0;
    return post(j, out, "Assets:Vouchers", true, gift, e) ||
        post(j, out, "Income:Gifts", false, money_negate(gift), e) ? -1 : 0;
}

int
journal_entry_at(struct journal *j, size_t i, struct journal_entry *out, struct err *e)
{
    const struct ledger_line *line = &j->ledger->lines.at[j->items.at[i].line];
    const char *currency = ledger_text(line, TEXT_BILLING_CURRENCY);

    *out = (struct journal_entry){ .line = line,
        .currency = currency[0] ? currency : NO_CURRENCY };
    (void)time_format_day(out->day, j->items.at[i].at, j->zone_minutes);
    return ledger_is_spend(line) ? post_spend(j, out, e) : post_move(j, out, e);
}

/* Note the currency and the accounts of an entry. */
static int
note_entry(struct journal *j, const struct journal_entry *entry, struct err *e)
{
    struct map_entry *currency = map_put(&j->currencies, sv_of(entry->currency), NULL);

    if (!currency)
        return err_nomem(e);
    for (size_t k = 0; k < entry->n; k++) {
        unsigned decimals = money_decimals(entry->postings[k].amount);

        if (decimals > currency->value.number)
            currency->value.number = decimals;
    }
    return 0;
}

static int
compare_items(const void *a, const void *b)
{
    const struct journal_item *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

int
journal_init(struct journal *j, const struct ledger *l, int zone_minutes, struct err *e)
{
    *j = (struct journal){ .ledger = l, .zone_minutes = zone_minutes,
        .names = JOURNAL_NAMES_INIT, .accounts = MAP_INIT, .currencies = MAP_INIT };
    for (size_t i = 0; i < l->lines.n; i++) {
        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        if (vec_grow(&j->items, 1, LEDGER_LINES_MAX, e))
            return -1;
        j->items.at[j->items.n++] = (struct journal_item){ day_of(&l->lines.at[i]), i };
    }
    if (j->items.n > 0)
        qsort(j->items.at, j->items.n, sizeof(j->items.at[0]), compare_items);
    for (size_t i = 0; i < j->items.n; i++) {
        struct journal_entry entry;

        if (journal_entry_at(j, i, &entry, e) || note_entry(j, &entry, e))
            return -1;
    }
    return 0;
}

const char *
journal_first_day(const struct journal *j, char buf[TIME_TEXT_MAX])
{
    return time_format_day(buf, j->items.n > 0 ? j->items.at[0].at : TIME_DAY, j->zone_minutes);
}

const char *
journal_payee(const struct ledger_line *line)
{
    const char *provider = ledger_text(line, TEXT_PROVIDER_NAME);
    const char *platform = ledger_text(line, TEXT_PLATFORM);

    return provider[0] ? provider : platform[0] ? platform : "?";
}

const char *
journal_narration(const struct ledger_line *line)
{
    enum category category = (enum category)ledger_word(line, WORD_CATEGORY);
    const char *item = line_item(line);

    if (item[0])
        return item;
    if (ledger_is_spend(line) && category != CATEGORY_NONE)
        return category_title(category);
    return words_entry.words[ledger_word(line, WORD_ENTRY)];
}

void
journal_release(struct journal *j)
{
    journal_names_release(&j->names);
    map_release(&j->accounts);
    map_release(&j->currencies);
    vec_release(&j->items);
}

/* Hand over what has been written, once it is ${least} bytes. */
static int
hand_over(struct buf *piece, size_t least, render_sink *sink, void *context, struct err *e)
{
    if (buf_ok(piece, e))
        return -1;
    if (piece->n < least)
        return 0;
    if (sink(context, buf_sv(piece), e))
        return -1;
    buf_reset(piece);
    return 0;
}

int
journal_write(const struct journal_form *form, const struct ledger *l, int zone_minutes,
    render_sink *sink, void *context, struct err *e)
{
    struct journal j;
    struct journal_entry entry;
    struct buf piece;
    int result;

    buf_init(&piece, PIECE_BYTES_MAX);
    result = journal_init(&j, l, zone_minutes, e);
    if (result == 0)
        form->head(&piece, &j);
    for (size_t i = 0; i < j.items.n && result == 0; i++) {
        result = journal_entry_at(&j, i, &entry, e);
        if (result == 0)
            form->entry(&piece, &j, &entry);
        if (result == 0)
            result = hand_over(&piece, PIECE_BYTES, sink, context, e);
    }
    if (result == 0)
        result = hand_over(&piece, 1, sink, context, e);
    buf_release(&piece);
    journal_release(&j);
    return result;
}
