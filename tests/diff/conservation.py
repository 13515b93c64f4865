"""Nothing is lost: the law of conservation, computed anew from what `gpubill review` writes.

conservation.py GPUBILL SOURCE_DIR: reviews the sample bills, once with one thread and once with
many, and compares; then each of the real FOCUS files beside the project, where they are.
"""

import collections
import csv
import decimal
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

csv.field_size_limit(1 << 24)
decimal.getcontext().prec = 60
Decimal = decimal.Decimal
MOVES = ("recharge", "withdrawal")
wrong = []


def expect(what, got, wanted):
    if got != wanted:
        wrong.append(what)
        print(f"{what}: {got}, but expected {wanted}")


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def without_zeros(sums):
    return {key: value for key, value in sums.items() if value}


def sums_of(items, *keys, amount="billed"):
    sums = collections.defaultdict(Decimal)
    for item in items:
        sums[tuple(item[key] for key in keys)] += Decimal(item[amount])
    return without_zeros(sums)


class Sum:
    """SQLite's own SUM would add binary fractions; this one adds the texts exactly."""

    def __init__(self):
        self.sum = Decimal(0)

    def step(self, text):
        self.sum += Decimal(text or 0)

    def finalize(self):
        return format(self.sum, "f")


def load(ledger):
    db = sqlite3.connect(":memory:")
    db.create_aggregate("exact_sum", 1, Sum)
    names = list(ledger[0]) if ledger else ["x_Entry"]
    db.execute("CREATE TABLE ledger (" + ", ".join(f'"{name}" TEXT' for name in names) + ")")
    db.executemany(f"INSERT INTO ledger VALUES ({', '.join('?' * len(names))})",
                   (list(row.values()) for row in ledger))
    return db


def grouped(db, *columns, amount="BilledCost", where="x_Entry NOT IN ('recharge', 'withdrawal')"):
    names = ", ".join(columns)
    return without_zeros({row[:-1]: Decimal(row[-1] or 0) for row in db.execute(
        f"SELECT {names}, exact_sum({amount}) FROM ledger WHERE {where} GROUP BY {names}")})


def check_inputs(review, ledger, rejected):
    lines = collections.Counter(row["x_SourceFile"] for row in ledger)
    refused = collections.Counter(row["path"] for row in rejected)
    billed = collections.defaultdict(Decimal)
    for row in ledger:
        billed[row["x_SourceFile"], row["BillingCurrency"]] += Decimal(row["BilledCost"])
    for item in review["inputs"]:
        path = item["path"]
        expect(f"{path}: records", item["records"],
               item["ledger_lines"] + sum(item["skipped"].values()) + item["rejected"])
        expect(f"{path}: ledger lines", item["ledger_lines"], lines.pop(path, 0))
        expect(f"{path}: rejected", item["rejected"], refused.pop(path, 0))
        expect(f"{path}: billed", without_zeros({key: Decimal(value)
                                                 for key, value in item["billed"].items()}),
               without_zeros({key[1]: value for key, value in billed.items() if key[0] == path}))
    expect("lines of no input", dict(lines), {})
    expect("rejected records of no input", dict(refused), {})


def check_totals(review, ledger, db):
    spend = [row for row in ledger if row["x_Entry"] not in MOVES]
    for currency, total in review["totals"].items():
        total = {key: Decimal(value) for key, value in total.items()}
        here = f"BillingCurrency = '{currency}' AND x_Entry NOT IN ('recharge', 'withdrawal')"

        def of(column, where):
            return Decimal(db.execute(
                f"SELECT exact_sum({column}) FROM ledger WHERE {where}").fetchone()[0] or 0)

        expect(f"{currency}: lines", int(total["lines"]),
               sum(row["BillingCurrency"] == currency for row in spend))
        expect(f"{currency}: billed", total["billed"], of("BilledCost", here))
        expect(f"{currency}: list", total["list"], of("ListCost", here))
        expect(f"{currency}: discount", total["discount"], of("x_Discount", here))
        expect(f"{currency}: voucher", total["voucher"], of("x_Voucher", here))
        expect(f"{currency}: cash", total["cash"], total["billed"] - total["voucher"])
        expect(f"{currency}: refunds", total["refunds"],
               of("BilledCost", here + " AND x_Entry = 'refund'"))
        expect(f"{currency}: moved", total["moved"], of("x_Moved", f"BillingCurrency = '{currency}'"))
    totals = without_zeros({(key,): Decimal(value["billed"])
                            for key, value in review["totals"].items()})
    for table in ("spend", "spend_by_day", "spend_by_resource", "spend_by_project"):
        expect(f"{table} in all", sums_of(review[table], "currency"), totals)
    expect("inputs in all", without_zeros({
        (currency,): sum(Decimal(item["billed"].get(currency, 0)) for item in review["inputs"])
        for currency in review["totals"]}), totals)


def check_tables(review, db):
    expect("spend", sums_of(review["spend"], "platform", "category", "currency"),
           grouped(db, "x_Platform", "x_Category", "BillingCurrency"))
    hours = int(review["period"]["from"][-6:-3])
    expect("spend_by_day",
           sums_of(review["spend_by_day"], "day", "platform", "category", "currency"),
           grouped(db, f"date(ChargePeriodStart, '{hours:+d} hours')", "x_Platform", "x_Category",
                   "BillingCurrency"))
    expect("spend_by_project", sums_of(review["spend_by_project"], "project", "currency"),
           grouped(db, "x_Project", "BillingCurrency"))
    expect("spend_by_resource",
           sums_of(review["spend_by_resource"], "platform", "currency"),
           grouped(db, "x_Platform", "BillingCurrency"))


def review_into(program, out, *args):
    subprocess.run([program, "review", "--quiet", "--write", "html,md,csv,json", "--out", out, *args],
                   stdout=subprocess.DEVNULL, check=True)
    with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
        return json.load(file)


def bytes_of(out):
    found = {}
    for name in sorted(os.listdir(out)):
        with open(os.path.join(out, name), "rb") as file:
            content = re.sub(rb'"run": \{[^{}]*\}', b"", file.read(), count=1)
            found[name] = re.sub(rb"[0-9a-f]+(?=  review\.json\n)", b"", content)
    return found


def check_samples(program, source):
    bills = os.path.join(source, "sample-bills")
    folders = sorted(entry.path for entry in os.scandir(bills) if entry.is_dir())
    with tempfile.TemporaryDirectory() as top:
        one, many, turned = (os.path.join(top, name) for name in ("one", "many", "turned"))
        review = review_into(program, one, "--jobs", "1", *folders)
        review_into(program, many, "--jobs", "8", *folders)
        review_into(program, turned, *reversed(folders))
        ledger = rows(os.path.join(one, "ledger.csv"))
        db = load(ledger)
        expect("there are lines", len(ledger) > 800, True)
        check_inputs(review, ledger, rows(os.path.join(one, "rejected.csv")))
        check_totals(review, ledger, db)
        check_tables(review, db)
        for other in (many, turned):
            for name, content in bytes_of(one).items():
                expect(f"{name}, {os.path.basename(other)}", bytes_of(other)[name] == content, True)
    print(f"sample-bills: {len(ledger)} lines of {len(review['inputs'])} files")


def check_real(program, source):
    """SOURCES.md states the sum of BilledCost of each file under bills/focus. The details of an
    invoice are no bill but an invoice: no line of the ledger comes of them."""
    shared = os.environ.get("GPUBILL_SHARED") or os.path.join(source, "..", "shared")
    samples = os.path.join(shared, "samples")
    if not os.path.exists(os.path.join(samples, "SOURCES.md")):
        print(f"skipped: there are no real files under {samples}")
        return
    checked = 0
    with open(os.path.join(samples, "SOURCES.md"), encoding="utf-8") as file:
        stated = re.findall(r"^\| (bills/focus/\S+\.csv) \|.*?\bBilledCost (-?[\d.]+)",
                            file.read(), re.M)
    for name, total in stated:
        is_invoice = "invoice_detail" in name
        done = subprocess.run([program, "ledger", "--quiet", os.path.join(samples, name)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        expect(f"{name}: exit", done.returncode, 0)
        lines = csv.DictReader(done.stdout.decode().splitlines(keepends=True))
        expect(name, sum(Decimal(row["BilledCost"]) for row in lines),
               Decimal(0 if is_invoice else total))
        checked += 1
    print(f"{checked} real files compared with SOURCES.md")


check_samples(*sys.argv[1:])
check_real(*sys.argv[1:])
sys.exit(1 if wrong else 0)
