"""workbook.py GPUBILL SOURCE_DIR - review.xlsx against review.json and ledger.csv.

The sample bills in both languages, and a bill of texts that want to be formulas and of amounts
with more digits than a cell holds. LibreOffice opens the workbook without its saved results and
computes them anew; where it is not installed, that is said and left out.
"""
import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

GPUBILL, SOURCE = sys.argv[1], Path(sys.argv[2])
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SHEETS = {
    "en": ["Summary", "Spend", "Findings", "Evidence", "By resource", "By day", "By project",
           "Ledger", "Reconciliation", "Inputs"],
    "zh": ["概览", "支出", "发现", "依据", "按资源", "按日", "按项目", "账目明细", "对账", "输入文件"],
}
FORMULA = re.compile(r"""(SUBTOTAL\(109,R\)|SUMIFS?\((R|C|"(no|否)")(,(R|C|"(no|否)"))*\))""")
PLACE = re.compile(r"('[^']+'!)?\$[A-Z]+\$\d+(:\$[A-Z]+\$\d+)?")
ROUGH = Decimal("1e-14")
CELL = re.compile(r"(?<![A-Z$])[A-Z]+\d+")
HOSTILE = ["=cmd|' /C calc'!A0", "+1+2", "-2+3", "@SUM(1)", "\t=1", "<b>&amp;</b>", "_x0041_",
           "\x1b[31mred", "http://example.com/", "‮txt.exe"]


def fail(text):
    sys.exit(f"workbook.py: {text}")


def same(what, got, expected):
    if got != expected:
        fail(f"{what} is {got!r}, not {expected!r}")


def column_of(place):
    n = 0
    for letter in re.match("[A-Z]+", place).group():
        n = n * 26 + ord(letter) - 64
    return n - 1


def unescaped(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), text)


def sheets_of(path):
    """The sheets as {name: [row]}; a row is {column: text or Decimal}; formulas are checked."""
    book, found = zipfile.ZipFile(path), {}
    names = [s.get("name") for s in
             ElementTree.fromstring(book.read("xl/workbook.xml")).iter(MAIN + "sheet")]
    for number, name in enumerate(names, 1):
        rows = found[name] = []
        for row in ElementTree.fromstring(
                book.read(f"xl/worksheets/sheet{number}.xml")).iter(MAIN + "row"):
            cells = {}
            for cell in row:
                formula, value = cell.find(MAIN + "f"), cell.find(MAIN + "v")
                text = cell.find(f"{MAIN}is/{MAIN}t")
                if formula is not None:
                    shape = CELL.sub("C", PLACE.sub("R", formula.text))
                    if not FORMULA.fullmatch(shape):
                        fail(f"{name} has the formula {formula.text!r}")
                if text is None and cell.get("t") not in (None, "n"):
                    fail(f"{name} has a cell of type {cell.get('t')}")
                cells[column_of(cell.get("r"))] = \
                    Decimal(value.text) if text is None else unescaped(text.text or "")
            rows.append(cells)
    return found


def exact_of(row, last):
    return dict(pair.split("=") for pair in row.get(last, "").split())


def amount(row, keys, key):
    """The amount under ${key}: that of the last column where it has one, else the cell's."""
    column = keys.index(key)
    exact = exact_of(row, len(keys)).get(key)
    cell = row.get(column)
    if exact is None:
        return cell
    if abs(Decimal(exact) - cell) > abs(Decimal(exact)) * ROUGH:
        fail(f"the cell of {key} is {cell}, its exact text {exact}")
    return Decimal(exact)


def same_amount(what, got, expected):
    """Equal to the last digit; a cell's 16th digit is noise."""
    expected = Decimal(expected)
    if got is None or got != expected and f"{got:.14e}" != f"{expected:.14e}":
        fail(f"{what} is {got}, not {expected}")
    digits = expected.normalize().as_tuple().digits
    if len(digits) > 15 and got != expected:
        fail(f"{what} is {got}: {expected} is nowhere in the row")


def shown(text):
    """${text} as cells show it: what cannot be seen as \\xNN, in capitals."""
    out = ""
    for c in text:
        if ord(c) < 32 or ord(c) == 127 or 0x200e <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069:
            out += "".join(f"\\x{byte:02X}" for byte in c.encode())
        else:
            out += c
    return out


def check_ledger(rows, folder):
    with open(folder / "ledger.csv", encoding="utf-8", newline="") as f:
        wanted = list(csv.reader(f))
    keys = wanted[0]
    same("the headings of the ledger", [rows[0][i] for i in range(len(keys))], keys)
    same("the number of ledger rows", len(rows), len(wanted))
    for got, row in zip(rows[1:], wanted[1:]):
        for i, text in enumerate(row):
            if isinstance(got.get(i), Decimal):
                same_amount(f"{keys[i]} of {row[-2]}", amount(got, keys, keys[i]), text)
            else:
                if text[:1] == "'" and text[1:2] in tuple("=+-@\t\r"):
                    text = text[1:]
                same(f"{keys[i]} of {row[-3]}:{row[-2]}", got.get(i, ""), shown(text))


def body(rows, n):
    """The ${n} rows below the headings, and the rows of sums."""
    sums = rows[n + 1:]
    same("the number of rows", all(0 in row for row in sums), True)
    return rows[1:n + 1], sums


def check_spend(found, names, review):
    keys = ["platform", "id", "category", "currency", "lines", "billed", "share"]
    rows, sums = body(found[names[1]], len(review["spend"]))
    for got, row in zip(rows, review["spend"]):
        same("the platform", got.get(1, ""), row["platform"])
        same("the lines", got[4], row["lines"])
        same_amount("spend", amount(got, keys, "billed"), row["billed"])
    for row in sums:
        total = review["totals"][row[3]]["billed"]
        if abs(row[5] - Decimal(total)) > abs(Decimal(total)) * ROUGH:
            fail(f"the sum of {row[3]} is {row[5]}, not {total}")
    for name, part, column, last in ((names[4], "spend_by_resource", 5, 10),
                                     (names[5], "spend_by_day", 4, 5),
                                     (names[6], "spend_by_project", 2, 3)):
        rows, sums = body(found[name], len(review[part]))
        for got, row in zip(rows, review[part]):
            exact = exact_of(got, last).get("billed")
            same_amount(part, Decimal(exact) if exact else got[column], row["billed"])
    hours = [row for row in review["spend_by_resource"] if row["gpu_hours"] is not None]
    for row in hours:
        same("GPU hours", sum(Decimal(row["gpu_hours_" + s]) for s in ("used", "idle", "unknown")),
             Decimal(row["gpu_hours"]))


def check_findings(found, names, review):
    keys = ["id", "rule", "certainty", "platform", "account", "resource", "name", "currency",
            "from", "to", "billed", "leak", "net_leak", "waived", "lines", "message", "advice",
            "reason"]
    rows, sums = body(found[names[2]], len(review["findings"]))
    for got, row in zip(rows, review["findings"]):
        same("the finding", got[0], row["id"])
        for key in ("billed", "leak", "net_leak"):
            same_amount(f"{key} of {row['id']}", amount(got, keys, key), row[key])
    for row in sums:
        leaks = review["leaks"][row[7]]["net"]
        if abs(row[12] - Decimal(leaks)) > Decimal("1e-9"):
            fail(f"the net leaks of {row[7]} are {row[12]}, not {leaks}")
    lines = [(f["id"], line) for f in review["findings"] for line in f["lines"]]
    rows = found[names[3]][1:]
    same("the number of evidence rows", len(rows), len(lines))
    for got, (number, line) in zip(rows, lines):
        same("evidence", (got[0], got[2], got[3]), (number, line["path"], line["line"]))
        exact = exact_of(got, 12).get("net")
        same_amount("a net leak", Decimal(exact) if exact else got[11], line["net"])


def check_summary(rows, review):
    heads = next(i for i, row in enumerate(rows) if len(row) > 8)
    totals = {row[0]: row for row in rows[heads + 1:]}
    same("the currencies", sorted(totals), sorted(review["totals"]))
    for currency, total in review["totals"].items():
        row = totals[currency]
        same("the lines", row[1], total["lines"])
        for column, key in ((2, "billed"), (3, "voucher"), (4, "cash"), (5, "refunds"),
                            (6, "moved")):
            if abs(row[column] - Decimal(total[key])) > abs(Decimal(total[key])) * ROUGH:
                fail(f"{key} of {currency} is {row[column]}, not {total[key]}")


def check_libreoffice(path, found, top):
    """Sums that LibreOffice computes are those that are saved."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if not office:
        print("LibreOffice is not installed: the workbook was not opened there")
        return
    bare = top / "bare.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(bare, "w") as new:
        for item in old.namelist():
            data = old.read(item)
            if item.startswith("xl/worksheets/"):
                data = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", data)
            new.writestr(item, data)
    done = subprocess.run(
        [office, "--headless", f"-env:UserInstallation=file://{top}/profile", "--convert-to",
         "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1",
         "--outdir", str(top), str(bare)], capture_output=True, timeout=240)
    for name, rows in found.items():
        exported = top / f"bare-{name}.csv"
        if not exported.exists():
            fail(f"LibreOffice made no {exported.name}: {done.stdout!r} {done.stderr!r}")
        with open(exported, encoding="utf-8", newline="") as f:
            opened = [row for row in csv.reader(f) if any(row)]
        wanted = [row for row in rows if row]
        same(f"the number of rows of {name} in LibreOffice", len(opened), len(wanted))
        for got, row in zip(opened, wanted):
            for column, value in row.items():
                cell = got[column] if column < len(got) else ""
                if isinstance(value, str):
                    same(f"a text of {name}", cell.strip(), value.strip())
                elif re.fullmatch(r"-?[\d.]+(E[-+]?\d+)?", cell) and \
                        abs(Decimal(cell) - value) > abs(value) * Decimal("1e-9"):
                    fail(f"LibreOffice computes {cell} in {name}, saved is {value}")


def review(folder, lang, bills):
    done = subprocess.run(
        [GPUBILL, "review", "--quiet", "--lang", lang, "--write", "json,csv,xlsx", "--out",
         str(folder), str(bills)], capture_output=True, text=True)
    if done.returncode:
        fail(f"gpubill ended with {done.returncode}: {done.stderr}")
    return json.loads((folder / "review.json").read_text(encoding="utf-8"))


def hostile_bill(path):
    amounts = ["0.123456789012345678", "12345678901234.567", "99999999999999999", "-0.000000000001",
               "1000000000000000000", "0.1"]
    with open(path, "w", encoding="utf-8", newline="") as f:
        out = csv.writer(f)
        out.writerow(["platform", "instance", "description", "start", "end", "amount", "entry"])
        for i in range(max(len(HOSTILE), len(amounts))):
            text, value = HOSTILE[i % len(HOSTILE)], amounts[i % len(amounts)]
            out.writerow(["autodl", text, text, "2026-03-01 10:00:00", "2026-03-01 11:00:00",
                          value, "refund" if value.startswith("-") else "charge"])


def check(folder, lang, bills):
    found_review = review(folder, lang, bills)
    found, names = sheets_of(folder / "review.xlsx"), SHEETS[lang]
    same("the sheets", list(found), names)
    check_ledger(found[names[7]], folder)
    check_spend(found, names, found_review)
    check_findings(found, names, found_review)
    check_summary(found[names[0]], found_review)
    return found


def main():
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        bills = top / "bills"
        bills.mkdir()
        hostile_bill(bills / "bill.csv")
        for lang in SHEETS:
            found = check(top / lang, lang, SOURCE / "sample-bills")
        check(top / "hostile", "en", bills)
        check_libreoffice(top / "hostile" / "review.xlsx",
                          sheets_of(top / "hostile" / "review.xlsx"), top)
        review(top / "again", "zh", SOURCE / "sample-bills")
        same("the second workbook", (top / "again" / "review.xlsx").read_bytes() ==
             (top / "zh" / "review.xlsx").read_bytes(), True)
        check_libreoffice(top / "zh" / "review.xlsx", found, top)


main()
