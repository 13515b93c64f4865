"""signals.py - signals come at any moment of a review: before each of its calls.

SIGTERM, SIGINT and SIGHUP end the run by that signal, with nothing left behind. SIGKILL leaves the
old report or the new one; what it leaves beside it, the next run removes. A closed pipe is an exit
code, and two runs into one folder come one after the other.
"""
import os
import signal
import subprocess

import rig

SAMPLE = 10
NUMBERS = {"TERM": signal.SIGTERM, "INT": signal.SIGINT, "HUP": signal.SIGHUP}


def polite(r, numbers):
    return r.each([f"any:{n}:{name}" for name in NUMBERS for n in numbers],
                  signals=NUMBERS.values())


def killed(r, numbers):
    """After each, a run that nothing disturbs must do as if there had been no other."""
    ends, complaints = {}, []
    for n in numbers:
        run = r.run(f"any:{n}:KILL")
        report = rig.snapshot_or_none(run)
        ends[run.code] = ends.get(run.code, 0) + 1
        # How often a child is waited for differs, so the last calls may not come.
        if run.code not in (-signal.SIGKILL, 0):
            run.complain("it was not killed")
        if report not in (r.old, r.new):
            run.complain("a mixture of two reports")
        for left in (run.folder / "tmp").iterdir():
            # The temporary folder is not ours alone: what stands there is named after gpubill.
            if not left.name.startswith("gpubill-"):
                run.complain(f"left {left.name}")
        subprocess.run(["rm", "-rf", str(run.folder / "tmp")], check=True)
        (run.folder / "tmp").mkdir()
        again = r.start(run.folder, None)
        if again.code != 0 or rig.snapshot(again.folder / "r") != r.new or again.leftovers():
            run.complain(f"the next run did not clean up: {again.leftovers()}")
        complaints += run.complaints
    return ends, complaints


def closed_pipe(r):
    """Nobody reads what is printed."""
    reading, writing = os.pipe()
    os.close(reading)
    run = r.judge(r.run(None, stdout=writing))
    os.close(writing)
    if run.code != 4:
        run.complain("a closed pipe is exit code 4")
    return {run.code: 1}, run.complaints


def together(r):
    """Two runs into one folder at the same time."""
    folder = r.prepare()
    runs = [subprocess.Popen(r.command(r.names), cwd=folder, env=r.environment(folder, None),
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
    said = [p.communicate()[1] for p in runs]
    run = r.judge(rig.Run(folder, "two runs into one folder", runs[0].returncode, b"", said[0]))
    if any(p.returncode != 0 for p in runs) or rig.snapshot_or_none(run) not in (None, r.new, {}):
        run.complain(f"they disturbed each other: {said}")
    return {run.code: 1}, run.complaints


def main():
    options = rig.arguments("signals come at any moment")
    ends, complaints = {}, []
    with rig.Rig(options, rig.BILLS[2:] + rig.INVOICES[:2]) as r:
        calls = r.counts()["any"]
        numbers = rig.spread(calls, calls if options.all else SAMPLE)
        for got, bad in (polite(r, numbers), killed(r, numbers), closed_pipe(r), together(r)):
            for code, n in got.items():
                ends[code] = ends.get(code, 0) + n
            complaints += bad
    rig.finish("signals", ends, complaints)


main()
