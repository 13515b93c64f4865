"""The sum of a bill by service as a plain script would take it: plain.py KIND FILE.

Prints the exact sum and the number of rows.
"""

import collections
import csv
import decimal
import json
import sys

COLUMNS = {
    "focus": ("ServiceCategory", "BilledCost"),
    "chinese": ("产品", "应付金额"),
    "json": ("ProductCode", "PretaxAmount"),
    "ndjson": ("ProductCode", "PretaxAmount"),
}


def rows(kind, file):
    with open(file, encoding="utf-8", newline="") as text:
        if kind == "json":
            yield from json.load(text, parse_float=decimal.Decimal)
        elif kind == "ndjson":
            for line in text:
                yield json.loads(line, parse_float=decimal.Decimal)
        else:
            yield from csv.DictReader(text)


def main():
    kind, file = sys.argv[1:]
    by, cost = COLUMNS[kind]
    decimal.getcontext().prec = 60
    sums = collections.defaultdict(decimal.Decimal)
    n = 0
    for row in rows(kind, file):
        sums[row[by]] += decimal.Decimal(row[cost])
        n += 1
    print(sum(sums.values()), n)


main()
