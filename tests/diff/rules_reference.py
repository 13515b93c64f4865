"""The rules a second time, from their text alone and as slowly as they are easiest to read.

judge(bills, states, samples, period) returns what rules 1 to 10, 14 and 16 find in rows of
gpubill-simple, gpubill-states and gpubill-usage, and what they cannot judge. Times are seconds in
the review's zone, amounts fractions: nothing is rounded but what the rules round.
"""

import datetime
from collections import defaultdict
from fractions import Fraction

HOUR, DAY = 3600, 86400
FOREVER = 10 ** 12
ORDER = ["duplicate-charge", "charged-after-release", "compute-while-stopped", "stopped-storage",
         "orphan-storage", "idle-address", "forgotten-instance", "idle-gpu", "minimum-billing",
         "price-arithmetic", "traffic-fee", "snapshot-and-image"]
COMPUTE = ("gpu", "cpu")
DISKS = ("system-disk", "data-disk")
LENGTHS = {"second": 1, "minute": 60, "hour": HOUR, "day": DAY}
UNITS = ([Fraction(n) for n in (1, 10, 100, 1000, 10000, 1000000)]
         + [Fraction(1, n) for n in (10, 100, 1000, 10000, 1000000)]
         + [Fraction(a, b) for a, b in ((24, 1), (30, 1), (720, 1), (730, 1), (730, 24), (60, 1),
                                        (3600, 1))]
         + [Fraction(b, a) for a, b in ((24, 1), (30, 1), (720, 1), (730, 1), (730, 24), (60, 1),
                                        (3600, 1))])


def seconds(text):
    when = datetime.datetime.fromisoformat(text)
    return int((when - datetime.datetime(1970, 1, 1)).total_seconds())


def rounded(x):
    """Half away from zero, to 9 decimals."""
    n = abs(x) * 10 ** 9
    whole = n.numerator // n.denominator
    whole += n - whole >= Fraction(1, 2)
    return Fraction(whole if x >= 0 else -whole, 10 ** 9)


def share_of(billed, share):
    return billed if share >= 1 else rounded(billed * share)


def half(text):
    """Half a unit of the last printed decimal."""
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


# Stretches of time: sorted lists of (from, to) that neither touch nor overlap.

def join(spans):
    out = []
    for a, b in sorted(s for s in spans if s[0] < s[1]):
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(b, out[-1][1]))
        else:
            out.append((a, b))
    return out


def both(left, right):
    return join((max(a, c), min(b, d)) for a, b in left for c, d in right)


def without(left, right):
    out = left
    for c, d in right:
        out = [part for a, b in out for part in ((a, min(b, c)), (max(a, d), b))
               if part[0] < part[1]]
    return join(out)


def length(spans):
    return sum(b - a for a, b in spans)


class Line:
    """One row of a bill as a ledger line."""

    def __init__(self, path, number, row):
        def number_of(name):
            return Fraction(row[name]) if row.get(name) else None

        self.place = (path, number)
        self.row = row
        self.platform, self.account = row["platform"], row.get("account", "")
        self.line_id, self.order_id = row.get("line_id", ""), row.get("order_id", "")
        self.instance, self.resource = row.get("instance", ""), row.get("resource", "")
        self.item, self.category = row.get("item", ""), row["category"]
        self.entry, self.state = row.get("entry") or "charge", row.get("state", "")
        self.currency = row.get("currency") or "CNY"
        self.pricing = row.get("pricing", "")
        self.start = seconds(row["start"])
        self.end = seconds(row["end"]) if row.get("end") else None
        self.billed = Fraction(row["amount"])
        if self.entry == "refund":
            self.billed = -abs(self.billed)
        self.quantity, self.used = number_of("billed_quantity"), number_of("used_quantity")
        self.price, self.discount = number_of("unit_price"), number_of("discount")
        self.given_cards = int(row["gpu_count"]) if row.get("gpu_count") else None
        self.unit = LENGTHS.get(row.get("unit", ""))
        self.is_charge = self.entry == "charge"
        if self.category in COMPUTE and not self.instance:
            self.instance = self.resource  # the machine itself is what was charged
        self.is_compute = self.is_charge and self.category in COMPUTE
        self.is_prepaid = self.pricing == "prepaid"
        self.thing = self.instance or self.resource
        self.key = (self.platform, self.account, self.instance)
        has_period = self.end is not None and self.end > self.start
        self.period = [(self.start, self.end)] if has_period else None
        self.length = self.end - self.start if has_period else None
        self.used_time = self.used * self.unit if self.used is not None and self.unit else None
        self.is_part_used = (not self.is_prepaid and has_period and self.used_time is not None
                             and self.used_time < self.length)
        self.is_unlocated = self.is_compute and self.is_part_used


class Instance:
    """What is known of one instance over time."""

    def __init__(self, key, lines, states, samples):
        platform, account, name = key
        self.lines = [line for line in lines if line.key == key]
        self.compute = [line for line in self.lines if line.is_compute]
        self.states = self.read_states(
            [s for s in states if s["platform"] == platform and s["instance"] == name
             and s.get("account", "") in ("", account)])
        self.logged = join((a, b) for a, b, _ in self.states)
        self.series = self.read_series(
            [s for s in samples if s["instance"] == name and s.get("platform", "") in ("", platform)])
        self.last_seen = max([line.end for line in self.compute if line.period]
                             + [s["speaking"][-1][1] if s["speaking"] else s["last"]
                                for s in self.series.values()], default=-FOREVER)
        located = join(p for line in self.compute
                       if line.period and line.state != "stopped" and not line.is_unlocated
                       for p in line.period)
        outside = without(located, self.logged)
        self.runs = {is_gpu: join(outside + self.logged_runs(is_gpu)) for is_gpu in (True, False)}
        still = [(max(a, self.last_seen), b) for a, b, state in self.states
                 if b == FOREVER and state in ("running", "no-gpu")]
        endless = join((line.start, min((a for a, _ in self.runs[False] if a > line.start),
                                        default=FOREVER))
                       for line in self.compute if not line.period and line.state != "stopped")
        self.undecided = join(still + without(endless, self.logged))
        self.located = join(self.runs[False] + self.logged)

    @staticmethod
    def read_states(rows):
        rows = sorted(rows, key=lambda s: seconds(s["from"]))
        ends = [seconds(s["from"]) for s in rows[1:]] + [FOREVER]
        out = []
        for row, end in zip(rows, ends):
            entry = (seconds(row["from"]), seconds(row["to"]) if row.get("to") else end,
                     row["state"])
            if out and out[-1][1] == entry[0] and out[-1][2] == entry[2]:
                entry = (out.pop()[0],) + entry[1:]
            out.append(entry)
        return out

    @staticmethod
    def read_series(rows):
        """By GPU: points, time about which samples speak, idle stretches, max_gap."""
        points = defaultdict(dict)
        for row in rows:
            at, value = seconds(row["time"]), Fraction(row["utilisation"])
            gpu = points[row.get("gpu") or "0"]
            gpu[at] = max(value, gpu.get(at, value))
        out = {}
        for gpu, values in points.items():
            times = sorted(values)
            gaps = sorted(b - a for a, b in zip(times, times[1:]))
            middle = len(gaps) // 2
            median = (0 if not gaps else gaps[middle] if len(gaps) % 2
                      else Fraction(gaps[middle - 1] + gaps[middle], 2))
            most = min(3 * median, max(600, Fraction(3, 2) * median))
            ends = [min(b, a + most) for a, b in zip(times, times[1:])] + [times[-1] + median]
            stretches = [(a, b, values[a]) for a, b in zip(times, ends)]
            idle = join((a, b) for a, b, value in stretches if value < 5)
            out[gpu] = {"busy": [a for a, _, value in stretches if value >= 5], "max_gap": most,
                        "speaking": join((a, b) for a, b, _ in stretches), "last": times[-1],
                        "idle": [(a, b) for a, b in idle if b - a >= 900]}
        return out

    def logged_runs(self, is_gpu):
        words = ("running",) if is_gpu else ("running", "no-gpu")
        return [(a, self.last_seen if b == FOREVER else b) for a, b, state in self.states
                if state in words]

    def state_at(self, at):
        return next((s for s in self.states if s[0] <= at < s[1]), None)

    def unlocated_share(self, at):
        """How much of the moment ${at}, which lies outside located runs, unlocated lines use."""
        return min(Fraction(1), sum(Fraction(line.used_time) / line.length for line in self.compute
                                    if line.is_unlocated and line.state != "stopped"
                                    and line.start <= at < line.end))

    def bounds(self):
        """Where the share that unlocated lines use may change."""
        return ([t for line in self.compute if line.is_unlocated for t in (line.start, line.end)]
                + [t for span in self.located for t in span])

    def cards(self, line):
        return line.given_cards if line.given_cards is not None else max(1, len(self.series))

    def tails(self):
        out = []
        gpu_lines = [line for line in self.compute if line.category == "gpu" and line.period]
        for run in self.runs[True]:
            within = [line for line in gpu_lines if both(line.period, [run])]
            if not self.series or any(line.is_unlocated or self.cards(line) != len(self.series)
                                      for line in within):
                continue
            starts = [self.tail_of(s, run) for s in self.series.values()]
            if None in starts:
                continue
            start = max(starts + [run[0]])
            if run[1] - start >= HOUR:
                out.append((start, run[1]))
        return out

    @staticmethod
    def tail_of(series, run):
        stretches = [s for s in series["idle"] if both([s], [run])]
        if not stretches:
            return None
        start, end = stretches[-1]
        if run[1] - end > series["max_gap"] or any(end <= t < run[1] for t in series["busy"]):
            return None
        return start


class Judge:
    def __init__(self, bills, states, samples, period):
        self.period = period
        self.lines = settle([Line(path, number, row) for path in sorted(bills)
                             for number, row in enumerate(bills[path], 2)])
        self.all_lines = [line for path in bills for line in
                          (Line(path, n, row) for n, row in enumerate(bills[path], 2))]
        keys = {line.key for line in self.lines if line.instance}
        self.instances = {key: Instance(key, self.lines, states, samples) for key in keys}
        self.judged = [line for line in self.lines if line.is_charge and line.billed > 0
                       and period[0] <= line.start < period[1]]
        self.claims = defaultdict(list)   # line -> [(finding key, leak, pieces or None)]
        self.groups = defaultdict(list)   # finding key -> [line]
        self.unknown = defaultdict(lambda: [Fraction(0), set()])
        self.undercharged = set()

    def claim(self, rule, certainty, line, leak, pieces=None, key=None):
        """By amount, or by time where pieces (from, to, card or None for all, weight) are given."""
        if leak <= 0:
            return
        key = (rule, certainty, line.currency, line.platform) + (
            key or (line.account, line.thing))
        self.claims[line].append((key, min(leak, line.billed), pieces))
        self.groups[key].append(line)

    def claim_time(self, rule, certainty, line, pieces):
        instance = self.instances.get(line.key)
        cards = instance.cards(line) if instance and line.category == "gpu" else 1
        time = sum((b - a) * weight * (cards if card is None else 1)
                   for a, b, card, weight in pieces)
        self.claim(rule, certainty, line, share_of(line.billed, Fraction(time) / cards / line.length),
                   pieces)

    def claim_all(self, rule, certainty, line, by_time=True):
        if by_time and line.period:
            self.claim_time(rule, certainty, line, [(line.start, line.end, None, 1)])
        else:
            self.claim(rule, certainty, line, line.billed)

    def say_unknown(self, rule, what, line, hours=Fraction(0)):
        row = self.unknown[what, line.platform, line.account, line.thing]
        row[0] += hours
        row[1].add(rule)

    def run(self):
        for rule in ORDER:
            getattr(self, "check_" + rule.replace("-", "_"))(rule)
        return self.findings(), self.unknown_rows(), self.undercharged

    def check_duplicate_charge(self, rule):
        def is_looked_at(line):
            return (line.is_charge and line.billed > 0
                    and line.category not in ("traffic", "software", "model-api"))

        first, caught = {}, set()
        for line in filter(is_looked_at, self.judged):
            if not line.line_id or not line.thing:
                continue
            if not line.period:
                self.say_unknown(rule, "period", line)
                continue
            key = (line.platform, line.account, line.instance, line.resource, line.item,
                   line.category, line.start, line.end, line.quantity, line.billed, line.currency)
            if key not in first:
                first[key] = line
                continue
            caught.add(line)
            same = first[key].order_id == line.order_id
            self.claim(rule, "certain" if same else "likely", line, line.billed)
        groups = defaultdict(list)
        for line in filter(is_looked_at, self.lines):
            thing = line.resource or line.instance
            if thing and line.period and line not in caught:
                groups[line.platform, line.account, thing, line.item, line.category, line.pricing,
                       line.currency].append(line)
            elif thing and not line.period and line in self.judged:
                self.say_unknown(rule, "period", line)
        for group in groups.values():
            group.sort(key=lambda line: line.start)  # stable: ties stay in input order
            for i, line in enumerate(group):
                earlier = [e for e in group[:i] if both(e.period, line.period)]
                covered = length(both(join(p for e in earlier for p in e.period), line.period))
                if covered == 0 or line not in self.judged:
                    continue
                furthest = max(earlier, key=lambda e: e.end)
                same = None in (furthest.price, line.price) or furthest.price == line.price
                self.claim(rule, "certain" if same else "likely", line,
                           share_of(line.billed, Fraction(covered, line.length)))

    def check_charged_after_release(self, rule):
        for line in self.judged:
            if not line.instance or line.is_prepaid or line.category in (
                    "snapshot", "image", "file-storage", "object-storage"):
                continue
            instance = self.instances[line.key]
            state = instance.state_at(line.start)
            if not instance.states:
                self.say_unknown(rule, "state", line)
            elif state and state[2] == "released" and line.start >= state[0] + 300:
                if line.period:
                    self.claim_all(rule, "certain", line)
                else:
                    self.say_unknown(rule, "period", line)

    def check_compute_while_stopped(self, rule):
        for line in self.judged:
            if not line.is_compute or line.is_prepaid:
                continue
            if line.state == "stopped":
                self.claim_all(rule, "certain", line)
            elif line.instance:
                self.compare_with_log(rule, line, self.instances[line.key])

    def compare_with_log(self, rule, line, instance):
        words = ("stopped", "no-gpu") if line.category == "gpu" else ("stopped",)
        if not line.period:
            self.say_unknown(rule, "period", line)
            return
        if not line.state and without(line.period, instance.logged):
            self.say_unknown(rule, "state", line)
        stops = join((a, b) for a, b, state in instance.states if state in words)
        began = instance.state_at(line.start)
        if not began or began[2] not in words:
            stops = [(-(-a // HOUR) * HOUR, b) for a, b in stops]
        meant = both(join(stops), line.period)
        if length(meant) <= 60:
            return
        weight = Fraction(1)
        if line.is_unlocated:
            surplus = max(Fraction(0), line.used_time - (line.length - length(meant)))
            if surplus == 0:
                return
            # surplus / used of the line, spread over the time that is meant
            weight = surplus / line.used_time * line.length / length(meant)
        self.claim_time(rule, "certain", line, [(a, b, None, weight) for a, b in meant])

    def stopped(self, rule, line):
        """Pieces of the line's period in which its instance was stopped."""
        instance = self.instances[line.key]
        if not line.period:
            self.say_unknown(rule, "period", line)
            return []
        if not instance.compute and not instance.states:
            self.say_unknown(rule, "compute", line)
            return []
        rest = without(line.period, instance.runs[False])
        decided = without(rest, instance.undecided)
        if decided != rest:
            self.say_unknown(rule, "state", line)
        if not any(c.is_compute and c.place[0] == line.place[0] and c.key[:2] == line.key[:2]
                   for c in self.all_lines):
            account = [c for c in self.lines if c.is_compute and c.key[:2] == line.key[:2]]
            visible = instance.logged
            if account:
                visible = join(visible + [(min(c.start for c in account),
                                           max(c.end or c.start for c in account))])
            seen = both(decided, visible)
            if seen != decided:
                self.say_unknown(rule, "compute", line)
            decided = seen
        out = []
        for a, b in decided:
            cuts = sorted({a, b} | {t for t in instance.bounds() if a < t < b})
            for c, d in zip(cuts, cuts[1:]):
                free = not both([(c, d)], instance.located)
                weight = 1 - (instance.unlocated_share(c) if free else 0)
                if weight > 0:
                    out.append((c, d, None, weight))
        return self.less_what_ran(line, out)

    @staticmethod
    def less_what_ran(line, pieces):
        """Of a line that was used for a part of its period, as rule 3: max(0, u - not stopped) / u."""
        stopped = sum((b - a) * weight for a, b, _, weight in pieces)
        if not line.is_part_used or stopped == 0:
            return pieces
        surplus = max(0, line.used_time - (line.length - stopped))
        if surplus == 0:
            return []
        factor = Fraction(surplus) / line.used_time * line.length / stopped
        return [(a, b, card, min(1, weight * factor)) for a, b, card, weight in pieces]

    def check_stopped_storage(self, rule):
        for line in self.judged:
            if line.category in DISKS + ("file-storage",) and line.instance:
                self.claim_time_of(rule, line)

    def claim_time_of(self, rule, line):
        pieces = self.stopped(rule, line)
        if pieces:
            self.claim_time(rule, "certain", line, pieces)

    def check_orphan_storage(self, rule):
        def instance_of(line):
            return self.instances[line.key] if line.instance else None

        shown = {line.platform for line in self.lines
                 if line.category in DISKS and line.instance and instance_of(line).compute}
        disks = defaultdict(list)
        for line in self.judged:
            instance, name = instance_of(line), line.resource or line.instance
            if (line.category not in DISKS or not name
                    or instance and (instance.compute or instance.states)):
                continue
            if line.platform not in shown and line.state != "unattached":
                self.say_unknown(rule, "compute", line)
            elif not line.period:
                self.say_unknown(rule, "period", line)
            else:
                disks[line.platform, line.account, name].append(line)
        for lines in disks.values():
            if max(line.end for line in lines) - min(line.start for line in lines) >= DAY:
                for line in lines:
                    self.claim(rule, "likely", line, line.billed)

    def check_idle_address(self, rule):
        for line in self.judged:
            if line.category != "public-address":
                continue
            if line.state == "unattached":
                self.claim_all(rule, "certain", line)
            elif line.instance:
                self.claim_time_of(rule, line)
            elif not line.state:
                self.say_unknown(rule, "state", line)

    def is_known(self, line):
        """A gpu line of which samples may speak."""
        if not line.instance or not line.period or line.is_unlocated:
            return False
        instance = self.instances[line.key]
        return 0 < len(instance.series) <= instance.cards(line)

    def check_forgotten_instance(self, rule):
        for line in self.judged:
            if line.category == "gpu" and self.is_known(line):
                meant = both(self.instances[line.key].tails(), line.period)
                if meant:
                    self.claim_time(rule, "likely", line, [(a, b, None, 1) for a, b in meant])

    def check_idle_gpu(self, rule):
        for line in self.lines:
            if line.is_charge and line.category == "gpu":
                self.say_unknown_use(rule, line)
        for line in self.judged:
            if line.category != "gpu" or not self.is_known(line):
                continue
            instance = self.instances[line.key]
            tails = instance.tails()
            pieces = [(a, b, card, 1) for card, gpu in enumerate(sorted(instance.series))
                      for a, b in both(without(instance.series[gpu]["idle"], tails), line.period)]
            if pieces:
                self.claim_time(rule, "likely", line, pieces)

    def say_unknown_use(self, rule, line):
        """The card-hours of which no sample tells, of all that the bill says there were."""
        if not self.period[0] <= line.start < self.period[1]:
            return
        if not line.period:
            if line in self.judged:
                self.say_unknown(rule, "period", line)
            return
        time = line.length
        stated = line.used if line.used is not None else line.quantity
        if stated is not None and line.unit:
            time = min(time, stated * line.unit)
        instance = self.instances.get(line.key)
        cards = instance.cards(line) if instance else line.given_cards or 1
        dark = Fraction(1)
        if self.is_known(line):
            dark -= sum(length(both(s["speaking"], line.period)) for s in
                        instance.series.values()) / Fraction(cards * line.length)
        if cards * time * dark > 0:
            self.say_unknown(rule, "utilisation", line, cards * time * dark / HOUR)

    def check_minimum_billing(self, rule):
        times, amounts = defaultdict(list), defaultdict(list)
        for line in self.judged:
            group = (line.platform, line.currency)
            if not line.is_prepaid:
                if line.unit and line.quantity and line.used is not None:
                    leak = rounded(line.billed * (line.quantity - line.used) / line.quantity)
                    if leak > 0:
                        times[group].append((line, leak))
                elif line.is_compute:
                    self.say_unknown(rule, "period", line)
            diff = self.difference(line)
            if (diff and line.discount is not None and 0 < abs(diff[0]) < Fraction(1, 100)
                    and line.billed * 100 % 1 == 0):
                amounts[group].append((line, diff[0]))
        for kind, groups in (("time", times), ("amount", amounts)):
            for rows in groups.values():
                if kind == "amount" and (len(rows) < 10 or any(diff < 0 for _, diff in rows)):
                    continue
                if sum(rounded(leak) for _, leak in rows) < Fraction(1, 100):
                    continue
                for line, leak in rows:
                    self.claim(rule, "certain", line, rounded(leak), key=("", "", kind))

    @staticmethod
    def difference(line):
        """(diff, whether some unit makes it fit), or None where price or quantity lacks."""
        if line.price is None or not line.quantity:
            return None
        tolerance = line.quantity * half(line.row["unit_price"])
        if "." in line.row["billed_quantity"]:
            tolerance += line.price * half(line.row["billed_quantity"])
        cards = line.given_cards or 1
        tried = []
        for unit in {u * c for u in UNITS for c in (1, cards)} | {Fraction(1, cards)}:
            diff = line.billed - (line.quantity * line.price * unit - (line.discount or 0))
            tried.append((unit != 1, abs(diff), diff, abs(diff) - tolerance * unit))
        fits = min((t for t in tried if t[3] < Fraction(1, 100)), default=None)
        if fits:
            return fits[2], True
        # None fits: of the plain cost and that of all cards the one that accuses less.
        plain, of_cards = (line.billed - (line.quantity * line.price * n - (line.discount or 0))
                           for n in (1, cards))
        return (of_cards if of_cards >= 0 else plain), False

    def check_price_arithmetic(self, rule):
        for line in self.judged:
            found = self.difference(line)
            if not found:
                self.say_unknown(rule, "price", line)
            elif not found[1] and found[0] > 0:
                self.claim(rule, "certain", line, rounded(found[0]))
            elif (not found[1] and line.discount is not None
                    and line.billed * 10 >= line.billed - found[0]):
                self.undercharged.add(line.place)

    def check_traffic_fee(self, rule):
        groups = defaultdict(list)
        for line in self.judged:
            if line.instance:
                groups[line.key, line.currency].append(line)
        for lines in groups.values():
            traffic = [line for line in lines if line.category == "traffic"]
            if sum(line.billed for line in traffic) < 1:
                continue
            by_day = defaultdict(lambda: {"traffic": Fraction(0), "compute": None})
            for line in lines:
                day = by_day[line.start // DAY]
                if line.category == "traffic":
                    day["traffic"] += line.billed
                elif line.is_compute:
                    day["compute"] = (day["compute"] or 0) + line.billed
            is_likely = any(day["compute"] is not None and day["traffic"] >= 1
                            and day["traffic"] > day["compute"] for day in by_day.values())
            for line in traffic:
                self.claim(rule, "likely" if is_likely else "possible", line, line.billed)

    def check_snapshot_and_image(self, rule):
        for line in self.judged:
            if line.category in ("snapshot", "image"):
                self.claim(rule, "possible", line, line.billed)

    def nets(self):
        """(line, finding key) -> (leak, net): each line cut into pieces that the first mark owns."""
        left = self.after_refunds()
        out = {}
        for line, claims in self.claims.items():
            owned = self.owned(line, claims)
            for (key, leak, pieces), own in zip(claims, owned):
                net = leak if pieces is None else min(leak, share_of(line.billed, own))
                net = min(net, left[line])
                left[line] -= net
                out[line, key] = (leak, net)
        return out

    def owned(self, line, claims):
        """The share of the line's card-time that each claim by time is the first to mark."""
        instance = self.instances.get(line.key)
        cards = instance.cards(line) if instance and line.category == "gpu" else 1
        cuts = sorted({t for _, _, pieces in claims for p in pieces or [] for t in p[:2]})
        owned = [Fraction(0)] * len(claims)
        for card in range(cards):
            for a, b in zip(cuts, cuts[1:]):
                free = Fraction(1)
                for i, (_, _, pieces) in enumerate(claims):
                    weight = sum(p[3] for p in pieces or [] if p[0] <= a < p[1]
                                 and p[2] in (None, card))
                    taken = min(free, Fraction(weight))
                    free -= taken
                    owned[i] += taken * (b - a)
        return [share / cards / line.length if line.length else share for share in owned]

    def after_refunds(self):
        left = {line: line.billed for line in self.claims}
        gross = {line: sum(leak for _, leak, _ in claims) for line, claims in self.claims.items()}
        place = {line: i for i, line in enumerate(self.lines)}

        def whose(line):
            return (line.platform, line.account, line.currency)

        orders = {whose(line) + (line.order_id,) for line in self.lines
                  if line.is_charge and line.order_id}
        refunds = [line for line in self.lines if line.entry == "refund"]
        refunds.sort(key=lambda r: whose(r) + (r.order_id,) not in orders)  # stable
        for refund in refunds:
            by_order = whose(refund) + (refund.order_id,) in orders
            meant = [line for line in left if whose(line) == whose(refund) and (
                line.order_id == refund.order_id if by_order else
                (line.instance, line.item, line.start, line.end)
                == (refund.instance, refund.item, refund.start, refund.end))]
            amount = -refund.billed
            for line in sorted(meant, key=lambda line: (-gross[line], place[line])):
                taken = min(amount, left[line])
                left[line] -= taken
                amount -= taken
        return left

    def findings(self):
        nets = self.nets()
        found, small = [], defaultdict(list)
        for key, lines in self.groups.items():
            rows = [(line,) + nets[line, key] for line in lines]
            if sum(leak for _, leak, _ in rows) < Fraction(1, 100):
                small[key[:4]].append((key, rows))
            else:
                found.append((key, rows))
        for kind, parts in small.items():
            key = parts[0][0] if len(parts) == 1 else kind + ("", "")
            found.append((key, [row for _, rows in parts for row in rows]))
        return {self.describe(key, rows) for key, rows in found}

    @staticmethod
    def describe(key, rows):
        rule, certainty, currency, platform, account, resource = key[:6]
        return (rule, certainty, platform, account, resource, currency,
                min(line.start for line, _, _ in rows),
                max(line.end or line.start for line, _, _ in rows),
                sum(line.billed for line, _, _ in rows), sum(leak for _, leak, _ in rows),
                sum(net for _, _, net in rows),
                tuple(sorted((line.place, line.billed, leak, net) for line, leak, net in rows)))

    def unknown_rows(self):
        return {key + (rounded(hours), tuple(sorted(rules)))
                for key, (hours, rules) in self.unknown.items()}


def settle(lines):
    """Rows delivered twice count once; of a restated row the last counts."""
    out, by_id = [], {}
    seen = defaultdict(lambda: defaultdict(int))  # a row without id -> file -> how often
    for line in lines:
        if not line.line_id:
            content = tuple(sorted((k, v) for k, v in line.row.items() if v))
            counts = seen[content]
            counts[line.place[0]] += 1
            if counts[line.place[0]] > max([n for file, n in counts.items()
                                            if file != line.place[0]], default=0):
                out.append(line)
            continue
        key = (line.platform, line.account, line.line_id, line.entry, line.start, line.end)
        before = by_id.get(key)
        if before and before.billed == line.billed:
            continue
        if before:
            out.remove(before)
        by_id[key] = line
        out.append(line)
    return out


def judge(bills, states, samples, period):
    """bills: path -> rows; states, samples: rows; period: (from, to) in seconds of the zone."""
    return Judge(bills, states, samples, period).run()
