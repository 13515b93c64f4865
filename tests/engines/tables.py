"""What engines are given, as gpubill writes it, and what gpubill itself finds."""

import json
import os
import subprocess
from decimal import Decimal

TABLES = ("inputs", "ledger", "states", "usage")


def write_tables(gpubill, folder, arguments):
    """gpubill_<table>.csv with a heading for each table, into the folder."""
    for table in TABLES:
        subprocess.run([gpubill, "ledger", "--quiet", "--table", table, "-o",
                        os.path.join(folder, f"gpubill_{table}.csv"), *arguments], check=False)


def native_findings(gpubill, folder, arguments):
    """What gpubill itself finds: (rule, certainty, path, line) -> [(leak, net), ...] sorted."""
    out = os.path.join(folder, "review")
    subprocess.run([gpubill, "review", "--quiet", "--write", "json", "--out", out, *arguments],
                   check=False, stdout=subprocess.DEVNULL)
    with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
        review = json.load(file)
    found = {}
    for f in review["findings"]:
        for line in f["lines"]:
            key = f["rule"], f["certainty"], line["path"], line["line"]
            found.setdefault(key, []).append((Decimal(line["leak"]), Decimal(line["net"])))
    return {key: sorted(amounts) for key, amounts in found.items()}, review
