#!/bin/sh
# bench.sh [ROWS] - how fast a bill of ROWS rows (default 1000000) is reviewed, and with how much
# memory.
#
# The best of three runs is added to build/bench/results.csv under the commit's name, so that a run
# before and one after a change can be compared; with gnuplot, build/bench/results.svg shows all.
set -eu
cd "$(dirname "$0")/.."
rows=${1:-1000000}
dir=build/bench
bill=$dir/bill-$rows.csv
results=$dir/results.csv
mkdir -p "$dir"

scripts/setup.sh run
scripts/build.sh run
[ -s "$bill" ] || {
    awk -v rows="$rows" -f tests/bench/bill.awk >"$bill.new"
    mv "$bill.new" "$bill"
}

# value_of KEY: a number of the object "run" of the review.
value_of() {
    tr -d ' \n' <"$dir/out/review.json" | sed -n "s/.*\"run\":{[^}]*\"$1\":\([0-9.]*\).*/\1/p"
}

best=
for _ in 1 2 3; do
    build/run/gpubill review --quiet --write json,csv --out "$dir/out" "$bill" >/dev/null
    best=$(printf '%s\n' "$best" "$(value_of seconds) $(value_of peak_memory_bytes)" |
        sed '/^ *$/d' | sort -n | head -n 1)
done

[ -s "$results" ] || echo "commit,rows,seconds,rows_per_second,peak_mib" >"$results"
echo "$best" | awk -v commit="$(git describe --always --dirty)" -v rows="$rows" '
    { printf "%s,%d,%s,%.0f,%.1f\n", commit, rows, $1, rows / $1, $2 / 1048576 }' >>"$results"
tail -n 10 "$results" | tr ',' '\t'

if command -v gnuplot >/dev/null 2>&1; then
    gnuplot -e "set datafile separator ','; set terminal svg; set output '$dir/results.svg'" \
        -e "set style data histogram; set style fill solid; set yrange [0:*]; set xtics rotate" \
        -e "plot '$results' every ::1 using 4:xtic(1) title 'rows per second'"
fi
