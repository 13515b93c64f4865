"""charts.py GPUBILL SOURCE_DIR - what the charts draw against review.json, to the last digit.

In place of gnuplot stands a script that makes a picture of the data files' text: each bar's parts are
added up and compared with the sums of the review. As gpubill lets it start no program and write
nowhere else, it gets along with what the shell has.
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
for data in *.tsv; do
    echo "== $data"
    while IFS= read -r line; do printf '%s\\n' "$line"; done <"$data"
done >chart.png
echo "== $2" >>chart.png
echo '<svg></svg>' >chart.svg
"""
BARS_MAX = 30


def fail(text):
    sys.exit(f"charts.py: {text}")


def parts_of(picture):
    """The lines of each file that the picture holds; that of the script, which has none, is last."""
    parts, name = {}, None
    for line in picture.read_text(encoding="utf-8").split("\n")[:-1]:
        if line.startswith("== "):
            name = line[3:]
            parts[name] = []
        else:
            parts[name].append(line)
    return parts, name


def bars_of(lines):
    """The amounts of the bars, sorted; what is below 0 counts as such."""
    bars = collections.defaultdict(Decimal)
    for line in lines:
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
        (top / "gnuplot").write_text(FAKE)
        (top / "gnuplot").chmod(0o755)
        subprocess.run([GPUBILL, "review", "--quiet", "--write", "charts,json", "--out",
                        str(top / "out"), str(SOURCE / "sample-bills")], check=True,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, PATH=f"{top}:{os.environ['PATH']}"))
        review = json.loads((top / "out" / "review.json").read_text(encoding="utf-8"))
        seen = collections.Counter()
        for picture in (top / "out" / "charts").glob("*.png"):
            parts, script = parts_of(picture)
            script = script.removesuffix(".gp")
            unit = parts["texts.tsv"][1].split()[0]
            got, wanted = bars_of(parts["bars.tsv"]), expected(script, unit, review)
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
