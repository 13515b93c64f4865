"""Times against Python's datetime."""

import random
import sys
from datetime import datetime, timedelta, timezone

from ask import compare

QUESTIONS = 100000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LAST = datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=timezone.utc)
MS = timedelta(milliseconds=1)
YEAR_FIRST, MONTH_FIRST, DAY_FIRST = 0, 1, 2

rng = random.Random(20260301)


def random_wall():
    """A time without a zone, often at an edge."""
    first = datetime(1970, 1, 1) if rng.randrange(3) == 0 else datetime(2015, 1, 1)
    last = datetime(9999, 12, 31) if rng.randrange(3) == 0 else datetime(2035, 1, 1)
    t = first + timedelta(seconds=rng.randint(0, int((last - first).total_seconds())))
    if rng.randrange(4) == 0:
        t = t.replace(day=1, hour=0, minute=0, second=0)
    if rng.randrange(4) == 0:
        t = t.replace(hour=rng.choice((0, 11, 12, 23)))
    return t


def random_zone():
    return rng.choice((0, 480, 480, -330, 345, -720, 840, -480))


def zone_text(minutes):
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    forms = [f"{sign}{hours:02d}:{rest:02d}", f"{sign}{hours:02d}{rest:02d}",
             f" GMT{sign}{hours:02d}:{rest:02d}", f" UTC{sign}{hours}:{rest:02d}"]
    if rest == 0:
        forms.append(f" {sign}{hours:02d}")
    if minutes == 0:
        forms += ["Z", " UTC", " Z", " gmt"]
    return rng.choice(forms)


def clock_text(t):
    """The time of day in some form, and the time that it stands for."""
    kind = rng.randrange(7)
    if kind == 0:
        return f"{t:%H:%M}", t.replace(second=0)
    if kind == 1:
        ms = rng.randint(0, 999)
        return f"{t:%H:%M:%S}.{ms:03d}" + rng.choice(("", "9", "000")), t + ms * MS
    if kind == 2:
        return f"{t:%I:%M:%S} {t:%p}", t
    if kind == 3:
        return ("上午" if t.hour < 12 else "下午") + f"{t:%I:%M:%S}", t
    if kind == 4:
        return f"{t.hour}时{t.minute}分{t.second}秒", t
    if kind == 5 and t.hour == 0 and t.minute == 0:
        # The day before, when it ends.
        return None, t.replace(second=0)
    return f"{t:%H:%M:%S}", t


def date_text(t, order):
    if rng.randrange(3) == 0:
        order = YEAR_FIRST
    if order == YEAR_FIRST:
        mark = rng.choice("-/.")
        return rng.choice((f"{t.year}{mark}{t.month:02d}{mark}{t.day:02d}",
                           f"{t.year}{mark}{t.month}{mark}{t.day}",
                           f"{t.year}年{t.month}月{t.day}日", f"{t.year}{t.month:02d}{t.day:02d}"))
    mark = rng.choice("-/.")
    first, second = (t.month, t.day) if order == MONTH_FIRST else (t.day, t.month)
    year = f"{t.year % 100:02d}" if 2000 <= t.year < 2100 and rng.randrange(2) else t.year
    return rng.choice((f"{first:02d}{mark}{second:02d}{mark}{year}",
                       f"{first}{mark}{second}{mark}{year}"))


def ask_time():
    wall, zone, order = random_wall(), random_zone(), rng.randrange(3)
    own_zone = zone
    if rng.randrange(12) == 0:
        wall = wall.replace(hour=0, minute=0, second=0)
        text = date_text(wall, order)
    elif rng.randrange(12) == 0:
        text = f"{wall:%Y%m%d%H%M%S}".rjust(14, "0")
    else:
        clock, wall = clock_text(wall)
        shown = wall
        if clock is None:
            if wall <= datetime(1970, 1, 2):
                wall += timedelta(days=2)
            clock, shown = "24:00:00", wall - timedelta(days=1)
        text = date_text(shown, order) + " " + clock
        if rng.randrange(3) == 0:
            own_zone = random_zone()
            text += zone_text(own_zone)
    at = (wall - datetime(1970, 1, 1)) // MS - own_zone * 60000
    expected = str(at) if 0 <= at <= (LAST - EPOCH) // MS else "syntax"
    return ("time", order, zone, text), expected


def ask_broken():
    """Dates as digits, most of which do not exist."""
    year, month, day = rng.randint(1960, 2040), rng.randint(0, 14), rng.randint(0, 33)
    hour, minute, second = rng.randint(0, 25), rng.randint(0, 61), rng.randint(0, 61)
    text = f"{year}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}:{second:02d}"
    try:
        at = (datetime(year, month, day, hour, minute, second) - datetime(1970, 1, 1)) // MS
    except ValueError:
        at = -1
    if hour == 24 and minute == 0 and second == 0:
        return ask_time()
    return ("time", YEAR_FIRST, 0, text), str(at) if at >= 0 else "syntax"


def ask_calendar():
    zone = random_zone()
    utc = random_wall().replace(tzinfo=timezone.utc) + rng.choice((0, 0, 1, 999)) * MS
    utc = min(max(utc, EPOCH + timedelta(days=1)), LAST - timedelta(days=40))
    at = (utc - EPOCH) // MS
    local = utc.astimezone(timezone(timedelta(minutes=zone)))
    day = local.replace(hour=0, minute=0, second=0, microsecond=0)
    month = day.replace(day=1)
    following = (month + timedelta(days=31)).replace(day=1)
    part = f".{local.microsecond // 1000:03d}" if local.microsecond else ""
    offset = f"{'-' if zone < 0 else '+'}{abs(zone) // 60:02d}:{abs(zone) % 60:02d}"
    expected = [f"{utc.year:04d}-{utc:%m-%dT%H:%M:%S}{part}Z",
                f"{local.year:04d}-{local:%m-%dT%H:%M:%S}{part}{offset}",
                f"{local.year:04d}-{local:%m-%d}", f"{local.year:04d}-{local:%m}"]
    expected += [str((t - EPOCH) // MS) for t in (day, month, following)]
    expected += [str(local.weekday()), str(local.hour)]
    return ("calendar", at, zone), " ".join(expected)


asks = (ask_time, ask_time, ask_broken, ask_calendar)
compare(sys.argv[1], [rng.choice(asks)() for _ in range(QUESTIONS)])
