"""allocations.py - memory runs out at the n-th allocation of a review.

A run makes more than 100 000 allocations, most of them in the same places: of each place, told by
the functions that lead there, the first and the last allocation fail. Without --all a sample of the
places does.
"""
import random
import struct

import rig

SAMPLE = 60


def places(r):
    """The first and the last allocation of each place."""
    where = r.top / "sites"
    r.run(None, {"FAULT_SITES": str(where)})
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
    ends, complaints = {}, []
    for bills in (rig.BILLS, rig.INVOICES):
        with rig.Rig(options, bills) as r:
            numbers = places(r)
            if not options.all:
                numbers = random.Random(len(numbers)).sample(numbers, min(SAMPLE, len(numbers)))
            got, bad = r.each(f"alloc:{n}:ENOMEM" for n in numbers)
            ends = {code: ends.get(code, 0) + got.get(code, 0) for code in {*ends, *got}}
            complaints += bad
    rig.finish("allocations", ends, complaints)


main()
