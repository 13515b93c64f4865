"""How much memory a large zip of bills takes, beyond what its lines take.

zip_memory.py GPUBILL MIB [MORE_MIB]: writes a zip of CSV members that unpacks to MIB, has it
read, and prints the peak of the resident memory. All rows are different; all but one of a member are
unpaid orders, which become no ledger line: so what is measured is reading, not keeping. With a third
argument a zip of half the size is read before, and the exit code is 1 where the large one took
more than that much beyond the small one.
"""

import os
import subprocess
import sys
import tempfile
import time
import zipfile

HEAD = "订单号,订单类型,订单状态,计费类型,金额,实付金额,资源ID,创建时间,备注\n"
MEMBER = 32 << 20
MIB = 1 << 20


def rows(number, size):
    """The text of member ${number}, ${size} bytes or little more, in pieces."""
    yield HEAD + f"order-{number},Buy,Paid,Dynamic,1.00,1.00,uhost-{number},2026-03-01 00:00:00,\n"
    done, i = 0, 0
    while done < size:
        piece = "".join(
            f"order-{number}-{k},Buy,Unpaid,Dynamic,{k % 997}.{k % 100:02},,uhost-{k * 7919 % 1000003},"
            f"2026-03-{k % 28 + 1:02} {k % 24:02}:{k % 60:02}:00,{'%064x' % (k * 0x9E3779B97F4A7C15)} {k * k}\n"
            for k in range(i, i + 4096))
        i += 4096
        done += len(piece)
        yield piece


def write(path, size):
    count = max(1, size // MEMBER)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(count):
            with archive.open(f"orders-{number}.csv", "w", force_zip64=True) as member:
                for piece in rows(number, size // count):
                    member.write(piece.encode())
    return count


def peak_of(gpubill, path, count):
    """Peak resident memory in bytes, seconds."""
    start = time.monotonic()
    process = subprocess.Popen([gpubill, "ledger", "--quiet", "--jobs", "2", path], stdout=subprocess.PIPE)
    lines = process.stdout.read().count(b"\n") - 1
    _, status, usage = os.wait4(process.pid, 0)
    if status or lines != count:
        sys.exit(f"{path}: {lines} lines of {count}, status {status}")
    return usage.ru_maxrss * 1024, time.monotonic() - start


def measure(gpubill, folder, size):
    path = os.path.join(folder, "bills.zip")
    count = write(path, size)
    packed = os.path.getsize(path)
    peak, seconds = peak_of(gpubill, path, count)
    os.remove(path)
    print(f"{size / MIB:7.0f} MiB in {count} files, {packed / MIB:.0f} MiB packed: "
        f"peak {peak / MIB:.1f} MiB, {seconds:.1f} s", flush=True)
    return peak


def main(gpubill, size, more=None):
    with tempfile.TemporaryDirectory() as folder:
        small = measure(gpubill, folder, size // 2) if more else 0
        peak = measure(gpubill, folder, size)
    if more and peak - small > int(more) * MIB:
        sys.exit(f"the large one took {(peak - small) / MIB:.1f} MiB more than the small one")


main(sys.argv[1], int(sys.argv[2]) * MIB, *sys.argv[3:])
