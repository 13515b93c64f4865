"""terminal.py GPUBILL SOURCE_DIR - what a review says where a person watches it, on terminals that
are wide and narrow: no line is broken by the terminal, and no more than three warnings are told
one by one."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
from pathlib import Path

GPUBILL, SOURCE = sys.argv[1], Path(sys.argv[2])
WARNINGS_SHOWN = 3
SKIPPED = 77


def fail(text):
    sys.exit(f"terminal.py: {text}")


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def on_terminal(width, *arguments, columns_of_environment=None):
    """What GPUBILL writes to a terminal of so many columns: both of its outputs."""
    try:
        ours, its = pty.openpty()
    except OSError as no_terminal:
        print(f"skipped: no terminal can be opened here ({no_terminal})")
        sys.exit(SKIPPED)
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    environment.update(NO_COLOR="1", LC_ALL="C.UTF-8")
    if columns_of_environment:
        environment["COLUMNS"] = str(columns_of_environment)
    process = subprocess.Popen([GPUBILL, *map(str, arguments), "--progress", "never"],
                               stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment)
    os.close(its)
    told = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        told += piece
    os.close(ours)
    if process.wait() != 0:
        fail(f"{arguments}: exit code {process.returncode}: {told.decode()}")
    return told.decode().replace("\r\n", "\n").splitlines()


def check_widths(folder):
    for lang, width, environment in (("en", 40, None), ("zh", 60, None), ("zh", 200, 100)):
        lines = on_terminal(width, "review", "--lang", lang, "--quiet", "--write", "json",
                            "--out", folder / "r", SOURCE / "sample-bills",
                            columns_of_environment=environment)
        room = environment or width
        widest = max(lines[:-1], key=columns)  # the last one is the path of the report
        if columns(widest) > room:
            fail(f"{lang}: {columns(widest)} of {room} columns: {widest}")
        if columns(widest) < room - 12:
            fail(f"{lang}: of {room} columns no more than {columns(widest)} are used")


def check_invoices():
    """What to do about an invoice stands whole, in lines of the terminal."""
    lines = on_terminal(60, "reconcile", "--lang", "en", "--quiet", SOURCE / "sample-bills")
    if "right buyer's name: 示例大学" not in " ".join(lines):
        fail("reconcile: what to do about a wrong buyer is not told")


def warnings_of(bill, *extra):
    lines = on_terminal(80, "review", "--lang", "en", "--write", "json",
                        "--out", bill.parent / "w", bill, *extra)
    return [line for line in lines if line.startswith("warning")]


def check_unknown_files(folder):
    """Files among the bills that nothing recognises are warnings as any other."""
    bills = folder / "bills"
    bills.mkdir()
    (bills / "bill.csv").write_text("platform,start,amount\nautodl,2026-03-01,9\n",
                                    encoding="utf-8")
    for n in range(1, 6):
        (bills / f"other{n}.csv").write_text("a,b\n1,2\n", encoding="utf-8")
        told = warnings_of(bills)
        if n > WARNINGS_SHOWN and told != [
                f"warnings: {n}, which --verbose shows; they also stand in the report"]:
            fail(f"{n} unknown files: {told}")
        if n <= WARNINGS_SHOWN and len(told) != n:
            fail(f"{n} unknown files: {told}")


def check_warnings(folder):
    for n in range(6):
        # What is charged below nothing is a warning, row by row.
        bill = folder / f"bill{n}.csv"
        rows = ["platform,start,amount", "autodl,2026-03-01,9"]
        rows += [f"autodl,2026-03-0{day + 2},-1" for day in range(n)]
        bill.write_text("\n".join(rows) + "\n", encoding="utf-8")
        all_of_them, told = warnings_of(bill, "--verbose"), warnings_of(bill)
        if [line.startswith(f"warning: {bill}:") for line in all_of_them] != [True] * n:
            fail(f"{n} warnings, with --verbose: {all_of_them}")
        expected = all_of_them if n <= WARNINGS_SHOWN else [
            f"warnings: {n}, which --verbose shows; they also stand in the report"]
        if told != expected:
            fail(f"{n} warnings: {told}")
        if warnings_of(bill, "--quiet"):
            fail(f"{n} warnings, with --quiet: told nevertheless")


with tempfile.TemporaryDirectory() as name:
    check_widths(Path(name))
    check_invoices()
    check_warnings(Path(name))
    check_unknown_files(Path(name))
