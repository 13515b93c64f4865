"""PDF files written by hand, with text that can be searched; and an e-invoice as one.

No font is embedded: the Chinese one is Adobe's predefined STSong-Light, with a map to Unicode beside
it. Nothing is compressed, so that the bytes are the same everywhere.
"""
from .common import D, plain
from .einvoice import PAGE, RULES, labels, values

MM = D(72) / D("25.4")
HEIGHT = D("0.86")  # of the letters above the baseline, in parts of their size

TO_UNICODE = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /UCS2-Identity def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
end
end
"""


def points(mm):
    return plain((D(mm) * MM).quantize(D("0.01")))


def stream(data):
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def document(contents, size):
    """A PDF of one page of (width, height) in mm with that content; its font is /F1."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /Font "
         "<< /F1 5 0 R >> >> >>" % (points(size[0]), points(size[1]))).encode(),
        stream(contents),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H "
        b"/DescendantFonts [6 0 R] /ToUnicode 8 0 R >>",
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo "
        b"<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 "
        b"/W [1 95 500] >>",
        b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] "
        b"/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
        stream(TO_UNICODE)]
    out, places = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n", []
    for i, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (i, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, start)


def show(text, height):
    """Draw a text whose upper left corner is given from the top of the page."""
    y = height - text.y - text.size * HEIGHT
    return "BT /F1 %s Tf 1 0 0 1 %s %s Tm <%s> Tj ET\n" % (
        points(text.size), points(text.x), points(y), text.text.encode("utf-16-be").hex())


def draw(rule, height):
    x, y, to_x, to_y = rule
    return "%s %s m %s %s l S\n" % (points(x), points(height - y), points(to_x),
                                    points(height - to_y))


def pdf(invoice):
    height = PAGE[1]
    contents = "0.5 0.2 0.1 RG 0.5 w\n" + "".join(draw(rule, height) for rule in RULES)
    contents += "0.5 0.2 0.1 rg\n" + "".join(show(text, height) for text in labels(invoice))
    contents += "0 0 0 rg\n" + "".join(show(text, height) for text in values(invoice))
    return document(contents.encode(), PAGE)
