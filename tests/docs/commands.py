"""The commands of the documentation do what it says.

commands.py SOURCE_DIR GPUBILL_DIR [PAGE]...: runs each block of kind `sh` of a page (of none named: of
all that have one), in their order, in one scratch folder for each page, as its reader would. A block must end
with exit code 0. A block of kind `text` right behind it is what it shows, standard output and error as
they come: a line `...` (or `……`) stands for any lines, a ` …` at the end of a line for its rest.

The scratch folder holds `run` (the program as it is built), the folders in COPIED, and those in OWN,
which stand for the reader's. Commands of gpubill's in an indented block are a fault. Blocks of kind `console`, with `$ ` before each command, are not
run: they may hold only what is in UNTRIED, and never a command of gpubill's alone.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import markdown

COPIED = ("sample-bills", "parsers", "docs")
OWN = {
    "my-bills": ("sample-bills/autodl",),
    "bills": ("sample-bills/autodl",),
    "march": ("sample-bills/autodl/收支明细-2026-03.tsv",),
    "invoices": ("sample-bills/invoices",),
}
INDENTED = re.compile(r"^    +(\./run|\./check|gpubill [a-z]+ (?!.*\[--))")
UNTRIED = re.compile(
    r"^\$ (sudo |apt|git |\./check|\./run --version$|scripts/|tests/|cmake |cc |ctest |ninja |afl-fuzz |"
    r"debootstrap |unshare |UPDATE=1 |crontab |systemctl |\.ci/run|dpkg |man |nvidia-smi |pip |python3 |bean-check |hledger |spark-submit )")
KINDS = ("sh", "text", "console", "json", "csv", "c", "ini", "sql", "diff", "crontab", "markdown")
SECONDS = 300


def chinese(page):
    return page.endswith((".zh-CN.md", ".zh.md"))


def surroundings(page, bin_dir, home):
    """Nothing of the caller's may reach the commands but where programs lie."""
    return {
        "PATH": f"{bin_dir}:{os.environ['PATH']}",
        "HOME": home,
        "TZ": "UTC",
        "LANG": "zh_CN.UTF-8" if chinese(page) else "C.UTF-8",
        "COLUMNS": "80",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def furnish(folder, top, bin_dir):
    for name in COPIED:
        shutil.copytree(os.path.join(top, name), os.path.join(folder, name))
    os.symlink(os.path.join(bin_dir, "gpubill"), os.path.join(folder, "run"))
    for name, parts in OWN.items():
        for part in parts:
            origin, target = os.path.join(top, part), os.path.join(folder, name)
            if os.path.isdir(origin):
                shutil.copytree(origin, target)
            else:
                os.makedirs(target, exist_ok=True)
                shutil.copy(origin, target)


def pattern(shown):
    """A regular expression of what a page shows."""
    parts = []
    for line in shown:
        if line.strip() in ("...", "……"):
            parts.append(r"(?:.*\n)*?")
        elif line.endswith(" …"):
            parts.append(re.escape(line[:-1]) + r".*\n")
        else:
            parts.append(re.escape(line.rstrip()) + r"[ ]*\n")
    return re.compile("".join(parts) + r"\Z")


class Page:
    def __init__(self, top, page):
        self.page = page
        lines = markdown.lines_of(os.path.join(top, page))
        self.blocks = list(markdown.blocks(lines))
        self.faults = self.run = self.compared = self.untried = 0
        for number, line in markdown.indented(lines):
            if INDENTED.match(line):
                self.fault(number, "a command stands in a fenced block, of kind sh or console")

    def fault(self, number, text):
        self.faults += 1
        print(f"{self.page}:{number}: {text}")

    def command(self, number, lines, folder, environment):
        """Runs a block, and returns what it showed; None where it failed."""
        self.run += 1
        done = subprocess.run(
            ["sh", "-e", "-c", "\n".join(lines)], cwd=folder, env=environment, timeout=SECONDS,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        shown = done.stdout.decode("utf-8", "replace")
        if done.returncode != 0:
            self.fault(number, f"this command ended with {done.returncode}, and said:\n{shown}")
            return None
        return shown if shown.endswith("\n") or not shown else shown + "\n"

    def shown(self, number, lines, output):
        self.compared += 1
        if not pattern(lines).match(output):
            self.fault(number, "the command above shows something else:\n" + output)

    def not_run(self, number, lines):
        self.untried += 1
        for line in lines:
            if line.startswith("$ ") and not UNTRIED.match(line):
                self.fault(number, f"'{line}' can be tried: put it into a block of kind sh")
            if not line.startswith(("$ ", "    ", "> ")):
                self.fault(number, f"'{line}': a console block has '$ ' before each command")

    def all(self, top, bin_dir):
        with tempfile.TemporaryDirectory() as scratch:
            folder, home = os.path.join(scratch, "work"), os.path.join(scratch, "home")
            os.mkdir(folder)
            os.mkdir(home)
            if any(kind == "sh" for _, kind, _, _ in self.blocks):
                furnish(folder, top, bin_dir)
            environment = surroundings(self.page, bin_dir, home)
            output = None
            for number, kind, lines, follows in self.blocks:
                if kind == "sh":
                    output = self.command(number, lines, folder, environment)
                elif kind == "text" and follows and output is not None:
                    self.shown(number, lines, output)
                elif kind == "console":
                    self.not_run(number, lines)
                elif kind not in KINDS:
                    self.fault(number, f"a block of kind '{kind}': known are {', '.join(KINDS)}")
                if kind != "sh":
                    output = None


def main():
    for program in ("pdftotext", "zbarimg"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed, and pages show what is read with it")
            return 77
    top, bin_dir = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    faults = 0
    for name in sys.argv[3:] or markdown.documents(top):
        page = Page(top, name)
        page.all(top, bin_dir)
        faults += page.faults
        if page.blocks:
            print(f"{name}: {page.run} blocks run, {page.compared} outputs compared, "
                  f"{page.untried} blocks not run, {page.faults} faults")
    return 1 if faults else 0


sys.exit(main())
