"""Every link of the documentation leads somewhere.

links.py SOURCE_DIR: reads all Markdown files. A relative link must name a file that is there, its
anchor a heading of that file; a name in backticks that looks like a path of the source tree must be
one, where <word>, WORD and * stand for anything. Each page of docs/ must be reached from README.md
by links, and each that has a Chinese version from README.zh-CN.md. Prints path:line and what is wrong.
"""

import glob
import os
import re
import sys
import urllib.parse

import markdown

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s+(\S+)")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.I)
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
PATH = re.compile(r"^\.{0,2}[\w.<>*-]*(/[\w.<>*{},-]+)+/?$")
PAGE = re.compile(r"^[A-Z][A-Za-z.-]*\.md$")
# What a review writes, and what a build makes, is not in the tree.
MADE = ("gpubill-review/", "build/")


def is_there(top, here, name):
    """Whether a name, of the tree or of the page's own folder, fits a file."""
    pattern = re.sub(r"<[^>]*>", "*", name)
    pattern = re.sub(r"(?<![A-Za-z])[A-Z]{4,}(?![A-Za-z]|\.md)", "*", pattern)
    return any(glob.glob(os.path.join(top, base, pattern)) for base in ("", here))


def looks_like_ours(top, here, name):
    """Whether a text in backticks means a file of the tree, and not one of the reader's."""
    if PAGE.match(name):
        return True
    if not PATH.match(name) or name.startswith(("/", "~")) or name.startswith(MADE):
        return False
    first = name.split("/", 1)[0]
    return "*" not in first and "<" not in first and any(
        os.path.isdir(os.path.join(top, base, first)) for base in ("", here))


class Checker:
    def __init__(self, top):
        self.top = top
        self.pages = {page: markdown.lines_of(os.path.join(top, page))
                      for page in markdown.documents(top)}
        self.anchors = {page: markdown.anchors(lines) for page, lines in self.pages.items()}
        self.leads = {page: set() for page in self.pages}
        self.links = self.names = self.faults = 0

    def fault(self, page, number, text):
        self.faults += 1
        print(f"{page}:{number}: {text}")

    def link(self, page, number, target):
        if ELSEWHERE.match(target):
            return
        self.links += 1
        path, _, anchor = urllib.parse.unquote(target).partition("#")
        where = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if where.startswith("..") or not os.path.exists(os.path.join(self.top, where)):
            self.fault(page, number, f"link to '{target}', which is not there")
            return
        if where in self.pages:
            self.leads[page].add(where)
        if anchor and where not in self.pages:
            self.fault(page, number, f"link to '{target}': only a page has anchors")
        elif anchor and anchor not in self.anchors[where]:
            self.fault(page, number, f"link to '{target}': no heading of {where} has this anchor")

    def name(self, page, number, text):
        here = os.path.dirname(page)
        if looks_like_ours(self.top, here, text):
            self.names += 1
            if not is_there(self.top, here, text):
                self.fault(page, number, f"'{text}' is no file of the tree")

    def page(self, page):
        for number, line in markdown.prose(self.pages[page]):
            bare = CODE.sub("", line)
            for target in LINK.findall(bare) + REFERENCE.findall(bare):
                self.link(page, number, target)
            for text in CODE.findall(line):
                for word in text.split():
                    self.name(page, number, word.removeprefix("./"))

    def reached(self, start):
        seen, todo = set(), [start]
        while todo:
            page = todo.pop()
            if page not in seen:
                seen.add(page)
                todo += self.leads[page]
        return seen

    def all(self):
        for page in self.pages:
            self.page(page)
        reached = {start: self.reached(start) for start in ("README.md", "README.zh-CN.md")}
        for page in self.pages:
            start = "README.zh-CN.md" if page.endswith(".zh-CN.md") else "README.md"
            if page.startswith("docs/") and page not in reached[start]:
                self.fault(page, 1, f"no link leads here from {start}")
        if not (self.links and self.names):
            self.fault(".", 0, "no link and no name was found: this test reads nothing")


def main():
    checker = Checker(sys.argv[1])
    checker.all()
    print(f"{len(checker.pages)} pages, {checker.links} links, {checker.names} names of files, "
          f"{checker.faults} faults")
    return 1 if checker.faults else 0


sys.exit(main())
