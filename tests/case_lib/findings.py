#!/usr/bin/env python3
"""findings.py [-m|-a] RULES ARG...: what rules found and what they could not judge, short enough to be
read.

Runs `gpubill review --write json ARG...`, whose messages stay on standard error, and prints of the
rules RULES (ids with commas between, or "all"): each finding with its lines, what is unknown and for
which of these rules, and all warnings. Times are in the review's zone. Ends with gpubill's exit code.
    -m      print what each finding says, too
    -a      print what each finding says and advises, in place of its lines
"""

import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the folder of the sources stays clean

from outcome import section


def finding(f, option):
    """The texts of one finding: itself, then its lines or what it says."""
    waived = [f"waived: {f['reason']}"] if f.get("waived") else []
    yield " | ".join([f["rule"], f["certainty"], f["platform"], f["resource"],
                      f"{(f['from'] or '-')[:19]} .. {(f['to'] or '-')[:19]}",
                      f"billed {f['billed']} leak {f['leak']} net {f['net_leak']} {f['currency']}"]
                     + waived)
    for line in f["lines"] if option != "-a" else []:
        yield (f"    {line['path']}:{line['line']}: billed {line['billed']} leak {line['leak']} "
               f"net {line['net']}")
    if option:
        yield "    " + f["message"]
    if option == "-a":
        yield "    " + f["advice"]


def unknown(u, rules):
    hours = [f"{u['gpu_hours']} GPU hours"] if u["what"] == "utilisation" else []
    return " | ".join([u["what"], u["platform"], u["resource"]] + hours + [", ".join(rules)])


def main(args):
    option = args[0] if args[0] in ("-m", "-a") else ""
    rules, *args = args[1 if option else 0:]

    def is_meant(rule):
        return rules == "all" or rule in rules.split(",")

    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        code = subprocess.run(["gpubill", "review", "--write", "json", "--out", out] + args,
                              stdout=subprocess.DEVNULL, check=False).returncode
        if not os.path.exists(os.path.join(out, "review.json")):
            print("nothing was written")
            return code
        with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
            review = json.load(file)
    findings = [f for f in review["findings"] if is_meant(f["rule"])]
    section("findings", (text for f in findings for text in finding(f, option)))
    if not findings:
        print("no findings")
    section("unknown", (unknown(u, filter(is_meant, u["rules"])) for u in review["unknown"]
                        if any(map(is_meant, u["rules"]))))
    section("warnings", (f"{w['path']}:{w['line']}: {w['code']}" for w in review["warnings"]))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
