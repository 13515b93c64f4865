#!/bin/sh
# fuzz.sh [SECONDS] [TARGET...] - fuzz each target (all) for so long (60), with libFuzzer.
#
# Begins with the files of tests/fuzz/corpus; what reaches new code is kept in build/fuzz/corpus and
# is where the next run goes on. Prints a table: executions, edges of the program that were reached
# and how many there are, files that failed. Those lie in build/fuzz/found; give each a name that
# says the point and add it to tests/fuzz/corpus/TARGET. Exit 1 if there are any.
set -eu
cd "$(dirname "$0")/.."
dir=build/fuzz
seconds=60
case ${1-} in
'' | *[!0-9]*) ;;
*)
    seconds=$1
    shift
    ;;
esac
# One name, one argument.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cd tests/fuzz && printf '%s\n' fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')

programs=''
for target; do
    [ -f "tests/fuzz/fuzz_$target.c" ] || {
        echo "$0: there is no tests/fuzz/fuzz_$target.c" >&2
        exit 2
    }
    programs="$programs fuzz_$target"
done
scripts/setup.sh fuzz
cmake --preset fuzz >/dev/null
# Unquoted: one program, one argument.
# shellcheck disable=SC2086
cmake --build --preset fuzz --target $programs >&2

# run TARGET: fuzz it, and print its row.
run() {
    kept=$dir/corpus/$1 found=$dir/found log=$dir/$1.log
    mkdir -p "$kept" "$found"
    rm -f "$found/$1"-*
    ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 \
        "$dir/tests/fuzz_$1" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$found/$1-" "$kept" "tests/fuzz/corpus/$1" \
        >"$log" 2>&1 || true
    failed=$(find "$found" -name "$1-*" | wc -l)
    awk -v target="$1" -v failed="$failed" '
        /inline 8-bit counters/ && edges == "" {
            sub(/.*\(/, "")
            edges = $1
        }
        match($0, /cov: [0-9]+/) { reached = substr($0, RSTART + 5, RLENGTH - 5) }
        /^stat::number_of_executed_units/ { runs = $2 }
        END { printf "%-14s %12d %8d of %-8d %6d\n", target, runs, reached, edges, failed }' "$log"
    [ "$failed" -eq 0 ] || bad="$bad $1"
}

bad=''
printf '%-14s %12s %20s %6s\n' target executions edges failed
for target; do
    run "$target"
done
for target in $bad; do
    echo "$0: $target failed; see $dir/$target.log and $dir/found" >&2
done
[ -z "$bad" ]
