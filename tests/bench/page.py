"""Puts generated tables into docs/PERFORMANCE.md, each between two marks of its name."""

import pathlib

PATH = pathlib.Path("docs/PERFORMANCE.md")


def table(headings, rows):
    """A table of Markdown; all columns but the first stand to the right."""
    lines = ["| " + " | ".join(headings) + " |",
             "|---|" + "---:|" * (len(headings) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def replace(name, text):
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    page = PATH.read_text(encoding="utf-8")
    head, rest = page.split(begin)
    _, tail = rest.split(end)
    PATH.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")
