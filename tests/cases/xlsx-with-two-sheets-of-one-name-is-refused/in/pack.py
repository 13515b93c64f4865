"""pack.py - a workbook whose two sheets are called alike and hold different charges."""
import zipfile

NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"


def sheet(*rows):
    return "<worksheet><sheetData>" + "".join(
        f"<row r='{i}'>" + "".join(f"<c r='{chr(65 + k)}{i}' t='str'><v>{text}</v></c>"
                                   for k, text in enumerate(row.split(","))) + "</row>"
        for i, row in enumerate(rows, 1)) + "</sheetData></worksheet>"


with zipfile.ZipFile("two.xlsx", "w") as z:
    z.writestr("[Content_Types].xml", "<Types/>")
    z.writestr("xl/workbook.xml", "<workbook><sheets><sheet name='March' id='r1'/>"
               "<sheet name='March' id='r2'/></sheets></workbook>")
    z.writestr("xl/_rels/workbook.xml.rels", "<Relationships>" + "".join(
        f"<Relationship Id='r{n}' Type='{NS}' Target='{n}.xml'/>" for n in (1, 2))
        + "</Relationships>")
    for n in (1, 2):
        z.writestr(f"xl/{n}.xml", sheet("platform,start,amount,instance",
                                        f"autodl,2026-03-01 10:00:00,{n},i-{n}"))
