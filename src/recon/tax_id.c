/*
 * tax_id.c - the check digit of unified social credit codes (GB 32100-2015).
 */
#include "ledger/calendar.h"
#include "recon/checks.h"

#define LENGTH 18

static const char characters[] = "0123456789ABCDEFGHJKLMNPQRTUWXY";

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int
number(const char *digits, size_t n)
{
    int value = 0;

    for (size_t i = 0; i < n; i++)
        value = value * 10 + (digits[i] - '0');
    return value;
}

/* A citizen's number (GB 11643): a date of birth in it, and a check digit of its own. */
static bool
is_citizen(const char *id)
{
    static const int weights[] = { 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2 };
    int sum = 0;

    for (size_t i = 0; i < LENGTH - 1; i++) {
        if (!is_digit(id[i]))
            return false;
        sum += weights[i] * (id[i] - '0');
    }
    return id[LENGTH - 1] == "10X98765432"[sum % 11] && id[6] >= '1' && id[6] <= '2' &&
        calendar_has((struct date){ number(id + 6, 4), number(id + 10, 2), number(id + 12, 2) });
}

enum tax_id_check
tax_id_check(const char *id)
{
    static const int weights[] = { 1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30,
        28 };
    int sum = 0, value = 0;

    if (strlen(id) != LENGTH || is_citizen(id))
        return TAX_ID_FINE;
    for (size_t i = 0; i < LENGTH; i++) {
        const char *at = strchr(characters, id[i]);

        if (!at)
            return TAX_ID_WRONG;
        value = (int)(at - characters);
        if (i < LENGTH - 1)
            sum += weights[i] * value;
    }
    return value == (31 - sum % 31) % 31 ? TAX_ID_FINE : TAX_ID_WRONG;
}
