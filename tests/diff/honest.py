"""Real bills accuse nobody unjustly: every finding in them stands here with its reason.

honest.py GPUBILL BILLS: reviews the folder as a whole, and each file alone, with no config.
"""

import json
import os
import subprocess
import sys
import tempfile

SNAPSHOT = "the row is a snapshot's by its SkuMeter; keeping it is a choice (possible), as its charge shows"

# (file, rule, certainty, resource, leak, currency): why the rows prove it.
LISTED = {
    ("gpu/digitalocean-paperspace-invoice-example.csv", "idle-address", "certain",
     "Unused Floating IP - 1.1.1.1", "3.11", "USD"):
        "the invoice itself calls the address unused",
    ("aws/koku-2023-06-01.csv", "price-arithmetic", "certain", "i-99995555", "28.5", "NOK"):
        "three rows made for a test: each states a rate of 0.5, a usage of 1 hour and a cost of 10",
    ("focus/focus-1.0-sample.csv", "snapshot-and-image", "possible", "", "0.0684739095", "USD"):
        SNAPSHOT + "; 29 of less than a cent, merged",
    ("focus/focus-1.0-sample.csv", "snapshot-and-image", "possible",
     "arn:ats:el2:us-east-1:365499461711:snapseot/snap-098l12f9204f33f8l", "0.0358178711", "USD"):
        SNAPSHOT,
    ("focus/focus-1.0-sample.csv", "snapshot-and-image", "possible",
     "arn:ats:el2:us-test-2:531525515374:snapseot/snap-00ba81559l40456l5", "0.0243164063", "USD"):
        SNAPSHOT,
    ("focus/focus-1.0-sample.csv", "snapshot-and-image", "possible",
     "arn:ats:el2:us-east-1:740815793202:snapseot/snap-03e801l39ll7el990", "0.0133333333", "USD"):
        SNAPSHOT,
    ("focus/focus-1.0-sample.csv", "snapshot-and-image", "possible",
     "arn:ats:el2:us-test-2:740815793202:snapseot/snap-05e5e5e4e206flf76", "0.010328776", "USD"):
        SNAPSHOT,
}


def found(gpubill, bills, name):
    """The findings of one file, or of all where the name is "."; none where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        run = subprocess.run(
            [gpubill, "review", "--quiet", "--write", "json", "--out", out, name],
            cwd=bills, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        if run.returncode not in (0, 3):
            sys.exit(f"{name}: review ended with {run.returncode}")
        with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
    return {
        (os.path.normpath(f["lines"][0]["path"]), f["rule"], f["certainty"], f["resource"],
         f["leak"], f["currency"])
        for f in findings
    }


def main():
    gpubill, bills = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    names = sorted(
        os.path.relpath(os.path.join(folder, name), bills)
        for folder, _, files in os.walk(bills) for name in files
    )
    alone = set().union(*(found(gpubill, bills, name) for name in names))
    code = 0
    for how, have in (("alone", alone), ("together", found(gpubill, bills, "."))):
        for finding in sorted(have - LISTED.keys()):
            print(f"found in the bills {how}, but not listed: {' '.join(finding)}")
            code = 1
        for finding in sorted(LISTED.keys() - have):
            print(f"listed, but not found in the bills {how}: {' '.join(finding)}")
            code = 1
    return code


sys.exit(main())
