"""Runs programs in turn and keeps what each run took."""

import dataclasses
import statistics
import subprocess
import tempfile

# A program whose first run takes longer than this is run SLOW_RUNS times at most.
SLOW_SECONDS = 6
SLOW_RUNS = 3
LAUNCH = "build/bench/launch"  # tests/bench/launch.c


@dataclasses.dataclass
class Run:
    seconds: float
    processor: float  # user and system together
    peak: int         # bytes
    output: str


@dataclasses.dataclass
class Program:
    name: str
    command: list
    runs: list = dataclasses.field(default_factory=list)

    def seconds(self):
        return statistics.median(run.seconds for run in self.runs)

    def spread(self):
        return min(r.seconds for r in self.runs), max(r.seconds for r in self.runs)

    def processor(self):
        return statistics.median(run.processor for run in self.runs)

    def peak(self):
        return max(run.peak for run in self.runs)


def run_once(command):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors, \
            tempfile.NamedTemporaryFile("r") as report:
        code = subprocess.run([LAUNCH, report.name, *command], stdin=subprocess.DEVNULL, stdout=out,
                              stderr=errors, check=False).returncode
        out.seek(0)
        errors.seek(0)
        if code != 0:
            raise SystemExit(f"{' '.join(command)}: exit code {code}\n"
                             + errors.read().decode(errors="replace"))
        seconds, processor, peak = report.read().split()
        return Run(float(seconds), float(processor), int(peak),
                   out.read().decode(errors="replace"))


def in_turn(programs, runs):
    """Each program once, then each again, so that a machine that slows down slows all."""
    for turn in range(runs):
        for program in programs:
            is_slow = program.runs and program.runs[0].seconds > SLOW_SECONDS
            if not is_slow or turn < SLOW_RUNS:
                program.runs.append(run_once(program.command))


def ratio(program, other):
    """The median of the ratios of runs that stood beside each other."""
    return statistics.median(a.seconds / b.seconds for a, b in zip(program.runs, other.runs))
