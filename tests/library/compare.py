"""compare.py GPUBILL SPEND FROM_MEMORY - the example programs say what gpubill says of the same bills.

Sums and findings of `spend` are those of review.json, to the last digit; what `from_memory` makes of
the bytes of a bill is what the program makes of the file.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BAD = "platform,start,amount\nautodl,2026-03-01 10:00,1.88\nautodl,2026-03-02 10:00,1.8.8\n"


def run(command, codes=(0,), **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, **options)
    assert done.returncode in codes, (command, done.returncode, done.stderr.decode())
    return done


def without_run(review):
    return {key: value for key, value in review.items() if key != "run"}


def review_of(gpubill, folder, *paths):
    """review.json of the program, in English, without a config."""
    out = folder / "report"
    run([gpubill, "review", "--quiet", "--lang", "en", "--write", "json", "--out", out, *paths],
        (0, 3), cwd=folder)
    return json.loads((out / "review.json").read_text(encoding="utf-8"))


def spend_lines(review):
    """What `spend` prints of a review."""
    def utc(text):
        import datetime
        at = datetime.datetime.fromisoformat(text).astimezone(datetime.timezone.utc)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    yield f"{utc(review['period']['from'])} {utc(review['period']['to'])}"
    for currency, total in sorted(review["totals"].items()):
        net = review["leaks"].get(currency, {"net": "0"})["net"]
        yield f"{currency} {total['lines']} {total['billed']} {net}"
    for s in review["spend"]:
        yield f"{s['platform']} {s['category']} {s['currency']} {s['billed']}"
    for f in review["findings"]:
        yield " ".join([f["id"], f["rule"], f["certainty"], f["resource"] or "-", f["currency"],
                        f["leak"], f["net_leak"], f["message"]])
        for line in f["lines"]:
            yield f"    {line['path']} {line['line']} {line['billed']} {line['net']}"


def check_spend(gpubill, spend, folder):
    bills = [SOURCE / "sample-bills" / name for name in
             ("autodl", "matpool", "aws", "states", "usage", "invoices", "payments")]
    review = review_of(gpubill, folder, *bills)
    assert len(review["findings"]) > 5 and len(review["spend"]) > 3
    wanted = list(spend_lines(review))
    got = run([spend, *bills]).stdout.decode().splitlines()
    for a, b in zip(got, wanted):
        assert a == b, f"spend says\n{a}\nand gpubill\n{b}"
    assert len(got) == len(wanted)


def check_bytes(gpubill, from_memory, folder):
    source = next((SOURCE / "sample-bills" / "autodl").glob("*.csv"))
    for name, content in (("bill.csv", source.read_bytes()), ("bad.csv", BAD.encode())):
        (folder / name).write_bytes(content)
        done = run([from_memory, name], input=content)
        by_path = review_of(gpubill, folder, name)
        assert without_run(json.loads(done.stdout)) == without_run(by_path), name
        rejected = sum(one["rejected"] for one in by_path["inputs"])
        assert len(done.stderr.decode().splitlines()) == rejected
        assert name != "bad.csv" or done.stderr.startswith(b"bad.csv:3: "), done.stderr
    none = run([from_memory, "page.html"], (3,), input=b"<html>log in</html>")
    assert none.stderr.startswith(b"from_memory: page.html: "), none.stderr


def main():
    gpubill, spend, from_memory = (Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as top:
        check_spend(gpubill, spend, Path(top))
        check_bytes(gpubill, from_memory, Path(top))


main()
