"""pack.py - bzip2 files of two members, the second one whole or damaged."""
import bz2
import pathlib


def damaged(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


first, second = (bz2.compress(pathlib.Path("in", name).read_bytes())
                 for name in ("bill.csv", "second.csv"))
for name, behind in (("whole", second), ("padded", second + bytes(512)),
                     ("first-byte", damaged(second, 0)), ("mark", damaged(second, 4)),
                     ("behind-padding", bytes(512) + second)):
    pathlib.Path(name + ".bz2").write_bytes(first + behind)
