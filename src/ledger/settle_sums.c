/*
 * settle_sums.c - what all steps of settling ask of lines: their format, month and sums.
 */
#include <stdio.h>

#include "ledger/settle_sums.h"

int32_t
settle_month(const struct ledger_line *line)
{
    int64_t at = line->facets->billing_start;
    int zone = 0;

    if (at != TIME_NONE) {
        at += FARTHEST_ZONE;
    } else {
        at = line->start;
        zone = line->facets->offset_minutes;
    }
    return at == TIME_NONE ? SETTLE_NO_MONTH : time_month_number(at, zone);
}

const char *
settle_month_text(char buf[SETTLE_MONTH_MAX], int32_t month)
{
    if (month == SETTLE_NO_MONTH)
        buf[0] = '\0';
    else
        snprintf(buf, SETTLE_MONTH_MAX, "%04d-%02d", month / 12, month % 12 + 1);
    return buf;
}

static int
add(struct currency_sums *sums, const struct ledger *l, const struct ledger_line *line,
    enum money_column column, struct err *e)
{
    const char *currency = ledger_text(line, TEXT_BILLING_CURRENCY);
    struct money amount;

    (void)ledger_money(line, column, &amount);
    if (currency_sums_add(sums, currency, amount, e) == 0)
        return 0;
    if (e->code != ERR_RANGE)
        return err_nomem(e);
    err_set(e, ERR_RANGE, "the sum of %s in %s is larger than 1.7 x 10^20",
        column_of(COLUMN_MONEY, column)->name, currency);
    return err_at(e, ledger_input(l, line)->path, line->source_line);
}

int
settle_sums_add_billed(struct currency_sums *sums, const struct ledger *l,
    const struct ledger_line *line, struct err *e)
{
    return add(sums, l, line, MONEY_BILLED_COST, e);
}

int
settle_sums_add(struct currency_sums *sums, const struct ledger *l,
    const struct ledger_line *line, struct err *e)
{
    return add(sums, l, line, ledger_is_spend(line) ? MONEY_BILLED_COST : MONEY_MOVED, e);
}

const char *
settle_sums_text(char buf[SETTLE_SUMS_MAX], const struct currency_sums *sums)
{
    size_t n = 0;

    snprintf(buf, SETTLE_SUMS_MAX, "0");
    for (size_t i = 0; i < sums->n; i++) {
        char amount[MONEY_TEXT_MAX], piece[MONEY_TEXT_MAX + 16];
        int length = snprintf(piece, sizeof(piece), "%s%s %s", i > 0 ? ", " : "",
            money_format(amount, sums->at[i].sum), sums->at[i].currency);

        /* Room for the dots stays. */
        if (length < 0 || n + (size_t)length + 4 >= SETTLE_SUMS_MAX) {
            snprintf(buf + n, SETTLE_SUMS_MAX - n, "...");
            break;
        }
        memcpy(buf + n, piece, (size_t)length + 1);
        n += (size_t)length;
    }
    return buf;
}

struct money
settle_sums_of(const struct currency_sums *sums, const char *currency)
{
    for (size_t i = 0; i < sums->n; i++)
        if (strcmp(sums->at[i].currency, currency) == 0)
            return sums->at[i].sum;
    return MONEY_ZERO;
}

uint32_t *
settle_number_formats(const struct ledger *l, struct arena *arena, struct err *e)
{
    uint32_t *numbers = arena_array(arena, l->inputs.n + 1, sizeof(*numbers));
    struct map seen = MAP_INIT;

    for (size_t i = 0; numbers && i < l->inputs.n; i++) {
        bool is_new;
        struct map_entry *entry = map_put(&seen, sv_of(l->inputs.at[i]->format), &is_new);

        if (!entry) {
            numbers = NULL;
            break;
        }
        if (is_new)
            entry->value.number = seen.n - 1;
        numbers[i] = (uint32_t)entry->value.number;
    }
    map_release(&seen);
    if (!numbers)
        (void)err_nomem(e);
    return numbers;
}
