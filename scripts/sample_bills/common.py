"""What all makers of sample bills share: times, exact amounts, tables, archives, workbooks.

Nothing here depends on the clock, on chance or on the order of hashes: the bytes are the same on
every run.
"""
import csv
import io
import json
import zipfile
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from xml.sax.saxutils import escape

D = Decimal
CENT = D("0.01")
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FMT = "%Y-%m-%d %H:%M:%S"
BOM = b"\xef\xbb\xbf"
ZONE = 8 * HOUR  # of the lab and of most platforms


# --- times ------------------------------------------------------------------------------------

def at(text):
    """'02-03 09:20' or '02-03 09:20:15' of 2026."""
    return datetime.strptime("2026-" + text, "%Y-%m-%d %H:%M:%S" if text.count(":") == 2
                             else "%Y-%m-%d %H:%M")


def days(first, last):
    """The midnights from '02-03' to '02-28', both included."""
    day = at(first + " 00:00")
    while day <= at(last + " 00:00"):
        yield day
        day += DAY


def unix(time):
    """Seconds since 1970 of a time of the lab."""
    return int((time - ZONE - datetime(1970, 1, 1)).total_seconds())


def clock_hours(start, end):
    """The pieces of [start, end) between full hours."""
    while start < end:
        stop = min(end, start.replace(minute=0, second=0) + HOUR)
        yield start, stop
        start = stop


def hours_of(duration):
    """Exactly."""
    return Fraction(duration // timedelta(seconds=1), 3600)


# --- amounts ----------------------------------------------------------------------------------

def cents(x):
    return x.quantize(CENT, ROUND_HALF_UP)


def plain(x):
    """As bills print amounts: no exponent, no trailing zeros."""
    text = format(x, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def number(x):
    """An amount as a JSON number, digit for digit."""
    text = plain(x)
    assert "." not in text or repr(float(text)) == text, text
    return float(text) if "." in text else int(text)


def share(amount, part, whole):
    """amount x part / whole, rounded half away from zero to 9 decimals as shares of lines are."""
    exact = Fraction(amount) * Fraction(part) / Fraction(whole)
    units = abs(exact) * 10 ** 9
    rounded = (2 * units.numerator + units.denominator) // (2 * units.denominator)
    return D(rounded if exact >= 0 else -rounded).scaleb(-9)


def ratio(part, whole):
    """Of two durations, exactly."""
    return Fraction(part // timedelta(milliseconds=1), whole // timedelta(milliseconds=1))


def share_of_time(amount, part, whole):
    return share(amount, ratio(part, whole), 1)


def overlap(start, end, stretches):
    """How much of [start, end) the stretches cover, which do not overlap each other."""
    return sum((max(timedelta(0), min(end, e) - max(start, s)) for s, e in stretches), timedelta(0))


# --- texts, archives, workbooks ---------------------------------------------------------------

def table(rows, delimiter=",", end="\r\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


def json_text(data, indent=1):
    return (json.dumps(data, ensure_ascii=False, indent=indent) + "\n").encode()


class NameInGbk(zipfile.ZipInfo):
    """A member whose name is in GBK, as Windows of China packs it."""

    def _encodeFilenameFlags(self):
        return self.filename.encode("gbk"), self.flag_bits


def archive(members, kind=zipfile.ZipInfo):
    """A zip of (name, bytes) in that order; not compressed, as each zlib packs in its own way."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as z:
        for name, data in members:
            info = kind(name, (2026, 4, 1, 9, 0, 0))
            info.create_system = 3
            info.external_attr = 0o644 << 16
            z.writestr(info, data)
    return out.getvalue()


def column_name(i):
    """0 is A, 26 is AA."""
    name = ""
    while i >= 0:
        name = chr(ord("A") + i % 26) + name
        i = i // 26 - 1
    return name


def xlsx_cell(row, column, value):
    place = "%s%d" % (column_name(column), row)
    if value == "" or value is None:
        return ""
    if isinstance(value, (int, Decimal)):
        return '<c r="%s"><v>%s</v></c>' % (place, plain(D(value)))
    return '<c r="%s" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>' % (
        place, escape(str(value)))


def workbook(sheets):
    """An XLSX of (sheet name, rows); texts stand as they are, ints and Decimals as numbers."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/"
    part = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    numbers = range(1, len(sheets) + 1)
    files = [
        ("[Content_Types].xml", head + '<Types xmlns="%scontent-types">' % package
         + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
         'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
         '<Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/>' % part
         + "".join('<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>'
                   % (i, part) for i in numbers) + "</Types>"),
        ("_rels/.rels", head + '<Relationships xmlns="%srelationships"><Relationship Id="rId1" '
         'Type="%s/officeDocument" Target="xl/workbook.xml"/></Relationships>' % (package, kinds)),
        ("xl/workbook.xml", head + '<workbook xmlns="%s" xmlns:r="%s"><sheets>' % (main, kinds)
         + "".join('<sheet name="%s" sheetId="%d" r:id="rId%d"/>' % (escape(name), i, i)
                   for i, (name, _) in zip(numbers, sheets)) + "</sheets></workbook>"),
        ("xl/_rels/workbook.xml.rels", head + '<Relationships xmlns="%srelationships">' % package
         + "".join('<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>'
                   % (i, kinds, i) for i in numbers) + "</Relationships>")]
    for i, (_, rows) in zip(numbers, sheets):
        body = "".join('<row r="%d">%s</row>' % (
            r, "".join(xlsx_cell(r, c, value) for c, value in enumerate(row)))
                       for r, row in enumerate(rows, 1))
        files.append(("xl/worksheets/sheet%d.xml" % i, head + '<worksheet xmlns="%s"><sheetData>%s'
                      "</sheetData></worksheet>" % (main, body)))
    return archive([(name, text.encode()) for name, text in files])
