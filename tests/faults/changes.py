"""changes.py - a bill grows, shrinks, changes or vanishes while it is read, and the clock jumps.

A file that became shorter is told by its name; nothing of this is a signal, and what was read stays
accounted for: the program checks that itself and would exit with 5.
"""
import json
import shutil

import rig

WAYS = "grow", "shrink", "change", "vanish"
SAMPLE = 4


def changed(r, way, n, name):
    folder = r.prepare(own_input=True)
    run = r.start(folder, f"read:{n}:{way}", more={"FAULT_FILE": str(folder / name)})
    if run.code not in (0, 3):
        run.complain("a bill that changes is no reason for this")
    elif way == "shrink" and run.code == 3 and name.encode() not in run.stderr:
        run.complain("the file is not named")
    elif rig.snapshot_or_none(run) is None or run.leftovers():
        run.complain("a report that is no report")
    if not run.complaints:
        shutil.rmtree(run.folder)
    return run


def jumped(r, n, way):
    """The time of day is what the clock says, but how long it took is not its business."""
    run = r.run(f"clock:{n}+:{way}")
    review = json.loads((run.folder / "r" / "review.json").read_text())
    if run.code != 0 or rig.snapshot(run.folder / "r") != r.new:
        run.complain("the clock changed the report")
    if not 0 <= review["run"]["seconds"] < rig.SECONDS_MAX:
        run.complain(f"it took {review['run']['seconds']} seconds")
    return run


def main():
    options = rig.arguments("input changes while it is read, and the clock jumps")
    ends, complaints = {}, []
    for bill in rig.BILLS[:3] + rig.INVOICES[1:]:
        with rig.Rig(options, [bill]) as r:
            counts = r.counts()
            most = counts["read"] if options.all else SAMPLE
            runs = [changed(r, way, n, r.names[0]) for way in WAYS
                    for n in rig.spread(counts["read"], most)]
            if bill == rig.BILLS[0]:
                runs += [jumped(r, n, way) for way in ("back", "forth")
                         for n in rig.spread(counts["clock"], 4)]
            for run in runs:
                ends[run.code] = ends.get(run.code, 0) + 1
                complaints += run.complaints
    rig.finish("changes", ends, complaints)


main()
