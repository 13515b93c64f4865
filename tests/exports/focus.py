"""FOCUS files that gpubill writes, judged by the official validator with its rules of FOCUS 1.2.

focus.py GPUBILL SOURCE_DIR [--each]: the sample bills, and the shared ones where they are; with
--each every file of them alone, which takes long.

Three things are done to a file before. The validator guesses types from what a CSV file holds and
then misses texts where all account ids are numbers: it gets Parquet, with the types that FOCUS
states. And it goes against FOCUS twice: characters beyond ASCII are written as escapes (it refuses
all, FOCUS asks for Unicode), and lines with and without an InvoiceId become two files (it wants all
or none of a file to have one).
"""

import csv
import datetime
import decimal
import os
import pathlib
import subprocess
import sys
import tempfile

import focus_validator
import pyarrow
import pyarrow.parquet
from focus_validator.validator import Validator

VERSION = "1.2.0.1"
# Two rules of which one must hold for the whole file.
ALTERNATIVES = {"InvoiceId-C-004-C": "InvoiceId-C-003-C", "InvoiceId-C-005-C": "InvoiceId-C-003-C"}

# What the shared bills say themselves: FOCUS's own examples of purchases have an EffectiveCost.
OWN_VALUES = ("EffectiveCost-C-005-C",)

csv.field_size_limit(1 << 24)
failures = 0


def ascii_of(text):
    return "".join(c if ord(c) < 128 else f"_{ord(c):X}" for c in text)


def typed(name, texts):
    """The cells of one column as FOCUS declares it; an empty cell is null."""
    if name.endswith(("Cost", "Quantity", "UnitPrice")):
        kind, convert = pyarrow.decimal128(38, 18), decimal.Decimal
    elif name.endswith(("PeriodStart", "PeriodEnd")):
        kind, convert = pyarrow.timestamp("us", "UTC"), datetime.datetime.fromisoformat
    else:
        kind, convert = pyarrow.string(), ascii_of
    return pyarrow.array([convert(text) if text else None for text in texts], kind)


def halves(path, folder):
    """The lines of `path` without and with an InvoiceId, as Parquet files."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    invoice = rows[0].index("InvoiceId")
    for name, has_invoice in (("without", False), ("with", True)):
        chosen = [row for row in rows[1:] if bool(row[invoice]) == has_invoice]
        if not chosen:
            continue
        columns = [typed(name, [row[i] for row in chosen]) for i, name in enumerate(rows[0])]
        part = os.path.join(folder, f"{name}.parquet")
        pyarrow.parquet.write_table(pyarrow.table(columns, names=rows[0]), part)
        yield name, part, len(chosen)


def failed_rules(path, folder):
    """The rules that `path` fails, with the validator's words, and how many it passes."""
    validator = Validator(data_filename=path, output_type="unittest", rules_version=VERSION,
                          output_destination=os.path.join(folder, "report.xml"),
                          rules_block_remote_download=True, focus_dataset="CostAndUsage")
    results = validator.validate().by_rule_id
    skipped = {rule for rule, result in results.items() if result.get("details", {}).get("skipped")}
    failed = {rule: result.get("details", {}).get("message", "") for rule, result in results.items()
              if not result.get("ok") and rule not in skipped}
    for rule, parent in ALTERNATIVES.items():
        if parent not in failed and results.get(parent, {}).get("ok"):
            failed.pop(rule, None)
    return failed, len(results) - len(failed) - len(skipped)


def validate(gpubill, title, path, accepted=()):
    global failures
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "focus.csv")
        done = subprocess.run([gpubill, "ledger", "--quiet", "--focus", "-o", out, path],
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 3):
            failures += 1
            print(f"{title}: exit {done.returncode}: {done.stderr}")
            return
        for name, part, lines in halves(out, folder):
            failed, passed = failed_rules(part, folder)
            print(f"{title}: {lines} lines {name} InvoiceId: {passed} rules passed, "
                  f"{len(failed)} failed", flush=True)
            for rule, words in sorted(failed.items()):
                print(f"    {rule}: {words}{' (accepted)' if rule in accepted else ''}")
                failures += rule not in accepted


def files_below(folder):
    return sorted(str(p) for p in pathlib.Path(folder).rglob("*") if p.is_file())


def main():
    gpubill, source = (os.path.abspath(path) for path in sys.argv[1:3])
    samples = os.path.join(source, "sample-bills")
    shared = os.path.join(os.environ.get("GPUBILL_SHARED", os.path.join(source, "../shared")),
                          "samples/bills")
    shared = os.path.abspath(shared)
    # The validator looks for its tables below the current folder.
    os.chdir(os.path.dirname(os.path.dirname(focus_validator.__file__)))
    if "--each" in sys.argv:
        for path in files_below(samples) + files_below(shared):
            validate(gpubill, path, path, OWN_VALUES if path.startswith(shared) else ())
    else:
        validate(gpubill, "sample-bills", samples)
        if os.path.isdir(shared):
            validate(gpubill, "shared bills", shared, OWN_VALUES)
        else:
            print(f"skipped: {shared} is not there")
    return 1 if failures else 0


sys.exit(main())
