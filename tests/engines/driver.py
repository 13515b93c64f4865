"""The Spark driver hands back what gpubill itself finds in the same files, to the last digit.

driver.py GPUBILL BILLS [--logs PATH]... [--config FILE] [--done OUT] [-- OPTION...]: with --done, what
a run before has handed back. Also the reports of both are equal. Rows that were delivered twice in
different files are not the driver's. GPUBILL_SPARK names the master, else local[2].
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from decimal import Decimal

import equal  # which also makes the next one known
import engine_report
import tables

MASTER = os.environ.get("GPUBILL_SPARK", "local[2]")
DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/spark/review.py")


def rows_of(folder, name):
    with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def findings_of(folder):
    found = {}
    for row in rows_of(folder, "findings"):
        key = row["rule"], row["certainty"], row["path"], int(row["source_line"])
        found.setdefault(key, []).append((Decimal(row["leak"]), Decimal(row["net"])))
    return {key: sorted(amounts) for key, amounts in found.items()}


def sums_of(folder):
    return {name: {tuple(row[k] for k in keys): Decimal(row["billed"])
                   for row in rows_of(folder, name)} for name, keys in equal.SUMS.items()}


def as_texts(sums):
    return {name: {tuple(map(str, key)): billed for key, billed in rows.items()}
            for name, rows in sums.items()}


def totals_of(folder):
    return {(row["currency"], Decimal(row["n"]), *(Decimal(row[k]) for k in equal.TOTALS[1:]))
            for row in rows_of(folder, "totals")}


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("gpubill")
    p.add_argument("bills")
    p.add_argument("--logs", action="append", default=[])
    p.add_argument("--config")
    p.add_argument("--done")
    behind = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    a = p.parse_args(sys.argv[1:behind])
    a.option = sys.argv[behind + 1:]
    gpubill, bills = os.path.abspath(a.gpubill), os.path.abspath(a.bills)
    config = ["--config", os.path.abspath(a.config)] if a.config else []
    logs = [os.path.abspath(path) for path in a.logs]
    with tempfile.TemporaryDirectory() as folder:
        out = a.done or os.path.join(folder, "out")
        if not a.done:
            subprocess.run([sys.executable, DRIVER, "--gpubill", gpubill, "--master", MASTER,
                            *config, *a.option, *(f"--logs={path}" for path in logs), bills, out],
                           check=True, cwd=folder)
        native, review = tables.native_findings(gpubill, folder,
                                                [*config, *a.option, bills, *logs])
        lacking = {"balance-gap"}
        native = {key: value for key, value in native.items()
                  if key[0] not in lacking and not key[0].startswith("custom:")}
        wrong = equal.compare(native, findings_of(out))
        if as_texts(equal.native_sums(review)) != sums_of(out):
            print("    the sums differ")
            wrong += 1
        if equal.native_totals(review) != totals_of(out):
            print("    the totals differ")
            wrong += 1
        report = engine_report.report_of(gpubill, out, os.path.join(folder, "of_engine"), *config,
                                         *a.option)
        for what in engine_report.differences(review, report):
            print(f"    the report of it: {what}")
            wrong += 1
        print(f"driver: {len(native)} findings of lines, {wrong} differ")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
