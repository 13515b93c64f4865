#!/usr/bin/env python3
"""completions.py SOURCE_DIR BUILD_DIR - what a person gets who types the TAB key.

bash and zsh run on a terminal of their own and are typed into; fish tells what it would offer. A shell
that is not here is left out and said; exit 77 where none is.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

build = os.path.abspath(sys.argv[2])
completions = os.path.join(build, "manual", "completions")

# What is typed before TAB, and what the line is then; "#" ends it. Every shell must agree.
TYPED = [
    ("gpubill rev", "gpubill review #"),
    ("gpubill led", "gpubill ledger #"),
    ("gpubill review --redac", "gpubill review --redact #"),
    ("gpubill review --for", "gpubill review --for#"),  # --force, --format, --formats
    ("gpubill ledger --as bean", "gpubill ledger --as beancount #"),
    ("gpubill ledger --as=hl", "gpubill ledger --as=hledger #"),
    ("gpubill --lang z", "gpubill --lang zh #"),
    ("gpubill review --color nev", "gpubill review --color never #"),
    ("gpubill review --limit memb", "gpubill review --limit members=#"),
    ("gpubill review --format autodl-stat", "gpubill review --format autodl-statement#"),
    ("gpubill rules orph", "gpubill rules orphan-storage #"),
    ("gpubill formats vast-inv", "gpubill formats vast-invoices #"),
    ("gpubill review --config my-c", "gpubill review --config my-config.json #"),
    ("gpubill review --out fold", "gpubill review --out folder/#"),
    ("gpubill review fold", "gpubill review folder/#"),
    ("gpubill draft my-c", "gpubill draft my-config.json #"),
    # An option of another command is none of this one.
    ("gpubill rules --mont", "gpubill rules --mont#"),
]

# What fish offers for a line.
OFFERED = [
    ("gpubill rev", {"review"}),
    ("gpubill review --fail", {"--fail-on"}),
    ("gpubill review --for", {"--force", "--format", "--formats"}),
    ("gpubill ledger --as bean", {"beancount"}),
    ("gpubill ledger --as=hl", {"--as=hledger"}),
    ("gpubill --lang z", {"zh"}),
    ("gpubill review --write html,cs", {"html,csv"}),
    ("gpubill review --limit memb", {"members="}),
    ("gpubill rules orph", {"orphan-storage"}),
    ("gpubill review --config my-c", {"my-config.json"}),
    ("gpubill review --out fold", {"folder/"}),
    ("gpubill review fold", {"folder/"}),
    ("gpubill rules --mont", set()),
]

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source '%s'\n" % os.path.join(
        completions, "gpubill.bash")),
    "zsh": (["zsh", "-f", "-i"], "fpath=('%s/zsh' $fpath); autoload -Uz compinit; compinit -u -D; "
            "unsetopt auto_menu auto_list\n"),
}


class Terminal:
    """A shell that is typed into."""

    def __init__(self, command, folder):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            environment = {"PATH": build + ":/usr/bin:/bin", "HOME": folder, "TERM": "dumb",
                           "PS1": "", "LC_ALL": "C.UTF-8", "ZDOTDIR": folder,
                           "INPUTRC": "/dev/null"}
            os.execvpe(command[0], command, environment)

    def read(self, end, seconds=20):
        """What comes until ${end} has come, or nothing more does."""
        text = ""
        until = time.monotonic() + seconds
        while end not in text and time.monotonic() < until:
            if select.select([self.fd], [], [], 0.1)[0]:
                text += os.read(self.fd, 65536).decode("utf-8", "replace")
        return text

    def send(self, text):
        os.write(self.fd, text.encode())

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def check_typed(shell, folder):
    command, start = START[shell]
    terminal = Terminal(command, folder)
    failures = 0
    try:
        terminal.send((start % folder if "%s" in start else start) + "echo REA''DY\n")
        if "READY" not in terminal.read("READY"):
            print("%s: does not start" % shell)
            return 1
        for typed, expected in TYPED:
            got = complete(terminal, typed)
            if got != expected:
                print("%s: '%s' TAB gives '%s', not '%s'" % (shell, typed, got, expected))
                failures += 1
    finally:
        terminal.close()
    return failures


def complete(terminal, typed):
    """Type a line, TAB and "#"; then make the shell print the line instead of running it."""
    terminal.send(typed + "\t")
    time.sleep(0.15)
    # Ctrl-A goes to the beginning, Ctrl-E to the end.
    terminal.send("#'\x01printf '<%s>\\n' '\n")
    answer = terminal.read(">\r\n")
    lines = re.findall(r"^<(.*)>\r?$", answer, re.M)
    return lines[-1] if lines else answer


def check_offered(folder):
    failures = 0
    script = os.path.join(completions, "gpubill.fish")
    for line, expected in OFFERED:
        answer = subprocess.run(
            ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line],
            cwd=folder, capture_output=True, text=True, check=False,
            env={"PATH": build + ":/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8"})
        got = {row.split("\t")[0] for row in answer.stdout.splitlines()}
        if got != expected:
            print("fish: '%s' offers %s, not %s%s" % (line, sorted(got), sorted(expected),
                                                     answer.stderr))
            failures += 1
    return failures


def main():
    failures = 0
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "folder"))
        os.mkdir(os.path.join(folder, "zsh"))
        shutil.copy(os.path.join(completions, "gpubill.zsh"),
                    os.path.join(folder, "zsh", "_gpubill"))
        with open(os.path.join(folder, "my-config.json"), "w", encoding="utf-8") as config:
            config.write("{}\n")
        for shell in ("bash", "zsh", "fish"):
            if not shutil.which(shell):
                print("left out: no %s" % shell)
                continue
            found += 1
            failures += check_offered(folder) if shell == "fish" else check_typed(shell, folder)
    if not found:
        return 77
    return 1 if failures else 0


sys.exit(main())
