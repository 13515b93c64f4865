"""What the documentation says of platforms is what the formats say.

platforms.py SOURCE_DIR GPUBILL: docs/PLATFORMS.md, and in Chinese docs/PLATFORMS.zh-CN.md, have a row
for each platform, named as its formats name it, with the ids of all its formats by their evidence; the tables of README.md and README.zh-CN.md
name each platform at the best evidence that one of its formats has. A fault shows the row as it must be.
"""

import json
import os
import subprocess
import sys

import markdown

LEVELS = ("public-sample", "documented", "console-copy", "assumed")


class Platform:
    def __init__(self):
        self.title = {}
        self.formats = {level: [] for level in LEVELS}

    def best(self):
        return next(level for level in LEVELS if self.formats[level])

    def row(self, language):
        """The first two cells of the row of the page in `language`."""
        en, zh = self.title["en"], self.title["zh"]
        name = zh if language == "zh" or en == zh else f"{en}, {zh}"
        ids = "; ".join(
            f"{level}: " + ", ".join(f"`{name}`" for name in sorted(self.formats[level]))
            for level in LEVELS if self.formats[level])
        return f"| {name} | {ids} |"


def platforms(top, gpubill):
    """The platforms by id, as the program and the files of its formats tell."""
    listed = json.loads(subprocess.run(
        [gpubill, "formats", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    found = {}
    for entry in listed:
        if entry["kind"] == "bill" and entry["platform"]:
            platform = found.setdefault(entry["platform"], Platform())
            platform.formats[entry["evidence"]].append(entry["id"])
            path = os.path.join(top, "parsers", "formats", entry["id"] + ".json")
            with open(path, encoding="utf-8") as file:
                platform.title = json.load(file)["platform_title"]
    return found


def missing(page, lines, rows):
    """Says which rows a page lacks, and returns how many."""
    faults = [row for row in rows if not any(line.startswith(row) for line in lines)]
    for row in faults:
        print(f"{page}: there is no row that begins:\n{row}")
    return len(faults)


def main():
    top, gpubill = sys.argv[1], sys.argv[2]
    found = platforms(top, gpubill)
    if not found:
        sys.exit("gpubill formats lists no platform")
    faults = sum(
        missing(page, markdown.lines_of(os.path.join(top, page)),
                [platform.row(language) for platform in found.values()])
        for page, language in (("docs/PLATFORMS.md", "en"), ("docs/PLATFORMS.zh-CN.md", "zh")))
    for page, language in (("README.md", "en"), ("README.zh-CN.md", "zh")):
        separator = ", " if language == "en" else "、"
        rows = []
        for level in LEVELS:
            titles = sorted(
                (p.title[language] for p in found.values() if p.best() == level), key=str.casefold)
            if titles:
                rows.append(f"| `{level}` | {separator.join(titles)} |")
        faults += missing(page, markdown.lines_of(os.path.join(top, page)), rows)
    print(f"{len(found)} platforms, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
