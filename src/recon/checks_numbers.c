/*
 * checks_numbers.c - one number twice, and red letters with what they reverse.
 */
#include <stdlib.h>
#include <string.h>

#include "ledger/currency.h"
#include "recon/checks.h"
#include "recon/fold.h"

/* Digits of a number that is given once in the country. */
#define DIGITAL_LENGTH 20

static bool
is_same(const struct recon_invoice *a, const struct recon_invoice *b)
{
    return a->invoice->number[0] && invoice_compare_identity(a->invoice, b->invoice) == 0;
}

/* The invoices of one run of equal numbers, or all of them, by number. */
struct numbered {
    struct recon_invoice *v;
    const char *seller; /* folded */
    size_t place;       /* in the list; decides between equals */
};

/* Of red letters with one number the largest comes first: it is the one that counts. */
static int
compare(const void *x, const void *y)
{
    const struct numbered *a = x, *b = y;
    int order = invoice_text_compare(a->v->invoice->number, b->v->invoice->number);

    if (order == 0)
        order = money_compare(a->v->rest, b->v->rest);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static const char *
shown(char text[MONEY_DISPLAY_MAX], const struct recon_invoice *v)
{
    unsigned usual = currency_decimals(sv_of(v->invoice->currency));
    unsigned decimals = money_decimals(v->rest);

    return money_format_display(text, v->rest, decimals > usual ? decimals : usual);
}

/* One number in two currencies, or with two totals, is no invoice. */
static void
check_pair(struct recon_invoice *a, struct recon_invoice *b)
{
    const struct invoice *x = a->invoice, *y = b->invoice;
    char text[MONEY_DISPLAY_MAX];

    if (!is_same(a, b))
        return;
    if (strcmp(x->currency, y->currency) != 0 && x->currency[0] && y->currency[0]) {
        check_fail(a, CHECK_DUPLICATE, N_("number %s is in another currency elsewhere: %s"),
            x->number, y->currency);
        check_fail(b, CHECK_DUPLICATE, N_("number %s is in another currency elsewhere: %s"),
            y->number, x->currency);
    } else if (!a->has_rest || !b->has_rest) {
        return;
    } else if (money_compare(a->rest, b->rest) == 0) {
        check_fail(b, CHECK_DUPLICATE, N_("number %s is there twice"), y->number);
    } else {
        check_fail(a, CHECK_DUPLICATE, N_("number %s has another total elsewhere: %s"), x->number,
            shown(text, b));
        check_fail(b, CHECK_DUPLICATE, N_("number %s has another total elsewhere: %s"), y->number,
            shown(text, a));
    }
}

/* The number that a red letter's remark names: the digits that follow 蓝字, but for the 10 or 12 of
 * an older invoice's code. */
static const char *
reversed_in_remark(struct arena *a, const char *remark)
{
    const char *text = fold_name(a, remark), *at = text ? strstr(text, "蓝字") : NULL;

    while (at && *at) {
        size_t n = strspn(at, "0123456789");

        if (n >= 8 && n != 10 && n != 12)
            return arena_text(a, (struct sv){ at, n < DIGITAL_LENGTH ? n : DIGITAL_LENGTH });
        at += n > 0 ? n : 1;
    }
    return text ? "" : NULL;
}

/* Whether ${red} reverses ${blue}, at least in part; a void one never does. */
static bool
reverses(const struct numbered *red, const struct numbered *blue)
{
    const struct recon_invoice *r = red->v, *b = blue->v;

    return !r->is_blue && r->has_rest && r->red_of[0] && r->invoice->status != INVOICE_VOID &&
        b->is_blue && b->has_rest &&
        invoice_text_compare(b->invoice->number, r->red_of) == 0 &&
        strcmp(b->invoice->currency, r->invoice->currency) == 0 &&
        (!red->seller[0] || !blue->seller[0] || strcmp(red->seller, blue->seller) == 0);
}

/* Whether a red letter of the same number, before ${red} in the list that begins with ${first},
 * reverses ${blue} as well: it does so once, however often it is there. */
static bool
is_reversed_before(const struct numbered *first, const struct numbered *red,
    const struct numbered *blue)
{
    for (const struct numbered *p = red; p > first && invoice_text_compare(
        p[-1].v->invoice->number, red->v->invoice->number) == 0; p--)
        if (is_same(p[-1].v, red->v) && reverses(&p[-1], blue))
            return true;
    return false;
}

/* Take the red letter ${red} off the blue ones that it names. */
static void
reverse(const struct numbered *list, size_t n, const struct numbered *red)
{
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < n; i++) {
        struct recon_invoice *blue = list[i].v;

        if (!reverses(red, &list[i]) || is_reversed_before(list, red, &list[i]))
            continue;
        if (money_add(&blue->rest, red->v->rest, &ignored) == 0)
            blue->reversed_by = red->v->invoice->number;
        if (red->v->invoice->has_net)
            (void)money_add(&blue->net_rest, red->v->net_rest, &ignored);
    }
}

static void
check_red(struct recon_invoice *v)
{
    char text[MONEY_TEXT_MAX];

    if (v->has_rest && !v->is_blue && v->rest.units < 0) {
        if (v->red_of[0])
            check_fail(v, CHECK_RED_LETTER, N_("a red-letter invoice: it reverses %s"),
                v->red_of);
        else
            check_fail(v, CHECK_RED_LETTER, N_("a red-letter invoice"));
    } else if (v->invoice->status == INVOICE_REVERSED) {
        check_fail(v, CHECK_RED_LETTER, N_("reversed by a red-letter invoice"));
    } else if (v->reversed_by && v->rest.units <= 0) {
        check_fail(v, CHECK_RED_LETTER, N_("reversed by red-letter invoice %s"),
            v->reversed_by);
    } else if (v->reversed_by) {
        check_remark(v, CHECK_RED_LETTER,
            N_("partly reversed by red-letter invoice %s: %s is left"), v->reversed_by,
            money_format(text, v->rest));
    } else if (v->invoice->status == INVOICE_PARTLY_REVERSED) {
        check_remark(v, CHECK_RED_LETTER,
            N_("partly reversed, but the red-letter invoice was not given: it counts whole"));
    }
}

static int
check_reds(struct recon *r, struct numbered *list, struct err *e)
{
    size_t n = r->invoices.n;

    for (size_t i = 0; i < n; i++) {
        struct recon_invoice *v = list[i].v;

        v->red_of = v->invoice->red_of;
        if (v->is_blue || v->red_of[0])
            continue;
        v->red_of = reversed_in_remark(&r->arena, v->invoice->remark);
        if (!v->red_of)
            return err_nomem(e);
    }
    for (size_t i = 0; i < n; i++)
        if (!list[i].v->is_blue)
            reverse(list, n, &list[i]);
    for (size_t i = 0; i < n; i++)
        check_red(list[i].v);
    return 0;
}

int
check_numbers(struct recon *r, struct err *e)
{
    struct numbered *list = calloc(r->invoices.n + 1, sizeof(*list));
    int result = -1;

    if (!list)
        return err_nomem(e);
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];

        list[i] = (struct numbered){ v, fold_name(&r->arena, v->invoice->seller), i };
        if (!list[i].seller) {
            (void)err_nomem(e);
            goto done;
        }
    }
    if (r->invoices.n > 1)
        qsort(list, r->invoices.n, sizeof(*list), compare);
    for (size_t i = 0; i < r->invoices.n; i++)
        for (size_t k = i + 1; k < r->invoices.n &&
            invoice_text_compare(list[i].v->invoice->number,
                list[k].v->invoice->number) == 0; k++)
            check_pair(list[i].v, list[k].v);
    result = check_reds(r, list, e);
done:
    free(list);
    return result;
}
