#!/bin/sh
# scale.sh [LINES [FOLDER]] - the numbers of docs/SCALE.md: the mapper, one machine, Spark.
#
# Builds gpubill as users do and prints, line by line: rows a second of a core and memory of
# `ledger --stream`; the curve of `review` on this machine, both on a bill of make_bill; then the Spark
# driver with one and with two threads of work on LINES rows (1,000,000 unless said) of make_leaks in
# several files, bytes shuffled, and whether what it hands back is equal to the native review. Needs
# python3 with venv, Java 17 and a quiet machine. FOLDER (else one under TMPDIR that is removed) needs
# 2 KB a row. GPUBILL_SPARK_THREADS="2" asks for one run of Spark alone, as for 20,000,000 rows.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
top=$(CDPATH='' cd "$here/../.." && pwd)
lines=${1:-1000000}
work=${2:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
ROW_BYTES=620 # of a bill of make_bill
ROWS_AN_INSTANCE=700 # of make_leaks
FILES=15

cmake -S "$top" -B "$top/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$top/build/release" --target gpubill >/dev/null
gpubill=$top/build/release/gpubill
cc -std=c17 -O2 -D_POSIX_C_SOURCE=200809L -o "$work/make_bill" "$here/make_bill.c"

cc -std=c17 -O2 -o "$work/make_leaks" "$here/make_leaks.c"
"$work/make_bill" focus $((lines * ROW_BYTES)) >"$work/bill.csv"
rows=$("$gpubill" ledger --stream <"$work/bill.csv" 2>/dev/null | wc -l)

# measure NAME COMMAND... 3<INPUT: seconds, rows a second of a core, MiB at most.
measure() {
    name=$1
    shift
    python3 -c '
import resource, subprocess, sys, time
name, rows, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
begun = time.time()
code = subprocess.run(command, stdin=3, stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = used.ru_utime + used.ru_stime
print(f"{name}: {rows} rows, {time.time() - begun:.1f} s, {cpu:.1f} s of processor, "
      f"{rows / cpu:.0f} rows a second of a core, {used.ru_maxrss // 1024} MiB, exit {code}",
      flush=True)' "$name" "$count" "$@"
}

echo "== mapper"
count=$rows
measure "csv" "$gpubill" ledger --stream 3<"$work/bill.csv"
measure "ndjson" "$gpubill" ledger --stream --as ndjson 3<"$work/bill.csv"
gzip -1 -c "$work/bill.csv" >"$work/bill.csv.gz"
measure "csv of gzip" "$gpubill" ledger --stream 3<"$work/bill.csv.gz"
rm -f "$work/bill.csv.gz"

echo "== one machine"
for part in 16 4 1; do
    count=$((rows / part))
    "$work/make_bill" focus $((lines * ROW_BYTES / part)) >"$work/part.csv"
    measure "review, json" "$gpubill" review --quiet --force --write json --out "$work/review" \
        "$work/part.csv" 3</dev/null
done
rm -rf "$work/part.csv" "$work/review"

echo "== spark"
python=$top/build/engines/spark/bin/python
if ! [ -x "$python" ]; then
    python3 -m venv "$top/build/engines/spark"
    "$python" -m pip install -q --disable-pip-version-check 'pyspark>=4.0'
fi
rm -rf "$work/bill.csv" "$work/bills"
mkdir -p "$work/bills"
for seed in $(seq 10 $((9 + FILES))); do
    "$work/make_leaks" $((lines / FILES / ROWS_AN_INSTANCE)) "$seed" >"$work/bills/part-$seed.csv"
done
for workers in ${GPUBILL_SPARK_THREADS:-1 2}; do
    rm -rf "$work/out" "$work/events"
    mkdir -p "$work/events"
    (cd "$work" && "$python" "$top/scripts/spark/review.py" --gpubill "$gpubill" --verbose \
        --master "local[$workers]" --month 2026-11 --timezone=+00:00 --conf spark.driver.memory=10g \
        --conf "spark.local.dir=$work/local" --conf spark.eventLog.enabled=true \
        --conf "spark.eventLog.dir=file://$work/events" --conf spark.eventLog.compress=false \
        "$work/bills" "$work/out" 2>"$work/spark.log") ||
        { tail -5 "$work/spark.log"; exit 1; }
    python3 - "$workers" "$work/events" "$work/out" <<'PYTHON'
import json, os, sys
workers, folder, out = sys.argv[1:]
written = spilled = 0
for base, _, names in os.walk(folder):
    for name in names:
        for line in open(os.path.join(base, name), encoding="utf-8", errors="replace"):
            if '"SparkListenerTaskEnd"' in line:
                m = json.loads(line).get("Task Metrics") or {}
                written += m.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
                spilled += m.get("Disk Bytes Spilled", 0)
ledger = sum(os.path.getsize(os.path.join(base, n)) for base, _, names in
             os.walk(out + "/ledger") for n in names)
print(f"{workers} threads: {written >> 20} MiB shuffled, {spilled >> 20} MiB spilled, "
      f"ledger {ledger >> 20} MiB of Parquet")
PYTHON
done
PYTHONDONTWRITEBYTECODE=1 python3 "$top/tests/engines/driver.py" "$gpubill" "$work/bills" \
    --done "$work/out" -- --month 2026-11 --timezone=+00:00
