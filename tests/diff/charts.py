"""charts.py GPUBILL SOURCE_DIR - what the charts draw against review.json, to the last digit.

In place of gnuplot stands a script that keeps the data files: each bar's parts are added up and
compared with the sums of the review.
"""
import collections
import decimal
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GPUBILL, SOURCE = sys.argv[1], Path(sys.argv[2])
decimal.getcontext().prec = 60
Decimal = decimal.Decimal
FAKE = """#!/bin/sh
kept=${0%/*}/kept
n=$(ls "$kept" | wc -l)
mkdir "$kept/$n" && cp ./*.tsv "$kept/$n" && echo "$2" >"$kept/$n/script"
echo '<svg></svg>' >chart.svg
: >chart.png
"""
BARS_MAX = 30


def fail(text):
    sys.exit(f"charts.py: {text}")


def bars_of(folder):
    """The amounts of the bars, sorted; what is below 0 counts as such."""
    bars = collections.defaultdict(Decimal)
    for line in (folder / "bars.tsv").read_text(encoding="utf-8").splitlines():
        low, high, left, right, _ = line.split("\t")
        length = Decimal(high) - Decimal(low)
        bars[int(left) + int(right)] += -length if Decimal(high) <= 0 else length
    return sorted(amount for amount in bars.values() if amount)


def grouped(rows, keys, amount="billed"):
    sums = collections.defaultdict(Decimal)
    for row in rows:
        sums[tuple(row[key] for key in keys)] += Decimal(row[amount])
    return folded(sorted(amount for amount in sums.values() if amount))


def folded(amounts):
    """The smallest of too many are one bar."""
    if len(amounts) <= BARS_MAX:
        return amounts
    surplus = len(amounts) - BARS_MAX + 1
    return sorted([sum(amounts[:surplus])] + amounts[surplus:])


def expected(script, currency, review):
    def of(rows):
        return [row for row in rows if row["currency"] == currency]

    if script == "gpu-hours":
        rows = [row for row in review["spend_by_resource"] if row["gpu_hours"] is not None]
        for row in rows:
            row["key"] = row["resource"] or row["name"]
        return grouped(rows, ["platform", "key"], "gpu_hours")
    if script == "leaks-by-rule":
        return grouped(of(review["leaks_by_rule"]), ["rule"], "net")
    if script == "spend-by-month":
        for row in review["spend_by_day"]:
            row["month"] = row["day"][:7]
        return grouped(of(review["spend_by_day"]), ["month"])
    if script == "spend-by-day":
        rows = of(review["spend_by_day"])
        return sorted(a for a in (sum(Decimal(r["billed"]) for r in rows if r["day"] == day)
                                  for day in {r["day"] for r in rows}) if a)
    key = "platform" if script == "spend-by-platform" else "category"
    return grouped(of(review["spend"]), [key])


def main():
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        (top / "kept").mkdir()
        (top / "gnuplot").write_text(FAKE)
        (top / "gnuplot").chmod(0o755)
        subprocess.run([GPUBILL, "review", "--quiet", "--write", "charts,json", "--out",
                        str(top / "out"), str(SOURCE / "sample-bills")], check=True,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, PATH=f"{top}:{os.environ['PATH']}"))
        review = json.loads((top / "out" / "review.json").read_text(encoding="utf-8"))
        seen = collections.Counter()
        for folder in (top / "kept").iterdir():
            script = (folder / "script").read_text().strip().removesuffix(".gp")
            unit = (folder / "texts.tsv").read_text(encoding="utf-8").splitlines()[1].split()[0]
            got, wanted = bars_of(folder), expected(script, unit, review)
            if got != wanted:
                fail(f"{script} {unit} draws {got}, but the review has {wanted}")
            seen[script] += 1
        currencies = len(review["totals"])
        for script in ("spend-by-category", "spend-by-platform", "spend-by-day"):
            if seen[script] != currencies:
                fail(f"{seen[script]} charts of {script} for {currencies} currencies")
        if not seen["leaks-by-rule"] or not seen["spend-by-month"] or seen["gpu-hours"] != 1:
            fail(f"charts are missing: {dict(seen)}")


main()
