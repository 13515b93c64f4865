"""A bill that comes through a pipe becomes the lines that it becomes as a file.

stream.py GPUBILL SOURCE: every sample bill, and bills longer than what is kept of their beginning,
as CSV in two charsets, as NDJSON, as one JSON list, packed by gzip and zip. The lines are equal to
the byte, the account adds up, and memory does not grow with the bill.
"""

import csv
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile
from decimal import Decimal

ROWS = 26000  # of a long bill: about 20 MB
ENGINE_COLUMNS = 9  # behind those of the ledger
MEMORY_MAX = 160 << 20
FIELDS = ("platform", "account", "line_id", "instance", "resource_name", "item", "start", "end",
          "billed_quantity", "unit", "unit_price", "amount", "currency", "category", "tags",
          "description")


def records(rows):
    for i in range(rows):
        yield dict(zip(FIELDS, (
            "autodl", f"account-{i % 7}", f"line-{i}", f"gpu-{i % 400}", "训练 机器",
            "RTX 4090", f"2026-03-{1 + i % 28:02d} {i // 28 % 23:02d}:00:00",
            f"2026-03-{1 + i % 28:02d} {i // 28 % 23 + 1:02d}:00:00", "1", "hour",
            f"1.{i % 1000:03d}", "1.2.3" if i % 9999 == 77 else f"1.{i % 1000:03d}", "CNY", "gpu",
            json.dumps({"project": f"p{i % 5}"}),
            f"an hour of a card, as a text that is long enough to fill a file {i % 97}" * 9)))


def as_csv(rows):
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, FIELDS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(records(rows))
    return out.getvalue()


def long_bills():
    text = as_csv(ROWS)
    yield "long.csv", text.encode()
    yield "long-gb18030.csv", text.encode("gb18030")
    yield "long.csv.gz", gzip.compress(text.encode(), 1)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("long.csv", text.encode())
        archive.writestr("more/short.csv", as_csv(5).encode())
    yield "long.zip", packed.getvalue()
    lines = []
    for r in records(ROWS):
        lines.append(json.dumps({
            "BilledCost": r["amount"], "BillingCurrency": "USD", "ProviderName": "AWS",
            "ChargePeriodStart": r["start"].replace(" ", "T") + "Z",
            "ChargePeriodEnd": r["end"].replace(" ", "T") + "Z", "ChargeCategory": "Usage",
            "ServiceName": "Amazon EC2", "ResourceId": r["instance"], "SkuMeter": r["item"],
            "ServiceCategory": "Compute", "BillingAccountId": r["account"],
            "BillingPeriodStart": "2026-03-01T00:00:00Z",
            "BillingPeriodEnd": "2026-04-01T00:00:00Z", "ChargeDescription": r["description"]},
            ensure_ascii=False))
    yield "long.ndjson", "\n".join(lines).encode()
    yield "long.json", ("[" + ",\n".join(lines) + "]").encode()


def run(command, stdin=None):
    done = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def plain(text):
    """Without the apostrophe that keeps a spreadsheet from calculating."""
    return text[1:] if len(text) > 1 and text[0] == "'" and text[1] in "=+-@\t\r" else text


def rows_of(text, columns_less):
    rows = list(csv.reader(io.StringIO(text.decode(), newline="")))
    return [[plain(cell) for cell in row[:len(row) - columns_less]] for row in rows]


def check_account(path, account):
    """Whether every input of the account adds up, and its rejections are those told one by one."""
    records_ = [json.loads(line) for line in account.read_text(encoding="utf-8").splitlines()]
    closing = [r for r in records_ if r["record"] == "input"]
    assert closing, f"{path}: no closing record"
    for c in closing:
        told = [r["record"] for r in records_ if r["path"] == c["path"]]
        assert c["records"] == c["ledger_lines"] + sum(c["skipped"].values()) + c["rejected"], c
        assert told.count("rejected") == c["rejected"], c
    return closing


def check(gpubill, path, account, settles):
    code, native, said = run([gpubill, "ledger", "--quiet", path])
    with open(path, "rb") as file:
        code_2, streamed, said_2 = run([gpubill, "ledger", "--stream", "--quiet", "--as-path", path,
                                        "--rejections", str(account)], file)
    if b"it is no bill" in said_2:
        return False
    assert code == code_2, f"{path}: {code} and {code_2}: {said} {said_2}"
    want, got = rows_of(native, 0), rows_of(streamed, ENGINE_COLUMNS)
    if settles:  # what only all lines together tell is not for a stream
        assert len(got) >= len(want), path
        return True
    assert want == got, f"{path}: {len(want)} lines and {len(got)}"
    billed = sum(sum(map(Decimal, c["billed"].values())) for c in check_account(path, account))
    column = want[0].index("BilledCost")
    assert billed == sum(Decimal(row[column] or 0) for row in want[1:]), path
    return True


def peak_of(gpubill, data, times):
    """Bytes in memory at most for the rows of a CSV, ${times} of them."""
    head, _, rows = data.partition(b"\r\n")
    before = "import os, resource, subprocess, sys;" \
        "p = subprocess.Popen(sys.argv[1:], stdin=0, stdout=subprocess.DEVNULL," \
        " stderr=subprocess.DEVNULL); p.wait();" \
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    p = subprocess.Popen([sys.executable, "-c", before, gpubill, "ledger", "--stream"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    p.stdin.write(head + b"\r\n")
    for _ in range(times):
        p.stdin.write(rows)
    p.stdin.close()
    return int(p.stdout.read()) * 1024


def main():
    gpubill, source = sys.argv[1:]
    samples = sorted(p for p in pathlib.Path(source, "sample-bills").rglob("*") if p.is_file())
    with tempfile.TemporaryDirectory() as folder:
        account = pathlib.Path(folder, "account")
        bills = 0
        for p in samples:
            if p.suffix in (".csv", ".json", ".xlsx", ".zip", ".gz", ".ndjson"):
                bills += check(gpubill, str(p), account, False)
        assert bills > 20, bills
        first = None
        for name, data in long_bills():
            first = first or data
            path = os.path.join(folder, name)
            pathlib.Path(path).write_bytes(data)
            assert check(gpubill, path, account, name.endswith(".zip")), name
            os.unlink(path)
            bills += 1
        once, thrice = (peak_of(gpubill, first, n) for n in (1, 3))
        assert thrice < MEMORY_MAX and thrice < once * 5 // 4, (once, thrice)
    print(f"{bills} bills become the same lines through a pipe; memory {once >> 20} MiB, "
          f"of a bill three times as long {thrice >> 20} MiB")


main()
