"""pack.py - a zip of two bills inside gzip, bzip2, xz, and inside another zip."""
import bz2
import gzip
import io
import lzma
import pathlib
import zipfile


def bill(name):
    return f"platform,start,amount,instance\nautodl,2026-03-01 10:00:00,1,{name}\n"


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, content in members:
            z.writestr(name, content)
    return out.getvalue()


two = zipped((name, bill(name)) for name in ("a.csv", "b.csv"))
for ending, content in ((".gz", gzip.compress(two)), (".bz2", bz2.compress(two)),
                        (".xz", lzma.compress(two)),
                        ("-inside.zip", zipped([("deep/two.zip.gz", gzip.compress(two))]))):
    pathlib.Path("two.zip" + ending).write_bytes(content)
