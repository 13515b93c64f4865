"""make.py: one bill as a workbook with a title above its headings, in a zip beside a text, in gzip."""
import gzip
import zipfile

ROWS = [["客户", "结算时间", "机器", "费用(元)", "说明"],
    ["x", "2026-03-01 10:00:00", "m-1", "1.50", "训练"], ["x", "2026-03-02 10:00:00", "m-1", "2.50", "训练"]]
NS = "http://schemas.openxmlformats.org/"
MAIN = NS + "spreadsheetml/2006/main"
OFFICE = NS + "officeDocument/2006/relationships"

text = "".join(",".join(row) + "\n" for row in ROWS)
cells = "".join(
    "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
    for row in [["某某云账单"]] + ROWS)

with zipfile.ZipFile("bill.xlsx", "w") as book:
    book.writestr("[Content_Types].xml", f'<Types xmlns="{NS}package/2006/content-types"/>')
    book.writestr("_rels/.rels", f'<Relationships xmlns="{NS}package/2006/relationships"><Relationship '
        f'Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
    book.writestr("xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="账单" sheetId="1" r:id="r1"/></sheets></workbook>')
    book.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{NS}package/2006/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
    book.writestr("xl/worksheets/sheet1.xml",
        f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>')
with zipfile.ZipFile("bill.zip", "w") as archive:
    archive.writestr("read me.txt", "This is a text.\nIt says nothing of money.\n")
    archive.writestr("2026/bill.csv", text)
with open("bill.csv.gz", "wb") as file:
    file.write(gzip.compress(text.encode("gb18030"), mtime=0))
