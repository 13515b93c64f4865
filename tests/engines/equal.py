"""The findings of the script, on each engine, are those of gpubill: equal to the last digit."""

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from decimal import Decimal

import tables

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../diff"))
import engine_report  # noqa: E402

DIFFERENCES_MAX = 20  # that are printed
SUMS = {
    "spend": ("platform", "category", "currency", "n"),
    "spend_by_day": ("day", "platform", "category", "currency"),
    "spend_by_resource": ("platform", "resource", "name", "sku", "currency"),
    "spend_by_project": ("project", "currency"),
}
TOTALS = ("lines", "list", "discount", "billed", "voucher", "cash", "refunds", "moved")


def findings_of(engine, skipped):
    found = {}
    for rule, certainty, path, line, leak, net in engine.rows(
            "SELECT rule, certainty, path, source_line, leak, net FROM gpubill_findings"):
        if rule not in skipped:
            found.setdefault((rule, certainty, path, int(line)), []).append(
                (Decimal(leak), Decimal(net)))
    return {key: sorted(amounts) for key, amounts in found.items()}


def compare(native, found):
    """How many lines differ; the first of them are printed."""
    different = [key for key in sorted(native.keys() | found.keys(), key=str)
                 if native.get(key) != found.get(key)]
    for key in different[:DIFFERENCES_MAX]:
        show = [", ".join(f"{leak} ({net})" for leak, net in side.get(key, [])) or "-"
                for side in (native, found)]
        print(f"    {' '.join(map(str, key))}: gpubill {show[0]}, engine {show[1]}")
    return len(different)


def sums_of(engine):
    """Each list of sums as review.json has it: name -> {keys: billed}."""
    return {name: {tuple(map(str, row[:-1])): Decimal(row[-1]) for row in
                   engine.rows(f"SELECT {', '.join(keys)}, billed FROM gpubill_{name}")}
            for name, keys in SUMS.items()}


def native_sums(review):
    return {name: {tuple(str(row["lines" if k == "n" else k]) for k in keys):
                   Decimal(row["billed"]) for row in review[name]}
            for name, keys in SUMS.items()}


def native_totals(review):
    return {(currency, *(Decimal(total[k]) for k in TOTALS))
            for currency, total in review["totals"].items()}


def totals_of(engine):
    return {(row[0], *map(Decimal, row[1:])) for row in
            engine.rows(f"SELECT currency, n, {', '.join(TOTALS[1:])} FROM gpubill_totals")}


def check_sums(engine, review):
    """How many lists of sums differ, and how many laws of conservation do not hold."""
    native, found = native_sums(review), sums_of(engine)
    wrong = [name for name in SUMS if native[name] != found[name]]
    if native_totals(review) != totals_of(engine):
        wrong.append("totals")
    wrong += [what for what, expected, sum_found in
              engine.rows("SELECT what, expected, found FROM gpubill_checks")
              if Decimal(expected) != Decimal(sum_found)]
    for name in wrong:
        print(f"    {name}: the sums differ")
    return len(wrong)


def as_text(cell):
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return "" if cell is None else str(cell)


def check_report(gpubill, engine, review, folder, options):
    """How the report of what the engine hands back differs from the native one."""
    for name, columns in engine_report.TABLES.items():
        rows = engine.rows(f"SELECT {', '.join(columns)} FROM gpubill_{name}")
        engine_report.write(folder, name, [dict(zip(columns, map(as_text, row))) for row in rows])
    report = engine_report.report_of(gpubill, folder, os.path.join(folder, "of_engine"), *options)
    wrong = list(engine_report.differences(review, report))
    for what in wrong[:DIFFERENCES_MAX]:
        print(f"    the report of it: {what}")
    return len(wrong)


def check(gpubill, engine_module, bills, config, options, folder):
    """Judge the bills natively and on the engine; the number of differences."""
    config = ["--config", config] if config else []
    tables.write_tables(gpubill, folder, [*config, *options, bills])
    native, review = tables.native_findings(gpubill, folder, [*config, *options, bills])
    script = subprocess.run([gpubill, "sql", "--engine", engine_module.Engine.name, *config,
                             *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    ddl, _, rules = script.partition("---- ")
    engine = engine_module.Engine(folder)
    engine.run(ddl)
    for table in tables.TABLES:
        engine.load(f"gpubill_{table}", os.path.join(folder, f"gpubill_{table}.csv"))
    started = time.time()
    engine.run("-- " + rules)
    seconds = time.time() - started
    skipped = {line.split()[1].rstrip(":") for line in script.splitlines()
               if line.startswith("---- ") and ":" in line}
    native = {key: value for key, value in native.items()
              if key[0] not in skipped and not key[0].startswith("custom:")}
    wrong = compare(native, findings_of(engine, skipped))
    lines = engine.rows("SELECT count(*) FROM gpubill_ledger")[0][0]
    rules = Counter(key[0] for key in native)
    print("    " + ", ".join(f"{rule} {n}" for rule, n in sorted(rules.items())))
    print(f"{engine.name}: {lines} lines, {len(native)} findings of lines, {wrong} differ; "
          f"{seconds:.1f} s")
    inexact = engine.rows("SELECT count(*) FROM gpubill_inexact")[0][0]
    if int(inexact) > 0:
        print(f"    {inexact} lines have no exact form there: they are among those that differ")
    return wrong + check_sums(engine, review) + check_report(gpubill, engine, review, folder,
                                                              [*config, *options])


def main():
    p = argparse.ArgumentParser(description=__doc__, epilog="Options for gpubill go behind --.")
    p.add_argument("gpubill")
    p.add_argument("engine", help="duckdb, postgres, chdb or spark")
    p.add_argument("bills")
    p.add_argument("--config")
    own, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    a = p.parse_args(own.split())
    module = importlib.import_module(a.engine + "_engine")
    with tempfile.TemporaryDirectory() as folder:
        return 1 if check(os.path.abspath(a.gpubill), module, a.bills, a.config, options.split(),
                          folder) else 0


if __name__ == "__main__":
    sys.exit(main())
