/*
 * fail_on.c - --fail-on: leaks that make a review fail.
 */
#include <string.h>

#include "app/fail_on.h"
#include "reports/say.h"

int
fail_on_read(struct fail_on *f, const struct options *o, struct err *e)
{
    struct money_text text;
    struct err ignored = ERR_INIT;

    if (!o->fail_on)
        return 0;
    if (money_parse_text(&text, sv_of(o->fail_on), '.', &ignored) < 0 ||
        money_compare(text.value, MONEY_ZERO) <= 0)
        return err_set(e, ERR_USAGE,
            N_("--fail-on: '%s' is no amount above 0, such as 10 or 10CNY"), o->fail_on);
    f->amount = text.value;
    f->currency = text.currency;
    return 0;
}

bool
fail_on_is_reached(const struct fail_on *f, const struct audit *a, const struct options *o,
    struct err *e)
{
    for (size_t i = 0; !money_is_zero(f->amount) && i < a->leaks.n; i++) {
        const struct audit_leak *leak = &a->leaks.at[i];
        char net[SAY_FIGURE_MAX];

        if ((f->currency && strcmp(f->currency, leak->currency) != 0) ||
            money_compare(leak->net, f->amount) < 0)
            continue;
        (void)err_set(e, ERR_RANGE,
            N_("%s %s leaked, net, which reaches --fail-on %s: exit code 1"), leak->currency,
            say_amount(net, leak->net, leak->currency), o->fail_on);
        return true;
    }
    return false;
}
