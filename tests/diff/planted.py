"""The sample bills leak what their README says, with these amounts, and nothing else.

planted.py GPUBILL SOURCE_DIR: reviews the sample bills, with the config that lies among them, and
compares each finding with the tables of both READMEs. A row of the first table is: platform
`resource` | what | `rule` | certainty | leak CUR. One of the second, for a review of March alone, is:
platform | `category` | amount CUR before | amount CUR now.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

LEAK = re.compile(r"^\| ([^|`]*)(?:`([^`]+)`)? *\| [^|]+ \| `([a-z:-]+)` \| "
                  r"([a-z]+)(, waived|，已豁免)? \| ([0-9.]+) ([A-Z]{3}) \|$")
JUMP = re.compile(r"^\| [^|`]+ \| `([a-z-]+)` \| ([0-9.]+) ([A-Z]{3}) \| ([0-9.]+) [A-Z]{3} \|$")


def planted(path):
    """What a README lists: (of both months, of March alone)."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    leaks = collections.Counter(
        (row[3], row[4], row[2] or "", "waived" if row[5] else "open", row[6], row[7])
        for row in map(LEAK.match, lines) if row
    )
    jumps = collections.Counter(row.groups() for row in map(JUMP.match, lines) if row)
    return leaks, jumps


def review(gpubill, source, *options):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        subprocess.run(
            [gpubill, "review", "--quiet", "--write", "json", "--out", out, *options, "sample-bills"],
            cwd=source, check=True, stdout=subprocess.DEVNULL,
        )
        with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
            return json.load(file)["findings"]


def found(gpubill, source):
    """What reviews find: (in both months, by comparing March)."""
    leaks = collections.Counter(
        (f["rule"], f["certainty"], f["resource"], "waived" if f.get("waived") else "open",
         f["leak"], f["currency"])
        for f in review(gpubill, source)
    )
    jumps = collections.Counter(
        (f["facts"]["category"], f["facts"]["before"], f["currency"], f["facts"]["now"])
        for f in review(gpubill, source, "--month", "2026-03") if f["rule"] == "spend-jump"
    )
    return leaks, jumps


def silent(gpubill, have):
    """The rules that found nothing."""
    listed = subprocess.run([gpubill, "rules", "--json"], check=True, capture_output=True)
    leaks, jumps = have
    spoke = {finding[0] for finding in leaks} | ({"spend-jump"} if jumps else set())
    return sorted({rule["id"] for rule in json.loads(listed.stdout)} - spoke)


def main():
    gpubill, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    have = found(gpubill, source)
    code = 0
    for rule in silent(gpubill, have):
        print(f"no sample bill shows what {rule} finds")
        code = 1
    for name in ("README.md", "README.zh.md"):
        for want, got in zip(planted(os.path.join(source, "sample-bills", name)), have):
            if not want:
                print(f"{name}: a table is empty")
                code = 1
            for finding in sorted((want - got).elements()):
                print(f"{name} lists, but review did not find: {' '.join(finding)}")
                code = 1
            for finding in sorted((got - want).elements()):
                print(f"review found, but {name} does not list: {' '.join(finding)}")
                code = 1
    return code


sys.exit(main())
