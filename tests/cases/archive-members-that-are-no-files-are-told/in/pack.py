# Archives whose members are, or are called, something else than files.
import io
import tarfile
import zipfile

HEAD = "platform,start,end,instance,item,category,amount\n"


def bill(name):
    return HEAD + f"autodl,2026-03-02 10:00,2026-03-02 13:30,{name},RTX 4090,gpu,12.60\n"


MODES = {"link": 0o120777, "pipe": 0o010644, "device": 0o020644, "folder": 0o040755,
         "socket": 0o140755, "none": 0}
with zipfile.ZipFile("modes.zip", "w") as z:
    z.writestr("a.csv", bill("a"))
    for name, mode in MODES.items():
        info = zipfile.ZipInfo(name + ".csv")
        info.external_attr = mode << 16
        z.writestr(info, bill(name))
    z.writestr("slash.csv/", bill("slash"))
    z.writestr("empty/", "")
    info = zipfile.ZipInfo("alias.csv")
    info.external_attr = 0o120777 << 16
    z.writestr(info, "a.csv")

with zipfile.ZipFile("hidden.zip", "w") as z:
    for name in ("a.csv", ".b.csv", ".DS_Store", "__MACOSX/._a.csv", "d/.e/f.csv", "Thumbs.db"):
        z.writestr(name, bill(name))

with tarfile.open("links.tar", "w", format=tarfile.USTAR_FORMAT) as t:
    def add(name, kind=tarfile.REGTYPE, target="", text=""):
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.size = kind, target, len(text)
        t.addfile(info, io.BytesIO(text.encode()))

    add("./a.csv", text=bill("a"))
    add("again.csv", tarfile.LNKTYPE, "./a.csv")
    add("lost.csv", tarfile.LNKTYPE, "gone.csv")
    add("alias.csv", tarfile.SYMTYPE, "a.csv")
    add("pipe", tarfile.FIFOTYPE)
    add("folder", tarfile.DIRTYPE)
    add("contiguous.csv", tarfile.CONTTYPE, text=bill("c"))
