"""The sample bills leak what their README says, with these amounts, and nothing else.

planted.py GPUBILL SOURCE_DIR: reviews the sample bills, with the config that lies among them, and
compares each finding with the tables of both READMEs. A row is: platform `resource` | what | `rule` |
certainty | leak CUR.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

ROW = re.compile(r"^\| ([^|`]*)(?:`([^`]+)`)? *\| [^|]+ \| `([a-z:-]+)` \| "
                 r"([a-z]+)(, waived|，已豁免)? \| ([0-9.]+) ([A-Z]{3}) \|$")


def planted(path):
    with open(path, encoding="utf-8") as file:
        rows = [ROW.match(line.rstrip("\n")) for line in file]
    return collections.Counter(
        (row[3], row[4], row[2] or "", "waived" if row[5] else "open", row[6], row[7])
        for row in rows if row
    )


def found(gpubill, source):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        subprocess.run(
            [gpubill, "review", "--quiet", "--write", "json", "--out", out, "sample-bills"],
            cwd=source, check=True, stdout=subprocess.DEVNULL,
        )
        with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
            review = json.load(file)
    return collections.Counter(
        (f["rule"], f["certainty"], f["resource"], "waived" if f.get("waived") else "open",
         f["leak"], f["currency"])
        for f in review["findings"]
    )


def main():
    gpubill, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    have = found(gpubill, source)
    code = 0
    for name in ("README.md", "README.zh.md"):
        want = planted(os.path.join(source, "sample-bills", name))
        if not want:
            print(f"{name}: lists no leak")
            code = 1
        for finding in sorted((want - have).elements()):
            print(f"{name} lists, but review did not find: {' '.join(finding)}")
            code = 1
        for finding in sorted((have - want).elements()):
            print(f"review found, but {name} does not list: {' '.join(finding)}")
            code = 1
    return code


sys.exit(main())
