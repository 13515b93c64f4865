"""library.py - memory runs out at the n-th allocation of a program with libgpubill.

The program is docs/examples/from_memory.c: it ends with GPUBILL_NOMEM and says so, or with all of
review.json; never by a signal, and never with half of it.
"""
import json
import random
import struct
import subprocess
import tempfile
from pathlib import Path

import rig

BILL = "platform,start,amount\nautodl,2026-03-01 10:00,1.88\nautodl,2026-03-02 10:00,1.8.8\n"
NOMEM = 6
SAMPLE = 150


def run(options, environment):
    return subprocess.run([options.program.resolve(), "bill.csv"], input=BILL.encode(), timeout=60,
                          capture_output=True, check=False,
                          env={"PATH": "/usr/bin:/bin", "LD_PRELOAD": options.library.resolve(),
                               **environment})


def review(stdout):
    found = json.loads(stdout)
    found.pop("run")
    return found


def numbers(options):
    """The first and the last allocation of each place."""
    with tempfile.TemporaryDirectory() as top:
        where = Path(top) / "sites"
        run(options, {"FAULT_SITES": str(where)})
        data = where.read_bytes()
    first, last = {}, {}
    for number, place in enumerate(struct.unpack(f"{len(data) // 4}I", data), 1):
        first.setdefault(place, number)
        last[place] = number
    first.pop(0, None)
    last.pop(0, None)
    return sorted(set(first.values()) | set(last.values()))


def main():
    options = rig.arguments("memory runs out at the n-th allocation")
    whole = review(run(options, {}).stdout)
    chosen = numbers(options)
    assert len(chosen) > SAMPLE, "the sites of allocations are not known"
    if not options.all:
        chosen = random.Random(len(chosen)).sample(chosen, SAMPLE)
    ends, complaints = {}, []
    for n in chosen:
        done = run(options, {"FAULT": f"alloc:{n}:ENOMEM"})
        ends[done.returncode] = ends.get(done.returncode, 0) + 1
        said = done.stderr.decode(errors="replace")
        if done.returncode == NOMEM and "memory" in said and not done.stdout:
            continue
        if done.returncode == 0 and review(done.stdout) == whole:
            continue
        complaints.append(f"alloc:{n}: exit {done.returncode}; said: {said.strip()[-300:]}")
    rig.finish("library", ends, complaints)


main()
