#!/usr/bin/env python3
"""What an engine hands back, made from a native review, gives the report of that review.

engine_report.py GPUBILL BILLS [OPTION...]: gpubill judges the bills; what it found becomes the tables
of docs/SCALE.md, line by line, as `gpubill sql` has engines make them; the review of these must have
equal totals, sums, leaks and findings, in equal order. Rules that have no SQL are left out.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from datetime import datetime, timezone
from decimal import Decimal

NO_SQL = re.compile("custom:|balance-gap$")
LISTS = ("spend", "spend_by_day", "spend_by_resource", "spend_by_project")
TOTALS = ("list", "discount", "billed", "voucher", "cash", "refunds", "moved")
CHECKED = ("spend", "days", "resources", "projects", "files")
TABLES = {
    "findings": ("rule", "certainty", "platform", "account", "resource", "instance", "currency",
                 "category", "gpu_model", "path", "source_row", "source_line", "start_ms",
                 "end_ms", "billed", "leak", "net"),
    "totals": ("currency", "n", "n_without_list", *TOTALS),
    "spend": ("platform", "category", "currency", "n", "billed"),
    "spend_by_day": ("day", "platform", "category", "currency", "billed"),
    "spend_by_resource": ("platform", "resource", "name", "sku", "currency", "billed"),
    "spend_by_project": ("project", "currency", "billed"),
    "spend_by_input": ("path", "currency", "n", "billed"),
    "checks": ("what", "currency", "expected", "found"),
}
# Of a finding; what an engine does not hand back (name, message, advice, facts) is not among them.
FINDING = ("rule", "certainty", "platform", "account", "resource", "currency", "from", "to",
           "billed", "leak", "net_leak", "waived", "reason")


def run(*arguments):
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout


def review_of(gpubill, out, *arguments):
    run(gpubill, "review", "--quiet", "--write", "json", "--out", out, *arguments)
    with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
        return json.load(file)


def milliseconds(text):
    if not text:
        return ""
    time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    since = time - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (since.days * 86400 + since.seconds) * 1000 + since.microseconds // 1000


def ledger_of(gpubill, folder, arguments):
    path = os.path.join(folder, "ledger.csv")
    run(gpubill, "ledger", "--quiet", "--table", "ledger", "-o", path, *arguments)
    with open(path, encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if not row["x_LeftOut"]]


def findings_of(review, ledger):
    """The rows of gpubill_findings."""
    at = defaultdict(list)
    for row in ledger:
        at[row["x_SourceFile"], int(row["x_SourceLine"]), Decimal(row["BilledCost"])].append(row)
    for finding in review["findings"]:
        if NO_SQL.match(finding["rule"]):
            continue
        used = defaultdict(int)
        for line in finding["lines"]:
            key = line["path"], line["line"], Decimal(line["billed"])
            row = at[key][used[key]]
            used[key] += 1
            thing = row["x_InstanceId"] or row["ResourceId"] or row["ResourceName"]
            yield {"rule": finding["rule"], "certainty": finding["certainty"],
                   "platform": row["x_Platform"], "account": row["BillingAccountId"],
                   "resource": thing, "instance": row["x_InstanceId"],
                   "currency": row["BillingCurrency"], "category": row["x_Category"],
                   "gpu_model": row["x_GpuModel"],
                   "path": line["path"], "source_row": row["x_Row"], "source_line": line["line"],
                   "start_ms": milliseconds(row["ChargePeriodStart"]),
                   "end_ms": milliseconds(row["ChargePeriodEnd"]), "billed": line["billed"],
                   "leak": line["leak"], "net": line["net"]}


def by_input(ledger):
    sums = defaultdict(lambda: [0, Decimal(0)])
    for row in ledger:
        if row["x_Entry"] not in ("recharge", "withdrawal"):
            of = sums[row["x_SourceFile"], row["BillingCurrency"]]
            of[0] += 1
            of[1] += Decimal(row["BilledCost"])
    return [{"path": path, "currency": currency, "n": n, "billed": f"{billed:f}"}
            for (path, currency), (n, billed) in sums.items()]


def checks_of(review, findings):
    """The rows of gpubill_checks, where all is as it must be."""
    laws = [("lines of files that are not listed", "", 0)]
    for currency, total in review["totals"].items():
        own = [row for row in findings if row["currency"] == currency]
        laws += [(f"billed: totals = {what}", currency, total["billed"]) for what in CHECKED]
        laws.append(("findings: rows", currency, len(own)))
        laws += [(f"findings: {what}", currency, f"{sum(Decimal(row[what]) for row in own):f}")
                 for what in ("leak", "net")]
    return [{"what": what, "currency": currency, "expected": sum_of, "found": sum_of}
            for what, currency, sum_of in laws]


def write(folder, name, rows):
    with open(os.path.join(folder, name + ".csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, TABLES[name], extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        # As engines give rows: in any order.
        writer.writerows(sorted(rows, key=lambda row: sorted(map(str, row.values()))))


def hand_back(folder, review, ledger):
    """What an engine would hand back, into the folder."""
    totals = review["totals"].items()
    findings = list(findings_of(review, ledger))
    write(folder, "findings", findings)
    write(folder, "totals", [{"currency": currency, "n": t["lines"],
                              "n_without_list": t["lines_without_list"], **t}
                             for currency, t in totals])
    for name in LISTS:
        write(folder, name, [{"n": row.get("lines"), **row} for row in review[name]])
    write(folder, "spend_by_input", by_input(ledger))
    write(folder, "checks", checks_of(review, findings))


def report_of(gpubill, folder, out, *options):
    """The review.json of what was handed back into the folder."""
    return review_of(gpubill, out, "--findings", os.path.join(folder, "findings.csv"),
                     "--aggregates", folder, *options)


def shown(finding):
    """A finding as far as an engine tells it, with its lines."""
    lines = [(line["path"], line["line"], line["billed"], line["leak"], line["net"])
             for line in finding["lines"]]
    return ([finding.get(key) for key in FINDING], finding["facts"].get("merged"), lines)


def without_gpu(rows):
    return [{k: v for k, v in row.items() if not k.startswith("gpu_hours")} for row in rows]


def differences(native, engine):
    yield from (f"{name} differ" for name in ("period", "totals")
                if native[name] != engine[name])
    yield from (f"{name} differs" for name in LISTS
                if without_gpu(native[name]) != without_gpu(engine[name]))
    found = [shown(f) for f in native["findings"] if not NO_SQL.match(f["rule"])]
    handed = [shown(f) for f in engine["findings"]]
    if len(found) != len(handed):
        yield f"{len(found)} findings, and {len(handed)} of the engine"
    yield from (f"finding {i + 1}: {a[0]} is {b[0]}" for i, (a, b) in
                enumerate(zip(found, handed)) if a != b)
    if [f["id"] for f in engine["findings"]] != [f"F{i + 1:03}" for i in range(len(handed))]:
        yield "the findings are not numbered from F001"
    rules = [r for r in native["leaks_by_rule"] if not NO_SQL.match(r["rule"])]
    if rules != engine["leaks_by_rule"]:
        yield "leaks by rule differ"
    if len(rules) == len(native["leaks_by_rule"]) and native["leaks"] != engine["leaks"]:
        yield "leaks differ"


def check_files(out):
    """Every output is there, and the pages tell what nobody knows."""
    names = set(os.listdir(out))
    for name in ("report.html", "report.md", "review.json", "findings.csv", "review.xlsx"):
        if name not in names:
            yield f"{name} is missing"
    for name in ("ledger.csv", "rejected.csv", "reconciliation.csv", "reimbursement.html"):
        if name in names:
            yield f"{name} is there"
    for name in names & {"report.html", "report.md"}:
        with open(os.path.join(out, name), encoding="utf-8") as file:
            if not re.search("An engine computed this", file.read()):
                yield f"{name} does not say who computed it"


def main():
    gpubill, bills, *options = sys.argv[1:]
    gpubill = os.path.abspath(gpubill)
    with tempfile.TemporaryDirectory() as folder:
        native = review_of(gpubill, os.path.join(folder, "native"), *options, bills)
        hand_back(folder, native, ledger_of(gpubill, folder, [*options, bills]))
        arguments = ["--findings", os.path.join(folder, "findings.csv"), "--aggregates", folder,
                     *options]
        engine = report_of(gpubill, folder, os.path.join(folder, "engine"), *options)
        all_of_it = os.path.join(folder, "all")
        run(gpubill, "review", "--quiet", "--out", all_of_it, *arguments)
        wrong = [*differences(native, engine), *check_files(all_of_it)]
    for what in wrong[:20]:
        print(what)
    print(f"{len(engine['findings'])} findings, {len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
