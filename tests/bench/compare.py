"""Measures gpubill beside other programs; compare.sh prepares what this needs and lists the options."""

import argparse
import decimal
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import measure
import page

GPUBILL = "build/run/gpubill"
BENCH = pathlib.Path("build/bench")
OUT = BENCH / "review"
OTHERS = "tests/bench/others"
MB = 1000000
GROUPS = ("focus", "chinese", "json", "ndjson", "start")
START_ROWS = 20
START_RUNS = 40
MILLER = {
    "focus": ("csv", "ServiceCategory", "BilledCost"),
    "chinese": ("csv", "产品", "应付金额"),
    "json": ("json", "ProductCode", "PretaxAmount"),
    "ndjson": ("jsonl", "ProductCode", "PretaxAmount"),
}
# How far the sum of a program may be off that adds up doubles.
DOUBLE_ERROR = decimal.Decimal("1e-9")


def bill(kind, size):
    """The path of a bill of ${size} bytes, made where it is not there."""
    path = BENCH / f"{kind}-{size // MB}m.{'csv' if kind in ('focus', 'chinese') else kind}"
    maker = BENCH / "make_bill"
    if not path.exists() or path.stat().st_mtime < os.stat("tests/bench/make_bill.c").st_mtime:
        with open(f"{path}.new", "wb") as out:
            subprocess.run([maker, kind, str(size)], stdout=out, check=True)
        os.replace(f"{path}.new", path)
    return path


def in_gb18030(path):
    made = path.with_name(path.stem + "-gb18030.csv")
    if not made.exists() or made.stat().st_mtime < path.stat().st_mtime:
        with open(path, encoding="utf-8", newline="") as text, \
                open(f"{made}.new", "w", encoding="gb18030", newline="") as out:
            shutil.copyfileobj(text, out, MB)
        os.replace(f"{made}.new", made)
    return made


def few_rows(path, rows):
    made = BENCH / f"rows-{rows}.csv"
    with open(path, "rb") as bill_, open(made, "wb") as out:
        for _ in range(rows + 1):
            out.write(bill_.readline())
    return made


class Comparison:
    def __init__(self, options):
        self.options = options
        self.groups = []   # title, programs
        self.load = os.getloadavg()[0]
        self.goals = []    # work, goal, reached, the same by processor time, unit
        self.left_out = []
        self.has_duckdb = importlib.util.find_spec("duckdb") is not None
        self.has_miller = shutil.which("mlr") is not None
        if not self.has_duckdb:
            self.left_out.append("DuckDB (pip install duckdb)")
        if not self.has_miller:
            self.left_out.append("Miller (apt-get install miller)")

    # The programs.

    def gpubill(self, name, path, threads):
        return measure.Program(name, [
            GPUBILL, "review", "--quiet", "--progress", "never", "--write", "json", "--jobs",
            str(threads), "--force", "--out", str(OUT), str(path)])

    def duckdb(self, name, job, threads, kind=None, path=None):
        if not self.has_duckdb:
            return None
        rest = [kind, str(path)] if kind else []
        return measure.Program(name, [sys.executable, f"{OTHERS}/duck.py", job, str(threads)] + rest)

    def miller(self, kind, path):
        if not self.has_miller:
            return None
        form, by, cost = MILLER[kind]
        return measure.Program("Miller, sum as doubles", [
            "mlr", f"--i{form}", "--ojson", "stats1", "-a", "sum,count", "-f", cost, "-g", by,
            "then", "rename", "-r", "^.*_(sum|count)$,\\1", "then", "stats1", "-a", "sum", "-f",
            "sum,count", str(path)])

    def plain(self, kind, path):
        return measure.Program("Python, exact sum", [
            sys.executable, f"{OTHERS}/plain.py", kind, str(path)])

    # Running and checking.

    def run(self, title, programs, runs=None):
        programs = [program for program in programs if program]
        print(f"compare: {title}", file=sys.stderr)
        measure.in_turn(programs, runs or self.options.runs)
        self.groups.append((title, programs))

    def goal(self, work, most, reached, unit, by_processor=None):
        """${reached} is None where what it takes was left out."""
        self.goals.append((work, most, reached, by_processor, unit))

    def ratio_goal(self, work, most, program, other):
        if not other:
            self.goal(work, most, None, " ×")
            return
        self.goal(work, most, measure.ratio(program, other), " ×",
                  program.processor() / other.processor())

    def check_sums(self, programs, reviewed):
        """All programs that print a sum print that of the review; returns the rows."""
        cost, rows = reviewed
        for program in programs:
            if not program or program.command[0] == GPUBILL:
                continue
            text = program.runs[-1].output
            if program.command[0] == "mlr":
                answer = json.loads(text)[0]
                other = decimal.Decimal(str(answer["sum_sum"])), int(answer["count_sum"])
            else:
                words = text.split()
                other = decimal.Decimal(words[0]), int(words[1])
            is_exact = "double" not in program.name
            if other[1] != rows or abs(other[0] - cost) > (0 if is_exact else cost * DOUBLE_ERROR):
                raise SystemExit(f"compare: the sums differ: gpubill says {cost} of {rows} rows, "
                                 f"'{program.name}' {other[0]} of {other[1]}")
        return rows

    # The groups.

    def focus(self):
        size = self.options.large * MB
        path, tenth = bill("focus", size), bill("focus", size // 10)
        two = self.gpubill("**gpubill, 2 threads**", path, 2)
        one = self.gpubill("**gpubill, 1 thread**", path, 1)
        tenth_two = self.gpubill("gpubill, 2 threads, a tenth of the rows", tenth, 2)
        tenth_one = self.gpubill("gpubill, 1 thread, a tenth of the rows", tenth, 1)
        exact_two = self.duckdb("DuckDB, exact sum, 2 threads", "exact", 2, "focus", path)
        exact_one = self.duckdb("DuckDB, exact sum, 1 thread", "exact", 1, "focus", path)
        whole = self.duckdb("DuckDB, whole job, 2 threads", "whole", 2, "focus", path)
        others = [
            exact_two, exact_one,
            self.duckdb("DuckDB, sum as doubles, 2 threads", "double", 2, "focus", path),
            self.duckdb("DuckDB, sum as doubles, 1 thread", "double", 1, "focus", path),
            whole, self.miller("focus", path), self.plain("focus", path)]
        self.run(f"FOCUS CSV, {self.options.large} MB", [two, one, tenth_two, tenth_one] + others)
        more = -reviewed_sum(tenth)[1]
        more += self.check_sums(others, reviewed_sum(path))
        self.ratio_goal("all rules, 2 threads / DuckDB's exact sum, 2 threads", 0.7, two, exact_two)
        self.ratio_goal("all rules, 2 threads / DuckDB's whole job, 2 threads", 0.14, two, whole)
        self.ratio_goal("all rules, 1 thread / DuckDB's exact sum, 1 thread", 0.5, one, exact_one)
        self.goal(f"peak memory, {self.options.large} MB", 260, two.peak() / MB, " MB")
        self.goal("bytes for each further row, 2 threads", 150,
                  (two.peak() - tenth_two.peak()) / more, " B")
        self.ratio_goal("ten times the rows, 2 threads", 10.5, two, tenth_two)
        self.ratio_goal("ten times the rows, 1 thread", 10.5, one, tenth_one)

    def small(self, kind, title, most):
        path = bill(kind, self.options.small * MB)
        two = self.gpubill("**gpubill, 2 threads**", path, 2)
        one = self.gpubill("**gpubill, 1 thread**", path, 1)
        double = self.duckdb("DuckDB, sum as doubles, 2 threads", "double", 2, kind, path)
        others = [
            double, self.duckdb("DuckDB, exact sum, 2 threads", "exact", 2, kind, path),
            self.miller(kind, path), self.plain(kind, path)]
        twin = None
        if kind == "chinese":
            encoded = in_gb18030(path)
            twin = self.gpubill("gpubill, 2 threads, in GB18030", encoded, 2)
        self.run(f"{title}, {self.options.small} MB", [two, twin, one] + others)
        self.check_sums(others, reviewed_sum(path))
        self.ratio_goal(f"{title}, 2 threads / DuckDB's sum as doubles", most, two, double)
        if twin:
            if reviewed_sum(encoded) != reviewed_sum(path):
                raise SystemExit("compare: the sums in GB18030 differ from those in UTF-8")
            self.ratio_goal("GB18030 / UTF-8", 1.6, twin, two)

    def start(self):
        path = few_rows(bill("focus", self.options.large * MB // 10), START_ROWS)
        start = self.gpubill("**gpubill, 2 threads**", path, 2)
        self.run(f"FOCUS CSV, {START_ROWS} rows", [
            start, self.duckdb("DuckDB, select 1", "start", 2)], START_RUNS)
        self.goal(f"start-up: a bill of {START_ROWS} rows", 15, start.seconds() * 1000, " ms",
                  start.processor() * 1000)

    def run_all(self):
        chosen = self.options.only
        if "focus" in chosen:
            self.focus()
        if "chinese" in chosen:
            self.small("chinese", "Chinese CSV", 0.8)
        if "json" in chosen:
            self.small("json", "JSON array", 1.0)
        if "ndjson" in chosen:
            self.small("ndjson", "NDJSON", 1.0)
        if "start" in chosen:
            self.start()

    # What is written.

    def goals_table(self):
        rows = []
        for work, most, reached, by_processor, unit in self.goals:
            other = f"{by_processor:.3g}{unit}" if by_processor is not None else "–"
            if reached is None:
                verdict, said = "not measured", "–"
            else:
                said = f"{reached:.4g}{unit}"
                verdict = "met" if reached <= most else f"missed, {reached / most:.2f} × the goal"
            rows.append((work, f"{most}{unit}", said, other, verdict))
        return page.table(("work", "at most", "measured", "by processor time", ""), rows)

    def times_table(self):
        rows = []
        for title, programs in self.groups:
            rows.append((f"*{title}*", "", "", "", ""))
            for program in programs:
                least, most = program.spread()
                rows.append((program.name, f"{program.seconds():.3f} ({least:.3f}–{most:.3f})",
                             f"{program.processor():.3f}", f"{program.peak() / MB:.0f}",
                             f"{measure.ratio(program, programs[0]):.2f}"))
        return page.table(("", "seconds, median (least–most)", "processor s", "peak MB",
                           "× gpubill"), rows)

    def text(self):
        left_out = f"\nLeft out, not installed: {', '.join(self.left_out)}.\n" if self.left_out else ""
        return f"{machine(self)}{left_out}\n{self.goals_table()}\n{self.times_table()}"


def reviewed_sum(path):
    """The exact sum and the rows of ${path} as a review with one thread has them."""
    subprocess.run([GPUBILL, "review", "--quiet", "--write", "json", "--jobs", "1", "--force",
                    "--out", OUT, path], stdout=subprocess.DEVNULL, check=True)
    review = json.loads((OUT / "review.json").read_text(encoding="utf-8"))
    source = review["inputs"][0]
    if source["rejected"] or source["ledger_lines"] != source["records"]:
        raise SystemExit(f"compare: gpubill did not take every record of {path}")
    (cost,) = source["billed"].values()
    return decimal.Decimal(cost), source["records"]


def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[0]
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine(comparison):
    """The machine and the versions, in two sentences."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    versions = [first_line([GPUBILL, "--version"]), first_line(["cc", "--version"])]
    if comparison.has_duckdb:
        versions.append("DuckDB " + importlib.metadata.version("duckdb"))
    if comparison.has_miller:
        versions.append(first_line(["mlr", "--version"]))
    versions.append("Python " + platform.python_version())
    commit = first_line(["git", "describe", "--always", "--dirty"])
    kernel = platform.release().split("-")[0]  # what follows names the machine's own build
    return (f"{len(models)} × {models[0] if models else platform.machine()}, {memory:.0f} GiB, "
            f"{system}, Linux {kernel}. {'; '.join(versions)}; commit {commit}. "
            f"The files were in the page cache; {comparison.options.runs} runs in turn, of what "
            f"takes longer than {measure.SLOW_SECONDS} s at most {measure.SLOW_RUNS}. Load when it "
            f"began: {comparison.load:.1f}; above 1 other programs make seconds longer, and "
            "processor seconds are what to go by.\n")


def parse_options():
    parser = argparse.ArgumentParser(prog="compare.sh", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--large", type=int, metavar="MB")
    parser.add_argument("--small", type=int, metavar="MB")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default=",".join(GROUPS))
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    options.large = options.large or (100 if options.quick else 1000)
    options.small = options.small or (30 if options.quick else 300)
    options.only = options.only.split(",")
    unknown = set(options.only) - set(GROUPS)
    if unknown:
        parser.error(f"--only: '{unknown.pop()}' is not one of {', '.join(GROUPS)}")
    return options


def main():
    comparison = Comparison(parse_options())
    for program in comparison.left_out:
        print(f"compare: left out, not installed: {program}", file=sys.stderr)
    comparison.run_all()
    if comparison.options.page:
        page.replace("comparison", comparison.text())
    else:
        print(comparison.text(), end="")


main()
