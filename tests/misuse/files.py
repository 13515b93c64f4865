#!/usr/bin/env python3
"""files.py GPUBILL - files and folders that may not be read, or written, wherever one can be named.

Each is told by its name, with the reason, in one line on standard error, and ends with the exit code of the
contract. To root nothing is forbidden: then this runs as the user nobody, by setpriv; where that is not to
be had it is skipped (77).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NOBODY = "65534"
BILL = ("platform,start,end,instance,item,category,amount\n"
        "autodl,2026-03-02 10:00,2026-03-02 13:30,i-1,RTX 4090,gpu,12.60\n")
DENIED = "Permission denied"

# Arguments; exit code; what is named in the line that says so, or None where the run is a good one.
TABLE = [
    ("review --out out secret.csv", 3, "secret.csv"),
    ("review --out out bill.csv secret.csv", 3, "secret.csv"),
    ("review --out out closed", 3, "closed"),
    ("review --out out mixed", 0, "mixed/secret.csv"),
    ("review --out out mixed-folder", 0, "mixed-folder/closed"),
    ("detect secret.csv", 3, "secret.csv"),
    ("draft secret.csv", 3, "secret.csv"),
    ("ledger secret.csv", 3, "secret.csv"),
    ("reconcile secret.csv", 3, "secret.csv"),
    ("ledger closed/bill.csv", 3, "closed/bill.csv"),
    ("review --out out --config secret.json bill.csv", 2, "secret.json"),
    ("review --out out --previous secret.json bill.csv", 3, "secret.json"),
    ("review --out out --formats closed bill.csv", 2, "closed"),
    ("review --out out --ledger-db secret.db bill.csv", 4, "secret.db"),
    ("review --out closed/out bill.csv", 4, "closed/out"),
    ("review --out closed bill.csv", 4, "closed"),
    ("review --out fixed/out bill.csv", 4, "fixed/.out"),
    ("ledger -o fixed/ledger.csv bill.csv", 4, "fixed/ledger.csv"),
    ("draft -o fixed/own.json unknown.csv", 4, "fixed/own.json"),
    ("ledger bill.csv", 0, None),
]


def become_nobody():
    """Begin again as the user nobody."""
    setpriv = shutil.which("setpriv")
    if not setpriv:
        print("skipped: root may read everything, and there is no setpriv to be somebody else")
        sys.exit(77)
    place = Path(tempfile.mkdtemp())
    try:
        place.chmod(0o755)
        # Where these lie, nobody may be kept from looking.
        for path in (sys.argv[0], sys.argv[1]):
            shutil.copy(path, place)
            (place / Path(path).name).chmod(0o755)
        done = subprocess.run(
            [setpriv, "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", sys.executable,
             str(place / Path(sys.argv[0]).name), str(place / Path(sys.argv[1]).name)],
            stdin=subprocess.DEVNULL, check=False)
        sys.exit(done.returncode)
    finally:
        shutil.rmtree(place)


def make_files(place):
    for folder in ("mixed", "closed", "fixed", "mixed-folder/closed"):
        (place / folder).mkdir(parents=True)
    for name in ("bill.csv", "secret.csv", "mixed/bill.csv", "mixed/secret.csv", "closed/bill.csv",
                 "mixed-folder/bill.csv"):
        (place / name).write_text(BILL)
    (place / "unknown.csv").write_text("when,what,money\n2026-03-01 10:00:00,gpu,1.50\n" * 3)
    for name in ("secret.json", "secret.db"):
        (place / name).write_text("{}")
    for secret in place.rglob("secret.*"):
        secret.chmod(0)
    (place / "closed").chmod(0)
    (place / "mixed-folder/closed").chmod(0)
    (place / "fixed").chmod(0o555)


def troubles(place, gpubill, arguments, code, named):
    answer = subprocess.run([gpubill, *arguments.split()], cwd=place, stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, check=False,
                            env={"PATH": os.environ["PATH"], "LC_ALL": "C", "TMPDIR": str(place)})
    found = []
    if answer.returncode != code:
        found.append("exit code %d, not %d" % (answer.returncode, code))
    telling = [line for line in answer.stderr.splitlines() if DENIED in line]
    if named and not any(re.match(r"(gpubill|warning): .*%s\b" % re.escape(named), line)
                         for line in telling):
        found.append("no line that names %s: %s" % (named, answer.stderr.strip()))
    if not named and telling:
        found.append(answer.stderr.strip())
    return found


def main():
    if os.geteuid() == 0:
        become_nobody()
    failures = 0
    for arguments, code, named in TABLE:
        place = Path(tempfile.mkdtemp())
        try:
            make_files(place)
            for trouble in troubles(place, sys.argv[1], arguments, code, named):
                print("gpubill %s: %s" % (arguments, trouble))
                failures += 1
        finally:
            for folder in ("closed", "fixed", "mixed-folder/closed"):
                (place / folder).chmod(0o755)
            shutil.rmtree(place)
    print("%d uses tried" % len(TABLE))
    return 1 if failures else 0


sys.exit(main())
