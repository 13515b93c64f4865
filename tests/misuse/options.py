#!/usr/bin/env python3
"""options.py GPUBILL - every option of every command, used wrongly in every way that has a rule.

The options are those that --help lists, so that a new one is tried without being named here. Whatever is
wrong is answered with exit code 2 and one line that names the option, on standard error alone. What each
value must be like is told by the golden case every-option-says-what-it-expects.
"""
import re
import subprocess
import sys

gpubill = sys.argv[1]
failures = 0
tried = 0


def run(arguments, language="C"):
    return subprocess.run([gpubill] + arguments, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, env={"LC_ALL": language, "HOME": "/nowhere"})


def options_of(command):
    """(name, short name or None, value or None, may be given again) of each option."""
    text = run(([command] if command else []) + ["--help"]).stdout
    # A help goes on in the next lines, behind many blanks.
    entries = re.sub(r"\n {10,}", " ", text)
    found = re.findall(r"^  (--?[a-z][-a-z]*)(?:, (-[a-z]))?(?: (\S+))? {2,}(.*)$", entries, re.M)
    return [(name, short, value, "given again" in text) for name, short, value, text in found]


def expect(arguments, *words):
    """The answer to a wrong use: exit code 2, one line with all ${words}; in Chinese as well."""
    global failures, tried
    for language in ("C", "zh_CN.UTF-8"):
        if language != "C" and arguments[:1] != ["review"]:
            continue
        tried += 1
        answer = run(arguments, language)
        trouble = []
        if answer.returncode != 2:
            trouble.append("exit code %d, not 2" % answer.returncode)
        if answer.stdout:
            trouble.append("standard output")
        if not re.fullmatch(r"gpubill: [^\n]*\n", answer.stderr):
            trouble.append("not one line")
        trouble += ["no '%s'" % word for word in words if word not in answer.stderr]
        if language != "C" and not re.search("[\u4e00-\u9fff]", answer.stderr):
            trouble.append("not in Chinese")
        if trouble:
            print("gpubill %s (%s): %s: %s" % (" ".join(arguments), language, ", ".join(trouble),
                                               answer.stderr.strip()))
            failures += 1


def main():
    commands = re.findall(r"^  ([a-z]+) +[A-Z]", run(["--help"]).stdout, re.M)
    common = {name for name, _, _, _ in options_of("")}
    by_command = {command: options_of(command) for command in commands}
    values = {name: value for options in by_command.values() for name, _, value, _ in options}
    if len(commands) < 7 or len(values) < 30:
        print("--help lists too little: %s, %s" % (commands, sorted(values)))
        return 1
    for command, options in by_command.items():
        for name, short, value, is_repeatable in options:
            if value:
                expect([command, name], name, value)
                expect([command, name, "--quiet"], name, value, "--quiet")
                expect([command, name, "--"], name, value)
                if name.startswith("--"):
                    expect([command, name + "="], name, value)
                if short:
                    expect([command, short], name, value)
                if not is_repeatable and (name not in common or name == "--config"):
                    expect([command, name, "4", name, "5"], name)
            else:
                expect([command, name + "=yes"], name)
            if name.startswith("--"):
                # One letter too much.
                expect([command, name + "q"], name + "q", "--" + name[2:4])
        own = {name for name, _, _, _ in options}
        for name in sorted(set(values) - own):
            expect([command, name] + (["1"] if values[name] else []), name, command)
        expect([command, "--xyzzy"], "--xyzzy", "--help")
        expect([command + "q"], command + "q", command)
    for name in sorted(set(values) - common):
        expect([name], name, "COMMAND")
    print("%d wrong uses tried" % tried)
    return 1 if failures else 0


sys.exit(main())
