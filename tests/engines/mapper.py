"""Bills that came through `gpubill ledger --stream` into an engine's table are all there.

mapper.py GPUBILL ENGINE BILLS: each bill of the folder goes through the mapper and into the table; for
each file, lines and sums are those of its closing record and of `gpubill ledger --table ledger`.
"""

import argparse
import csv
import importlib
import json
import os
import pathlib
import subprocess
import tempfile
from collections import defaultdict
from decimal import Decimal

KINDS = (".csv", ".json", ".ndjson", ".gz", ".xlsx")


def stream(gpubill, bill, lines, account):
    """Whether the bill became lines."""
    with open(bill, "rb") as data, open(lines, "wb") as out:
        code = subprocess.run([gpubill, "ledger", "--stream", "--quiet", "--as-path", str(bill),
                               "--rejections", account], stdin=data, stdout=out,
                              stderr=subprocess.DEVNULL).returncode
    return code == 0


def closing_of(account):
    with open(account, encoding="utf-8") as file:
        records = map(json.loads, file)
        return [r for r in records if r["record"] == "input"]


def native_of(gpubill, bill):
    """Lines and what they bill, by file, as gpubill reads them."""
    text = subprocess.run([gpubill, "ledger", "--quiet", "--table", "ledger", str(bill)], check=True,
                          stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout
    sums = defaultdict(lambda: [0, Decimal(0)])
    for row in csv.DictReader(text.splitlines(keepends=True)):
        sums[row["x_SourceFile"]][0] += 1
        sums[row["x_SourceFile"]][1] += Decimal(row["BilledCost"] or 0)
    return {path: tuple(both) for path, both in sums.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("gpubill")
    p.add_argument("engine")
    p.add_argument("bills")
    a = p.parse_args()
    module = importlib.import_module(a.engine + "_engine")
    want, told = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        engine = module.Engine(folder)
        engine.run(subprocess.run([a.gpubill, "sql", "--engine", module.Engine.name, "--part",
                                   "ddl"], check=True, stdout=subprocess.PIPE, text=True).stdout)
        account = os.path.join(folder, "account")
        for bill in sorted(pathlib.Path(a.bills).rglob("*")):
            lines = os.path.join(folder, "lines.csv")
            if bill.suffix not in KINDS or not stream(a.gpubill, bill, lines, account):
                continue
            engine.load("gpubill_ledger", lines)
            want.update(native_of(a.gpubill, bill))
            for record in closing_of(account):
                told[record["path"]] = (record["ledger_lines"],
                                        sum(map(Decimal, record["billed"].values())))
        found = {path: (int(n), Decimal(billed)) for path, n, billed in engine.rows(
            "SELECT x_SourceFile, count(*), sum(coalesce(BilledCost, 0)) FROM gpubill_ledger "
            "GROUP BY x_SourceFile")}
    told = {path: both for path, both in told.items() if both[0] > 0}
    assert len(want) > 20, len(want)
    assert want == found, sorted(set(want.items()) ^ set(found.items()))
    assert told == found, sorted(set(told.items()) ^ set(found.items()))
    print(f"{a.engine}: {len(found)} files, {sum(n for n, _ in found.values())} lines")


main()
