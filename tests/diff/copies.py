"""Copies of invoices that agree and contradict: one result, whatever the order of files and rows.

copies.py GPUBILL [SETS]: makes sets of invoices by chance (the same on every run), each in several
copies: rows of lists, XML, numbers spelled in many ways, fields that differ. `gpubill reconcile --json`
must print the same for every order of files and of rows; which invoices fail and why, and the sums,
must be what is computed here by the words of docs/RECONCILE.md alone.
"""

import collections
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal

BUYER, TAX_ID, SELLERS = "示例大学", "12100000400000000W", ("甲公司", "乙公司")
CONFIG = {"buyer": {"name": BUYER, "tax_id": TAX_ID},
          "invoice": {"autodl": {"basis": "consumption", "sellers": list(SELLERS)}}}
FIELDS = ("number", "date", "seller", "buyer", "buyer_tax_id", "total", "amount", "tax", "currency",
          "red_of")
TAGS = {"number": "发票号码", "date": "开票日期", "seller": "销售方名称", "buyer": "购买方名称",
        "buyer_tax_id": "购买方纳税人识别号", "total": "价税合计", "amount": "合计金额", "tax": "合计税额"}
XML, LIST = 0, 1
ORDERS = 3
NUMBERS = 30
CHECKS = {"unreadable", "arithmetic", "buyer-name", "duplicate", "red-letter"}


def number(i):
    return f"26322000{i:012}"


# --- what comes in ----------------------------------------------------------------------------


def true_invoice(r, i):
    net = Decimal(r.randint(1, 90000)) / 100
    tax = (net * 6).quantize(Decimal("1")) / 100
    return {"number": number(i), "date": f"2026-04-{r.randint(1, 28):02}", "seller": r.choice(SELLERS),
            "buyer": BUYER if r.random() < 0.9 else "别的大学", "buyer_tax_id": TAX_ID,
            "total": net + tax, "amount": net, "tax": tax, "currency": "CNY", "red_of": ""}


def red_letter(r, i, blue):
    red = dict(blue, number=number(i), date="2026-04-29", red_of=blue["number"])
    part = Decimal(1) if r.random() < 0.6 else Decimal("0.5")
    for field in ("total", "amount", "tax"):
        red[field] = -(blue[field] * part).quantize(Decimal("0.01"))
    red["total"] = red["amount"] + red["tax"]
    return red


def change(r, copy):
    """One field of a copy says something else."""
    field = r.choice(("date", "seller", "buyer", "total", "amount", "currency", "red_of"))
    copy[field] = {"date": "2026-04-30", "seller": "丙公司", "buyer": "改过的大学", "currency": "USD",
                   "total": copy["total"] + 1, "amount": copy["amount"] - Decimal("0.01"),
                   "red_of": number(r.randint(1, NUMBERS))}[field]


def copies_of(r, truth):
    copies = []
    for _ in range(r.choice((1, 1, 2, 2, 3, 4))):
        copy = dict(truth, rank=r.choice((XML, LIST, LIST)))
        if r.random() < 0.12:
            change(r, copy)
        for field in ("amount", "tax", "red_of"):
            if r.random() < 0.2 and truth["red_of"] == "":
                copy[field] = None if field != "red_of" else ""
        # What an XML has no tag for, it does not tell.
        if copy["rank"] == XML:
            copy["currency"], copy["red_of"] = "CNY", ""
        copies.append(copy)
    return copies


def spelled(r, text):
    wide = "".join(chr(ord(c) - 0x30 + 0xFF10) for c in text)
    return r.choice((text, text, wide, text[:8] + " " + text[8:], wide[:5] + text[5:], "'" + text))


def text_of(field, copy):
    value = copy[field]
    return "" if value is None else str(value)


def write_xml(r, path, copy):
    body = "".join(f"<{tag}>{text_of(field, copy)}</{tag}>" for field, tag in TAGS.items())
    charset = r.choice(("utf-8", "gb18030", "utf-16"))
    with open(path, "wb") as file:
        file.write(f'<?xml version="1.0" encoding="{charset}"?><发票>{body}</发票>'.encode(charset))


def write_csv(path, headings, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(headings)
        writer.writerows(rows)


# --- what must come out -----------------------------------------------------------------------


def best(copies, field):
    """What the best copies that tell the field say; None, and True, where they contradict."""
    told = [c for c in copies if c[field] not in (None, "")]
    if not told:
        return None, False
    rank = min(c["rank"] for c in told)
    values = {c[field] for c in told if c["rank"] == rank}
    return (values.pop(), False) if len(values) == 1 else (None, True)


def united(copies):
    """The invoices that the copies of one number are: one for each total and currency."""
    groups = collections.defaultdict(list)
    for copy in copies:
        groups[copy["total"], copy["currency"]].append(copy)
    for (total, currency), group in groups.items():
        one = {"total": total, "currency": currency, "number": group[0]["number"], "fails": set()}
        for field in ("date", "seller", "buyer", "amount", "tax", "red_of"):
            one[field], contradicts = best(group, field)
            if contradicts:
                one["fails"].add("unreadable")
        if one["buyer"] not in (None, BUYER):
            one["fails"].add("buyer-name")
        if None not in (one["amount"], one["tax"]) and one["amount"] + one["tax"] != total:
            one["fails"].add("arithmetic")
        if len(groups) > 1:
            one["fails"].add("duplicate")
        yield one


def reverses(red, blue):
    return (blue["number"] == red["red_of"] and blue["total"] >= 0 and
            blue["currency"] == red["currency"] and
            (None in (red["seller"], blue["seller"]) or red["seller"] == blue["seller"]))


def reverse(invoices):
    """Take red letters off, each number once: the largest."""
    for one in invoices:
        one["rest"] = one["total"]
        if one["total"] < 0:
            one["fails"].add("red-letter")
    for blue in invoices:
        parts = {}
        for red in invoices:
            if red["total"] < 0 and reverses(red, blue):
                parts[red["number"]] = min(red["total"], parts.get(red["number"], Decimal(0)))
        blue["rest"] += sum(parts.values())
        if parts and blue["rest"] <= 0:
            blue["fails"].add("red-letter")


def expected(groups):
    invoices = [one for copies in groups for one in united(copies)]
    reverse(invoices)
    invoiced = collections.defaultdict(Decimal)
    for one in invoices:
        if not one["fails"]:
            invoiced[one["currency"]] += one["rest"]
    rows = collections.Counter(
        (one["number"], one["total"], one["currency"], frozenset(one["fails"])) for one in invoices)
    return rows, invoiced


# --- what comes out ---------------------------------------------------------------------------


def reconcile(gpubill, paths):
    done = subprocess.run([gpubill, "reconcile", "--json", "--quiet", "--config", "gpubill.json", *paths],
                          capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"gpubill failed: {done.stderr.decode()}")
    return done.stdout


def compare(seed, out, groups, charged):
    recon = json.loads(out, parse_float=Decimal)
    rows, invoiced = expected(groups)
    got = collections.Counter(
        (v["number"], Decimal(v["total"]), v["currency"],
         frozenset(c["check"] for c in v["checks"] if not c["ok"]) & CHECKS)
        for v in recon["invoices"])
    for one in (got - rows) + (rows - got):
        yield f"set {seed}: {one} is {'not expected' if one in got else 'missing'}"
    covers = sum(Decimal(c["amount"]) for v in recon["invoices"] for c in v["covers"])
    for currency, totals in recon["totals"].items():
        sums = {key: Decimal(value) for key, value in totals.items()}
        claimable = charged if currency == "CNY" else Decimal(0)
        covered = covers if currency == "CNY" else Decimal(0)
        wanted = {"claimable": claimable, "invoiced": invoiced[currency], "covered": covered,
                  "uncovered": claimable - covered, "voucher": Decimal(0),
                  "invoices_without_charges": invoiced[currency] - covered}
        if sums != wanted:
            yield f"set {seed}: {currency} is {sums}, but expected {wanted}"


def check(gpubill, seed):
    r = random.Random(seed)
    truths = [true_invoice(r, i) for i in range(1, NUMBERS + 1)]
    truths += [red_letter(r, NUMBERS + i, blue) for i, blue in enumerate(r.sample(truths, 6), 1)]
    groups = [copies_of(r, truth) for truth in truths]
    copies = [copy for group in groups for copy in group]
    lists = [[], [], []]
    paths = ["bill.csv"]
    for i, copy in enumerate(copies):
        if copy["rank"] == XML:
            paths.append(f"{i}.xml")
            write_xml(r, paths[-1], copy)
        else:
            row = {field: text_of(field, copy) for field in FIELDS}
            row.update(number=spelled(r, row["number"]), red_of=spelled(r, row["red_of"]).strip("' "))
            r.choice(lists).append([row[field] for field in FIELDS])
    charges = [(f"ORDER-{i}", f"2026-03-{r.randint(1, 28):02} 10:00:00", abs(truth["total"]))
               for i, truth in enumerate(truths) if r.random() < 0.7]
    outs = set()
    for _ in range(ORDERS):
        r.shuffle(charges)
        write_csv("bill.csv", ("platform", "item", "order_id", "start", "amount"),
                  [("autodl", "gpu", *charge) for charge in charges])
        for i, rows in enumerate(lists):
            r.shuffle(rows)
            write_csv(f"list{i}.csv", FIELDS, rows)
        every = paths + [f"list{i}.csv" for i, rows in enumerate(lists) if rows]
        r.shuffle(every)
        outs.add(reconcile(gpubill, every))
    if len(outs) > 1:
        yield f"set {seed}: the order of files and rows makes a difference"
    yield from compare(seed, outs.pop(), groups, sum(charge[2] for charge in charges))


def main():
    gpubill = os.path.abspath(sys.argv[1])
    sets = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    wrong = []
    for seed in range(1, sets + 1):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            with open("gpubill.json", "w", encoding="utf-8") as file:
                json.dump(CONFIG, file, ensure_ascii=False)
            wrong += check(gpubill, seed)
            os.chdir("/")
    for line in wrong:
        print(line)
    print(f"{sets} sets of {NUMBERS} invoices and more, each in {ORDERS} orders: {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
