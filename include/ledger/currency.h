/*
 * currency.h - ISO 4217 codes, signs and minor units.
 */
#ifndef LEDGER_CURRENCY_H
#define LEDGER_CURRENCY_H

#include <stdbool.h>

#include "base/sv.h"

/*
 * True where ${code} is an active ISO 4217 code in capitals, "XXX" for no currency too, or DCU,
 * the unit in which AladdinEdu bills in place of money.
 */
bool currency_is_known(struct sv code);

/*
 * The ISO code (a literal) for what a bill writes: a code in any case ("cny"; RMB is CNY), a sign
 * ("$" is USD, "US$", "€", "£", "¥", "￥", "CN¥", "元", "A$", ...), a Chinese name (人民币, 美元).
 * NULL where it is none. ${*is_ambiguous_yen}, if given, tells whether it was the yen sign, for
 * which CNY is returned.
 */
const char *currency_code(struct sv text, bool *is_ambiguous_yen);

/* True where ${found}, the code that an amount's ${text} names, rests on a bare "$". */
bool currency_is_bare_dollar(const char *found, struct sv text);

/*
 * True where an amount whose text names ${found} (NULL: nothing) may be one of ${code}. Signs that
 * several currencies share fit each: ¥ (${is_yen}) CNY and JPY, a bare $ (${is_dollar}) any dollar.
 */
bool currency_fits(const char *found, bool is_yen, bool is_dollar, const char *code);

/* Decimal places of the minor unit: 0 for JPY KRW VND CLP ISK, 3 for BHD IQD JOD KWD LYD OMR TND,
 * else 2. */
unsigned currency_decimals(struct sv code);

#endif
