"""make.py: bills that go beyond each limit that --limit raises."""
import gzip
import io
import os
import zipfile

HEAD = "platform,start,amount,tags\n"
ROW = "autodl,2026-03-01 10:00:00,1,%s\n"


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in members:
            z.writestr(name, data)
    return out.getvalue()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


bill = (HEAD + ROW % "").encode()
write("members.zip", zipped((f"{i}.csv", bill.replace(b",1,", b",%d," % i)) for i in range(3)))
nested = bill
for i in range(4):
    nested = zipped([("a" if i else "a.csv", nested)])
write("levels.zip", nested)
blanks = (HEAD + ROW % (" " * (1 << 19)) * 8).encode()
write("ratio.gz", gzip.compress(blanks, mtime=0))
write("columns.csv", (HEAD + ROW % "" + ROW.strip() % ("," * 20000) + "\n").encode())
write("field.csv", (HEAD + ROW % "" + ROW % ("x" * (3 << 19))).encode())
write("record.csv", (HEAD + ROW % "" + ROW % ("x" * (17 << 20))).encode())
deep = '{"platform": "autodl", "start": "2026-03-01", "amount": "1", "tags": %s}'
write("nesting.json", ("[%s, %s]" % (deep % "{}", deep % ('{"a":' * 99 + "1" + "}" * 99))).encode())
os.makedirs("folders" + "/d" * 70)
write("folders" + "/d" * 70 + "/bill.csv", bill)
