/*
 * qr.c - the text in the QR code of a Chinese invoice.
 */
#include "parsers/invoice_qr.h"

#define FIELDS_MAX 9

struct qr_kind {
    struct sv code;
    enum invoice_kind kind;
    bool is_gross;
};

static const struct qr_kind kinds[] = {
    { { "01", 2 }, INVOICE_VAT_SPECIAL, false },
    { { "04", 2 }, INVOICE_VAT_ORDINARY, false },
    { { "10", 2 }, INVOICE_VAT_ORDINARY, false },
    { { "31", 2 }, INVOICE_DIGITAL_SPECIAL, true },
    { { "32", 2 }, INVOICE_DIGITAL_ORDINARY, true },
};

static bool
is_digits(struct sv s, size_t least, size_t most)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return s.n >= least && s.n <= most;
}

bool
qr_read(struct draft *d, struct sv text)
{
    struct sv rest = sv_trim(text), field[FIELDS_MAX];
    struct invoice *one = &d->one;
    const struct qr_kind *kind = NULL;
    size_t n = 0;

    while (n < FIELDS_MAX && sv_cut(&rest, ',', &field[n]))
        n++;
    if (n < 6 || rest.n > 0 || !sv_is(field[0], SV("01")) || !is_digits(field[1], 2, 2) ||
        !is_digits(field[2], 0, 12) || !is_digits(field[3], 8, 20) ||
        (field[3].n != 8 && field[3].n != 20) || !is_digits(field[5], 8, 8))
        return false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (sv_is(field[1], kinds[i].code))
            kind = &kinds[i];
    draft_number(d, field[3]);
    if (field[3].n == 8)
        draft_code(d, field[2]);
    draft_date(d, field[5]);
    if (!kind)
        return true;
    one->kind = kind->kind;
    if (kind->is_gross)
        draft_amount(d, &one->total, &one->has_total, "total", field[4]);
    else
        draft_amount(d, &one->net, &one->has_net, "amount", field[4]);
    return true;
}
