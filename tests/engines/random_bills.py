"""Many of the random ledgers of tests/diff/rules.py as one: hundreds of instances.

Instances and orders of each get a name of their own, so that they stay apart; platforms and
accounts are shared.
"""

import csv
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "diff"))
import rules  # noqa: E402  (found by the line above)

NAMED = ("instance", "order_id", "resource", "line_id")
COLUMNS = [*rules.COLUMNS, "gpu_model", "resource_name", "tags"]


def apart(row, seed):
    """The row with the names of its ledger."""
    row = dict(row)
    for name in NAMED:
        if row.get(name):
            row[name] = f"{row[name]}.{seed}"
    return row


def told_more(row, r):
    """The row of a bill with what the rules of single ledgers do not look at."""
    if row["category"] == "gpu" and row.get("instance") and r.random() < 0.9:
        ledger = row["instance"].partition(".")[2]
        number = sum(map(ord, row["instance"]))
        row["gpu_model"] = ("A100 80GB", "RTX 4090", "H100", "")[int(ledger) % 4]
        row["resource_name"] = "".join(chr(ord("a") + int(c)) for c in ledger) + (
            "", " copy", "-01", " (2)", "-02", " 副本")[number % 6]
    elif row["category"] in ("snapshot", "image") and r.random() < 0.5:
        row["tags"] = json.dumps({"created": f"2026-02-{r.randint(20, 28)}"})
    return row


def months(r):
    """Charges of a quiet month and a dear one, day by day."""
    for category in ("object-storage", "software", "other"):
        for month, days, most in (("02", 28, 300), ("03", 31, r.choice([280, 900]))):
            for day in range(1, days + 1):
                yield {"platform": "lanrui", "line_id": f"{category}{month}{day}",
                       "category": category, "item": category,
                       "start": f"2026-{month}-{day:02d} 00:00:00",
                       "end": f"2026-{month}-{day:02d} 12:00:00",
                       "amount": rules.text_of(rules.Fraction(r.randint(100, most), 100), 2),
                       "currency": r.choice(["CNY", "USD"])}


def config(seeds):
    """Prices by the hour and of packages, cards of some instances."""
    r = random.Random(seeds[0])
    prices = [{"platform": platform, "category": category, "unit": unit, "currency": currency,
               "price": f"{r.randint(1, 4000)}.{r.randint(0, 999):03d}" if pricing == "prepaid"
               else f"{r.randint(0, 1)}.{r.randint(100, 999)}", "pricing": pricing, "per": per}
              for platform in ("matpool", "gpugeek") for currency in ("CNY", "USD")
              for category, unit, pricing, per in (
                  ("cpu", "hour", "on-demand", "instance"), ("gpu", "hour", "on-demand", "card"),
                  ("gpu", "day", "prepaid", "card"), ("gpu", "week", "prepaid", "instance"))]
    instances = [{"platform": "matpool", "instance": f"i-1.{seed}", "gpu_count": r.randint(1, 2)}
                 for seed in seeds if r.random() < 0.3]
    return {"price_book": prices, "instances": instances}


def write(folder, seeds):
    """Bills a.csv, b.csv, c.csv and logs into folder/in, beside a config; the number of rows."""
    bills = os.path.join(folder, "in")
    os.makedirs(bills)
    with open(os.path.join(folder, "gpubill.json"), "w", encoding="utf-8") as file:
        json.dump(config(seeds), file)
    r = random.Random(seeds[0])
    files = {"months.csv": (COLUMNS, list(months(r)))}
    for seed in seeds:
        ledger = rules.Ledger(seed)
        for path, rows in ledger.bills.items():
            files.setdefault(os.path.basename(path), (COLUMNS, []))[1].extend(
                told_more(apart(row, seed), r) for row in rows)
        for name, columns, rows in (
                ("states.csv", "platform account instance state from to".split(), ledger.states),
                ("usage.csv", "time platform instance gpu utilisation".split(), ledger.samples)):
            files.setdefault(name, (columns, []))[1].extend(apart(row, seed) for row in rows)
    for name, (columns, rows) in files.items():
        with open(os.path.join(bills, name), "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, restval="")
            writer.writeheader()
            writer.writerows(rows)
    return sum(len(rows) for _, rows in files.values())


if __name__ == "__main__":
    print(write(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3]))))
