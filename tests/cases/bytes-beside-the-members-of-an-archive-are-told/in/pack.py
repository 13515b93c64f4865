# Archives with bytes that belong to no member, and some that have none but look like it.
import bz2
import gzip
import io
import struct
import tarfile
import zipfile
import zlib

HEAD = "platform,start,end,instance,item,category,amount\n"


def bill(name):
    return HEAD + f"autodl,2026-03-02 10:00,2026-03-02 13:30,{name},RTX 4090,gpu,12.60\n"


def write(path, *parts):
    with open(path, "wb") as f:
        for part in parts:
            f.write(part if isinstance(part, bytes) else part.encode())


def zipped(*names, directory=None):
    out = io.BytesIO()
    z = zipfile.ZipFile(out, "w")
    for name in names:
        z.writestr(name, bill(name))
    z.filelist = z.filelist[:directory]
    z.close()
    return out.getvalue()


def tarred(*names):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(bill(name))
            t.addfile(info, io.BytesIO(bill(name).encode()))
    return out.getvalue()


write("behind.zip", zipped("a.csv"), bill("behind"))
write("two.zip", zipped("first.csv"), zipped("a.csv", "b.csv"))
write("left-out.zip", zipped("a.csv", "left-out.csv", "b.csv", directory=1))
write("text-first.zip", bill("first"), zipped("a.csv"))


class Stream(io.RawIOBase):
    """Cannot seek, so that sums stand behind the data."""
    def __init__(self, out):
        self.out = out

    def writable(self):
        return True

    def write(self, data):
        return self.out.write(data)


with open("sums.zip", "wb") as f, zipfile.ZipFile(Stream(f), "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a.csv", bill("a"))
    z.writestr("b.csv", bill("b"))
    z.comment = b"made by a test"

write("behind.tar", tarred("a.csv"), bill("behind").ljust(512))
write("two.tar", tarred("a.csv"), tarred("b.csv"))
link = tarfile.TarInfo("link.csv")
link.type, link.linkname, link.size = tarfile.SYMTYPE, "a.csv", 512
write("data-of-a-link.tar", tarred("a.csv")[:1024], link.tobuf(tarfile.USTAR_FORMAT),
      bill("link").ljust(512), tarred("b.csv"))
write("behind.bz2", bz2.compress(bill("a").encode()), bz2.compress(bill("b").encode()), "x,1\n")
write("behind.gz", gzip.compress(bill("a").encode(), mtime=0), "x,1\n")



def sevenzip(name):
    """A 7z of one member, which is stored as it is."""
    def number(n):
        return bytes([n]) if n < 128 else bytes([128 | n >> 8, n & 255])
    data, title = bill(name).encode(), (name + "\0").encode("utf-16-le")
    directory = b"".join((
        b"\x01\x04\x06\x00\x01\x09", number(len(data)), b"\x00",
        b"\x07\x0b\x01\x00\x01\x01\x00\x0c", number(len(data)), b"\x00\x08\x00\x00",
        b"\x05\x01\x11", number(len(title) + 1), b"\x00", title, b"\x00\x00"))
    start = struct.pack("<QQI", len(data), len(directory), zlib.crc32(directory))
    return b"".join((b"7z\xbc\xaf\x27\x1c\x00\x04", struct.pack("<I", zlib.crc32(start)), start,
                     data, directory))


def zip64(name):
    """A zip whose sizes and offsets all stand in the larger records, as some programs write it."""
    data, extra = bill(name).encode(), struct.pack("<HH", 1, 16)
    extra += struct.pack("<QQ", len(data), len(data))
    sizes = struct.pack("<IIIHH", zlib.crc32(data), 2**32 - 1, 2**32 - 1, len(name), len(extra))
    member = struct.pack("<IHHHI", 0x04034b50, 45, 0, 0, 0) + sizes + name.encode() + extra + data
    record = (struct.pack("<IHHHHI", 0x02014b50, 45, 45, 0, 0, 0) + sizes
              + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name.encode() + extra)
    return b"".join((
        member, record,
        struct.pack("<IQHHIIQQQQ", 0x06064b50, 44, 45, 45, 0, 0, 1, 1, len(record), len(member)),
        struct.pack("<IIQI", 0x07064b50, 0, len(member) + len(record), 1),
        struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, 65535, 65535, 2**32 - 1, 2**32 - 1, 0)))


write("behind.7z", sevenzip("a.csv"), bill("behind"))
write("zeros.7z", sevenzip("a.csv"), bytes(100))
write("zip64.zip", zip64("a.csv"))
write("zip64-behind.zip", zip64("a.csv"), bill("behind"))

NS = "http://schemas.openxmlformats.org/"
book = io.BytesIO()
with zipfile.ZipFile(book, "w") as z:
    z.writestr("[Content_Types].xml", "<Types/>")
    z.writestr("xl/workbook.xml", "<workbook><sheets><sheet name='A' id='r1'/></sheets></workbook>")
    z.writestr("xl/_rels/workbook.xml.rels", "<Relationships><Relationship Id='r1' Type='"
               + NS + "officeDocument/2006/relationships/worksheet' Target='a.xml'/></Relationships>")
    z.writestr("xl/a.xml", "<worksheet><sheetData>" + "".join(
        f"<row r='{i}'>" + "".join(f"<c r='{chr(65 + k)}{i}' t='str'><v>{v}</v></c>"
                                   for k, v in enumerate(row.split(","))) + "</row>"
        for i, row in enumerate(bill("a").splitlines(), 1)) + "</sheetData></worksheet>")
write("sheet.xlsx", zipped("a.csv"), book.getvalue())
