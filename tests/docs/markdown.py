"""What the tests of the documentation know of Markdown: its files, its fences, its headings."""

import os
import re
import unicodedata

FENCE = re.compile(r"^( *)```(.*)$")


def documents(top):
    """The paths, below the source tree `top`, of all Markdown files that people wrote for people."""
    found = []
    for folder, folders, files in os.walk(top):
        below = os.path.relpath(folder, top)
        folders[:] = sorted(
            name for name in folders
            if not (below == "." and name in ("build", ".git"))
            and not (below == os.path.join("tests", "cases"))
        )
        found += [os.path.normpath(os.path.join(below, f)) for f in files if f.endswith(".md")]
    return sorted(found)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def blocks(lines):
    """The fenced blocks, as (number of the first line inside, kind, lines, line above is its end)."""
    inside, kind, first, body = False, "", 0, []
    last_end = -1
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if not fence:
            body.append(line)
        elif not inside:
            inside, kind, first, body = True, fence.group(2).strip(), number + 1, []
            indent = len(fence.group(1))
            between = [text for text in lines[last_end:number - 1] if text.strip()]
            follows = last_end >= 0 and not between
        else:
            inside = False
            yield first, kind, [text[indent:] for text in body], follows
            last_end = number


def prose(lines):
    """(number, line) of what is neither in a fenced nor in an indented block."""
    return [(number, line) for number, line, code in unfenced(lines) if not code]


def indented(lines):
    """(number, line) of what is in an indented block."""
    return [(number, line) for number, line, code in unfenced(lines) if code]


def unfenced(lines):
    """(number, line, whether it is in an indented block) of what is in no fenced one."""
    fenced, blank, code = False, True, False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fenced = not fenced
            continue
        if fenced:
            continue
        if not line.strip():
            blank = True
            continue
        indented = line.startswith("    ")
        code = indented and (blank or code)
        blank = False
        yield number, line, code


def slug(heading):
    """The anchor that a heading gets where Markdown is shown on the web."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = text.replace("`", "").replace("*", "").strip().lower()
    kept = [
        c for c in text
        if c in " -_" or unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "Mn"
    ]
    return "".join(kept).replace(" ", "-")


def anchors(lines):
    found, times = set(), {}
    for _, line in prose(lines):
        heading = re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            name = slug(heading.group(1))
            seen = times.get(name, 0)
            times[name] = seen + 1
            found.add(name if seen == 0 else f"{name}-{seen}")
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found
