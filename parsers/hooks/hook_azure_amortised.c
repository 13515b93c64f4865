/*
 * hook_azure_amortised.c - whether a file of Azure's cost details is of actual or amortised cost.
 *
 * Both exports have the same columns, and nothing in the file names them. An export of amortised
 * cost has rows for unused commitments, or usage under a commitment that costs something; in one
 * of actual cost such usage costs nothing, since the commitment itself was bought. An amortised
 * file is another view of the same money: it is given the format azure-cost-amortised.
 *
 * The format puts UnusedReservation and UnusedSavingsPlan at the start of the description.
 */
#include "parsers/format.h"
#include "parsers/hook.h"

static bool
tells_amortised(const struct ledger_line *line)
{
    if (sv_starts(sv_of(ledger_text(line, TEXT_CHARGE_DESCRIPTION)), SV("Unused")))
        return true;
    return ledger_word(line, WORD_PRICING_CATEGORY) == PRICING_COMMITTED &&
        ledger_word(line, WORD_CHARGE_CATEGORY) == CHARGE_USAGE && ledger_billed(line).units != 0;
}

static int
set_effective(struct ledger *l, struct err *e)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        struct charge c;

        ledger_unpack(&l->lines.at[i], &c);
        charge_set(&c, MONEY_EFFECTIVE_COST, c.money[MONEY_BILLED_COST]);
        if (ledger_change(l, &l->lines.at[i], &c, e))
            return -1;
    }
    return 0;
}

static int
azure_input(const struct format *f, struct ledger *l, struct err *e)
{
    struct input *in = l->inputs.at[0];
    bool is_amortised = false;

    (void)f;
    for (size_t i = 0; i < l->lines.n && !is_amortised; i++)
        is_amortised = tells_amortised(&l->lines.at[i]);
    if (!is_amortised)
        return 0;
    in->format = "azure-cost-amortised";
    in->view_rank = 1;
    input_warn(in, "amortised-cost", 0,
        "this export spreads what commitments cost over their term; invoices are made from the "
        "export of actual cost");
    return set_effective(l, e);
}

const struct hook hook_azure_amortised = {
    .name = "azure_amortised",
    .input = azure_input,
};
