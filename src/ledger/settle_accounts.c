/*
 * settle_accounts.c - the inputs' counters and sums after all fates are known.
 *
 * Invariant: records = lines + skipped + rejected, before and after. Lines that do not count move
 * from `lines` to `skipped`; those that have moved before go back first, since another period has
 * other ones.
 */
#include <string.h>

#include "base/vec.h"
#include "ledger/settle.h"
#include "ledger/settle_sums.h"

/* What the lines of one input come to. */
struct account {
    uint64_t by_fate[FATE_OUT_OF_PERIOD + 1];
    struct currency_sums all; /* over all its lines, whatever their fate */
};

/* Where the last line was added: most lines are of the file and the currency of the one before. */
struct adder {
    struct currency_sums *sums;
    const char *currency; /* interned; NULL: nothing was added yet */
    size_t place;         /* of the currency in the sums */
};

/* Add what ${line} billed to ${sums}. */
static int
add_billed(struct adder *a, struct currency_sums *sums, const struct ledger *l,
    const struct ledger_line *line, struct err *e)
{
    const char *currency = ledger_text(line, TEXT_BILLING_CURRENCY);

    if (a->sums == sums && a->currency == currency &&
        money_add(&sums->at[a->place].sum, ledger_billed(line), NULL) == 0)
        return 0;
    /* Also where the sum grows too large: there it is said of which line. */
    if (settle_sums_add_billed(sums, l, line, e))
        return -1;
    *a = (struct adder){ sums, currency, 0 };
    while (strcmp(sums->at[a->place].currency, currency) != 0)
        a->place++;
    return 0;
}

static int
add_lines(struct ledger *l, struct account *accounts, struct err *e)
{
    struct adder billed = { .currency = NULL }, all = { .currency = NULL };

    for (size_t i = 0; i < l->inputs.n; i++)
        l->inputs.at[i]->billed.n = 0;
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct input *in = l->inputs.at[line->input];
        struct account *account = &accounts[line->input];

        ledger_ahead(l, i);
        account->by_fate[line->fate]++;
        if (line->fate == FATE_COUNTED && add_billed(&billed, &in->billed, l, line, e))
            return -1;
        if (in->declared.n > 0 && add_billed(&all, &account->all, l, line, e))
            return -1;
    }
    return 0;
}

static int
move_counters(struct input *in, const struct account *account, struct err *e)
{
    const uint64_t moved[SKIP_COUNT] = {
        [SKIP_ALREADY_SEEN] = account->by_fate[FATE_ALREADY_SEEN],
        [SKIP_NOT_A_CHARGE] = account->by_fate[FATE_OTHER_VIEW],
        [SKIP_OUT_OF_PERIOD] = account->by_fate[FATE_OUT_OF_PERIOD],
    };
    uint64_t before = in->lines, now = account->by_fate[FATE_COUNTED];

    for (size_t i = 0; i < SKIP_COUNT; i++) {
        before += in->moved[i];
        now += moved[i];
    }
    if (before != now) {
        err_set(e, ERR_BUG, "an input says that it has %ju lines, but the ledger has %ju of it",
            (uintmax_t)before, (uintmax_t)now);
        return err_at(e, in->path, 0);
    }
    in->lines = account->by_fate[FATE_COUNTED];
    for (size_t i = 0; i < SKIP_COUNT; i++) {
        in->skipped[i] += moved[i] - in->moved[i];
        in->moved[i] = moved[i];
    }
    return 0;
}

void
settle_declared(struct input *in, const struct currency_sums *all)
{
    for (size_t i = 0; i < in->warning_counts.n; i++)
        if (strcmp(in->warning_counts.at[i].code, "declared-total") == 0)
            return;
    for (size_t i = 0; i < in->declared.n; i++) {
        const struct currency_sum *declared = &in->declared.at[i];
        struct money sum = settle_sums_of(all, declared->currency);
        struct money difference = declared->sum;
        char told[MONEY_TEXT_MAX], found[MONEY_TEXT_MAX], between[MONEY_TEXT_MAX];
        struct err ignored = ERR_INIT;

        if (money_compare(sum, declared->sum) == 0)
            continue;
        /* Two sums in range may differ by more than the range: then the difference is not said. */
        if (money_sub(&difference, sum, &ignored))
            input_warn(in, "declared-total", 0, "the file states a total of %s %s, but its rows "
                "come to %s", money_format(told, declared->sum), declared->currency,
                money_format(found, sum));
        else
            input_warn(in, "declared-total", 0, "the file states a total of %s %s, but its rows "
                "come to %s; the difference is %s", money_format(told, declared->sum),
                declared->currency, money_format(found, sum), money_format(between, difference));
    }
}

int
settle_accounts(struct ledger *l, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct account *accounts = arena_array(&scratch, l->inputs.n + 1, sizeof(*accounts));
    int result = -1;

    if (!accounts) {
        err_nomem(e);
        goto out;
    }
    if (add_lines(l, accounts, e))
        goto out;
    for (size_t i = 0; i < l->inputs.n; i++) {
        if (move_counters(l->inputs.at[i], &accounts[i], e))
            goto out;
        settle_declared(l->inputs.at[i], &accounts[i].all);
    }
    result = 0;
out:
    for (size_t i = 0; accounts && i < l->inputs.n; i++)
        vec_release(&accounts[i].all);
    arena_release(&scratch);
    return result;
}
