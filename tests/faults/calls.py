"""calls.py - reading, writing and the rest of what the system does for a review fails.

Each call of each kind fails once in each way, and from each on for good; without --all a sample of
them.
"""
import os

import rig

# What may happen to a kind of call, and whether the review must then be as if nothing had.
HARMLESS = {"read": ("EINTR", "short"), "write": ("EINTR", "short"), "open": ("EINTR",),
            "sync": ("EINTR",)}
HARMFUL = {"read": ("EIO",), "write": ("ENOSPC", "EIO", "EPIPE", "EDQUOT"),
           "open": ("EMFILE", "EACCES"), "sync": ("EIO", "ENOSPC"),
           "rename": ("ENOSPC", "EROFS", "EIO"), "folder": ("ENOSPC", "EROFS", "EACCES"),
           "close": ("EIO", "ENOSPC"), "thread": ("EAGAIN",)}
SAMPLE = 5


def rules(kinds, counts, most, end=""):
    return [f"{kind}:{n}{end}:{what}" for kind, ways in kinds.items()
            for n in rig.spread(counts[kind], most) for what in ways]


def add(total, more):
    for code, n in more[0].items():
        total[0][code] = total[0].get(code, 0) + n
    total[1].extend(more[1])


def must_be_as_usual(r, faults):
    """Run them; each must end as if nothing had happened."""
    ends, complaints = {}, []
    for fault in faults:
        run = r.run(fault)
        ends[run.code] = ends.get(run.code, 0) + 1
        if run.code != 0 or rig.snapshot(run.folder / "r") != r.new or run.leftovers():
            run.complain("what should have been tried again was not")
        complaints += run.complaints
    return ends, complaints


def closed_streams(r):
    """Each of the standard streams is closed."""
    ends, complaints = {}, []
    for closed, code in ((0,), 0), ((1,), 4), ((2,), 0), ((0, 1, 2), 4):
        run = r.run(None, preexec_fn=lambda numbers=closed: [os.close(n) for n in numbers])
        run.can_speak = 2 not in closed
        run = r.judge(run)
        ends[run.code] = ends.get(run.code, 0) + 1
        if run.code != code:
            run.complain(f"closed streams {closed}: {code} was expected")
        complaints += run.complaints
    return ends, complaints


def main():
    options = rig.arguments("calls of the system fail")
    most = 1 << 20 if options.all else SAMPLE
    total = ({}, [])
    for bills in (rig.BILLS, rig.INVOICES) if options.all else (rig.BILLS[2:] + rig.INVOICES,):
        with rig.Rig(options, bills) as r:
            counts = r.counts()
            add(total, r.each(rules(HARMFUL, counts, most)))
            # Without files that it can open, a run cannot even look at what it should remove.
            lasting = {kind: ways for kind, ways in HARMFUL.items() if kind != "open"}
            add(total, r.each(rules(lasting, counts, most // 2, "+")))
            add(total, must_be_as_usual(r, rules(HARMLESS, counts, most)))
            add(total, must_be_as_usual(r, [f"{kind}:1+:{what}" for kind, what in
                                            (("read", "short"), ("write", "short"))]))
            add(total, closed_streams(r))
    rig.finish("calls", *total)


main()
