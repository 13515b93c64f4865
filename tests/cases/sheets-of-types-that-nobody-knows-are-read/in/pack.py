# A workbook whose sheets have the types of ISO's strict OOXML, of a macro sheet, a chart and none.
import zipfile

ROWS = [["platform", "start", "instance", "item", "amount"]]
TYPES = ["http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet",
         "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet",
         "http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet", "x"]
with zipfile.ZipFile("book.xlsx", "w") as z:
    z.writestr("[Content_Types].xml", "<Types/>")
    z.writestr("xl/workbook.xml", "<workbook><sheets>" + "".join(
        f"<sheet name='S{i}' id='r{i}'/>" for i in range(len(TYPES))) + "</sheets></workbook>")
    z.writestr("xl/_rels/workbook.xml.rels", "<Relationships>" + "".join(
        f"<Relationship Id='r{i}' Type='{t}' Target='s{i}.xml'/>"
        for i, t in enumerate(TYPES)) + "</Relationships>")
    for i in range(len(TYPES)):
        rows = ROWS + [["autodl", "2026-03-02 10:00", f"n{i}", "RTX 4090", "12.60"]]
        z.writestr(f"xl/s{i}.xml", "<worksheet><sheetData>" + "".join(
            f"<row r='{r}'>" + "".join(f"<c r='{chr(65 + k)}{r}' t='str'><v>{v}</v></c>"
                                       for k, v in enumerate(row)) + "</row>"
            for r, row in enumerate(rows, 1)) + "</sheetData></worksheet>")
