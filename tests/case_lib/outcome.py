#!/usr/bin/env python3
"""outcome.py [-c COLUMN,...] ARG...: what became of each record, short enough to be read.

Runs `gpubill review --write csv,json ARG...`, whose messages stay on standard error, and prints from
what it wrote: the ledger lines, the rejected records, the warnings, and how each input's records are
accounted for. Ends with gpubill's exit code.
    -c COLUMN,...   the ledger's columns to show, in place of COLUMNS
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

csv.field_size_limit(1 << 24)  # more than a cell may have

COLUMNS = "ChargePeriodStart,x_Entry,x_Category,BilledCost,BillingCurrency,x_Changes"


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def section(title, texts):
    texts = list(texts)
    if texts:
        print(title)
        for text in texts:
            print("    " + text)


def account(item):
    parts = [f"{item['ledger_lines']} lines"]
    parts += [f"{n} {why}" for why, n in item["skipped"].items() if n]
    parts += [f"{item['rejected']} rejected"] if item["rejected"] else []
    sums = [f"{value} {currency}" for currency, value in item["billed"].items()]
    sums += [f"declared {value} {currency}" for currency, value in item["declared_total"].items()]
    return " | ".join([item["path"], item["format"] or "no format", item["encoding"],
                       f"{item['records']} records = {' + '.join(parts)}"] + sums)


def main(args):
    columns = COLUMNS
    if args[:1] == ["-c"]:
        columns, args = args[1], args[2:]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        code = subprocess.run(["gpubill", "review", "--write", "csv,json", "--out", out] + args,
                              stdout=subprocess.DEVNULL, check=False).returncode
        if not os.path.exists(os.path.join(out, "review.json")):
            print("nothing was written")
            return code
        section("lines", (f"{row['x_SourceFile']}:{row['x_SourceLine']}: "
                          + " | ".join(row[name] for name in columns.split(","))
                          for row in rows(os.path.join(out, "ledger.csv"))))
        section("rejected", (f"{row['path']}:{row['line']}: {row['reason']} | {row['column']} | "
                             + json.dumps(row["raw"], ensure_ascii=False)
                             for row in rows(os.path.join(out, "rejected.csv"))))
        with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
            review = json.load(file)
        section("warnings", (f"{w['path']}:{w['line']}: {w['code']}" for w in review["warnings"]))
        section("inputs", map(account, review["inputs"]))
        return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
