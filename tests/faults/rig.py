"""rig.py - run gpubill under the library of faults.c, and judge how it ended.

A run that fails must end with an exit code of the contract and a message, leave the report of the
run before or a whole new one, and no temporary file.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

WRITTEN = "md,csv,json,html,xlsx"
SECONDS_MAX = 120
BILLS = ["autodl/order_list-2026-03.json", "matpool/我的订单-2026-02.csv",
         "drun/收支明细-2026-03.xlsx", "states/drun-states.csv", "invoices/实验室发票登记.csv"]
INVOICES = ["payments/transfers-of-the-university.csv"] + [
    f"invoices/dzfp_26322000000369603937_示例大学_20260303101503.{kind}"
    for kind in ("pdf", "xml", "ofd")]


def arguments(what):
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("program", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("--all", action="store_true", help="without leaving any out (hours)")
    return parser.parse_args()


def snapshot(folder):
    """What a reader finds in a report: {file: bytes}, without what differs from run to run."""
    found = {}
    if not folder.is_dir():
        return found
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == "review.json" and data:
                review = json.loads(data)
                review.pop("run", None)
                data = json.dumps(review).encode()
            if path.name == ".gpubill":
                data = re.sub(rb"[0-9a-f]+(?=  review.json\n)", b"", data)
            found[str(path.relative_to(folder))] = data
    return found


class Run:
    """One run in a folder of its own."""

    def __init__(self, folder, fault, code, stdout, stderr):
        self.folder, self.fault, self.code = folder, fault, code
        self.stdout, self.stderr = stdout, stderr
        self.complaints = []
        self.can_speak = True

    def complain(self, text):
        said = self.stderr.decode(errors="replace").strip()[-400:]
        self.complaints.append(f"{self.fault}: {text} (exit {self.code}; said: {said})")

    def leftovers(self):
        beside = [p.name for p in self.folder.iterdir() if p.name not in ("in", "r", "tmp")]
        return beside + [p.name for p in (self.folder / "tmp").iterdir()]


class Rig:
    def __init__(self, options, bills, jobs=1):
        self.program, self.library = options.program.resolve(), options.library.resolve()
        self.top = Path(tempfile.mkdtemp())
        self.jobs = jobs
        self.count = 0
        (self.top / "in").mkdir()
        for bill in bills:
            shutil.copy(options.source / "sample-bills" / bill, self.top / "in")
        self.names = sorted("in/" + p.name for p in (self.top / "in").iterdir())
        # The report before is one of a bill that the new one has not.
        other = options.source / "sample-bills/gpuhub/transactions.csv"
        old = self.folder()
        self.start(old, None, [str(other)])
        self.before = old / "r"
        self.old = snapshot(self.before)
        plain = self.run(None)
        self.new, self.said = snapshot(plain.folder / "r"), plain.stderr
        assert plain.code == 0 and self.new and self.old and self.new != self.old, plain.stderr

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.top)

    def folder(self):
        self.count += 1
        folder = self.top / f"run{self.count}"
        (folder / "tmp").mkdir(parents=True)
        return folder

    def environment(self, folder, fault, more=None):
        e = {"PATH": os.environ["PATH"], "HOME": str(folder / "tmp"), "LC_ALL": "C",
             "TMPDIR": str(folder / "tmp"), "LD_PRELOAD": str(self.library)}
        if fault:
            e["FAULT"] = fault
        return {**e, **(more or {})}

    def command(self, names, outputs=WRITTEN):
        return [str(self.program), "review", "--jobs", str(self.jobs), "--out", "r",
                "--write", outputs, *names]

    def start(self, folder, fault, names=None, more=None, **how):
        done = subprocess.run(self.command(names or self.names), cwd=folder, timeout=SECONDS_MAX,
                              stdin=subprocess.DEVNULL, check=False,
                              env=self.environment(folder, fault, more),
                              **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how})
        return Run(folder, fault, done.returncode, done.stdout or b"", done.stderr or b"")

    def prepare(self, own_input=False):
        folder = self.folder()
        if hasattr(self, "before"):
            shutil.copytree(self.before, folder / "r")
        if own_input:
            shutil.copytree(self.top / "in", folder / "in")
        else:
            (folder / "in").symlink_to(self.top / "in")
        return folder

    def run(self, fault, more=None, own_input=False, **how):
        return self.start(self.prepare(own_input), fault, more=more, **how)

    def counts(self):
        """How many calls of each kind a run makes that nothing disturbs."""
        where = self.top / "counts"
        self.run(None, {"FAULT_COUNTS": str(where)})
        return {k: int(v) for k, v in (line.split() for line in where.read_text().splitlines())}

    def judge(self, run, signals=()):
        """Complain of what a failing run may not do."""
        report = snapshot_or_none(run)
        if run.code < 0 and -run.code not in signals:
            run.complain(f"killed by {signal.Signals(-run.code).name}")
        elif run.code >= 0 and run.code not in (0, 3, 4):
            run.complain("an exit code that says something else")
        if report is None:
            run.complain("a report that cannot be read")
        elif run.code in (4, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP):
            if report != self.old and report != self.new:
                run.complain("neither the old report nor the new one")
        elif run.code == -signal.SIGKILL:
            if report not in (self.old, self.new):
                run.complain("a mixture of two reports")
        elif run.code == 0 and report != self.new and run.stderr == self.said:
            run.complain(f"another report without a word: {differing(report, self.new)}")
        elif run.code == 3 and report != self.old and set(report) != set(self.new):
            run.complain("a report that lacks files")
        # Where nothing can be written any more, nothing can be said.
        can_speak = run.can_speak and not re.match(r"write:\d+\+:", run.fault or "")
        if run.code > 0 and can_speak and not run.stderr.strip():
            run.complain("failed without a message")
        if re.search(rb"^\[", run.stderr, re.M):
            run.complain("a library speaks for itself")
        if run.code != -signal.SIGKILL and run.leftovers():
            run.complain(f"left behind: {run.leftovers()}")
        if not run.complaints:
            shutil.rmtree(run.folder)
        return run

    def each(self, faults, more=None, signals=()):
        """Run once for each of ${faults}; the number of runs for each exit code."""
        ends, complaints = {}, []
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            work = [pool.submit(lambda f: self.judge(self.run(f, more), signals), fault)
                    for fault in faults]
            for done in concurrent.futures.as_completed(work):
                run = done.result()
                ends[run.code] = ends.get(run.code, 0) + 1
                complaints += run.complaints
        return ends, complaints


def snapshot_or_none(run):
    try:
        return snapshot(run.folder / "r")
    except ValueError:
        return None


def differing(a, b):
    return sorted(name for name in set(a) | set(b) if a.get(name) != b.get(name))


def spread(n, most):
    """Up to ${most} of the numbers 1..n, evenly spread."""
    return range(1, n + 1) if n <= most else [1 + i * (n - 1) // (most - 1) for i in range(most)]


def finish(name, ends, complaints):
    """Say what was done, and fail where there are complaints."""
    told = ", ".join(f"{n} ended with {code}" for code, n in sorted(ends.items()))
    print(f"{name}: {sum(ends.values())} faults: {told}")
    for text in complaints:
        print(text)
    raise SystemExit(1 if complaints else 0)
