#!/usr/bin/env python3
"""Counts the instructions of small reviews: counts.py check|record|show.

check compares them with counts.json, as the test bench.counts: exit 1 where one is more than 3 %
above what is recorded, 77 (skipped) where they cannot be compared since valgrind is missing or the
compiler, the libraries or the processor are others. Fewer are good, and a hint to record anew. record
writes counts.json. show prints what a run takes now.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 0.03
RECORDED = pathlib.Path("tests/bench/counts.json")
BUILD = pathlib.Path("build/counts")
SKIPPED = 77
# What is reviewed: kind and bytes of a bill of make_bill, and how many rows of it (0: all).
BILLS = {
    "start": ("focus", 20000, 20),
    "focus": ("focus", 630000, 0),
    "focus of three times the rows": ("focus", 1890000, 0),
    "chinese": ("chinese", 450000, 0),
    "json": ("json", 750000, 0),
    "ndjson": ("ndjson", 750000, 0),
}
SLOPE = "each further row of focus"
SLOPE_OF = ("focus", "focus of three times the rows")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def output_of(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def build():
    """gpubill without link-time optimisation, so that what is unchanged is not compiled again."""
    environment = dict(os.environ)
    if shutil.which("ccache"):
        environment.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
    subprocess.run(["scripts/build.sh", "counts"], env=environment, check=True)
    subprocess.run([compiler(), "-std=c17", "-O2", "-o", BUILD / "make_bill",
                    "tests/bench/make_bill.c"], check=True)


def compiler():
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"^CMAKE_C_COMPILER:[A-Z]*=(.*)$", cache, re.M)[1]


def build_id(path):
    found = re.search(r"Build ID: ([0-9a-f]{12})", output_of(["readelf", "-n", path]))
    return found[1] if found else "unknown"


def surroundings():
    """What else than the sources decides how many instructions are run."""
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    flags = re.findall(r"^CMAKE_C_FLAGS(?:_RELEASE)?:STRING=(.*)$", cache, re.M)
    libraries = re.findall(r"^\s*(\S+) => (/\S+)", output_of(["ldd", BUILD / "gpubill"]), re.M)
    cpu = pathlib.Path("/proc/cpuinfo")
    flags_of_cpu = cpu.read_text(encoding="utf-8").split() if cpu.exists() else []
    return {
        "compiler": output_of([compiler(), "--version"]).split("\n")[0],
        "flags": " ".join(flags).strip(),
        "valgrind": output_of(["valgrind", "--version"]).strip(),
        "processor": platform.machine() + (" with avx2" if "avx2" in flags_of_cpu else ""),
        **{name: build_id(path) for name, path in sorted(libraries)},
    }


def make_bill(folder, kind, size, rows):
    """A bill of ${size} bytes, or of its first ${rows} rows, as ${folder}/bill; returns its rows."""
    bill = subprocess.run([BUILD / "make_bill", kind, str(size)], capture_output=True,
                          check=True).stdout
    if rows:
        bill = b"".join(bill.splitlines(keepends=True)[:rows + 1])
    (folder / "bill").write_bytes(bill)
    return bill.count(b"\n")


def count(folder, calls="/dev/null"):
    """Instructions of a review of ${folder}/bill, by function into ${calls}; nothing of the
    caller's changes them."""
    program = [os.path.abspath(BUILD / "gpubill"), "review", "--quiet", "--progress", "never",
               "--lang", "en", "--jobs", "1", "--write", "json", "--out", "out", "bill"]
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": "/"}
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={calls}"] + program,
        cwd=folder, env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        raise SystemExit(f"counts: exit code {run.returncode}\n{run.stderr}")
    return int(found[1])


def count_all():
    counts, rows = {}, {}
    for name in BILLS:
        with tempfile.TemporaryDirectory() as folder:
            rows[name] = make_bill(pathlib.Path(folder), *BILLS[name])
            counts[name] = count(folder)
    few, many = SLOPE_OF
    counts[SLOPE] = (counts[many] - counts[few]) // (rows[many] - rows[few])
    return counts


def show(counts, recorded):
    for name, now in counts.items():
        then = recorded.get(name)
        change = f"{(now / then - 1) * 100:+7.1f} % since recorded" if then else ""
        print(f"{name:32}{now:15,}{change}")


def check(recorded):
    there = surroundings()
    for what, then in recorded["made_with"].items():
        if there.get(what) != then:
            skip(f"{what} is '{there.get(what)}', and was '{then}' when the counts were recorded; "
                 "tests/bench/record_counts.sh records them here")
    counts = count_all()
    then = recorded["instructions"]
    show(counts, then)
    risen = [n for n in counts if counts[n] > then[n] * (1 + TOLERANCE)]
    if risen:
        print(f"{', '.join(risen)}: more than {TOLERANCE * 100:.0f} % above what is recorded. Find "
              "where with callgrind (docs/PERFORMANCE.md), or record it with "
              "tests/bench/record_counts.sh and say in the commit what it is worth")
        sys.exit(1)
    if any(counts[n] < then[n] * (1 - TOLERANCE) for n in counts):
        print("faster than recorded: keep it with tests/bench/record_counts.sh")


def main():
    os.chdir(pathlib.Path(__file__).resolve().parents[2])
    job = sys.argv[1] if len(sys.argv) == 2 else ""
    if job not in ("check", "record", "show"):
        sys.exit("usage: counts.py check|record|show")
    for tool in ("valgrind", "readelf", "ldd"):
        if not shutil.which(tool):
            skip(f"{tool} is not installed")
    build()
    recorded = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    if job == "check":
        check(recorded)
        return
    counts = count_all()
    show(counts, recorded.get("instructions", {}))
    if job == "record":
        made = {"made_with": surroundings(), "instructions": counts}
        RECORDED.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
