#!/bin/sh
# rules.sh [ROWS [SHAPE...]] - how the time of a review grows with the lines that rules look at.
#
# Reviews bills of ROWS / 9, ROWS / 3 and ROWS rows (default 1000000) of each shape of ledger.awk and
# prints the seconds of processor time, which other work on the machine disturbs least, and how many
# times longer the threefold bill takes. Linear is 3, n log n a little more; a number above 3.3 is
# marked. The bills are removed again: with 10000000 rows each has 1 GB.
set -eu
cd "$(dirname "$0")/../.."
rows=${1:-1000000}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- month instance overlap equal order refunds stem cluster states usage
dir=build/bench/rules
rm -rf "$dir"
mkdir -p "$dir"
trap 'rm -rf "$dir"' EXIT

scripts/setup.sh run
scripts/build.sh run

# seconds_of SHAPE ROWS: processor time of a review, user and system together.
seconds_of() {
    mkdir "$dir/in"
    awk -v shape="$1" -v rows="$2" -f tests/bench/ledger.awk >"$dir/in/$1.csv"
    case $1 in states | usage)
        awk -v shape=instance -v rows="$2" -f tests/bench/ledger.awk >"$dir/in/bill.csv" ;;
    esac
    sh -c 'build/run/gpubill review --quiet --jobs 1 --write json --out "$1/out" "$1/in" >/dev/null
        times' sh "$dir" >"$dir/times" || exit 1
    rm -r "$dir/in" "$dir/out"
    # The second line of `times` is what the children took: "1m2.500s 0m0.250s".
    tail -n 1 "$dir/times" | tr 'ms' '  ' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'
}

printf '%-10s %10s %10s %8s\n' shape rows seconds "x 3"
for shape; do
    before=
    for n in $((rows / 9)) $((rows / 3)) "$rows"; do
        seconds=$(seconds_of "$shape" "$n")
        echo "$shape $n $seconds $before" | awk '{
            growth = NF > 3 && $4 > 0 ? sprintf("%.2f", $3 / $4) : ""
            mark = growth > 3.3 ? "  more than linear" : ""
            printf "%-10s %10d %10.2f %8s%s\n", $1, $2, $3, growth, mark }'
        before=$seconds
    done
done
