"""Amounts against Python's decimals and whole numbers."""

import random
import sys
from decimal import ROUND_HALF_EVEN, Decimal, getcontext

from ask import compare

PLACES = 18
ONE = 10**PLACES
LIMIT = 2**127 - 1
QUESTIONS = 100000

getcontext().prec = 2000
getcontext().Emin = -(10**12)
getcontext().Emax = 10**12
rng = random.Random(20260301)


def text_of(units):
    """Units of 10^-18 as the shortest exact decimal."""
    whole, fraction = divmod(abs(units), ONE)
    text = str(whole)
    if fraction:
        text += "." + str(fraction).rjust(PLACES, "0").rstrip("0")
    return "-" + text if units < 0 else text


def or_range(units, more=""):
    return text_of(units) + more if abs(units) <= LIMIT else "range"


def round_even(n, d):
    q, r = divmod(abs(n), d)
    if 2 * r > d or (2 * r == d and q % 2):
        q += 1
    return q if n >= 0 else -q


def round_away(n, d):
    q, r = divmod(abs(n), abs(d))
    if 2 * r >= abs(d):
        q += 1
    return q if (n >= 0) == (d > 0) else -q


def digits(most):
    return "".join(rng.choice("0123456789") for _ in range(rng.randint(0, most)))


def random_units():
    kind = rng.randrange(6)
    if kind == 0:
        units = rng.randint(0, LIMIT)
    elif kind == 1:
        units = rng.randint(0, 10**6) * 10**16
    elif kind == 2:
        units = LIMIT - rng.randint(0, 3)
    elif kind == 3:
        units = rng.randint(0, 3)
    elif kind == 4:
        units = rng.randint(0, 2 ** rng.randint(1, 127) - 1)
    else:
        units = rng.randint(0, 10**6) * 10 ** rng.randint(0, 24)
    return rng.choice((1, -1)) * units


def group(whole):
    mark = rng.choice((",", " ", "\u00a0", "\u202f"))
    parts = []
    while len(whole) > 3:
        parts.insert(0, whole[-3:])
        whole = whole[:-3]
    return mark.join([whole] + parts)


def ask_parse():
    whole, fraction = digits(24 if rng.randrange(4) else 14), digits(24)
    if rng.randrange(10) == 0:
        fraction = digits(16).ljust(18, "0") + rng.choice(("5", "50", "4999", "5000001"))
    if not whole and not fraction:
        whole = "0"
    exponent = rng.randint(-45, 25) if rng.randrange(4) == 0 else 0
    if rng.randrange(200) == 0:
        exponent = rng.choice((999999999, -999999999, 1000, -1000))
    value = Decimal((whole or "0") + "." + (fraction or "0")).scaleb(exponent)

    written = group(whole) if rng.randrange(3) == 0 and whole[:1] != "0" else whole
    if fraction or rng.randrange(20) == 0:
        written += "." + fraction
    if exponent:
        written += rng.choice(("e", "E")) + (f"{exponent:+03d}" if rng.randrange(2) else str(exponent))
    percent = rng.randrange(20) == 0
    if percent:
        written += rng.choice(("%", " %"))
        value = value.scaleb(-2)
        exponent -= 2
    elif rng.randrange(4) == 0:
        before = rng.choice(("$", "¥", "CN¥", "USD ", "€", ""))
        written = before + written if before else written + rng.choice(("元", " USD", "EUR"))
    sign = rng.randrange(8)
    if sign == 0:
        written, value = "-" + written, -value
    elif sign == 1:
        written, value = "(" + written + ")", -value
    elif sign == 2:
        written, value = written + "-", -value
    elif sign == 3:
        written = "+" + written
    elif sign == 4:
        written, value = "\u2212" + written, -value
    if rng.randrange(10) == 0:
        written = "".join(chr(ord(c) + 0xFEE0) if c in "0123456789.,-+" else c for c in written)

    # Beyond the limit or below the last place, decimal would only count zeros.
    if value and value.adjusted() > 30:
        return ("parse", written), "range"
    if value and value.adjusted() < -30:
        units, rounded = 0, 1
    else:
        exact = value.scaleb(PLACES)
        units = int(exact.to_integral_value(rounding=ROUND_HALF_EVEN))
        rounded = int(units != exact)
    decimals = min(max(len(fraction) - exponent, 0), 255)
    return ("parse", written), or_range(units, f" {decimals} {rounded}")


def ask_multiply():
    a, b = random_units(), random_units()
    if rng.randrange(2):
        b = rng.randint(-(10**22), 10**22)
    product = round_even(a * b, ONE)
    more = " exact" if a * b % ONE == 0 else " rounded"
    return ("multiply", text_of(a), text_of(b)), or_range(product, more)


def ask_share():
    m, part, whole = random_units(), random_units(), random_units()
    if rng.randrange(2):
        part, whole = rng.randint(-1000, 1000), rng.randint(1, 1000)
    elif rng.randrange(2):
        part = rng.randint(0, abs(whole))
    whole = whole or 1
    places = rng.choice((0, 2, 2, 4, 17, 18, rng.randint(0, 18)))
    step = 10 ** (PLACES - places)
    expected = round_away(m * part, whole * step) * step
    return ("share", text_of(m), text_of(part), text_of(whole), places), or_range(expected)


def ask_add():
    a, b = random_units(), random_units()
    return ("add", text_of(a), text_of(b)), or_range(a + b)


def ask_round():
    m, places = random_units(), rng.randint(0, 18)
    step = 10 ** (PLACES - places)
    rounded = round_away(m, step)
    shown = f"{abs(rounded) // 10**places:,}"
    if places:
        shown += "." + str(abs(rounded) % 10**places).rjust(places, "0")
    if rounded < 0:
        shown = "-" + shown
    kept = rounded * step
    if abs(kept) > LIMIT:
        kept = (abs(m) // step) * step * (1 if m > 0 else -1)
    return ("round", text_of(m), places), f"{text_of(kept)} {shown}"


asks = (ask_parse, ask_parse, ask_parse, ask_multiply, ask_share, ask_add, ask_round)
compare(sys.argv[1], [rng.choice(asks)() for _ in range(QUESTIONS)])
