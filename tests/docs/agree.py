"""Where the documentation repeats what the tree says, both say the same.

agree.py SOURCE_DIR GPUBILL: the version of CMakeLists.txt is that of the program and of the newest
released heading of CHANGELOG.md; the layers of docs/ARCHITECTURE.md are those of scripts/layers.txt, in
their order; the READMEs know how many rules there are; docs/FORMATS.md and docs/CONFIG.md (with
docs/RULES.md) name every key that the readers of formats and configs know; docs/LEDGER.md names every
column that `gpubill ledger` writes, docs/LOGS.md every kind of log; options that are named in prose exist.
"""

import glob
import json
import os
import re
import subprocess
import sys

import markdown


def read(top, *path):
    with open(os.path.join(top, *path), encoding="utf-8") as file:
        return file.read()


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")


def version_faults(top, gpubill):
    """The version stands in CMakeLists.txt; everything else repeats it."""
    version = re.search(r"^project\(gpubill VERSION (\S+)", read(top, "CMakeLists.txt"), re.M).group(1)
    said = output(gpubill, "--version").split()[1]
    if said != version:
        yield f"the program says version {said}, CMakeLists.txt {version}"
    headings = re.findall(r"^## (.*)$", read(top, "CHANGELOG.md"), re.M)
    released = [re.match(r"\[?(\d+\.\d+\.\d+)\]? - \d{4}-\d{2}-\d{2}$", text) for text in headings]
    if headings[0] != "Unreleased" or not all(released[1:]):
        yield "CHANGELOG.md: headings are 'Unreleased', then 'VERSION - YYYY-MM-DD', newest first"
    elif len(released) > 1 and released[1].group(1) != version:
        yield f"CHANGELOG.md: its newest version is {released[1].group(1)}, CMakeLists.txt has {version}"


def layer_faults(top):
    listed = [line.split()[0] for line in read(top, "scripts", "layers.txt").splitlines()
              if line and not line.startswith("#")]
    page = read(top, "docs", "ARCHITECTURE.md")
    chain = re.search(r"`(base <[^`]*)`", page)
    told = chain.group(1).split() if chain else []
    if [word for word in told if word != "<"] != listed:
        yield f"docs/ARCHITECTURE.md: the order of the layers is {' < '.join(listed)}"
    for layer in listed:
        if f"`{layer}`" not in page.replace(chain.group(0) if chain else "", ""):
            yield f"docs/ARCHITECTURE.md: says nothing of the layer {layer}"


def rule_faults(top, gpubill):
    rules = len(re.findall(r'"id": "', output(gpubill, "rules", "--json")))
    for page, pattern in (("README.md", r"\[(\d+) rules\]"), ("README.zh-CN.md", r"规则有 (\d+) 条")):
        told = re.search(pattern, read(top, page))
        if not told or int(told.group(1)) != rules:
            yield f"{page}: there are {rules} rules"


# What a reader of JSON knows: its lists of keys and words, and the verbs of expressions.
KEYS = re.compile(r"static const char \*const (?:known|\w*keys|levels|kinds|orders|times|ends|overlaps"
                  r"|deliveries|prices|bases)\[\] = \{(.*?)\}", re.S)
VERB = re.compile(r'\{ ("\w+"), VERB_')
PAGES = (
    ("docs/FORMATS.md", ("docs/FORMATS.md",), ("format*.c", "expression*.c", "condition.c")),
    ("docs/CONFIG.md", ("docs/CONFIG.md", "docs/RULES.md"), ("config*.c",)),
)


def key_faults(top):
    for page, pages, sources in PAGES:
        told = "".join(read(top, name) for name in pages)
        known = set()
        for pattern in sources:
            for path in glob.glob(os.path.join(top, "parsers", pattern)):
                source = read(top, os.path.relpath(path, top))
                for table in KEYS.findall(source) + VERB.findall(source):
                    known.update(re.findall(r'"([\w-]+)"', table))
        if not known:
            yield f"{page}: no table of keys was found in the sources"
        for key in sorted(known):
            if f"`{key}`" not in told and f'"{key}"' not in told:
                yield f"{page}: says nothing of the key {key}"


def column_faults(top, gpubill):
    page = read(top, "docs", "LEDGER.md")
    bill = os.path.join(top, "sample-bills", "drun", "账单明细-2026-02.csv")
    for column in output(gpubill, "ledger", "--quiet", bill).splitlines()[0].split(","):
        if f"`{column}`" not in page:
            yield f"docs/LEDGER.md: says nothing of the column {column}"


def log_faults(top, gpubill):
    page = read(top, "docs", "LOGS.md")
    for entry in json.loads(output(gpubill, "formats", "--json")):
        if entry["kind"] in ("usage", "states") and f"| `{entry['id']}` |" not in page:
            yield f"docs/LOGS.md: has no row for {entry['id']}"


def options_of(gpubill):
    commands = re.findall(r"^  ([a-z]+)  ", output(gpubill, "--help"), re.M)
    return {option for command in commands
            for option in re.findall(r"--[a-z][a-z-]+", output(gpubill, command, "--help"))}


def option_faults(top, gpubill):
    """Code in prose that begins with a command or an option of gpubill's is held to be its own."""
    options = options_of(gpubill)
    for page in markdown.documents(top):
        lines = markdown.lines_of(os.path.join(top, page))
        if page.startswith(("tests/", "CONTRIBUTING", "docs/PERFORMANCE")):
            continue
        for number, line in markdown.prose(lines):
            for code in re.findall(r"`((?:--|gpubill |\./run )[^`]*)`", line):
                for option in re.findall(r"(?<!\S)--[a-z][a-z-]+", code):
                    if option not in options:
                        yield f"{page}:{number}: gpubill has no option {option}"


def main():
    top, gpubill = sys.argv[1], sys.argv[2]
    faults = [*version_faults(top, gpubill), *layer_faults(top), *rule_faults(top, gpubill),
              *key_faults(top), *column_faults(top, gpubill), *log_faults(top, gpubill),
              *option_faults(top, gpubill)]
    print("\n".join(faults) if faults else "all that is said twice agrees")
    return 1 if faults else 0


sys.exit(main())
