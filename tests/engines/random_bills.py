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


def fine_hours(r):
    """Hours of cards with ten decimals, at a price for an hour of a card that differs."""
    for n in range(1, 25):
        platform, price = r.choice([("matpool", "1.25"), ("gpugeek", "1.625")])
        hours = rules.text_of(rules.Fraction(r.randint(1, 10 ** 10), 10 ** 10), 10)
        amount = rules.Fraction(hours) * rules.Fraction(price)
        yield {"platform": platform, "line_id": f"fine{n}", "instance": f"fine-{n}",
               "category": "gpu", "item": "gpu", "gpu_model": "L40S", "gpu_count": "1",
               "start": f"2026-03-{n:02d} 00:00:00", "end": f"2026-03-{n:02d} 01:00:00",
               "billed_quantity": hours, "used_quantity": hours, "unit": "hour",
               "unit_price": price, "amount": rules.text_of(amount, 13)}


def strange():
    """Cards beyond any number, letters whose case only Unicode knows, control characters."""
    gpu = {"platform": "matpool", "category": "gpu", "item": "gpu", "start": "2026-03-01 00:00:00",
           "end": "2026-03-01 01:00:00", "amount": "5", "currency": "CNY"}
    for n, count in enumerate(["4294967294", "4294967295", "9300000000000000000"]):
        yield {**gpu, "line_id": f"many{n}", "instance": f"many-{n}", "gpu_model": "MI300X",
               "gpu_count": count}
    for n, model in enumerate(["\u00c4X", "\u00e4x", "\u212aK", "kk", "KK"]):
        yield {**gpu, "line_id": f"case{n}", "instance": f"case-{n}", "gpu_model": model,
               "unit": "hour", "billed_quantity": "1", "unit_price": "5"}
    for n, (account, instance) in enumerate([("a", "b\x1fc"), ("a\x1fb", "c")]):
        for day in range(1, 6):
            yield {**gpu, "line_id": f"apart{n}{day}", "account": account, "instance": instance,
                   "start": f"2026-03-{day:02d} 00:00:00", "end": f"2026-03-{day + 1:02d} 00:00:00",
                   **({"category": "data-disk", "state": "stopped"} if n else {})}


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
    prices += [{"platform": "matpool", "gpu_model": model, "unit": "hour", "currency": "CNY",
                "price": "0.25", "per": "instance"} for model in ("\u00e4x", "kk")]
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
    files = {"months.csv": (COLUMNS, list(months(r))),
             "odd.csv": (COLUMNS, [*fine_hours(random.Random(seeds[0])), *strange()])}
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
