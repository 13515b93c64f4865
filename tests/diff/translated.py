"""translated.py GPUBILL SOURCE_DIR - no output in Chinese has an English text of the catalogue.

The sample bills are reviewed with --lang zh; each text of what people read (pages, Markdown,
charts, workbook, terminal) is compared with the English texts of po/zh_CN.po, whose %s stand for
anything. Texts that stand in a bill are the bill's own.
"""
import ast
import csv
import re
import subprocess
import sys
import tempfile
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

GPUBILL, SOURCE = sys.argv[1], Path(sys.argv[2])
CELL = re.compile(r"%(\.\*)?[-+ 0-9.]*(zu|ju|s|d|u|c)")
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MIN_LETTERS = 3


def catalogue():
    """The English texts whose translation is another text."""
    texts, key, parts = [], None, {"msgid": "", "msgstr": ""}
    for line in (SOURCE / "po" / "zh_CN.po").read_text(encoding="utf-8").splitlines() + [""]:
        match = re.match(r'(msgid|msgstr) (".*")$', line)
        if match:
            key = match[1]
            parts[key] = ast.literal_eval(match[2])
        elif line.startswith('"') and key:
            parts[key] += ast.literal_eval(line)
        elif not line and key:
            if parts["msgid"] and parts["msgid"] != parts["msgstr"]:
                texts.append(parts["msgid"].strip())
            key, parts = None, {"msgid": "", "msgstr": ""}
    return texts


def pattern(text):
    """A text as a pattern: what %s stands for is anything, but the words must be there."""
    pieces, at = [], 0
    for match in CELL.finditer(text):
        pieces += [re.escape(text[at:match.start()].replace("%%", "%")), "(?:.+?)"]
        at = match.end()
    return "".join(pieces + [re.escape(text[at:].replace("%%", "%"))])


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.texts, self.skipped = [], 0

    def handle_starttag(self, tag, attributes):
        self.skipped += tag in ("script", "style")
        self.texts += [value for key, value in attributes
                       if key in ("title", "aria-label", "placeholder", "alt", "content")
                       or key.startswith("data-label")]

    def handle_endtag(self, tag):
        self.skipped -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.skipped:
            self.texts.append(data)


def texts_of(out, stdout, stderr):
    """All texts that people read, each with the name of its output."""
    for path in sorted(out.glob("*.html")):
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        yield from ((path.name, text) for text in page.texts if text)
    for line in (out / "report.md").read_text(encoding="utf-8").splitlines():
        yield from (("report.md", cell) for cell in re.split(r"(?<!\\)\||<br>|^#+ ", line))
    for path in sorted((out / "charts").glob("*.svg")):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        yield from ((path.name, text) for text in root.itertext())
    book = zipfile.ZipFile(out / "review.xlsx")
    for name in book.namelist():
        if name.startswith("xl/worksheets/sheet"):
            for cell in ElementTree.fromstring(book.read(name)).iter(SHEET + "t"):
                yield "review.xlsx", cell.text or ""
    for name, stream in (("standard output", stdout), ("standard error", stderr)):
        for line in stream.splitlines():
            yield from ((name, piece) for piece in re.split(r"   +|^  +\d+ +", line))


def own_texts(out):
    """Cells of the ledger: what stands in them may be in any language."""
    with open(out / "ledger.csv", encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))
    return {cell for row in rows for cell in row} | {path.name for path in out.iterdir()}


def main():
    known = [text for text in catalogue() if len(re.findall("[A-Za-z]", text)) >= MIN_LETTERS]
    plain = {text for text in known if not CELL.search(text)}
    # A text with so few words of its own matches by chance.
    shaped = [re.compile(pattern(text), re.S) for text in known if CELL.search(text)
              and len(re.findall("[A-Za-z]{2,}", CELL.sub(" ", text))) >= 3]
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        done = subprocess.run([GPUBILL, "review", "--lang", "zh", "--out", "out",
                               str(SOURCE / "sample-bills")], cwd=top, capture_output=True,
                              text=True)
        if done.returncode:
            sys.exit(f"translated.py: gpubill ended with {done.returncode}: {done.stderr}")
        out, wrong, seen = top / "out", set(), set()
        own = own_texts(out)
        for place, text in texts_of(out, done.stdout, done.stderr):
            text = " ".join(text.split())
            if text in seen or text in own or not re.search("[A-Za-z]{3}", text):
                continue
            seen.add(text)
            if text in plain or any(shape.fullmatch(text) for shape in shaped):
                wrong.add((place, text))
        for place, text in sorted(wrong):
            print(f"{place}: {text!r} is not translated")
        if len(seen) < 100:
            sys.exit(f"translated.py: only {len(seen)} texts were looked at")
        sys.exit(1 if wrong else 0)


main()
