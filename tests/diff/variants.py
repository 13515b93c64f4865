"""A heading says what a column is, not its place, its neighbours or how it is written.

variants.py DIFF_UNSETTLED FORMATS: writes every sample of every format as it stands and in other
ways that mean the same, and compares what becomes of them, cell by cell:

    rows        columns in reverse order; a column more, in front or behind; headings in upper and in
                lower case, with a unit in brackets, with blanks around; a byte order mark; cells with
                blanks around; and, once a format, without each column that it does not require, which
                must be as if its cells were empty
    objects     keys in reverse order; a key more; keys in upper and in lower case; a byte order mark;
                and, once a format, without each key that it does not require, which must be as if
                it were null
"""

import collections
import concurrent.futures
import copy
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NEW = "Zzz heading of nobody"
TOTALS = ("合计", "总计", "Total")  # a row of totals is known by the word in front of its amounts


class Samples:
    """The files to read, and which of them must become the same."""

    def __init__(self, folder):
        self.folder = folder
        self.pairs = []  # (name, name of the file that it must equal)
        self.left_out = set()  # (format, column): once is enough
        self.count = 0

    def first(self, form, key):
        """Whether that column was not yet left out."""
        is_new = (form["id"], key) not in self.left_out
        self.left_out.add((form["id"], key))
        return is_new

    def write(self, stem, text, suffix):
        self.count += 1
        name = f"{self.count:06d}-{stem}{suffix}"
        (self.folder / name).write_text(text, encoding="utf-8", newline="")
        return name


def names_of(column):
    return [column] if isinstance(column, str) else column["names"]


def is_required(column):
    return isinstance(column, dict) and column.get("required", False)


def fold(heading):
    """Nearly as the program folds: enough to tell which column a sample's heading is."""
    heading = heading.strip().strip("\ufeff").strip().casefold()
    heading = re.sub(r"[\s_/]", "", heading)
    return re.sub(r"(.)[(（\[【][^)）\]】]*[)）\]】]$", r"\1", heading)


def is_family(form, heading):
    """The rest of the heading is itself a text: the key of a tag."""
    return any(name.endswith("*") and heading.startswith(name[:-1])
        for column in form["columns"].values() for name in names_of(column))


def column_of(form, heading):
    for key, column in form["columns"].items():
        for name in names_of(column):
            if name.endswith("*") and heading.startswith(name[:-1]):
                return key, True
            if fold(name) == fold(heading):
                return key, is_required(column)
    return None, False


# --- rows ---


def delimiter_of(lines, form):
    def known(line, mark):
        return sum(column_of(form, cell)[0] is not None for cell in next(csv.reader([line], delimiter=mark)))

    return max(",\t;|", key=lambda mark: max(known(line, mark) for line in lines))


def table_of(form, text):
    """(delimiter, rows before the headings, rows from the headings on, rows behind the table), or None
    where rows of the table are not as long as the headings."""
    lines = text.split("\n")
    mark = delimiter_of([line for line in lines if line.strip()], form)
    rows = list(csv.reader(io.StringIO(text), delimiter=mark))
    best = max(range(len(rows)), key=lambda i: (sum(column_of(form, c)[0] is not None for c in rows[i]), -i))
    body = rows[best:]
    full = max(i for i, row in enumerate(body) if len(row) == len(body[0]))
    body, behind = body[:full + 1], body[full + 1:]
    if any(len(row) != len(body[0]) for row in body) or any('"' in c and mark != "," for r in body for c in r):
        return None
    return mark, rows[:best], body, [row for row in behind if row]


def joined(mark, rows):
    out = io.StringIO()
    csv.writer(out, delimiter=mark, lineterminator="\n").writerows(rows)
    return out.getvalue()


def vary_rows(samples, stem, form, text):
    table = table_of(form, text)
    if not table:
        return False
    mark, before, body, behind = table
    head = body[0]

    def headed(change):
        new = [c if is_family(form, c) else change(c) for c in head]
        return [new if row == head else row for row in body]

    def bracketed(suffix):
        return headed(lambda c: c + suffix if c.strip() and c.strip()[-1] not in ")）" else c)

    def file_of(rows):
        return joined(mark, before + rows + behind)

    def plain_and(what, rows, wanted=None, start=""):
        name = samples.write(f"{stem}-{what}", start + file_of(rows), ".csv")
        samples.pairs.append((name, wanted or plain))

    plain = samples.write(f"{stem}-plain", file_of(body), ".csv")
    charges = [row for row in body if row[0].strip() not in TOTALS]
    plain_and("reversed", [row[::-1] for row in charges],
        plain if charges == body else samples.write(f"{stem}-charges", file_of(charges), ".csv"))
    for what, join in (("more-in-front", lambda r, c: [c] + r), ("more-behind", lambda r, c: r + [c])):
        plain_and(what, [join(row, ("x" if row[0].strip() not in TOTALS else "") if i else NEW)
            for i, row in enumerate(body)])
    plain_and("upper", headed(str.upper))
    plain_and("lower", headed(str.lower))
    plain_and("bracket", bracketed("(x)"))
    plain_and("wide-bracket", bracketed("（单位）"))
    plain_and("marked", body, start="\ufeff")
    blanks = "  " if mark == "\t" else " \t"
    plain_and("blanks", [[blanks + c + blanks for c in row] for row in body])
    for i, heading in enumerate(head):
        key, required = column_of(form, heading)
        if required or key is None or not samples.first(form, key):
            continue
        others = [j for j, c in enumerate(head) if j != i]
        empty = samples.write(f"{stem}-empty-{i}", file_of([head] + [
            row[:i] + [""] + row[i + 1:] for row in body[1:]]), ".csv")
        plain_and(f"without-{i}-{key}", [[row[j] for j in others] for row in body], empty)
    return True


# --- objects ---


def lists_in(document, path):
    """All elements of the list at ${path} of ${document}."""
    if path == "":
        return document if isinstance(document, list) else [document]
    step, _, rest = path.partition(".")
    is_list = step.endswith("[]")
    value = document.get(step.removesuffix("[]")) if isinstance(document, dict) else None
    if isinstance(value, list) and (is_list or not rest):
        return [x for item in value for x in lists_in(item, rest)] if rest else value
    return lists_in(value, path.partition(".")[2]) if rest else ([value] if value is not None else [])


def elements(form, document):
    """Those of the list in which most keys are known."""
    def known(found):
        return len({key for x in found for key in x if column_of(form, key)[0]})

    paths = form["read"].get("lists", [""])
    return max(([x for x in lists_in(document, path) if isinstance(x, dict)] for path in paths), key=known)


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    if isinstance(value, list):
        return [reversed_keys(item) for item in value]
    return value


class Number(str):
    """A number's own text: 1.10 stays 1.10."""


def written(value):
    marks = {}

    def mark(item):
        if isinstance(item, Number):
            marks[f"\u0001{len(marks)}\u0001"] = str(item)
            return list(marks)[-1]
        if isinstance(item, dict):
            return {key: mark(inner) for key, inner in item.items()}
        return [mark(inner) for inner in item] if isinstance(item, list) else item

    text = json.dumps(mark(value), ensure_ascii=False)
    return re.sub(r'"\\u0001(\d+)\\u0001"', lambda m: marks[f"\u0001{m[1]}\u0001"], text)


def vary_objects(samples, stem, form, documents):
    def all_written(change=None):
        changed = copy.deepcopy(documents)
        for document in changed:
            for element in elements(form, document):
                if change:
                    items = change(dict(element))
                    element.clear()
                    element.update(items)
        return "\n".join(written(document) for document in changed)

    def plain_and(what, text, wanted=None):
        name = samples.write(f"{stem}-{what}", text, ".json")
        samples.pairs.append((name, wanted or plain))

    own = [key for document in documents for x in elements(form, document) for key in x]
    if not own:
        return False
    plain = samples.write(f"{stem}-plain", all_written(), ".json")
    plain_and("reversed", "\n".join(written(reversed_keys(document)) for document in documents))
    plain_and("more", all_written(lambda x: {NEW: "x", **x}))
    known = {key for key in own if column_of(form, key)[0] and not is_family(form, key)}
    for what, case in (("upper", str.upper), ("lower", str.lower)):
        plain_and(what, all_written(lambda x: {case(k) if k in known else k: v for k, v in x.items()}))
    plain_and("marked", "\ufeff" + all_written())
    for key in sorted(known):
        if column_of(form, key)[1] or not samples.first(form, key):
            continue
        empty = samples.write(f"{stem}-null-{key}",
            all_written(lambda x: {k: None if k == key else v for k, v in x.items()}), ".json")
        plain_and(f"without-{key}", all_written(lambda x: {k: v for k, v in x.items() if k != key}), empty)
    return True


def documents_of(text):
    decoder = json.JSONDecoder(parse_float=Number, parse_int=Number)
    text, at, found = text.strip(), 0, []
    while at < len(text):
        document, at = decoder.raw_decode(text, at)
        found.append(document)
        while at < len(text) and text[at].isspace():
            at += 1
    return found


def vary(samples, form, number, sample):
    stem = f"{form['id']}-{number}"
    if "json" in sample:
        return vary_objects(samples, stem, form, [sample["json"]])
    text = sample["text"]
    text = text if isinstance(text, str) else "\n".join(text)
    if "objects" in form["read"].get("as", ["rows", "objects"]) and text.strip()[:1] in ("{", "["):
        try:
            return vary_objects(samples, stem, form, documents_of(text))
        except ValueError:
            return False  # it is about JSON that is damaged
    return vary_rows(samples, stem, form, text)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_float=Number, parse_int=Number)


def essence(item):
    """Without where it stands; the order of tags is that of the file."""
    item = {key: value for key, value in item.items() if key != "path"}
    if "failure" in item:
        item["failure"] = re.sub(r"^\S+: ", "", item["failure"])
    for line in item["lines"]:
        if "Tags" in line:
            line["Tags"] = json.dumps(json.loads(line["Tags"]), sort_keys=True)
    return item


def read_all(program, folder):
    """What ${program} says of every file, by name. As many programs as processors share them."""
    names = sorted(os.listdir(folder))
    n = os.cpu_count() or 1
    running = []
    for i in range(n):
        process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        running.append((process, "".join(name + "\n" for name in names[i::n]).encode()))
    with concurrent.futures.ThreadPoolExecutor(n) as pool:
        outputs = list(pool.map(lambda run: run[0].communicate(run[1])[0], running))
    if any(process.returncode for process, _ in running):
        sys.exit("a program failed")
    items = [json.loads(line) for output in outputs for line in output.decode().splitlines()]
    return {item["path"]: item for item in items}


def differences(got, wanted):
    if "failure" in got and "failure" in wanted:
        return  # what is missing may be told in other words
    for key in sorted(set(got) | set(wanted)):
        if key != "lines" and got.get(key) != wanted.get(key):
            yield f"{key}: {got.get(key)}, not {wanted.get(key)}"
    for i, (a, b) in enumerate(zip(got["lines"], wanted["lines"])):
        for key in sorted(set(a) | set(b)):
            if a.get(key) != b.get(key):
                yield f"line {i + 1}, {key}: {a.get(key)!r}, not {b.get(key)!r}"
    if len(got["lines"]) != len(wanted["lines"]):
        yield f"{len(got['lines'])} lines, not {len(wanted['lines'])}"


def main(program, formats):
    varied, left = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        samples = Samples(pathlib.Path(folder))
        for path in sorted(pathlib.Path(formats).glob("*.json")):
            form = load(path)
            for number, sample in enumerate(form["samples"]):
                (varied if vary(samples, form, number, sample) else left)[form["id"]] += 1
        read = read_all(os.path.abspath(program), folder)
    wrong = 0
    for name, wanted in samples.pairs:
        found = list(differences(essence(read[name]), essence(read[wanted])))
        wrong += bool(found)
        for text in found[:2]:
            print(f"{name}: {text}")
    print(f"{sum(varied.values())} samples of {len(varied)} formats in {len(samples.pairs)} other "
        f"ways, {sum(left.values())} left as they are; {wrong} wrong")
    if set(left) - set(varied):
        sys.exit(f"no sample could be varied: {', '.join(sorted(set(left) - set(varied)))}")
    sys.exit(1 if wrong else 0)


main(sys.argv[1], sys.argv[2])
