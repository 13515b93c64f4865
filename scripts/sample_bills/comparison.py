"""What only all bills together tell: the same GPU for less elsewhere."""
from fractions import Fraction

from .common import share

LAST = True

TITLES = {"gpugeek": ("GpuGeek", "GpuGeek"), "drun": ("d.run", "d.run")}


def mean(lines):
    """Of a card-hour, exactly."""
    return sum(Fraction(k.billed) for k in lines) / sum(Fraction(k.hours) for k in lines)


def cheaper_elsewhere(folder):
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
                TITLES[name], "", "cheaper-elsewhere", "possible",
                share(1, (own - best) * hours, 1), currency,
                ("%g hours of %s at %.2f on average, at %s %.2f"
                 % (hours, model, own, TITLES[cheapest][0], best),
                 "%g 小时 %s，平均每小时 %.2f，%s 是 %.2f"
                 % (hours, model, own, TITLES[cheapest][1], best)))


def make(folder):
    cheaper_elsewhere(folder)
