#!/usr/bin/env python3
"""workbook_of.py [--1904] FILE <LINES: a workbook of one sheet, its cells as a spreadsheet saves them.

Of each line, parted by commas: "#1.8899999999999999" is a number, "@46082.5" a number that is shown
as a date and time, anything else a text. With --1904 days count from 1904.
"""

import sys
import zipfile
from xml.sax.saxutils import escape

NS = "http://schemas.openxmlformats.org/"
MAIN = NS + "spreadsheetml/2006/main"
OFFICE = NS + "officeDocument/2006/relationships"


def cell(text):
    if text[:1] in ("#", "@"):
        return f'<c s="{int(text[0] == "@")}"><v>{text[1:]}</v></c>'
    return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def main(args):
    days = ' date1904="1"' if args[0] == "--1904" else ""
    rows = "".join("<row>" + "".join(map(cell, line.rstrip("\n").split(","))) + "</row>"
                   for line in sys.stdin)
    with zipfile.ZipFile(args[-1], "w") as book:
        book.writestr("[Content_Types].xml", f'<Types xmlns="{NS}package/2006/content-types"/>')
        book.writestr("_rels/.rels",
                      f'<Relationships xmlns="{NS}package/2006/relationships"><Relationship Id="r1" '
                      f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        book.writestr("xl/workbook.xml",
                      f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr{days}/><sheets>'
                      '<sheet name="bill" sheetId="1" r:id="r1"/></sheets></workbook>')
        book.writestr("xl/_rels/workbook.xml.rels",
                      f'<Relationships xmlns="{NS}package/2006/relationships">'
                      f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
                      f'<Relationship Id="r2" Type="{OFFICE}/styles" Target="styles.xml"/>'
                      '</Relationships>')
        book.writestr("xl/styles.xml",
                      f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" '
                      'formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><cellXfs><xf numFmtId="0"/>'
                      '<xf numFmtId="164"/></cellXfs></styleSheet>')
        book.writestr("xl/worksheets/sheet1.xml",
                      f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>')


if __name__ == "__main__":
    main(sys.argv[1:])
