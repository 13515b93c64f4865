"""Random small ledgers, judged by gpubill and by rules_reference.py: equal to the last digit.

rules.py GPUBILL [LEDGERS [FIRST_SEED]]: prints each ledger on which they differ, with its seed.
"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import rules_reference as reference

LEDGERS = 300
DIFFERENCES_MAX = 3  # that are printed
ZONES = ["+08:00", "+08:00", "+00:00", "+05:30", "-03:30"]  # times of the rows are in the review's
MONTH = ("2026-03-01", "2026-04-01")
CATEGORIES = (["gpu"] * 6 + ["cpu"] * 2 + ["data-disk"] * 4 + ["traffic"] * 3
              + ["public-address"] * 2 + ["system-disk", "file-storage", "object-storage",
                                          "snapshot", "image", "software", "other"])
COLUMNS = ("platform account line_id order_id instance resource item category entry start end "
           "billed_quantity unit used_quantity unit_price discount amount currency gpu_count state "
           "pricing").split()


def text_of(x, decimals):
    """A fraction that has at most so many decimals, with all of them."""
    whole = x * 10 ** decimals
    assert whole.denominator == 1
    digits = str(abs(whole.numerator)).rjust(decimals + 1, "0")
    sign = "-" if x < 0 else ""
    return sign + (digits[:-decimals] + "." + digits[-decimals:] if decimals else digits)


class Ledger:
    """The rows of one random ledger."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.step = self.r.choice([60, 300, 900, 900, 3600])
        self.instances = ["i-1", "i-2", "i-3", "i-4"][:self.r.randint(1, 4)]
        self.accounts = [""] if self.r.random() < 0.6 else ["", "lab"]
        self.platforms = ["matpool"] if self.r.random() < 0.7 else ["matpool", "gpugeek"]
        self.bills = {f"in/{name}.csv": [] for name in "abc"[:self.r.randint(1, 3)]}
        rows = [self.row(n) for n in range(self.r.randint(1, 30))]
        rows += [again for row in rows if self.r.random() < 0.15 for again in self.again(row)]
        if self.r.random() < 0.2:
            rows += self.rounded_rows()
        self.states = [s for i in self.instances for s in self.log(i)]
        self.samples = [s for i in self.instances for s in self.usage(i)]
        if self.r.random() < 0.5:
            rows += self.run_with_tail("t-1")
        for row in rows:
            self.r.choice(list(self.bills.values())).append(row)

    def chance(self, share):
        return self.r.random() < share

    def time(self, first_day=0, days=4):
        """A moment from the evening before the month on, as seconds after 28 February 20:00."""
        return first_day * 86400 + self.r.randrange(days * 86400 // self.step) * self.step

    @staticmethod
    def text(at):
        at += reference.seconds("2026-02-28 20:00:00")
        day, rest = divmod(at, 86400)
        month, of_month = ("02", day - 20512 + 28) if day < 20513 else ("03", day - 20513 + 1)
        return (f"2026-{month}-{of_month:02d} "
                f"{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}")

    def row(self, number):
        category = self.r.choice(CATEGORIES)
        start = self.time()
        size = self.step * self.r.randint(1, 12) if self.chance(0.7) else 86400
        row = {"platform": self.r.choice(self.platforms), "account": self.r.choice(self.accounts),
               "line_id": f"L{number}" if self.chance(0.8) else "",
               "order_id": f"O{self.r.randint(1, 6)}" if self.chance(0.7) else "",
               "instance": self.r.choice(self.instances) if self.chance(0.9) else "",
               "resource": f"r-{self.r.randint(1, 3)}" if self.chance(0.4) else "",
               "item": self.r.choice(["item", category]), "category": category,
               "start": self.text(start), "end": self.text(start + size),
               "amount": self.amount()}
        if self.chance(0.07):
            row["end"] = self.r.choice(["", row["start"]])
        if category in reference.COMPUTE and self.chance(0.6):
            row["gpu_count"] = self.r.choice(["1", "2", "2", "4"])
        if self.chance(0.1):
            row["pricing"] = self.r.choice(["prepaid", "prepaid", "on-demand", "spot"])
        if self.chance(0.1):
            row["state"] = self.r.choice(["running", "stopped", "unattached"])
        if self.chance(0.1):
            row["currency"] = "USD"
        if self.chance(0.5):
            self.add_quantities(row, size)
        if self.chance(0.1):
            row["entry"] = "refund"
        elif self.chance(0.03):
            row["amount"] = "-" + row["amount"]
        return row

    def amount(self):
        decimals = self.r.choice([2, 2, 2, 4, 9])
        most = self.r.choice([3, 300, 2000])  # of cents
        return text_of(Fraction(self.r.randint(0, most * 10 ** (decimals - 2)), 10 ** decimals),
                       decimals)

    def add_quantities(self, row, size):
        """Billed and used time, sometimes with a price that makes the amount, or nearly."""
        row["unit"] = self.r.choice(["hour", "hour", "minute", "second", "GB"])
        length = reference.LENGTHS.get(row["unit"], 3600)
        quantity = Fraction(-(-size // length) if self.chance(0.5) else Fraction(size, length))
        decimals = next((d for d in (0, 2, 4) if quantity * 10 ** d % 1 == 0), 0)
        if quantity * 10 ** decimals % 1 != 0:
            quantity = Fraction(quantity.numerator // quantity.denominator + 1)
        row["billed_quantity"] = text_of(quantity, decimals)
        if self.chance(0.5):
            used = quantity * self.r.randint(0, 16) / 16
            row["used_quantity"] = text_of(used, 8)
        if self.chance(0.5):
            price = Fraction(self.r.randint(100, 2000), 1000)
            off = self.r.choice([0, 0, 0, Fraction(1, 200), Fraction(7, 10), -Fraction(7, 10)])
            discount = Fraction(self.r.randint(0, 50), 100)
            row["unit_price"] = text_of(price, 3)
            if self.chance(0.8):
                row["discount"] = text_of(discount, 2)
            else:
                discount = 0
            amount = max(quantity * price - discount + off, Fraction(1))
            row["amount"] = text_of(reference.rounded(amount), 9)

    def again(self, row):
        """The row once more: delivered again, changed, or the same charge under another id."""
        row = dict(row)
        kind = self.r.choice(["same", "amount", "id", "id", "order", "later"])
        if kind == "amount" and row.get("entry") != "refund":
            row["amount"] = text_of(abs(Fraction(row["amount"])) + 1, 9)
        elif kind in ("id", "order", "later"):
            row["line_id"] = row["line_id"] and row["line_id"] + "x"
        if kind == "order":
            row["order_id"] = "O7"
        if kind == "later" and row["end"]:
            start = reference.seconds(row["start"]) - reference.seconds("2026-02-28 20:00:00")
            row["start"] = self.text(start + self.step)
            row["end"] = self.text(start + self.step * self.r.randint(2, 9))
        return [row]

    def rounded_rows(self):
        """Enough rows whose amounts are rounded, up only or both ways."""
        low = self.r.choice([1, 1, -4])
        for n in range(self.r.randint(8, 14)):
            row = self.row(100 + n)
            quantity = Fraction(self.r.randint(1, 9))
            price = Fraction(self.r.randint(100, 900), 1000) + Fraction(self.r.randint(low, 9), 1000)
            cost = quantity * price
            cents = Fraction(-(-cost * 100 // 1), 100) if low > 0 else Fraction(round(cost * 100), 100)
            row.update(billed_quantity=text_of(quantity, 0), unit="GB", used_quantity="",
                       unit_price=text_of(price, 3), discount="0", amount=text_of(cents, 2),
                       platform=self.platforms[0], currency="CNY")
            yield row

    def log(self, instance):
        if self.chance(0.4):
            return
        platform = self.r.choice(self.platforms)
        account = self.r.choice(["", "", self.r.choice(self.accounts)])
        times = sorted({self.time() for _ in range(self.r.randint(1, 7))})
        for at, after in zip(times, times[1:] + [None]):
            state = self.r.choice(["running", "running", "stopped", "no-gpu"])
            if after is None:
                state = self.r.choice(["running", "stopped", "released", "released"])
            row = {"platform": platform, "account": account, "instance": instance, "state": state,
                   "from": self.text(at), "to": ""}
            if self.chance(0.2):
                end = at + self.step * self.r.randint(1, 9)
                row["to"] = self.text(min(end, after or end))
            yield row

    def usage(self, instance):
        if self.chance(0.4):
            return
        platform = self.r.choice(["", self.r.choice(self.platforms)])
        for gpu in range(self.r.randint(1, 3)):
            at, spacing = self.time(), self.r.choice([60, 120, 300, 301, 900, 1800])
            value = 0
            for _ in range(self.r.randint(1, 90)):
                if self.chance(0.12):
                    value = self.r.choice([0, 0, 0, 4, 5, 80])
                yield {"time": self.text(at), "platform": platform, "instance": instance,
                       "gpu": str(gpu), "utilisation": str(value)}
                at += spacing * (self.r.choice([0, 2, 5, 20]) if self.chance(0.05) else 1)

    def run_with_tail(self, instance):
        """Hours of an instance whose cards are logged, and mostly idle at the end."""
        platform, start = self.platforms[0], self.time()
        cards, hours = self.r.randint(1, 3), self.r.randint(2, 6)
        end = start + hours * 3600
        spacing, noise = self.r.choice([60, 300, 600]), self.r.choice([0, 0, 0.01])
        for gpu in range(cards if self.chance(0.8) else 1):
            idle = self.r.randrange(start, end, spacing)
            last = end - self.r.choice([0, 0, 0, 60, 600, 1200])
            for at in range(start, last, spacing):
                busy = at < idle or self.chance(noise)
                self.samples.append({"time": self.text(at), "platform": platform,
                                     "instance": instance, "gpu": str(gpu),
                                     "utilisation": "70" if busy else "3"})
        if self.chance(0.3):
            self.states += [{"platform": platform, "account": "", "instance": instance,
                             "state": state, "from": self.text(at), "to": ""}
                            for state, at in (("running", start), ("stopped", end - 900))]
        for hour in range(hours):
            yield {"platform": platform, "account": "", "line_id": f"T{hour}", "item": "gpu",
                   "instance": instance, "category": "gpu", "start": self.text(start + hour * 3600),
                   "end": self.text(start + hour * 3600 + 3600), "amount": self.amount(),
                   "gpu_count": str(cards) if self.chance(0.9) else ""}

    def write(self):
        """Into the current folder."""
        os.mkdir("in")
        files = [(path, COLUMNS, rows) for path, rows in self.bills.items()]
        files += [("in/states.csv", ("platform account instance state from to").split(),
                   self.states),
                  ("in/usage.csv", ("time platform instance gpu utilisation").split(),
                   self.samples)]
        for path, columns, rows in files:
            if rows:
                with open(path, "w", encoding="utf-8", newline="") as file:
                    writer = csv.DictWriter(file, columns, restval="")
                    writer.writeheader()
                    writer.writerows(rows)


def at(text):
    return reference.seconds(text[:19].replace("T", " "))


def read_review():
    with open("out/review.json", encoding="utf-8") as file:
        review = json.load(file)
    findings = {
        (f["rule"], f["certainty"], f["platform"], f["account"], f["resource"], f["currency"],
         at(f["from"]), at(f["to"]), *(Fraction(f[k]) for k in ("billed", "leak", "net_leak")),
         tuple(sorted(((line["path"], line["line"]),
                       *(Fraction(line[k]) for k in ("billed", "leak", "net")))
                      for line in f["lines"])))
        for f in review["findings"]}
    unknown = {(u["what"], u["platform"], u["account"], u["resource"], Fraction(u["gpu_hours"]),
                tuple(sorted(u["rules"]))) for u in review["unknown"]}
    return findings, unknown, {(w["path"], w["line"]) for w in review["warnings"]
                               if w["code"] == "undercharged"}


def show(x):
    if isinstance(x, Fraction):
        return str(x) if x.denominator == 1 else f"{float(x):.10g}"
    if isinstance(x, (tuple, list)):
        return "(" + " ".join(map(show, x)) + ")"
    return str(x)


def differs(gpubill, seed, folder):
    """True, with what differs printed, where the two do not agree."""
    ledger = Ledger(seed)
    os.chdir(folder)
    ledger.write()
    done = subprocess.run([gpubill, "review", "--quiet", "--write", "json", "--config",
                           "../rules.json", "--month", MONTH[0][:7],
                           "--timezone", ledger.r.choice(ZONES), "--out", "out", "in"],
                          stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        print(f"seed {seed}: review ended with {done.returncode}")
        return True
    have = read_review()
    want = reference.judge(ledger.bills, ledger.states, ledger.samples,
                           [reference.seconds(day + " 00:00:00") for day in MONTH])
    if have == want:
        return False
    print(f"seed {seed}:")
    for name, of_review, of_reference in zip(("finding", "unknown", "undercharged"), have, want):
        for who, rows in (("review", of_review - of_reference),
                          ("reference", of_reference - of_review)):
            for row in sorted(rows, key=str):
                print(f"    {name} only of the {who}: {show(row)}")
    return True


def main(gpubill, ledgers=LEDGERS, first=1):
    gpubill = os.path.abspath(gpubill)
    listed = json.loads(subprocess.run([gpubill, "rules", "--json"], check=True,
                                       stdout=subprocess.PIPE).stdout)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "rules.json"), "w", encoding="utf-8") as file:
            json.dump({"rules": {rule["id"]: {"enabled": False} for rule in listed
                                 if rule["id"] not in reference.ORDER}}, file)
        for seed in range(int(first), int(first) + int(ledgers)):
            place = os.path.join(folder, str(seed))
            os.mkdir(place)
            wrong += differs(gpubill, seed, place)
            if wrong == DIFFERENCES_MAX:
                print(f"stopped at the {wrong}. ledger that differs")
                break
    print(f"{ledgers} ledgers, {wrong} judged otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
