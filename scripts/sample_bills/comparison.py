"""What only all bills together tell: the same GPU for less elsewhere, what jumped in March."""
import glob
import json
import os
from datetime import timedelta
from fractions import Fraction

from .common import D, DAY, at, share

LAST = True

FORMATS = os.path.join(os.path.dirname(__file__), "..", "..", "parsers", "formats", "*.json")
FEBRUARY, MARCH, APRIL = at("02-01 00:00"), at("03-01 00:00"), at("04-01 00:00")


def titles():
    """{platform: (English, Chinese)} of the formats."""
    out = {}
    for path in sorted(glob.glob(FORMATS)):
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
        if data.get("platform"):
            out[data["platform"]] = (data["platform_title"]["en"], data["platform_title"]["zh"])
    return out


def mean(lines):
    """Of a card-hour, exactly."""
    return sum(Fraction(k.billed) for k in lines) / sum(Fraction(k.hours) for k in lines)


def cheaper_elsewhere(folder, names):
    """Per model and currency, the mean price of a card-hour on each platform."""
    markets = {}
    for line in folder.lines:
        if line.category == "gpu" and line.hours and line.billed > 0:
            sellers = markets.setdefault((line.model, line.currency), {})
            sellers.setdefault(line.platform, []).append(line)
    for (model, currency), sellers in sorted(markets.items()):
        cheapest = min(sellers, key=lambda name: (mean(sellers[name]), name))
        best = mean(sellers[cheapest])
        for name in sorted(sellers):
            own = mean(sellers[name])
            if own <= best * Fraction(11, 10):
                continue
            hours = sum(Fraction(k.hours) for k in sellers[name])
            folder.leak(
                names[name], "", "cheaper-elsewhere", "possible",
                share(1, (own - best) * hours, 1), currency,
                ("%g hours of %s at %.2f on average, at %s %.2f"
                 % (hours, model, own, names[cheapest][0], best),
                 "%g 小时 %s，平均每小时 %.2f，%s 是 %.2f"
                 % (hours, model, own, names[cheapest][1], best)))


def spend_jump(folder, names):
    """Categories of a platform that cost over 20 % and over 10 more in March than in February; only
    where the platform's lines reach from February's first day into its last week."""
    sums, first, last = {}, {}, {}
    for line in folder.lines:
        sum_of = sums.setdefault((line.platform, line.category, line.currency), [D(0), D(0)])
        if FEBRUARY <= line.start < MARCH:
            sum_of[0] += line.billed
            first[line.platform] = min(first.get(line.platform, line.start), line.start)
            last[line.platform] = max(last.get(line.platform, line.start), line.start)
        if MARCH <= line.start < APRIL:
            sum_of[1] += line.billed
    for (platform, category, currency), (before, now) in sorted(sums.items()):
        is_covered = (platform in first and first[platform] < FEBRUARY + DAY
                      and last[platform] >= MARCH - timedelta(days=7))
        if is_covered and now - before > 10 and now > before * D("1.2"):
            folder.jump(names.get(platform, (platform, platform)), category, before, now, currency)


def make(folder):
    names = titles()
    cheaper_elsewhere(folder, names)
    spend_jump(folder, names)
