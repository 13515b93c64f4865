#!/bin/sh
# coverage.sh [-k] [CTEST_OPTION...] - run the tests (all, or those that the options choose) with
# coverage, and print which share of lines and branches they reach, by file and by part. Exit 1 if
# parsers, ledger, audit or recon are below 90 % of lines or 80 % of branches. -k adds to what
# earlier runs reached; alone, as "-k -N", it only prints.
#
# What counts: every line and every branch of a line, also those for when memory is out, a call
# fails or an amount is too large; the tests called "faults" let the first two happen. What does not:
# assert(), whose other branch is a mistake of ours; branches on lines of nothing but a brace, which
# gcc makes for cleaning up and no text has; write_outlines.c, a tool that the build runs, as
# programs and tests are no part of anything.
set -eu
cd "$(dirname "$0")/.."
dir=build/coverage
scripts/setup.sh cover
cmake --preset coverage >/dev/null
cmake --build --preset coverage >&2
if [ "${1-}" = -k ]; then
    shift
else
    find "$dir" -name '*.gcda' -exec rm -f {} +
fi
ctest --preset coverage "$@" >&2 || echo "coverage: some tests failed" >&2

# Files first, worst branches first; then the parts.
gcovr --root . --object-directory "$dir" -j 2 --filter '(src|parsers|reports)/.*\.c$' \
    --exclude 'parsers/outlines/write_outlines\.c$' \
    --exclude-lines-by-pattern '^\s*assert\(.*' --exclude-unreachable-branches \
    --csv "$dir/coverage.csv" "$dir/CMakeFiles"
awk -F, '
    function share(n, of) { return of > 0 ? 100 * n / of : 100 }
    NR == 1 {
        for (i = 1; i <= NF; i++)
            at[$i] = i
        next
    }
    {
        part = $1
        sub(/^src\//, "", part)
        sub(/\/.*/, "", part)
        lines[part] += $at["line_total"]
        lines_reached[part] += $at["line_covered"]
        branches[part] += $at["branch_total"]
        branches_reached[part] += $at["branch_covered"]
        printf "%6.1f %% of %5d lines  %6.1f %% of %5d branches  %s\n", \
            share($at["line_covered"], $at["line_total"]), $at["line_total"], \
            share($at["branch_covered"], $at["branch_total"]), $at["branch_total"], $1 \
            | "sort -k 6,6n -k 1,1n"
    }
    END {
        close("sort -k 6,6n -k 1,1n")
        print ""
        for (part in lines) {
            line_share = share(lines_reached[part], lines[part])
            branch_share = share(branches_reached[part], branches[part])
            printf "%6.1f %% of %5d lines  %6.1f %% of %5d branches  %s\n", line_share, \
                lines[part], branch_share, branches[part], part | "sort -k 11"
            if (part ~ /^(parsers|ledger|audit|recon)$/ && (line_share < 90 || branch_share < 80))
                low = low " " part
        }
        close("sort -k 11")
        if (low != "") {
            print "below 90 % of lines or 80 % of branches:" low
            exit 1
        }
    }' "$dir/coverage.csv"
