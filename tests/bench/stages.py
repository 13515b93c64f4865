#!/usr/bin/env python3
"""Where the instructions of a review go: stages.py [--page]. With --page into docs/PERFORMANCE.md.

Reviews a bill of 20 rows and two larger ones under callgrind: what the first takes is start-up, and
what the last takes beyond the second, for each row, is the cost of a row.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import counts
import page

BILLS = (("focus", 20000, 20), ("focus", 1890000, 0), ("focus", 5670000, 0))
# A stage is what these functions take with all that they call, less what those after "less" take. A
# function that the compiler made part of its caller is not seen, so only those of headers are named.
STAGES = (
    ("tell the format and its columns", ["detect"], ["sha256_add"]),
    ("SHA-256 of the file, without the processor's help", ["sha256_add"], []),
    ("cut the text into records and cells", ["record_csv_glance", "record_csv_read"],
     ["binding_make", "binding_glance_row", "made_add"]),
    ("a charge of each record: recipes, amounts, times, categories",
     ["binding_make", "binding_glance_row"], []),
    ("a line of the ledger", ["made_add"], []),
    ("duplicates, views, periods, accounts",
     ["settle_equal_files", "settle_deliveries", "settle_rows", "settle_views", "settle_period",
      "settle_find_period_of_run", "settle_accounts", "usage_owner_find"], []),
    ("sums, and the check of all sums", ["review_build", "review_check"], []),
    ("rules", ["audit_begin", "audit_judge", "audit_check"], []),
    ("invoices and payments", ["reconciling_read", "reconciling_run"], []),
    ("review.json", ["render_review_json"], []),
)
LINE = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+\S*?:(\S+) \[.*/gpubill\]", re.M)


def profile(kind, size, rows):
    """Rows, instructions in all, and those of each function with what it calls."""
    with tempfile.TemporaryDirectory() as folder:
        calls = os.path.join(folder, "calls")
        rows = counts.make_bill(pathlib.Path(folder), kind, size, rows)
        total = counts.count(folder, calls)
        text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", calls],
                              capture_output=True, text=True, check=True).stdout
    return rows, total, {name: int(n.replace(",", "")) for n, name in LINE.findall(text)}


def cost(functions, more, less):
    return sum(functions.get(f, 0) for f in more) - sum(functions.get(f, 0) for f in less)


def table():
    start, few, many = [profile(*bill) for bill in BILLS]
    rows = []
    left = [start[1], (many[1] - few[1]) / (many[0] - few[0])]
    for title, more, less in STAGES:
        if not any(f in many[2] for f in more):
            raise SystemExit(f"stages: none of {', '.join(more)} is called any more: "
                             f"say in stages.py what '{title}' is now")
        first = cost(start[2], more, less)
        each = (cost(many[2], more, less) - cost(few[2], more, less)) / (many[0] - few[0])
        left = [left[0] - first, left[1] - each]
        rows.append((title, f"{first / 1e6:.1f}", f"{each:,.0f}"))
    rows.append(("all else: linking, formats, files", f"{left[0] / 1e6:.1f}", f"{left[1]:,.0f}"))
    rows.append(("**together**", f"{start[1] / 1e6:.1f}",
                 f"{(many[1] - few[1]) / (many[0] - few[0]):,.0f}"))
    return page.table(("instructions of a review of FOCUS, one thread",
                       "a bill of 20 rows, millions", "each further row"), rows)


def main():
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    counts.build()
    if sys.argv[1:] == ["--page"]:
        page.replace("stages", table())
    elif not sys.argv[1:]:
        print(table(), end="")
    else:
        sys.exit("usage: stages.py [--page]")


main()
